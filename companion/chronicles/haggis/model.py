"""Model of the haggis: the arithmetic of one scoring, tiles and tokens as data, the state, and its events.

`PlayerTokens` and the functions after it know only numbers. The letters of the six tiles and the values of the
thirteen tokens are box facts. In the state a token is its piece id, or "" if it is unidentified; without stickers
all are.
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
    """Tokens of one player in a scoring."""

    face_down: tuple[int, ...]
    """Values, 1 to 3."""
    face_up: tuple[int, ...] = ()
    """Values, at most MAX_FACE_UP of them (C5-17)."""
    whisky: int = 0
    """Barrels that may still pay for rolls (C5-19)."""


def apply_roll(before: PlayerTokens, face: int) -> PlayerTokens:
    """Return the tokens after a roll: one token of that value is turned, unless three are face up (C5-16,
    C5-17)."""
    if face not in before.face_down or not may_turn(len(before.face_up), len(before.face_down)):
        return before
    left = list(before.face_down)
    left.remove(face)
    return PlayerTokens(tuple(left), (*before.face_up, face), before.whisky)


def may_turn(face_up: int, face_down: int) -> bool:
    """True if a roll can turn a token of the player, by what all players see."""
    return face_up < MAX_FACE_UP and face_down > 0


def may_buy(face_up: int, whisky: int) -> bool:
    """True if the player may buy a roll for a barrel: fewer than three tokens face up (C5-19, C5-20)."""
    return face_up < MAX_FACE_UP and whisky > 0


def apply_bought_roll(before: PlayerTokens, face: int) -> PlayerTokens:
    """Return the tokens after a roll bought for a barrel; it counts for this player only (C5-19)."""
    return apply_roll(PlayerTokens(before.face_down, before.face_up, before.whisky - 1), face)


def apply_all_rolls(
    tokens: Sequence[int], rolls: Sequence[int], extra_rolls: Sequence[int] = (), whisky: int = 0
) -> PlayerTokens:
    """Return the tokens of one player after a whole scoring: the rolls for all, then the bought ones."""
    now = PlayerTokens(tuple(tokens), (), whisky)
    for face in rolls:
        now = apply_roll(now, face)
    for face in extra_rolls:
        now = apply_bought_roll(now, face)
    return now


def possible_outcomes(face_up: int, face_down: int, rolls: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the values that the player may have turned at these rolls, in order of the rolls; the most probable
    first.
    """
    found: Counter[tuple[int, ...]] = Counter()
    for hand in product(VALUES, repeat=face_down):
        # Only the number of tokens already face up matters, not their values.
        now = PlayerTokens(hand, (0,) * face_up)
        for face in rolls:
            now = apply_roll(now, face)
        found[now.face_up[face_up:]] += 1
    return [turned for turned, _ in found.most_common()]


def haggis_points(face_up: Sequence[int]) -> int:
    """Return the number of tokens face up times the sum of their values (C5-21)."""
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
TOKEN_COUNT, MAX_TOKENS_ON_TABLE, TOKENS_FACE_UP = 13, 5, 2
LETTERS = ("A", "B", "C", "D")

STICKERS_FACT = f"{SLUG}.stickers"
TOKEN_PAYMENT_CAUSE, ROLL_PAYMENT_CAUSE = f"{SLUG}.token", f"{SLUG}.roll"
"""Cause ids: the sheep paid for a token, the barrel paid for a roll."""
TOKEN_IDS = tuple(f"haggis_token_{n}" for n in range(1, TOKEN_COUNT + 1))


def letter_fact(letter: str) -> str:
    """Return the name of the box fact: how many of the six tiles have this deck letter."""
    return f"{SLUG}.tiles_{letter}"


def token_at_once_fact(tile: str) -> str:
    """Return the name of the box fact: whether this tile gives a token at once (C5-12)."""
    return f"{SLUG}.once_{tile}"


def value_fact(token: str) -> str:
    """Return the name of the box fact with a token's value. It is no secret; only the token's place is."""
    return f"{SLUG}.value_{token}"


def deck_letters(facts: Facts) -> dict[str, int]:
    """Return the number of tiles by deck letter, from each tile or from counts; unknown letters are left out."""
    if told := tile_letters(facts):
        return {letter: told.count(letter) for letter in LETTERS}
    return {letter: int(facts.more[fact]) for letter in LETTERS if (fact := letter_fact(letter)) in facts.more}


