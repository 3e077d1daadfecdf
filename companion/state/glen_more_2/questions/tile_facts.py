"""The correction "About a tile": kind, name, cost, effects and river of a tile that were entered wrongly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from companion.engine.message import Message, capitalize_start, tr
from companion.engine.offers import Amount, Answer, Choice, Part, Pick, Text
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Form, Resolution
from companion.state.glen_more_2.facts import (
    GOODS,
    LAND,
    LANDMARK,
    PERSON,
    Cost,
    Effect,
    LearnedFact,
    Piece,
    format_costs,
    format_step,
)
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.piece_locations import (
    PieceLocation,
    located_pieces,
    may_be_same_tile,
    piece_locations,
    tile_owner,
    unique_choices,
)
from companion.state.glen_more_2.questions.territory_corrections import ask_river_conflict
from companion.state.glen_more_2.referee.territory_tiles import RIVER
from companion.state.glen_more_2.text import labels
from companion.state.territory.model import OpenQuestion
from companion.state.territory.track import tile_index

MAX_COST = 9
FREE, REBUILD, MORE = "free", "rebuild", "more"
NO_RIVER = "dry"
PLACEMENT_FIELDS = ("rebuild", "river")
"""Fields that decide where a tile may be placed."""
KIND_CHOICES: dict[str, Message] = {
    LAND: tr("A tile for the territory"),
    REBUILD: tr("A rebuild tile"),
    PERSON: tr("A person"),
}
COST_CHOICES: dict[str, Message] = {
    "coin": tr("coins"),
    "whisky": tr("barrels"),
    "scot": tr("Scots"),
    "any_good": tr("goods of any kind"),
    **{good: labels.GOODS_LABELS[good] for good in GOODS},
}


EFFECT_CHOICES: dict[str, Message] = {
    "gain coin": tr("coins"),
    "gain whisky": tr("barrels"),
    "gain vp": tr("points"),
    "gain any_good": tr("goods of any kind"),
    "scots": tr("Scots onto any tiles"),
}
"""One-time effects by effect step."""
ACTIVATION_CHOICES: dict[str, Message] = {
    "gain coin": tr("coins"),
    "gain whisky": tr("barrels"),
    "gain vp": tr("points"),
    **{f"gain {good}": words for good, words in labels.GOODS_LABELS.items()},
    "move": tr("movement points"),
}
EXCHANGE_COST_CHOICES: dict[str, Message] = {
    **labels.GOODS_LABELS,
    "any_good": tr("goods of any kind"),
    "different_good": tr("different goods"),
    "animal": tr("animals of any kind"),
    "coin": tr("coins"),
    "whisky": tr("barrels"),
}
"""Prices of an exchange."""
MAX_EFFECT_POINTS = 15
PURSE = ("barrels", "coins")
CATEGORY_COUNTS = ("persons", "tiles")
UNCERTAIN_COUNTS_BY_FACT = {"kind": CATEGORY_COUNTS, "named": CATEGORY_COUNTS, "cost": PURSE, "effect": PURSE}
"""Corrected fact -> counts of its owner that the wrong fact may have changed."""
STEP_FIELDS = {"effect": "one_time", "activation": "activation"}


def tile_fact_form(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form of every tile that can be taken; the last value entered is saved to the box."""
    tiles = (piece for piece in state.facts.pieces.values() if piece.category in (LAND, PERSON, LANDMARK, None))
    to_find = tuple(_unfound_named_tiles(state))
    names = tuple(piece.name for piece in state.facts.pieces.values() if piece.name)
    choices = unique_choices(
        Choice(
            tile.id,
            labels.known_piece_label(tile),
            then=(Pick("what", tr("What is wrong?"), _facts_of(tile, names, _names_of(state, tile, to_find))),),
            piece=tile.id,
            group=labels.deck_group_label(tile.deck) if tile.deck else tr("other tiles"),
        )
        for tile in tiles
    )
    return Form(tr("About a tile"), (Pick("piece", tr("Which tile?"), choices),)) if choices else None


def _unfound_named_tiles(state: State) -> Iterator[Piece]:
    """Yield the tiles with a printed name but unknown deck that are not on the table yet, by name."""
    here = located_pieces(state)
    for tile in sorted(state.facts.pieces.values(), key=lambda tile: tile.name.casefold()):
        if tile.name and tile.deck is None and tile.id not in here and tile.category in (LAND, PERSON):
            yield tile


