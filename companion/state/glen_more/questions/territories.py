"""Putting right what lies in a territory, and following less from here on: at any time, and marked."""

from __future__ import annotations

from companion.engine.message import Message, tr
from companion.engine.offers import Amount, Answer, Choice, Part, Pick, Place, cell_of, cell_value
from companion.state.glen_more import events as ev
from companion.state.glen_more import labels
from companion.state.glen_more.course import fire
from companion.state.glen_more.facts import GOODS
from companion.state.glen_more.laying import LAYING, ground_of, grounds_of
from companion.state.glen_more.model import SCOREKEEPER, OpenQuestion, Player, State
from companion.state.glen_more.referee import events as rev
from companion.state.glen_more.referee.words import cell_words, spot_words, tracts
from companion.state.glen_more.resolution import Resolution
from companion.state.glen_more.rows import Action, Form
from companion.state.territory import placement
from companion.state.territory.grid import GOODS_ON_A_TILE, Cell, Spot, Territory
from companion.state.territory.suggestions import free_beside

MOST_SCOTS = 9
HOME = Cell(0, 0)


def _form(state: State, label: Message, then: tuple[tuple[Choice, ...], ...], title: Message) -> Form | None:
    """Whose territory, then which tile of it; None where nothing lies."""
    people = tuple(
        Choice(
            player.id,
            labels.figure(state, player.id),
            then=(Place("tile", title, choices, tracts=tracts(state, player.id)),),
        )
        for player, choices in zip(state.players, then, strict=True)
        if choices
    )
    return Form(label, (Pick("player", tr("Which player?"), people),)) if people else None


def _lie(state: State) -> bool:
    return state.follows and bool(state.market)


# ---- a tile lies elsewhere, or came without a turn


def _moved(state: State, _question: OpenQuestion) -> Form | None:
    if not _lie(state):
        return None
    then = tuple(
        tuple(
            Choice(cell_value(*spot.cell), spot_words(state, spot), then=_free(state, player, spot.cell))
            for spot in player.territory.spots
            if spot.cell != HOME
        )
        for player in state.players
    )
    return _form(state, tr("A tile of a territory lies elsewhere"), then, tr("Which tile?"))


def _free(state: State, player: Player, without: Cell | None = None) -> tuple[Part, ...]:
    """All places beside other tiles: how people laid it is how it lies, whatever rule it breaks."""
    choices = tuple(Choice(cell_value(*cell), cell_words(cell)) for cell in free_beside(player.territory, without))
    return (Place("to", tr("Where does it lie?"), choices, tracts=tracts(state, player.id)),)