def has_all_letters(facts: Facts) -> bool:
    """True if the number of tiles is known for every deck letter."""
    return len(deck_letters(facts)) == len(LETTERS)


def tile_letters(facts: Facts) -> str:
    """Return the letters of all six tiles as entered for each tile; "" while one is unknown."""
    told = [entered_deck(facts, id) for id in TILES]
    return "".join(told) if all(told) else ""


def token_value(state: State, token: str) -> int:
    """Return the value of a token; 0 if unknown."""
    return int(state.facts.more.get(value_fact(token), 0)) if token else 0


def add_pieces(facts: Facts, _state: State) -> Facts:
    """Return the facts with the tiles in the decks of known letters (C5-03) and the tokens (C5-02)."""
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
    """A token face up on a table during a scoring, visible to all players."""

    token: str
    """Piece id; "" if unidentified."""
    value: int
    """1 to 3."""


class Haggis(msgspec.Struct, frozen=True):
    """Places of the tokens and progress of a scoring."""

    face_down: dict[str, tuple[str, ...]]
    """Tokens face down on the table, by player: secret (C5-06)."""
    has_stickers: bool = False
    """True if all thirteen tokens have stickers, so that they can be identified."""
    face_up_supply: tuple[str, ...] = ()
    """Tokens face up in the supply; always empty without stickers (C5-04)."""
    rolls: tuple[int, ...] = ()
    """Rolls for all in the current scoring, up to four (C5-15)."""
    buyer: str = ""
    """Player who bought the last roll; "" if it was for all (C5-19)."""
    last_face: int = 0
    """Face of the last roll; 0 before the first one and after one that is rolled again."""
    face_up: dict[str, tuple[FaceUpToken, ...]] = {}
    """Tokens face up on the table, by player, at most three each (C5-17)."""
    turned_players: tuple[str, ...] = ()
    """Players who turned a token at the last roll; one token for each roll (C5-16)."""
    was_rerolled: bool = False
    """True if a roll of this scoring was rolled again (C8-40)."""
    round: str = ""
    """Round after which the current scoring comes: "B", "C" or "final"; "" if there is none."""
    is_rolled_by_companion: bool = False
    """True if the companion made the last roll; then turned tokens are asked after all rolls."""
    done_rounds: tuple[str, ...] = ()
    """Rounds whose haggis scoring is over (C5-13)."""
    rerolls: int = 0
    """Number of rolls rolled again in the whole game, for a house rule on C8-40."""
    taken_count: int = 0
    """Number of tokens taken from other players in the whole game; one is allowed (C8-39)."""

    def up(self, player_id: str) -> tuple[int, ...]:
        """Return the values face up on a player's table."""
        return tuple(t.value for t in self.face_up.get(player_id, ()))

    def counted_rolls(self) -> tuple[int, ...]:
        """Return the rolls whose tokens are asked together: the bought one, or all rolls for everybody (C5-19)."""
        return (self.last_face,) if self.buyer else self.rolls

    def supply_count(self) -> int:
        """Return the number of tokens in the supply, face up and face down."""
        lying = sum(map(len, self.face_down.values())) + sum(map(len, self.face_up.values()))
        return TOKEN_COUNT - lying

    def places(self) -> dict[str, str]:
        """Return the place of each identified token: a player's id, "shown" (face up in the supply) or "up" (on a
        table).
        """
        held = {token: player_id for player_id, tokens in self.face_down.items() for token in tokens}
        shown = dict.fromkeys(self.face_up_supply, "shown")
        up = {t.token: "up" for tokens in self.face_up.values() for t in tokens}
        return {token: place for token, place in {**held, **shown, **up}.items() if token}

    def can_turn(self, player_id: str) -> bool:
        """True if another roll can turn a token of this player, by what all players see (C5-17)."""
        return may_turn(len(self.up(player_id)), len(self.face_down[player_id]))

    def all_known(self, player_id: str) -> bool:
        """True if every token face down on the player's table is identified."""
        return "" not in self.face_down[player_id]

    def may_turn(self, player_id: str) -> bool:
        """True if the player may have a token to turn at the last roll, by what all players see."""
        bought_by_other = self.buyer not in ("", player_id)
        return not bought_by_other and player_id not in self.turned_players and self.can_turn(player_id)


