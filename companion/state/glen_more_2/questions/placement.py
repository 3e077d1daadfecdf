"""Placement of tiles at referee depth: cell, payment, and what tiles and crests bring onto tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from msgspec.structs import replace

from companion.engine.caching import memoize_last
from companion.engine.message import Message, join_list, tr
from companion.engine.offers import (
    NO,
    NONE,
    YES,
    Answer,
    Choice,
    MapTile,
    Pick,
    Place,
    Reason,
    cell_value,
    parse_cell,
)
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import payment
from companion.state.glen_more_2.actions import Action, Form, QuestionKind, Resolution, do_nothing
from companion.state.glen_more_2.effects import LAID_BY_CORRECTION, add_piece, ask_placement
from companion.state.glen_more_2.expansions import activator_id
from companion.state.glen_more_2.facts import LearnedFact, Piece
from companion.state.glen_more_2.model import CASTLE_CELL, State
from companion.state.glen_more_2.payment import ANY_GOOD, TRADE_FORMS
from companion.state.glen_more_2.questions import payments
from companion.state.glen_more_2.referee import activation, placement
from companion.state.glen_more_2.referee.activation_forms import ACTIVATION_FORMS
from companion.state.glen_more_2.referee.territory_tiles import (
    RIVER,
    WORDS,
    good_pick,
    ground_of,
    printed_piece,
    scots_in_supply,
    spot_choice,
    spot_label,
    territory_map,
    tile_at_label,
)
from companion.state.glen_more_2.ruleset import expansions_of
from companion.state.glen_more_2.text import labels
from companion.state.territory import payment_options as purses
from companion.state.territory.activation import used_tiles
from companion.state.territory.corrections import remove_stack
from companion.state.territory.grid import Cell, Spot
from companion.state.territory.model import OpenQuestion
from companion.state.territory.placement import CandidateCell
from companion.state.territory.scots import payable_scots
from companion.state.territory.takeable_tiles import closed_cell_reason
from companion.state.territory.tile_placement import has_open_cell, placement_form
from companion.state.territory.trading import (
    current_purse,
    enter_payment_source,
    is_sale_needed,
    purse_without_coins,
)


def chosen_good_text(state: State, question: OpenQuestion) -> Message:
    """Return which tile gets the good, and its number if several goods are asked."""
    x, y, _cause = question.args
    where = tile_at_label(state, question.player, Cell(int(x), int(y)))
    match _number_of(state, question):
        case _, 1:
            return tr("Which good comes onto {tile}?", tile=where)
        case 1, of:
            return tr("First of {all} goods for {tile}?", tile=where, all=of)
        case 2, of:
            return tr("Second of {all} goods for {tile}?", tile=where, all=of)
        case _, of:
            return tr("Last of {all} goods for {tile}?", tile=where, all=of)


def _number_of(state: State, question: OpenQuestion) -> tuple[int, int]:
    """Return (number of this good, total) of equal questions, so that the next one does not look the same."""
    alike = (question.kind, question.player, question.args)
    left = [each.number for each in state.open_questions if (each.kind, each.player, each.args) == alike]
    gained = [e for e in state.turn_events if isinstance(e, ev.GoodsGained) and e.why == question.args[-1]]
    done = sum(e.n for e in gained if e.player == question.player)
    return done + sum(number <= question.number for number in left), done + len(left)


def chosen_good_form(state: State, question: OpenQuestion) -> Form:
    """Return the choice of all goods, in the order of the market."""
    return Form(tr("A good of your choice"), (good_pick(chosen_good_text(state, question)),))


def gain_chosen_good(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Put the good on the tile; without space it is lost (GM-TIL-09)."""
    x, y, cause = question.args
    spots = resolution.state.player(question.player).territory.by_cell()
    spot = spots.get(Cell(int(x), int(y)))
    if spot and spot.room:
        resolution.do(ev.GoodsGained(question.player, spot.x, spot.y, str(answer.values[0]), 1, str(cause)))


