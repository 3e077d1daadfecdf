"""Claims at the table: when, by whom, what comes of them, and the end of rounds and of the game."""

from __future__ import annotations

import pytest

from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten.model import State
from companion.state.schotten_totten.view import outline_of
from tests.state.schotten_totten.table import GAME, Table

STRONG, WEAK = "green-5 red-5 blue-5", "green-7 purple-4 blue-3"
RUN = "red-7 red-8 red-9"


def claimable() -> Table:
    """Ann has just laid; stones 1 and 5 are hers to claim, stone 9 is Ben's."""
    table = Table()
    table.lies(1, STRONG, WEAK)
    table.lies(5, RUN)
    table.lies(9, "purple-1 purple-2 brown-4", "brown-7 brown-8 brown-9")
    table.on_turn("B", "A")
    return table


@pytest.mark.rule("ST-CLM-01", "ST-CLM-04")
def test_who_laid_last_claims_with_a_tap_of_the_stone() -> None:
    table = Table()
    table.lies(3, "green-5 red-5", WEAK)
    table.lays("blue-5", 3)
    assert (table.view.to_move, table.view.claiming) == ("B", "A")
    [claimed] = [event for event in table.taps("stone-3") if isinstance(event, ev.StoneClaimed)]
    assert (claimed.player, claimed.stone, claimed.why) == ("A", 3, "ST-CLM-04")
    assert str(table.view.why) == ("Ann claims stone 3: 5-5-5 (three of a kind) is stronger than 7-4-3 (sum).")


@pytest.mark.rule("ST-CLM-01")
def test_the_other_player_claims_only_after_the_own_card() -> None:
    table = claimable()
    early = table.tap_refused("stone-9")
    assert (early.rule, str(early.text)) == ("ST-CLM-01", "Ben lays a card first, then claims stone 9.")
    table.lays("yellow-1", 2)
    table.taps("stone-9")
    assert table.view.stones[8].owner == "B"


@pytest.mark.rule("ST-CLM-02")
def test_several_stones_are_claimed_one_after_the_other_wherever_the_card_was_laid() -> None:
    table = claimable()
    table.taps("stone-5", "stone-1")
    assert [stone.number for stone in table.view.stones if stone.owner == "A"] == [1, 5]


@pytest.mark.rule("ST-CLM-03")
def test_nobody_must_claim_and_the_chance_is_over_with_the_next_players_card() -> None:
    table = claimable()
    table.taps("yellow-1")
    assert table.state.find_question("claim") is None
    table.taps("place-b2")
    assert (table.view.claiming, table.view.stones[0].owner) == ("B", "")
    assert table.tap_refused("stone-1").rule == "ST-CLM-01", "Ann's chance comes again after her next card"


@pytest.mark.rule("ST-CLM-03")
def test_what_can_be_claimed_is_marked_and_one_press_claims_the_only_one() -> None:
    table = claimable()
    assert {s.number: s.claimable for s in table.view.stones if s.claimable} == {1: "A", 5: "A", 9: "B"}
    assert "24, was complete first; Ben can get" in str(table.view.stones[4].why)
    assert table.open_values("claim", "claim") == ["1", "5"]
    table.taps("stone-1")
    offer = table.offer("claim", "claim")
    part = offer.parts[0]
    assert (offer.key, part.default, part.is_assumed) == ("OK", "5", True)  # type: ignore[union-attr]


@pytest.mark.rule("ST-CLM-03")
def test_a_table_may_want_no_marks_and_nothing_gives_away_what_can_be_claimed() -> None:
    table = claimable()
    table.answers("correct", "marks")
    view = table.view
    assert not any(stone.claimable or stone.why for stone in view.stones)
    assert view.why is None
    before = table.offer("claim", "claim")
    assert (before.key, before.is_suggested, before.parts[0].is_assumed) == ("OK", False, False)  # type: ignore[union-attr]
    table.taps("stone-1")
    assert table.view.stones[0].owner == "A"


@pytest.mark.rule("ST-CLM-03")
def test_by_the_tables_ruling_claims_make_themselves() -> None:
    table = Table(claims_by_themselves=True)
    table.lies(1, "green-5 red-5", WEAK)
    table.lies(5, RUN)
    events = table.lays("blue-5", 1)
    assert [event.stone for event in events if isinstance(event, ev.StoneClaimed)] == [1, 5]
    assert table.state.find_question("claim") is None
    assert table.view.to_move == "B"