class HaggisGained(ev.Event, frozen=True):
    """A token came to a table, drawn or from those face up in the supply."""

    player: str
    token: str = ""
    """"" if unidentified, or drawn by a player other than the viewer."""
    face_up: bool = False
    """True if it was face up in the supply (C5-05), False if drawn."""


class HaggisReturned(ev.Event, frozen=True):
    """A token went back to the supply, face down, to make space (C5-09)."""

    player: str
    token: str = ""
    """"" if unidentified."""


class HaggisPassed(ev.Event, frozen=True):
    """A player chose a token and gave it to another player (C8-39)."""

    player: str
    """Player who gives and chooses."""
    to: str
    token: str = ""
    """"" if unidentified; secret to the other players."""


class HaggisShown(ev.Event, frozen=True):
    """A token of the supply was turned face up (C5-04, C5-07)."""

    token: str = ""
    """"" if it was not tapped."""


class HaggisCounted(ev.Event, frozen=True):
    """A correction of the number of tokens on a table; they become unidentified."""

    player: str
    tokens: int
    """0 to MAX_TOKENS_ON_TABLE."""


class HaggisUntagged(ev.Event, frozen=True):
    """The players chose to play without stickers after all."""


class HaggisBegan(ev.Event, frozen=True):
    """A haggis scoring began after this round (C5-13)."""

    round: str
    """"B", "C" or "final"."""


class HaggisRolled(ev.Event, frozen=True):
    """A roll for all players, or for the player who bought it."""

    face: int
    """1 to 3."""
    player: str = ""
    """Player who paid a barrel for it (C5-19); "" for a roll for all."""
    is_rolled_by_companion: bool = False
    """As in `Haggis.settled`."""


class HaggisRerolled(ev.Event, frozen=True):
    """The last roll is rolled again, for all players (C8-40)."""

    player: str
    """Player who asked for it: the owner of Oonagh McHagg."""


class HaggisTurned(ev.Event, frozen=True):
    """A player turned a token of that value (C5-16)."""

    player: str
    value: int
    token: str = ""
    """"" if unidentified."""


class HaggisUpSet(ev.Event, frozen=True):
    """A correction of the values face up on a table in the current scoring."""

    player: str
    values: tuple[int, ...]
    """At most three."""


class HaggisTurnedBack(ev.Event, frozen=True):
    """A correction: the player does not have the token that the companion turned."""

    player: str
    value: int
    """Value of the token that the companion had turned."""


class HaggisScored(ev.Event, frozen=True):
    """A scoring ended: the tokens face up on tables went back to the supply (C5-22)."""

    round: str
    """"B", "C" or "final"."""
    tokens: int = 0
    """Number of tokens that were face up."""


def _begin(state: State) -> Haggis:
    return Haggis({p.id: () for p in state.players}, has_stickers=bool(state.facts.more.get(STICKERS_FACT, False)))


def _visible(now: Haggis, viewer: str) -> Haggis:
    """Return the state as a viewer may see it: other players' tokens are only counted (C5-06, C5-08)."""
    held = {
        player_id: tokens if player_id == viewer else ("",) * len(tokens)
        for player_id, tokens in now.face_down.items()
    }
    return replace(now, face_down=held)


def _joined(now: Haggis, player: str) -> Haggis:
    return replace(now, face_down={**now.face_down, player: ()})


OWN_STATE = ExpansionState(SLUG, begin=_begin, visible=_visible, joined=_joined)
"""Places of the haggis tokens and progress of a scoring."""


def possible_in_supply(now: Haggis) -> list[str]:
    """Return the tokens that may be face down in the supply."""
    placed = now.places()
    return [token for token in TOKEN_IDS if token not in placed]


def possible_on_table(now: Haggis, player_id: str) -> list[str]:
    """Return the tokens that may be face down on this player's table."""
    placed = now.places()
    unidentified = "" in now.face_down[player_id]
    return [t for t in TOKEN_IDS if placed.get(t) == player_id or (unidentified and t not in placed)]


def known_token(state: State, player_id: str, value: int) -> str:
    """Return a token of that value which the player is known to have face down, or ""."""
    return next((t for t in OWN_STATE.of(state).face_down[player_id] if token_value(state, t) == value), "")