def goods_to_castle(state: State, player_id: str, spot: Spot) -> Iterator[Pick]:
    """Yield the choice of goods that move to the home castle (GM-EDG-04), if not all fit and they differ."""
    home = state.player(player_id).territory.at(CASTLE_CELL)
    goods = [good for good, n in spot.goods.items() for _ in range(n)]
    if len(goods) <= home.room or len(set(goods)) == 1 or not home.room:
        return
    kept = sorted({tuple(sorted(part)) for part in combinations(goods, home.room)})
    choices = tuple(Choice("+".join(part), _goods_words(part)) for part in kept)
    yield Pick("kept", tr("Which goods come to the home castle?"), choices)


def _goods_words(goods: Iterable[str]) -> Message:
    return join_list(labels.GOODS_LABELS[good] for good in goods)


def _spots(state: State, question: OpenQuestion) -> tuple[Spot, ...]:
    return state.player(question.player).territory.spots


def _spot_at(resolution: Resolution, player_id: str, value: object) -> Spot:
    return resolution.state.player(player_id).territory.at(Cell(*parse_cell(str(value))))


# A printed fact that is unknown but decides where the tile may be placed.


def _printed_text(state: State, question: OpenQuestion) -> Message:
    tile = labels.tile_in_sentence(state.facts, str(question.args[0]))
    if question.args[1] == "river":
        return tr("Does the river run through {tile}?", tile=tile)
    return tr("Is {tile} a rebuild tile?", tile=tile)


