"""Whole games at random keep what always holds; claims are judged again by a judge of the tests' own."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any

import pytest

from companion.engine.history import History, first_difference
from companion.games.definition import RandomGame
from companion.games.random_play import MAX_ANSWERS, play_step
from companion.games.schotten_totten.definition import GAME
from companion.scoring.schotten_totten.border import CLAN_CARDS, TACTICS, printed_card
from companion.scoring.schotten_totten.document import judge_document
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten.course import side_to_play
from companion.state.schotten_totten.game import score_document
from companion.state.schotten_totten.legal_plays import why_must_lay
from companion.state.schotten_totten.model import EMPTY_BORDER, State, is_card_seen, placed_cards
from companion.storage.transfer import BadJournal, export_journal, read_journals
from tests.independent_claims_schotten_totten import complaints
from tests.sampled import half
from tests.state.schotten_totten.test_past import game

VARIANTS = [(), ("tactics",), ("expert",), ("tactics", "expert")]
LATE = 34
"""From this play on a judge that tries everything is quick."""
FEW = range(1, 4)
MANY = range(1000, 1500)


@cache
def played(variants: tuple[str, ...], seed: int) -> History:
    history, player = GAME.random_play.begin(RandomGame(2, seed, variants))
    for _ in range(MAX_ANSWERS):
        if GAME.finished(history.state):
            return history
        play_step(history, player)
        player.look(history)  # type: ignore[attr-defined]
        hands(history.state, player.hands)  # type: ignore[attr-defined]
    raise AssertionError("no end")


def hands(state: State, held: Any) -> None:
    """The companion knows how many cards each holds, and which are still to come."""
    if state.stage != "turn" or held is None:
        return
    for player in state.players:
        assert len(held.of[player.id]) == player.hand
        assert not any(is_card_seen(state, card) for card in held.of[player.id])
    assert sum(map(len, held.piles)) == state.pile


def every_state(history: History) -> list[tuple[State, ev.Event, State]]:
    found, state = [], history.game.start(history.header.setup)
    for entry in history.standing:
        for event in entry.events:
            before, state = state, history.game.apply(state, event)
            found.append((before, event, state))
    return found


def holds(history: History) -> None:
    """No card twice, counts, claims final, the right end."""
    for before, event, state in every_state(history):
        if not state.stones:
            continue
        cards = Counter(printed_card(each.card) for each in placed_cards(state))
        cards.update(state.discarded)
        cards.update(each for stone in state.stones for each in stone.techniques)
        assert not cards or max(cards.values()) == 1, "no card lies twice"
        assert {*cards} <= {*CLAN_CARDS, *(TACTICS if state.tactical else ())}
        if state.waiting is None:
            held = sum(p.hand for p in state.players)
            assert held + state.pile + sum(cards.values()) == state.all_cards
        ann, ben = state.players
        assert abs(len(ann.tactics) - len(ben.tactics)) <= 1 + (len(ann.tactics) == len(ben.tactics))
        for stone in state.stones:
            assert max(len(stone.a), len(stone.b)) <= stone.scoring_stone.cards_needed
        if before.stones and not isinstance(event, ev.RoundBegan):
            for was, now in zip(before.stones, state.stones, strict=True):
                assert was.owner in (None, now.owner), "a claim is final"
                assert was.owner is None or (was.a, was.b, was.techniques) == (now.a, now.b, now.techniques)
        if isinstance(event, ev.RoundWon):
            ended(state, event)
    assert len(history.state.results) == history.state.rounds


def ended(state: State, event: ev.RoundWon) -> None:
    """Who won, by a rule that is written here anew."""
    owned = "".join(stone.owner or "." for stone in state.stones)
    won = [side for side in "AB" if side * 3 in owned or owned.count(side) >= 5]
    if won:
        assert [event.player] == won
        assert (event.why == "ST-END-01") == (event.player * 3 in owned)
    else:
        a, b = owned.count("A"), owned.count("B")
        assert (event.player, event.why) == ("A" if a > b else "B" if b > a else "", "ST-END-05")
    for side in "AB":
        assert event.points[side] == (5 if side == event.player else owned.count(side))  # type: ignore[index]


def nothing_was_forced(history: History) -> None:
    """Nobody did anything anyway, and who passed could not lay a clan card for certain."""
    assert not any(isinstance(event, ev.Overruled) for entry in history.standing for event in entry.events)
    for before, event, _ in every_state(history):
        if isinstance(event, ev.Passed):
            assert why_must_lay(before, side_to_play(before)) is None


def replays(history: History) -> None:
    """Its journal, read again, gives the same game, and each entry the same when it is decided again."""
    (again,) = read_journals([*export_journal(history)], lambda _: GAME.rules)
    assert again.hash() == history.hash()
    assert first_difference(again) is None


@pytest.mark.rule("ST-APP-03", "ST-END-04")
@pytest.mark.parametrize("seed", half(FEW))
@pytest.mark.parametrize("variants", VARIANTS, ids=" ".join)
def test_a_game_keeps_what_always_holds(variants: tuple[str, ...], seed: int) -> None:
    history = played(variants, seed)
    holds(history)
    nothing_was_forced(history)
    replays(history)


@pytest.mark.long
@pytest.mark.parametrize("variants", VARIANTS, ids=" ".join)
def test_many_games_keep_what_always_holds(variants: tuple[str, ...]) -> None:
    dead_ends = 0
    for seed in MANY:
        history = played.__wrapped__(variants, seed)
        holds(history)
        nothing_was_forced(history)
        replays(history)
        dead_ends += sum(result.why == "ST-END-05" for result in history.state.results)
    assert (dead_ends > 0) == ("tactics" in variants), "none without tactics"


@pytest.mark.rule("ST-PRF-01", "ST-PRF-03")
@pytest.mark.parametrize("variants", [(), ("tactics",)], ids=" ".join)
def test_every_position_of_a_journal_is_a_document_that_is_judged_alike_outside(variants: tuple[str, ...]) -> None:
    history = played(variants, 3)
    judged = 0
    for _, event, state in every_state(history):
        if not isinstance(event, ev.CardLaid | ev.CardMoved | ev.TechniqueLaid) or state.plays < LATE:
            continue
        document = json.loads(json.dumps(score_document(state)))
        assert complaints(document, json.loads(judge_document(json.dumps(document)))) == []
        judged += 1
    assert judged > 5


@pytest.mark.parametrize("variants", VARIANTS, ids=" ".join)
def test_every_claim_that_was_made_is_right_outside_too(variants: tuple[str, ...]) -> None:
    history, claims = played(variants, 2), 0
    for before, event, _ in every_state(history):
        if isinstance(event, ev.StoneClaimed):
            document = {**json.loads(json.dumps(score_document(before))), "to_move": event.player}
            answer = json.loads(judge_document(json.dumps(document)))
            [found] = [claim for claim in answer["claims"] if claim["stone"] == event.stone]
            assert (found["claimable"], found["why"]) == (True, event.why)
            claims += 1
            if before.plays > LATE:
                assert complaints(document, answer) == []
    assert claims >= 5


@pytest.mark.parametrize("variants", VARIANTS, ids=" ".join)
def test_each_entry_gives_the_same_when_it_is_decided_again(variants: tuple[str, ...]) -> None:
    history = played(variants, 3)
    state: Any = history.game.start(history.header.setup)
    for entry in history.standing:
        made = history.game.decide(state, entry.answer)
        assert made.events == tuple(entry.events)  # type: ignore[union-attr]
        state = made.state  # type: ignore[union-attr]
    assert history.game.canonical(state) == history.game.canonical(history.state)


@pytest.mark.parametrize("variants", VARIANTS, ids=" ".join)
def test_the_same_seed_gives_the_same_game_and_rounds_differ(variants: tuple[str, ...]) -> None:
    one, other = played(variants, 3), played.__wrapped__(variants, 3)
    assert one.hash() == other.hash()
    assert {played(variants, seed).state.rounds for seed in FEW} == {1, 2, 3}


def test_before_the_first_round_the_document_is_an_empty_border() -> None:
    history, _ = GAME.random_play.begin(RandomGame(2, 1))
    document = score_document(history.state)
    assert len(document["stones"]) == len(EMPTY_BORDER)
    assert json.loads(judge_document(json.dumps(document)))["claims"] == []
    assert json.loads(judge_document(json.dumps({**document, "state_hash": history.hash()})))["claims"] == []


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ('"card":"green-1"', '"card":"red-7"'),
        ('"card":"green-1"', '"card":"pink-1"'),
        ('"card":"green-1","stone":2', '"card":"green-1","stone":0'),
        ('"card":"green-1","stone":2', '"card":"green-1","stone":10'),
    ],
)
def test_a_journal_with_a_card_twice_or_where_none_can_lie_is_refused_in_one_sentence(was: str, now: str) -> None:
    lines = [*export_journal(game("red-7", "place-a1", "green-1", "place-b2"))]
    changed = lines[-1].replace(was.encode(), now.encode())
    assert changed != lines[-1]
    with pytest.raises(BadJournal) as bad:
        read_journals([*lines[:-1], changed], lambda _: GAME.rules)
    assert "its events can't have happened here" in str(bad.value)
