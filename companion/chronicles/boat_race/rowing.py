"""The boats where territories are followed: tile by tile down the rivers, for movement points (C1-12 to C1-16).

The river of a territory is a line from its right to its left; on a neutral one the castle lies at the right, as on
a home tile. Where a boat lies, whose tile can't leave; never asks which castle it has reached.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.boat_race.questions import arrives
from companion.chronicles.boat_race.race import OWN_STATE, RIVER, RIVERS, SLUG, BoatRowed, next_castle, path
from companion.chronicles.boat_race.words import castle_words
from companion.chronicles.queries import ROWS_FREE_PAST_BOATS, WHEN_BOATS_PASS
from companion.engine.message import Message, tr, trn
from companion.engine.offers import Amount, Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Refereed
from companion.state.glen_more_2.facts import Learned
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.referee.tiles import CASTLE_CELL, ground
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form, QuestionKind
from companion.state.glen_more_2.ruleset import asked
from companion.state.territory.grid import Spot

LENGTH, TILES, ROW = f"{SLUG}.length", f"{SLUG}.river_tiles", f"{SLUG}.row"
HOME = CASTLE_CELL.x
USUAL = 2
"""Tiles of a neutral river while nobody has told: as long as a home tile."""
LONGEST = 4
Place = tuple[str, int]
"""Whose river, and how far to the right on it."""


def river(state: State, castle: str) -> list[int]:
    """Its tiles from the right to the left (C1-13)."""
    if castle.startswith(RIVER):
        # A number of the box may be set to anything.
        return list(range(min(max(1, int(state.facts.more.get(TILES, USUAL))), LONGEST), 0, -1))
    spots = state.player(castle).territory.spots
    return sorted({spot.x for spot in spots if ground(state, spot.top).marks}, reverse=True)


def castle_at(state: State, castle: str) -> Place:
    """The tile with the castle."""
    return castle, river(state, castle)[0] if castle.startswith(RIVER) else HOME


def lies(state: State, player_id: str) -> Place:
    """Where a boat lies now; at home before its first stroke."""
    return OWN_STATE.of(state).where.get(player_id, (player_id, HOME))


def has_reached(state: State, player_id: str) -> int:
    """Castles on the way from home to where a boat lies (C1-17); beyond its own castle it comes home."""
    castle, x = lies(state, player_id)
    way = path(OWN_STATE.of(state), player_id)
    if castle == player_id:
        return 0 if x <= HOME else len(way) - 1
    return way.index(castle) + (x <= castle_at(state, castle)[1])


def ahead(state: State, player_id: str) -> Iterator[Place]:
    """Every tile of the way that is left, the own castle last; rivers as they lie now (C1-15, C1-16)."""
    castles, (castle, x) = OWN_STATE.of(state).castles, lies(state, player_id)
    for _ in range(len(castles) * 100):
        further = next((each for each in river(state, castle) if each < x), None)
        if further is None:
            castle = castles[(castles.index(castle) + 1) % len(castles)]
            further = river(state, castle)[0]
        x = further
        yield castle, x
        if (castle, x) == (player_id, HOME):
            return


def _costs(state: State, player_id: str, place: Place) -> int:
    """A tile with another's boat may be free (C8-37)."""
    if asked(ROWS_FREE_PAST_BOATS, state) != player_id:
        return 1
    return int(all(other == player_id or lies(state, other) != place for other in _under_way(state)))


def _under_way(state: State) -> list[str]:
    return [player for player, boat in OWN_STATE.of(state).boats.items() if not boat.place]


def _beside(state: State, player_id: str) -> list[str]:
    """Whose boats lie where this one does: with its next stroke it passes them."""
    here = lies(state, player_id)
    return [other for other in _under_way(state) if other != player_id and lies(state, other) == here]


def _reach(state: State, player_id: str) -> int:
    """How many tiles further the movement points bring the boat."""
    left, steps = state.turn.work.moves, 0
    for place in ahead(state, player_id):
        left -= _costs(state, player_id, place)
        if left < 0:
            break
        steps += 1
    return steps


def _row(state: State, question: OpenQuestion) -> Form | None:
    """As long as there are points, once the race has begun (C1-09, C1-12)."""
    now, player_id = OWN_STATE.of(state), question.player
    if not state.follows or state.turn.work.moves <= 0 or not now.open or now.boats[player_id].place:
        return None
    most, text = _reach(state, player_id), tr("How many river tiles further?")
    return Form(tr("The boat goes on"), (Amount("tiles", text, 1, most, most),)) if most else None


def _rows(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Tile by tile, through every castle on the way (C1-14, C1-17)."""
    player_id = question.player
    for _ in range(int(answer.values[0])):
        state = resolution.state
        place = next(ahead(state, player_id))
        points, passed = _costs(state, player_id, place), _beside(state, player_id)
        resolution.do(BoatRowed(player_id, *place))
        for other in passed:
            for event in asked(WHEN_BOATS_PASS, state, player_id, other):
                resolution.do(event)
        if points:
            resolution.do(ev.MovementSpent(player_id, points, SLUG))
        castle = next_castle(OWN_STATE.of(state), player_id)
        if place == castle_at(state, castle):
            arrives(resolution, player_id, castle)


def stays(state: State, player_id: str, spot: Spot) -> Reason | None:
    """A tile with a boat can't be removed (C1-31); one that is covered lifts the boat (C1-32)."""
    if not ground(state, spot.top).marks or spot.y != CASTLE_CELL.y:
        return None
    there = any(lies(state, other) == (player_id, spot.x) for other in _under_way(state))
    return Reason("C1-31", tr("A boat lies on it.")) if there else None


def line(state: State, player_id: str) -> Message | None:
    """How far it is."""
    if not state.follows or OWN_STATE.of(state).boats[player_id].place:
        return None
    castle, _ = lies(state, player_id)
    n = sum(1 for _ in ahead(state, player_id))
    at = tr("own river") if castle == player_id else castle_words(state, castle)
    return trn("boat: {n} river tile to go ({at})", "boat: {n} river tiles to go ({at})", n, at=at)


# ---- how long a neutral river is, no book tells


def set_up(state: State) -> Iterator[ev.Event]:
    if state.follows and RIVERS[len(state.players)] and TILES not in state.facts.more:
        yield ev.QuestionAsked(LENGTH)


_HOW_LONG = tr("How many river tiles has a neutral river?")
_LENGTHS = Pick(
    "tiles",
    _HOW_LONG,
    tuple(Choice(str(n), trn("{n} tile", "{n} tiles", n)) for n in range(1, LONGEST + 1)),
    str(USUAL),
)


def _learn(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.FactLearned(Learned("", TILES, int(str(answer.values[0])))))


KINDS = (QuestionKind(LENGTH, _HOW_LONG, (Action("tiles", Form(_HOW_LONG, (_LENGTHS,)), _learn),), rule="C1-14"),)
FACT_WORDS = {TILES: tr("tiles of a neutral river")}
AFTER_LAYING = (Action(ROW, _row, _rows, sign="ship"),)
REFEREE = Refereed(stays=stays)
