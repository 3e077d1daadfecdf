"""The arithmetic of one haggis scoring: which tokens are turned, and what they are worth. Pure, knows no game.

The six tiles and the thirteen tokens: what is published of them, and which facts of the box are asked.

Asks nothing itself, and knows no letters and values that nobody has told.

What the haggis counts: tokens on the tables, in the supply, face up; and what happens to them.

A token "" is an unidentified one: without stickers all of them are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

import msgspec
from msgspec.structs import replace

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import ExpansionState
from companion.state.glen_more_2.facts import LAND, TOKEN, Facts, Piece, entered_deck
from companion.state.glen_more_2.model import State

ROLLS = 4
MAX_FACE_UP = 3
VALUES = (1, 2, 3)


class PlayerTokens(msgspec.Struct, frozen=True):
    """What one player has in a scoring."""

    face_down: tuple[int, ...]
    """Values, 1 to 3."""
    face_up: tuple[int, ...] = ()
    """Values, at most MAX_FACE_UP of them (C5-17)."""
    whisky: int = 0
    """Barrels that may still pay for rolls (C5-19)."""


def apply_roll(before: PlayerTokens, face: int) -> PlayerTokens:
    """After a roll exactly one token of that value is turned, unless three lie face up already (C5-16, C5-17)."""
    if face not in before.face_down or not may_turn(len(before.face_up), len(before.face_down)):
        return before
    left = list(before.face_down)
    left.remove(face)
    return PlayerTokens(tuple(left), (*before.face_up, face), before.whisky)


def may_turn(face_up: int, face_down: int) -> bool:
    """Whether a roll can mean anything to a player, by what everybody sees."""
    return face_up < MAX_FACE_UP and face_down > 0


def may_buy(face_up: int, whisky: int) -> bool:
    """One more roll for a barrel, with fewer than three face up (C5-19, C5-20)."""
    return face_up < MAX_FACE_UP and whisky > 0


def apply_bought_roll(before: PlayerTokens, face: int) -> PlayerTokens:
    """A roll for a barrel; it counts for this player only (C5-19)."""
    return apply_roll(PlayerTokens(before.face_down, before.face_up, before.whisky - 1), face)


def apply_all_rolls(
    tokens: Sequence[int], rolls: Sequence[int], extra_rolls: Sequence[int] = (), whisky: int = 0
) -> PlayerTokens:
    """A whole scoring of one player: the rolls for all, then the own ones."""
    now = PlayerTokens(tuple(tokens), (), whisky)
    for face in rolls:
        now = apply_roll(now, face)
    for face in extra_rolls:
        now = apply_bought_roll(now, face)
    return now


def possible_outcomes(face_up: int, face_down: int, rolls: Sequence[int]) -> list[tuple[int, ...]]:
    """What a player with so many tokens may have turned at these rolls, in their order; the likeliest first."""
    found: Counter[tuple[int, ...]] = Counter()
    for hand in product(VALUES, repeat=face_down):
        # The tokens that lie face up already are no part of it: only that there are so many.
        now = PlayerTokens(hand, (0,) * face_up)
        for face in rolls:
            now = apply_roll(now, face)
        found[now.face_up[face_up:]] += 1
    return [turned for turned, _ in found.most_common()]


def haggis_points(face_up: Sequence[int]) -> int:
    """Number of tokens face up times the sum of their values (C5-21)."""
    return len(face_up) * sum(face_up)


SLUG = "haggis"
TILES = {
    "drovers_inn": "Drover's Inn",
    "ye_olde_inn": "Ye Olde Inn",
    "creek_inn": "Creek Inn",
    "haggis_house": "Haggis House",
    "beast_feast_inn": "Beast Feast Inn",
    "shetland": "Shetland",
}
TOKENS, MAX_HELD, TOKENS_FACE_UP = 13, 5, 2
LETTERS = ("A", "B", "C", "D")

STICKERS = f"{SLUG}.stickers"
FOR_A_TOKEN, FOR_A_ROLL = f"{SLUG}.token", f"{SLUG}.roll"
"""What a sheep and a barrel are paid for."""
TOKEN_IDS = tuple(f"haggis_token_{n}" for n in range(1, TOKENS + 1))


def letter_fact(letter: str) -> str:
    """How many of the six tiles have this letter."""
    return f"{SLUG}.tiles_{letter}"


def token_at_once_fact(tile: str) -> str:
    """Whether a token comes at once with this tile (C5-12)."""
    return f"{SLUG}.once_{tile}"


def value_fact(token: str) -> str:
    """What a token shows. No secret: nobody sees which token lies where."""
    return f"{SLUG}.value_{token}"


def deck_letters(facts: Facts) -> dict[str, int]:
    """Letter -> how many tiles have it, told of every tile or counted; one that nobody knows is left out."""
    if told := tile_letters(facts):
        return {letter: told.count(letter) for letter in LETTERS}
    return {letter: int(facts.more[fact]) for letter in LETTERS if (fact := letter_fact(letter)) in facts.more}


def has_all_letters(facts: Facts) -> bool:
    return len(deck_letters(facts)) == len(LETTERS)


def tile_letters(facts: Facts) -> str:
    """The letter of each tile, as the owner told it; "" unless of all of them."""
    told = [entered_deck(facts, id) for id in TILES]
    return "".join(told) if all(told) else ""


def token_value(state: State, token: str) -> int:
    """What a token shows; 0 while nobody has said."""
    return int(state.facts.more.get(value_fact(token), 0)) if token else 0


def add_pieces(facts: Facts, _state: State) -> Facts:
    """The tiles in their decks, as far as their letters are known (C5-03); the tokens (C5-02)."""
    own = deck_letters(facts)
    decks = {letter: n + own.get(letter, 0) for letter, n in facts.decks.items()}
    pieces = {piece.id: piece for piece in _pieces()}
    return replace(facts, pieces={**facts.pieces, **pieces}, decks=decks)


def _pieces() -> Iterator[Piece]:
    for id, name in TILES.items():
        yield Piece(id, name, LAND, symbol=True)
    for id in TOKEN_IDS:
        yield Piece(id, "Haggis token", TOKEN, "")


class FaceUpToken(msgspec.Struct, frozen=True):
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
    turned: dict[str, tuple[FaceUpToken, ...]] = {}
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


class HaggisRerolled(ev.Event, frozen=True):
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


class HaggisTurnedBack(ev.Event, frozen=True):
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


def known_token(state: State, player_id: str, value: int) -> str:
    """A token of that value that this player is known to have face down, "" when none is."""
    return next((t for t in OWN_STATE.of(state).held[player_id] if token_value(state, t) == value), "")
