"""Hammer of the Scots at the table: the Englishman, the England row, control."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import ImageChops

from companion.chronicles.hammer.model import ENGLISHMAN, LANDMARK_IDS, controller
from companion.engine.history import first_difference
from companion.engine.offers import Pick
from companion.games.glen_more_2.bot import RandomGamePlan, play_random_game
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.glen_more_2.definition import GAME
from companion.games.glen_more_2.help_pages import rule_sentences
from companion.games.glen_more_2.installed_chronicles import installed_library
from companion.games.glen_more_2.web import picture_sentences
from companion.screens.frame import draw_mark, draw_player_label, mark_size
from companion.screens.paper import PANELS, Box
from companion.screens.pen import Pen
from companion.screens.translator import Translator
from companion.state.glen_more_2.model import Tile
from companion.state.glen_more_2.view import View, outline_of
from companion.web.page_data import board_data, figure_marks
from companion.web.session_calls import translate_value
from tests.chronicles import on_glass
from tests.sampled import half
from tests.screens.samples import HOME
from tests.state.glen_more_2.table import Table

SLUG = "hammer"
PRINTED = (Path(__file__).parent.parent / "vectors" / "chronicles.json").read_text("utf-8")
VECTORS = {v["id"]: v for v in json.loads(PRINTED)}


def vector(name: str) -> tuple[Any, Any]:
    return VECTORS[name]["given"], VECTORS[name]["expect"]


def seated(players: int = 3, **more: Any) -> Table:
    return Table(players, chronicles=(SLUG,), **more)


def his_turn(ring: str = "S-1 yellow red blue A-6 A-7 B?", holder: str = "yellow", **more: Any) -> Table:
    """The Englishman is last; `holder` controls him."""
    table = seated(**more)
    table.enters(holder, f"{SLUG}.marker")
    table.arrange(f"{ENGLISHMAN} {ring}")
    return table


@pytest.mark.rule("C4-01")
def test_he_comes_with_three_or_four_players_only() -> None:
    table = Table(0, chronicles=(SLUG,))
    table.sits("red", "yellow")
    assert installed_library().expansions[SLUG].min_players == 3
    assert table.refused("start", "chronicle", SLUG).reason.rule == "C0-01"


@pytest.mark.rule("C4-03", "C4-04")
def test_each_deck_grows_by_one_tile_and_there_are_four_cards_more() -> None:
    base, table = Table(3), seated()
    for deck in "ABCD":
        assert table.state.deck_of(deck).size == base.state.deck_of(deck).size + 1
    assert set(table.state.facts.landmarks) - set(base.state.facts.landmarks) == set(LANDMARK_IDS)


@pytest.mark.rule("C4-05")
@pytest.mark.parametrize("players", [3, 4])
def test_the_england_row_starts_with_one_coin(players: int) -> None:
    assert seated(players).state.market["england"] == 1


@pytest.mark.rule("C4-06")
def test_he_stands_in_place_of_the_first_a_tile() -> None:
    table = seated()
    decks = [s.deck or "".join(s.figures) for s in table.state.track]
    assert decks == ["red", "yellow", "blue", *"SSSSS", ENGLISHMAN, *"AAAA"]


@pytest.mark.rule("C4-06")
def test_the_layout_tells_to_put_him_there_and_counts_only_the_a_tiles_that_have_room() -> None:
    table = Table(0, chronicles=(SLUG,))
    table.sits("red", "yellow", "blue")
    table.answers("start", "go")
    assert table.words("layout") == (
        "Lay 5 start tiles in front of the foremost pawn, put the Englishman in front of them, then lay 4 tiles "
        "of A. Tap them in order, or press OK."
    )
    for piece in ("S-1", "S-2", "S-3", "S-4"):
        table.taps(piece)
    assert table.words("layout").startswith("Lay 1 start tile in")
    table.taps("A-6")
    assert [s.deck or "".join(s.figures) for s in table.state.track][8:] == [ENGLISHMAN, "A"]
    assert table.words("layout") == "Lay 3 more tiles of A. Tap them in order, or press OK."
    table.answers("layout", "done")
    assert [s.deck for s in table.state.track][9:] == ["A"] * 4


@pytest.mark.rule("C4-06", "C2-03", "GM-SET-14")
def test_with_four_the_die_and_the_mountain_no_a_tile_has_room_and_none_can_be_named() -> None:
    table = Table(0, chronicles=(SLUG, "highlander"))
    table.sits("red", "yellow", "blue", "green")
    table.answers("start", "die")
    table.answers("start", "go")
    named = table.choices("layout", "laid")
    assert named
    assert not [piece for piece in named if piece.startswith("A-")]
    table.answers("layout", "done")
    assert [s.deck for s in table.state.track].count("A") == 0


@pytest.mark.rule("C4-07")
def test_the_first_pawn_that_passes_him_takes_the_marker() -> None:
    table = seated()
    table.arrange(f"red yellow blue S-1 {ENGLISHMAN} A-6 A-7 B?")
    table.takes("red", "A-6")
    assert controller(table.state) == "red"
    table.done()
    table.takes("yellow", "A-7")
    assert controller(table.state) == "red"


@pytest.mark.rule("C4-07")
def test_stopping_short_of_him_gives_no_marker() -> None:
    table = seated()
    table.arrange(f"red yellow blue S-1 {ENGLISHMAN} A-6 A-7 B?")
    table.takes("red", "S-1")
    assert controller(table.state) == ""


@pytest.mark.rule("C4-08", "C4-25")
def test_one_of_the_four_cards_brings_the_marker_from_its_holder() -> None:
    table = his_turn()
    assert controller(table.state) == "yellow"
    table.enters("blue", "landmark", "loch_lomond")
    assert controller(table.state) == "blue"


@pytest.mark.rule("C4-08")
def test_a_marker_that_is_taken_back_goes_to_whoever_had_it() -> None:
    table = seated()
    table.enters("red", "landmark", "loch_lomond")
    assert "The England marker back under the Englishman" in table.undo_instructions()
    table.enters("blue", "landmark", "glenfinnan_church")
    assert "The England marker back to Red" in table.undo_instructions()


@pytest.mark.rule("C4-09")
def test_if_nobody_saw_who_was_first_it_is_asked() -> None:
    table = seated()
    table.arrange(f"{ENGLISHMAN} yellow red blue A-6 A-7")
    table.answers(f"{SLUG}.holder", "holder", "blue")
    assert controller(table.state) == "blue"
    assert table.state.turn.player == "blue"


@pytest.mark.rule("C4-10", "C4-11", "C4-12", "C4-13")
def test_the_controller_pays_the_row_and_takes_a_tile_for_it() -> None:
    table = his_turn()
    coins = table.player("yellow").coins
    table.answers(f"{SLUG}.use", "use")
    assert table.player("yellow").coins == coins - 2
    assert table.state.market["england"] == 2
    tiles = table.player("yellow").tiles
    table.takes("yellow", "S-1")
    assert table.player("yellow").taken_tiles[-1].piece == "S-1"
    assert table.player("yellow").tiles in (tiles, tiles + 1)


@pytest.mark.rule("C4-11", "C4-17")
def test_the_row_costs_two_then_three_then_it_is_full() -> None:
    _, expect = vector("rule-england-row-costs")
    costs = []
    table = his_turn()
    table.corrects("count", "yellow", "coins", 20)
    for _ in range(2):
        before = table.player("yellow").coins
        table.answers(f"{SLUG}.use", "use")
        costs.append(before - table.player("yellow").coins)
        table.undo()
        table.corrects("row", "england", 2) if len(costs) == 1 else table.corrects("row", "england", 3)
    assert costs == expect["costs"]
    assert (table.refused(f"{SLUG}.use", "use").reason.rule == "C4-17") is not expect["third_use_possible"]


@pytest.mark.rule("C4-17")
def test_too_few_coins_by_the_book_are_asked_about() -> None:
    table = his_turn()
    table.corrects("count", "yellow", "coins", 1)
    refusal = table.refused(f"{SLUG}.use", "use")
    assert refusal.is_soft
    assert refusal.reason.rule == "C4-17"


@pytest.mark.rule("C4-16")
@pytest.mark.parametrize(
    ("name", "filled"), [("rule-england-row-decline", 3), ("rule-england-row-decline-empty", 0)]
)
def test_unpaid_he_throws_out_a_tile_for_the_rightmost_stack(name: str, filled: int) -> None:
    _, expect = vector(name)
    table = his_turn()
    table.corrects("row", "england", filled)
    coins = table.player("yellow").coins
    table.answers(f"{SLUG}.use", "discard", "ahead:2")
    assert table.player("yellow").coins == coins + expect["coins_gained"]
    assert table.state.market["england"] == max(0, filled - 1)
    assert ("A-6" in [t.piece for t in table.state.discards]) is expect["tile_discarded"]
    assert "Discard Barley Row: the one that the Englishman moves onto" in on_glass.everything_owed(table)


@pytest.mark.rule("C4-15", "C4-18")
def test_he_cannot_take_the_four_tiles_but_may_throw_them_out() -> None:
    table = his_turn("loch_lomond yellow red blue A-6 A-7")
    table.answers(f"{SLUG}.use", "use")
    assert table.refused("take", "take", "loch_lomond").reason.rule == "C4-15"
    table.undo()
    table.answers(f"{SLUG}.use", "discard", "ahead:1")
    assert "loch_lomond" in [t.piece for t in table.state.discards]


@pytest.mark.rule("C4-14")
def test_lasting_crests_of_the_controller_do_not_work_in_his_turn() -> None:
    table = his_turn()
    for crest in ("maclachlan", "sinclair", "macgregor"):
        table.corrects("marker", crest, "yellow")
    table.answers(f"{SLUG}.use", "use")
    assert "sinclair" not in table.offers("ledger")
    table.takes("yellow", "S-1")
    table.declines()
    table.done()
    assert not any(o.kind == "movement" for o in table.state.open_questions)


@pytest.mark.rule("C4-19")
def test_the_controller_buys_and_sells_and_the_rondel_is_refilled() -> None:
    table = his_turn()
    table.answers(f"{SLUG}.use", "use")
    table.enters("yellow", "sell", "sheep")
    table.takes("yellow", "A-6")
    table.declines()
    table.done()
    assert table.on_turn == "yellow"
    assert len(table.state.track) == table.state.spaces - 1


@pytest.mark.rule("C4-20")
@pytest.mark.parametrize(("waits", "thrown"), [(0, ["S-1"]), (1, [])])
def test_tiles_that_all_pawns_passed_wait_for_him_only_by_house_rule(waits: int, thrown: list[str]) -> None:
    table = seated(switches={f"{SLUG}.holds_tiles": waits})
    table.arrange(f"red {ENGLISHMAN} S-1 yellow blue A-6 A-7 B?")
    table.takes("red", "A-6")
    assert [t.piece for t in table.state.discards] == thrown


@pytest.mark.rule("C4-22")
def test_no_good_is_traded_in_the_england_row() -> None:
    table = seated()
    assert table.refused("ledger", "sell", "england") is not None


@pytest.mark.rule("C4-23", "C4-24")
def test_the_game_waits_for_him_and_he_may_stop_on_worlds_end() -> None:
    table = his_turn("S-1 END+red+yellow+blue")
    assert table.state.phase == "take"
    coins = table.player("yellow").coins
    table.answers(f"{SLUG}.use", "worlds_end")
    assert table.player("yellow").coins == coins
    table.done()
    assert table.state.phase == "count"
    assert table.state.due_scorings == ("final",)


def with_church(ring: str = "red yellow blue S-1 A-6") -> Table:
    """Red has taken Glenfinnan Church."""
    table = seated()
    table.arrange(ring)
    table.has("red", taken_tiles=(Tile("glenfinnan_church", "B"),))
    return table


@pytest.mark.rule("C4-26")
def test_the_church_is_on_a_key_for_its_owner_alone() -> None:
    table = with_church()
    for colour in ("red", "yellow", "blue"):
        table.has(colour, barrels=1)
    assert table.offer("ledger", f"{SLUG}.barrel").key == "DOWN"
    assert why_no_church(table) == {"yellow": "Red has Glenfinnan Church.", "blue": "Red has Glenfinnan Church."}
    table.has("red", taken_tiles=(Tile("", "A"),))
    assert why_no_church(table)["red"] == "Red has not taken Glenfinnan Church.", "it is a tile of deck B"


def why_no_church(table: Table) -> dict[str, str]:
    """Whose barrel the church can't take, and why; told behind what few turns need."""
    offers = {p: table.question("ledger", p).offer(f"{SLUG}.barrel") for p in ("red", "yellow", "blue")}
    shut = {p: offer for p, offer in offers.items() if offer and offer.closed}
    assert all(offer.is_rare and not offer.key for offer in shut.values())
    return {p: str(offer.closed.text) for p, offer in shut.items() if offer.closed}


