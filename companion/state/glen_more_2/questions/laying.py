"""Laying a tile at referee depth: where it lies, how it is paid, what it and crests bring onto tiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from companion.engine.memoize import memoize_last
from companion.engine.message import Message, tr
from companion.engine.offers import (
    NO,
    NONE,
    YES,
    Answer,
    Choice,
    Pick,
    Place,
    Reason,
    Tract,
    Value,
    cell_of,
    cell_value,
)
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.effects import ONLY_LAID, ask_marker, ask_place, bring
from companion.state.glen_more_2.facts import Learned, Piece
from companion.state.glen_more_2.laying import RIVER, ground_of
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.payment import ANY_GOOD
from companion.state.glen_more_2.questions.chosen_good import gain_good, good_form, good_text
from companion.state.glen_more_2.questions.kept_goods import kept_goods
from companion.state.glen_more_2.referee import activating, paying, placing, trading
from companion.state.glen_more_2.referee.tiles import CASTLE_CELL, printed, scots_left
from companion.state.glen_more_2.referee.use import Use
from companion.state.glen_more_2.referee.use_words import rows_of_uses
from companion.state.glen_more_2.referee.words import (
    cell_words,
    spot_choice,
    spot_words,
    tracts,
    which_good,
)
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form, QuestionKind, nothing
from companion.state.glen_more_2.ruleset import expansions_of
from companion.state.territory import payment_options as purses
from companion.state.territory import scots as steps
from companion.state.territory.grid import Cell, Spot
from companion.state.territory.suggestions import likeliest
from companion.state.territory.trading import choose_source, is_short, purse_of, without_coins


def _spots(state: State, question: OpenQuestion) -> tuple[Spot, ...]:
    return state.player(question.player).territory.spots


def _there(resolution: Resolution, player_id: str, value: object) -> Spot:
    return resolution.state.player(player_id).territory.at(Cell(*cell_of(str(value))))


# ---- what is printed on it, where nobody has told: it decides where it may lie


def _printed_text(state: State, question: OpenQuestion) -> Message:
    tile = labels.the_tile(state.facts, str(question.args[0]))
    if question.args[1] == "river":
        return tr("Does the river run through {tile}?", tile=tile)
    return tr("Is {tile} a rebuild tile?", tile=tile)


def _is_printed(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    piece, field, free = question.args
    resolution.do(ev.FactLearned(Learned(str(piece), str(field), answer.offer == "yes")))
    ask_place(resolution, question.player, str(piece), int(free))


# ---- where the tile lies


def _piece(state: State, question: OpenQuestion) -> Piece:
    return state.facts.pieces[str(question.args[0])]


def _place_text(state: State, question: OpenQuestion) -> Message:
    tile = labels.the_tile(state.facts, str(question.args[0]))
    return tr("{Player}, where does it lie: {tile}?", Player=labels.figure(state, question.player), tile=tile)


@memoize_last
def _place(state: State, question: OpenQuestion) -> Form:
    """Legal cells, the likeliest first, then the closed ones; OK on one also pays the cheapest way."""
    piece, player = _piece(state, question), state.player(question.player)
    spots, free = player.territory.spots, bool(question.args[1])
    purse = purse_of(state, player.id)
    too_dear = None if free or not piece.cost else paying.why_too_dear(state, player.id, piece, purse)
    worth = {spot.cell: 1 for spot in spots if activating.steps(state, spot)}
    found = likeliest(placing.cells_for(state, player.id, piece, free), spots, worth)
    lines = ((RIVER, "east_west"),) if ground_of(piece).marks else ()
    toll = _toll_too_dear if any(x.referee and x.referee.toll for x in expansions_of(state)) else None
    choices = tuple(
        Choice(
            cell_value(*each.cell),
            cell_words(each.cell),
            too_dear or placing.closed(each.rule) or (toll and toll(state, question, each.cell)),
        )
        for each in found
    )
    part = Place(
        "cell",
        _place_text(state, question),
        choices,
        steady=True,
        tracts=tracts(state, player.id),
        laid=Tract(0, 0, labels.on_map(state.facts, piece.id), lines=lines),
    )
    return Form(tr("Lay it"), (part,))


def _toll_too_dear(state: State, question: OpenQuestion, cell: Cell) -> Reason | None:
    """What a chronicle wants for laying there can't be paid besides; it is part of the cost."""
    piece, player_id = _piece(state, question), question.player
    coins = sum(n for n, _ in tolls(state, player_id, cell))
    if question.args[1] or not coins:
        return None
    purse = without_coins(purse_of(state, player_id), coins)
    if not piece.cost:
        enough = purses.can_pay(purse, {})
        return None if enough else Reason("GM-TAK-01", tr("Who lays a tile there pays a coin."))
    return paying.why_too_dear(state, player_id, piece, purse)


