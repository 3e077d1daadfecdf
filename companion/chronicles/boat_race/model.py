"""State and events of the boat race, its automatic steps, and its tiles.

Without referee depth a boat is as far as the last castle that was entered for it. The tiles are Start and two Ship
Builders, whose deck letters are asked once for each box.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.engine.message import Message, literal, tr
from companion.engine.offers import Answer, Choice, Pick
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Action, Form, QuestionKind, Resolution, do_nothing
from companion.state.glen_more_2.course import enlarge_decks
from companion.state.glen_more_2.expansions import ExpansionState, cause_id
from companion.state.glen_more_2.facts import LAND, Effect, Facts, LearnedFact, Piece, entered_deck
from companion.state.glen_more_2.model import State, is_neutral_figure
from companion.state.glen_more_2.questions.corrections import only_in_play
from companion.state.glen_more_2.ruleset import expansion_rule
from companion.state.territory.model import OpenQuestion

SLUG, START = "boat_race", "race_start"
RIVER_PREFIX = "river_"
"""Prefix of the ids of castles on neutral rivers: two with 2 players, one with 3 (C1-07)."""
NEUTRAL_RIVER_COUNTS = {2: 2, 3: 1, 4: 0}
# Below 0, so that a boat out of the race is never counted among those at home (C1-26).
LAST_PLACE = -1
POINTS_BY_PLACE = {1: 15, 2: 10, 3: 5}
FIRST_PLACE_CAUSE = f"{SLUG}.first"


class Boat(msgspec.Struct, frozen=True, gc=False):
    """Progress of a player's boat."""

    castles_reached: int = 0
    """Number of castles reached, in the order of `castle_path`; the own home castle is the last one."""
    place: int = 0
    """0 under way, 1 to 3 home (C1-22 to C1-24), LAST_PLACE with the last-place card (C1-26)."""


class Race(msgspec.Struct, frozen=True, gc=False):
    """Public state of the race. What the reward tokens show is not part of it (C1-18)."""

    castles: tuple[str, ...]
    """Player ids and neutral rivers (`RIVER_PREFIX`); the next item is the neighbour to the left (C1-13)."""
    boats: dict[str, Boat]
    """Boats by player id."""
    tokens: dict[str, int]
    """Number of tokens face down on each castle (C1-08)."""
    is_open: bool = False
    """True once a pawn has passed Start, so that boats may move (C1-09)."""
    tracked_positions: dict[str, tuple[str, int]] | msgspec.UnsetType = msgspec.UNSET
    """River (castle id) and tile of each boat that has moved; set only at referee depth."""

    @property
    def boat_positions(self) -> dict[str, tuple[str, int]]:
        """Return the river tile of each boat that has moved; empty without referee depth."""
        return {} if isinstance(self.tracked_positions, msgspec.UnsetType) else self.tracked_positions


class RaceSeats(ev.Event, frozen=True):
    """The order of castles, going to the left, was entered."""

    castles: tuple[str, ...]
    """As in `Race.castles`."""


class RaceOpened(ev.Event, frozen=True):
    """The race opened for all boats."""

    rule: str
    """C1-09 if a pawn passed Start; C1-11 if players entered it."""


class CastleReached(ev.Event, frozen=True):
    """A boat reached or passed the next castle of its path (C1-17)."""

    player: str
    castle: str
    """Player id or neutral river. The boat's own player id means that it is home."""


class BoatRowed(ev.Event, frozen=True):
    """A boat moved by one river tile, at referee depth (C1-13)."""

    player: str
    castle: str
    """Player id or neutral river where the boat lies now."""
    x: int
    """Column of the tile, increasing to the right as in `Cell`; a neutral river starts at 1."""


class RewardTaken(ev.Event, frozen=True):
    """A player took a reward token of a castle."""

    player: str
    castle: str
    """Player id or neutral river."""


class BoatHome(ev.Event, frozen=True):
    """A boat came home and leaves the race (C1-25)."""

    player: str
    place: int
    """Place from 1; only the first three score (C1-22 to C1-24)."""


class LastPlaceGiven(ev.Event, frozen=True):
    """A player got the last-place card: the boat is out of the race and coins are worth nothing at the end."""

    player: str
    rule: str
    """C1-26 if all others are home; C1-29 if the game ended first."""


class BoatSet(ev.Event, frozen=True):
    """A correction of a boat's progress."""

    player: str
    castles_reached: int
    """Castles reached, as in `Boat.reached`."""
    place: int
    """As in `Boat.place`."""


