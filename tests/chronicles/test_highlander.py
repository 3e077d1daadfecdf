"""II Highlander: the mountain on the rondel, what is put on it and who takes it away."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.chronicles.highlander.model import Mountain, MountainEmptied, MountainGrew
from companion.state.glen_more_2 import events as ev
from companion.state.territory.track import count_layable_tiles
from tests.chronicles import on_glass
from tests.state.glen_more_2.table import Table

VECTORS = json.loads((Path(__file__).parent.parent / "vectors" / "chronicles.json").read_text(encoding="utf-8"))


def vector(name: str) -> tuple[Any, Any]:
    [found] = [one for one in VECTORS if one["id"] == name]
    return found["given"], found["expect"]


def table(players: int = 3, **more: Any) -> Table:
    return Table(players, chronicles=("highlander",), **more)


def at(ring: str, players: int = 3, coins: int = 0, goods: int = 0, **fields: Any) -> Table:
    """A table with this ring; so much lies on the mountain."""
    switches = fields.pop("switches", None)
    made = table(players, switches=switches, die=True)
    made.arrange(ring, expansion_states={"highlander": Mountain(coins, goods)}, **fields)
    return made


def lying(made: Table) -> Mountain:
    found: Mountain = made.state.expansion_states["highlander"]
    return found


# ---- where it stands


@pytest.mark.rule("C2-02", "C2-03", "C0-02")
@pytest.mark.parametrize(("players", "die", "tiles"), [(2, True, 3), (3, False, 3), (3, True, 2), (4, True, 1)])
def test_it_stands_before_the_empty_space_in_place_of_two_tiles(players: int, die: bool, tiles: int) -> None:
    made = table(players, die=die)
    sorts = made.reads().split()
    assert sorts[-2:] == ["mountain", "="]
    assert sorts.count("S?") == 5
    assert sorts.count("A?") == tiles
    assert made.state.spaces - len(made.state.track) == 1


@pytest.mark.rule("C2-21")
def test_sideways_it_covers_one_space_and_one_more_tile_lies_there() -> None:
    default, harder = table(3), table(3, switches={"highlander.sideways": 1})
    assert harder.reads().split()[-1] == "mountain"
    assert harder.reads().count("A?") == default.reads().count("A?") + 1


@pytest.mark.rule("C0-01")
def test_it_is_chosen_at_set_up() -> None:
    made = Table(0, chronicles=("highlander",))
    made.sits("red", "yellow")
    made.answers("start", "chronicle", "highlander")
    assert made.state.chronicles == ()
    made.answers("start", "chronicle", "highlander")
    made.answers("start", "go")
    assert "mountain" in made.reads()
    assert any(step.startswith("The mountain onto the rondel") for step in made.owes)


@pytest.mark.rule("C2-04", "C2-14")
def test_it_keeps_its_spaces_and_is_never_filled() -> None:
    """On 10 spaces red goes over the mountain; blue is last then, right before it (behind it: the mountain)."""
    made = at("red mountain = blue S-1 yellow S-2 S-3", spaces=10)
    made.takes("red", "S-2")
    made.answers("highlander.pay", "coin")
    assert made.reads() == "blue S-1 yellow red S-3 . . . mountain ="
    assert made.words("end").startswith("Lay 2 from")
    made.done()
    assert made.reads() == "blue S-1 yellow red S-3 A? A? . mountain ="


@pytest.mark.rule("C2-14")
def test_a_refill_goes_on_beyond_it() -> None:
    made = at("red blue S-1 yellow S-2 S-3 mountain =", spaces=12, deck="A")
    made.takes("red", "S-2")
    made.done()
    assert made.reads() == "blue S-1 yellow red S-3 mountain = A? A? A? A?"
    assert count_layable_tiles(made.state.track, made.state.spaces) == 0


# ---- passing


@pytest.mark.rule("C2-05", "C2-06")
def test_a_coin_is_put_on_it_in_passing_with_one_ok() -> None:
    given, expect = vector("rule-mountain-pass-payment")
    before = given["mountain_before"]
    made = at("red mountain = blue S-1 yellow S-2", coins=before["coins"], goods=len(before["resources"]))
    coins = made.player("red").coins
    made.takes("red", "S-2")
    assert made.kinds()[0] == "highlander.pay"
    assert made.offers("highlander.pay") == ["coin", "good", "nothing"]
    made.answers("highlander.pay", given["player_pays"])
    after = expect["mountain_after"]
    assert lying(made) == Mountain(after["coins"], len(after["resources"]))
    assert made.player("red").coins == coins - 1
    assert "Red -1 coin (the mountain)" in made.told()[-1]


@pytest.mark.rule("C2-05")
def test_a_good_is_put_on_it_by_number() -> None:
    made = at("red mountain = blue S-1 yellow S-2")
    coins = made.player("red").coins
    made.takes("red", "S-2")
    made.answers("highlander.pay", "good")
    assert (lying(made), made.player("red").coins) == (Mountain(0, 1), coins)
    assert "Red puts 1 good on the mountain" in made.told()[-1]
    assert "Mountain: 1 good" in on_glass.behind(made)


@pytest.mark.rule("C2-07")
def test_nothing_is_put_on_it_by_who_has_nothing() -> None:
    given, expect = vector("rule-mountain-pass-empty-handed")
    made = at("red mountain = blue S-1 yellow S-2")
    made.has("red", coins=given["player_coins"])
    made.takes("red", "S-2")
    assert made.offers("highlander.pay") == ["good", "nothing", "coin"]
    made.answers("highlander.pay", "nothing")
    assert lying(made) == Mountain(expect["paid"], 0)
    assert made.player("red").taken_tiles[-1].piece == "S-2", "the pawn passed all the same"


@pytest.mark.rule("C2-07")
def test_nothing_with_coins_in_hand_is_asked_about() -> None:
    made = at("red mountain = blue S-1 yellow S-2")
    made.takes("red", "S-2")
    refusal = made.refused("highlander.pay", "nothing")
    assert (refusal.is_soft, refusal.reason.rule) == (True, "C2-07")
    assert str(refusal.reason.text) == "The companion has Red on 5 coins."
    made.answers("highlander.pay", "nothing", anyway=True)
    assert lying(made) == Mountain()


@pytest.mark.rule("C2-06")
def test_a_coin_that_the_book_does_not_know_of_is_asked_about() -> None:
    made = at("red mountain = blue S-1 yellow S-2")
    made.has("red", coins=0)
    made.takes("red", "S-2")
    refusal = made.refused("highlander.pay", "coin")
    assert (refusal.is_soft, refusal.reason.rule) == (True, "C2-06")
    assert lying(made) == Mountain()


@pytest.mark.rule("C2-16")
def test_every_later_pass_is_paid_again() -> None:
    made = at("red mountain = blue yellow S-1 S-2 S-3 S-4", spaces=10, deck="A")
    for who, tile in (("red", "S-1"), ("blue", "S-2"), ("yellow", "S-3")):
        made.takes(who, tile)
        if made.state.find_question("highlander.pay"):
            made.answers("highlander.pay", "coin")
        made.declines()
        made.done()
    assert lying(made).coins == 1
    assert made.on_turn == "red"
    foremost = max(i for i, s in enumerate(made.state.track) if s.is_unidentified)
    ahead = next(space.ahead for place, space in enumerate(made.view.track) if place == foremost)
    assert foremost > next(i for i, s in enumerate(made.state.track) if s.piece == "mountain")
    made.takes("red", "", ahead=ahead)
    made.answers("highlander.pay", "coin")
    assert lying(made).coins == 2


# ---- moving onto it


@pytest.mark.rule("C2-08", "C2-09", "C2-10", "C2-13")
def test_a_pawn_moves_onto_it_and_nothing_is_taken_paid_or_laid() -> None:
    given, expect = vector("rule-mountain-landing")
    there = given["mountain"]
    made = at(
        "red S-1 blue mountain = S-2 yellow S-3", coins=there["coins"], goods=len(there["resources"]), spaces=9
    )
    coins = made.player("red").coins
    made.takes("red", "mountain")
    assert [t.piece for t in made.state.turn.discarded_tiles] == ["S-1"]
    assert made.kinds() == ["end"]
    assert made.words("end") == "Discard Whistling Ford, passed by all players."
    assert made.player("red").taken_tiles == ()
    assert (made.player("red").coins, lying(made)) == (coins - expect["paid"], Mountain(3, 1))
    assert {"sell", "buy"} <= set(made.offers("ledger", "red")), "the market stays open"
    assert "After a turn onto the mountain no tiles are laid." in [str(line) for line in made.owes]
    made.done()
    assert len(made.happened(ev.TileLaid)) == expect["tiles_refilled"]
    assert made.on_turn == "blue"
    assert made.reads() == "blue mountain+red = S-2 yellow S-3"


@pytest.mark.rule("C2-13")
def test_the_next_refill_closes_the_gap() -> None:
    made = at("red S-1 blue mountain = S-2 yellow S-3 S-4", spaces=10, deck="A")
    made.takes("red", "mountain")
    made.done()
    made.takes("blue", "S-2")
    made.answers("highlander.pay", "coin")
    made.declines()
    assert made.words("end").startswith("Lay 3 from A"), "behind red, who is last now, one space stays free"
    made.done()
    assert made.reads() == "mountain+red = blue yellow S-3 S-4 A? A? A?"
    assert made.on_turn == "red"


@pytest.mark.rule("C2-13")
def test_by_another_reading_tiles_are_laid_as_ever() -> None:
    made = at("red S-1 blue mountain = S-2 yellow S-3", spaces=9, deck="A", switches={"highlander.refill": 1})
    made.takes("red", "mountain")
    assert made.words("end").startswith("Discard Whistling Ford, passed by all players. Lay 2 from A")
    made.done()
    assert made.reads() == "blue mountain+red = S-2 yellow S-3 A? A?"


@pytest.mark.rule("C2-13")
def test_by_the_third_reading_the_space_ahead_of_it_stays_empty() -> None:
    default, made = table(3), table(3, switches={"highlander.refill": 2})
    assert made.reads().split()[-3:] == ["mountain", "=", "="]
    assert made.reads().count("A?") == default.reads().count("A?") - 1
    made.arrange("red S-1 blue mountain = = yellow S-3", spaces=9, deck="A")
    made.takes("red", "mountain")
    made.done()
    assert made.reads() == "blue mountain+red = = yellow S-3 A? A?"


@pytest.mark.rule("C2-13")
def test_the_number_laid_can_be_put_right_on_the_refill_line() -> None:
    made = at("red S-1 blue mountain = S-2 yellow S-3", spaces=9, deck="A")
    made.takes("red", "mountain")
    made.answers("end", "lay", 2)
    assert made.reads() == "blue mountain+red = S-2 yellow S-3 A? A?"
    made.fits()


@pytest.mark.rule("C2-13")
def test_tiles_are_laid_all_the_same_where_the_next_player_would_find_none() -> None:
    made = at("red S-1 blue yellow mountain =", spaces=8, deck="A")
    made.takes("red", "mountain")
    assert made.words("end").startswith("Discard Whistling Ford, passed by all players. Lay 3 from A")
    assert not made.chores
    made.done()
    assert made.reads() == "blue yellow mountain+red = A? A? A?"


@pytest.mark.rule("C2-13")
def test_after_the_die_too() -> None:
    made = at("die S-1 blue red mountain+yellow =", spaces=8, deck="A")
    made.answers("roll", "face_1")
    assert made.words("end").startswith("Discard Whistling Ford, passed by all players. Lay 2 from A")
    made.done()
    assert made.on_turn == "die"
    assert made.kinds() == ["roll"]


def test_tiles_tapped_after_a_turn_onto_it_are_laid_one_by_one() -> None:
    made = at("red S-1 blue mountain = S-2 yellow S-3", spaces=9, deck="A")
    made.takes("red", "mountain")
    made.taps("A-6", "laid out")
    assert made.state.phase == "turn"
    made.done()
    assert made.reads() == "blue mountain+red = S-2 yellow S-3 A-6"


@pytest.mark.rule("C2-08")
def test_only_one_pawn_stands_on_it() -> None:
    made = at("red blue mountain+yellow = S-1 S-2")
    refusal = made.refused("take", "take", "mountain", anyway=True)
    assert (refusal.is_soft, refusal.reason.rule) == (False, "C2-08")
    assert str(refusal.reason.text) == "Yellow stands on the mountain."
    assert made.taps("mountain").interpretations == ()


def test_its_own_sticker_moves_the_pawn_onto_it() -> None:
    made = at("red blue mountain = S-1 yellow S-2")
    made.taps("mountain")
    assert made.reads() == "blue mountain+red = S-1 yellow S-2"


def test_nothing_can_be_taken_never_means_the_mountain() -> None:
    made = at("red blue mountain = S-1 yellow S-2")
    assert made.choices("take", "nothing") == ["S-1", "S-2"]


# ---- leaving it


@pytest.mark.rule("C2-11", "C2-12", "C2-15")
def test_who_leaves_takes_everything_with_one_ok_before_the_cost() -> None:
    made = at("mountain+red = blue S-1 yellow S-2", coins=3, goods=2)
    coins = made.player("red").coins
    assert made.kinds() == ["highlander.leave", "take"]
    assert made.offers("highlander.leave") == ["take", "stay"]
    assert str(made.offer("highlander.leave", "take").label) == "Take everything: 3 coins and 2 goods"
    made.answers("highlander.leave", "take")
    assert (made.player("red").coins, lying(made)) == (coins + 3, Mountain())
    assert "Put the goods of the mountain on your tiles, at most 3 on each." in map(str, made.owes)
    assert made.told()[-1] == "Red takes 3 coins and 2 goods from the mountain, +3 coins (the mountain)"
    made.takes("red", "S-2")
    assert "highlander.pay" not in made.kinds(), "leaving is not passing"
    assert made.reads().startswith("blue S-1 yellow red")


@pytest.mark.rule("C2-11")
def test_it_may_be_left_there() -> None:
    made = at("mountain+red = blue S-1 yellow S-2", coins=3)
    made.answers("highlander.leave", "stay")
    assert lying(made) == Mountain(3)


def test_nothing_is_asked_where_nothing_lies() -> None:
    assert at("mountain+red = blue S-1 yellow S-2").kinds() == ["take"]


@pytest.mark.rule("C2-15")
def test_the_pawn_on_it_keeps_its_place_in_the_order() -> None:
    made = at("red mountain+blue = yellow S-1 S-2 S-3", spaces=9)
    made.takes("red", "S-3")
    made.answers("highlander.pay", "coin")
    made.declines()
    made.done()
    assert made.on_turn == "blue"
    assert made.kinds() == ["highlander.leave", "take"]


def test_a_tap_for_the_next_player_is_only_read_where_nothing_is_asked_before() -> None:
    made = at("red blue S-1 S-2 S-3 mountain = yellow S-4", coins=1)
    made.takes("red", "S-2")
    assert "next" in made.offers("end")
    made = at("red mountain+blue = S-1 yellow S-2 S-4", coins=1)
    made.takes("red", "S-1")
    assert "next" not in made.offers("end")


@pytest.mark.rule("C2-17", "C0-13")
def test_who_ends_the_game_on_it_has_everything_before_the_final_scoring() -> None:
    made = at(
        "red blue END+yellow mountain = D?",
        coins=4,
        goods=1,
        deck="D",
        left={"D": 0},
        done_scorings=("A", "B", "C"),
    )
    made.takes("red", "mountain")
    made.done()
    coins = made.player("red").coins
    made.answers("take", "worlds_end")
    made.done()
    assert made.player("red").coins == coins + 4
    assert [e.rule for e in made.happened(MountainEmptied)] == ["C2-17"]
    assert made.kinds()[0] == "count_scots"
    assert any("Put the goods of the mountain" in str(line) for line in made.owes)


# ---- the die


@pytest.mark.rule("C2-18", "C2-19", "C2-20", "C0-03")
def test_the_die_puts_a_coin_of_the_supply_on_it() -> None:
    given, expect = vector("rule-mountain-die-adds-coin")
    made = at("die mountain = red S-1 S-2 blue yellow", coins=given["mountain_before"]["coins"])
    before = [p.coins for p in made.state.players]
    made.answers("roll", "face_2")
    assert [t.piece for t in made.state.turn.discarded_tiles] in ([], ["S-1"])
    assert [d.piece for d in made.state.discards] == ["S-1"], "the mountain is the first step"
    assert lying(made).coins == expect["mountain_after"]["coins"]
    assert [p.coins for p in made.state.players] == before
    assert "1 coin of the supply onto the mountain" in made.told()[-1]


@pytest.mark.rule("C2-19", "C0-04")
def test_the_die_goes_on_past_it() -> None:
    made = at("die mountain = red S-1 S-2 blue yellow")
    assert "mountain" not in made.choices("roll", "seen")
    made.answers("roll", "face_1")
    assert [d.piece for d in made.state.discards] == ["S-1"]


@pytest.mark.rule("C2-20")
def test_by_house_rule_it_is_no_step_for_the_die() -> None:
    made = at("die mountain = red S-1 S-2 blue yellow", switches={"highlander.die_step": 0})
    made.answers("roll", "face_2")
    assert [d.piece for d in made.state.discards] == ["S-2"]
    assert lying(made).coins == 1


@pytest.mark.rule("C2-18", "C0-06")
def test_a_die_that_leaves_over_it_puts_its_coin() -> None:
    made = at("die mountain = red S-1 END blue yellow", deck="D")
    made.answers("roll", "face_3")
    assert made.happened(ev.FigureLeft)
    assert lying(made).coins == 1
    made = at("die red S-1 END mountain = blue yellow", deck="D")
    made.answers("roll", "face_2")
    assert made.happened(ev.FigureLeft)
    assert lying(made).coins == 0


@pytest.mark.rule("C0-05", "C2-18")
def test_a_die_without_a_tile_waits_on_the_empty_space() -> None:
    made = at("die mountain = red blue yellow", deck="A", spaces=8)
    made.answers("roll", "face_1")
    assert lying(made).coins == 1
    assert made.reads().startswith("red blue yellow die")


@pytest.mark.rule("C2-18")
def test_a_die_that_does_not_reach_it_puts_nothing() -> None:
    made = at("die S-1 S-2 red mountain = blue yellow")
    made.answers("roll", "face_1")
    assert lying(made).coins == 0


@pytest.mark.rule("C2-22")
def test_a_figure_that_belongs_to_nobody_neither_pays_nor_stops_there() -> None:
    from companion.chronicles.highlander.model import pay_on_passing, why_cannot_stop

    made = at("red mountain = blue S-1 yellow S-2")
    assert str(getattr(why_cannot_stop(made.state, "neutral:x", "mountain"), "rule", "")) == "C2-22"
    assert why_cannot_stop(made.state, "red", "mountain") is None
    move = ev.PawnMoved("neutral:x", 2, ("mountain",))
    assert not list(pay_on_passing(made.state, move, made.state))


# ---- putting right


def test_what_lies_on_it_can_be_put_right() -> None:
    made = at("red mountain = blue S-1 yellow S-2", coins=2)
    made.corrects("highlander.contents", 5, 1)
    assert lying(made) == Mountain(5, 1)
    assert made.told()[-1] == "corrected: on the mountain: 5 coins and 1 good, not 2 coins"
    made.undo()
    assert lying(made) == Mountain(2)
    made.fits()


def test_a_figure_put_right_onto_it_and_off_again() -> None:
    made = at("red S-1 mountain = blue yellow S-2")
    made.corrects("figure", "red", "space:2")
    assert made.reads() == "S-1 mountain+red = blue yellow S-2"
    assert made.on_turn == "red"
    made.corrects("figure", "red", "space:5")
    assert made.reads() == "S-1 mountain = blue yellow red"
    assert made.on_turn == "blue"


def test_no_tile_lies_on_its_spaces_and_it_goes_nowhere() -> None:
    made = at("red S-1 mountain = blue yellow S-2")
    for place in ("space:2", "space:3"):
        for answer in (("space", place, "A"), ("found", "S-3", place)):
            assert made.refused("correct", *answer).reason.rule == "GM-RND-06"
    assert made.refused("correct", "figure", "red", "space:3").reason.rule == "GM-RND-06"
    assert "mountain" not in made.choices("correct", "piece")
    assert "mountain" not in made.choices("correct", "found")


def test_a_tile_found_elsewhere_is_never_on_it() -> None:
    made = at("red S-1 mountain = blue yellow S-2")
    made.corrects("piece", "S-3", "discards")
    assert [w.label for w in made.taps("S-3").interpretations if "tile 2 ahead" in str(w.label)] == []


def test_the_screen_shows_it_on_both_spaces() -> None:
    made = at("red S-1 mountain = blue yellow S-2")
    assert [str(space.label) for space in made.view.track[2:4]] == ["Mountain", "Mountain"]
    assert [space.ahead for space in made.view.track] == [0, 1, 2, 0, 0, 0, 3]


def test_what_goes_back_when_it_is_taken_back() -> None:
    made = at("red mountain = blue S-1 yellow S-2", coins=2)
    made.takes("red", "S-2")
    made.answers("highlander.pay", "good")
    assert "Red takes 1 good back" in made.undo_instructions()
    made = at("mountain+red = blue S-1 yellow S-2", coins=3)
    made.answers("highlander.leave", "take")
    assert "Back on the mountain: 3 coins" in made.undo_instructions()


def test_events_are_known_by_their_names() -> None:
    game = table().history.game
    events = (MountainGrew("red", coins=1), MountainEmptied("red", 1, 2, "C2-11"))
    assert game.decode_events(game.encode_events(events)) == events


def test_what_lies_on_it_stands_behind_the_standings() -> None:
    assert "Mountain: empty" in on_glass.behind(at("red mountain = blue S-1 yellow S-2"))
    assert "Mountain: 2 coins and 1 good" in on_glass.behind(
        at("red mountain = blue S-1 yellow S-2", coins=2, goods=1)
    )
