"""What people owe is read whole on every panel, in every language: on the turn screen or the sheet behind it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.engine.game import TABLE_VIEWER
from companion.engine.message import Message, Translate, join_list, literal, tr, trn
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer, new_history
from companion.games.glen_more_2.catalogue.box import read_box
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.glen_more_2.definition import GAME
from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.games.glen_more_2.screens.home import ZONES
from companion.games.random_play import play_step
from companion.menu.menu import menu_page
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.pages import HomePage, SheetPage
from companion.screens.paper import PANELS, Box, Paper, with_typographic_signs
from companion.screens.pen import Pen
from companion.screens.picture import hidden_sheet
from companion.screens.translator import Translator, available_languages
from companion.state.glen_more_2.model import HouseRules
from companion.state.glen_more_2.text.history_text import shortened_log_lines
from companion.state.glen_more_2.text.labels import ENTERED_LABEL, coin_change_text, point_change_text
from companion.state.glen_more_2.view import TABLE_TASKS, TableTask, View, outline_of
from tests.screens.layout import overlap, problems
from tests.screens.samples import HOME, VIEW
from tests.screens.shown import drawing, sheet_pages

BOX = Path(__file__).parent.parent / "boxes" / "complete.toml"
MOST = 2500


def all_eight() -> list[tuple[View, HomePage]]:
    """A game with every chronicle: each sentence that was ever owed, with the turn screen that stood then."""
    game = game_rules()
    history = new_history(game, effective_facts(read_box(BOX)), HouseRules(), tuple(game.library.expansions))
    player = RandomPlayer(RandomGamePlan(3, 5, chronicles=tuple(game.library.expansions)))
    seen: set[str] = set()
    found = []
    for _ in range(MOST):
        if game.is_finished(history.state):
            break
        view = game.view(history.state, TABLE_VIEWER)
        new = {_sort(each.text) for each in view.table_tasks} - seen
        home = menu_page(Menu(postponed_question=99), MenuContext(questions=game.questions(history.state)))
        if new and isinstance(home, HomePage):
            seen |= new
            found.append((view, home))
        play_step(history, player)
    return found


def _sort(text: Message) -> str:
    """Sentences that differ in tiles and numbers only are of one sort."""
    return str(text) if text.text == "{name}: {text}" else text.text


@pytest.fixture(scope="module")
def states() -> list[tuple[View, HomePage]]:
    return all_eight()


def read(pen: Pen) -> str:
    """All words of a picture, lines joined as they are read; a text that was cut is not there."""
    return " ".join(each.text for each in pen.drawn if each.kind == "text" and each.whole)


def pictures(view: View, home: HomePage, paper: Paper, translate: Translate) -> Iterator[str]:
    """The turn screen, then the pages of the sheet, if there is one."""
    yield read(drawing(view, home, paper, translate))
    if TABLE_TASKS in outline_of(view).sheets:
        pages = sheet_pages(view, TABLE_TASKS, paper, translate)
        for at in range(pages):
            pen = drawing(view, SheetPage(TABLE_TASKS, (), at, pages), paper, translate)
            assert problems(pen) == []
            yield read(pen)


@pytest.mark.parametrize("language", available_languages())
@pytest.mark.parametrize("panel", PANELS)
def test_every_owed_sentence_of_a_game_is_read_whole(
    panel: str, language: str, states: list[tuple[View, HomePage]]
) -> None:
    assert len(states) > 10
    translate = Translator(language)
    for view, home in states:
        shown = list(pictures(view, home, PANELS[panel].paper(), translate))
        for each in view.table_tasks:
            words = with_typographic_signs(" ".join(translate(each.text).split()))
            assert any(words in text for text in shown), (words, shown)


@pytest.mark.parametrize("panel", PANELS)
def test_the_first_is_on_the_turn_screen_and_the_others_are_counted(panel: str) -> None:
    owed = tuple(TableTask(literal(f"Sentence {n} of those that must be done")) for n in range(40))
    pen = drawing(replace(VIEW, table_tasks=owed), HOME, PANELS[panel].paper(), str)
    texts = read(pen)
    shown = [each for each in owed if str(each.text) in texts]
    assert shown[:1] == [owed[0]]
    left = len(owed) - len(shown)
    assert left > 0
    assert f"{left} more" in texts
    assert problems(pen) == []


@pytest.mark.parametrize("panel", PANELS)
def test_however_much_is_booked_what_is_owed_is_told_or_counted(panel: str) -> None:
    owed = [str(each.text) for each in VIEW.table_tasks]
    for booked in ((), VIEW.turn_log, VIEW.turn_log * 9):
        texts = read(drawing(replace(VIEW, turn_log=booked), HOME, PANELS[panel].paper(), str))
        told = [each for each in owed if each in texts]
        assert told == owed[: len(told)] != []
        left = len(owed) - len(told)
        assert not left or f"{left} more" in texts


def test_what_is_booked_gives_way_to_what_is_owed_and_its_newest_stands_behind_the_tick() -> None:
    owed = (
        TableTask(literal("Before OK enter the tile's cost, even 0"), "entry"),
        TableTask(literal("Discard 4 tiles of deck S, 1 tile of deck A")),
        TableTask(literal("Lay 5 from A (8 left)")),
    )
    booked = (literal("Took a tile of deck A"), literal("+2 coins (Castle Stalker)"))
    pen = drawing(replace(VIEW, table_tasks=owed, turn_log=booked), HOME, PANELS["2in13"].paper(), str)
    texts = read(pen)
    assert [each for each in owed if str(each.text) not in texts] == []
    newest = next(each for each in pen.drawn if each.text.startswith("Took a tile of deck A"))
    assert any(each.kind == "mark" and 0 < newest.box.x - each.box.right < 16 for each in pen.drawn)
    assert problems(pen) == []


@pytest.mark.parametrize("language", available_languages())
@pytest.mark.parametrize("panel", PANELS)
def test_each_thing_to_do_has_an_arrow_of_its_own(
    panel: str, language: str, states: list[tuple[View, HomePage]]
) -> None:
    """With white before it; on large glass each begins a line, unless for the market's sake."""
    seen, paper, translate = 0, PANELS[panel].paper(), Translator(language)
    for view, home in states:
        if not view.turn or home.waiting or hidden_sheet(GAME.shown(view), paper, translate):
            continue
        pen = drawing(view, home, paper, translate)
        assert problems(pen) == []
        top, bottom = ZONES[paper.panel].bar, ZONES[paper.panel].counts
        marks = [each for each in pen.drawn if each.kind == "mark" and top < each.box.y < bottom]
        arrows = [each for each in marks if each.box.w == (each.box.h + 1) // 2]
        assert len(arrows) == len(view.table_tasks)
        texts = [each.box for each in pen.drawn if each.kind == "text"]
        before = [Box(each.box.x - 4, each.box.y, 4, each.box.h) for each in arrows]
        assert not any(overlap(text, white) for text in texts for white in before)
        if not paper.tight and not any(paper.height // 3 < each.box.y < bottom - 10 for each in pen.drawn):
            assert len({each.box.x for each in arrows}) <= 1
            assert len({each.box.y for each in arrows}) == len(arrows)
        seen += len(arrows) > 2
    assert seen > 5


@pytest.mark.parametrize("language", available_languages())
@pytest.mark.parametrize("panel", ["4in2", "7in5"])
def test_beside_three_things_to_do_the_market_keeps_its_place(panel: str, language: str) -> None:
    booked = {"turn_log": (CASTLE_STALKER, literal("Took a tile of deck A")), "turn_log_coins": (3, 0)}
    prices = {}
    for owed in (FULL[:1], FULL):
        pen = drawing(replace(VIEW, table_tasks=owed, **booked), HOME, PANELS[panel].paper(), Translator(language))
        assert problems(pen) == []
        under = ZONES[pen.paper.panel].market
        prices[len(owed)] = [each for each in pen.drawn if under < each.box.y < ZONES[pen.paper.panel].counts - 10]
        assert "+3" in read(pen)
    assert prices[3] == prices[1] != []


def test_steps_that_are_ticked_off_one_by_one_stand_alone() -> None:
    owed = (TableTask(literal("Each player a haggis table")), TableTask(literal("Shuffle the decks")))
    texts = read(drawing(replace(VIEW, turn=0, table_tasks=owed), HOME, PANELS["2in13"].paper(), str))
    assert "Each player a haggis table" in texts
    assert "Shuffle" not in texts
    assert "BACK: 1 more" in texts


@pytest.mark.parametrize("panel", PANELS)
def test_the_panel_knows_when_it_counts_what_is_owed_instead_of_telling_it(
    panel: str, states: list[tuple[View, HomePage]]
) -> None:
    """Then the first OK shows it: see the menu's tests."""
    long = tuple(TableTask(literal(f"Sentence {n} of those that must be done")) for n in range(40))
    paper = PANELS[panel].paper()
    for view, home in [*states, (replace(VIEW, table_tasks=long), HOME)]:
        if not view.turn or home.waiting:
            continue
        texts = read(drawing(view, home, paper, str))
        missing = [each for each in view.table_tasks if " ".join(str(each.text).split()) not in texts]
        assert hidden_sheet(GAME.shown(view), paper) == (TABLE_TASKS if missing else ""), (texts, missing)
    assert missing


@pytest.mark.parametrize("panel", PANELS)
def test_in_a_whole_game_four_things_that_are_owed_in_a_turn_are_never_hidden(
    panel: str, states: list[tuple[View, HomePage]]
) -> None:
    """More at once come of several chronicles alone: small paper counts them, and the first OK shows them."""
    paper = PANELS[panel].paper()
    hidden = [view.table_tasks for view, _ in states if view.turn and hidden_sheet(GAME.shown(view), paper)]
    assert [owed for owed in hidden if len(owed) <= 4 or not paper.tight] == []


FULL = (
    TableTask(literal("Before OK enter the tile's cost, even 0"), "entry"),
    TableTask(literal("Discard 5 tiles of deck A, passed by all players")),
    TableTask(literal("Lay 1 from B")),
)
CASTLE_STALKER = tr("{change} ({cause})", change=join_list([coin_change_text(3)]), cause=literal("Castle Stalker"))
TOOK_IT = tr(
    "{deed}: {change}",
    deed=literal("Took Castle Stalker"),
    change=join_list([coin_change_text(-2), tr("its card")]),
)
A_TOKEN = tr(
    "{change} ({cause})",
    change=join_list([trn("+{n} haggis token", "+{n} haggis tokens", 2)]),
    cause=tr("face up or drawn"),
)
ENTERED = tr(
    "{change} ({cause})",
    change=join_list([coin_change_text(-1), trn("{sign}{n} barrel", "{sign}{n} barrels", 1, sign="+")]),
    cause=ENTERED_LABEL,
)


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize(
    ("newest", "coins", "came_to"),
    [
        (CASTLE_STALKER, 3, "+3 coins"),
        (TOOK_IT, -2, "-2 coins"),
        (A_TOKEN, 0, "+2 haggis tokens"),
        (ENTERED, -1, "-1 coin"),
        (tr("{player}: {what}", player=literal("Blue"), what=CASTLE_STALKER), 0, "Blue: +3 coins"),
    ],
)
def test_beside_much_that_is_owed_the_newest_that_is_booked_still_says_what_it_came_to(
    panel: str, newest: Message, coins: int, came_to: str
) -> None:
    """Where its cause has no room; never is money left out."""
    others = (literal("Took a tile of deck A"), literal("-1 coin (England row)"), literal("+1 coin (sheep row)"))
    full = replace(VIEW, table_tasks=FULL, turn_log=(newest, *others), turn_log_coins=(coins, 0, -1, 1))
    pen = drawing(full, HOME, PANELS[panel].paper(), str)
    texts = read(pen)
    assert with_typographic_signs(came_to) in texts
    assert all(str(each.text) in texts for each in FULL)
    assert problems(pen) == []


@pytest.mark.parametrize("panel", PANELS)
def test_through_a_whole_game_a_number_never_stands_alone_for_what_was_booked(
    panel: str, states: list[tuple[View, HomePage]]
) -> None:
    paper, seen = PANELS[panel].paper(), 0
    for view, home in states:
        if view.turn_log and view.turn:
            told = (view.turn_log[0], *shortened_log_lines(view.turn_log[0]))
            ways = [with_typographic_signs(" ".join(str(each).split())) for each in told]
            texts = read(drawing(view, home, paper, str))
            words = ways[-1].split() if paper.tight else []
            begun = [f"{' '.join(words[:n])}…" for n in range(1, len(words))]
            sums = (coin_change_text(sum(view.turn_log_coins)), point_change_text(sum(view.turn_log_points)))
            came_to = [with_typographic_signs(str(each)) for each in sums if each.count]
            assert any(each in texts for each in (*ways, *begun, *(came_to if paper.tight else ()))), (told, texts)
            seen += 1
    assert seen > 10


CROWDED = {
    "cost not known": (
        "Got a haggis token",
        "Before OK enter the tile's cost, even 0",
        "First past the Englishman: Blue takes his marker",
        "Take the haggis token, face up or drawn; 2 always lie face up in the supply",
        "Lay 1 from A",
    ),
    "landmark": (
        "Took Loch Ness: its card",
        "Pay 1 Scot: from a tile to your supply",
        "Loch Ness: In each of your turns activate 1 more tile, anywhere in your territory.",
        "Discard 1 tile of deck C, passed by all",
        "Lay 3 from C",
    ),
    "die": (
        "The die shows 2: it threw out a tile of deck B",
        "Take off tile 3 ahead of the die: the die goes there",
        "Red, tap the tile you take",
        "Haggis tokens that lie face up on the tables: face down into the supply",
    ),
    "two decks": (
        "-1 barrel, +4 points (Glenfinnan Church)",
        "OK remembers too what Glenfinnan Church costs: nothing",
        "Discard 3 tiles of deck A, passed by all",
        "Lay 4 from B",
    ),
}
"""What is booked, then what is owed, as it came together at a table."""


def crowded(case: str, panel: str) -> Pen:
    booked, *owed = map(literal, CROWDED[case])
    view = replace(
        VIEW, turn_log=(booked,), turn_log_coins=(0,), table_tasks=tuple(TableTask(each) for each in owed)
    )
    return drawing(view, HOME, PANELS[panel].paper(), str)


@pytest.mark.parametrize("case", CROWDED)
def test_with_much_to_do_the_prices_of_the_market_stay_on_large_glass(case: str) -> None:
    pen = crowded(case, "4in2")
    zones = ZONES[pen.paper.panel]
    prices = [each.text for each in pen.drawn if zones.market < each.box.y < zones.counts - 6]
    assert {"buy", "sell", "1", "2", "3"} <= set(prices)
    assert problems(pen) == []


@pytest.mark.parametrize("case", CROWDED)
@pytest.mark.parametrize("panel", ["2in13", "2in9", "4in2"])
def test_with_much_to_do_a_short_thing_stands_in_one_line(panel: str, case: str) -> None:
    pen = crowded(case, panel)
    last = str(CROWDED[case][-1])
    assert case == "die" or any(each.text.strip() == last for each in pen.drawn)
    assert problems(pen) == []


EVENING = (
    "OK also remembers the cost of Edradour: nothing",
    "1 movement point left",
    "Not known what it gives: the B tile (1 up, 1 right)",
    "Discard 4 tiles of deck A, passed by all players",
    "Lay 5 from B",
)


def test_five_things_to_do_begin_a_line_each_and_leave_the_market_its_prices() -> None:
    view = replace(
        VIEW,
        table_tasks=tuple(TableTask(literal(words)) for words in EVENING),
        turn_log=(literal("Paid nothing"),),
    )
    pen = drawing(view, HOME, PANELS["4in2"].paper(), str)
    lines = [next(each.box for each in pen.drawn if each.text.startswith(words)) for words in EVENING]
    assert len({box.x for box in lines}) == 1
    assert len({box.y for box in lines}) == len(EVENING)
    assert [each for each in pen.drawn if each.text == "buy"]
    assert problems(pen) == []


def test_a_whole_page_of_things_to_do_is_in_letters_that_are_read() -> None:
    owed = tuple(TableTask(literal(f"Shuffle deck {n} and put it beside the others")) for n in range(7))
    view = replace(
        VIEW, table_tasks=owed, turn_log=tuple(literal(f"Green: +{n} Scots: start village") for n in range(3))
    )
    paper = PANELS["4in2"].paper()
    assert sheet_pages(view, TABLE_TASKS, paper) == 1
    pen = drawing(view, SheetPage(TABLE_TASKS, ()), paper, str)
    told = [each for each in pen.drawn if each.text.startswith(("Shuffle", "Green"))]
    assert min(each.face.size for each in told if each.face) >= 13
