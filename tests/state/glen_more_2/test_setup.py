"""Set-up: who sits where with how many coins, what lies on the rondel, what is asked and what the box says."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.offers import Pick
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import GOODS
from companion.state.glen_more_2.model import HouseRules
from tests.chronicles import on_glass
from tests.state.glen_more_2.table import COLOURS, Table, facts_of


def seated(players: int, **house: Any) -> Table:
    """People sit; nothing is laid yet."""
    table = Table(0, house=HouseRules(**house))
    table.sits(*COLOURS[:players])
    return table


# ---- who plays


@pytest.mark.rule("GM-CMP-01")
def test_one_alone_can_not_play_and_a_fifth_finds_no_seat() -> None:
    table = Table(0)
    table.answers("seat", "seat", "red")
    assert str(table.refused("seat", "done").reason.text) == "The game needs 2 to 4 players; 1 so far."
    for colour in ("yellow", "blue", "green"):
        table.answers("seat", "seat", colour)
    assert table.offer("seat", "done").is_suggested, "an OK for this must not answer what comes after it"
    table.answers("seat", "done")
    assert len(table.state.players) == 4


@pytest.mark.rule("GM-SET-01", "GM-CMP-04")
def test_every_player_has_a_colour_of_their_own_and_ten_markers() -> None:
    table = Table(0)
    table.answers("seat", "seat", "red")
    assert table.refused("seat", "seat", "red").reason.rule == "GM-SET-01"
    table.answers("seat", "seat", "blue")
    table.answers("seat", "done")
    assert [(p.id, p.markers) for p in table.state.players] == [("red", 10), ("blue", 10)]


@pytest.mark.rule("GM-SET-01")
def test_a_tap_of_the_home_tile_seats_its_player() -> None:
    table = Table(0)
    table.taps("home_green")
    table.taps("home_red")
    table.answers("seat", "done")
    assert [p.id for p in table.state.players] == ["green", "red"]


def test_a_home_tile_tapped_twice_seats_nobody_twice() -> None:
    table = Table(0)
    table.taps("home_green")
    assert table.taps("home_green").interpretations == ()
    assert len(table.state.players) == 1


@pytest.mark.rule("GM-SET-02", "GM-CMP-03", "GM-CMP-12")
def test_the_home_castle_is_empty_and_the_home_tile_counts_two() -> None:
    table = seated(4)
    assert [(p.scots, p.tiles, p.barrels, p.total) for p in table.state.players] == [(0, 2, 0, 0)] * 4
    table.answers("start", "go")
    assert "1 Scot onto the start village" in on_glass.everything_owed(table)


@pytest.mark.rule("GM-SET-05", "GM-SET-06")
def test_pawns_stand_in_the_order_of_the_taps_and_the_first_of_them_begins() -> None:
    table = Table(0)
    table.sits("blue", "red", "green")
    table.answers("start", "go")
    table.answers("layout", "done")
    assert table.reads().startswith("blue red green S?")
    assert table.on_turn == "blue"


@pytest.mark.rule("GM-SET-07")
@pytest.mark.parametrize(("players", "coins"), [(2, [5, 6]), (3, [5, 6, 7]), (4, [5, 6, 7, 8])])
def test_start_coins_go_from_the_last_pawn_forward(players: int, coins: list[int]) -> None:
    assert [p.coins for p in seated(players).state.players] == coins


# ---- the die and World's End


@pytest.mark.rule("GM-SET-08")
def test_two_players_always_use_the_die() -> None:
    table = Table(2)
    assert table.reads().startswith("red yellow die S?")
    assert "die" not in [o.name for o in seated(2).question("start").offers]


@pytest.mark.rule("GM-SET-09")
@pytest.mark.parametrize("players", [3, 4])
def test_more_players_choose_the_die(players: int) -> None:
    table = seated(players)
    assert not table.state.use_die
    table.answers("start", "die")
    table.answers("start", "go")
    table.answers("layout", "done")
    figures = [f for space in table.state.track for f in space.figures]
    assert figures == [*COLOURS[:players], "die"]
    assert seated(players, use_die=True).state.use_die


@pytest.mark.rule("GM-SET-11", "GM-SET-12")
def test_worlds_end_goes_into_the_middle_of_d_or_on_top() -> None:
    table = seated(3)
    assert "in the middle of D" in table.words("start")
    table.answers("start", "worlds_end")
    assert "on top of D" in table.words("start")
    table.answers("start", "worlds_end")
    assert not table.state.short_game
    assert seated(3, short_game=True).state.short_game


# ---- the rondel


@pytest.mark.rule("GM-SET-13", "GM-SET-14", "GM-SET-15")
def test_the_rondel_is_laid_in_the_printed_order() -> None:
    table = Table(3, die=True)
    assert table.reads() == "red yellow blue die S? S? S? S? S? A? A? A? A?"
    assert table.state.spaces - len(table.state.track) == 1


@pytest.mark.rule("GM-SET-15")
@pytest.mark.parametrize(
    ("players", "die", "tiles_of_a"), [(2, True, 5), (3, False, 5), (4, False, 4), (3, True, 4), (4, True, 3)]
)
def test_tiles_of_a_laid_at_set_up_follow_from_the_spaces(players: int, die: bool, tiles_of_a: int) -> None:
    table = Table(players, die=die)
    assert sum(space.deck == "A" for space in table.state.track) == tiles_of_a
    assert table.left("A") == 14 - tiles_of_a
    assert table.left("S") == 0


@pytest.mark.rule("GM-SET-15")
def test_the_number_of_spaces_is_asked_once_where_the_box_does_not_say() -> None:
    table = Table(0, facts=replace(facts_of("complete"), rondel_spaces=None))
    table.sits("red", "yellow", "blue")
    assert table.refused("start", "go").reason.rule == "GM-SET-15"
    events = table.answers("spaces", "spaces", 16)
    assert [(f.field, f.value) for f in table.history.game.learned_facts(events)] == [("rondel_spaces", 16)]
    table.answers("start", "go")
    table.answers("layout", "done")
    assert len(table.state.track) == 15
    assert "spaces" not in Table(3).kinds()


@pytest.mark.rule("GM-SET-13", "GM-SET-14")
@pytest.mark.parametrize(("spaces", "ring"), [(11, "S? S? S? S? S?"), (12, "S? S? S? S? S? A?")])
def test_on_the_smallest_rondel_deck_a_is_next_when_all_start_tiles_lie(spaces: int, ring: str) -> None:
    table = Table(4, die=True, facts=replace(facts_of("complete"), rondel_spaces=spaces))
    assert table.reads() == f"red yellow blue green die {ring}"
    table.answers("take", "take", "ahead:1", "")
    table.declines()
    assert table.words("end").endswith("Lay 1 from A.")
    assert table.view.left == 19 + 6 - 11 - (spaces - 11)
    table.done(anyway=True)
    assert table.reads().endswith("A?")


@pytest.mark.rule("GM-SET-10")
def test_decks_lie_face_down_so_any_tile_of_a_may_come_and_none_of_another() -> None:
    for order in (("A-10", "loch_lochy", "A-6"), ("A-6", "A-10", "loch_lochy")):
        table = laying()
        for number in range(1, 6):
            table.taps(f"S-{number}")
        assert table.taps("B-4").interpretations == (), "A is laid now"
        for piece in order:
            table.taps(piece)
        assert table.reads().split()[8:] == [*order], "as it was tapped, for nobody can know what comes"


@pytest.mark.rule("GM-CMP-13")
def test_deck_sizes_are_facts_of_the_box() -> None:
    sizes = {d.letter: d.size for d in Table(3).state.decks}
    assert sizes == {"S": 5, "A": 14, "B": 17, "C": 17, "D": 17}
    small = replace(facts_of("complete"), decks={**facts_of("complete").decks, "B": 9})
    assert Table(3, facts=small).left("B") == 9


@pytest.mark.rule("GM-CMP-13")
def test_worlds_end_is_counted_into_deck_d_whatever_the_letters_say() -> None:
    extra = replace(facts_of("complete"), decks={**facts_of("complete").decks, "D": 17}, worlds_end_in_d=False)
    assert Table(3, facts=extra).left("D") == 18


@pytest.mark.rule("GM-SET-16")
@pytest.mark.parametrize(("players", "filled"), [(2, 1), (3, 1), (4, 0)])
def test_the_market_starts_with_a_coin_in_each_row_but_with_four(players: int, filled: int) -> None:
    assert Table(players).state.market == dict.fromkeys(GOODS, filled)


@pytest.mark.rule("GM-SET-18")
def test_chronicles_are_chosen_before_anything_is_laid_and_change_what_is_laid() -> None:
    table = seated(3)
    assert table.state.chronicles == (), "none, as is good for a first game"
    table.answers("start", "chronicle", "highlander")
    table.answers("start", "go")
    table.answers("layout", "done")
    assert table.reads() == "red yellow blue S? S? S? S? S? A? A? A? mountain ="
    assert "start" not in table.kinds(), "it is too late for another"
    plain = seated(3)
    plain.answers("start", "go")
    plain.answers("layout", "done")
    assert plain.reads() == "red yellow blue S? S? S? S? S? A? A? A? A? A?"


def test_house_rules_are_changed_before_anything_is_laid() -> None:
    table = seated(3)
    table.answers("start", "house", "refill_after_die")
    table.answers("start", "house", "difference_above_five", 12)
    assert table.state.house == HouseRules(refill_after_die=True, difference_above_five=12)
    table.answers("start", "go")
    assert table.kinds() == ["prepare", "layout"]


def test_a_player_gets_a_name_of_an_earlier_game_or_a_new_one() -> None:
    table = Table(0, names=("Ann", "Bob"))
    table.sits("red", "yellow")
    table.answers("start", "name", "red", "name:Bob")
    table.answers("start", "name", "yellow", "new", "Cara")
    assert [p.name for p in table.view.players] == ["Bob", "Cara"]


# ---- laying out


def laying(players: int = 3, box: str = "complete") -> Table:
    table = Table(0, box=box)
    table.sits(*COLOURS[:players])
    table.answers("start", "go")
    return table


@pytest.mark.rule("GM-SET-13", "GM-SET-14")
def test_tiles_tapped_while_they_are_laid_are_known() -> None:
    table = laying()
    for number in (3, 1, 2, 5, 4):
        table.taps(f"S-{number}")
    for piece in ("A-6", "loch_lochy", "A-7", "A-8", "inshriach"):
        table.taps(piece)
    ring = "red yellow blue S-3 S-1 S-2 S-5 S-4 A-6 loch_lochy A-7 A-8 inshriach"
    assert table.reads() == ring
    assert table.kinds() == ["take"]


def test_some_tapped_and_the_rest_not_is_a_mixed_ring() -> None:
    table = laying()
    table.taps("S-3")
    table.taps("A-6")
    table.answers("layout", "done")
    assert table.reads() == "red yellow blue S-3 S? S? S? S? A-6 A? A? A? A?"


def test_a_start_tile_tapped_after_the_first_tile_of_a_changes_nothing() -> None:
    table = laying()
    table.taps("A-6")
    assert table.taps("S-3").interpretations == ()
    assert "S-3" not in table.reads()


def test_the_same_tile_tapped_twice_while_laying_lies_once() -> None:
    table = laying()
    table.taps("S-3")
    seen = table.taps("S-3")
    assert (seen.interpretations, str(seen.description)) == ((), "Mossy Quarry lies on the rondel.")
    assert table.reads().split().count("S-3") == 1


def test_a_tile_whose_deck_nobody_knows_is_one_choice_only() -> None:
    table = laying(box="bare")
    assert len(table.taps("halkirk").interpretations) == 1
    assert table.reads().endswith("halkirk")


def test_the_layout_says_what_is_still_to_be_laid() -> None:
    table = laying()
    assert table.words("layout").startswith("Lay 5 start tiles in front of the foremost pawn, then 5 tiles of A.")
    table.taps("A-6")
    assert table.words("layout").startswith("Lay 4 more tiles of A.")


@pytest.mark.rule("GM-SET-13")
@pytest.mark.parametrize("players", [2, 3])
def test_with_the_die_the_start_tiles_lie_in_front_of_the_die(players: int) -> None:
    table = Table(0)
    table.sits(*("red", "yellow", "blue")[:players])
    if players == 3:
        table.answers("start", "die")
    table.answers("start", "go")
    assert table.words("layout").startswith("Lay 5 start tiles in front of the die, then ")


def test_an_unknown_sticker_while_laying_stands_for_a_start_tile_first() -> None:
    table = laying(box="bare")
    assert table.history.game.unidentified_pieces(table.state, {"S-1"}) == ("S-2",)
    for _ in range(5):
        table.taps(table.history.game.unidentified_pieces(table.state, set())[0])
    assert table.history.game.unidentified_pieces(table.state, set()) == ("A-1",)


def test_what_is_laid_can_be_taken_back_tile_by_tile() -> None:
    table = laying()
    table.taps("S-3")
    table.taps("S-4")
    assert table.undo_instructions() == ["Lambs Hollow from the rondel back to the start tiles"]
    table.undo()
    assert table.reads() == "red yellow blue S-3"


def test_play_begins_with_full_decks_and_pawns_in_line() -> None:
    table = seated(3)
    table.answers("start", "go")
    assert table.happened(ev.PlayBegan)
    assert table.reads() == "red yellow blue"


@pytest.mark.rule("C0-01")
def test_the_list_of_chronicles_says_which_are_in() -> None:
    table = seated(3)

    def listed() -> list[str]:
        (pick,) = table.offer("start", "chronicle").parts
        assert isinstance(pick, Pick)
        return [str(choice.label) for choice in pick.choices]

    before = listed()
    assert not [label for label in before if label.endswith(": in the game")]
    table.answers("start", "chronicle", "highlander")
    assert listed() == ["II Highlander: in the game" if label.startswith("II ") else label for label in before]
    table.answers("start", "chronicle", "highlander")
    assert listed() == before, "chosen again it stays away"