def _move(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id, here, there = map(str, answer.values)
    spot = resolution.state.player(player_id).territory.at(Cell(*cell_of(here)))
    _put(resolution, player_id, spot, Cell(*cell_of(there)))
    _count_again(resolution)


def _put(resolution: Resolution, player_id: str, spot: Spot, cell: Cell) -> None:
    """With all that is on it; a rule that this breaks is marked."""
    state = resolution.state
    resolution.do(rev.TileRemoved(player_id, spot.top, spot.x, spot.y))
    if rule := broken(state, resolution.state.player(player_id).territory, spot.top, cell):
        resolution.do(ev.Overruled(rule))
    resolution.do(rev.TilePlaced(player_id, spot.top, cell.x, cell.y))
    for good, n in spot.goods.items():
        resolution.do(rev.GoodsSet(player_id, cell.x, cell.y, good, n))
    if spot.scots:
        resolution.do(rev.ScotsSet(player_id, cell.x, cell.y, spot.scots))


def broken(state: State, territory: Territory, piece: str, cell: Cell) -> str:
    """The rule against a tile that lies there; who stood beside it when it was laid nobody knows any more."""
    lie = grounds_of(state.facts.tiles[spot.top] for spot in territory.spots)
    held = [spot.cell for spot in territory.spots]
    return placement.why_closed(territory, ground_of(state.facts.tiles[piece]), cell, lie, LAYING, held)


def lift(resolution: Resolution, piece: str) -> None:
    """It lies in nobody's territory any more."""
    for player in resolution.state.players:
        for spot in player.territory.spots:
            if spot.top == piece:
                resolution.do(rev.TileRemoved(player.id, piece, spot.x, spot.y))


def _added(state: State, _question: OpenQuestion) -> Form | None:
    """A tile that nobody is believed to have lies in a territory."""
    if not _lie(state) or state.stage not in ("take", "roll", "use"):
        return None
    people = tuple(
        Choice(player.id, labels.figure(state, player.id), then=_free(state, player)) for player in state.players
    )
    whose = Pick("player", tr("Whose is it?"), people)
    taken = {piece for player in state.players for piece in player.taken}
    tiles = tuple(
        Choice(t.id, labels.tile_words(t), then=(whose,), piece=t.id, group=tr("Deck {deck}", deck=t.deck))
        for t in state.facts.tiles.values()
        if t.deck and t.id not in taken
    )
    return Form(tr("A tile lies in a territory"), (Pick("piece", tr("Which tile?"), tiles),))


def _add(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    piece, player_id, where = map(str, answer.values)
    cell = Cell(*cell_of(where))
    resolution.do(rev.TileReturned(piece, "deck"))
    state = resolution.state
    if rule := broken(state, state.player(player_id).territory, piece, cell):
        resolution.do(ev.Overruled(rule))
    resolution.do(rev.TilePlaced(player_id, piece, cell.x, cell.y))


# ---- what is on a tile


def _goods(state: State, _question: OpenQuestion) -> Form | None:
    if not _lie(state):
        return None
    then = tuple(
        tuple(
            Choice(cell_value(*spot.cell), spot_words(state, spot), then=_kinds(spot))
            for spot in player.territory.spots
        )
        for player in state.players
    )
    return _form(state, tr("Goods on a tile"), then, tr("Which tile?"))


def _kinds(spot: Spot) -> tuple[Part, ...]:
    rows = []
    for good in GOODS:
        now, words = spot.goods.get(good, 0), labels.GOODS_WORDS[good]
        number = Amount("n", words, 0, max(GOODS_ON_A_TILE, now), now, counted=True)
        rows.append(Choice(good, tr("{count}: {n}", count=words, n=now), then=(number,)))
    return (Pick("good", tr("Which good?"), tuple(rows)),)


def _set_goods(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id, where, good, n = answer.values
    x, y = cell_of(str(where))
    resolution.do(rev.GoodsSet(str(player_id), x, y, str(good), int(n)))
    land = resolution.state.player(str(player_id)).territory
    if sum(land.at(Cell(x, y)).goods.values()) > GOODS_ON_A_TILE:
        resolution.do(ev.Overruled("G1-PRD-02"))
    _count_again(resolution)


def _scots(state: State, _question: OpenQuestion) -> Form | None:
    if not _lie(state):
        return None
    then = tuple(
        tuple(
            Choice(cell_value(*spot.cell), spot_words(state, spot), then=(_number(spot),))
            for spot in player.territory.spots
        )
        for player in state.players
    )
    return _form(state, tr("Scots on a tile"), then, tr("Which tile?"))


def _number(spot: Spot) -> Amount:
    return Amount("n", tr("How many Scots?"), 0, max(MOST_SCOTS, spot.scots), spot.scots, counted=True)


def _set_scots(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id, where, n = answer.values
    resolution.do(rev.ScotsSet(str(player_id), *cell_of(str(where)), int(n)))
    _count_again(resolution)


def _count_again(resolution: Resolution) -> None:
    if resolution.stage == "over":
        fire(resolution, "recount")


# ---- less is followed from here on


def _depth(state: State, _question: OpenQuestion) -> Form | None:
    """Not while a tile waits to be laid: what it costs and gives is booked by the depth it was taken at."""
    if not _lie(state) or state.stage not in ("take", "roll"):
        return None
    return Form(tr("We tell what our territory gave"))


def _lower(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(rev.DepthChosen(SCOREKEEPER))


ROWS = (
    Action("laid_elsewhere", _moved, _move),
    Action("laid_by_hand", _added, _add),
    Action("goods", _goods, _set_goods),
    Action("scots", _scots, _set_scots),
    Action("depth", _depth, _lower),
)