@pytest.mark.rule("C4-26")
def test_whoever_may_have_taken_the_church_untold_finds_it_in_the_list() -> None:
    table = seated()
    table.arrange("red yellow blue B? A-6")
    table.has("red", taken_tiles=(Tile("", "B"),), barrels=1)
    assert table.offer("ledger", f"{SLUG}.barrel").key == ""
    assert list(why_no_church(table)) == ["yellow", "blue"]
    assert str(table.offer("ledger", f"{SLUG}.barrel").label) == "Glenfinnan Church: 1 barrel for 4 points"


@pytest.mark.rule("C4-08", "C4-26")
@pytest.mark.parametrize("panel", PANELS)
def test_the_marker_is_told_with_the_card_that_brought_it(panel: str) -> None:
    table = seated()
    table.arrange("red yellow blue glenfinnan_church A-6")
    table.takes("red", "glenfinnan_church")
    table.declines()
    assert table.booked[-1] == "Took Glenfinnan Church: its card, the England marker"
    assert "Took Glenfinnan Church: its card, the England marker" in on_glass.everything_owed(table, panel)


@pytest.mark.rule("C4-08")
def test_a_card_of_whoever_has_the_marker_tells_of_no_marker() -> None:
    table = seated()
    table.enters("red", f"{SLUG}.marker")
    table.arrange("red yellow blue glenfinnan_church A-6")
    table.takes("red", "glenfinnan_church")
    table.declines()
    assert controller(table.state) == "red"
    assert not any("marker" in line for line in table.booked)


