"""Territory questions at referee depth: placing a tile, activation and movement, and corrections.

A tile is placed and paid (G1-PLC-01 to -05), then tiles are activated and Scots move until the turn ends
(G1-ACT-01, G1-TRN-06). Corrections are possible at any time; one that breaks a rule records it.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.message import Message, capitalize_start, tr, trn
from companion.engine.offers import Answer, Choice, MapTile, Part, Pick, Place, parse_cell
from companion.state.glen_more import activation, text
from companion.state.glen_more import events as ev
from companion.state.glen_more.activation import ACTIVATION, ACTIVATION_FORMS, SCOT_MOVES
from companion.state.glen_more.course import fire_trigger
from companion.state.glen_more.model import GOODS, PLACEMENT_RULES, State, tile_ground, tile_grounds
from companion.state.glen_more.questions.setup import laid_tile_form
from companion.state.glen_more.questions.turn import enter_laid_tile, table_instructions, why_turn_cannot_end
from companion.state.glen_more.resolution import (
    Action,
    ActionFamily,
    Form,
    QuestionKind,
    Resolution,
    chieftain_card,
    done_card,
)
from companion.state.glen_more.text import (
    TERRITORY_WORDS,
    map_icon,
    map_tiles,
    short_tile_label,
    tile_label_at,
)
from companion.state.glen_more.tile_costs import last_scot_caution
from companion.state.glen_more.tile_placement import (
    CELL_REASONS,
    has_payment_choice,
    needs_sale_first,
    place_taken_tile,
    takeable_tiles,
)
from companion.state.territory import placement
from companion.state.territory.activation_forms import USE_PREFIX
from companion.state.territory.corrections import TerritoryCorrections
from companion.state.territory.grid import Cell, Territory
from companion.state.territory.model import OpenQuestion
from companion.state.territory.takeable_tiles import closed_cell_reason
from companion.state.territory.tile_placement import has_open_cell, placement_form
from companion.state.territory.trading import enter_payment_source


def _place_text(state: State, question: OpenQuestion) -> Message:
    tile = text.piece_label(state.facts, state.turn.tile)
    return tr("{Player}, where do you place {tile}?", Player=text.figure_label(state, question.player), tile=tile)


def _place(state: State, question: OpenQuestion) -> Form:
    """Return the form for the cell of the tile. The tile is then paid automatically."""
    tile, player_id = state.facts.tiles[state.turn.tile], question.player
    takeable = takeable_tiles(state, player_id)
    expensive = takeable.unaffordable_reason(tile)
    spots = state.player(player_id).territory.spots
    lines = tuple((mark, PLACEMENT_RULES.marks[mark].axis) for mark in tile_ground(tile).marks)
    return placement_form(
        state,
        player_id,
        TERRITORY_WORDS,
        tr("Lay it"),
        _place_text(state, question),
        takeable.cells(tile),
        lambda place: expensive or closed_cell_reason(place.rule, CELL_REASONS),
        {spot.cell: ACTIVATION.value(state, player_id, spot) for spot in spots},
        MapTile(0, 0, short_tile_label(tile), map_icon(tile), lines),
    )


def _lay_there(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.close_all("place")
    place_taken_tile(resolution, Cell(*parse_cell(str(answer.values[0]))))
    fire_trigger(resolution, "placed")


def _sell(state: State, question: OpenQuestion) -> Form | None:
    """Return the form for selling if goods must be sold for the cost, so that players can choose them."""
    return activation.sell_form(state, question) if needs_sale_first(state) else None


def _sell_from(state: State, question: OpenQuestion) -> Form | None:
    return activation.sell_from_form(state, question) if needs_sale_first(state) else None


def _rather(state: State, question: OpenQuestion) -> Form | None:
    """Return the form for the payment source if there is more to choose than the ledger offered before."""
    return activation.payment_source_form(state, question) if has_payment_choice(state) else None


def _nowhere(state: State, question: OpenQuestion) -> Form | None:
    """Return the form for discarding the tile if a correction has left no legal cell."""
    return None if has_open_cell(_place(state, question)) else Form(tr("It can't be laid: out of the game"))


def _lay_nowhere(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    state = resolution.state
    resolution.close_all("place")
    resolution.do(ev.PiecePlaced(state.turn.tile, "out"))
    fire_trigger(resolution, "given_up")


def _choose_text(state: State, question: OpenQuestion) -> Message:
    x, y, n, _why = question.args
    where = tile_label_at(state, question.player, Cell(int(x), int(y)))
    return trn("Which good comes onto {tile}?", "Which {n} goods come onto {tile}?", int(n), tile=where)


def _choose(_state: State, question: OpenQuestion) -> Form:
    """Return the form for goods of the player's choice (G1-CRD-01, G1-CRD-13)."""
    goods = tuple(Choice(good, text.GOODS_WORDS[good], brief=text.GOODS_WORDS[good]) for good in GOODS)
    n = int(question.args[2])
    parts: tuple[Part, ...] = tuple(
        Pick(f"good_{i}", tr("Which good?"), goods, in_order=True) for i in range(1, n + 1)
    )
    return Form(tr("A good of your choice"), parts)


