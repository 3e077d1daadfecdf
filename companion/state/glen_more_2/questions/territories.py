"""Putting right what lies in a territory: at any time, and marked where it breaks a rule."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.engine.message import Message, tr
from companion.engine.offers import Amount, Answer, Choice, Part, Pick, Place, cell_of, cell_value
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import GOODS
from companion.state.glen_more_2.laying import laying_rules
from companion.state.glen_more_2.model import MAX_SCOTS, OpenQuestion, Player, State
from companion.state.glen_more_2.questions.depth import lower, lower_form
from companion.state.glen_more_2.referee import activating
from companion.state.glen_more_2.referee import events as rev
from companion.state.glen_more_2.referee.tiles import CASTLE_CELL, VILLAGE_CELL, ground, grounds, scots_out
from companion.state.glen_more_2.referee.words import cell_words, spot_words, standing, tracts
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form
from companion.state.territory import placement
from companion.state.territory.grid import GOODS_ON_A_TILE, Cell, Spot, Territory
from companion.state.territory.suggestions import free_beside
from companion.state.territory.words import marked, where_to


def lie(state: State) -> bool:
    """In play; after the end the count of Scots at home alone scores, and is put right as every count is."""
    return state.follows and bool(state.market) and state.phase != "over"


def _form(state: State, label: Message, then: Callable[[Player, Spot], tuple[Part, ...] | None]) -> Form | None:
    """Whose territory, then which tile of it; None of `then` leaves a tile out."""
    if not lie(state):
        return None
    people = []
    for player in state.still_in:
        parts = [(spot, then(player, spot)) for spot in player.territory.spots]
        choices = tuple(
            Choice(cell_value(*spot.cell), spot_words(state, spot), then=part)
            for spot, part in parts
            if part is not None
        )
        if choices:
            which = Place("tile", tr("Which tile?"), choices, tracts=tracts(state, player.id))
            people.append(Choice(player.id, labels.figure(state, player.id), then=(which,)))
    return Form(label, (Pick("player", tr("Which player?"), tuple(people)),)) if people else None


# ---- a tile lies elsewhere


def _moved(state: State, _question: OpenQuestion) -> Form | None:
    def then(player: Player, spot: Spot) -> tuple[Part, ...] | None:
        if spot.cell in (VILLAGE_CELL, CASTLE_CELL):
            return None
        free = free_beside(player.territory, spot.cell)
        choices = tuple(Choice(cell_value(*cell), cell_words(cell)) for cell in free)
        return (Place("to", tr("Where does it lie?"), choices, tracts=tracts(state, player.id)),)

    return _form(state, tr("A tile of a territory lies elsewhere"), then)


def _move(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """With all that is on and under it; a rule that this breaks is marked."""
    player_id, here, there = map(str, answer.values)
    spot, cell = _spot(resolution.state, player_id, here), Cell(*cell_of(there))
    resolution.do(rev.TileRemoved(player_id, spot.top, spot.x, spot.y))
    state = resolution.state
    if rule := broken(state, state.player(player_id).territory, player_id, spot.top, cell):
        resolution.do(ev.Overruled(rule))
    for piece in spot.pieces:
        resolution.do(rev.TilePlaced(player_id, piece, cell.x, cell.y, rev.PUT_RIGHT))
    for good, n in spot.goods.items():
        resolution.do(rev.GoodsSet(player_id, cell.x, cell.y, good, n))
    if spot.scots:
        resolution.do(rev.ScotsSet(player_id, cell.x, cell.y, spot.scots))


def _spot(state: State, player_id: str, where: str) -> Spot:
    return state.player(player_id).territory.at(Cell(*cell_of(where)))


def broken(state: State, territory: Territory, player_id: str, piece: str, cell: Cell) -> str:
    """The rule against a tile that lies there; who stood beside it when it was laid nobody knows any more."""
    lie, held = grounds(state, state.player(player_id)), [spot.cell for spot in territory.spots]
    alone = ground(state, piece)
    beside = placement.Ground(alone.marks, alone.kind)
    return placement.why_closed(territory, beside, cell, lie, laying_rules(state.house), held)


# ---- what is on a tile


def _goods(state: State, _question: OpenQuestion) -> Form | None:
    def then(_player: Player, spot: Spot) -> tuple[Part, ...]:
        rows = []
        for good in GOODS:
            now, words = spot.goods.get(good, 0), labels.GOODS_WORDS[good]
            number = Amount("n", words, 0, max(GOODS_ON_A_TILE, now), now, counted=True)
            rows.append(Choice(good, tr("{count}: {n}", count=words, n=now), then=(number,)))
        return (Pick("good", tr("Which good?"), tuple(rows)),)

    return _at_hand(state, _form(state, tr("Goods on a tile"), then))


def _at_hand(state: State, form: Form | None) -> Form | None:
    """People look for it where they enter what happened, above all for a tile that they used by hand."""
    return replace(form, at_hand=True, seldom=not activating.told_by_people(state)) if form else None


def _set_goods(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id, where, good, n = answer.values
    x, y = cell_of(str(where))
    resolution.do(rev.GoodsSet(str(player_id), x, y, str(good), int(n)))
    if sum(_spot(resolution.state, str(player_id), str(where)).goods.values()) > GOODS_ON_A_TILE:
        resolution.do(ev.Overruled("GM-TIL-09"))


def _scots(state: State, _question: OpenQuestion) -> Form | None:
    def then(_player: Player, spot: Spot) -> tuple[Part, ...]:
        most = max(MAX_SCOTS, spot.scots)
        return (Amount("n", tr("How many Scots?"), 0, most, spot.scots, counted=True),)

    return _at_hand(state, _form(state, tr("Scots on a tile"), then))


def _set_scots(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id, where, n = answer.values
    resolution.do(rev.ScotsSet(str(player_id), *cell_of(str(where)), int(n)))
    mark_scots(resolution, str(player_id))


def _stands_elsewhere(state: State, _question: OpenQuestion) -> Form | None:
    """One Scot from one tile to another: else it would be two corrections."""

    def then(player: Player, spot: Spot) -> tuple[Part, ...] | None:
        if not spot.scots:
            return None
        others = (each for each in player.territory.spots if each.cell != spot.cell)
        there = tuple(Choice(cell_value(*each.cell), spot_words(state, each)) for each in others)
        lie = marked(tracts(state, player.id), spot.cell)
        return (Place("to", where_to(standing(state, spot)), there, tracts=lie),)

    return _at_hand(state, _form(state, tr("A Scot stands elsewhere"), then))


def _move_scot(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id, here, there = map(str, answer.values)
    for where, change in ((here, -1), (there, 1)):
        spot = _spot(resolution.state, player_id, where)
        resolution.do(rev.ScotsSet(player_id, spot.x, spot.y, spot.scots + change))


def mark_scots(resolution: Resolution, player_id: str) -> None:
    """More of them than there are, as people say it is."""
    state = resolution.state
    if lie(state) and scots_out(state, player_id) > MAX_SCOTS:
        resolution.do(ev.Overruled("GM-CMP-03"))


ROWS = (
    Action("laid_elsewhere", _moved, _move),
    Action("goods", _goods, _set_goods),
    Action("scots", _scots, _set_scots),
    Action("scot_elsewhere", _stands_elsewhere, _move_scot),
    Action("depth", lower_form, lower),
)
