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
from companion.engine.game import TableInstruction
from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2.actions import EventRow, LogChange
from companion.state.glen_more_2.event_rows.common import correction_text
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.text import labels


def _lay(state: State, e: GreatCardLaid) -> State:
    return OWN_STATE.change(state, cards={**OWN_STATE.of(state).cards, e.card: ""})


def _words_of_laying(_state: State, e: GreatCardLaid) -> Message:
    return tr("card {card} is face up", card=CARDS[e.card].name)


def _hear(state: State, e: VoteCast) -> State:
    now = OWN_STATE.of(state)
    aye, nay = now.used[e.player]
    doubled = (*now.doubled, e.player) if e.aye + e.nay > 1 else now.doubled
    used = {**now.used, e.player: (aye + e.aye, nay + e.nay)}
    # The votes of an interrupted vote stay until each player votes again.
    voices = (*(v for v in now.voices if v.player != e.player), Vote(e.player, e.aye, e.nay))
    return OWN_STATE.change(state, used=used, doubled=doubled, voices=voices)


def _put_back_tokens(state: State, e: VoteCast) -> TableInstruction:
    return TableInstruction(
        tr("{player} takes the voting token back", player=labels.figure_label(state, e.player))
    )


def _without_tokens(e: VoteCast) -> VoteCast:
    """Return the event as others see it before all fists open: who voted, but not how (C7-08)."""
    return replace(e, aye=0, nay=0)


def _vote(state: State, e: CardVoted) -> State:
    fate = ACCEPTED if e.accepted else REFUSED
    return OWN_STATE.change(state, cards={**OWN_STATE.of(state).cards, e.card: fate}, voices=())


def _words_of_vote(_state: State, e: CardVoted) -> Message:
    fate = VOTE_RESULTS[ACCEPTED if e.accepted else REFUSED]
    return tr("{card}: {aye} Aye, {nay} Nay, {fate}", card=CARDS[e.card].name, aye=e.aye, nay=e.nay, fate=fate)


def _booked_vote(_state: State, e: CardVoted) -> LogChange:
    fate = VOTE_RESULTS[ACCEPTED if e.accepted else REFUSED]
    return LogChange(
        deed=tr("{card}: {fate}, {aye} Aye, {nay} Nay", card=CARDS[e.card].name, fate=fate, aye=e.aye, nay=e.nay)
    )


def _count_votes(state: State, e: VotesCounted) -> State:
    now = OWN_STATE.of(state)
    aye, nay = now.together
    twice = now.twice + max(0, e.aye + e.nay - len(state.players))
    return OWN_STATE.change(state, together=(aye + e.aye, nay + e.nay), twice=twice)


def _put_back_votes(_state: State, e: VotesCounted) -> TableInstruction:
    n = e.aye + e.nay
    return TableInstruction(trn("{n} voting token back from the card", "{n} voting tokens back from the card", n))


def _set_card(state: State, e: GreatCardSet) -> State:
    """Counts of the end of the game belong to their card and are not moved."""
    cards = {
        (e.really or card if card == e.card else card): (e.fate if card == e.card else fate)
        for card, fate in OWN_STATE.of(state).cards.items()
    }
    return OWN_STATE.change(state, cards=cards)


def _words_of_setting(state: State, e: GreatCardSet) -> Message:
    now = tr("{card}: {fate}", card=CARDS[e.really or e.card].name, fate=VOTE_RESULTS[e.fate])
    if e.really and e.really != e.card:
        return correction_text(now, CARDS[e.card].name)
    before = OWN_STATE.of(state).cards[e.card]
    return now if before == e.fate else correction_text(now, VOTE_RESULTS[before])


def _set_tokens(state: State, e: VotingTokensSet) -> State:
    """Set the tokens left; tokens that thereby become known as this player's leave the shared count."""
    now, (most_aye, most_nay) = OWN_STATE.of(state), TOKENS_BY_PLAYER_COUNT[len(state.players)]
    aye, nay = most_aye - e.aye, most_nay - e.nay
    was_aye, was_nay = now.used[e.player]
    together = max(0, now.together[0] - (aye - was_aye)), max(0, now.together[1] - (nay - was_nay))
    return OWN_STATE.change(state, used={**now.used, e.player: (aye, nay)}, together=together)


def _words_of_tokens(state: State, e: VotingTokensSet) -> Message:
    had, most = OWN_STATE.of(state).used[e.player], TOKENS_BY_PLAYER_COUNT[len(state.players)]
    before = tr("Aye {aye}, Nay {nay}", aye=most[0] - had[0], nay=most[1] - had[1])
    now = tr("Aye {aye}, Nay {nay}", aye=e.aye, nay=e.nay)
    return tr("{player}: {what}", player=labels.figure_label(state, e.player), what=correction_text(now, before))


def _count(state: State, e: CardCounted) -> State:
    counts = OWN_STATE.of(state).counts
    of_card = {**counts.get(e.card, {}), e.player: e.count}
    return OWN_STATE.change(state, counts={**counts, e.card: of_card})


def _words_of_count(state: State, e: CardCounted) -> Message:
    return tr(
        "{card}: {player} {n}", card=CARDS[e.card].name, player=labels.figure_label(state, e.player), n=e.count
    )


ROWS = (
    EventRow(GreatCardLaid, _lay, history=_words_of_laying),
    EventRow(VoteCast, _hear, undo_instructions=_put_back_tokens, public=_without_tokens),
    EventRow(VotesCounted, _count_votes, undo_instructions=_put_back_votes),
    EventRow(GreatCardSet, _set_card, history=_words_of_setting),
    EventRow(VotingTokensSet, _set_tokens, history=_words_of_tokens),
    EventRow(CardVoted, _vote, history=_words_of_vote, booked=_booked_vote),
    EventRow(CardCounted, _count, history=_words_of_count),
)