@pytest.mark.rule("C4-08")
def test_a_card_entered_later_is_told_with_its_marker() -> None:
    table = seated()
    table.enters("red", "landmark", "loch_lomond")
    assert table.booked[0] == "its card, the England marker (Loch Lomond)"


@pytest.mark.rule("C4-26", "C4-29")
def test_a_barrel_brings_four_points() -> None:
    table = with_church()
    table.has("red", barrels=1)
    table.enters("red", f"{SLUG}.barrel")
    assert (table.player("red").barrels, table.player("red").total) == (0, 4)


@pytest.mark.rule("C4-26")
def test_without_a_barrel_people_are_asked() -> None:
    assert with_church().refused("ledger", f"{SLUG}.barrel").is_soft


@pytest.mark.rule("C4-27")
def test_the_monument_costs_a_scot() -> None:
    cost = seated().state.facts.pieces["glenfinnan_monument"].cost
    assert cost is not None
    assert [(c.what, c.n) for c in cost] == [("scot", 1)]


@pytest.mark.rule("C4-27", "GM-TAK-04")
@pytest.mark.parametrize("panel", PANELS)
def test_the_hands_pay_the_scot_of_the_monument(panel: str) -> None:
    table = seated()
    table.arrange("red glenfinnan_monument yellow blue S-1")
    table.takes("red", "glenfinnan_monument")
    assert "Pay 1 Scot: from a tile to your supply" in on_glass.everything_owed(table, panel)


