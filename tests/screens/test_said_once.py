"""A result says each thing once: no row of figures and no sentence with a number stands on two of its pages."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations, takewhile

import pytest
from msgspec.structs import replace

from companion.engine.game import TABLE_VIEWER
from companion.engine.message import tr
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer, new_history
from companion.games.glen_more_2.catalogue.box import read_box
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.games.glen_more_2.web import picture_sentences
from companion.games.random_play import play_step
from companion.scoring.gains import Gain
from companion.screens.paper import PANELS, number_with_minus_sign, with_typographic_signs
from companion.screens.pen import DrawnElement
from companion.screens.tables import NO_POINTS_SIGN
from companion.state.glen_more_2.model import HouseRules
from companion.state.glen_more_2.view import CountView, ExtraSheet, View
from tests.screens.layout import problems
from tests.screens.samples import BY_GOODS, OVER, RESULT, VIEW, pseudo, sheet
from tests.screens.shown import drawing, sheet_pages
from tests.screens.test_played_game import BOX

on_each_panel = pytest.mark.parametrize("panel", PANELS)
FIGURE = re.compile(r"[+−]?\d+[?*.]?|·")


@cache
def with_chronicles() -> View:
    """Four people's game with all eight chronicles, at its end."""
    game = game_rules()
    slugs = tuple(game.library.expansions)
    history = new_history(game, effective_facts(read_box(BOX)), HouseRules(), slugs)
    player = RandomPlayer(RandomGamePlan(4, 8, chronicles=slugs))
    while not game.is_finished(history.state):
        play_step(history, player)
    return game.view(history.state, TABLE_VIEWER)


def pages(view: View, kind: str, panel: str) -> list[list[str]]:
    paper = PANELS[panel].paper()
    drawn = (drawing(view, sheet(kind, n), paper, str).drawn for n in range(sheet_pages(view, kind, paper)))
    return [[each.text for each in page if each.kind == "text"] for page in drawn]


def told(texts: list[str]) -> set[tuple[str, ...]]:
    """What a page tells: its rows of figures, of whatever they are, and whose points stand beside a sentence."""
    found, row = set(), []
    for at, text in enumerate([*texts, ""]):
        if FIGURE.fullmatch(text):
            row.append(text)
            continue
        # Two figures may well be alike by chance; nothing and 0 tell nothing.
        if sum(any(sign in "123456789" for sign in each) for each in row) > 2:
            found.add(tuple(row))
        if len(text.split()) > 2 and len(row) == 1:
            found.add((*texts[at - 2 : at], text))
        row = []
    return found


def repeated(found: list[list[str]]) -> set[tuple[str, ...]]:
    return set().union(*(told(one) & told(other) for one, other in combinations(found, 2)))


def views() -> dict[str, View]:
    counts = tuple(
        CountView(player.id, tr("Coins"), at + 3, confirmed=at != 2, corrected=at == 1)
        for at, player in enumerate(OVER.players)
    )
    return {"sample": replace(OVER, counts=counts), "goods": BY_GOODS, "eight chronicles": with_chronicles()}


@on_each_panel
@pytest.mark.parametrize("game", ["sample", "goods", "eight chronicles"])
def test_no_two_pages_of_the_end_say_the_same(game: str, panel: str) -> None:
    found = pages(views()[game], "final", panel)
    assert len(set().union(*map(told, found))) > 5
    assert repeated(found) == set()


def with_a_haggis() -> View:
    """A chronicle's own scoring after a round, which takes a sentence for each player."""
    before = tuple(replace(scored, points_before=scored.points) for scored in RESULT.players)
    own = tuple(
        replace(scored, points=scored.points + n, gains=(Gain("haggis", n, tr("{n} face up", n=n)),))
        for n, scored in enumerate(before, 1)
    )
    return replace(VIEW, extra_scorings=(ExtraSheet(tr("Address to a Haggis"), replace(RESULT, players=own)),))


@on_each_panel
def test_no_two_pages_of_a_scoring_with_a_chronicles_own_say_the_same(panel: str) -> None:
    found = pages(with_a_haggis(), "result", panel)
    assert repeated(found) == set()
    assert any("45" in page for page in found), "and yet the later total is there"