def _gain_chosen(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    x, y, _n, why = question.args
    for good in answer.values:
        resolution.do(ev.GoodsGained(question.player, int(x), int(y), str(good), 1, str(why)))


PLACE_KINDS = (
    QuestionKind(
        "place",
        _place_text,
        (
            Action("place", _place, _lay_there),
            Action("sell", _sell, activation.enter_sale),
            Action("sell_from", _sell_from, activation.enter_sale, is_rare=True),
            Action("rather", _rather, enter_payment_source, hint=tr("payment"), is_rare=True),
            Action("nowhere", _nowhere, _lay_nowhere),
        ),
        rule="G1-PLC-01",
        stays_open=True,
    ),
    QuestionKind("choose", _choose_text, (Action("choose", _choose, _gain_chosen),), rule="G1-TRN-04"),
)


def _use_text(state: State, _question: OpenQuestion) -> Message:
    lines = [*ACTIVATION_FORMS.waiting_texts(state), *table_instructions(state)]
    moves = state.turn.work.movement_points
    if moves and SCOT_MOVES.movable(state):
        lines.insert(0, trn("{n} movement point", "{n} movement points", moves))
    if not lines:
        return tr("OK ends the turn.")
    return Message(
        " ".join(f"{{p{i}}}." for i in range(len(lines))),
        tuple((f"p{i}", capitalize_start(line)) for i, line in enumerate(lines)),
    )


def _use(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    ACTIVATION_FORMS.enter_use(resolution, question, answer)


def _card(state: State, question: OpenQuestion) -> Form | None:
    """Return the form of Loch Ness: one more tile that was not used (G1-CRD-06)."""
    card = ACTIVATION.card(state)
    if not card:
        return None
    label = tr("{card}: one tile more", card=text.card_label(state.facts, card))
    return ACTIVATION_FORMS.card_form(state, question, label)


def _use_card(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    ACTIVATION_FORMS.enter_card(resolution, question, answer)


def _move_scot(state: State, question: OpenQuestion) -> Form | None:
    """Return the form for a step: 1 movement point to a tile that touches the Scot's tile (G1-CLN-04)."""
    form = SCOT_MOVES.form(state, question)
    return replace(form, is_suggested=True) if form else None


def _chieftain(state: State, question: OpenQuestion) -> Form | None:
    """Return the form for a chieftain: 1 movement point sets a Scot aside for good (G1-CLN-05, G1-CLN-06)."""
    scots = SCOT_MOVES.choices(state, activation.suggested_scots_to_promote(state), lambda _spot: ())
    if not scots:
        return None
    lie, only = map_tiles(state, question.player), scots[0].value if len(scots) == 1 else ""
    which = Place("scot", tr("Which Scot?"), scots, default=only, is_assumed=bool(only), map_tiles=lie)
    return Form(
        tr("A Scot becomes chieftain"),
        (which,),
        caution=last_scot_caution(state, state.player(question.player)),
    )


def _make_chieftain(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    x, y = parse_cell(str(answer.values[0]))
    resolution.do(ev.ChieftainMade(question.player, x, y))


def _done(state: State, _question: OpenQuestion) -> Form:
    return Form(tr("Done"), caution=why_turn_cannot_end(state), hint=tr("end turn"))


def _end(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.close_all("use")
    fire_trigger(resolution, "turn_ended")


USE_KINDS = (
    QuestionKind(
        "use",
        _use_text,
        (
            Action("done", _done, _end, "OK", tr("end turn"), cards=done_card),
            ActionFamily(USE_PREFIX, ACTIVATION_FORMS.use_forms, _use, key="DOWN"),
            Action("card", _card, _use_card, "DOWN", tr("any tile")),
            Action("move", _move_scot, SCOT_MOVES.enter_step, "UP+", tr("move")),
            Action("chieftain", _chieftain, _make_chieftain, "DOWN+", tr("chief"), cards=chieftain_card),
            Action("laid", laid_tile_form, enter_laid_tile),
        ),
        rule="G1-ACT-02",
        non_blocking=True,
        stays_open=True,
    ),
)


def territories_in_play(state: State) -> bool:
    """True if territories can be corrected; also after the end, when the last scoring is then repeated."""
    return state.tracks_territories and bool(state.market)


def violated_rule(state: State, territory: Territory, _player_id: str, piece: str, cell: Cell) -> str:
    """Return the rule that a tile at this cell breaks, "" for none.

    Scots are ignored, as their positions at the time of placing are unknown.
    """
    lie = tile_grounds(state.facts.tiles[spot.top] for spot in territory.spots)
    held = [spot.cell for spot in territory.spots]
    return placement.rule_against_placing(
        territory, tile_ground(state.facts.tiles[piece]), cell, lie, PLACEMENT_RULES, held
    )


def _score_again(resolution: Resolution, _player_id: str) -> None:
    if resolution.stage == "over":
        fire_trigger(resolution, "recount")


CORRECTIONS = TerritoryCorrections(
    TERRITORY_WORDS,
    players=lambda state: state.players if territories_in_play(state) else (),
    home=PLACEMENT_RULES.home_cells,
    violated_rule=violated_rule,
    overfull_rule="G1-PRD-02",
    corrected=_score_again,
)


def remove_placed_piece(resolution: Resolution, piece: str) -> None:
    """Record that a tile is in no territory any more."""
    for player in resolution.state.players:
        for spot in player.territory.spots:
            if spot.top == piece:
                resolution.do(ev.TileRemoved(player.id, piece, spot.x, spot.y))


def _added(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form that adds a tile to a territory, for a tile that no player has according to the state."""
    if not territories_in_play(state) or state.stage not in ("take", "roll", "use"):
        return None
    people = tuple(
        Choice(player.id, text.figure_label(state, player.id), then=CORRECTIONS.free_places(state, player))
        for player in state.players
    )
    whose = Pick("player", tr("Whose is it?"), people)
    taken = {piece for player in state.players for piece in player.taken_tiles}
    tiles = tuple(
        Choice(t.id, text.tile_label(t), then=(whose,), piece=t.id, group=tr("Deck {deck}", deck=t.deck))
        for t in state.facts.tiles.values()
        if t.deck and t.id not in taken
    )
    return Form(tr("A tile lies in a territory"), (Pick("piece", tr("Which tile?"), tiles),))


def _add(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    piece, player_id, where = map(str, answer.values)
    cell = Cell(*parse_cell(where))
    resolution.do(ev.PiecePlaced(piece, "deck"))
    CORRECTIONS.mark_place(resolution, player_id, piece, cell)
    resolution.do(ev.TilePlaced(player_id, piece, cell.x, cell.y, ev.CORRECTED))


_ALIKE = CORRECTIONS.actions()
TERRITORY_CORRECTIONS: tuple[Action, ...] = (_ALIKE[0], Action("laid_by_hand", _added, _add), *_ALIKE[1:])
