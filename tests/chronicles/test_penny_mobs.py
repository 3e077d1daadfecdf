"""Penny Mobs at the table: jail, pennies, what each member does, penalties at the end."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.chronicles.boat_race.model import OWN_STATE as RACE
from companion.chronicles.haggis.model import OWN_STATE as HAGGIS
from companion.chronicles.highlander.model import OWN_STATE as MOUNTAIN
from companion.chronicles.interactions import (
    BONUS_SPACE_SELLER,
    MOUNTAIN_SWAPPER,
    OWNER_OF_SCOT_ABROAD,
    REROLL_OWNER,
    TOKEN_TAKER,
)
from companion.chronicles.penny_mobs import model as mm
from companion.chronicles.penny_mobs.model import OWN_STATE
from companion.chronicles.penny_mobs.scoring import expected_end_points, scoring_parts
from companion.engine.game import CORRECTION
from companion.engine.history import History, first_difference
from companion.engine.message import tr
from companion.engine.offers import Amount, Answer, Pick, Refusal
from companion.games.glen_more_2.bot import RandomGamePlan, play_random_game
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.scoring.gains import Gain, PlayerGain
from companion.scoring.glen_more_2.model import Round
from companion.scoring.glen_more_2.scoring import count_scots, score_standings
from companion.screens.paper import PANELS
from companion.screens.translator import Translator
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Resolution
from companion.state.glen_more_2.course import advance_course
from companion.state.glen_more_2.expansions import Query
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ruleset import run_query
from companion.state.glen_more_2.scoring_rounds import player_standings
from companion.state.glen_more_2.view import View
from companion.state.glen_more_2.view_builder import build_view
from tests.chronicles import on_glass
from tests.chronicles.haggis_table import facts_told
from tests.sampled import half
from tests.screens.shown import read
from tests.state.glen_more_2.table import Staged, Table, facts_of

SLUG = "penny_mobs"
WHY = tr("because")
PRINTED = (Path(__file__).parent.parent / "vectors" / "chronicles.json").read_text("utf-8")
VECTORS = {v["id"]: v for v in json.loads(PRINTED)}
PENALTIES: dict[str, Any] = {"boat_race.builders": "AA"} | {f"{SLUG}.penalty.{id}": 6 for id in mm.MEMBERS}


def vector(name: str) -> tuple[Any, Any]:
    return VECTORS[name]["given"], VECTORS[name]["expect"]


def seated(*drawn: str, players: int = 3, chronicles: tuple[str, ...] = (), **more: Any) -> Table:
    """A table where these members lie in jail."""
    facts = replace(facts_of("complete"), more=PENALTIES)
    table = Table(players, chronicles=(SLUG, *chronicles), facts=facts, **more)
    if table.state.find_question("boat_race.seats"):
        table.answers("boat_race.seats", "order_1")
    for member in drawn:
        if mm.MEMBERS[member].back == "S" and table.state.find_question(f"{SLUG}.draw"):
            table.answers(f"{SLUG}.draw", "member", member)
    if table.state.find_question(f"{SLUG}.draw"):
        table.answers(f"{SLUG}.draw", "rest")
    return table


def controlled(member: str, owner: str = "red", players: int = 3, **more: Any) -> Table:
    """A table where a player controls a member."""
    table = seated(players=players, **more)
    now = OWN_STATE.of(table.state)
    tokens = {**now.tokens, member: mm.MEMBERS[member].tokens}
    changed = replace(now, owners={member: owner}, tokens=tokens, bruce_coins=3 if member == mm.MAIL else 0)
    table.stage(OWN_STATE.put(table.state, changed))
    return table


@pytest.mark.rule("C8-05")
def test_everybody_starts_with_seven_pennies() -> None:
    assert OWN_STATE.of(seated().state).minus_pennies == {"red": 7, "yellow": 7, "blue": 7}


@pytest.mark.rule("C8-03", "C8-04")
def test_sixteen_members_and_fourteen_tokens() -> None:
    assert len(mm.MEMBERS) == 16
    assert sum(m.tokens for m in mm.MEMBERS.values()) == 14
    assert sum(not m.needs for m in mm.MEMBERS.values()) == 9


@pytest.mark.rule("C8-06", "C8-07")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_pool_and_how_many_are_drawn(players: int) -> None:
    _, expect = vector(f"rule-gang-cards-drawn-{players}p")
    assert mm.DRAWN_MEMBER_COUNTS[players] == expect["cards_drawn"]
    assert len(mm.drawable_members(players, ())) == expect["base_pool"]
    assert expect["pennies_each"] == mm.PENNIES
    assert mm.CLAIM in [m.id for m in mm.drawable_members(players, ("turbulent",))]


@pytest.mark.rule("C8-08")
def test_members_with_an_s_lie_in_jail_from_the_start() -> None:
    table = seated(mm.DUFF, mm.MAIL)
    assert OWN_STATE.of(table.state).jail == (mm.DUFF, mm.MAIL)
    assert OWN_STATE.of(table.state).hidden_members == 2


@pytest.mark.rule("C8-07")
def test_a_member_lies_out_once_only() -> None:
    table = Table(3, chronicles=(SLUG,))
    table.answers(f"{SLUG}.draw", "member", mm.DUFF)
    assert table.refused(f"{SLUG}.draw", "member", mm.DUFF).reason.rule == "C8-07"


@pytest.mark.rule("C8-09", "C8-11")
def test_with_the_first_b_tile_the_others_come_and_the_penny_is_asked_before_the_scoring() -> None:
    table = seated()
    table.arrange("red yellow blue S-1 A-6 A-7 .", deck="A", left={"A": 1})
    table.takes("red", "A-6")
    table.declines()
    table.done()
    table.answers("deck_end", "yes")
    for member in (mm.SPONGE, mm.ANDERSON, mm.CASTLE):
        table.answers(f"{SLUG}.reveal", "member", member)
    table.answers(f"{SLUG}.reveal", "rest")
    table.answers(f"{SLUG}.penny", "penny", f"penny:{mm.SPONGE}")
    assert OWN_STATE.of(table.state).pennies_on == {mm.SPONGE: 1}
    assert table.state.phase == "count"


@pytest.mark.rule("C8-10")
def test_at_the_end_of_a_turn_a_penny_is_laid_or_a_member_taken() -> None:
    table = seated(mm.DUFF, mm.MAIL)
    table.arrange("red yellow blue S-1 S-2 S-3")
    table.takes("red", "S-1")
    table.declines()
    table.answers("end", f"{SLUG}.penny", f"penny:{mm.DUFF}")
    assert (OWN_STATE.of(table.state).minus_pennies["red"], OWN_STATE.of(table.state).pennies_on[mm.DUFF]) == (
        6,
        1,
    )
    table.takes("red" if table.on_turn == "red" else table.on_turn, "S-2")
    table.declines()
    who = table.state.turn.player
    table.answers("end", f"{SLUG}.penny", f"take:{mm.DUFF}")
    assert OWN_STATE.of(table.state).owners[mm.DUFF] == who
    assert OWN_STATE.of(table.state).plus_pennies[who] == 1


@pytest.mark.rule("C8-10")
def test_with_an_empty_jail_there_is_nothing_to_do() -> None:
    table = seated()
    table.arrange("red yellow blue S-1 S-2")
    table.takes("red", "S-1")
    assert f"{SLUG}.penny" not in table.offers("end")
    assert table.refused("ledger", f"{SLUG}.late", f"take:{mm.DUFF}").reason.rule == "C8-10"


@pytest.mark.rule("C8-12")
def test_pennies_in_front_are_not_laid_again() -> None:
    table = seated(mm.DUFF)
    now = OWN_STATE.of(table.state)
    spent = replace(
        now, minus_pennies={**now.minus_pennies, "red": 0}, plus_pennies={**now.plus_pennies, "red": 3}
    )
    table.stage(OWN_STATE.put(table.state, spent))
    assert table.refused("ledger", f"{SLUG}.late", f"penny:{mm.DUFF}").reason.rule == "C8-10"
    table.enters("red", f"{SLUG}.late", f"take:{mm.DUFF}")
    assert OWN_STATE.of(table.state).owners == {mm.DUFF: "red"}


@pytest.mark.rule("C8-13", "C8-14")
@pytest.mark.parametrize("name", ["rule-gang-final-scoring", "rule-gang-all-pennies-kept"])
def test_penalties_and_pennies_at_the_end(name: str) -> None:
    given, expect = vector(name)
    table = seated()
    now = OWN_STATE.of(table.state)
    owner = dict.fromkeys(list(mm.MEMBERS)[: len(given["member_penalties"])], "red")
    changed = replace(
        now,
        owners=owner,
        minus_pennies={**now.minus_pennies, "red": given["minus_pennies"]},
        plus_pennies={**now.plus_pennies, "red": given["plus_pennies"]},
    )
    state = OWN_STATE.put(table.state, changed)
    assert sum(expected_end_points(state, "red").values()) == expect["vp"]
    result = score_standings("final", player_standings(state), parts=scoring_parts(state))
    gains = [g.points for p in result.players if p.name == "red" for g in p.gains if g.source in (SLUG, *owner)]
    assert sum(gains) == expect["vp"]


@pytest.mark.rule("C8-13")
def test_an_unknown_penalty_is_asked_before_the_final_scoring() -> None:
    table = Table(3, chronicles=(SLUG,))
    table.answers(f"{SLUG}.draw", "member", mm.DUFF)
    table.answers(f"{SLUG}.draw", "rest")
    table.enters("red", f"{SLUG}.late", f"take:{mm.DUFF}")
    table.arrange("red END+yellow+blue S-1")
    table.answers("take", "worlds_end")
    table.done()
    table.answers(f"{SLUG}.penalty", "penalty", 8)
    assert table.state.facts.more[f"{SLUG}.penalty.{mm.DUFF}"] == 8


@pytest.mark.rule("C8-15")
def test_another_pays_the_coins_on_peggys_token_to_take_the_crest() -> None:
    table = controlled(mm.WANDER, "yellow")
    assert table.refused("ledger", f"{SLUG}.{mm.WANDER}", "macleod", 2, player="yellow").is_soft, "soft"
    table.enters("yellow", f"{SLUG}.{mm.WANDER}", "macleod", 2, anyway=True)
    coins = {p.id: p.coins for p in table.state.players}
    table.enters("red", "crest", "macleod")
    assert table.player("yellow").coins == coins["yellow"] + 2
    assert table.player("red").coins == coins["red"] - 2 + 3
    assert OWN_STATE.of(table.state).crest_tokens == {}


@pytest.mark.rule("C8-15")
def test_her_owner_takes_it_without_paying() -> None:
    table = controlled(mm.WANDER, "red")
    table.enters("red", f"{SLUG}.{mm.WANDER}", "macleod", 2)
    coins = table.player("red").coins
    table.enters("red", "crest", "macleod")
    assert table.player("red").coins == coins + 3


@pytest.mark.rule("C8-16")
def test_douglas_counts_as_free_and_others_must_be() -> None:
    table = controlled(mm.WANDER, "red")
    table.corrects("marker", "macleod", "blue")
    table.enters("blue", "crest", "douglas")
    table.declines()
    assert table.refused("ledger", f"{SLUG}.{mm.WANDER}", "macleod", 1) is not None
    table.enters("red", f"{SLUG}.{mm.WANDER}", "douglas", 1)


@pytest.mark.rule("C8-17")
def test_joe_takes_the_largest_stack_of_a_row_several_times_a_turn() -> None:
    table = controlled(mm.DUFF)
    table.corrects("row", "sheep", 3)
    coins = table.player("red").coins
    table.enters("red", f"{SLUG}.{mm.DUFF}", "sheep")
    table.enters("red", f"{SLUG}.{mm.DUFF}", "sheep")
    assert table.player("red").coins == coins + 5
    assert OWN_STATE.of(table.state).tokens[mm.DUFF] == 1


@pytest.mark.rule("C8-18")
def test_bruce_pays_who_made_a_good_and_his_own_coins_never_score() -> None:
    table = controlled(mm.MAIL)
    coins = {p.id: p.coins for p in table.state.players}
    table.enters("red", f"{SLUG}.{mm.MAIL}", "yellow", "kept")
    table.enters("red", f"{SLUG}.{mm.MAIL}", "blue", "sheep")
    assert table.player("yellow").coins == coins["yellow"] + 1
    assert table.player("red").coins == coins["red"] + 1
    table.enters("red", f"{SLUG}.{mm.MAIL}", "yellow", "kept")
    assert table.refused("ledger", f"{SLUG}.{mm.MAIL}", "yellow", "kept").reason.rule == "C8-18"


def reserved(owner: str = "red") -> Table:
    table = controlled(mm.LAIRD, owner)
    table.arrange("red yellow blue S-1 S-2 S-3 A?")
    if owner == table.on_turn:
        table.enters(owner, f"{SLUG}.{mm.LAIRD}", "S-2", 2)
    else:
        refusal = table.refused("ledger", f"{SLUG}.{mm.LAIRD}", "S-2", 2, player=owner)
        assert (refusal.is_soft, refusal.reason.rule) == (True, "C8-19")
        table.enters(owner, f"{SLUG}.{mm.LAIRD}", "S-2", 2, anyway=True)
    return table


def next_turn(table: Table, ring: str) -> None:
    """Turns went by; the ring lies so now."""
    turn = replace(table.state.turn, number=table.state.turn.number + 3)
    table.stage(replace(table.state, turn=turn))
    table.arrange(ring)


@pytest.mark.rule("C8-19", "C8-20")
def test_another_pays_for_a_reserved_tile() -> None:
    table = reserved("yellow")
    coins = {p.id: p.coins for p in table.state.players}
    cost = sum(c.n for c in table.state.facts.pieces["S-2"].cost or () if c.what == "coin")
    table.takes("red", "S-2")
    assert table.player("red").coins == coins["red"] - 2 - cost
    assert table.player("yellow").coins == coins["yellow"] + 2
    assert OWN_STATE.of(table.state).reserved == ("", 0)


@pytest.mark.rule("C8-21")
def test_the_owner_must_take_it_next_and_pays_nothing_for_the_token() -> None:
    table = reserved("red")
    next_turn(table, "red yellow blue S-1 S-2 S-3 END")
    assert table.refused("take", "take", "S-1").reason.rule == "C8-21"
    assert table.refused("take", "worlds_end").reason.rule == "C8-21"
    assert table.refused("take", "worlds_end").is_soft
    table.takes("red", "S-2")
    assert OWN_STATE.of(table.state).reserved == ("", 0)


@pytest.mark.rule("C8-21")
def test_in_the_turn_in_which_it_is_reserved_another_tile_is_taken() -> None:
    table = reserved("red")
    table.takes("red", "S-1")
    assert OWN_STATE.of(table.state).reserved == ("S-2", 2)


@pytest.mark.rule("C8-22")
def test_a_reserved_tile_that_the_die_threw_out_turns_the_card_at_the_owners_next_turn() -> None:
    table = reserved("red")
    next_turn(table, "die red yellow blue S-1 S-2 S-3 A?")
    table.answers("roll", "face_2")
    assert all(space.piece != "S-2" for space in table.state.track)
    table.arrange("red yellow blue S-1 A? A?")
    now = OWN_STATE.of(table.state)
    assert (now.reserved, now.tokens[mm.LAIRD]) == (("", 0), 0)
    assert now.controls("red", mm.LAIRD), "the penalty stays"
    assert "C8-19" in str(table.refused("ledger", f"{SLUG}.{mm.LAIRD}", "S-1", 1).reason.rule)


@pytest.mark.rule("C8-24", "C8-27", "C8-33")
@pytest.mark.parametrize("member", [mm.SNITCH, mm.DARKIE, mm.CASTLE])
def test_who_is_placed_stands_on_his_token(member: str) -> None:
    table = controlled(member, "red")
    assert OWN_STATE.of(table.state).tokens[member] == 1
    table.enters("red", f"{SLUG}.{member}", "yellow", "elsewhere")
    assert OWN_STATE.of(table.state).tokens[member] == 0
    table.enters("red", f"{SLUG}.{member}", "blue", "elsewhere")
    assert OWN_STATE.of(table.state).hosts[member] == "blue", "he moves on with it"
    table.undo()
    table.undo()
    assert OWN_STATE.of(table.state).tokens[member] == 1
    table.fits()


@pytest.mark.rule("C8-22")
def test_if_it_cannot_be_taken_the_card_is_turned_and_the_penalty_stays() -> None:
    table = reserved("red")
    table.answers("take", f"{SLUG}.give_up")
    assert OWN_STATE.of(table.state).tokens[mm.LAIRD] == 0
    assert expected_end_points(table.state, "red")[mm.LAIRD] == -6
    table.takes("red", "S-1")


@pytest.mark.rule("C8-23")
def test_on_the_last_turn_nothing_is_reserved() -> None:
    table = controlled(mm.LAIRD, "red")
    table.arrange("yellow blue END S-1 red S-2 S-3")
    ledger = next(o.number for o in table.state.open_questions if o.kind == "ledger" and o.player == "red")
    refusal = table.history.propose(Answer(ledger, f"{SLUG}.{mm.LAIRD}", ("S-3", 1)))
    assert isinstance(refusal, Refusal)
    assert refusal.reason.rule == "C8-23"


@pytest.mark.rule("C8-24")
def test_kenneth_stands_with_another_and_may_come_from_the_home_castle() -> None:
    table = controlled(mm.SNITCH)
    table.has("red", scots=2)
    table.enters("red", f"{SLUG}.{mm.SNITCH}", "blue", "home")
    assert table.player("red").scots == 1
    assert OWN_STATE.of(table.state).hosts[mm.SNITCH] == "blue"


@pytest.mark.rule("C8-27", "C8-28")
def test_a_tile_beside_fergus_costs_a_coin_and_he_moves_on() -> None:
    table = controlled(mm.DARKIE, "yellow")
    table.enters("yellow", f"{SLUG}.{mm.DARKIE}", "red", "elsewhere")
    coins = {p.id: p.coins for p in table.state.players}
    table.enters("red", f"{SLUG}.{mm.DARKIE}.coin")
    assert table.player("red").coins == coins["red"] - 1
    assert table.player("yellow").coins == coins["yellow"] + 1
    table.answers(f"{SLUG}.moves", "to", "blue")
    assert OWN_STATE.of(table.state).hosts[mm.DARKIE] == "blue"


@pytest.mark.rule("C8-29")
def test_sibyl_gets_one_point_a_turn_of_six_and_more() -> None:
    given, expect = vector("rule-sibyl-in-turn")
    table = controlled(mm.SPONGE, "yellow")
    for points in given["gains_in_turn"]:
        table.enters("red", "points", "exchange", points)
    assert table.player("yellow").total == expect["given_to_sibyl"]
    assert table.player("red").total == sum(given["gains_in_turn"]) - 1


@pytest.mark.rule("C8-29")
def test_where_the_source_is_not_known_it_is_asked() -> None:
    table = controlled(mm.SPONGE, "yellow")
    table.enters("red", "points", "other", 8)
    table.answers(f"{SLUG}.one_source", "no")
    assert table.player("yellow").total == 0
    table.enters("red", "points", "exchange", 5)
    assert table.player("yellow").total == 0


@pytest.mark.rule("C8-30")
@pytest.mark.parametrize(("only", "given_over"), [(0, 3), (1, 2)])
def test_in_a_scoring_round_every_source_of_six_and_more(only: int, given_over: int) -> None:
    """Leads of 5, 5, 4 and 3 bring the printed 8, 8, 5 and 3; coins are a source too, but for the house rule."""
    given, expect = vector("rule-sibyl-scoring-round")
    table = controlled(mm.SPONGE, "yellow", switches={f"{SLUG}.sibyl_categories_only": only})
    persons, landmarks = ("p1", "p2", "p3", "p4"), ("loch_lochy", "inverness", "loch_shiel")
    table.has("red", scots=5, barrels=5, persons=persons, landmarks=landmarks, coins=9)
    table.has("yellow", coins=0)
    table.has("blue", coins=5)

    def gains(round: Round, who: str) -> Counter[str]:
        result = score_standings(round, player_standings(table.state), parts=scoring_parts(table.state))
        found: Counter[str] = Counter()
        for gain in next(p for p in result.players if p.name == who).gains:
            found[gain.source] += gain.points
        return found

    categories = ("scots_in_home_castle", "whisky", "persons", "landmarks")
    assert [gains("C", "red")[c] for c in categories] == given["gains_in_scoring_round"]
    assert gains("C", "yellow") == {mm.SPONGE: expect["given_to_sibyl"]}
    assert gains("final", "red")["coins"] == 9
    assert gains("final", "red")[mm.SPONGE] == -given_over
    assert gains("final", "yellow")[mm.SPONGE] == given_over - PENALTIES[f"{SLUG}.penalty.{mm.SPONGE}"]


@pytest.mark.rule("C8-31", "C8-32")
def test_derek_moves_a_tile_once_and_the_card_stays() -> None:
    table = controlled(mm.ANDERSON)
    table.has("blue", tiles=6, landmarks=("loch_ness",))
    table.enters("red", f"{SLUG}.{mm.ANDERSON}", "blue", "yellow", 1)
    assert (table.player("blue").tiles, table.player("yellow").tiles) == (5, 3)
    assert table.player("blue").scots == 1
    assert table.player("blue").landmarks == ("loch_ness",)
    assert table.refused("ledger", f"{SLUG}.{mm.ANDERSON}", "blue", "red", 0).reason.rule == "C8-31"


@pytest.mark.rule("C8-33")
def test_mike_counts_for_his_owner_and_one_of_the_host_does_not() -> None:
    given, expect = vector("rule-mike-mccastle")
    table = controlled(mm.CASTLE, "red")
    table.enters("red", f"{SLUG}.{mm.CASTLE}", "blue", "elsewhere")
    state = table.state
    players = tuple(
        replace(
            p,
            scots={
                "blue": given["host_scotsmen_in_home_castle"],
                "red": given["owner_scotsmen_in_home_castle"],
            }.get(p.id, 0),
        )
        for p in state.players
    )
    state = replace(state, players=players)
    changed = scoring_parts(state)[0].change(player_standings(state))  # type: ignore[union-attr]
    counted = {s.name: count_scots(s).number for s in changed}
    assert (counted["blue"], counted["red"]) == (expect["host_counted"], expect["owner_counted"])


@pytest.mark.rule("C8-34")
def test_when_the_hosts_scot_comes_home_mike_goes_elsewhere() -> None:
    table = controlled(mm.CASTLE, "red")
    table.enters("red", f"{SLUG}.{mm.CASTLE}", "blue", "elsewhere")
    table.enters("blue", "scots_in", 1)
    table.answers(f"{SLUG}.moves", "to", "yellow")
    assert OWN_STATE.of(table.state).hosts[mm.CASTLE] == "yellow"


@pytest.mark.rule("C8-35")
def test_calum_hands_over_a_penny() -> None:
    table = controlled(mm.QUACK)
    table.enters("red", f"{SLUG}.{mm.QUACK}", "blue")
    assert (OWN_STATE.of(table.state).minus_pennies["red"], OWN_STATE.of(table.state).minus_pennies["blue"]) == (
        6,
        8,
    )


@pytest.mark.rule("C8-36", "C8-38")
@pytest.mark.parametrize("member", [mm.QUACK, mm.MUSCLE])
def test_once_a_second_reward_is_taken_at_a_castle(member: str) -> None:
    table = controlled(member, chronicles=("boat_race",))
    entry = f"{SLUG}.{member}.second"
    rule = {mm.QUACK: "C8-36", mm.MUSCLE: "C8-38"}[member]
    assert table.refused("ledger", entry, "yellow").reason.rule == rule, "the boat has come to no castle"
    race = RACE.of(table.state)
    neutral = next(castle for castle in race.castles if castle.startswith("river"))
    at_home = race.castles.index("red")
    way = (*race.castles[at_home + 1 :], *race.castles[: at_home + 1])
    for reached, castle in enumerate(way, 1):
        boats = {**race.boats, "red": replace(race.boats["red"], castles_reached=reached)}
        for tokens in (0, 2):
            table.stage(RACE.change(table.state, boats=boats, tokens={**race.tokens, castle: tokens}))
            found = table.choices("ledger", entry, player="red") if tokens else []
            assert found == ([castle] if tokens else [])
            if not tokens:
                assert table.refused("ledger", entry, castle).reason.rule == rule, "an empty castle gives nothing"
        if castle == neutral:
            break
    table.enters("red", entry, neutral)
    assert "draws 1 more token" in table.words("boat_race.reward")
    assert "none" not in table.offers("boat_race.reward")
    table.answers("boat_race.reward", "by_hand")
    assert RACE.of(table.state).tokens[neutral] == 1, "the token leaves the castle"
    assert table.refused("ledger", entry, neutral).reason.rule == mm.MEMBERS[member].rule
    table.fits()


@pytest.mark.rule("C8-41")
def test_elspeth_swaps_a_coin_on_the_mountain_for_a_good() -> None:
    table = controlled(mm.TRICK, chronicles=("highlander",))
    table.stage(MOUNTAIN.change(table.state, coins=2, goods=1))
    assert "highlander.swap" not in table.offers("ledger", "red"), "not whenever one likes"
    table.arrange("red yellow blue mountain = A-6 A-7")
    coins = table.player("red").coins
    table.takes("red", "A-6")
    table.answers("highlander.pay", "coin")
    assert table.words("highlander.ask_swap") == "Red: swap 1 thing on the mountain for a good from the supply?"
    table.answers("highlander.ask_swap", "coin")
    now = MOUNTAIN.of(table.state)
    assert (now.coins, now.goods) == (2, 2)
    assert "highlander.ask_swap" not in table.kinds(), "one thing each time"
    assert table.player("red").coins <= coins - 1
    table.undo()
    assert table.kinds()[0] == "highlander.ask_swap"
    table.fits()


@pytest.mark.rule("C8-41")
def test_elspeth_swaps_before_she_leaves_the_mountain_and_others_are_never_asked() -> None:
    table = controlled(mm.TRICK, chronicles=("highlander",))
    table.stage(MOUNTAIN.change(table.state, coins=0, goods=1))
    table.arrange("mountain+red = yellow blue A-6 A-7")
    assert table.kinds()[:2] == ["highlander.ask_swap", "highlander.leave"]
    assert table.offers("highlander.ask_swap") == ["no", "good"]
    table.answers("highlander.ask_swap", "good")
    assert MOUNTAIN.of(table.state).goods == 1, "a good for a good"
    table.arrange("yellow red blue mountain = A-6 A-7")
    table.takes("yellow", "A-6")
    table.answers("highlander.pay", "coin")
    assert "highlander.ask_swap" not in table.kinds()


@pytest.mark.parametrize("panel", PANELS)
def test_only_the_pennies_that_lie_there_are_shown_and_after_the_end_no_guess(panel: str) -> None:
    table = seated()
    assert "pennies −7; if it ended now −7" in _read(table.view, "standings", panel)
    table.corrects(f"{SLUG}.pennies", "yellow", 5, 3)
    assert "pennies −5 +3; if it ended now" in _read(table.view, "standings", panel)
    over = build_view(replace(table.state, stage="over", open_questions=(), result=None))
    assert "if it ended now" not in _read(over, "final", panel)


def _read(view: View, kind: str, panel: str) -> str:
    """The words of a sheet without the breaks of its lines."""
    return " ".join(read(view, kind, panel).split())


# ---- corrections


def test_pennies_members_and_tokens_are_put_right_and_taken_back() -> None:
    table = controlled(mm.WANDER, "red")
    table.enters("red", f"{SLUG}.{mm.WANDER}", "macleod", 2)
    table.corrects(f"{SLUG}.pennies", "yellow", 5, 3)
    now = OWN_STATE.of(table.state)
    assert (now.minus_pennies["yellow"], now.plus_pennies["yellow"]) == (5, 3)
    assert table.told()[-1] == "corrected: Yellow: pennies -5 +3, not -7 +0"
    table.corrects(f"{SLUG}.member", mm.DUFF, "jail", 2)
    assert OWN_STATE.of(table.state).pennies_on == {mm.DUFF: 2}
    assert mm.DUFF in OWN_STATE.of(table.state).jail
    table.corrects(f"{SLUG}.member", mm.DUFF, "blue", 1)
    now = OWN_STATE.of(table.state)
    assert (now.owners[mm.DUFF], now.tokens[mm.DUFF], now.pennies_on) == ("blue", 1, {})
    assert mm.DUFF not in now.jail
    assert table.told()[-1] == "corrected: Joe McDuff: controlled by Blue, not in jail"
    table.corrects(f"{SLUG}.token", f"{mm.WANDER}:crest:macleod")
    assert OWN_STATE.of(table.state).crest_tokens == {}
    table.corrects(f"{SLUG}.member", mm.WANDER, "out")
    assert mm.WANDER not in OWN_STATE.of(table.state).owners
    for _ in range(5):
        table.undo()
    now = OWN_STATE.of(table.state)
    assert (now.minus_pennies["yellow"], now.owners, now.crest_tokens) == (7, {mm.WANDER: "red"}, {"macleod": 2})
    table.fits()


def test_coins_on_bruce_are_put_right() -> None:
    table = controlled(mm.MAIL, "red")
    table.corrects(f"{SLUG}.member", mm.MAIL, "yellow", 1)
    now = OWN_STATE.of(table.state)
    assert (now.owners[mm.MAIL], now.bruce_coins) == ("yellow", 1)
    assert table.told()[-1] == "corrected: Bruce McMail: controlled by Yellow, not controlled by Red"
    table.corrects(f"{SLUG}.member", mm.MAIL, "yellow", 3)
    assert table.told()[-1] == "corrected: Bruce McMail: 3 coins on it, not 1"


@pytest.mark.parametrize(
    ("member", "was", "corrected", "en", "cs"),
    [
        (mm.DUFF, ("jail", 1), ("jail", 3), "3 pennies on it, not 1", "na kartě 3 pence, ne 1"),
        (mm.DUFF, ("red", 2), ("red", 1), "1 token on it, not 2", "na kartě 1 žeton, ne 2"),
        (
            mm.DUFF,
            ("red", 2),
            ("out",),
            "not in the game, not controlled by Red",
            "není ve hře, ne ovládá Červený",
        ),
    ],
)
def test_the_history_says_what_a_corrected_member_was_taken_for(
    member: str, was: tuple[str | int, ...], corrected: tuple[str | int, ...], en: str, cs: str
) -> None:
    table = seated()
    table.corrects(f"{SLUG}.member", member, *was)
    table.corrects(f"{SLUG}.member", member, *corrected)
    assert en in on_glass.entries(table)
    assert cs in on_glass.entries(table, translate=Translator("cs"))


# ---- Sibyl: a category with its event sides is one source; a haggis is one too (C8-30)


@pytest.mark.rule("C8-30", "C6-16")
def test_comparison_and_event_sides_are_one_source_for_sibyl() -> None:
    table = controlled(mm.SPONGE, "yellow")
    sponge = next(part for part in scoring_parts(table.state) if getattr(part, "moment", "") == "handed_on")
    gave = [
        PlayerGain("red", Gain("landmarks", 5, WHY)),
        PlayerGain("red", Gain("landmarks", 2, WHY)),
        PlayerGain("blue", Gain("great_glen", 5, WHY)),
        PlayerGain("blue", Gain("great_glen", 5, WHY)),
    ]
    given = [(one.name, one.gain.points) for one in sponge.gains((), gave)]  # type: ignore[union-attr]
    assert given == [("red", -1), ("yellow", 1)], "7 from one category; of two cards each is a source"


@pytest.mark.rule("C8-30", "C5-21")
@pytest.mark.parametrize(("tokens", "point"), [(2, 1), (1, 0)])
def test_a_haggis_of_six_and_more_gives_sibyl_a_point_on_its_sheet(tokens: int, point: int) -> None:
    facts = replace(facts_told(False), more={**facts_told(False).more, **PENALTIES})
    table = Table(0, chronicles=("haggis", SLUG), facts=facts)
    table.sits("red", "yellow", "blue")
    table.answers("start", "go")
    table.answers("layout", "done")
    table.answers(f"{SLUG}.draw", "rest")
    now, haggis = OWN_STATE.of(table.state), HAGGIS.of(table.state)
    state = OWN_STATE.put(table.state, replace(now, owners={mm.SPONGE: "yellow"}))
    state = HAGGIS.put(state, replace(haggis, face_down={**haggis.face_down, "red": ("",) * tokens}))
    resolution = Resolution(
        replace(
            state, open_questions=(), stage="next", due_scorings=("B",), done_scorings=("A",), pending_hooks=()
        )
    )
    advance_course(resolution)
    resolution.store_pending_steps()
    table.history = History(Staged(resolution.state), table.history.header)
    table.answers("count_scots", "counted", 0, 0, 0)
    table.answers("count_rest", "right")
    before = {p.id: p.total for p in table.state.players}
    table.answers("haggis.roll", "companion_rolls", "1", "2", "2", "2")
    table.answers("haggis.turned", "these_1_2" if tokens == 2 else "these_2")
    scored = 2 * (1 + 2) if tokens == 2 else 1 * 2
    after = {p.id: p.total for p in table.state.players}
    assert after == {"red": before["red"] + scored - point, "yellow": before["yellow"] + point, "blue": 0}
    sheet = table.view.extra_scorings[-1].result
    assert {each.name: each.points for each in sheet.players} == after
    assert {each.name: sum(gain.points for gain in each.gains) for each in sheet.players} == {
        "red": scored - point,
        "yellow": point,
        "blue": 0,
    }
    table.fits()


@pytest.mark.rule("C8-42", "C8-44")
def test_erin_sells_to_the_bonus_space_in_passing_and_again_later() -> None:
    given, expect = vector("rule-sale-erin-passing")
    table = controlled(mm.MALT, chronicles=("single_cask",))
    table.corrects("count", "red", "barrels", 3)
    told = {**table.state.facts.more, "single_cask.room_single_cask_sale_b_3": given["free_lower_right"]}
    table.stage(replace(table.state, facts=replace(table.state.facts, more=told)))
    table.arrange("red S-1 single_cask_sale_b yellow blue A-6 A-7")
    table.takes("red", "A-6")
    for points in given["sold_from_vp"]:
        table.answers("single_cask.pass", "sell", f"1.{points}")
    assert table.player("red").points["single_cask"] == expect["vp"]
    told["single_cask.room_single_cask_sale_c_3"] = 1
    table.stage(replace(table.state, facts=replace(table.state.facts, more=told)))
    table.corrects("count", "red", "barrels", 2)
    table.arrange("red S-1 single_cask_sale_c yellow blue A-7 A-8")
    table.takes("red", "A-7")
    places = [table.choices("single_cask.pass", "sell")[0] for _ in range(1)]
    table.answers("single_cask.pass", "sell", places[0])
    again = table.choices("single_cask.pass", "sell")
    table.answers("single_cask.pass", "sell", again[0])
    assert table.player("red").barrels == 0, "she works all game long"


@pytest.mark.rule("C4-21")
def test_after_the_englishmans_turn_no_penny_is_laid() -> None:
    table = controlled(mm.SPONGE, "blue", chronicles=("hammer",))
    now = OWN_STATE.of(table.state)
    jailed = replace(now, jail=(mm.DUFF,))
    table.enters("yellow", "hammer.marker")
    table.stage(OWN_STATE.put(table.state, jailed))
    table.arrange("neutral:englishman S-1 yellow red blue A-6 A-7")
    table.answers("hammer.use", "use")
    table.takes("yellow", "A-6")
    assert f"{SLUG}.penny" not in table.offers("end")
    table.declines()
    table.done()
    table.takes("yellow" if table.on_turn == "yellow" else table.on_turn, "A-7")
    assert f"{SLUG}.penny" in table.offers("end")


@pytest.mark.rule("C8-43")
def test_johns_tokens_make_unturned_cards_of_others_count_for_his_owner() -> None:
    table = controlled(mm.CLAIM, "red")
    table.has("blue", landmarks=("loch_ness", "castle_moil"))
    table.enters("red", f"{SLUG}.{mm.CLAIM}", "castle_moil")
    changed = {s.name: s for s in scoring_parts(table.state)[0].change(player_standings(table.state))}  # type: ignore[union-attr]
    assert changed["red"].landmarks == ("castle_moil",)
    assert changed["blue"].landmarks == ("loch_ness",)
    assert changed["blue"].has_working_card("castle_moil")


@pytest.mark.rule("C8-43")
def test_johns_token_on_a_card_that_is_turned_has_left_and_is_not_said_to_be_gone() -> None:
    table = controlled(mm.CLAIM, "red", chronicles=("turbulent",))
    table.has("blue", landmarks=("loch_ness", "castle_moil"))
    table.enters("red", f"{SLUG}.{mm.CLAIM}", "castle_moil")
    gone = f"{mm.CLAIM}:card:castle_moil"
    assert table.choices("correct", f"{SLUG}.token") == [gone]
    table.corrects("turbulent.side", "castle_moil", "event")
    assert f"{SLUG}.token" not in table.offers("correct")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", half(range(4)))
def test_random_people_finish_games(players: int, seed: int) -> None:
    more = ("great_glen", "single_cask") if seed == 3 else ()
    history = play_random_game(
        RandomGamePlan(players, seed, die=seed == 1, told=seed == 2, chronicles=(*more, SLUG)), effective_facts()
    )
    state = history.state
    assert first_difference(history) is None
    now = OWN_STATE.of(state)
    everywhere = sum(now.minus_pennies.values()) + sum(now.plus_pennies.values()) + sum(now.pennies_on.values())
    assert everywhere == mm.PENNIES * players
    assert not set(now.jail) & set(now.owners)
    end = history.hash()
    while undo := history.propose_undo():
        history.add(undo)
    while redo := history.propose_redo():
        history.add(redo)
    assert history.hash() == end


def test_a_fact_that_was_told_wrong_is_told_anew() -> None:
    table = controlled(mm.DUFF)
    fact = f"{SLUG}.penalty.{mm.DUFF}"
    corrections = table.history.game.question(table.state, CORRECTION).offers
    (form,) = (offer for offer in corrections if offer.name == "fact")
    words = [str(choice.label) for choice in form.parts[0].choices]
    assert any(label.startswith("Penny Mobs: points that Joe McDuff costs = ") for label in words)
    table.corrects("fact", fact, 9)
    assert table.state.facts.more[fact] == 9
    assert expected_end_points(table.state, "red")[mm.DUFF] == -9


@pytest.mark.rule("C8-10")
def test_the_penny_ends_no_turn_over_a_question_that_is_open() -> None:
    table = seated(mm.DUFF)
    table.arrange("red yellow blue robert_the_bruce S-1 S-2")
    table.takes("red", "robert_the_bruce")
    assert table.refused("end", f"{SLUG}.penny", f"penny:{mm.DUFF}").reason.rule == "GM-TRN-04"
    table.answers("crest", "crest", "none")
    table.answers("end", f"{SLUG}.penny", f"penny:{mm.DUFF}")
    assert OWN_STATE.of(table.state).pennies_on == {mm.DUFF: 1}


@pytest.mark.rule("C8-31", "C8-32")
def test_derek_takes_no_home_castle_and_gives_no_tile_back_to_its_owner() -> None:
    table = controlled(mm.ANDERSON)
    assert table.refused("ledger", f"{SLUG}.{mm.ANDERSON}", "yellow", "red", 0).reason.rule == "C8-32"
    table.has("blue", tiles=6)
    table.refused("ledger", f"{SLUG}.{mm.ANDERSON}", "blue", "blue", 0)
    assert OWN_STATE.of(table.state).used_powers == ()


@pytest.mark.rule("C8-30")
def test_pennies_are_no_source_for_sibyl() -> None:
    table = controlled(mm.SPONGE, "yellow")
    table.stage(OWN_STATE.change(table.state, plus_pennies={"red": 14, "yellow": 0, "blue": 0}))
    table.has("red", coins=0)
    table.has("blue", coins=7)
    result = score_standings("final", player_standings(table.state), parts=scoring_parts(table.state))
    red, _, blue = ({gain.source: gain.points for gain in player.gains} for player in result.players)
    assert red == {SLUG: 7}, "14 of +1, 7 of -1, and none of them given away"
    assert (blue["coins"], blue[mm.SPONGE]) == (7, -1)


@pytest.mark.rule("C8-19")
def test_what_nobody_takes_is_not_reserved() -> None:
    table = controlled(mm.LAIRD, chronicles=("single_cask",))
    table.arrange("red yellow blue S-1 single_cask_sale_b S-2")
    assert table.choices("ledger", f"{SLUG}.{mm.LAIRD}", player="red") == ["S-1", "S-2"]


@pytest.mark.rule("C8-22", "C4-14")
def test_in_the_englishmans_turn_no_reservation_is_given_up() -> None:
    table = controlled(mm.LAIRD, chronicles=("hammer",))
    table.enters("red", "hammer.marker")
    table.stage(OWN_STATE.change(table.state, reserved=("S-2", 2)))
    table.arrange("neutral:englishman yellow red blue S-1 S-2 S-3")
    table.answers("hammer.use", "use")
    assert table.state.turn.player == "red"
    assert f"{SLUG}.give_up" not in table.offers("take")
    table.takes("red", "S-1")


@pytest.mark.rule("C8-27")
def test_only_where_fergus_stands_a_tile_costs_a_coin() -> None:
    table = controlled(mm.DARKIE, "yellow")
    table.enters("yellow", f"{SLUG}.{mm.DARKIE}", "red", "elsewhere")
    assert f"{SLUG}.{mm.DARKIE}.coin" in table.offers("ledger", "red")
    assert f"{SLUG}.{mm.DARKIE}.coin" not in table.offers("ledger", "blue")


@pytest.mark.rule("C8-39", "C8-40", "C8-41", "C8-42")
@pytest.mark.parametrize(
    ("member", "query"),
    [
        (mm.STARVE, TOKEN_TAKER),
        (mm.HAGG, REROLL_OWNER),
        (mm.TRICK, MOUNTAIN_SWAPPER),
        (mm.MALT, BONUS_SPACE_SELLER),
    ],
)
def test_another_chronicle_is_told_who_controls_its_member(member: str, query: Query[[State], str]) -> None:
    assert run_query(query, seated().state) == ""
    assert run_query(query, controlled(member, "blue").state) == "blue"
    assert run_query(query, controlled(mm.DUFF, "blue").state) == ""


@pytest.mark.rule("C7-20", "C8-33")
def test_mike_stands_in_another_castle_as_soon_as_he_is_placed() -> None:
    table = controlled(mm.CASTLE, "red")
    assert run_query(OWNER_OF_SCOT_ABROAD, table.state) == ""
    table.enters("red", f"{SLUG}.{mm.CASTLE}", "blue", "elsewhere")
    assert run_query(OWNER_OF_SCOT_ABROAD, table.state) == "red"


@pytest.mark.rule("C8-07", "C8-08", "C8-09")
def test_when_all_who_were_drawn_are_named_nobody_asks_for_more() -> None:
    table = Table(2, chronicles=(SLUG,), facts=replace(facts_of("complete"), more=PENALTIES))
    assert table.words(f"{SLUG}.draw").startswith("Draw 3 members. 3 more: which have an S")
    for left, member in ((2, mm.WANDER), (1, mm.DUFF)):
        table.answers(f"{SLUG}.draw", "member", member)
        assert f"{left} more" in table.words(f"{SLUG}.draw")
    table.answers(f"{SLUG}.draw", "member", mm.LAIRD)
    assert f"{SLUG}.draw" not in table.kinds()
    assert OWN_STATE.of(table.state).hidden_members == 0, "none of the three waits for the first B tile"
    some = seated(mm.WANDER)
    assert OWN_STATE.of(some.state).hidden_members == 3
    some.arrange("red yellow blue A-6 A-7 B?", deck="B", left={"A": 0, "B": 17})
    some.takes("red", "A-6")
    some.declines()
    some.answers("end", f"{SLUG}.penny", f"penny:{mm.WANDER}")
    for member in (mm.SPONGE, mm.ANDERSON):
        some.answers(f"{SLUG}.reveal", "member", member)
    assert some.words(f"{SLUG}.reveal") == "1 member with a B goes to jail: who?"
    some.answers(f"{SLUG}.reveal", "member", mm.CASTLE)
    assert f"{SLUG}.reveal" not in some.kinds()


@pytest.mark.rule("C8-18")
def test_only_the_taking_of_bruce_puts_coins_on_his_card() -> None:
    table = seated(mm.MAIL, mm.DUFF)
    table.arrange("red yellow blue S-1 S-2 S-3 A?")
    for who, piece, member in (("red", "S-1", mm.MAIL), ("yellow", "S-2", mm.DUFF)):
        table.takes(who, piece)
        table.declines()
        if who == "yellow":
            table.enters("red", f"{SLUG}.{mm.MAIL}", "yellow", "kept")
            assert OWN_STATE.of(table.state).bruce_coins == 2
        table.answers("end", f"{SLUG}.penny", f"take:{member}")
    assert OWN_STATE.of(table.state).bruce_coins == 2, "another member brings none"


@pytest.mark.rule("C8-10")
def test_the_member_that_got_the_last_penny_is_offered_first() -> None:
    table = seated(mm.MAIL, mm.DUFF)
    table.arrange("red yellow blue S-1 S-2 S-3 A?")
    for who, piece, member in (("red", "S-1", mm.DUFF), ("yellow", "S-2", mm.MAIL)):
        table.takes(who, piece)
        table.declines()
        table.answers("end", f"{SLUG}.penny", f"penny:{member}")
        table.takes(table.on_turn, "S-2" if member == mm.DUFF else "S-3")
        table.declines()
        assert table.choices("end", f"{SLUG}.penny")[0] == f"penny:{member}"
        table.undo()


@pytest.mark.rule("C8-09", "C8-11")
@pytest.mark.parametrize(("left", "laid"), [(1, ["A", "B", "B"]), (2, ["A", "A", "B"])])
def test_however_many_b_tiles_come_with_the_first_the_penny_is_asked_again(left: int, laid: list[str]) -> None:
    table = seated()
    table.arrange("red S-1 S-2 yellow blue A-6 A-7 .", deck="A", left={"A": left}, spaces=8)
    table.takes("red", "A-6")
    table.declines()
    table.done()
    table.answers("deck_end", "yes")
    assert table.reads().split()[-3:] == [f"{deck}?" for deck in laid]
    table.answers(f"{SLUG}.reveal", "member", mm.SPONGE)
    table.answers(f"{SLUG}.reveal", "rest")
    table.answers(f"{SLUG}.penny", "penny", f"penny:{mm.SPONGE}")
    assert OWN_STATE.of(table.state).pennies_on == {mm.SPONGE: 1}


@pytest.mark.rule("C8-11")
@pytest.mark.parametrize(("deck", "left"), [("A", {"A": 5}), ("B", {"A": 0, "B": 10})])
def test_only_the_first_b_tile_brings_the_penny_once_more(deck: str, left: dict[str, int]) -> None:
    """Neither a turn that lays no B tile nor one that lays a later one asks again after the refill."""
    table = seated(mm.DUFF)
    table.arrange("red yellow blue A-6 A-7 .", deck=deck, left=left, spaces=7)
    table.takes("red", "A-6")
    table.declines()
    table.done()
    assert {event.deck for event in table.happened(ev.TileLaid)} == {deck}
    assert f"{SLUG}.penny" not in table.kinds()


@pytest.mark.rule("C8-10", "C8-11")
def test_a_turn_whose_penny_is_laid_has_no_second_one_for_who_comes_to_jail_in_it() -> None:
    table = seated(mm.DUFF)
    table.arrange("red S-1 S-2 yellow blue A-6 A-7 .", deck="A", left={"A": 1}, spaces=8)
    table.takes("red", "A-6")
    table.declines()
    table.answers("end", f"{SLUG}.penny", f"penny:{mm.DUFF}")
    table.answers("deck_end", "yes")
    if f"{SLUG}.reveal" in table.kinds():
        table.answers(f"{SLUG}.reveal", "rest")
    assert f"{SLUG}.penny" not in table.kinds()
    assert OWN_STATE.of(table.state).minus_pennies["red"] == 6


@pytest.mark.rule("C8-18")
def test_coins_lie_on_bruce_alone_and_only_with_his_owner() -> None:
    table = controlled(mm.MAIL, "red")
    table.corrects(f"{SLUG}.member", mm.MAIL, "yellow", 2)
    assert OWN_STATE.of(table.state).tokens[mm.MAIL] == 0, "his coins are no tokens"
    table.corrects(f"{SLUG}.member", mm.DUFF, "blue", *_more(table, mm.DUFF, "blue"))
    assert OWN_STATE.of(table.state).bruce_coins == 2, "another member changes nothing of his"
    table.corrects(f"{SLUG}.member", mm.MAIL, "jail", 3)
    now = OWN_STATE.of(table.state)
    assert (now.bruce_coins, now.pennies_on[mm.MAIL]) == (0, 3), "in jail pennies lie on him, no coins"


def _more(table: Table, member: str, place: str) -> tuple[int, ...]:
    """What is asked beside where a member is, at its usual value."""
    (pick,) = table.offer("correct", f"{SLUG}.member").parts
    assert isinstance(pick, Pick)
    where = next(choice for choice in pick.choices if choice.value == member).then[0]
    assert isinstance(where, Pick)
    parts = next(choice for choice in where.choices if choice.value == place).then
    return tuple(part.default for part in parts if isinstance(part, Amount))
