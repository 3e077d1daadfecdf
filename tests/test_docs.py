"""What the documents say is so: drawings are current, links resolve, names exist in the product, lengths hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from PIL import Image
from starlette.routing import Route

from companion.chronicles.haggis.document import HaggisDocument, ScoredPlayer
from companion.cli import main
from companion.games.glen_more_2.cli import chronicle_score_keys
from companion.games.installed import installed_games
from companion.scoring.gains import PlayerResult
from companion.scoring.glen_more import document as glen_more
from companion.scoring.glen_more_2.document import PLAYER_KEYS, SHEET_KEYS
from companion.scoring.schotten_totten import document as schotten_totten
from companion.screens.paper import PANELS, REFERENCE_PANEL
from companion.screens.translator import Translator
from companion.state.glen_more_2.course import MACHINE
from companion.state.glen_more_2.events import STAGES
from companion.state.glen_more_2.expansions import Expansion
from companion.web.phones.routes import PhoneRoutes
from companion.web.routes import Routes
from tests.web.phones.stub import StubPhones
from tests.web.stub import StubDesk
from tools import turn_diagram
from tools.texts import TEMPLATE, read

ROOT = Path(__file__).parent.parent
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("*.md")),
]


GUIDES = [ROOT / "docs" / f"{reader}-guide.md" for reader in ("user", "owner", "builder", "developer")]
REFERENCE_PAGE = ROOT / "docs" / "reference.md"
README_LINES, RELEASE_LINES, PROSE_WIDTH = 120, 60, 120
LABELLED = [ROOT / "README.md", ROOT / "CHANGELOG.md", *GUIDES[:2]]
"""Pages in which words between single asterisks are labels of the interface, or names of games."""


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def outside_code(page: Path) -> str:
    """The text of a page without fenced and indented code, and without comments."""
    text = re.sub(r"(?ms)^ *```.*?^ *```$|<!--.*?-->", "", text_of(page))
    return re.sub(r"(?m)(?<=\n\n)(?: {4,}(?![-*]|\d+\.|!).*\n)+", "", text)


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub makes of the headings of a page."""
    headings = re.findall(r"(?m)^#+ (.+)$", outside_code(page))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(page: Path) -> Iterator[str]:
    """Relative links and pictures of a page."""
    text = outside_code(page)
    yield from (link for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link)
    yield from re.findall(r'src="([^"]+)"', text)


def resolves(link: str, page: Path) -> bool:
    path, _, anchor = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    if not target.exists() or ROOT not in target.parents:
        return False
    return not anchor or (target.suffix == ".md" and anchor in anchors(target))


def test_the_drawing_of_the_course_is_current() -> None:
    text = text_of(turn_diagram.GUIDE)
    assert turn_diagram.section() in text
    assert turn_diagram.updated_guide(text) == text, 'type "make docs"'


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
def test_every_relative_link_and_anchor_resolves(page: Path) -> None:
    assert [link for link in links(page) if not resolves(link, page)] == []


@pytest.mark.parametrize(
    "link", ["docs/nothing.md", "README.md#nothing", "#nothing", "tools/wiring.py#L1", "../x.md"]
)
def test_a_link_to_nothing_is_found(link: str) -> None:
    assert not resolves(link, ROOT / "README.md")
    assert resolves("docs/user-guide.md#undo-and-corrections", ROOT / "README.md")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_line_of_prose_is_too_long(page: Path) -> None:
    prose = [line for line in outside_code(page).splitlines() if not line.lstrip().startswith("|")]
    assert [line for line in prose if len(line) > PROSE_WIDTH] == []


def test_every_page_is_linked_from_the_readme() -> None:
    linked = {link.partition("#")[0] for link in links(ROOT / "README.md")}
    assert [page.name for page in PAGES[1:] if str(page.relative_to(ROOT)) not in linked] == []


def test_the_readme_is_short() -> None:
    assert len(text_of(ROOT / "README.md").splitlines()) <= README_LINES


def test_the_changelog_is_short_and_in_the_form_of_keep_a_changelog() -> None:
    _, newest, *older = re.split(r"(?m)^(?=## )", text_of(ROOT / "CHANGELOG.md"))
    assert newest.startswith("## 0.2.0")
    assert len(newest.splitlines()) <= RELEASE_LINES
    assert all(line[:2] in ("- ", "##") for line in newest.splitlines() if line), "one line per change"
    for release in (newest, *older):
        assert set(re.findall(r"(?m)^### (.+)$", release)) <= {"Added", "Changed", "Fixed", "Removed"}