class RaceSet(ev.Event, frozen=True):
    """A correction: whether the race is open."""

    is_open: bool


class TokensSet(ev.Event, frozen=True):
    """A correction of the number of tokens on a castle."""

    castle: str
    """Player id or neutral river."""
    tokens: int


def _initial_race(state: State) -> Race:
    """Return the race at the start: boats at home, one token for each player on each of the 4 castles (C1-03,
    C1-08).
    """
    player_ids = [p.id for p in state.players]
    castles = possible_seatings(player_ids)[0]
    return Race(castles, {p: Boat() for p in player_ids}, dict.fromkeys(castles, len(player_ids)))


OWN_STATE = ExpansionState(SLUG, begin=_initial_race)
"""State of the boat race."""


def possible_seatings(player_ids: list[str]) -> list[tuple[str, ...]]:
    """Return all orders of the castles, going to the left from the first player's own one (C1-07, C1-13)."""
    first, *others = player_ids
    if not others[1:]:
        return [(first, f"{RIVER_PREFIX}1", others[0], f"{RIVER_PREFIX}2")]
    rounds = [(first, *rest) for rest in _orders(others)]
    if not NEUTRAL_RIVER_COUNTS[len(player_ids)]:
        return rounds
    # Journals name a seating by its number in this list ("order_1" and so on): its order must never change.
    return [(*seats[:at], f"{RIVER_PREFIX}1", *seats[at:]) for seats in rounds for at in (3, 1, 2)]


def _orders(names: list[str]) -> list[tuple[str, ...]]:
    if len(names) < 2:
        return [tuple(names)]
    return [(one, *rest) for one in names for rest in _orders([n for n in names if n != one])]


def castle_path(now: Race, player: str) -> tuple[str, ...]:
    """Return the castles that a boat comes to, its own home last (C1-15)."""
    home = now.castles.index(player)
    return (*now.castles[home + 1 :], *now.castles[: home + 1])


def next_castle(now: Race, player: str) -> str:
    """Return the next castle on the boat's path; its own home once all are reached."""
    return castle_path(now, player)[min(now.boats[player].castles_reached, len(now.castles) - 1)]


def has_boat_race(_state: State) -> bool:
    """Return True: boats are in play wherever this chronicle is, even before the race opens."""
    return True


def open_race_on_passing(_before: State, e: ev.PawnMoved, after: State) -> Iterator[ev.Event]:
    """Open the race when the first pawn of a player passes Start (C1-09, C1-10)."""
    if START in e.passed and not is_neutral_figure(e.figure) and not OWN_STATE.of(after).is_open:
        yield RaceOpened("C1-09")


def bring_boat_home(state: State, player: str) -> Iterator[ev.Event]:
    """Give the boat its place, points and barrel (C1-22 to C1-24); a single boat left becomes last (C1-26)."""
    boats = OWN_STATE.of(state).boats
    place = 1 + sum(boat.place > 0 for boat in boats.values())
    yield BoatHome(player, place)
    if points := POINTS_BY_PLACE.get(place, 0):
        yield ev.PointsScored(player, points, SLUG, (place,))
    if place == 1:
        # An ordinary gain, so that another chronicle can store the barrel (C1-33).
        yield ev.BarrelsGained(player, 1, cause_id(FIRST_PLACE_CAUSE))
    # `state` is from before this boat came home, so the boat is excluded by name.
    yield from _last_of([player_id for player_id in racing_players(state) if player_id != player])


def withdraw_boat(_before: State, _e: ev.PlayerLeft, after: State) -> Iterator[ev.Event]:
    """Take the boat of a player who left out of the race; a single boat left becomes last (C1-26)."""
    if any(boat.place > 0 for boat in OWN_STATE.of(after).boats.values()):
        yield from _last_of(racing_players(after))


def racing_players(state: State) -> list[str]:
    """Return the players still in the game whose boats are neither home nor out of the race."""
    boats = OWN_STATE.of(state).boats
    return [player.id for player in state.remaining_players if not boats[player.id].place]


def _last_of(left: list[str]) -> Iterator[ev.Event]:
    if len(left) == 1:
        yield LastPlaceGiven(left[0], "C1-26")


def end_race(state: State) -> Iterator[ev.Event]:
    """Make every boat that is not home last (C1-29)."""
    for player_id in racing_players(state):
        yield LastPlaceGiven(player_id, "C1-29")


