"""Which tiles lie ahead of a figure, and what stands against taking each (GM-TAK-01, GM-TAK-06). Moves nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from companion.engine.memoize import memoize_last, memoize_moment
from companion.engine.message import Message, literal, tr
from companion.engine.offers import Choice, Part, Pick, Reason, Value
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import WORLDS_END
from companion.state.glen_more_2.model import Space, State, is_neutral
from companion.state.glen_more_2.piece_locations import piece_choices
from companion.state.glen_more_2.referee.placing import Takeable, takeable
from companion.state.glen_more_2.ring import ahead_of, place_of_piece, tiles_ahead
from companion.state.glen_more_2.ruleset import objection

AHEAD = "ahead:"
"""Before the number of an unidentified tile ahead, in answers."""


@memoize_last
def space_choices(state: State, figure: str) -> tuple[Choice, ...]:
    """Every tile ahead, nearest first; what stands against taking it is said (GM-TAK-01, GM-TAK-06)."""
    return tuple(_one_by_one(state, figure))


def _one_by_one(state: State, figure: str) -> Iterator[Choice]:
    """The same, each tile looked at when it is read."""
    return (_looked_at(state, figure, n) for n in _numbers(state))


def _looked_at(state: State, figure: str, n: int) -> Choice:
    """One tile ahead, with what speaks against taking it."""
    look = _by_rule if state.follows and _taker(state, figure) else _lying
    return look(state, figure, n)


def _taker(state: State, figure: str) -> str:
    """The player who takes a tile with this figure; "" for the die's own moves."""
    return state.turn.acting if is_neutral(figure) else figure


def _numbers(state: State) -> Iterator[int]:
    """Those of all tiles ahead but World's End, from 1."""
    places = enumerate(tiles_ahead(state.line), 1)
    return (n for n, place in places if state.line[place].piece != WORLDS_END)


@memoize_moment
def _by_rule(state: State, figure: str, n: int) -> Choice:
    """One tile ahead as it lies, and whether its taker can pay and lay it."""
    space, rules = _lying(state, figure, n), takeable(state, _taker(state, figure))
    if not space.then:
        known = state.facts.pieces.get(space.value)
        return _unless(space, rules.why_not(known)) if known else space
    named = _names_by_rule(state, figure, space.then[0])
    against = None
    if all(choice.closed for choice in named.choices):
        against = Reason("GM-TAK-01", tr("No tile that it can be can be taken."))
    return replace(space, closed=space.closed or against, then=(named,))


@memoize_moment
def _names_by_rule(state: State, figure: str, part: Part) -> Pick:
    """The names without those that can't be taken; only what has a name can lie where it is followed.

    All tiles of a deck that nobody told about have one list of names, looked through once.
    """
    assert isinstance(part, Pick)
    rules = takeable(state, _taker(state, figure))
    told = ((choice, state.facts.pieces[choice.value]) for choice in part.choices if choice.value)
    return replace(part, choices=tuple(_unless(choice, rules.why_not(known)) for choice, known in told))


def _unless(choice: Choice, against: Reason | None) -> Choice:
    return replace(choice, closed=against) if against and not choice.closed else choice


@memoize_last
def can_be_taken(state: State, figure: str) -> bool:
    """Whether any tile ahead can be: the first that can is enough."""
    player_id = _taker(state, figure)
    if not state.follows or not player_id:
        return any(not space.closed for space in _one_by_one(state, figure))
    rules = takeable(state, player_id)
    return any(_is_able(state, rules, _lying(state, figure, n)) for n in _numbers(state))


def _is_able(state: State, rules: Takeable, tile: Choice) -> bool:
    """The same as being open by the rules, without a word of why not."""
    if tile.closed:
        return False
    for part in tile.then:
        assert isinstance(part, Pick)
        return any(_is_able(state, rules, named) for named in part.choices if named.value)
    known = state.facts.pieces.get(tile.value)
    return known is None or rules.can_be_taken(known)


