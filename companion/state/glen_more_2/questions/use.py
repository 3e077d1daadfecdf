"""Rows of a turn at referee depth: tiles are activated, Scots move (sections 13 and 14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from companion.engine.lazy import LazyItems
from companion.engine.message import tr
from companion.engine.offers import Answer, Choice, Part, Place, cell_of, cell_value
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import Learned
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.owed import reminds_of_loch_ness
from companion.state.glen_more_2.payment import cost_is_owed
from companion.state.glen_more_2.questions.about_tiles import FREE, activation_part
from companion.state.glen_more_2.questions.laying import use_there
from companion.state.glen_more_2.referee import activating, trading
from companion.state.glen_more_2.referee.activating import LAYING, LOCH_NESS
from companion.state.glen_more_2.referee.tiles import CASTLE_CELL
from companion.state.glen_more_2.referee.use_words import gain_word, part_of_uses, rows_of_uses, use_label
from companion.state.glen_more_2.referee.words import spot_words, standing, tracts
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, ActionFamily, Form
from companion.state.territory import scots as steps
from companion.state.territory.grid import Cell, Spot, Territory
from companion.state.territory.trading import choose_source
from companion.state.territory.words import marked, where_to

USE = "use_"
"""Before the tile, in the names of answers."""
TELL = "gives_"
"""The same of a tile that nobody has told about."""


def _uses(state: State, question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    if not state.follows or not question.player:
        return
    for spot in activating.unspent(state):
        found = activating.uses(state, question.player, spot)
        parts = LazyItems(partial(part_of_uses, state, question.player, found)) if len(found) > 1 else ()
        yield spot.top, Form(use_label(state, spot, found), parts, hint=gain_word(found[0]), keyed=_is_time(state))


def _is_time(state: State) -> bool:
    """Whether keys lead to what the tile brings: first what it cost is told."""
    return not cost_is_owed(state)


def _use(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    piece, state = answer.offer.removeprefix(USE), resolution.state
    spot = next(spot for spot in activating.due(state) if spot.top == piece)
    use_there(resolution, question.player, spot, answer.values, LAYING)


def _untold(state: State, question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    """What a tile gives that nobody has told: it is kept in the box; else its results are entered."""
    if not state.follows or not question.player:
        return
    for spot in activating.untold(state):
        part = activation_part(state.facts.pieces[spot.top])
        label = tr("What {tile} gives when activated", tile=spot_words(state, spot))
        yield spot.top, Form(label, (part,), hint=tr("tell"), keyed=_is_time(state))


def _tell(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    gives = " ".join(str(value) for value in answer.values)
    told = "" if gives == FREE else gives
    resolution.do(ev.FactLearned(Learned(answer.offer.removeprefix(TELL), "activation", told)))


def _card(state: State, question: OpenQuestion) -> Form | None:
    """Loch Ness: any one tile that was not used (GM-LMK-09)."""
    if not state.follows or not question.player:
        return None
    spots = activating.by_card(state, reminds_of_loch_ness(state))
    if not any(activating.can_be_used(state, question.player, spot) for spot in spots):
        return None
    parts = LazyItems(lambda: (_which_tile(state, question.player, spots),))
    return Form(tr("Loch Ness: one tile more"), parts, keyed=_is_time(state))


def _which_tile(state: State, player_id: str, spots: Iterable[Spot]) -> Place:
    rows = rows_of_uses(state, player_id, spots)
    return Place("tile", tr("Which tile is activated?"), rows, tracts=tracts(state, player_id))


def _use_card(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    spot = resolution.state.player(question.player).territory.at(Cell(*cell_of(str(answer.values[0]))))
    use_there(resolution, question.player, spot, answer.values[1:], LOCH_NESS)


def _cells(state: State, spots: Iterable[Spot], then: Callable[[Spot], tuple[Part, ...]]) -> tuple[Choice, ...]:
    return tuple(Choice(cell_value(*spot.cell), spot_words(state, spot), then=then(spot)) for spot in spots)


def _move(state: State, question: OpenQuestion) -> Form | None:
    """1 point is a step to a tile that touches it (GM-MOV-02)."""
    if not state.follows or state.turn.work.moves <= 0:
        return None
    land = state.player(question.player).territory
    scots = steps.nearest_scots(land, state.turn.work.cell or Cell(0, 0))
    if not scots:
        return None
    parts = LazyItems(lambda: (_which_scot(state, question.player, scots),))
    return Form(tr("Move a Scot"), parts, keyed=_is_time(state))


def _which_scot(state: State, player_id: str, scots: Sequence[Spot]) -> Place:
    """The nearest first, each with the tiles that it can go to."""
    land, lie = state.player(player_id).territory, tracts(state, player_id)
    which = tr("other Scot") if sum(spot.scots > 0 for spot in land.spots) > 1 else None

    def there(spot: Spot) -> tuple[Part, ...]:
        cells = _cells(state, _likeliest_steps(land, spot.cell), lambda _spot: ())
        title = where_to(standing(state, spot))
        return (Place("to", title, cells, tracts=marked(lie, spot.cell), back=which),)

    nearest, from_where = cell_value(*scots[0].cell), _cells(state, scots, there)
    return Place("scot", tr("Which Scot goes?"), from_where, default=nearest, assumed=True, tracts=lie)


def _likeliest_steps(land: Territory, here: Cell) -> list[Spot]:
    """Home first, where Scots count; then where most places for tiles are opened."""
    there = steps.steps_from(land, here)
    return sorted(there, key=lambda spot: (spot.cell != CASTLE_CELL, -steps.opened(land, here, spot.cell)))


def _step(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    here, there = (Cell(*cell_of(str(value))) for value in answer.values)
    resolution.do(ev.ScotMoved(question.player, here.x, here.y, there.x, there.y))


def _by_hand_form(state: State, _question: OpenQuestion) -> Form | None:
    """Activating is voluntary tile by tile (GM-ACT-04)."""
    if not state.follows or state.turn.work.by_hand:
        return None
    return Form(tr("Activate tile by tile this turn"))


def _by_hand(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.ActivatedByHand(question.player))


def _rather(state: State, question: OpenQuestion) -> Form | None:
    """With which goods the next cost or exchange is paid, where the cheapest way is not meant (GM-ACT-11)."""
    return trading.rather_form(state, question.player) if state.follows and question.player else None


CARD = Action("loch_ness", _card, _use_card, "DOWN", tr("any tile"))
MOVE = Action("move", _move, _step, "DOWN", tr("move"))
BY_HAND = Action("by_hand", _by_hand_form, _by_hand, seldom=True)
RATHER = Action("rather", _rather, choose_source, seldom=True)
TOLD = ActionFamily(TELL, _untold, _tell, key="DOWN")
AFTER_LAYING = (ActionFamily(USE, _uses, _use, key="DOWN"), CARD, MOVE, TOLD, RATHER)
BEFORE_TAKING = (replace(CARD, key=""), BY_HAND, RATHER)