# On the smallest glass the totals take the first page whole.
@pytest.mark.parametrize("panel", [name for name in PANELS if name != "2in13"])
@pytest.mark.rule("C5-13")
def test_a_scoring_without_lines_of_two_words_begins_with_its_sentences_under_the_totals(panel: str) -> None:
    view = with_a_haggis()
    first = pages(view, "result", panel)[0]
    assert first.index("Total") < first.index("1 face up")
    assert problems(drawing(view, sheet("result"), PANELS[panel].paper(), str)) == []


@on_each_panel
def test_who_hears_the_panel_hears_the_chronicles_own_scoring_first(panel: str) -> None:
    view = with_a_haggis()
    said = picture_sentences(view, sheet("result"), str)
    assert said[0] == "Address to a Haggis"
    assert "total 45" in " ".join(said[: 1 + len(view.players)])
    assert said[1 + len(view.players)] == "Scoring round B"


def columns_of(drawn: list[DrawnElement], words: str) -> list[list[int]]:
    """For each figure beside these words the figures over it in its column."""
    at = next(n for n, each in enumerate(drawn) if each.text == words)
    feet = list(takewhile(lambda each: FIGURE.fullmatch(each.text), drawn[at + 1 :]))
    above = [each for each in drawn[:at] if re.fullmatch(r"[+−]\d+", each.text)]
    over = ([each for each in above if abs(each.box.right - foot.box.right) < 4] for foot in feet)
    return [[number(each.text) for each in (foot, *column)] for foot, column in zip(feet, over, strict=True)]


def scores(page: list[str]) -> bool:
    """It has points of the scoring, not only counts."""
    return "Final scoring" in page and any(re.fullmatch(r"[+−]\d+", each) for each in page)


def number(text: str) -> int:
    return 0 if text == NO_POINTS_SIGN else int(text.replace("−", "-"))


@on_each_panel
@pytest.mark.parametrize(("kind", "words"), [("final", "Total"), ("result", "Total")])
def test_what_stands_on_a_page_with_a_sum_adds_up_there(kind: str, words: str, panel: str) -> None:
    view, paper = with_chronicles(), PANELS[panel].paper()
    drawn = [drawing(view, sheet(kind, n), paper, str).drawn for n in range(sheet_pages(view, kind, paper))]
    texts = [[each.text for each in page] for page in drawn]
    at = max(n for n, page in enumerate(texts) if words in page)
    before = [0] * len(view.players)
    if kind == "result":
        start = texts[at].index("Points before") + 1
        before = [number(each) for each in texts[at][start : start + len(before)]]
    columns = columns_of(drawn[at], words)
    # On small glass the sums may have no room for lines over them; then nothing there seems to be all.
    carried = [text for text in texts[at] if "on page" in text or text.startswith("pages ")]
    behind = [n for n, page in enumerate(texts, 1) if n > at + 1 and scores(page)]
    assert carried == [f"pages {behind[0]}–{behind[-1]}"] or (panel.startswith("2") and not carried)
    for earlier, (total, *gains) in zip(before, columns, strict=True):
        assert not any(len(column) > 1 for column in columns) or earlier + sum(gains) == total


@on_each_panel
def test_the_watch_for_what_is_said_twice_sees_it(panel: str) -> None:
    found = pages(with_chronicles(), "final", panel)
    assert repeated([*found, found[-1] + ["Total", "+1", "2", "−3"], ["Points before", "+1", "2", "−3"]])


@on_each_panel
def test_the_points_before_and_those_of_the_final_scoring_add_up_to_the_places(panel: str) -> None:
    view = with_chronicles()
    assert view.result
    found = pages(view, "final", panel)
    [page] = [page for page in found if "Before the final scoring" in page and "Total" in page]
    at = page.index("Total") + 1
    before = [scored.points_before for scored in view.result.players]
    assert page[at : at + 4] == [number_with_minus_sign(points) for points in before]
    assert {number_with_minus_sign(scored.points) for scored in view.result.players} <= set(found[0])
    behind = " ".join(text for page in found for text in page)
    for scored in view.result.players:
        assert scored.points - scored.points_before == sum(gain.points for gain in scored.gains)
        for gain in scored.gains:
            short, because = (
                f"{with_typographic_signs(f'{gain.points:+}')} {gain.short}",
                with_typographic_signs(str(gain.because)),
            )
            # A line of the table, or where two words don't explain it a sentence that begins alike.
            assert (because if gain.short is None else short) in behind, gain