@memoize_last
def lying_ahead(state: State, figure: str) -> tuple[Choice, ...]:
    """Every tile ahead, nearest first; an unidentified one may be named. What stands against a stop is said."""
    return tuple(_lying(state, figure, n) for n in _numbers(state))


@memoize_moment
def _lying(state: State, figure: str, n: int) -> Choice:
    """One tile ahead."""
    place = tiles_ahead(state.line)[n - 1]
    space = state.line[place]
    label, brief = _ahead(state, n, space, beyond=0 <= place_of_piece(state.line, WORLDS_END) < place)
    if space.piece:
        closed, caution = objection(state, figure, space.piece)
        caution = caution or barred(state, space.piece)
        return Choice(space.piece, label, closed, caution, piece=space.piece, brief=brief)
    return Choice(f"{AHEAD}{n}", label, then=(_names(state, figure, space.deck),), brief=brief)


def _ahead(state: State, n: int, space: Space, *, beyond: bool) -> tuple[Message, Message]:
    """In words, and as a key says it. Beyond World's End: who takes it has no turn any more (GM-END-03)."""
    tile = labels.tile(state.facts, space)
    if beyond:
        return tr("tile {n} ahead, past World's End: {tile}", n=n, tile=tile), tr("{n}: past", n=n)
    return tr("tile {n} ahead, {tile}", n=n, tile=tile), literal(str(n))


@memoize_moment
def _names(state: State, figure: str, deck: str) -> Pick:
    """What an unidentified tile can be; none that this figure may not take."""
    choices = piece_choices(state, deck)
    choices = tuple(_with_objections(state, figure, each) if each.value else each for each in choices)
    # Steady: it is another tile each time, also when a take was undone.
    return Pick("piece", tr("Which tile is it?"), choices, steady=True)


def _with_objections(state: State, figure: str, choice: Choice) -> Choice:
    """Why it can't be, and why it should not."""
    closed, caution = objection(state, figure, choice.value)
    against = caution or barred(state, choice.value)
    return replace(choice, closed=choice.closed or closed, caution=against)


@memoize_last
def reach(state: State, figure: str) -> tuple[Choice, ...]:
    """The tiles ahead, and World's End in its place among them: moving onto it is a turn too (GM-END-03)."""
    return tuple(reach_one_by_one(state, figure))


def reach_one_by_one(state: State, figure: str) -> Iterator[Choice]:
    """The same, each looked at when it is read."""
    spaces = _one_by_one(state, figure)
    if end := _worlds_end(state, figure):
        yield from islice(spaces, ahead_of(state.line, place_of_piece(state.line, WORLDS_END)) - 1)
        yield end
    yield from spaces


def tile_ahead(state: State, figure: str, value: Value) -> Choice | None:
    """One of `reach` by its value."""
    if value == WORLDS_END:
        return _worlds_end(state, figure)
    for n, place in enumerate(tiles_ahead(state.line), 1):
        if value == (state.line[place].piece or f"{AHEAD}{n}"):
            return _looked_at(state, figure, n)
    return None


def _worlds_end(state: State, figure: str) -> Choice | None:
    n = ahead_of(state.line, place_of_piece(state.line, WORLDS_END))
    if not n:
        return None
    against, brief = objection(state, figure, WORLDS_END), tr("{n}: End", n=n)
    return Choice(WORLDS_END, tr("tile {n} ahead: onto World's End", n=n), *against, piece=WORLDS_END, brief=brief)


def can_be_reached(state: State, figure: str) -> bool:
    """The same of World's End too."""
    end = _worlds_end(state, figure)
    return can_be_taken(state, figure) or bool(end and not end.closed)


def barred(state: State, piece: str) -> Reason | None:
    """A pawn may pass this tile but not stop on it."""
    known = state.facts.pieces.get(piece)
    if not (known and known.barred):
        return None
    return Reason("GM-TIL-08", tr("No pawn may stop on {tile}.", tile=labels.piece(state.facts, piece)))
