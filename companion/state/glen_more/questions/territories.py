"""Correcting what lies in a territory: at any time, and marked where it breaks a rule."""

from __future__ import annotations

from companion.engine.message import tr
from companion.engine.offers import Answer, Choice, Pick, cell_of
from companion.state.glen_more import events as ev
from companion.state.glen_more import labels
from companion.state.glen_more.course import fire
from companion.state.glen_more.laying import LAYING, ground_of, grounds_of
from companion.state.glen_more.model import OpenQuestion, State
from companion.state.glen_more.referee.words import WORDS
from companion.state.glen_more.resolution import Resolution
from companion.state.glen_more.rows import Action, Form
from companion.state.territory import placement
from companion.state.territory.corrections import TerritoryCorrections
from companion.state.territory.grid import Cell, Territory


def territories_in_play(state: State) -> bool:
    """True if they can be corrected; after the end too, for then the last scoring comes again."""
    return state.follows and bool(state.market)


def violated_rule(state: State, territory: Territory, _player_id: str, piece: str, cell: Cell) -> str:
    """The rule against a tile that lies there; who stood beside it when it was laid nobody knows any more."""
    lie = grounds_of(state.facts.tiles[spot.top] for spot in territory.spots)
    held = [spot.cell for spot in territory.spots]
    return placement.why_closed(territory, ground_of(state.facts.tiles[piece]), cell, lie, LAYING, held)


def _score_again(resolution: Resolution, _player_id: str) -> None:
    if resolution.stage == "over":
        fire(resolution, "recount")


CORRECTIONS = TerritoryCorrections(
    WORDS,
    players=lambda state: state.players if territories_in_play(state) else (),
    home=LAYING.home,
    violated_rule=violated_rule,
    overfull_rule="G1-PRD-02",
    corrected=_score_again,
)


def lift(resolution: Resolution, piece: str) -> None:
    """It lies in nobody's territory any more."""
    for player in resolution.state.players:
        for spot in player.territory.spots:
            if spot.top == piece:
                resolution.do(ev.TileRemoved(player.id, piece, spot.x, spot.y))


def _added(state: State, _question: OpenQuestion) -> Form | None:
    """A tile that nobody is believed to have lies in a territory."""
    if not territories_in_play(state) or state.stage not in ("take", "roll", "use"):
        return None
    people = tuple(
        Choice(player.id, labels.figure(state, player.id), then=CORRECTIONS.free_places(state, player))
        for player in state.players
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
    resolution.do(ev.PiecePlaced(piece, "deck"))
    CORRECTIONS.mark_place(resolution, player_id, piece, cell)
    resolution.do(ev.TilePlaced(player_id, piece, cell.x, cell.y, ev.CORRECTED))


_ALIKE = CORRECTIONS.actions()
ROWS: tuple[Action, ...] = (_ALIKE[0], Action("laid_by_hand", _added, _add), *_ALIKE[1:])