@pytest.mark.rule("C4-28")
def test_the_scot_of_the_roads_is_told_in_words() -> None:
    table = seated()
    table.enters("red", "landmark", "general_wades_military_roads")
    assert any("1 Scot" in str(line) for line in table.owes)


@pytest.mark.rule("C4-30")
def test_the_die_spares_the_tiles_of_this_chronicle() -> None:
    table = seated(die=True)
    table.arrange("die loch_lomond S-1 red yellow blue A-6")
    table.answers("roll", "face_1")
    assert [t.piece for t in table.state.discards] == ["S-1"]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seed", half(range(5)))
def test_random_people_finish_games(players: int, seed: int) -> None:
    more = ("great_glen",) if seed == 4 else ()
    history = play_random_game(
        RandomGamePlan(players, seed, die=seed == 1, told=seed == 2, chronicles=(SLUG, *more)), effective_facts()
    )
    state = history.state
    assert first_difference(history) is None
    assert 0 <= state.market["england"] <= 3
    assert sum(ENGLISHMAN in s.figures for s in state.track) == 1
    end = history.hash()
    while undo := history.propose_undo():
        history.add(undo)
    while redo := history.propose_redo():
        history.add(redo)
    assert history.hash() == end


@pytest.mark.rule("C4-15")
def test_paying_where_he_can_take_nothing_is_asked_about() -> None:
    table = his_turn("loch_lomond yellow red blue")
    refusal = table.refused(f"{SLUG}.use", "use")
    assert refusal.is_soft
    assert refusal.reason.rule == "C4-15"