@on_each_panel
def test_the_end_comes_in_the_order_in_which_people_ask(panel: str) -> None:
    texts = [" ".join(page) for page in pages(with_chronicles(), "final", panel)]
    wins = next(n for n, page in enumerate(texts) if " wins" in page)
    numbers = next(n for n, page in enumerate(texts) if "Turns" in page)
    most = next(n for n, page in enumerate(texts) if "Most at once" in page)
    before = next(n for n, page in enumerate(texts) if "Before the final scoring" in page)
    last = next(n for n, page in enumerate(texts) if page.startswith("Final scoring") or " Final scoring " in page)
    assert wins == 0 < numbers <= most < before < last


@on_each_panel
@pytest.mark.parametrize(
    ("unsaid", "corrected", "line"),
    [
        (0, 0, "Counts confirmed"),
        (0, 1, "Counts confirmed, 1 corrected"),
        (1, 0, "1 count not confirmed, see page {page}"),
        (2, 1, "2 counts not confirmed, see page {page}"),
    ],
)
def test_the_first_page_of_the_end_says_which_counts_people_have_said(
    panel: str, unsaid: int, corrected: int, line: str
) -> None:
    counts = tuple(
        CountView(player.id, tr("Coins"), at + 31, at >= unsaid, corrected=unsaid <= at < unsaid + corrected)
        for at, player in enumerate(OVER.players)
    )
    view = replace(OVER, counts=counts)
    found = pages(view, "final", panel)
    [numbers] = [at for at, page in enumerate(found, 1) if "Coins" in page and any("31" in text for text in page)]
    first = ", ".join(found[0]) if panel in ("4in2", "7in5") else " ".join(found[0])
    assert line.format(page=numbers) in first
    signs = ["31?" if unsaid else "31*" if corrected else "31", "34"]
    assert set(signs) <= set(found[numbers - 1])
    for translate in (str, pseudo):
        assert problems(drawing(view, sheet("final"), PANELS[panel].paper(), translate)) == []


@on_each_panel
@pytest.mark.parametrize("kind", ["final", "standings"])
def test_each_line_of_a_chronicle_has_the_icon_of_its_own_before_it(kind: str, panel: str) -> None:
    view, paper = with_chronicles(), PANELS[panel].paper()
    lines = {with_typographic_signs(str(line)) for of in (view, *view.players) for line in of.lines}
    found = set()
    for number in range(sheet_pages(view, kind, paper)):
        drawn = drawing(view, sheet(kind, number), paper, str).drawn
        for at, each in enumerate(drawn):
            if each.text in lines:
                assert drawn[at - 1].kind == "mark", each.text
                assert 0 < each.box.x - drawn[at - 1].box.right < 10
                found.add(each.text)
    # A line that is longer than the glass is broken.
    assert len(found) > len(lines) // 2


@on_each_panel
def test_what_a_chronicle_scored_has_its_icon_and_what_a_tile_gave_the_star(panel: str) -> None:
    view, paper = with_chronicles(), PANELS[panel].paper()
    scored = {gain.source for each in view.result.players for gain in each.gains} if view.result else set()
    own = {str(dict(view.source_words)[source]) for source, icon in view.source_icons if source in scored and icon}
    assert own
    for number in range(sheet_pages(view, "final", paper)):
        drawn = drawing(view, sheet("final", number), paper, str).drawn
        if any(each.text == "Final scoring" for each in drawn):
            for at, each in enumerate(drawn):
                if each.text in own:
                    assert drawn[at - 1].kind == "mark", each.text


@on_each_panel
def test_the_game_in_numbers_names_the_turns_of_figures_that_are_no_players(panel: str) -> None:
    view = with_chronicles()
    story = view.score_history.turns
    players = {player.id for player in view.players}
    [who] = {each.figure for each in story if not each.scoring} - players
    n = sum(each.figure == who and not each.scoring for each in story)
    told = " ".join(text for page in pages(view, "final", panel) for text in page)
    assert f"Turns, Englishman: {n}" in told


@on_each_panel
def test_the_game_in_numbers_has_the_landmark_cards(panel: str) -> None:
    view = with_chronicles()
    page = next(each for each in pages(view, "final", panel) if "Landmark cards" in each)
    assert "The game in numbers" in page
    at = page.index("Landmark cards") + 1
    assert page[at : at + len(view.players)] == [str(player.landmarks) for player in view.players]