def _is_printed(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    piece, field, free = question.args
    resolution.do(ev.FactLearned(LearnedFact(str(piece), str(field), answer.offer == "yes")))
    ask_placement(resolution, question.player, str(piece), int(free))


def _piece(state: State, question: OpenQuestion) -> Piece:
    return state.facts.pieces[str(question.args[0])]


def _place_text(state: State, question: OpenQuestion) -> Message:
    tile = labels.tile_in_sentence(state.facts, str(question.args[0]))
    return tr(
        "{Player}, where do you place {tile}?", Player=labels.figure_label(state, question.player), tile=tile
    )


@memoize_last
def _place(state: State, question: OpenQuestion) -> Form:
    """Return the form for the cell of the tile. OK pays in the cheapest way."""
    piece, player_id, free = _piece(state, question), question.player, bool(question.args[1])
    takeable = placement.takeable_tiles(state, player_id)
    expensive = None if free or not piece.cost else takeable.unaffordable_reason(piece)
    toll = _toll_too_dear if any(x.referee and x.referee.toll for x in expansions_of(state)) else None
    spots = state.player(player_id).territory.spots
    lines = ((RIVER, "east_west"),) if ground_of(piece).marks else ()

    def closed(place: CandidateCell) -> Reason | None:
        by_rule = expensive or closed_cell_reason(place.rule, placement.CLOSED_CELL_TEXTS)
        return by_rule or (toll(state, question, place.cell) if toll else None)

    return placement_form(
        state,
        player_id,
        WORDS,
        tr("Lay it"),
        _place_text(state, question),
        takeable.cells(piece, free),
        closed,
        {spot.cell: 1 for spot in spots if activation.activation_steps(state, spot)},
        MapTile(0, 0, labels.map_label(state.facts, piece.id), lines=lines),
    )


def _toll_too_dear(state: State, question: OpenQuestion, cell: Cell) -> Reason | None:
    """Return why a chronicle's cost for this cell cannot be paid, or None; it is part of the tile's cost."""
    piece, player_id = _piece(state, question), question.player
    coins = sum(n for n, _ in expansion_tolls(state, player_id, cell))
    if question.args[1] or not coins:
        return None
    purse = purse_without_coins(current_purse(state, player_id), coins)
    if not piece.cost:
        enough = purses.can_pay(purse, {})
        return None if enough else Reason("GM-TAK-01", tr("Who lays a tile there pays a coin."))
    return payment.unaffordable_tile_reason(state, player_id, piece, purse)


def expansion_tolls(state: State, player_id: str, cell: Cell) -> list[tuple[int, str]]:
    """Return the (coins, cause) pairs that chronicles demand for placing a tile in this cell."""
    asks = (each.referee.toll for each in expansions_of(state) if each.referee and each.referee.toll)
    return [each for each in (ask(state, player_id, cell) for ask in asks) if each[0]]


def _lay_there(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Pay for the tile, then place it: a payment may remove the Scot that makes a cell legal (GM-EDG-03)."""
    resolution.close(question)
    piece, free = _piece(resolution.state, question), int(question.args[1])
    player_id, cell = question.player, Cell(*parse_cell(str(answer.values[0])))
    if not free:
        owed = expansion_tolls(resolution.state, player_id, cell)
        payment.pay_tile_cost(resolution, player_id, piece, sum(coins for coins, _ in owed))
        for coins, why_paid in owed:
            resolution.do(ev.CoinsPaid(player_id, coins, why_paid))
        for _ in range(payment.cost_amount(piece, "scot")):
            spot = placement.paying_scot_spot(resolution.state, player_id, piece, cell)
            resolution.do(ev.ScotRemoved(player_id, spot.x, spot.y, 1, payment.cost_cause(piece.id)))
    why = ev.CORRECTED if free == LAID_BY_CORRECTION else ""
    resolution.do(ev.TilePlaced(player_id, piece.id, cell.x, cell.y, why))
    if not why:
        add_piece(resolution, player_id, piece)


def _no_place_text(state: State, question: OpenQuestion) -> Message:
    """Return the text if no cell is legal: such a tile may not be taken while another can be (GM-TAK-06)."""
    if _has_place(state, question):
        return _place_text(state, question)
    name, tile = (
        labels.figure_label(state, question.player),
        labels.piece_label(state.facts, str(question.args[0])),
    )
    return tr("{Player}: no legal place for {tile}. UNDO takes it back.", Player=name, tile=tile)


def _lay(state: State, question: OpenQuestion) -> Form:
    """Return the placement form; if no cell is legal its map only shows the reasons."""
    form = _place(state, question)
    return form if _has_place(state, question) else replace(form, label=tr("Why: the map of its places"))


def _has_place(state: State, question: OpenQuestion) -> bool:
    return has_open_cell(_place(state, question))


def _nowhere_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form that discards the tile; only if corrections left no legal cell."""
    return None if _has_place(state, question) else Form(tr("It can't be laid: onto the discard pile"))


def _lay_nowhere(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.close(question)
    resolution.do(ev.PiecePlaced(str(question.args[0]), "discards"))


def _sell(state: State, question: OpenQuestion) -> Form | None:
    """Return the form to sell goods, if the cost requires a sale: players may choose the goods."""
    return TRADE_FORMS.sell(state, question.player) if _is_short(state, question) else None


def _is_short(state: State, question: OpenQuestion) -> bool:
    """True if the goods to buy cost more than the player's coins."""
    piece = _piece(state, question)
    if question.args[1] or not piece.cost:
        return False
    purse = purse_without_coins(current_purse(state, question.player), payment.cost_amount(piece, "coin"))
    left = payment.required_goods(payment.unpaid_goods(state, question.player, piece))
    return is_sale_needed(purse, left)


def _payment_source_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form to pay in another than the cheapest way."""
    piece = _piece(state, question)
    if question.args[1] or not piece.cost:
        return None
    return payments.payment_source_form(state, question.player, bool(payment.cost_amount(piece, "scot")))


def _pick_spot(name: str, title: Message, state: State, player_id: str, choices: Iterable[Choice]) -> Place:
    return Place(name, title, tuple(choices), map_tiles=territory_map(state, player_id))


NOTHING_FORM = Form(tr("Nothing: it is lost"), hint=NONE)
ONTO_TILE_LABEL = tr("Onto one of the tiles")
"""Label of the row beside "nothing"; the title is the question."""


def _good_onto_text(state: State, question: OpenQuestion) -> Message:
    good, cause = question.args
    words = tr("good") if good == ANY_GOOD else labels.GOODS_LABELS[str(good)]
    return tr(
        "{Cause}: onto which tile comes the {good}?", Cause=labels.cause_label(state, str(cause)), good=words
    )


def _good_onto(state: State, question: OpenQuestion) -> Form | None:
    then = (good_pick(tr("Which good?")),) if question.args[0] == ANY_GOOD else ()
    rooms = [spot for spot in _spots(state, question) if spot.room]
    choices = [Choice(cell_value(*spot.cell), spot_label(state, spot), then=then) for spot in rooms]
    title = _good_onto_text(state, question)
    return (
        Form(ONTO_TILE_LABEL, (_pick_spot("tile", title, state, question.player, choices),)) if choices else None
    )


def _put_good(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    good, cause = map(str, question.args)
    good = str(answer.values[1]) if good == ANY_GOOD else good
    spot = _spot_at(resolution, question.player, answer.values[0])
    resolution.do(ev.GoodsGained(question.player, spot.x, spot.y, good, 1, cause))


def _scot_onto_text(state: State, question: OpenQuestion) -> Message:
    return tr("{Cause}: onto which tile comes the Scot?", Cause=labels.cause_label(state, str(question.args[0])))


def _scot_onto(state: State, question: OpenQuestion) -> Form | None:
    if not scots_in_supply(state, question.player):
        return None
    spots = sorted(_spots(state, question), key=lambda spot: spot.cell != CASTLE_CELL)
    choices = (spot_choice(state, spot) for spot in spots)
    return Form(
        ONTO_TILE_LABEL, (_pick_spot("tile", _scot_onto_text(state, question), state, question.player, choices),)
    )


def _put_scot(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    spot = _spot_at(resolution, question.player, answer.values[0])
    resolution.do(ev.ScotPlaced(question.player, spot.x, spot.y, 1, str(question.args[0])))


def _scot_from_text(state: State, question: OpenQuestion) -> Message:
    """Return the text for a Scot that pays for a person or for another cause."""
    paid = str(question.args[0])
    tile = (
        labels.tile_in_sentence(state.facts, paid)
        if paid in state.facts.pieces
        else labels.cause_label(state, paid)
    )
    return tr("Which Scot pays for {tile}?", tile=tile)


def _scot_from(state: State, question: OpenQuestion) -> Form:
    title = _scot_from_text(state, question)
    spots = payable_scots(state.player(question.player).territory, CASTLE_CELL, (), keep_one=False)
    choices = (spot_choice(state, spot) for spot in spots)
    return Form(title, (_pick_spot("tile", title, state, question.player, choices),))


def _pay_scot(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    spot, why = (
        _spot_at(resolution, question.player, answer.values[0]),
        payment.payment_cause(resolution.state, question),
    )
    resolution.do(ev.ScotRemoved(question.player, spot.x, spot.y, 1, why))


# Removed tiles (GM-EDG-04).


def _remove_text(state: State, question: OpenQuestion) -> Message:
    return tr("{Cause}: which tile leaves the territory?", Cause=labels.cause_label(state, str(question.args[0])))


def _remove(state: State, question: OpenQuestion) -> Form | None:
    choices = tuple(
        Choice(
            cell_value(*spot.cell),
            spot_label(state, spot),
            placement.removal_objection(state, question.player, spot),
            then=tuple(goods_to_castle(state, question.player, spot)),
        )
        for spot in _spots(state, question)
    )
    if all(choice.closed for choice in choices):
        return None
    title = _remove_text(state, question)
    return Form(tr("Choose the tile that leaves"), (_pick_spot("tile", title, state, question.player, choices),))


def _remove_there(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    player_id = question.player
    spot = _spot_at(resolution, player_id, answer.values[0])
    home = resolution.state.player(player_id).territory.at(CASTLE_CELL)
    goods = [good for good, n in spot.goods.items() for _ in range(n)]
    kept = str(answer.values[1]).split("+") if len(answer.values) > 1 else goods[: home.room]
    remove_stack(resolution, player_id, spot)
    resolution.do(ev.TileCountChanged(player_id, -1, "removed", "GM-EDG-04"))
    for good in kept:
        resolution.do(ev.GoodsGained(player_id, *CASTLE_CELL, good, 1, "removed"))
    if spot.scots:
        resolution.do(ev.ScotPlaced(player_id, *CASTLE_CELL, spot.scots, "removed"))


# Tiles activated by crests (GM-CRS-02, GM-CRS-08, GM-CRS-12).


def _activate_text(state: State, question: OpenQuestion) -> Message:
    return tr("{Cause}: which tile is activated?", Cause=labels.cause_label(state, str(question.args[0])))


def _activate(state: State, question: OpenQuestion) -> Form | None:
    kind, player_id = str(question.args[1]), question.player
    fitting = (spot for spot in _spots(state, question) if printed_piece(state, spot.top).kind == kind)
    used = used_tiles(state)
    rows = ACTIVATION_FORMS.tile_choices(state, player_id, (spot for spot in fitting if spot.top not in used))
    title = _activate_text(state, question)
    return (
        Form(tr("Choose the tile"), (_pick_spot("tile", title, state, question.player, rows),)) if rows else None
    )


def _activate_there(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    spot, by = _spot_at(resolution, question.player, answer.values[0]), activator_id(str(question.args[0]))
    ACTIVATION_FORMS.enter_option(resolution, question.player, spot, answer.values[1:], by)


def _skip(_state: State, _question: OpenQuestion) -> Form:
    return Form(tr("No tile is activated"), hint=NONE)


PLACEMENT_QUESTIONS = (
    QuestionKind(
        "printed",
        _printed_text,
        (
            Action("no", Form(tr("No"), hint=NO), _is_printed),
            Action("yes", Form(tr("Yes"), hint=YES), _is_printed),
        ),
        rule="GM-TIL-04",
    ),
    QuestionKind(
        "place",
        _no_place_text,
        (
            Action("place", _lay, _lay_there),
            Action("sell", _sell, payments.enter_sale),
            Action("rather", _payment_source_form, enter_payment_source, hint=tr("payment"), is_rare=True),
            Action("nowhere", _nowhere_form, _lay_nowhere),
        ),
        rule="GM-PLC-01",
        stays_open=True,
    ),
    QuestionKind(
        "good", chosen_good_text, (Action("good", chosen_good_form, gain_chosen_good),), rule="GM-ONE-06"
    ),
    QuestionKind(
        "good_onto",
        _good_onto_text,
        (Action("onto", _good_onto, _put_good), Action("none", NOTHING_FORM, do_nothing)),
        rule="GM-TIL-09",
    ),
    QuestionKind(
        "scot_onto",
        _scot_onto_text,
        (Action("onto", _scot_onto, _put_scot), Action("none", NOTHING_FORM, do_nothing)),
        rule="GM-MOV-08",
    ),
    QuestionKind("scot_from", _scot_from_text, (Action("scot", _scot_from, _pay_scot),), rule="GM-TAK-04"),
    QuestionKind(
        "remove",
        _remove_text,
        (
            Action("none", Form(tr("No tile is removed"), hint=NONE), do_nothing),
            Action("remove", _remove, _remove_there),
        ),
        rule="GM-EDG-04",
    ),
    QuestionKind(
        "activate",
        _activate_text,
        (Action("activate", _activate, _activate_there), Action("none", _skip, do_nothing)),
        rule="GM-CRS-02",
    ),
)