def _names_of(state: State, slot: Piece, to_find: Sequence[Piece]) -> tuple[Choice, ...]:
    """Return which of the named tiles this slot may be."""
    if not _may_be_found(state, slot):
        return ()
    return tuple(
        Choice(each.id, labels.known_piece_label(each), piece=each.id)
        for each in to_find
        if may_be_same_tile(slot, each)
    )


def _may_be_found(state: State, tile: Piece) -> bool:
    """True if the tile is unnamed and its place can be given to a named tile."""
    if not labels.is_nameless(tile) or not tile.deck:
        return False
    where = piece_locations(state).get(tile.id, PieceLocation()).place
    return where in ("", "territory", "rondel") or tile_index(state.track, tile.id) >= 0


_KINDS = tuple(Choice(kind, words) for kind, words in KIND_CHOICES.items())
_KIND = Choice("kind", tr("Its kind"), then=(Pick("kind", tr("What is it?"), _KINDS),))


@cache
def _cost_choices(cost: tuple[Cost, ...]) -> tuple[Choice, ...]:
    """Return the choices of what a tile costs; the number of each is as in the known cost, else 1."""
    known = {each.what: each.n for each in reversed(cost)}
    return tuple(
        Choice(what, words, then=(Amount("n", labels.HOW_MANY_PROMPTS[what], 1, MAX_COST, known.get(what, 1)),))
        for what, words in COST_CHOICES.items()
    )


def _facts_of(tile: Piece, names: Sequence[str], named: tuple[Choice, ...]) -> tuple[Choice, ...]:
    taken = tuple(filter(tile.name.__ne__, names))
    name = Choice("name", tr("Its name"), then=(Text("name", tr("What is printed on it?"), used_texts=taken),))
    costs = _cost_choices(tile.cost or ())
    free = Choice(FREE, tr("nothing"))
    more = Choice(MORE, tr("something else too"), then=(Pick("more", tr("What else does it cost?"), costs),))
    cost = Pick("cost", tr("What does it cost?"), (free, *costs, *((more,) if tile.cost else ())))
    told = [Choice("cost", tr("Its cost"), then=(cost,))]
    # The box itself gives kind, name and effect of landmark tiles; the rulebooks give the effects of persons.
    if tile.category != LANDMARK:
        told = [_KIND, name, *told]
    if named:
        told.append(
            Choice("named", tr("Its name, from a list"), then=(Pick("is", tr("Which tile is it?"), named),))
        )
    if tile.category in (LAND, None):
        marker = Choice("clan_marker", tr("a clan marker"))
        once = _steps("effect", tr("What happens when it is laid?"), tile.one_time, EFFECT_CHOICES, marker)
        often = activation_part(tile)
        told.append(Choice("effect", tr("Its one-time effect"), then=(once,)))
        told.append(Choice("activation", tr("Its activation"), then=(often,)))
    if tile.category != PERSON:
        runs = (Choice(RIVER, tr("It runs through it")), Choice(NO_RIVER, tr("No river")))
        told.append(
            Choice(RIVER, tr("Its river"), then=(Pick("runs", tr("Does the river run through it?"), runs),))
        )
    return tuple(told)


def activation_part(tile: Piece) -> Pick:
    """Return the choice of a tile's activation; if an exchange is known, a further one can be added."""
    title = tr("What does it give when it is activated?")
    trades = any(step.pay for step in tile.activation or ())
    more = (Choice(MORE, tr("one more exchange"), then=EXCHANGE.then),) if trades else ()
    return _steps("gives", title, tile.activation, ACTIVATION_CHOICES, EXCHANGE, *more)


_PAID, _GOT = "paid", "got"
_BROUGHT = tr("What do you get for it?")


def _count_choice(name: str, way: str, words: Message, most: int, *then: Part) -> Choice:
    title = (
        tr("{What}: how many do you give?", What=capitalize_start(words))
        if way == _PAID
        else tr("{What}: how many do you get?", What=capitalize_start(words))
    )
    return Choice(name, words, then=(Amount("n", title, 1, most, 1), *then))


def _exchange() -> Choice:
    """Return the choice of an exchange, with values for `facts.parse_steps`; at most two kinds of price."""
    got = (
        _count_choice("for vp", _GOT, tr("points"), MAX_EFFECT_POINTS),
        _count_choice("for whisky", _GOT, tr("barrels"), MAX_COST),
        _count_choice("for coin", _GOT, tr("coins"), MAX_COST),
        Choice("for clan_marker 1", tr("a clan marker")),
    )
    comes = Pick("get", _BROUGHT, got)
    others = tuple(
        _count_choice(what, _PAID, words, MAX_COST, comes) for what, words in EXCHANGE_COST_CHOICES.items()
    )
    too = Choice(
        "+", tr("you give something else too"), then=(Pick("more", tr("What else do you give?"), others),)
    )
    then = Pick("get", _BROUGHT, (*got, too))
    given = tuple(
        _count_choice(what, _PAID, words, MAX_COST, then) for what, words in EXCHANGE_COST_CHOICES.items()
    )
    return Choice("exchange", tr("an exchange"), then=(Pick("pay", tr("What do you give for it?"), given),))


