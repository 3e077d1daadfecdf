"""What the documents say is so: drawings are up to date, links lead somewhere, pictures are the product's size."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from companion.screens.panels import PANELS, REFERENCE
from companion.state.glen_more_2.turn_table import PHASES, TURN
from tools import turn_diagram

ROOT = Path(__file__).parent.parent
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("*.md")),
]


def test_the_turns_diagram_is_drawn_from_the_table_as_it_is() -> None:
    assert turn_diagram.PAGE.read_text(encoding="utf-8") == turn_diagram.page(), "python -m tools.turn_diagram"


def test_the_diagram_has_every_phase_and_every_arrow_of_the_table() -> None:
    drawn = turn_diagram.diagram()
    assert [phase for phase in PHASES if f"    {phase} : " not in drawn] == []
    for trigger, sources, dest in TURN:
        for source in [sources] if isinstance(sources, str) else sources:
            assert f"    {source} --> {dest} : {trigger}" in drawn.splitlines()


def test_no_word_in_the_diagram_ends_its_line_early() -> None:
    """A colon or semicolon in a description would."""
    assert [words for words in turn_diagram.PHASE_WORDS.values() if re.search("[:;]", words)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#\s]+)\)", text) if "://" not in link]
    links += re.findall(r'src="([^"]+)"', text)
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("name", ["turn", "scoring", "final"])
def test_the_readme_shows_pictures_of_the_panel(name: str) -> None:
    path = f"docs/pictures/{name}.png"
    assert path in (ROOT / "README.md").read_text(encoding="utf-8")
    with Image.open(ROOT / path) as picture:
        assert picture.size == (PANELS[REFERENCE].width, PANELS[REFERENCE].height)
