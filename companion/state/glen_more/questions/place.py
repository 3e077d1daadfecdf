"""Laying a tile at referee depth: where it lies, how it is paid, which goods come onto it (G1-PLC-01 to -05)."""

from __future__ import annotations

from companion.engine.message import Message, tr, trn
from companion.engine.offers import Answer, Choice, Part, Pick, Place, Tract, cell_of, cell_value
from companion.state.glen_more import events as ev
from companion.state.glen_more import labels
from companion.state.glen_more.course import fire
from companion.state.glen_more.facts import GOODS
from companion.state.glen_more.laying import LAYING, ground_of
from companion.state.glen_more.model import OpenQuestion, State
from companion.state.glen_more.referee import activating, paying, placing, trading
from companion.state.glen_more.referee.laying import is_short, lay, pays_by_choice
from companion.state.glen_more.referee.words import cell_words, short, sign_of, tile_there, tracts
from companion.state.glen_more.resolution import Resolution
from companion.state.glen_more.rows import Action, Form, QuestionKind
from companion.state.territory.grid import Cell
from companion.state.territory.suggestions import likeliest
from companion.state.territory.trading import choose_source, purse_of

# ---- where the tile lies


def _place_text(state: State, question: OpenQuestion) -> Message:
    tile = labels.piece(state.facts, state.turn.tile)
    return tr("{Player}, where does it lie: {tile}?", Player=labels.figure(state, question.player), tile=tile)


def _place(state: State, question: OpenQuestion) -> Form:
    """Legal cells, the likeliest first, then the closed ones; OK on one also pays the cheapest way."""
    tile = state.facts.tiles[state.turn.tile]
    player = state.player(question.player)
    spots = player.territory.spots
    purse = purse_of(state, player.id)
    too_dear = paying.why_too_dear(state, player.id, tile, purse)
    worth = {spot.cell: activating.worth(state, spot, purse) for spot in spots}
    found = likeliest(placing.cells_for(state, player.id, tile), spots, worth)
    lines = tuple((mark, LAYING.marks[mark].axis) for mark in ground_of(tile).marks)
    choices = (
        Choice(cell_value(*each.cell), cell_words(each.cell), too_dear or placing.closed(each.rule), note=None)
        for each in found
    )
    part = Place(
        "cell",
        _place_text(state, question),
        tuple(choices),
        steady=True,
        tracts=tracts(state, player.id),
        laid=Tract(0, 0, short(tile), sign_of(tile), lines),
    )
    return Form(tr("Lay it"), (part,))


def _lay_there(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.close("place")
    lay(resolution, Cell(*cell_of(str(answer.values[0]))))
    fire(resolution, "placed")


def _sell(state: State, question: OpenQuestion) -> Form | None:
    """Only where goods are sold for the cost: people may want to say which."""
    return trading.sell_form(state, question) if is_short(state) else None


def _sell_from(state: State, question: OpenQuestion) -> Form | None:
    return trading.sell_from_form(state, question) if is_short(state) else None


def _rather(state: State, question: OpenQuestion) -> Form | None:
    """Where there is more to choose than own goods or bought ones, which the ledger asks about before the take."""
    return trading.rather_form(state, question) if pays_by_choice(state) else None


def _nowhere(state: State, question: OpenQuestion) -> Form | None:
    """Only where something that was put right leaves no legal way."""
    form = _place(state, question)
    (part,) = form.parts
    is_open = isinstance(part, Pick) and any(not choice.closed for choice in part.choices)
    return None if is_open else Form(tr("It can't be laid: out of the game"))


def _lay_nowhere(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    state = resolution.state
    resolution.close("place")
    resolution.do(ev.PiecePlaced(state.turn.tile, "out"))
    fire(resolution, "given_up")


# ---- goods of one's choice (G1-CRD-01, G1-CRD-13)


def _choose_text(state: State, question: OpenQuestion) -> Message:
    x, y, n, _why = question.args
    where = tile_there(state, question.player, Cell(int(x), int(y)))
    return trn("Which good comes onto {tile}?", "Which {n} goods come onto {tile}?", int(n), tile=where)


def _choose(_state: State, question: OpenQuestion) -> Form:
    goods = tuple(Choice(good, labels.GOODS_WORDS[good], brief=labels.GOODS_WORDS[good]) for good in GOODS)
    n = int(question.args[2])
    parts: tuple[Part, ...] = tuple(
        Pick(f"good_{i}", tr("Which good?"), goods, in_order=True) for i in range(1, n + 1)
    )
    return Form(tr("A good of your choice"), parts)


def _gain_chosen(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    x, y, _n, why = question.args
    for good in answer.values:
        resolution.do(ev.GoodsGained(question.player, int(x), int(y), str(good), 1, str(why)))


KINDS = (
    QuestionKind(
        "place",
        _place_text,
        (
            Action("place", _place, _lay_there),
            Action("sell", _sell, trading.book_sale),
            Action("sell_from", _sell_from, trading.book_sale, seldom=True),
            Action("rather", _rather, choose_source, hint=tr("payment"), seldom=True),
            Action("nowhere", _nowhere, _lay_nowhere),
        ),
        rule="G1-PLC-01",
        stays_open=True,
    ),
    QuestionKind("choose", _choose_text, (Action("choose", _choose, _gain_chosen),), rule="G1-TRN-04"),
)