EXCHANGE = _exchange()


def _steps(
    name: str, title: Message, known_steps: Sequence[Effect] | None, steps: dict[str, Message], *single: Choice
) -> Pick:
    """Return the choice of one effect step; several steps can be entered on the page only."""
    known = next(iter(known_steps or ()), None)
    choices = [Choice(FREE, tr("nothing")), *single]
    for step, words in steps.items():
        n = known.n if known and step == " ".join(filter(None, (known.op, known.what))) else 1
        how_many = labels.HOW_MANY_PROMPTS[step.removeprefix("gain ").replace("scots", "scot")]
        choices.append(Choice(step, words, then=(Amount("n", how_many, 1, MAX_COST, n),)))
    choices.append(Choice("tell", tr("something else, by hand")))
    return Pick(name, title, tuple(choices))


def enter_tile_fact(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Record the fact for this game and the owner's box; counts based on the old one become uncertain."""
    piece, what, *rest = map(str, answer.values)
    if what == "kind":
        _learn_fact(resolution, piece, "sort", PERSON if rest[0] == PERSON else LAND)
        _learn_fact(resolution, piece, "rebuild", rest[0] == REBUILD)
    elif what in STEP_FIELDS:
        _learn_fact(
            resolution, piece, STEP_FIELDS[what], _steps_answer(resolution.state.facts.pieces[piece], rest)
        )
    elif what == "cost":
        _learn_fact(resolution, piece, "cost", _cost_answer(resolution.state.facts.pieces[piece], rest))
    elif what == RIVER:
        _learn_fact(resolution, piece, RIVER, rest[0] == RIVER)
        ask_river_conflict(resolution, piece)
    elif what == "named":
        _replace_slot(resolution, piece, rest[0])
        piece = rest[0]
        ask_river_conflict(resolution, piece)
    else:
        _learn_fact(resolution, piece, "name", rest[0])
    owner = tile_owner(resolution.state, piece)
    doubtful = UNCERTAIN_COUNTS_BY_FACT.get(what)
    if owner and doubtful:
        resolution.do(ev.CountsMarkedUncertain(owner, doubtful))


def _steps_answer(tile: Piece, values: Sequence[str]) -> str:
    """Return effect steps as text; a further exchange is added to the others."""
    if values[0] == FREE:
        return ""
    if values[0] != MORE:
        return " ".join(values)
    return ", ".join((*map(format_step, tile.activation or ()), " ".join((EXCHANGE.value, *values[1:]))))


def _cost_answer(tile: Piece, values: Sequence[str]) -> str:
    """Return the cost as text; a further part is added to the others."""
    if values[0] == FREE:
        return ""
    if values[0] != MORE:
        return f"{values[0]} {values[1]}"
    others = [cost for cost in tile.cost or () if cost.what != values[1]]
    return format_costs((*others, Cost(values[1], int(values[2]))))


def _replace_slot(resolution: Resolution, slot: str, tile: str) -> None:
    """Replace an unnamed slot by the tile it turned out to be; the tile stays in its place."""
    state = resolution.state
    deck, owner, at = (
        state.facts.pieces[slot].deck or "",
        tile_owner(state, slot),
        tile_index(state.track, slot),
    )
    resolution.do(ev.FactLearned(LearnedFact(slot, "is", tile)))
    resolution.do(ev.FactLearned(LearnedFact(tile, "deck", deck)))
    for field in PLACEMENT_FIELDS if state.tracks_territories else ():
        # Facts entered for the slot hold for the named tile, unless that has its own.
        said = getattr(state.facts.pieces[slot], field)
        if said is not None and getattr(state.facts.pieces[tile], field) is None:
            _learn_fact(resolution, tile, field, said)
    if owner:
        resolution.do(ev.TileNamed(owner, tile, slot))
    elif at >= 0:
        resolution.do(ev.SpaceSet(at, tile, deck))


def _learn_fact(resolution: Resolution, piece: str, field: str, value: str | bool) -> None:
    resolution.do(ev.FactLearned(LearnedFact(piece, field, value)))
