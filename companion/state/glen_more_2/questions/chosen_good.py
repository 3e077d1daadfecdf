"""A good of one's choice that comes onto a tile, as cards bring it (GM-ONE-06). Knows no card."""

from __future__ import annotations

from companion.engine.message import Message, tr
from companion.engine.offers import Answer
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.referee.words import tile_there, which_good
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Form
from companion.state.territory.grid import Cell


def good_text(state: State, question: OpenQuestion) -> Message:
    """Onto which tile it comes, and which of how many it is."""
    x, y, _cause = question.args
    where = tile_there(state, question.player, Cell(int(x), int(y)))
    number, of = _number_of(state, question)
    if of > 1:
        return tr("Which good comes onto {tile}: {n} of {all}?", tile=where, n=number, all=of)
    return tr("Which good comes onto {tile}?", tile=where)


def _number_of(state: State, question: OpenQuestion) -> tuple[int, int]:
    """Which it is of how many that are asked alike, so that the next is not taken for the same."""
    alike = (question.kind, question.player, question.args)
    left = [each.number for each in state.open if (each.kind, each.player, each.args) == alike]
    gained = [e for e in state.happened if isinstance(e, ev.GoodsGained) and e.why == question.args[-1]]
    done = sum(e.n for e in gained if e.player == question.player)
    return done + sum(number <= question.number for number in left), done + len(left)


def good_form(state: State, question: OpenQuestion) -> Form:
    """All kinds, in the order of the market."""
    return Form(tr("A good of your choice"), (which_good(good_text(state, question)),))


def gain_good(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """What finds no room is lost (GM-TIL-09)."""
    x, y, cause = question.args
    spots = resolution.state.player(question.player).territory.by_cell()
    spot = spots.get(Cell(int(x), int(y)))
    if spot and spot.room:
        resolution.do(ev.GoodsGained(question.player, spot.x, spot.y, str(answer.values[0]), 1, str(cause)))
