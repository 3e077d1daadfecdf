"""I Highland Boat Race: who may move, what castles give, places, and what being last costs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.chronicles.boat_race.model import LAST_PLACE, OWN_STATE, Race, possible_seatings
from companion.chronicles.interactions import HAS_BOAT_RACE, SECOND_REWARD_EVENTS
from companion.screens.paper import PANELS
from companion.screens.translator import Translator
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.ruleset import run_query
from tests.chronicles import on_glass
from tests.state.glen_more_2.table import Table, facts_of

VECTORS = json.loads((Path(__file__).parent.parent / "vectors" / "chronicles.json").read_text(encoding="utf-8"))
CARDS = {"1st": 1, "2nd": 2, "3rd": 3, "last": LAST_PLACE}
KNOWN = {"boat_race.builders": "AC", "boat_race.reward_1": "coins:2", "boat_race.reward_2": "barrels:1"}


def vector(name: str) -> tuple[Any, Any]:
    [found] = [one for one in VECTORS if one["id"] == name]
    return found["given"], found["expect"]


def box(**more: str) -> Facts:
    return replace(facts_of("complete"), more={**KNOWN, **more})


def table(players: int = 3, **more: Any) -> Table:
    """Everybody sits in the order of the pawns, the neutral river at the end."""
    made = Table(players, facts=more.pop("facts", box()), chronicles=("boat_race",), **more)
    if made.state.find_question("boat_race.seats"):
        made.answers("boat_race.seats", "order_1")
    return made


def under_way(players: int = 3, **more: Any) -> Table:
    made = table(players, **more)
    made.enters("red", "boat_race.open")
    return made


def race(made: Table) -> Race:
    return OWN_STATE.of(made.state)


def reaches(made: Table, who: str, castles: int = 1) -> None:
    """The boat comes to so many castles; no token is taken."""
    for _ in range(castles):
        made.enters(who, "boat_race.castle")
        made.declines()


def comes_home(made: Table, who: str) -> None:
    reaches(made, who, 4 - race(made).boats[who].castles_reached)


# ---- set-up


@pytest.mark.rule("C1-03", "C1-07", "C1-08", "C0-02")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_boats_castles_and_tokens_at_the_start(players: int) -> None:
    _, expect = vector(f"rule-boat-reward-tokens-{players}p")
    made = table(players)
    now = race(made)
    assert [boat.castles_reached for boat in now.boats.values()] == [0] * players
    assert len(now.castles) == expect["castles"]
    assert set(now.tokens.values()) == {expect["tokens_per_castle"]}
    assert sum(now.tokens.values()) == expect["tokens_used"] == 16 - expect["tokens_to_box"]
    assert sum(castle.startswith("river_") for castle in now.castles) == expect["neutral_rivers"]


@pytest.mark.rule("C1-03", "C1-04", "C1-05", "C1-07", "C1-08")
def test_the_set_up_is_said_while_the_rondel_is_laid_out() -> None:
    made = Table(0, facts=box(), chronicles=("boat_race",))
    made.sits("red", "yellow")
    made.answers("start", "go")
    own = [step for step in made.owes if step in OWN_STEPS]
    assert own == OWN_STEPS


OWN_STEPS = [
    "The Ship Builders into their decks",
    "Start into the top third of deck B",
    "Each boat onto its home castle",
    "A neutral river on each side between the two players",
    "2 reward tokens face down onto each home castle and each neutral castle",
    "The result cards aside",
]


@pytest.mark.rule("C1-04", "C1-05", "C0-09")
def test_start_and_the_ship_builders_make_the_decks_larger() -> None:
    default, made = Table(3), table()
    more = {d.letter: d.size - default.state.deck_of(d.letter).size for d in made.state.decks}
    assert more == {"S": 0, "A": 1, "B": 1, "C": 1, "D": 0}
    pieces = made.state.facts.pieces
    assert [pieces[p].deck for p in ("race_start", "ship_builder_1", "ship_builder_2")] == ["B", "A", "C"]


@pytest.mark.rule("C1-05")
def test_the_letters_of_the_ship_builders_are_asked_once() -> None:
    made = Table(0, chronicles=("boat_race",))
    made.sits("red", "yellow")
    made.answers("start", "go")
    assert made.kinds() == ["boat_race.letters"]
    made.answers("boat_race.letters", "letters", "D", "B")
    assert made.happened(ev.FactLearned)[0].fact.value == "BD"
    assert made.state.deck_of("B").size == Table(2).state.deck_of("B").size + 2
    assert made.kinds() == ["prepare", "layout"]
    made.fits()


@pytest.mark.rule("C1-05")
def test_the_letters_can_be_said_later_or_told_anew() -> None:
    made = Table(0, chronicles=("boat_race",))
    made.sits("red", "yellow")
    made.answers("start", "go")
    made.answers("boat_race.letters", "later")
    assert made.state.deck_of("B").size == Table(2).state.deck_of("B").size + 1
    made = Table(0, facts=box(), chronicles=("boat_race",))
    made.sits("red", "yellow")
    made.answers("start", "boat_race.letters", "A", "A")
    assert str(made.offer("start", "boat_race.letters").label) == "Ship Builders: A and A"


@pytest.mark.rule("C1-13", "C1-07")
def test_how_people_sit_is_asked_with_three_or_four() -> None:
    assert Table(2, facts=box(), chronicles=("boat_race",)).state.find_question("boat_race.seats") is None
    made = Table(3, facts=box(), chronicles=("boat_race",))
    labels = [str(o.label) for o in made.question("boat_race.seats").offers]
    assert labels[0] == "Red, Yellow, Blue, neutral river"
    assert len(set(labels)) == len(labels) == 6
    made.answers("boat_race.seats", "order_5")
    assert race(made).castles == ("red", "river_1", "blue", "yellow")
    assert len(possible_seatings(["red", "yellow", "blue", "green"])) == 6


# ---- the start of the race


@pytest.mark.rule("C1-09")
def test_the_first_pawn_past_start_opens_the_race_for_all() -> None:
    made = table()
    made.arrange("red race_start S-1 yellow blue S-2", deck="B")
    refusal = made.refused("ledger", "boat_race.castle", player="yellow")
    assert (refusal.is_soft, refusal.reason.rule) == (False, "C1-09")
    assert str(refusal.reason.text) == "No boat moves before a pawn has passed Start."
    made.takes("red", "S-1")
    assert race(made).is_open
    assert "the race begins for all boats" in made.told()[-1]
    made.enters("yellow", "boat_race.castle")
    assert race(made).boats["yellow"].castles_reached == 1


@pytest.mark.rule("C1-10", "C0-03", "C1-33")
def test_the_die_neither_opens_the_race_nor_discards_start() -> None:
    made = table(die=True)
    made.arrange("die race_start S-1 red yellow blue", deck="B")
    made.answers("roll", "face_1")
    assert [d.piece for d in made.state.discards] == ["S-1"]
    assert not race(made).is_open
    assert "race_start" in made.reads()


@pytest.mark.rule("C1-10")
def test_a_figure_that_belongs_to_nobody_does_not_open_it() -> None:
    from companion.chronicles.boat_race.model import open_race_on_passing

    state = table().state
    assert not list(open_race_on_passing(state, ev.PawnMoved("neutral:x", 2, ("race_start",)), state))
    assert list(open_race_on_passing(state, ev.PawnMoved("red", 2, ("race_start",)), state))


@pytest.mark.rule("C1-11", "C0-07", "C0-08")
def test_start_is_only_passed_and_then_discarded() -> None:
    made = table(2)
    made.arrange("red race_start yellow S-1", deck="B")
    refusal = made.refused("take", "take", "race_start")
    assert (refusal.is_soft, refusal.reason.rule) == (True, "GM-TIL-08")
    made.takes("red", "S-1")
    assert [t.piece for t in made.state.turn.discarded_tiles] == ["race_start"]
    assert race(made).is_open


@pytest.mark.rule("C1-11")
def test_by_house_rule_a_pawn_may_stop_on_start_and_the_race_begins_by_hand() -> None:
    made = table(2, switches={"boat_race.start_barred": 0})
    made.arrange("red race_start yellow S-1", deck="B")
    made.takes("red", "race_start")
    made.declines()
    assert not race(made).is_open
    made.enters("red", "boat_race.open")
    assert race(made).is_open


@pytest.mark.rule("C1-11")
def test_a_start_that_nobody_told_about_is_opened_by_hand() -> None:
    made = table(2)
    made.arrange("red B? yellow S-1", deck="B")
    made.takes("red", "S-1")
    assert not race(made).is_open
    made.enters("red", "boat_race.open")
    assert "boat_race.castle" in made.offers("ledger", "red")
    assert "boat_race.open" not in made.offers("ledger", "red")


# ---- castles and tokens


@pytest.mark.rule("C1-13", "C1-15")
def test_castles_come_in_the_order_of_the_seats_and_home_comes_last() -> None:
    made = under_way(3)
    labels = []
    for _ in range(4):
        labels.append(str(made.offer("ledger", "boat_race.castle", "yellow").label))
        reaches(made, "yellow")
    assert labels == [
        "The boat reaches the castle of Blue",
        "The boat reaches the neutral castle",
        "The boat reaches the castle of Red",
        "The boat comes home",
    ]


@pytest.mark.rule("C1-17", "C1-18", "C1-20")
def test_a_token_is_chosen_at_a_castle_and_only_that_one_is_told() -> None:
    made = under_way(2)
    coins = made.player("red").coins
    made.enters("red", "boat_race.castle")
    assert made.words("boat_race.reward") == (
        "Red looks at the tokens of the neutral castle left of Red and takes 1; "
        "the others go back face down. Which one?"
    )
    assert [str(o.label) for o in made.question("boat_race.reward").offers[:2]] == ["2 coins", "1 barrel"]
    made.answers("boat_race.reward", "boat_race.reward_1")
    assert made.player("red").coins == coins + 2
    assert race(made).tokens["river_1"] == 1
    made.enters("red", "boat_race.castle")
    made.answers("boat_race.reward", "boat_race.reward_2")
    assert made.player("red").barrels == 1


@pytest.mark.rule("C1-17")
def test_a_reward_nobody_knew_is_told_once_and_remembered() -> None:
    made = under_way(2)
    made.enters("red", "boat_race.castle")
    made.answers("boat_race.reward", "new", "points", 4)
    assert made.player("red").points == {"boat_race:token": 4}
    [fact] = [e.fact for e in made.happened(ev.FactLearned)]
    assert (fact.field, fact.value) == ("boat_race.reward_3", "points:4")
    made.enters("red", "boat_race.castle")
    assert str(made.question("boat_race.reward").offers[2].label) == "4 points"
    made.answers("boat_race.reward", "new", "coins", 2)
    assert not made.happened(ev.FactLearned), "that one is known"


def test_goods_and_movement_are_left_to_the_hands() -> None:
    made = under_way(2)
    made.enters("red", "boat_race.castle")
    made.answers("boat_race.reward", "new", "wood", 1)
    assert any("Take the reward of the token" in str(line) for line in made.owes)
    made.enters("red", "boat_race.castle")
    made.answers("boat_race.reward", "by_hand")
    assert sum(race(made).tokens.values()) == 6


@pytest.mark.rule("C1-21")
def test_an_empty_castle_gives_nothing() -> None:
    made = under_way(2)
    made.corrects("boat_race.tokens", "river_1", 0)
    made.enters("red", "boat_race.castle")
    assert "boat_race.reward" not in made.kinds()


@pytest.mark.rule("C1-21", "C1-19")
def test_everybody_finds_a_token_on_every_castle_the_own_one_too() -> None:
    made = under_way(4)
    for who in ("red", "yellow", "blue"):
        for _ in range(4):
            made.enters(who, "boat_race.castle")
            made.answers("boat_race.reward", "by_hand")
    assert set(race(made).tokens.values()) == {1}
    assert sum(1 for line in made.told() if "takes a reward token" in line) == 12


@pytest.mark.rule("C1-19")
def test_the_own_castle_gives_nothing_at_the_start() -> None:
    made = under_way(2)
    assert made.kinds() == ["take"]
    assert race(made).tokens["red"] == 2


# ---- places


@pytest.mark.rule("C1-22", "C1-23", "C1-24", "C1-26", "C1-27")
@pytest.mark.parametrize(
    "name", ["printed-boat-two-players-second-is-last", "rule-boat-results-3p", "rule-boat-results-4p"]
)
def test_places_points_and_the_barrel_at_once(name: str) -> None:
    given, expect = vector(name)
    players = given.get("players") or len(expect)
    seats = ("red", "yellow", "blue", "green")[:players]
    called = dict(zip(expect, seats, strict=True))
    made = under_way(players)
    for who in given["boats_home_in_order"]:
        comes_home(made, called[who])
    for who, result in expect.items():
        player = made.player(called[who])
        assert player.points.get("boat_race", 0) == result["vp"]
        assert player.barrels == result.get("barrels", 0)
        assert race(made).boats[called[who]].place == CARDS[result["card"]]


@pytest.mark.rule("C1-25")
def test_a_boat_that_is_home_moves_no_more() -> None:
    made = under_way(3)
    comes_home(made, "red")
    refusal = made.refused("ledger", "boat_race.castle", player="red")
    assert refusal.reason.rule == "C1-25"
    assert str(refusal.reason.text) == "The boat of Red is out of the race: 1st place."
    comes_home(made, "yellow")
    assert made.refused("ledger", "boat_race.castle", player="blue").reason.rule == "C1-25"
    assert [str(line) for p in made.view.players for line in p.lines] == [
        "boat: 1st place",
        "boat: 2nd place",
        "boat: last place",
    ]


def ended(players: int, home: tuple[str, ...] = (), **fields: Any) -> Table:
    """The last pawn moves onto World's End and ends the game."""
    switches = fields.pop("switches", None)
    made = under_way(players, switches=switches)
    for who in home:
        comes_home(made, who)
    seats = [p.id for p in made.state.players]
    for who, counts in fields.items():
        made.has(who, **counts)
    made.arrange(f"red END+{'+'.join(seats[1:])}", deck="D", left={"D": 0}, done_scorings=("A", "B", "C"))
    made.answers("take", "worlds_end")
    made.done()
    return made


