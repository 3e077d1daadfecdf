"""What the haggis counts: tokens on the tables, in the supply, face up; and what happens to them.

A token "" is an unidentified one: without stickers all of them are.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.chronicles.haggis.arithmetic import may_turn
from companion.chronicles.haggis.pieces import SLUG, STICKERS, TOKEN_IDS, TOKENS, value_of
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import ExpansionState
from companion.state.glen_more_2.model import State


class Turned(msgspec.Struct, frozen=True):
    """A token face up on a table during a scoring: everybody sees it."""

    token: str
    """Its id; "" for an unidentified one."""
    value: int
    """1 to 3."""


class Haggis(msgspec.Struct, frozen=True):
    """Where the tokens are, and how far a scoring has come."""

    held: dict[str, tuple[str, ...]]
    """Player -> tokens face down on the table: secret (C5-06)."""
    tagged: bool = False
    """All thirteen have stickers, so that tokens can be told apart."""
    shown: tuple[str, ...] = ()
    """Tokens face up in the supply; stays empty without stickers (C5-04)."""
    rolls: tuple[int, ...] = ()
    """The rolls for all in the scoring that runs, up to four (C5-15)."""
    buyer: str = ""
    """Whom the last roll was for, "" when it was for all (C5-19)."""
    last: int = 0
    """The face of the last roll, 0 before the first and after one that is thrown again."""
    turned: dict[str, tuple[Turned, ...]] = {}
    """Player -> what lies face up on the table, three at most (C5-17)."""
    turning: tuple[str, ...] = ()
    """Who has turned one at the last roll: nobody turns two for one roll (C5-16)."""
    again: bool = False
    """A roll of this scoring was thrown again (C8-40)."""
    round: str = ""
    """After which round the scoring that runs comes: "B", "C", "final"; "" when none runs."""
    settled: bool = False
    """The companion made the last roll: who turned one at it is asked afterwards."""
    done: tuple[str, ...] = ()
    """Rounds whose haggis scoring is over (C5-13)."""
    rerolls: int = 0
    """Rolls thrown again in the whole game, for a house rule to C8-40."""
    taken: int = 0
    """Tokens taken from others in the whole game: one is allowed (C8-39)."""

    def up(self, player_id: str) -> tuple[int, ...]:
        """Values face up on a table."""
        return tuple(t.value for t in self.turned.get(player_id, ()))

    def counted(self) -> tuple[int, ...]:
        """The rolls whose tokens are asked together: the one that was bought, or all for everybody (C5-19)."""
        return (self.last,) if self.buyer else self.rolls

    def in_supply(self) -> int:
        """Tokens in the supply, face up and face down."""
        lying = sum(map(len, self.held.values())) + sum(map(len, self.turned.values()))
        return TOKENS - lying

    def places(self) -> dict[str, str]:
        """Where every identified token is: a player's id, "shown", "" for face up on a table."""
        held = {token: player_id for player_id, tokens in self.held.items() for token in tokens}
        shown = dict.fromkeys(self.shown, "shown")
        up = {t.token: "up" for tokens in self.turned.values() for t in tokens}
        return {token: place for token, place in {**held, **shown, **up}.items() if token}

    def can_turn(self, player_id: str) -> bool:
        """By what everybody sees, another roll can mean something to this player (C5-17)."""
        return may_turn(len(self.up(player_id)), len(self.held[player_id]))

    def all_known(self, player_id: str) -> bool:
        """Every token face down is an identified one."""
        return "" not in self.held[player_id]

    def may_turn(self, player_id: str) -> bool:
        """By what everybody sees, this player may have a token to turn at the last roll."""
        bought_by_other = self.buyer not in ("", player_id)
        return not bought_by_other and player_id not in self.turning and self.can_turn(player_id)


class HaggisGained(ev.Event, frozen=True):
    """A token came to a table: drawn, or one of those face up in the supply."""

    player: str
    token: str = ""
    """"" for an unidentified one, and for one drawn by somebody else."""
    face_up: bool = False
    """It lay face up in the supply (C5-05); else it was drawn."""


