"""Corrections of territories, and the question about a tile whose known river contradicts its place.

Corrections are always possible; one that breaks a rule is marked. The answer about a river moves no tile.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.message import Message, tr
from companion.engine.offers import NO, YES, Answer
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Action, Form, QuestionKind, Resolution
from companion.state.glen_more_2.facts import LearnedFact
from companion.state.glen_more_2.model import CASTLE_CELL, MAX_SCOTS, VILLAGE_CELL, Player, State
from companion.state.glen_more_2.referee import activation
from companion.state.glen_more_2.referee.territory_tiles import (
    RIVER,
    WORDS,
    find_spot,
    placement_rules,
    scots_outside_supply,
    tile_ground,
    tile_grounds,
)
from companion.state.glen_more_2.text import labels
from companion.state.territory import placement
from companion.state.territory.corrections import TerritoryCorrections
from companion.state.territory.grid import Cell, Territory, without_stack
from companion.state.territory.model import OpenQuestion


def territories_in_play(state: State) -> bool:
    """True if territories can be corrected; after the end only the count of Scots in the home castle matters."""
    return state.tracks_territories and bool(state.market) and state.phase != "over"


def violated_rule(state: State, territory: Territory, player_id: str, piece: str, cell: Cell) -> str:
    """Return the rule that forbids a tile in this cell, "" for none; Scots at that time are unknown."""
    lie, held = tile_grounds(state, state.player(player_id)), [spot.cell for spot in territory.spots]
    alone = tile_ground(state, piece)
    beside = placement.TileGround(alone.marks, alone.kind)
    return placement.rule_against_placing(territory, beside, cell, lie, placement_rules(state.house), held)


def mark_excess_scots(resolution: Resolution, player_id: str) -> None:
    """Record that more Scots are on the table than a player has."""
    state = resolution.state
    if territories_in_play(state) and scots_outside_supply(state, player_id) > MAX_SCOTS:
        resolution.do(ev.Overruled("GM-CMP-03"))


def _listed(state: State, form: Form) -> Form:
    """Return the form on the home page; rare unless a tile was used by hand."""
    return replace(form, is_on_home_page=True, is_rare=not activation.manually_used_tiles(state))


CORRECTIONS = TerritoryCorrections(
    WORDS,
    players=lambda state: state.remaining_players if territories_in_play(state) else (),
    home=(VILLAGE_CELL, CASTLE_CELL),
    violated_rule=violated_rule,
    overfull_rule="GM-TIL-09",
    corrected=mark_excess_scots,
    in_front=_listed,
)
TERRITORY_CORRECTIONS = CORRECTIONS.actions()


RIVER_CONFLICT = "lies_otherwise"
RIVER_RULES = ("GM-RIV-02", "GM-RIV-03")


def ask_river_conflict(resolution: Resolution, piece: str) -> None:
    """Ask about a tile as long as its known river contradicts its place; earlier questions are replaced."""
    for asked in [
        each for each in resolution.state.open_questions if each.kind == RIVER_CONFLICT and each.args[0] == piece
    ]:
        resolution.close(asked)
    for player in resolution.state.players if territories_in_play(resolution.state) else ():
        if _violated_river_rule(resolution.state, player, piece):
            resolution.ask(RIVER_CONFLICT, player.id, piece)


def _violated_river_rule(state: State, player: Player, piece: str) -> str:
    """Return the river rule that the place of the tile, or the tile it covers, violates; "" for none."""
    spot = find_spot(player, piece)
    if spot is None:
        return ""
    if len({tile_ground(state, each).marks for each in spot.pieces}) > 1:
        return "GM-RBD-05"
    rule = violated_rule(state, without_stack(player.territory, spot.cell), player.id, spot.top, spot.cell)
    return rule if rule in RIVER_RULES else ""


def _conflict_text(state: State, question: OpenQuestion) -> Message:
    piece = str(question.args[0])
    tile = labels.tile_in_sentence(state.facts, piece)
    if state.facts.pieces[piece].river:
        return tr("{Tile} is placed as a tile without river. Does it have one?", Tile=tile)
    return tr("{Tile} is placed as a river tile. Does it have a river?", Tile=tile)


def _resolve_conflict(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    piece, runs = str(question.args[0]), answer.offer == "yes"
    if resolution.state.facts.pieces[piece].river is not runs:
        resolution.do(ev.FactLearned(LearnedFact(piece, RIVER, runs)))
    state = resolution.state
    if rule := _violated_river_rule(state, state.player(question.player), piece):
        resolution.do(ev.Overruled(rule))


RIVER_CONFLICT_QUESTIONS = (
    QuestionKind(
        RIVER_CONFLICT,
        _conflict_text,
        (
            Action("yes", Form(tr("Yes"), hint=YES), _resolve_conflict),
            Action("no", Form(tr("No"), hint=NO), _resolve_conflict),
        ),
        rule="GM-TIL-04",
    ),
)