@pytest.mark.rule("C1-29", "C0-13")
def test_every_boat_under_way_at_the_end_is_last() -> None:
    given, expect = vector("rule-boat-unfinished-at-game-end")
    seats = dict(zip(expect, ("red", "yellow", "blue", "green"), strict=True))
    made = ended(given["players"], tuple(seats[who] for who in given["boats_home_in_order"]))
    for who, result in expect.items():
        assert race(made).boats[seats[who]].place == CARDS[result["card"]]
    assert made.kinds()[0] == "count_scots"


@pytest.mark.rule("C1-26")
def test_the_boat_of_who_went_home_is_nobodys_rival() -> None:
    made = under_way(4)
    made.corrects("leave", "green")
    comes_home(made, "red")
    assert [boat.place for boat in race(made).boats.values()] == [1, 0, 0, 0]
    comes_home(made, "yellow")
    assert [boat.place for boat in race(made).boats.values()] == [1, 2, LAST_PLACE, 0]
    assert made.player("blue").points == {}


@pytest.mark.rule("C1-26")
def test_whose_last_rival_goes_home_is_last_at_once() -> None:
    made = under_way(3)
    comes_home(made, "red")
    made.corrects("leave", "blue")
    assert [boat.place for boat in race(made).boats.values()] == [1, LAST_PLACE, 0]
    made.fits()


