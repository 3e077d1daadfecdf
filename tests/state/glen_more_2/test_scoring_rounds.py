"""Scoring rounds at the table: when they come, what is counted, what is given, and that nothing is spent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.engine.offers import Amount
from companion.menu.menu import menu_page
from companion.menu.menu_state import EMPTY_MENU, MenuContext
from companion.screens.paper import PANELS
from companion.screens.translator import Translator
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import HouseRules
from companion.state.glen_more_2.scoring_rounds import count_persons
from tests.screens.layout import problems
from tests.screens.samples import sheet
from tests.screens.shown import drawing, sheet_pages
from tests.state.glen_more_2.table import Table
from tests.state.glen_more_2.test_final import at_the_end

VECTORS = {v["id"]: v for v in json.loads((Path(__file__).parents[2] / "vectors" / "base.json").read_text())}
RING = "red yellow S-2 blue S-1 S-4"


def last_tile(
    deck: str = "A", house: HouseRules | None = None, players: int = 3, **counts: dict[str, object]
) -> Table:
    """Red has taken a tile; the refill lays the last tiles of the deck. counts: by player."""
    table = Table(players, house=house)
    ring = RING if players == 3 else "red yellow S-2 die S-1 S-4"
    table.arrange(ring, deck=deck, left={deck: 1}, spaces=9)
    for who, fields in counts.items():
        table.has(who, **fields)
    table.takes("red", "S-1")
    return table


def counting(deck: str = "A", **kwargs: object) -> Table:
    """The deck is empty and the Scots are to be counted."""
    table = last_tile(deck, **kwargs)  # type: ignore[arg-type]
    table.done()
    table.answers("deck_end", "yes")
    return table


def scored(table: Table, *scots: int) -> dict[str, dict[str, int]]:
    """Points by player and source of the round, after Scots were counted and the rest was right."""
    table.answers("count_scots", "counted", *(scots or (0,) * len(table.state.players)))
    before = {p.id: p.points for p in table.state.players}
    table.answers("count_rest", "right")
    return {
        p.id: {s: n - before[p.id].get(s, 0) for s, n in p.points.items() if n != before[p.id].get(s, 0)}
        for p in table.state.players
    }


# ---- when


@pytest.mark.rule("GM-SCR-01", "GM-RND-04", "GM-TRN-08")
@pytest.mark.parametrize("deck", ["A", "B", "C"])
def test_a_round_comes_when_the_last_tile_of_a_deck_is_laid(deck: str) -> None:
    table = counting(deck)
    assert table.kinds() == ["count_scots"]
    assert table.words("count_scots") == f"Scots in the home castles: scoring round {deck}"
    scored(table)
    assert table.state.done_scorings == (deck,)
    assert table.view.result is not None
    assert table.view.result.round == deck


@pytest.mark.rule("GM-SCR-02", "GM-RND-07")
def test_it_lies_between_the_refill_and_the_next_turn() -> None:
    table = last_tile()
    number = table.state.turn.number
    table.done()
    assert "take" not in table.kinds()
    table.answers("deck_end", "yes")
    kinds = [type(e).__name__ for e in table.events]
    assert kinds.index("TileLaid") < kinds.index("QuestionAsked"), "the refill goes on with B first"
    assert table.left("B") == 15
    assert table.state.turn.number == number
    scored(table)
    assert (table.state.turn.number, table.on_turn) == (number + 1, "yellow")
    assert table.view.is_result_new
    table.takes("yellow", "S-2")
    assert not table.view.is_result_new


@pytest.mark.rule("GM-SCR-01", "GM-RND-08")
def test_the_end_of_deck_d_scores_nothing() -> None:
    table = last_tile("D")
    table.done()
    assert table.kinds()[0] in ("where_end", "take")
    assert table.state.due_scorings == ()


@pytest.mark.rule("GM-SCR-01")
def test_two_decks_that_end_at_once_bring_two_rounds() -> None:
    table = last_tile("A")
    table.corrects("deck", "B", 1)
    table.done()
    table.answers("deck_end", "yes")
    table.answers("deck_end", "yes")
    scored(table)
    assert table.kinds() == ["count_scots"]
    scored(table)
    assert table.state.done_scorings == ("A", "B")
    assert table.on_turn == "yellow"
    table.fits()


# ---- what is compared


@pytest.mark.rule("GM-SCR-03", "GM-SCR-04")
def test_four_categories_each_against_the_fewest_of_it() -> None:
    table = counting(
        red={"landmarks": ("loch_ness", "inverness"), "barrels": 1},
        yellow={"barrels": 5, "persons": ("robert_the_bruce",)},
        blue={"landmarks": ("castle_moil",), "barrels": 2},
    )
    assert scored(table, 3, 1, 2) == {
        "red": {"scots_in_home_castle": 2, "landmarks": 2},
        "yellow": {"whisky": 5, "persons": 1},
        "blue": {"scots_in_home_castle": 3, "landmarks": 1, "whisky": 1},  # 2 Scots count as 4
    }


@pytest.mark.rule("GM-SCR-05", "GM-SCR-04")
def test_the_printed_example_of_landmark_cards() -> None:
    vector = VECTORS["gm-score-landmarks-5-3-1"]
    cards = [c for c in Table(2).state.facts.landmarks if c != "castle_moil"]
    counts = vector["given"]["counts"]
    held = {
        who: {"landmarks": tuple(cards.pop() for _ in range(number))}
        for who, number in zip(("red", "yellow", "blue"), counts, strict=True)
    }
    points = scored(counting(**held))
    assert [points[who].get("landmarks", 0) for who in held] == vector["expect"]["vp"]


@pytest.mark.rule("GM-SCR-05")
def test_the_printed_table_and_its_cap() -> None:
    vector = VECTORS["gm-score-table"]
    given = [0, *vector["given"]["differences"], 6, 9]
    expect = [0, *vector["expect"]["vp"], 8, 8]
    for lead, points in zip(given, expect, strict=True):
        table = counting(red={"barrels": lead})
        assert scored(table)["red"].get("whisky", 0) == points


@pytest.mark.rule("GM-SCR-05")
@pytest.mark.parametrize(("above", "points"), [(8, 8), (13, 13)])
def test_what_is_given_above_5_is_a_house_rule(above: int, points: int) -> None:
    table = counting(house=HouseRules(difference_above_five=above), red={"barrels": 6})
    assert scored(table)["red"] == {"whisky": points}


@pytest.mark.rule("GM-SCR-06")
def test_the_fewest_get_nothing_and_when_all_are_equal_nobody_does() -> None:
    table = counting(red={"barrels": 2}, yellow={"barrels": 2}, blue={"barrels": 2})
    assert scored(table, 1, 1, 1) == {"red": {}, "yellow": {}, "blue": {}}


@pytest.mark.rule("GM-SCR-06", "GM-SCR-09", "GM-DIE-09")
def test_with_two_players_only_the_one_with_more_scores_and_the_die_is_not_compared() -> None:
    table = counting(players=2, red={"barrels": 3}, yellow={"barrels": 1})
    assert scored(table, 0, 2) == {"red": {"whisky": 2}, "yellow": {"scots_in_home_castle": 2}}
    assert table.view.result is not None
    assert [p.name for p in table.view.result.players] == ["red", "yellow"]


@pytest.mark.rule("GM-SCR-07")
def test_nothing_is_spent() -> None:
    table = counting(red={"barrels": 3, "landmarks": ("inverness",), "persons": ("robert_the_bruce",), "coins": 9})
    before = table.player("red")
    scored(table, 4, 0, 0)
    after = table.player("red")
    assert (after.barrels, after.landmarks, after.persons, after.coins) == (
        before.barrels,
        before.landmarks,
        before.persons,
        before.coins,
    )
    assert after.scots == 4


@pytest.mark.rule("GM-SCR-08", "GM-PER-04", "GM-PER-07")
def test_david_hume_counts_as_two_persons() -> None:
    table = counting(red={"persons": ("robert_the_bruce", "david_hume")})
    assert count_persons(table.player("red")) == 3
    assert scored(table)["red"] == {"persons": 3}


@pytest.mark.rule("GM-SCR-03", "GM-EDG-08")
def test_only_scots_in_the_home_castle_are_asked_for() -> None:
    table = counting(red={"scots": 2})
    parts = table.offer("count_scots", "counted").parts
    assert [str(p.text) for p in parts] == [
        "Red: Scots in the home castle?",
        "Yellow: Scots in the home castle?",
        "Blue: Scots in the home castle?",
    ]
    assert all(isinstance(p, Amount) and (p.low, p.high) == (0, 9) for p in parts)
    assert [p.default for p in parts if isinstance(p, Amount)] == [2, 0, 0], "what was entered is proposed"


# ---- the count sheet


@pytest.mark.rule("GM-SCR-03")
def test_one_ok_for_the_rest_or_a_count_is_put_right_first() -> None:
    table = counting(red={"barrels": 1})
    table.answers("count_scots", "counted", 0, 0, 0)
    assert table.choices("count_rest", "set") == ["red", "yellow", "blue"]
    table.answers("count_rest", "set", "red", "barrels", 4)
    assert table.kinds() == ["count_rest"], "it waits until all is right"
    table.answers("count_rest", "right")
    assert table.player("red").points == {"whisky": 5}


def test_counts_that_the_table_said_are_right_are_no_longer_in_doubt() -> None:
    table = counting(red={"uncertain_counts": ("barrels", "coins", "scots")})
    table.answers("count_scots", "counted", 0, 0, 0)
    assert [part.name for part in table.offer("count_doubted", "counted").parts] == ["red_barrels"]
    table.answers("count_doubted", "counted", 2)
    table.answers("count_rest", "right")
    assert table.player("red").barrels == 2
    assert table.player("red").uncertain_counts == ("coins",), (
        "nobody was asked for the coins: the final scoring asks"
    )


@pytest.mark.parametrize("panel", PANELS)
def test_a_count_that_a_round_does_not_ask_keeps_its_mark_on_the_glass(panel: str) -> None:
    """Until people say what it is; and where something new is unknown the mark comes back."""
    table = counting(red={"uncertain_counts": ("barrels", "coins", "tiles"), "coins": 7})
    table.answers("count_scots", "counted", 0, 0, 0)
    table.answers("count_doubted", "counted", 1)
    table.answers("count_rest", "right")
    assert doubts_read(table, panel) == 2
    for count in ("coins", "tiles"):
        table.corrects("count", "red", count, 7)
    assert doubts_read(table, panel) == 0
    table.has("red", uncertain_counts=("coins",))
    assert doubts_read(table, panel) == 1


def doubts_read(table: Table, panel: str) -> int:
    """How many counts have a "?" on the sheet of all counts."""
    paper = PANELS[panel].paper()
    pages = [
        drawing(table.view, sheet("counts", n), paper, str)
        for n in range(sheet_pages(table.view, "counts", paper))
    ]
    words = [each.text for pen in pages for each in pen.drawn]
    return sum(word.rstrip("?").isdigit() and word.endswith("?") for word in words)


@pytest.mark.rule("GM-SCR-03")
@pytest.mark.parametrize("panel", PANELS)
def test_a_doubted_count_says_why_it_is_asked_and_the_result_who_confirmed_it(panel: str) -> None:
    """Read on the glass: the page of the number, then the sheet of the scoring."""
    paper = PANELS[panel].paper()
    table = counting(red={"uncertain_counts": ("barrels",), "barrels": 1})
    table.answers("count_scots", "counted", 2, 0, 0)
    asked = menu_page(EMPTY_MENU, MenuContext(table.history.game.questions(table.state)))
    pen = drawing(table.view, asked, paper, str)
    assert problems(pen) == []
    words = " ".join(each.text for each in pen.drawn)
    assert "Red: barrels?" in words
    assert "The companion has 1, but that may be wrong" in words
    table.answers("count_doubted", "counted", 2)
    table.answers("count_rest", "set", "yellow", "barrels", 4)
    table.answers("count_rest", "right")
    pages = range(sheet_pages(table.view, "result", paper))
    told = [" ".join(e.text for e in drawing(table.view, sheet("result", n), paper, str).drawn) for n in pages]
    # Who said that all is right has said so of all. Only a known number was corrected: the first answer about a
    # guess, or about Scots that nobody had counted, was entered.
    assert "Counts confirmed, 1 corrected" in told[0]
    for counted in ("Scots at home 2 0 0", "Landmark cards 0 0 0", "Whisky barrels 2 4* 0", "Persons 0 0 0"):
        assert counted in " ".join(told)
    assert "* corrected" in told[-1]
    assert "not confirmed" not in " ".join(told)


@pytest.mark.rule("GM-SCR-03")
@pytest.mark.parametrize("panel", PANELS)
def test_a_result_whose_counts_people_have_all_said_says_so_on_its_first_page(panel: str) -> None:
    table = counting(**{who: {"uncertain_counts": ("barrels", "persons")} for who in ("red", "yellow", "blue")})
    table.answers("count_scots", "counted", 0, 0, 0)
    table.answers("count_doubted", "counted", *(0,) * 6)
    table.answers("count_rest", "right")
    pen = drawing(table.view, sheet("result"), PANELS[panel].paper(), str)
    assert "Counts confirmed" in [each.text for each in pen.drawn]


@pytest.mark.rule("GM-SCR-04")
@pytest.mark.parametrize(("language", "cards"), [("en", "Landmark cards"), ("cs", "Karty památek")])
@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize(("deck", "kind"), [("A", "result"), ("D", "final")])
def test_every_count_that_was_scored_is_read_beside_its_player(
    deck: str, kind: str, panel: str, language: str, cards: str
) -> None:
    """Landmark cards too, which nobody counts: the result goes by those that are known."""
    owns = {"yellow": {"landmarks": ("castle_stalker", "loch_ness", "inverness")}, "red": {"barrels": 2}}
    table = counting(deck, **owns) if deck == "A" else at_the_end(**owns)
    scored(table)
    paper, translate = PANELS[panel].paper(), Translator(language)
    told = []
    for n in range(sheet_pages(table.view, kind, paper, translate)):
        pen = drawing(table.view, sheet(kind, n), paper, translate)
        assert problems(pen) == []
        told.append(" ".join(each.text for each in pen.drawn))
    assert sum(f"{cards} 0 3 0" in page for page in told) == 1, told


def test_an_early_end_of_a_deck_scores_too() -> None:
    table = last_tile()
    table.answers("end", "deck_empty", 1)
    assert table.kinds() == ["count_scots"]
    assert table.left("A") == 0


def test_a_miscounted_deck_goes_on() -> None:
    table = last_tile()
    table.done()
    table.answers("deck_end", "left", 3)
    assert table.left("A") == 1
    assert table.on_turn == "yellow"
    assert table.state.done_scorings == ()


# ---- what people see


def test_the_result_shows_its_arithmetic_with_names() -> None:
    table = Table(3, names=("Ann",))
    table.arrange(RING, deck="A", left={"A": 1})
    table.corrects("name", "red", "name:Ann")
    table.has("red", barrels=5)
    table.has("yellow", barrels=1)
    table.has("blue", barrels=1)
    table.takes("red", "S-1")
    table.done()
    table.answers("deck_end", "yes")
    scored(table)
    result = table.view.result
    assert result is not None
    assert [str(g.because) for g in result.players[0].gains] == ["4 more than Yellow, Blue: 5 points (5 to 1)"]
    assert table.view.players[0].sources == (("whisky", 5),)


def test_the_table_if_scored_now_changes_nothing() -> None:
    table = last_tile(red={"barrels": 3})
    now = table.view.if_scored_now
    assert now is not None
    assert (now.round, now.players[0].points) == ("A", 3)
    assert table.player("red").points == {}
    table.done()
    table.answers("deck_end", "yes")
    scored(table)
    after = table.view.if_scored_now
    assert after is not None
    assert after.round == "B"


def test_the_points_of_a_round_are_kept_by_source_and_taken_back_together() -> None:
    table = counting(red={"barrels": 5, "landmarks": ("inverness",)})
    scored(table)
    assert table.player("red").points == {"landmarks": 1, "whisky": 8}
    assert "Red gives back 9 points" in table.undo_instructions()
    table.undo()
    assert table.player("red").points == {}
    assert table.kinds() == ["count_rest"]


def test_every_point_is_an_event_with_its_source() -> None:
    table = counting(red={"barrels": 3})
    scored(table)
    assert table.happened(ev.PointsScored) == [ev.PointsScored("red", 3, "whisky")]