@pytest.mark.rule("ST-PRF-02", "ST-PRF-04")
def test_a_stone_that_can_not_be_claimed_says_why() -> None:
    table = claimable()
    table.lies(2, "red-6 blue-6")
    table.lies(3, "red-2 blue-3 green-8", "yellow-7 yellow-8")
    lacking, beaten = (table.tap_refused(f"stone-{n}") for n in (2, 3))
    assert (lacking.rule, str(lacking.text)) == ("ST-PRF-02", "Ann still lacks cards at stone 2.")
    assert beaten.rule == "ST-PRF-04"
    assert str(beaten.text) == (
        "Stone 3 stays: Ben beats it with any one of yellow 9, 6-1; green 9, 6, 4-1; blue 9-7, 4, 2, 1; "
        "purple 9-5, 3; brown 6, 5, 3-1 or red 4, 3, 1; at best 7-8-9 of yellow: colour run."
    )


@pytest.mark.rule("ST-CLM-07", "ST-CLM-05")
def test_a_claim_is_final_and_the_stone_keeps_its_place_in_the_row() -> None:
    table = claimable()
    table.taps("stone-1", "stone-5")
    for n in (1, 5):
        taken = table.refused("claim", "claim", str(n))
        assert taken.rule == "ST-CLM-07"
        assert str(taken.text).startswith(f"Stone {n} is claimed by Ann: ")
    assert [(stone.number, stone.owner) for stone in table.view.stones if stone.owner] == [(1, "A"), (5, "A")]


@pytest.mark.rule("ST-CLM-08", "ST-PRF-07")
def test_cards_at_claimed_stones_stay_seen() -> None:
    table = claimable()
    table.lies(2, "blue-7 blue-8 blue-9", "brown-1 brown-2 brown-3", owner="A")
    assert table.tap_refused("brown-1").rule == "ST-APP-01"
    table.lies(6, "green-7 green-8 green-6", "blue-6")
    assert table.view.stones[5].claimable == "A", "Ben's run of blue can't come any more"


# ---- the end of a round


@pytest.mark.rule("ST-END-01", "ST-END-03", "ST-END-04")
def test_three_stones_side_by_side_end_the_round_at_once() -> None:
    table = claimable()
    table.lies(3, "red-1 red-2 red-3", "blue-9", owner="A")
    table.lies(2, "yellow-4 yellow-5 yellow-6", "blue-1 green-8 purple-9")
    events = table.taps("stone-2")
    assert not [e for e in events if isinstance(e, ev.RoundWon)], "2 and 3 are two; 1 is still free"
    [won] = [event for event in table.taps("stone-1") if isinstance(event, ev.RoundWon)]
    assert (won.player, won.why, won.points) == ("A", "ST-END-01", {"A": 5, "B": 0})
    assert (table.view.phase, table.view.winners) == ("over", ("A",))
    assert table.view.stones[4].claimable == "A", "it was not claimed any more"


@pytest.mark.rule("ST-END-02", "ST-RND-02", "ST-RND-03")
def test_five_stones_end_the_round_and_the_other_scores_a_point_a_stone() -> None:
    table = Table()
    owners = {1: "A", 3: "A", 5: "A", 7: "A", 2: "B", 4: "B"}
    for n, owner in owners.items():
        table.lies(n, f"red-{n} blue-{n} green-{n}", owner=owner)
    table.lies(9, RUN)
    table.on_turn("B", "A")
    [won] = [event for event in table.taps("stone-9") if isinstance(event, ev.RoundWon)]
    assert (won.why, won.stones, won.points) == ("ST-END-02", {"A": 5, "B": 2}, {"A": 5, "B": 2})
    assert str(table.view.results[0].why) == "Ann owns 5 stones."


@pytest.mark.rule("ST-RND-01", "ST-RND-04")
def test_several_rounds_are_played_and_the_loser_is_proposed_to_begin() -> None:
    table = Table(rounds=2)
    before = table.view.rounds
    win(table, "A")
    assert (before, table.view.phase, table.view.round) == (2, "won", 1)
    pick = table.offer("next", "next").parts[0]
    assert pick.default == "B"  # type: ignore[union-attr]
    assert str(GAME.questions(table.state)[0].text) == "Ann owns three stones side by side."
    assert str(pick.text) == "Who begins round 2 of 2?"
    outline = outline_of(table.view)
    assert (outline.announced_sheet, outline.result_count, [p.points for p in outline.players]) == (
        "result",
        1,
        [5, 0],
    )
    table.answers("next", "next", "B")
    view = table.view
    assert (view.round, view.to_move, view.pile, view.stones[0].a.cards) == (2, "B", 42, ())
    win(table, "B")
    assert (table.view.phase, table.view.winners) == ("over", ("A", "B")), "5 to 5 is a shared victory"
    assert outline_of(table.view).winners == ("A", "B")