class HaggisReturned(ev.Event, frozen=True):
    """A token went back to the supply, value side down, to make room (C5-09)."""

    player: str
    token: str = ""
    """"" for an unidentified one."""


class HaggisPassed(ev.Event, frozen=True):
    """A player chose a token for another (C8-39)."""

    player: str
    """Who gives, and chooses."""
    to: str
    token: str = ""
    """"" for an unidentified one; secret to all others."""


class HaggisShown(ev.Event, frozen=True):
    """A token of the supply lies face up (C5-04, C5-07)."""

    token: str = ""
    """"" when it was not tapped."""


class HaggisCounted(ev.Event, frozen=True):
    """A correction: how many tokens lie on a table; which they are is no longer known."""

    player: str
    tokens: int
    """0 to MAX_HELD."""


class HaggisUntagged(ev.Event, frozen=True):
    """The tokens are played without stickers after all."""


class HaggisBegan(ev.Event, frozen=True):
    """A haggis scoring begins after this round (C5-13)."""

    round: str
    """"B", "C" or "final"."""


class HaggisRolled(ev.Event, frozen=True):
    """A roll for all, or for the player who paid for it."""

    face: int
    """1 to 3."""
    player: str = ""
    """Who paid a barrel for it (C5-19); "" for one of the four for all."""
    settled: bool = False
    """As in `Haggis.settled`."""


class HaggisRecast(ev.Event, frozen=True):
    """The last roll is thrown once more, for everybody (C8-40)."""

    player: str
    """Who wanted it: the owner of Oonagh McHagg."""


class HaggisTurned(ev.Event, frozen=True):
    """A player turned a token of that value (C5-16)."""

    player: str
    value: int
    token: str = ""
    """"" for an unidentified one."""


class HaggisUpSet(ev.Event, frozen=True):
    """A correction: what lies face up on a table in the scoring that runs."""

    player: str
    values: tuple[int, ...]
    """At most three."""


class HaggisKept(ev.Event, frozen=True):
    """The player has no such token: it was another one."""

    player: str
    value: int
    """The face for which the companion had turned one."""


class HaggisScored(ev.Event, frozen=True):
    """The scoring is over: what lay face up is back in the supply (C5-22)."""

    round: str
    """"B", "C" or "final"."""
    tokens: int = 0
    """How many lay face up."""


def _begin(state: State) -> Haggis:
    return Haggis({p.id: () for p in state.players}, tagged=bool(state.facts.more.get(STICKERS, False)))


def _visible(now: Haggis, viewer: str) -> Haggis:
    """Only the own tokens; of the others how many (C5-06, C5-08)."""
    held = {
        player_id: tokens if player_id == viewer else ("",) * len(tokens) for player_id, tokens in now.held.items()
    }
    return replace(now, held=held)


def _joined(now: Haggis, player: str) -> Haggis:
    return replace(now, held={**now.held, player: ()})


OWN_STATE = ExpansionState(SLUG, begin=_begin, visible=_visible, joined=_joined)
"""Where the tokens are now."""


def possible_in_supply(now: Haggis) -> list[str]:
    """Tokens that may lie face down in the supply, as far as is known."""
    placed = now.places()
    return [token for token in TOKEN_IDS if token not in placed]


def possible_on_table(now: Haggis, player_id: str) -> list[str]:
    """Tokens that may lie face down on this table, as far as is known."""
    placed = now.places()
    unidentified = "" in now.held[player_id]
    return [t for t in TOKEN_IDS if placed.get(t) == player_id or (unidentified and t not in placed)]


def known_of(state: State, player_id: str, value: int) -> str:
    """A token of that value that this player is known to have face down, "" when none is."""
    return next((t for t in OWN_STATE.of(state).held[player_id] if value_of(state, t) == value), "")
