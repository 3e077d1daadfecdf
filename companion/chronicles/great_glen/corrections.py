"""Put right at any time: cards and their votes, voting tokens, what was counted at the end (C7-03 to C7-13)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.chronicles.great_glen.cards import CARDS, SLUG, TOKENS
from companion.chronicles.great_glen.glen import (
    ACCEPTED,
    OWN_STATE,
    REFUSED,
    CardCounted,
    GreatCardSet,
    VotingTokensSet,
    tokens_left,
)
from companion.chronicles.great_glen.questions import MAX_COUNT, ask_counts
from companion.chronicles.great_glen.words import FATES
from companion.engine.message import Message, tr
from companion.engine.offers import Amount, Answer, Choice, Pick
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.course import fire
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.questions.corrections import in_play
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form

ANOTHER = "another"


def _cards(state: State, _question: OpenQuestion) -> Form | None:
    """None before the cards lie out."""
    if not OWN_STATE.is_in(state) or not OWN_STATE.of(state).cards:
        return None
    lying = OWN_STATE.of(state).cards
    others = tuple(Choice(card.id, card.name) for card in CARDS.values() if card.id not in lying)
    really = Pick("really", tr("Which card lies there?"), others)
    fates = (
        Choice("open", FATES[""]),
        Choice(ACCEPTED, FATES[ACCEPTED]),
        Choice(REFUSED, FATES[REFUSED]),
        Choice(ANOTHER, tr("another card lies there"), then=(really,)),
    )
    cards = tuple(
        Choice(card, _with_fate(card, fate), then=(Pick("fate", CARDS[card].name, fates),))
        for card, fate in lying.items()
    )
    return Form(tr("A Great Glen card"), (Pick("card", tr("Which card?"), cards),))


def _with_fate(card: str, fate: str) -> Message:
    return tr("{card}: {fate}", card=CARDS[card].name, fate=FATES[fate])


def _set_card(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    card, fate, *really = map(str, answer.values)
    if really:
        resolution.do(GreatCardSet(card, OWN_STATE.of(resolution.state).cards[card], really[0]))
    else:
        resolution.do(GreatCardSet(card, "" if fate == "open" else fate))
    if resolution.state.phase == "over":
        # Of a card that counts now for the first time nobody has counted anything.
        for event in ask_counts(resolution.state):
            resolution.do(event)
        fire(resolution, "recount")


def _tokens(state: State, _question: OpenQuestion) -> Form | None:
    if not OWN_STATE.is_in(state):
        return None
    aye, nay = TOKENS[len(state.players)]
    players = []
    for player in state.players:
        has_aye, has_nay = (max(0, n) for n in tokens_left(state, player.id))
        how_many = (("aye", tr("How many Aye?"), aye, has_aye), ("nay", tr("How many Nay?"), nay, has_nay))
        parts = tuple(Amount(name, text, 0, most, now) for name, text, most, now in how_many)
        players.append(Choice(player.id, labels.figure(state, player.id), then=parts))
    return Form(tr("Voting tokens"), (Pick("player", tr("Whose?"), tuple(players)),))


def _set_tokens(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id, aye, nay = answer.values
    resolution.do(VotingTokensSet(str(player_id), int(aye), int(nay)))


def _counted_cards(state: State, _question: OpenQuestion) -> Form | None:
    """Only what the table counted at the end."""
    if not OWN_STATE.is_in(state) or not OWN_STATE.of(state).counts:
        return None
    cards = tuple(
        Choice(card, CARDS[card].name, then=(_of_each(state, card, counts),))
        for card, counts in OWN_STATE.of(state).counts.items()
    )
    return Form(tr("A count of a Great Glen card"), (Pick("card", tr("Which card?"), cards),))


def _of_each(state: State, card: str, counts: Mapping[str, int]) -> Pick:
    what = CARDS[card].counted
    assert what is not None
    players = tuple(
        Choice(
            p.id,
            tr("{player}: {n}", player=labels.figure(state, p.id), n=counts.get(p.id, 0)),
            then=(Amount("n", what, 0, MAX_COUNT, counts.get(p.id, 0)),),
        )
        for p in state.players
    )
    return Pick("player", tr("Whose?"), players)


def _set_count(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    card, player_id, n = answer.values
    resolution.do(CardCounted(str(card), str(player_id), int(n)))
    if resolution.state.phase == "over":
        fire(resolution, "recount")


ROWS = (
    Action(f"{SLUG}.card", _cards, _set_card),
    Action(f"{SLUG}.tokens", in_play(_tokens), _set_tokens),
    Action(f"{SLUG}.count", _counted_cards, _set_count),
)