def test_while_no_boat_is_home_nobody_is_last_by_going_home() -> None:
    made = under_way(4)
    made.corrects("leave", "blue")
    made.corrects("leave", "green")
    assert [boat.place for boat in race(made).boats.values()] == [0] * 4


@pytest.mark.rule("C1-22", "C1-26")
def test_a_boat_that_was_put_out_of_the_race_is_not_counted_among_those_at_home() -> None:
    made = under_way(4)
    made.corrects("boat_race.boat", "yellow", str(LAST_PLACE))
    comes_home(made, "red")
    assert (race(made).boats["red"].place, made.player("red").points["boat_race"]) == (1, 15)


@pytest.mark.rule("C1-24")
def test_a_fourth_boat_that_comes_home_after_all_gets_no_points() -> None:
    made = under_way(4)
    for who in ("red", "yellow", "blue"):
        comes_home(made, who)
    made.corrects("boat_race.boat", "green", "under_way", 3)
    comes_home(made, "green")
    assert (race(made).boats["green"].place, made.player("green").points) == (4, {})


@pytest.mark.rule("C1-26")
def test_nobody_is_last_behind_a_boat_that_is_out_of_the_race_itself() -> None:
    made = under_way(3)
    made.corrects("boat_race.boat", "red", str(LAST_PLACE))
    made.corrects("leave", "blue")
    assert race(made).boats["yellow"].place == 0