def win(table: Table, side: str) -> None:
    """Three stones side by side."""
    for n, colour in ((1, "blue"), (2, "green")):
        lying = f"{colour}-1 {colour}-2 {colour}-3"
        table.lies(n, **{side.lower(): lying}, owner=side)
    table.lies(3, **{side.lower(): RUN})
    table.on_turn("B" if side == "A" else "A", side)  # type: ignore[arg-type]
    table.taps("stone-3")


def test_after_the_end_pieces_are_told_so() -> None:
    table = Table(rounds=2)
    win(table, "A")
    assert str(GAME.tap_meaning(table.state, "red-1").description) == (
        "The round is over: first say who begins the next one."
    )
    table.answers("next", "next", "A")
    win(table, "A")
    assert str(GAME.tap_meaning(table.state, "red-1").description) == "The game is over."
    assert GAME.questions(table.state) == ()
    assert GAME.is_finished(table.state)


# ---- experts


def expert(*also: str) -> Table:
    table = Table("expert", *also)
    table.lies(1, STRONG, WEAK)
    return table


@pytest.mark.rule("ST-EXP-01")
def test_experts_claim_before_their_card_and_not_after_it() -> None:
    table = expert()
    table.on_turn("A", "A")
    table.taps("stone-1")
    assert (table.view.stones[0].owner, table.view.to_move) == ("A", "A")
    late = expert()
    late.lays("yellow-1", 9)
    assert (late.view.to_move, late.view.claiming) == ("B", "B")
    refused = late.tap_refused("stone-1")
    assert (refused.rule, str(refused.text)) == (
        "ST-EXP-01",
        "Experts claim before they lay a card: Ann can claim stone 1 then.",
    )


@pytest.mark.rule("ST-EXP-01")
def test_an_expert_claims_no_more_once_the_own_card_is_shown() -> None:
    table = expert()
    table.on_turn("A", "A")
    table.taps("yellow-1")
    assert table.state.find_question("claim") is None


@pytest.mark.rule("ST-EXP-02", "ST-TAC-01")
def test_both_variants_are_switches_of_their_own() -> None:
    for variants in ((), ("tactics",), ("expert",), ("expert", "tactics")):
        state: State = Table(*variants).state
        assert {*state.variants} == {*variants}
        assert (state.tactical, state.expert) == ("tactics" in variants, "expert" in variants)
    table = expert("tactics")
    table.taps("mud_fight", "stone-9")
    assert table.view.claiming == "B", "who lays a technique claims before it too"
    table.answers("play", "nothing", anyway=True)
    assert (table.view.to_move, table.view.claiming) == ("A", "A")


@pytest.mark.rule("ST-EXP-03")
def test_an_expert_who_can_lay_nothing_claims_first() -> None:
    table = expert()
    table.sets("A", hand=0)
    table.on_turn("A", "A")
    table.taps("stone-1")
    table.answers("play", "nothing")
    assert (table.view.stones[0].owner, table.view.to_move) == ("A", "B")


@pytest.mark.parametrize("variants", [("tactics",), ("tactics", "expert")])
@pytest.mark.rule("ST-RUS-03", "ST-CLM-03")
def test_the_reason_of_a_claim_goes_with_the_next_play_a_recruiter_too(variants: tuple[str, ...]) -> None:
    expert = "expert" in variants
    table = Table(*variants)
    table.lies(1, STRONG, WEAK)
    table.on_turn("A" if expert else "B", claims="A")
    table.taps("stone-1")
    assert table.view.why
    assert table.view.short_explanations
    table.taps("recruiter")
    assert (table.view.why, table.view.short_explanations) == (None, ())


@pytest.mark.parametrize("variants", [("tactics",), ("tactics", "expert")])
@pytest.mark.rule("ST-RUS-03", "ST-CLM-03")
def test_a_claim_after_a_recruiter_says_its_reason(variants: tuple[str, ...]) -> None:
    expert = "expert" in variants
    table = Table(*variants)
    table.lies(1, *((WEAK, STRONG) if expert else (STRONG, WEAK)))
    table.on_turn("A", claims="A" if expert else None)
    table.taps("recruiter", "stone-1")
    assert table.view.stones[0].owner == ("B" if expert else "A")
    assert table.view.why
    assert "claims stone 1" in str(table.view.why)