@pytest.mark.rule("C4-07", "C4-08")
def test_who_has_the_marker_can_be_put_right_in_his_turn_too() -> None:
    table = his_turn()
    table.corrects(f"{SLUG}.holder", "blue")
    assert table.told()[-1] == "corrected: Blue has the England marker, not Yellow"
    assert table.words(f"{SLUG}.use") == "The Englishman's turn: Blue plays him."
    coins = table.player("blue").coins
    table.answers(f"{SLUG}.use", "use")
    assert table.player("blue").coins == coins - 2
    table.undo()
    table.corrects(f"{SLUG}.holder", "nobody")
    assert table.kinds() == [f"{SLUG}.holder"]
    table.answers(f"{SLUG}.holder", "holder", "red")
    assert controller(table.state) == "red"
    table.fits()


@pytest.mark.rule("C4-07", "C4-09")
def test_who_went_home_is_not_said_to_have_the_marker() -> None:
    table = his_turn("S-1 yellow red blue green A-6 A-7 B?", players=4)
    assert "blue" in table.choices("correct", f"{SLUG}.holder")
    table.corrects("leave", "blue")
    assert table.choices("correct", f"{SLUG}.holder") == ["red", "yellow", "green", "nobody"]


@pytest.mark.rule("C4-05", "C4-06")
def test_the_row_and_where_he_stands_can_be_put_right() -> None:
    table = his_turn()
    table.corrects("row", "england", 3)
    assert table.state.market["england"] == 3
    table.corrects("figure", ENGLISHMAN, "space:5")
    assert table.reads().split()[5] == ENGLISHMAN
    assert table.on_turn == "yellow"


@pytest.mark.parametrize("panel", PANELS)
def test_who_has_the_marker_can_be_read_behind_the_standings(panel: str) -> None:
    table = seated()
    assert "Nobody has the England marker" in on_glass.behind(table, panel)
    table.enters("blue", f"{SLUG}.marker")
    words = on_glass.behind(table, panel)
    assert "Blue has the England marker" in words
    assert "Nobody has" not in words


@pytest.mark.parametrize("panel", PANELS)
def test_people_read_the_name_of_the_englishman_and_see_his_own_picture(panel: str) -> None:
    table = his_turn()
    words = on_glass.home_words(table, panel)
    assert "Englishman" in words
    assert "neutral" not in words
    pens = [_mark(panel, table.view, who) for who in (ENGLISHMAN, "die")]
    assert ImageChops.difference(pens[0].image, pens[1].image).getbbox()


def _mark(panel: str, view: View, who: str) -> Pen:
    """The figure's mark in the size of the smallest words."""
    paper = PANELS[panel].paper()
    pen, size = Pen(paper, Translator("en")), mark_size(paper.face("note"))
    draw_mark(pen, Box(20, 20, size, size), outline_of(view), who)
    return pen


def test_on_the_page_he_has_a_name_and_a_mark() -> None:
    view = his_turn().view
    board = translate_value(board_data(GAME, view, outline_of(view), str), str)
    assert board["title"] == "Englishman's turn"
    assert board["spaces"][0]["figures"] == [{"id": ENGLISHMAN, "colour": ENGLISHMAN, "name": "Englishman"}]
    drawn = figure_marks(outline_of(his_turn().view))
    assert drawn[ENGLISHMAN] not in ("", drawn["die"])
    said = [board["title"], *board["lines"], *(f["name"] for s in board["spaces"] for f in s["figures"])]
    assert not [text for text in said if "neutral" in text]


def test_in_the_history_and_the_corrections_he_goes_by_his_name() -> None:
    table = his_turn()
    table.answers(f"{SLUG}.use", "discard", "ahead:1")
    table.done()
    figures = table.offer("correct", "figure").parts[0]
    assert isinstance(figures, Pick)
    shown = [str(choice.label) for choice in figures.choices]
    assert "the Englishman" in shown
    assert not [text for text in (*shown, *table.told()) if "neutral" in text]