@pytest.mark.rule("C1-19")
def test_the_last_token_of_a_castle_leaves_none() -> None:
    made = under_way(3)
    castle = race(made).castles[1]
    made.corrects("boat_race.tokens", castle, 1)
    made.enters("red", "boat_race.castle")
    made.answers("boat_race.reward", "boat_race.reward_1")
    assert race(made).tokens[castle] == 0


def coin_points(made: Table, who: str) -> int:
    points = made.player(who).points
    return points.get("coins", 0) + points.get("armadale_castle", 0)


def scored(made: Table) -> Table:
    made.answers("count_scots", "counted", *(0 for _ in made.state.players))
    made.answers("count_rest", "right")
    return made


@pytest.mark.rule("C1-28")
def test_coins_of_the_last_score_nothing() -> None:
    given, expect = vector("rule-boat-last-place-coins")
    made = scored(ended(2, ("yellow",), red={"coins": given["coins"]}, yellow={"coins": 3}))
    assert coin_points(made, "red") == expect["coin_vp"]
    assert coin_points(made, "yellow") == 3
    assert made.player("red").coins == given["coins"], "the coins stay"


@pytest.mark.rule("C1-28")
@pytest.mark.parametrize("whole", [1, 0])
def test_armadale_castle_still_scores_for_the_last(whole: int) -> None:
    given, expect = vector("ruling-boat-last-place-armadale")
    counts = {"coins": given["coins"], "landmarks": ("armadale_castle",)}
    switches = {"boat_race.armadale_whole": whole}
    made = scored(ended(2, ("yellow",), red=counts, switches=switches))
    assert coin_points(made, "red") == (expect["coin_vp"] if whole else 8)


