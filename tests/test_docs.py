"""What the documents say is so: drawings are up to date, links lead somewhere, pictures are the product's size."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from PIL import Image
from starlette.routing import Route

from companion.chronicles.haggis.document import HaggisDocument, ScoredPlayer
from companion.cli import main
from companion.games.glen_more_2.expansions import score_keys
from companion.scoring.gains import Scored
from companion.scoring.glen_more import document as glen_more
from companion.scoring.glen_more_2.document import PLAYER_KEYS, SHEET_KEYS
from companion.scoring.schotten_totten import document as schotten_totten
from companion.screens.panels import PANELS, REFERENCE
from companion.screens.translator import Translator
from companion.state.glen_more_2.course import MACHINE
from companion.state.glen_more_2.stages import STAGES
from companion.web.phones.routes import PhoneRoutes
from companion.web.routes import Routes
from tests.web.phones.stub import StubPhones
from tests.web.stub import StubDesk
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


def test_the_diagram_has_every_stage_and_every_move_of_the_machine() -> None:
    drawn = turn_diagram.diagram().splitlines()
    assert [stage.name for stage in STAGES if not any(f"    {stage.name} : " in line for line in drawn)] == []
    arrows = {(edge.source, edge.to) for edge in turn_diagram.edges()}
    assert arrows == moves_of_the_machine()
    assert all(any(line.startswith(f"    {a} --> {b} : ") for line in drawn) for a, b in arrows)


def moves_of_the_machine() -> set[tuple[str, str]]:
    """What `transitions` itself holds."""
    return {
        (move.source, str(move.dest))
        for event in MACHINE.events.values()
        for moves in event.transitions.values()
        for move in moves
        if move.dest
    }


def test_no_word_in_the_diagram_ends_its_line_early() -> None:
    """A colon or semicolon in a description would."""
    words = [line.partition(" : ")[2] for line in turn_diagram.diagram().splitlines()]
    assert [each for each in words if re.search("[:;]", each)] == []


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


def test_every_route_of_the_page_is_told() -> None:
    told = (ROOT / "docs" / "page.md").read_text("utf-8")
    routes = [route for route in Routes(StubDesk(), Translator("en")).table() if isinstance(route, Route)]
    assert len(routes) > 8
    lines = [f"`{'POST' if 'POST' in (route.methods or ()) else 'GET'} {route.path}`" for route in routes]
    assert [line for line in lines if line not in told] == []


def test_every_route_of_invited_phones_is_told(tmp_path: Path) -> None:
    told = (ROOT / "docs" / "page.md").read_text("utf-8").partition("## Invited phones")[2]
    routes = [each for each in PhoneRoutes(StubPhones(tmp_path), str).table() if isinstance(each, Route)]
    assert len(routes) > 10
    lines = [f"`{'POST' if 'POST' in (route.methods or ()) else 'GET'} {route.path}`" for route in routes]
    assert [line for line in lines if line not in told] == []


@pytest.mark.parametrize("command", ["score", "haggis"])
def test_help_of_what_scores_says_where_its_document_is_told(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "--help", "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "--example" in told
    assert (ROOT / re.findall(r"docs/\S+\.md", told)[0]).exists()


def test_every_key_that_can_be_scored_is_told() -> None:
    text = (ROOT / "docs" / "score.md").read_text(encoding="utf-8")
    structs = (HaggisDocument, ScoredPlayer, Scored)
    keys = {
        *glen_more.SHEET_KEYS,
        *glen_more.PLAYER_KEYS,
        *schotten_totten.SHEET_KEYS,
        *schotten_totten.STONE_KEYS,
        *schotten_totten.HOUSE_KEYS,
        *SHEET_KEYS,
        *PLAYER_KEYS,
        *(key for each in score_keys() for key in each.keys),
    }
    keys |= {field.name for struct in structs for field in msgspec.structs.fields(struct)}
    assert [key for key in sorted(keys) if f"`{key}`" not in text] == []