@pytest.mark.parametrize("page", LABELLED, ids=lambda page: page.name)
def test_every_label_is_one_of_the_interface(page: Path) -> None:
    """Words between single asterisks are texts of the product, in English."""
    forms = [(message.id,) if isinstance(message.id, str) else message.id for message in read(TEMPLATE)]
    games = {Translator("en")(words) for game in installed_games() for words in (game.name, game.title)}
    known = games.union(*forms)
    text = re.sub(r"`[^`]*`", "", outside_code(page)).replace("**", "")
    labels = re.findall(r"(?<![\w*])\*([^*\n]+(?:\n[^*\n]+)?)\*(?![\w*])", text)
    assert labels
    assert [label for label in labels if " ".join(label.split()) not in known] == []


def test_every_part_of_a_chronicle_is_in_the_developers_guide() -> None:
    section = text_of(GUIDES[3]).partition("## Add a chronicle")[2].partition("\n## ")[0]
    assert "house_rules" in Expansion.__struct_fields__
    assert [part for part in Expansion.__struct_fields__ if not re.search(rf"`{part}\b", section)] == []


def test_every_path_in_the_developers_guide_exists() -> None:
    """Paths from companion/ or the root; `<...>` is any name, and a small game may have a module for a folder."""
    paths = re.findall(r"`([\w./<>]+/[\w./<>]*)`", text_of(GUIDES[3]))
    assert len(set(paths)) > 30
    assert [path for path in paths if not any(any(ROOT.glob(each)) for each in patterns_of(path))] == []


def patterns_of(path: str) -> Iterator[str]:
    name = re.sub(r"<\w+>", "*", path).rstrip("/")
    for root in ("", "companion/"):
        yield root + name
        yield f"{root}{name}.py"


def test_every_command_is_in_the_reference(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help", "--lang", "en"]) == 0
    listed = capsys.readouterr().out.partition("Commands:")[2]
    commands = re.findall(r"(?m)^  (\w+) ", listed)
    assert len(commands) > 12
    section = text_of(REFERENCE_PAGE).partition("## Commands")[2].partition("\n## ")[0]
    assert [name for name in commands if not re.search(rf"`{name}\b", section)] == []


@pytest.mark.parametrize("name", ["turn", "scoring", "final"])
def test_the_readme_shows_pictures_of_the_panel(name: str) -> None:
    path = f"docs/pictures/{name}.png"
    assert path in (ROOT / "README.md").read_text(encoding="utf-8")
    with Image.open(ROOT / path) as picture:
        assert picture.size == (PANELS[REFERENCE_PANEL].width, PANELS[REFERENCE_PANEL].height)


def test_every_route_of_the_page_is_in_the_reference() -> None:
    text = text_of(REFERENCE_PAGE)
    routes = [route for route in Routes(StubDesk(), Translator("en")).table() if isinstance(route, Route)]
    assert len(routes) > 8
    lines = [f"`{'POST' if 'POST' in (route.methods or ()) else 'GET'} {route.path}`" for route in routes]
    assert [line for line in lines if line not in text] == []


def test_every_route_of_invited_phones_is_in_the_reference(tmp_path: Path) -> None:
    text = text_of(REFERENCE_PAGE).partition("## Invited phones")[2]
    routes = [each for each in PhoneRoutes(StubPhones(tmp_path), str).table() if isinstance(each, Route)]
    assert len(routes) > 10
    lines = [f"`{'POST' if 'POST' in (route.methods or ()) else 'GET'} {route.path}`" for route in routes]
    assert [line for line in lines if line not in text] == []


@pytest.mark.parametrize("command", ["score", "haggis"])
def test_help_of_what_scores_names_the_page_with_its_document(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "--help", "--lang", "en"]) == 0
    text = capsys.readouterr().out
    assert "--example" in text
    assert ROOT / re.findall(r"docs/\S+\.md", text)[0] == REFERENCE_PAGE


def test_every_key_that_can_be_scored_is_in_the_reference() -> None:
    text = text_of(REFERENCE_PAGE)
    structs = (HaggisDocument, ScoredPlayer, PlayerResult)
    keys = {
        *glen_more.SHEET_KEYS,
        *glen_more.PLAYER_KEYS,
        *schotten_totten.SHEET_KEYS,
        *schotten_totten.STONE_KEYS,
        *schotten_totten.HOUSE_KEYS,
        *SHEET_KEYS,
        *PLAYER_KEYS,
        *(key for each in chronicle_score_keys() for key in each.keys),
    }
    keys |= {field.name for struct in structs for field in msgspec.structs.fields(struct)}
    assert [key for key in sorted(keys) if f"`{key}`" not in text] == []