@pytest.mark.rule("C1-28")
def test_after_the_end_a_card_put_right_scores_coins_anew() -> None:
    made = scored(ended(2, ("yellow",), red={"coins": 7}))
    made.corrects("boat_race.boat", "red", "2")
    made.answers("count_rest", "right")
    assert coin_points(made, "red") == 7


# ---- putting right


def test_a_boat_and_a_token_can_be_put_right() -> None:
    made = under_way(3)
    made.corrects("boat_race.boat", "red", "under_way", 2)
    assert race(made).boats["red"].castles_reached == 2
    made.corrects("boat_race.boat", "red", "1")
    assert race(made).boats["red"].place == 1
    made.undo()
    assert race(made).boats["red"].place == 0
    made.corrects("boat_race.reward", "boat_race.reward_1", "coins", 3)
    made.corrects("boat_race.reward", "boat_race.reward_2", "forgotten")
    made.enters("red", "boat_race.castle")
    labels = [str(o.label) for o in made.question("boat_race.reward").offers]
    assert labels == ["3 coins", "Another reward", "We do it ourselves", "No token is taken"]
    made.fits()


def test_a_castle_stands_first_in_the_list_of_its_player() -> None:
    made = under_way(2)
    assert made.offer("ledger", "boat_race.castle", "red").key == "DOWN"
    assert made.offer("ledger", "boat_race.castle", "yellow").key == ""