@pytest.mark.rule("C4-14")
def test_nobody_is_reminded_of_loch_ness_in_the_englishmans_turn() -> None:
    table = his_turn()
    table.enters("yellow", "landmark", "loch_ness")
    table.answers(f"{SLUG}.use", "use")
    table.takes("yellow", "A-6")
    table.declines()
    reminder = "activate 1 more tile"
    assert reminder not in on_glass.everything_owed(table)
    table.done()
    assert table.on_turn == "yellow"
    assert reminder in on_glass.everything_owed(table)


@pytest.mark.rule("C4-11", "C4-12")
@pytest.mark.parametrize("panel", PANELS)
def test_the_cost_of_his_tile_is_asked_for_beside_what_the_row_cost(panel: str) -> None:
    table = his_turn(box="bare")
    table.answers(f"{SLUG}.use", "use")
    table.takes("yellow", "A-6")
    table.declines()
    assert "Before OK enter the tile's cost, even 0" in on_glass.everything_owed(table, panel)
    table.enters("yellow", "coins_out", 1)
    assert "Before OK enter the tile's cost, even 0" not in on_glass.everything_owed(table, panel)


@pytest.mark.rule("C4-17")
def test_a_full_row_names_no_price() -> None:
    table = his_turn()
    table.corrects("row", "england", 3)
    offer = table.offer(f"{SLUG}.use", "use")
    assert str(offer.label) == "Pay and take a tile"
    assert offer.closed
    assert str(offer.closed.text) == "The England row is full."


