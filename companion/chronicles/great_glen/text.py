"""Texts of the Great Glen: status lines, setup steps, instructions, and the help article of each event."""

from __future__ import annotations

from companion.chronicles.great_glen import model
from companion.chronicles.great_glen.model import (
    ACCEPTED,
    CARDS,
    OWN_STATE,
    REFUSED,
    SLUG,
    TOKENS_BY_PLAYER_COUNT,
    all_tokens_left,
    tokens_left,
)
from companion.engine.message import Message, tr
from companion.state.glen_more_2.expansions import EventArticles, SetupStage, SetupStep
from companion.state.glen_more_2.model import State

VOTE_RESULTS = {"": tr("open"), ACCEPTED: tr("accepted"), REFUSED: tr("refused")}


def refused_card_cause(card: str) -> str:
    """Return the cause id of the instruction for a refused card (C7-09)."""
    return f"{SLUG}.out.{card}"


CAUSES = {
    refused_card_cause(card.id): tr("Put {card} and its tokens into the box", card=card.name)
    for card in CARDS.values()
}


def status_lines(state: State, player_id: str) -> tuple[Message, ...]:
    """Return the result of each card for the table, or the tokens left for a player."""
    if not player_id:
        cards = OWN_STATE.of(state).cards.items()
        aye, nay = all_tokens_left(state)
        return (
            *(tr("{card}: {fate}", card=CARDS[card].name, fate=VOTE_RESULTS[fate]) for card, fate in cards),
            tr("Voting tokens left: Aye {aye}, Nay {nay}", aye=aye, nay=nay),
        )
    if OWN_STATE.of(state).anonymous_tokens != (0, 0):
        return ()  # The owners of tokens counted together are unknown.
    aye, nay = tokens_left(state, player_id)
    return (tr("Aye {aye}, Nay {nay}", aye=aye, nay=nay),) if aye or nay else ()


def preparation_steps(state: State) -> tuple[SetupStep, ...]:
    """Return the steps for cards and voting tokens (C7-03, C7-04)."""
    aye, nay = TOKENS_BY_PLAYER_COUNT[len(state.players)]
    return (
        SetupStep(SetupStage.SUPPLY, tr("Shuffle the 10 cards and lay 5 face up beside the rondel")),
        SetupStep(SetupStage.PLAYERS, tr("Each player {aye} Aye and {nay} Nay tokens", aye=aye, nay=nay)),
    )


EXPLAINED: EventArticles = {
    model.GreatCardLaid: lambda e: e.card,
    model.VoteCast: lambda _e: "C7-08",
    model.CardVoted: lambda _e: "C7-08",
    model.VotesCounted: lambda _e: "C7-08",
}
