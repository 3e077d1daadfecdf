"""Events of the Great Glen: what each one changes, its history text, turn log and undo instructions."""

from __future__ import annotations

from msgspec.structs import replace

from companion.chronicles.great_glen.model import (
    ACCEPTED,
    CARDS,
    OWN_STATE,
    REFUSED,
    TOKENS_BY_PLAYER_COUNT,
    CardCounted,
    CardVoted,
    GreatCardLaid,
    GreatCardSet,
    Vote,
    VoteCast,
    VotesCounted,
    VotingTokensSet,
)
from companion.chronicles.great_glen.text import VOTE_RESULTS
from companion.engine.event_rows import EventTable, LogChange
from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2.event_rows.common import FILLERS
from companion.state.glen_more_2.model import State


def _lay(state: State, e: GreatCardLaid) -> State:
    return OWN_STATE.change(state, cards={**OWN_STATE.of(state).cards, e.card: ""})


def _hear(state: State, e: VoteCast) -> State:
    now = OWN_STATE.of(state)
    aye, nay = now.used_tokens[e.player]
    doubled = (*now.doubled_players, e.player) if e.aye + e.nay > 1 else now.doubled_players
    used = {**now.used_tokens, e.player: (aye + e.aye, nay + e.nay)}
    # The votes of an interrupted vote stay until each player votes again.
    voices = (*(v for v in now.votes if v.player != e.player), Vote(e.player, e.aye, e.nay))
    return OWN_STATE.change(state, used_tokens=used, doubled_players=doubled, votes=voices)


def _without_tokens(e: VoteCast) -> VoteCast:
    """Return the event as others see it before all fists open: who voted, but not how (C7-08)."""
    return replace(e, aye=0, nay=0)


def _vote(state: State, e: CardVoted) -> State:
    fate = ACCEPTED if e.accepted else REFUSED
    return OWN_STATE.change(state, cards={**OWN_STATE.of(state).cards, e.card: fate}, votes=())


def _count_votes(state: State, e: VotesCounted) -> State:
    now = OWN_STATE.of(state)
    aye, nay = now.anonymous_tokens
    twice = now.anonymous_double_votes + max(0, e.aye + e.nay - len(state.players))
    return OWN_STATE.change(state, anonymous_tokens=(aye + e.aye, nay + e.nay), anonymous_double_votes=twice)


def _set_card(state: State, e: GreatCardSet) -> State:
    """Counts of the end of the game belong to their card and are not moved."""
    cards = {
        (e.correct_card or card if card == e.card else card): (e.result if card == e.card else fate)
        for card, fate in OWN_STATE.of(state).cards.items()
    }
    return OWN_STATE.change(state, cards=cards)


def _set_tokens(state: State, e: VotingTokensSet) -> State:
    """Set the tokens left; tokens that thereby become known as this player's leave the shared count."""
    now, (most_aye, most_nay) = OWN_STATE.of(state), TOKENS_BY_PLAYER_COUNT[len(state.players)]
    aye, nay = most_aye - e.aye, most_nay - e.nay
    was_aye, was_nay = now.used_tokens[e.player]
    together = max(0, now.anonymous_tokens[0] - (aye - was_aye)), max(0, now.anonymous_tokens[1] - (nay - was_nay))
    return OWN_STATE.change(
        state, used_tokens={**now.used_tokens, e.player: (aye, nay)}, anonymous_tokens=together
    )


def _count(state: State, e: CardCounted) -> State:
    counts = OWN_STATE.of(state).counts
    of_card = {**counts.get(e.card, {}), e.player: e.count}
    return OWN_STATE.change(state, counts={**counts, e.card: of_card})


def _wrong_card(state: State, e: GreatCardSet) -> Message | str | None:
    """Return the card, or its fate, that was entered wrongly; None if both stay."""
    if e.correct_card and e.correct_card != e.card:
        return CARDS[e.card].name
    fate = OWN_STATE.of(state).cards[e.card]
    return None if fate == e.result else VOTE_RESULTS[fate]


def _earlier_tokens(state: State, e: VotingTokensSet) -> Message:
    had, most = OWN_STATE.of(state).used_tokens[e.player], TOKENS_BY_PLAYER_COUNT[len(state.players)]
    return tr("Aye {aye}, Nay {nay}", aye=most[0] - had[0], nay=most[1] - had[1])


row = EventTable[State](
    {
        **FILLERS,
        "card": lambda _s, e: CARDS[e.card].name,
        "fate": lambda _s, e: VOTE_RESULTS[ACCEPTED if e.accepted else REFUSED],
    }
).row
ROWS = (
    row(GreatCardLaid, _lay, tr("card {card} is face up")),
    # Others see who voted before all fists open, but not how (C7-08).
    row(
        VoteCast,
        _hear,
        undo=tr("{player} takes the voting token back"),
        public=lambda e: replace(e, aye=0, nay=0),
    ),
    row(
        VotesCounted,
        _count_votes,
        undo=trn("{n} voting token back from the card", "{n} voting tokens back from the card"),
        fillers={"n": lambda _s, e: e.aye + e.nay},
    ),
    row(
        GreatCardSet,
        _set_card,
        tr("{card}: {fate}"),
        before=_wrong_card,
        corrects=None,
        fillers={
            "card": lambda _s, e: CARDS[e.correct_card or e.card].name,
            "fate": lambda _s, e: VOTE_RESULTS[e.result],
        },
    ),
    row(
        VotingTokensSet,
        _set_tokens,
        tr("{player}: {what}"),
        before=_earlier_tokens,
        corrects="what",
        fillers={"what": tr("Aye {aye}, Nay {nay}")},
    ),
    row(
        CardVoted,
        _vote,
        tr("{card}: {aye} Aye, {nay} Nay, {fate}"),
        log_change=LogChange(action=tr("{card}: {fate}, {aye} Aye, {nay} Nay")),
    ),
    row(CardCounted, _count, tr("{card}: {player} {n}"), fillers={"n": "count"}),
)
