"""The 11 landmark cards: taken with their tile, booked where they touch a count, kept whatever happens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import HouseRules, Tile
from companion.state.glen_more_2.piece_locations import possible_pieces
from tests.state.glen_more_2.table import Table, facts_of

VECTORS = {v["id"]: v for v in json.loads((Path(__file__).parents[2] / "vectors" / "base.json").read_text())}


def taking(card: str, house: HouseRules | None = None, **counts: object) -> Table:
    """Red has taken the landmark tile and paid with own goods."""
    table = Table(3, house=house)
    table.arrange(f"red blue S-1 S-2 yellow {card} S-3 S-4")
    table.has("red", **{"coins": 10, **counts})
    table.takes("red", card)
    while table.kinds()[0] == "good_cost":
        table.answers("good_cost", "own")
    return table


def told(table: Table) -> str:
    return " ".join(table.chores)


@pytest.mark.rule("GM-ONE-04", "GM-RND-04")
@pytest.mark.parametrize("card", facts_of("complete").landmarks)
def test_every_card_comes_with_its_tile(card: str) -> None:
    table = taking(card)
    assert table.player("red").landmarks == (card,)
    assert table.view.players[0].landmarks == 1
    table.declines()
    table.done()
    assert table.on_turn == "blue"
    table.fits()


def test_the_letters_of_the_cards() -> None:
    decks: dict[str, set[str]] = {}
    for card in facts_of("bare").landmarks.values():
        decks.setdefault(card.deck, set()).add(card.id)
    assert decks == {
        "A": {"castle_stalker", "donan_castle", "loch_lochy"},
        "B": {"duart_castle", "inverness", "loch_shiel"},
        "C": {"armadale_castle", "loch_ness"},
        "D": {"castle_of_mey", "castle_moil", "loch_morar"},
    }


@pytest.mark.rule("GM-LMK-02")
def test_castle_stalker_gives_3_coins() -> None:
    table = taking("castle_stalker")
    assert table.player("red").coins == 13
    assert ev.CoinsGained("red", 3, "landmark:castle_stalker") in table.history.standing[0].events


@pytest.mark.rule("GM-LMK-05")
def test_donan_castle_places_a_marker_and_the_roads_are_paid() -> None:
    table = taking("donan_castle")
    assert table.words("crest") == "Donan Castle: which crest gets the clan marker?"
    table.answers("crest", "crest", "mckay")
    assert table.player("red").coins == 8


@pytest.mark.rule("GM-LMK-06")
def test_the_coin_of_duart_castle_may_pay_the_road() -> None:
    table = taking("duart_castle", coins=1)
    assert table.player("red").coins == 2
    table.answers("crest", "crest", "mckay")  # no caution: 2 coins are there
    assert table.player("red").coins == 0


@pytest.mark.rule("GM-LMK-07")
def test_inverness_books_the_barrel_and_tells_of_the_barley() -> None:
    table = taking("inverness")
    assert table.player("red").barrels == 1
    assert "put 1 barley on the Inverness tile" in told(table)
    assert (table.player("red").tiles, table.player("red").coins) == (2, 8), (
        "it is a rebuild tile that costs 2 here"
    )


@pytest.mark.rule("GM-LMK-11")
def test_loch_shiel_books_the_barrel_and_tells_of_the_scot() -> None:
    table = taking("loch_shiel")
    assert table.player("red").barrels == 1
    assert "put 1 Scot from your supply on the Loch Shiel tile" in told(table)
    assert table.player("red").scots == 0


@pytest.mark.rule("GM-LMK-10", "GM-EDG-04")
@pytest.mark.parametrize(("tiles", "scots"), [(1, 0), (2, 3)])
def test_loch_morar_asks_how_many_tiles_left_and_how_many_scots_came_home(tiles: int, scots: int) -> None:
    table = taking("loch_morar", tiles=7)
    assert table.player("red").tiles == 8
    assert table.refused("removed", "removed", 3, 0).reason.text.text == "It must be from {low} to {high}."
    table.answers("removed", "removed", tiles, scots)
    red = table.player("red")
    assert (red.tiles, red.scots) == (8 - tiles, scots)
    assert red.landmarks == ("loch_morar",)
    assert table.state.discards == ()


@pytest.mark.rule("GM-LMK-10")
def test_no_tile_need_leave_for_loch_morar() -> None:
    table = taking("loch_morar", tiles=7)
    table.answers("removed", "none")
    assert table.player("red").tiles == 8


@pytest.mark.rule("GM-EDG-05", "GM-RBD-07")
def test_a_card_stays_when_its_tile_leaves_or_is_covered() -> None:
    expect = VECTORS["gm-rebuild-keeps-landmark-card"]["expect"]
    table = taking("castle_moil", tiles=7)
    table.enters("red", "removed", 1, 0)
    assert ("castle_moil" not in table.player("red").landmarks) is expect["card_returned"]
    table.corrects("piece", "castle_moil", "removed")
    assert table.player("red").landmarks == ("castle_moil",)
    table.stage(table.state)
    table.has("red", scots=1)
    scored = table.view.if_scored_now
    assert scored is not None
    gains = {g.source: g.points for g in scored.players[0].gains}
    assert (gains["scots_in_home_castle"] == 2) is expect["card_still_works"]
    assert gains["landmarks"] == 1


@pytest.mark.rule("GM-LMK-09", "GM-TAK-04")
@pytest.mark.parametrize(("answer", "home"), [("no", 2), ("home_1", 1)])
def test_loch_ness_asks_whether_the_scot_paid_leaves_the_home_castle(answer: str, home: int) -> None:
    table = taking("loch_ness", scots=2)
    assert table.words("scot_cost") == "The tile costs 1 Scot of the territory. Does it leave the home castle?"
    table.answers("scot_cost", answer)
    assert table.player("red").scots == home


@pytest.mark.rule("GM-LMK-09", "GM-CMP-03")
def test_nothing_is_asked_where_no_scot_stands_at_home() -> None:
    assert table_kinds_after("loch_ness", scots=0) == ["end"]


def table_kinds_after(card: str, **counts: object) -> list[str]:
    return taking(card, **counts).kinds()


@pytest.mark.rule("GM-LMK-09")
def test_loch_ness_is_recalled_in_every_own_turn_and_entries_stay_open() -> None:
    table = Table(3)
    table.arrange("red blue S-1 yellow A-6 robert_the_bruce")
    table.has("red", landmarks=("loch_ness",))
    assert "activate 1 more tile" in told(table)
    table.takes("red", "robert_the_bruce")
    assert "activate 1 more tile" in told(table), "in a turn with a person too"
    table.enters("red", "points", "tile", 3)
    table.declines()
    table.done()
    assert "activate 1 more tile" not in told(table), "it is Blue's turn"


@pytest.mark.rule("GM-LMK-09")
def test_by_house_rule_loch_ness_needs_a_tile_that_is_laid() -> None:
    for tile, recalled in (("A-6", True), ("robert_the_bruce", False)):
        table = Table(3, house=HouseRules(loch_ness_any_time=False))
        table.arrange("red blue S-1 yellow A-6 robert_the_bruce")
        table.has("red", landmarks=("loch_ness",))
        assert told(table) == ""
        table.takes("red", tile)
        assert ("activate 1 more tile" in told(table)) is recalled


@pytest.mark.rule("GM-LMK-03", "GM-SCR-08")
def test_castle_moil_doubles_the_scots_of_its_owner() -> None:
    vector = VECTORS["gm-score-castle-moil"]
    table = Table(2)
    table.has("red", scots=vector["given"]["scots_on_home_castle"], landmarks=("castle_moil",))
    table.has("yellow", scots=3)
    scored = table.view.if_scored_now
    assert scored is not None
    because = {g.source: str(g.because) for g in scored.players[0].gains}["scots_in_home_castle"]
    assert f"3 × 2 with Castle Moil = {vector['expect']['counted_scots']}: " in because
    assert {g.source: g.points for g in scored.players[0].gains}["scots_in_home_castle"] == 3


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("loch_lochy", "Put 2 goods of your choice"),
        ("castle_of_mey", "Activate all tiles of your territory once"),
    ],
)
def test_what_needs_the_territory_is_said_in_words(card: str, words: str) -> None:
    assert words in told(taking(card))


@pytest.mark.rule("GM-ONE-04")
def test_the_card_of_a_tile_that_another_has_already_counts_for_nobody_else() -> None:
    table = taking("castle_stalker")
    closed = next(
        c for c in table.offer("ledger", "landmark", "blue").parts[0].choices if c.value == "castle_stalker"
    )  # type: ignore[union-attr]
    assert closed.closed is not None
    assert str(closed.closed.text) == "Red has it."


@pytest.mark.rule("GM-ONE-04")
def test_a_tap_of_the_card_itself_counts_nothing_twice() -> None:
    table = taking("castle_stalker")
    before = table.state
    seen = table.taps("card_castle_stalker")
    assert seen.interpretations == ()
    assert str(seen.description) == "The card Castle Stalker is counted for Red."
    assert table.state is before


@pytest.mark.rule("GM-ONE-04", "GM-TIL-03")
def test_a_nameless_tile_turns_out_to_be_a_landmark_and_is_remembered() -> None:
    table = Table(3, box="bare")
    table.arrange("red blue A? A? yellow A? A?")
    table.takes("red", "A-7", ahead=4)
    assert "castle_stalker" in table.choices("sort", "landmark")
    assert "inverness" not in table.choices("sort", "landmark"), "that one belongs to deck B"
    table.taps("card_castle_stalker")
    red = table.player("red")
    assert red.landmarks == ("castle_stalker",)
    assert red.taken_tiles == (Tile("castle_stalker", "A"),)
    assert red.coins == 8
    assert str(table.view.taken_tile) == "Castle Stalker"
    learned = [e.fact for e in table.happened(ev.FactLearned)]
    assert [(f.piece, f.field, f.value) for f in learned] == [("A-7", "is", "castle_stalker")]
    assert "A-7" in {p.id for p in possible_pieces(table.state, "A")}, (
        "the slot belongs to a tile that is still to come"
    )
    assert "castle_stalker" not in {p.id for p in possible_pieces(table.state, "A")}
    table.declines()
    table.done()
    table.fits()


def test_a_tile_nobody_named_turns_out_to_be_a_landmark() -> None:
    table = Table(3, box="bare")
    table.arrange("red blue B? B? yellow B? B?", deck="B")
    table.takes("red", ahead=4)
    table.answers("sort", "landmark", "inverness")
    red = table.player("red")
    assert (red.landmarks, red.taken_tiles, red.barrels) == (("inverness",), (Tile("inverness", "B"),), 1)
    assert (red.tiles, red.rebuilds) == (2, 1), "Inverness is known to be a rebuild tile"
    assert table.happened(ev.FactLearned) == []
    table.fits()


def test_a_landmark_forgotten_before_is_an_entry() -> None:
    table = taking("castle_stalker")
    table.enters("blue", "landmark", "inverness")
    assert (table.player("blue").landmarks, table.player("blue").barrels) == (("inverness",), 1)
    assert table.happened(ev.LateEntryMade) == [ev.LateEntryMade("blue")]