START_BARRED_RULE, BUILDER_LETTERS_FACT = f"{SLUG}.start_barred", f"{SLUG}.builders"
LETTERS_QUESTION = f"{SLUG}.letters"
TWO_MOVEMENT_POINTS = (Effect("move", n=2),)
"""Two movement points: the symbol belongs to this chronicle and is on no other of its tiles (C1-05)."""
BUILDER_IDS = ("ship_builder_1", "ship_builder_2")
DECKS = ("A", "B", "C", "D")


def ship_builder_letters(facts: Facts) -> str:
    """Return the deck letters of both Ship Builders, entered one by one or together; "" while one is unknown."""
    told = [entered_deck(facts, id) for id in BUILDER_IDS]
    left = list(str(facts.more.get(BUILDER_LETTERS_FACT, "")))
    for number, letter in enumerate(told):
        if letter and left:
            left.pop(left.index(letter) if letter in left else min(number, len(left) - 1))
    letters = "".join(letter or (left.pop(0) if left else "") for letter in told)
    return letters if len(letters) == 2 and set(letters) <= set(DECKS) else ""


def add_pieces(facts: Facts, state: State) -> Facts:
    """Return the facts with Start in deck B, each Ship Builder in its deck, and larger decks (C0-09, C1-04,
    C1-05).
    """
    letters = ship_builder_letters(facts)
    # The rulebook does not say whether Start shows the "no entry" symbol, so a house rule decides (C1-11).
    tiles = [Piece(START, "Start", LAND, "B", symbol=True, barred=bool(expansion_rule(state, START_BARRED_RULE)))]
    for number, id in enumerate(BUILDER_IDS):
        letter = letters[number] if letters else None
        builder = Piece(id, "Ship Builder", LAND, letter, activation=TWO_MOVEMENT_POINTS, symbol=True)
        tiles.append(builder)
    sizes = {deck: n + (deck == "B") + letters.count(deck) for deck, n in facts.decks.items()}
    return replace(facts, pieces={**facts.pieces, **{t.id: t for t in tiles}}, decks=sizes)


def ask_builder_letters(state: State) -> Iterator[ev.Event]:
    """Ask for the deck letters of the Ship Builders if they are unknown (C1-05)."""
    if not ship_builder_letters(state.facts):
        yield ev.QuestionAsked(LETTERS_QUESTION)


def _letter(name: str, label: Message) -> Pick:
    return Pick(name, label, tuple(Choice(deck, literal(deck)) for deck in DECKS))


_LETTERS = (
    _letter("one", tr("Which letter is on the back of one?")),
    _letter("other", tr("And on the other?")),
)


def _learn(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    # The two Ship Builders look alike, so "AB" and "BA" are stored as the same fact.
    letters = "".join(sorted(str(value) for value in answer.values))
    resolution.do(ev.FactLearned(LearnedFact("", BUILDER_LETTERS_FACT, letters)))


def _letters_form(state: State, _question: OpenQuestion) -> Form | None:
    """Offered while the Ship Builders' letters are unknown (skipped at setup)."""
    return None if ship_builder_letters(state.facts) else Form(tr("Letters of the Ship Builders"), _LETTERS)


def _learn_in_play(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    _learn(resolution, question, answer)
    enlarge_decks(resolution, Counter(str(value) for value in answer.values))


def _letters_known(state: State, _question: OpenQuestion) -> Form | None:
    """Offered before play if the letters are known from an earlier game and were not entered for each tile."""
    letters = ship_builder_letters(state.facts)
    if not letters or any(entered_deck(state.facts, id) for id in BUILDER_IDS):
        return None
    return Form(tr("Ship Builders: {one} and {other}", one=letters[0], other=letters[1]), _LETTERS)


BUILDER_KINDS = (
    QuestionKind(
        LETTERS_QUESTION,
        tr("The 2 Ship Builders go into the decks of the letters on their backs."),
        (
            Action("letters", Form(tr("Look now"), _LETTERS), _learn),
            Action("later", Form(tr("Say later: Menu, Correct something")), do_nothing),
        ),
        rule="C1-05",
    ),
)
BUILDER_START_ACTIONS = (Action(LETTERS_QUESTION, _letters_known, _learn),)
BUILDER_CORRECTIONS = (Action(LETTERS_QUESTION, only_in_play(_letters_form), _learn_in_play),)
