"""What set-up changes in a state: players, rulings, facts, and the table as play begins."""

from __future__ import annotations

from msgspec.structs import replace

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.apply.table import change, with_player
from companion.state.glen_more_2.expansions import expansions_of, place_of_expansion
from companion.state.glen_more_2.facts import DECKS, GOODS, PIECE_FIELDS, Facts, Learned, Piece, in_order
from companion.state.glen_more_2.market import start_filled
from companion.state.glen_more_2.model import DIE, Deck, Player, Space, State


def learned(facts: Facts, fact: Learned) -> Facts:
    """The facts with one more of them known."""
    if not fact.piece and fact.field not in Facts.__struct_fields__:
        return replace(facts, more={**facts.more, fact.field: fact.value})
    if not fact.piece:
        return replace(facts, **{fact.field: fact.value})
    if (
        fact.field == "is"
    ):  # says only on which piece a sticker is: the slot is free for the tile that it belongs to
        return facts
    piece = facts.pieces.get(fact.piece, Piece(fact.piece))
    return replace(
        facts, pieces={**facts.pieces, fact.piece: replace(piece, **{PIECE_FIELDS[fact.field]: fact.value})}
    )


@change(ev.PlayerSeated)
def _(state: State, e: ev.PlayerSeated) -> State:
    return replace(state, players=(*state.players, Player(e.player, e.name, e.coins)))


@change(ev.PlayerNamed)
def _(state: State, e: ev.PlayerNamed) -> State:
    return with_player(state, e.player, name=e.name)


@change(ev.DieChosen)
def _(state: State, e: ev.DieChosen) -> State:
    return replace(state, use_die=e.used)


@change(ev.WorldsEndChosen)
def _(state: State, e: ev.WorldsEndChosen) -> State:
    return replace(state, short_game=e.on_top)


@change(ev.HouseRuleChanged)
def _(state: State, e: ev.HouseRuleChanged) -> State:
    value = e.value if e.name == "difference_above_five" else bool(e.value)
    return replace(state, house=replace(state.house, **{e.name: value}))


@change(ev.FactLearned)
def _(state: State, e: ev.FactLearned) -> State:
    return replace(state, facts=learned(state.facts, e.fact), learned=(*state.learned, e.fact))


@change(ev.ChronicleChosen)
def _(state: State, e: ev.ChronicleChosen) -> State:
    others = [slug for slug in state.chronicles if slug != e.slug]
    return replace(
        state, chronicles=tuple(sorted([*others, e.slug], key=place_of_expansion) if e.used else others)
    )


@change(ev.SwitchChanged)
def _(state: State, e: ev.SwitchChanged) -> State:
    return replace(state, switches={**state.switches, e.name: e.value})


@change(ev.SpacesCounted)
def _(state: State, e: ev.SpacesCounted) -> State:
    return replace(state, spaces=e.spaces)


@change(ev.PlayBegan)
def _(state: State, _e: ev.PlayBegan) -> State:
    state = replace(state, facts=with_expansions(state))
    figures = [p.id for p in state.players] + ([DIE] if state.use_die else [])
    sizes = {letter: state.facts.decks[letter] + (letter == "D") for letter in DECKS}  # World's End lies in D
    decks = tuple(Deck(letter, size, size) for letter, size in sizes.items())
    began = replace(
        state,
        line=tuple(Space((figure,)) for figure in figures),
        decks=decks,
        deck="S",
        market=dict.fromkeys(GOODS, start_filled(len(state.players))),
    )
    return replace(began, drawers={p.slug: p.drawer(began) for p in expansions_of(began) if p.drawer})


def with_expansions(state: State) -> Facts:
    """The facts with the pieces that the chronicles bring."""
    facts = state.facts
    for plug in expansions_of(state):
        if plug.facts:
            facts = plug.facts(facts, state)
    return in_order(_told_before(facts))


def _told_before(facts: Facts) -> Facts:
    """What the owner told of the chronicles' pieces in earlier games."""
    for name, value in facts.more.items():
        category, _, rest = name.partition(".")
        piece, _, field = rest.partition(".")
        if category == "tile" and piece in facts.pieces and field in PIECE_FIELDS:
            facts = learned(facts, Learned(piece, field, value))
    return facts
