"""What the Great Glen counts: cards laid out and voted on, tokens used up, counts asked at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.chronicles.great_glen.cards import SLUG, TOKENS
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import State

ACCEPTED, REFUSED = "accepted", "refused"


class Voice(msgspec.Struct, frozen=True):
    """What one player laid in a vote."""

    player: str
    aye: int
    nay: int


class Glen(msgspec.Struct, frozen=True):
    """The drawer.

    cards: those laid out, "" = not voted on, then accepted or refused. used: Aye and Nay tokens gone, by player.
    doubled: who has used two tokens in one vote. voices: of the vote that runs. counts: asked at the end, by card.
    """

    cards: dict[str, str] = {}
    used: dict[str, tuple[int, int]] = {}
    doubled: tuple[str, ...] = ()
    voices: tuple[Voice, ...] = ()
    counts: dict[str, dict[str, int]] = {}

    def open_cards(self) -> list[str]:
        """Cards that nobody has voted on yet."""
        return [card for card, fate in self.cards.items() if not fate]

    def accepted(self) -> list[str]:
        return [card for card, fate in self.cards.items() if fate == ACCEPTED]


class GreatCardLaid(ev.Event, frozen=True):
    """One of the five cards lies beside the rondel."""

    card: str


class VoiceHeard(ev.Event, frozen=True):
    """A player laid tokens in the vote that runs."""

    player: str
    aye: int
    nay: int


class CardVoted(ev.Event, frozen=True):
    """A vote is over: the card will be scored, or not (C7-09)."""

    card: str
    aye: int
    nay: int
    accepted: bool


class CardCounted(ev.Event, frozen=True):
    """What a player has of the thing an accepted card compares."""

    card: str
    player: str
    count: int


def glen(state: State) -> Glen:
    """This chronicle's drawer."""
    drawer: Glen = state.drawers[SLUG]
    return drawer


def drawer(state: State) -> Glen:
    return Glen(used={p.id: (0, 0) for p in state.players})


def with_glen(state: State, now: Glen) -> State:
    return replace(state, drawers={**state.drawers, SLUG: now})


def card_laid(state: State, e: GreatCardLaid) -> State:
    now = glen(state)
    return with_glen(state, replace(now, cards={**now.cards, e.card: ""}))


def voice_heard(state: State, e: VoiceHeard) -> State:
    now = glen(state)
    aye, nay = now.used[e.player]
    doubled = (*now.doubled, e.player) if e.aye + e.nay > 1 else now.doubled
    used = {**now.used, e.player: (aye + e.aye, nay + e.nay)}
    # A vote that was broken off leaves its voices; each player's next one takes the old one's place.
    voices = (*(v for v in now.voices if v.player != e.player), Voice(e.player, e.aye, e.nay))
    return with_glen(state, replace(now, used=used, doubled=doubled, voices=voices))


def card_voted(state: State, e: CardVoted) -> State:
    now = glen(state)
    fate = ACCEPTED if e.accepted else REFUSED
    return with_glen(state, replace(now, cards={**now.cards, e.card: fate}, voices=()))


def card_counted(state: State, e: CardCounted) -> State:
    now = glen(state)
    counts = {**now.counts, e.card: {**now.counts.get(e.card, {}), e.player: e.count}}
    return with_glen(state, replace(now, counts=counts))


CHANGES: dict[type[ev.Event], Callable[[State, Any], State]] = {
    GreatCardLaid: card_laid,
    VoiceHeard: voice_heard,
    CardVoted: card_voted,
    CardCounted: card_counted,
}


def unseen(now: Glen, viewer: str) -> Glen:
    """Until all fists open, a viewer knows who has spoken, but what only of the own voice (C7-08)."""
    fists = {v.player: v for v in now.voices if v.player != viewer}
    used = {
        player_id: (aye - fists[player_id].aye, nay - fists[player_id].nay) if player_id in fists else (aye, nay)
        for player_id, (aye, nay) in now.used.items()
    }
    doubled = tuple(
        player_id
        for player_id in now.doubled
        if player_id not in fists or fists[player_id].aye + fists[player_id].nay < 2
    )
    voices = tuple(Voice(v.player, 0, 0) if v.player in fists else v for v in now.voices)
    return replace(now, used=used, doubled=doubled, voices=voices)


def tokens_left(state: State, player_id: str) -> tuple[int, int]:
    """Aye and Nay tokens that a player still has (C7-04)."""
    aye, nay = TOKENS[len(state.players)]
    used_aye, used_nay = glen(state).used[player_id]
    return aye - used_aye, nay - used_nay