def tolls(state: State, player_id: str, cell: Cell) -> list[tuple[int, str]]:
    """What chronicles want for laying there, and why."""
    asks = (each.referee.toll for each in expansions_of(state) if each.referee and each.referee.toll)
    return [each for each in (ask(state, player_id, cell) for ask in asks) if each[0]]


def _lay_there(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Paying comes before placing, for it may take away the Scot that makes a cell legal (GM-EDG-03)."""
    resolution.close(question)
    piece, free = _piece(resolution.state, question), int(question.args[1])
    player_id, cell = question.player, Cell(*cell_of(str(answer.values[0])))
    if not free:
        owed = tolls(resolution.state, player_id, cell)
        paying.pay_tile(resolution, player_id, piece, sum(coins for coins, _ in owed))
        for coins, why_paid in owed:
            resolution.do(ev.CoinsPaid(player_id, coins, why_paid))
        for _ in range(paying.amount(piece, "scot")):
            spot = placing.payer(resolution.state, player_id, piece, cell)
            resolution.do(ev.ScotRemoved(player_id, spot.x, spot.y, 1, paying.cost_of(piece.id)))
    why = ev.CORRECTED if free == ONLY_LAID else ""
    resolution.do(ev.TilePlaced(player_id, piece.id, cell.x, cell.y, why))
    if not why:
        bring(resolution, player_id, piece)


def _asked_text(state: State, question: OpenQuestion) -> Message:
    """Such a tile may not be taken while another can be (GM-TAK-06): who took it anyway takes it back."""
    if _has_place(state, question):
        return _place_text(state, question)
    name, tile = labels.figure(state, question.player), labels.piece(state.facts, str(question.args[0]))
    return tr("{Player}: no legal place for {tile}. UNDO takes it back.", Player=name, tile=tile)


def _lay(state: State, question: OpenQuestion) -> Form:
    """Where no cell is legal its map only shows why."""
    form = _place(state, question)
    return form if _has_place(state, question) else replace(form, label=tr("Why: the map of its places"))


def _has_place(state: State, question: OpenQuestion) -> bool:
    (part,) = _place(state, question).parts
    return isinstance(part, Pick) and any(not choice.closed for choice in part.choices)


def _nowhere(state: State, question: OpenQuestion) -> Form | None:
    """Only where something that was put right leaves no legal way."""
    return None if _has_place(state, question) else Form(tr("It can't be laid: onto the discard pile"))


def _lay_nowhere(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.close(question)
    resolution.do(ev.PiecePlaced(str(question.args[0]), "discards"))


def _sell(state: State, question: OpenQuestion) -> Form | None:
    """Only where goods are sold for the cost: people may want to say which."""
    return trading.FORMS.sell(state, question.player) if _is_short(state, question) else None


def _is_short(state: State, question: OpenQuestion) -> bool:
    """What has to be bought costs more than the coins at hand."""
    piece = _piece(state, question)
    if question.args[1] or not piece.cost:
        return False
    purse = without_coins(purse_of(state, question.player), paying.amount(piece, "coin"))
    left = paying.needs(paying.goods_left(state, question.player, piece))
    return is_short(purse, left)


def _rather(state: State, question: OpenQuestion) -> Form | None:
    """Another way to pay than the cheapest."""
    piece = _piece(state, question)
    if question.args[1] or not piece.cost:
        return None
    return trading.rather_form(state, question.player, bool(paying.amount(piece, "scot")))


# ---- goods and Scots onto tiles


def _pick_spot(name: str, title: Message, state: State, player_id: str, choices: Iterable[Choice]) -> Place:
    return Place(name, title, tuple(choices), tracts=tracts(state, player_id))


NOTHING = Form(tr("Nothing: it is lost"), hint=NONE)
ONTO = tr("Onto one of the tiles")
"""The title is the question: its row says what else can be done than nothing."""


def _good_onto_text(state: State, question: OpenQuestion) -> Message:
    good, cause = question.args
    words = tr("good") if good == ANY_GOOD else labels.GOODS_WORDS[str(good)]
    return tr("{Cause}: onto which tile comes the {good}?", Cause=labels.cause(state, str(cause)), good=words)


def _good_onto(state: State, question: OpenQuestion) -> Form | None:
    then = (which_good(tr("Which good?")),) if question.args[0] == ANY_GOOD else ()
    rooms = [spot for spot in _spots(state, question) if spot.room]
    choices = [Choice(cell_value(*spot.cell), spot_words(state, spot), then=then) for spot in rooms]
    title = _good_onto_text(state, question)
    return Form(ONTO, (_pick_spot("tile", title, state, question.player, choices),)) if choices else None


def _put_good(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    good, cause = map(str, question.args)
    good = str(answer.values[1]) if good == ANY_GOOD else good
    spot = _there(resolution, question.player, answer.values[0])
    resolution.do(ev.GoodsGained(question.player, spot.x, spot.y, good, 1, cause))


def _scot_onto_text(state: State, question: OpenQuestion) -> Message:
    return tr("{Cause}: onto which tile comes the Scot?", Cause=labels.cause(state, str(question.args[0])))


def _scot_onto(state: State, question: OpenQuestion) -> Form | None:
    if not scots_left(state, question.player):
        return None
    spots = sorted(_spots(state, question), key=lambda spot: spot.cell != CASTLE_CELL)
    choices = (spot_choice(state, spot) for spot in spots)
    return Form(ONTO, (_pick_spot("tile", _scot_onto_text(state, question), state, question.player, choices),))


def _put_scot(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    spot = _there(resolution, question.player, answer.values[0])
    resolution.do(ev.ScotPlaced(question.player, spot.x, spot.y, 1, str(question.args[0])))


def _scot_from_text(state: State, question: OpenQuestion) -> Message:
    """For a person, or for what another cause wants."""
    paid = str(question.args[0])
    tile = labels.the_tile(state.facts, paid) if paid in state.facts.pieces else labels.cause(state, paid)
    return tr("Which Scot pays for {tile}?", tile=tile)


def _scot_from(state: State, question: OpenQuestion) -> Form:
    title = _scot_from_text(state, question)
    spots = steps.scots_to_spare(state.player(question.player).territory, CASTLE_CELL, keep_one=False)
    choices = (spot_choice(state, spot) for spot in spots)
    return Form(title, (_pick_spot("tile", title, state, question.player, choices),))


def _pay_scot(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    spot, why = _there(resolution, question.player, answer.values[0]), paying.why_paid(resolution.state, question)
    resolution.do(ev.ScotRemoved(question.player, spot.x, spot.y, 1, why))


# ---- tiles that leave (GM-EDG-04)


def _remove_text(state: State, question: OpenQuestion) -> Message:
    return tr("{Cause}: which tile leaves the territory?", Cause=labels.cause(state, str(question.args[0])))


def _remove(state: State, question: OpenQuestion) -> Form | None:
    choices = tuple(
        Choice(
            cell_value(*spot.cell),
            spot_words(state, spot),
            placing.why_not_removed(state, question.player, spot),
            then=tuple(kept_goods(state, question.player, spot)),
        )
        for spot in _spots(state, question)
    )
    if all(choice.closed for choice in choices):
        return None
    title = _remove_text(state, question)
    return Form(tr("Choose the tile that leaves"), (_pick_spot("tile", title, state, question.player, choices),))


def _remove_there(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    player_id = question.player
    spot = _there(resolution, player_id, answer.values[0])
    home = resolution.state.player(player_id).territory.at(CASTLE_CELL)
    goods = [good for good, n in spot.goods.items() for _ in range(n)]
    kept = str(answer.values[1]).split("+") if len(answer.values) > 1 else goods[: home.room]
    resolution.do(ev.TileRemoved(player_id, spot.top, spot.x, spot.y))
    resolution.do(ev.TilesChanged(player_id, -1, "removed", "GM-EDG-04"))
    for good in kept:
        resolution.do(ev.GoodsGained(player_id, *CASTLE_CELL, good, 1, "removed"))
    if spot.scots:
        resolution.do(ev.ScotPlaced(player_id, *CASTLE_CELL, spot.scots, "removed"))


# ---- tiles that crests activate (GM-CRS-02, GM-CRS-08, GM-CRS-12)


def _activate_text(state: State, question: OpenQuestion) -> Message:
    return tr("{Cause}: which tile is activated?", Cause=labels.cause(state, str(question.args[0])))


def _activate(state: State, question: OpenQuestion) -> Form | None:
    kind, player_id = str(question.args[1]), question.player
    fitting = (spot for spot in _spots(state, question) if printed(state, spot.top).kind == kind)
    rows = rows_of_uses(state, player_id, (spot for spot in fitting if spot.top not in _used(state)))
    title = _activate_text(state, question)
    return (
        Form(tr("Choose the tile"), (_pick_spot("tile", title, state, question.player, rows),)) if rows else None
    )


def _used(state: State) -> set[str]:
    return {each.partition("#")[0] for each in state.turn.work.used}


def _activate_there(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    spot = _there(resolution, question.player, answer.values[0])
    use_there(resolution, question.player, spot, answer.values[1:], str(question.args[0]))


def use_there(resolution: Resolution, player_id: str, spot: Spot, way: Sequence[Value], by: str) -> None:
    """One way to use a tile, as an answer names it where there are several; a marker it brings is asked next."""
    found = activating.uses(resolution.state, player_id, spot)
    use: Use = next(use for use in found if not way or use.value == way[0])
    if activating.activate(resolution, player_id, spot, use, by):
        ask_marker(resolution, player_id, f"tile:{spot.top}")


def _skip(_state: State, _question: OpenQuestion) -> Form:
    return Form(tr("No tile is activated"), hint=NONE)


KINDS = (
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
        _asked_text,
        (
            Action("place", _lay, _lay_there),
            Action("sell", _sell, trading.book_sale),
            Action("rather", _rather, choose_source, hint=tr("payment"), seldom=True),
            Action("nowhere", _nowhere, _lay_nowhere),
        ),
        rule="GM-PLC-01",
        stays_open=True,
    ),
    QuestionKind("good", good_text, (Action("good", good_form, gain_good),), rule="GM-ONE-06"),
    QuestionKind(
        "good_onto",
        _good_onto_text,
        (Action("onto", _good_onto, _put_good), Action("none", NOTHING, nothing)),
        rule="GM-TIL-09",
    ),
    QuestionKind(
        "scot_onto",
        _scot_onto_text,
        (Action("onto", _scot_onto, _put_scot), Action("none", NOTHING, nothing)),
        rule="GM-MOV-08",
    ),
    QuestionKind("scot_from", _scot_from_text, (Action("scot", _scot_from, _pay_scot),), rule="GM-TAK-04"),
    QuestionKind(
        "remove",
        _remove_text,
        (
            Action("none", Form(tr("No tile is removed"), hint=NONE), nothing),
            Action("remove", _remove, _remove_there),
        ),
        rule="GM-EDG-04",
    ),
    QuestionKind(
        "activate",
        _activate_text,
        (Action("activate", _activate, _activate_there), Action("none", _skip, nothing)),
        rule="GM-CRS-02",
    ),
)
