"""When the tile lies, at referee depth: tiles are activated, Scots move, the turn ends (G1-ACT-01, G1-TRN-06)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from companion.engine.message import Message, begun, listed, tr, trn
from companion.engine.offers import Answer, Choice, Part, Pick, Place, cell_of, cell_value
from companion.state.glen_more import events as ev
from companion.state.glen_more import labels
from companion.state.glen_more.course import fire
from companion.state.glen_more.gains import last_scot
from companion.state.glen_more.model import OpenQuestion, State
from companion.state.glen_more.questions.setup import laid_form
from companion.state.glen_more.questions.turn import hands, lay_known, trouble
from companion.state.glen_more.referee import activating, moving
from companion.state.glen_more.referee.trading import FORMS
from companion.state.glen_more.referee.words import cell_words, spot_words, tracts
from companion.state.glen_more.resolution import Resolution
from companion.state.glen_more.rows import Action, ActionFamily, Form, QuestionKind, chieftain_card, done_card
from companion.state.glen_more.secrecy import hidden
from companion.state.territory.activation_options import Way
from companion.state.territory.grid import Cell, Spot
from companion.state.territory.trading import purse_of
from companion.state.territory.words import marked, where_to

USE = "use_"
"""Before the tile, in the names of answers."""


# ---- what is activated


def _use_text(state: State, _question: OpenQuestion) -> Message:
    lines = [*_waiting(state), *hands(state)]
    moves = state.turn.work.moves
    if moves and moving.may_move(state):
        lines.insert(0, trn("{n} movement point", "{n} movement points", moves))
    if not lines:
        return tr("OK ends the turn.")
    return Message(
        " ".join(f"{{p{i}}}." for i in range(len(lines))),
        tuple((f"p{i}", begun(line)) for i, line in enumerate(lines)),
    )


def _waiting(state: State) -> Iterator[Message]:
    """A full tile waits for a sale or an exchange to make room (G1-PRD-02, G1-PRD-03)."""
    full = [spot for spot in activating.due(state) if not spot.room and activating.makes(state, spot)]
    if full:
        yield tr("Full: {tiles}", tiles=listed(spot_words(state, spot) for spot in full))


def _uses(state: State, question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    purse = purse_of(state, question.player)
    for spot in activating.due(state):
        if found := activating.ways(state, spot, purse):
            yield spot.top, Form(_use_label(state, spot, found), _ways_part(state, found), hint=_gain(found[0]))


def _gain(way: Way) -> Message:
    """What it brings, as short as a key says it."""
    if way.points:
        return tr("+{n}", n=way.points)
    return tr("barrel") if way.barrels else labels.GOODS_WORDS[way.good] if way.good else tr("move")


def _use_label(state: State, spot: Spot, found: list[Way]) -> Message:
    if len(found) > 1:
        return spot_words(state, spot)
    return tr("{tile}: {what}", tile=spot_words(state, spot), what=_way_words(state, found[0]))


def _ways_part(state: State, found: list[Way]) -> tuple[Part, ...]:
    """No part where there is one way of doing it alone."""
    if [way.value for way in found] == [""]:
        return ()
    player = state.turn.figure
    choices = tuple(
        Choice(way.value, _way_words(state, way), note=FORMS.bought(state, player, way.need)) for way in found
    )
    return (Pick("way", tr("Which way?"), choices, steady=True),)


def _way_words(state: State, way: Way) -> Message:
    """This for that; how many points is printed on the tile, and no row that was chosen may say it later on."""
    goods = listed(tr("{n} {good}", n=n, good=labels.GOODS_WORDS[good]) for good, n in way.need.items())
    if way.barrels:
        return tr("{goods} for 1 barrel", goods=goods)
    if way.points and hidden(state):
        return tr("{goods} for points", goods=goods) if way.need else tr("points")
    if way.points and way.need:
        return trn("{goods} for {n} point", "{goods} for {n} points", way.points, goods=goods)
    if way.points:
        return trn("{n} point", "{n} points", way.points)
    if way.good:
        return tr("1 {good}", good=labels.GOODS_WORDS[way.good])
    return trn("{n} movement point", "{n} movement points", 1)


def _use(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    piece = answer.offer.removeprefix(USE)
    spot = next(spot for spot in activating.due(resolution.state) if spot.top == piece)
    way = str(answer.values[0]) if answer.values else ""
    activating.activate(resolution, spot, activating.by_what(resolution.state), way)


def _card(state: State, question: OpenQuestion) -> Form | None:
    """Loch Ness: any one tile that was not used (G1-CRD-06)."""
    purse = purse_of(state, question.player)
    rows = []
    spots = activating.by_card(state)
    for spot in sorted(spots, key=lambda spot: activating.worth(state, spot, purse), reverse=True):
        if found := activating.ways(state, spot, purse):
            then = _ways_part(state, found)
            rows.append(Choice(cell_value(*spot.cell), _use_label(state, spot, found), then=then))
    if not rows:
        return None
    name = labels.card(state.facts, activating.card_with(state, "activate_one"))
    pick = Place("tile", tr("Which tile is activated?"), tuple(rows), tracts=tracts(state, question.player))
    return Form(tr("{card}: one tile more", card=name), (pick,))


def _use_card(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    state = resolution.state
    spot = state.player(state.turn.figure).territory.at(Cell(*cell_of(str(answer.values[0]))))
    way = str(answer.values[1]) if len(answer.values) > 1 else ""
    activating.activate(resolution, spot, activating.card_with(state, "activate_one"), way)


# ---- movement


def _cells(state: State, spots: Iterable[Spot], then: Callable[[Spot], tuple[Part, ...]]) -> tuple[Choice, ...]:
    return tuple(Choice(cell_value(*spot.cell), spot_words(state, spot), then=then(spot)) for spot in spots)


def _move(state: State, question: OpenQuestion) -> Form | None:
    """1 point is a step to a tile that touches it (G1-CLN-04)."""
    lie = tracts(state, question.player)

    def steps(spot: Spot) -> tuple[Part, ...]:
        there = _cells(state, moving.steps_from(state, spot.cell), lambda _spot: ())
        return (Place("to", where_to(cell_words(spot.cell)), there, tracts=marked(lie, spot.cell), back=which),)

    scots = moving.likeliest_to_go(state)
    which = tr("other Scot") if len(scots) > 1 else None
    if not any(moving.steps_from(state, spot.cell) for spot in scots):
        return None
    nearest = cell_value(*scots[0].cell)
    from_where = _cells(state, scots, steps)
    who = Place("scot", tr("Which Scot goes?"), from_where, default=nearest, assumed=True, tracts=lie)
    return Form(tr("Move a Scot"), (who,), likely=True)


def _step(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    here, there = (Cell(*cell_of(str(value))) for value in answer.values)
    resolution.do(ev.ScotMoved(question.player, here.x, here.y, there.x, there.y))


def _chieftain(state: State, question: OpenQuestion) -> Form | None:
    """1 point sets a Scot aside for good (G1-CLN-05, G1-CLN-06)."""
    scots = _cells(state, moving.likeliest_to_leave(state), lambda _spot: ())
    if not scots:
        return None
    lie, only = tracts(state, question.player), scots[0].value if len(scots) == 1 else ""
    which = Place("scot", tr("Which Scot?"), scots, default=only, assumed=bool(only), tracts=lie)
    return Form(tr("A Scot becomes chieftain"), (which,), caution=last_scot(state, state.player(question.player)))


def _make_chieftain(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    x, y = cell_of(str(answer.values[0]))
    resolution.do(ev.ChieftainMade(question.player, x, y))


# ---- the end of it


def _done(state: State, _question: OpenQuestion) -> Form:
    return Form(tr("Done"), caution=trouble(state), hint=tr("end turn"))


def _end(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.close("use")
    fire(resolution, "turn_ended")


KINDS = (
    QuestionKind(
        "use",
        _use_text,
        (
            Action("done", _done, _end, "OK", tr("end turn"), cards=done_card),
            ActionFamily(USE, _uses, _use, key="DOWN"),
            Action("card", _card, _use_card, "DOWN", tr("any tile")),
            Action("move", _move, _step, "UP+", tr("move")),
            Action("chieftain", _chieftain, _make_chieftain, "DOWN+", tr("chief"), cards=chieftain_card),
            Action("laid", laid_form, lay_known),
        ),
        rule="G1-ACT-02",
        non_blocking=True,
        stays_open=True,
    ),
)