def _coins_of_england(table: Table, panel: str) -> list[bool]:
    """The coin spaces behind the E: whether a coin lies there, read off the picture."""
    pen = on_glass.home(table, panel)
    at = next(n for n, each in enumerate(pen.drawn) if each.text == "England")
    spaces = pen.drawn[at + 1 : at + 4]
    return [not pen.image.getpixel((s.box.x + s.box.w // 2, s.box.y + s.box.h // 2)) for s in spaces]


@pytest.mark.rule("C4-11", "C4-22")
@pytest.mark.parametrize("panel", ["2in13", "2in9"])
def test_on_small_paper_the_england_row_shows_its_coins_and_no_price_of_a_good(panel: str) -> None:
    table = his_turn()
    assert _coins_of_england(table, panel) == [True, False, False]
    table.answers(f"{SLUG}.use", "use")
    assert _coins_of_england(table, panel) == [True, True, False]
    assert not any(each.text.startswith("-") for each in on_glass.home(table, panel).drawn)


@pytest.mark.rule("C4-11", "C4-16", "C4-22")
@pytest.mark.parametrize("panel", PANELS)
def test_coins_are_paid_into_the_row_and_taken_out_and_nothing_is_bought(panel: str) -> None:
    table = seated()
    drawn = [each.text for each in on_glass.home(table, panel).drawn]
    if PANELS[panel].paper().tight:
        assert "England" in drawn
        assert _coins_of_england(table, panel) == [True, False, False]
    else:
        at = drawn.index("England")
        assert drawn[at : at + 3] == ["England", "pay 2", "take 1"]
    assert "England: pay 2, take 1" in picture_sentences(table.view, HOME, str)


@pytest.mark.rule("C4-11", "C4-16")
def test_the_history_says_what_was_paid_into_the_row_and_taken_from_it() -> None:
    table = his_turn()
    table.answers(f"{SLUG}.use", "use")
    table.takes("yellow", "S-1")
    assert "Yellow pays 2 into the England row" in " ".join(table.told())
    assert "Yellow: -2 coins into the England row" in of_turn(table)
    table = his_turn()
    table.answers(f"{SLUG}.use", "discard", "ahead:1")
    assert "Yellow takes 1 from the England row" in table.told()[-1]
    assert "Yellow: +1 coin from the England row" in of_turn(table)
    assert "1 coin of Yellow back to the England row" in table.undo_instructions()


def of_turn(table: Table) -> str:
    events = [event for entry in table.history.standing for event in entry.events]
    return str(table.history.game.turn_text(table.state, ENGLISHMAN, events))


@pytest.mark.parametrize("panel", ["4in2", "7in5"])
def test_the_englishman_is_named_in_the_history_by_turns(panel: str) -> None:
    table = his_turn()
    pen = Pen(PANELS[panel].paper(), str)
    face = pen.paper.face("text", bold=True)
    draw_player_label(pen, Box(0, 0, 90, 20), outline_of(table.view), ENGLISHMAN, face)
    assert "Englishman" in " ".join(each.text for each in pen.drawn)


@pytest.mark.rule("C4-16")
@pytest.mark.parametrize("panel", PANELS)
def test_the_history_tells_what_he_threw_out_where_no_coins_came_of_it(panel: str) -> None:
    table = his_turn()
    table.corrects("row", "england", 0)
    table.answers(f"{SLUG}.use", "discard", "ahead:1")
    table.done()
    assert "Moves onto Whistling Ford and discards it" in on_glass.turns(table, panel)


@pytest.mark.rule("C4-20", "GM-RND-05")
@pytest.mark.parametrize("panel", PANELS)
def test_held_on_what_is_owed_ok_says_that_tiles_ahead_of_him_go_too(panel: str) -> None:
    table = seated()
    table.arrange(f"red {ENGLISHMAN} A? A? yellow blue S-1 A-7")
    table.takes("red", "S-1")
    assert "Discard 2 tiles of deck A" in on_glass.everything_owed(table, panel)
    told = on_glass.explained(table, "duties", panel)
    assert "still ahead of the Englishman: only players' pawns count" in told


@pytest.mark.rule("C4-20", "GM-RND-05")
@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize(
    ("ring", "said"),
    [
        (f"red {ENGLISHMAN} A? A? yellow blue S-1 A-7", "Discard 2 tiles of deck A, passed by all players Lay 1"),
        (f"red A? A? {ENGLISHMAN} yellow blue S-1 A-7", "Discard 2 tiles of deck A, passed by all players Lay 3"),
    ],
)
def test_who_stands_behind_what_goes_is_no_player_and_the_words_say_whom_it_was_passed_by(
    ring: str, said: str, panel: str
) -> None:
    table = seated()
    table.arrange(ring)
    table.takes("red", "S-1")
    assert said in " ".join(on_glass.home_words(table, panel).split())


@pytest.mark.rule("C4-20", "GM-RND-05")
def test_the_rule_says_nothing_of_it_where_the_house_waits_for_him() -> None:
    words = " ".join(str(each) for each in rule_sentences(seated().state, "GM-RND-05"))
    assert "still ahead of the Englishman" in words
    waits = seated(switches={f"{SLUG}.holds_tiles": 1})
    assert "the Englishman" not in " ".join(str(each) for each in rule_sentences(waits.state, "GM-RND-05"))


# ---- what hands do: never only booked


@pytest.mark.rule("C4-07")
@pytest.mark.parametrize("panel", PANELS)
def test_a_pawn_that_passes_him_leaves_the_marker_to_be_moved(panel: str) -> None:
    table = seated()
    table.arrange(f"red yellow blue S-1 {ENGLISHMAN} A-6 A-7 B?")
    table.takes("red", "A-6")
    words = "First past the Englishman: Red takes the England marker"
    assert words in on_glass.home_words(table, panel)
    table.done()
    table.takes("yellow", "A-7")
    assert words not in on_glass.everything_owed(table, panel), "done, and the next turn is under way"


@pytest.mark.rule("C4-08")
@pytest.mark.parametrize("panel", PANELS)
def test_a_card_that_brings_the_marker_says_who_gives_it(panel: str) -> None:
    table = his_turn()
    table.enters("blue", "landmark", "loch_lomond")
    words = "Loch Lomond: Blue takes the England marker from Yellow"
    assert words in on_glass.everything_owed(table, panel)


@pytest.mark.rule("C4-16")
@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize(("filled", "coins"), [(1, 1), (3, 3)])
def test_whoever_throws_a_tile_out_is_told_to_take_the_coins(panel: str, filled: int, coins: int) -> None:
    table = his_turn()
    table.corrects("row", "england", filled)
    table.answers(f"{SLUG}.use", "discard", "ahead:2")
    number = f"{coins} coin" if coins == 1 else f"{coins} coins"
    words = f"Yellow takes {number} off the England row"
    assert words in on_glass.home_words(table, panel)


@pytest.mark.rule("C4-16")
def test_from_an_empty_row_nobody_takes_coins() -> None:
    table = his_turn()
    table.corrects("row", "england", 0)
    table.answers(f"{SLUG}.use", "discard", "ahead:2")
    assert not any("England row" in each for each in table.owes)