def test_a_boat_that_can_not_move_leaves_the_key_to_others() -> None:
    made = table(2)
    assert made.offer("ledger", "boat_race.castle", "red").key == ""
    made.enters("red", "boat_race.open")
    comes_home(made, "red")
    assert made.offer("ledger", "boat_race.castle", "red").key == ""
    assert "DOWN" not in [o.key for o in made.question("ledger", "red").offers_with_keys]


def test_a_castle_entered_in_another_turn_is_booked_late() -> None:
    made = under_way(2)
    made.enters("yellow", "boat_race.castle")
    assert made.happened(ev.LateEntryMade)
    assert made.undo_instructions()[:1] == ["The boat of Yellow back to where it lay"]


def test_what_the_history_says() -> None:
    made = under_way(2)
    comes_home(made, "red")
    assert made.told()[-2] == (
        "the boat of Red comes home, Red: 1st place, +15 points (Boat race), "
        "+1 barrel (first in the race), Yellow: last place, coins will be worth nothing"
    )
    made.undo()
    assert race(made).boats["yellow"].place == LAST_PLACE


# ---- what other chronicles ask


def test_others_hear_that_boats_race_and_what_gives_a_second_reward() -> None:
    made = under_way(2)
    assert run_query(HAS_BOAT_RACE, made.state)
    assert not run_query(HAS_BOAT_RACE, Table(2).state)
    [event] = run_query(SECOND_REWARD_EVENTS, made.state, "red", "yellow")
    assert event == ev.QuestionAsked("boat_race.reward", "red", ("yellow", "drawn"))
    assert run_query(SECOND_REWARD_EVENTS, Table(2).state, "red", "yellow") == ()


# ---- corrections


@pytest.mark.rule("C1-09")
def test_a_race_that_was_begun_too_early_can_be_put_right() -> None:
    made = under_way()
    assert str(made.offer("correct", "boat_race.open").label) == "The race has not begun"
    made.corrects("boat_race.open")
    assert made.told()[-1] == "corrected: the race: still to come, not begun"
    assert "the race: still to come, not begun" in on_glass.entries(made)
    assert "závod: teprve bude, ne začal" in on_glass.entries(made, translate=Translator("cs"))
    assert made.refused("ledger", "boat_race.castle").reason.rule == "C1-09"
    made.corrects("boat_race.open")
    assert race(made).is_open
    made.fits()


@pytest.mark.rule("C1-13")
def test_how_people_sit_can_be_put_right() -> None:
    made = under_way()
    before = race(made).castles
    made.corrects("boat_race.seats", "order_5")
    assert race(made).castles == ("red", "river_1", "blue", "yellow") != before
    assert made.told()[-1] == "corrected: to the left sit: Red, neutral river, Blue, Yellow"
    made.fits()


@pytest.mark.parametrize("panel", PANELS)
def test_how_far_a_boat_is_can_be_read_behind_the_standings(panel: str) -> None:
    made = table()
    assert "The race has not begun." in on_glass.behind(made, panel)
    made.enters("red", "boat_race.open")
    reaches(made, "red", 2)
    comes_home(made, "yellow")
    words = on_glass.behind(made, panel)
    assert "boat: 2 castles" in words
    assert "boat: 1st place" in words
    assert "0 castles" not in words, "a boat that lies at home is nothing to tell"
