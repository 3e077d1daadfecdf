"""What set-up changes in a state: players, rulings, facts, and the table as play begins.

Each event in one row: what it changes, its words in the history, what the hands put back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from companion.engine.message import Message, listed, literal, tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.event_rows.common import instead_of_number
from companion.state.glen_more_2.facts import (
    DECKS,
    GOODS,
    LANDMARK,
    PERSON,
    PIECE_FIELDS,
    SAID,
    TILE,
    Cost,
    Facts,
    Learned,
    Piece,
    in_order,
    steps_in_words,
)
from companion.state.glen_more_2.labels import piece, the_tile
from companion.state.glen_more_2.market import start_filled
from companion.state.glen_more_2.model import DIE, Deck, Player, Space, State
from companion.state.glen_more_2.rows import EventRow
from companion.state.glen_more_2.ruleset import expansions_of, rules_of, with_chosen
from companion.state.territory.model import with_player

FIELD_WORDS = {
    "cost": tr("cost"),
    "one_time": tr("one-time effect"),
    "symbol": tr("chronicle symbol"),
    "kind": tr("kind"),
    "activation": tr("activation"),
}
"""Fields of a piece that can be told, and have no sentence of their own."""


def _player_seated(state: State, e: ev.PlayerSeated) -> State:
    return replace(state, players=(*state.players, Player(e.player, e.name, e.coins)))


def _words_of_player_seated(_state: State, e: ev.PlayerSeated) -> Message:
    return tr("{player} plays with {coins} coins", player=labels.colour(e.player), coins=e.coins)


def _player_named(state: State, e: ev.PlayerNamed) -> State:
    return with_player(state, e.player, name=e.name)


def _words_of_player_named(_state: State, e: ev.PlayerNamed) -> Message:
    return tr("{player} is called {name}", player=labels.colour(e.player), name=e.name)


def _die_chosen(state: State, e: ev.DieChosen) -> State:
    return replace(state, use_die=e.used)


def _words_of_die_chosen(_state: State, e: ev.DieChosen) -> Message:
    return tr("with the die") if e.used else tr("without the die")


def _worlds_end_chosen(state: State, e: ev.WorldsEndChosen) -> State:
    return replace(state, short_game=e.on_top)


def _words_of_worlds_end_chosen(_state: State, e: ev.WorldsEndChosen) -> Message:
    return tr("World's End on top of D") if e.on_top else tr("World's End in the middle of D")


def _house_rule_changed(state: State, e: ev.HouseRuleChanged) -> State:
    value = e.value if e.name == "difference_above_five" else bool(e.value)
    return replace(state, house=replace(state.house, **{e.name: value}))


def _words_of_house_rule_changed(_state: State, e: ev.HouseRuleChanged | ev.SwitchChanged) -> Message:
    return tr("house rule {rule} is now {n}", rule=literal(e.name), n=e.value)


def _fact_learned(state: State, e: ev.FactLearned) -> State:
    return replace(state, facts=learned(state.facts, e.fact), learned=(*state.learned, e.fact))


def _words_of_facts_learned(state: State, told: Sequence[ev.FactLearned]) -> Message | None:
    """What each piece is, each once; the number of spaces has its own sentence, a sticker's place needs none."""
    known: dict[str, dict[str, str | int | bool]] = {}
    for e in told:
        if e.fact.piece and e.fact.field != "is":
            known.setdefault(e.fact.piece, {})[e.fact.field] = e.fact.value
    lines = [line for id, fields in known.items() for line in _words_of_piece(the_tile(state.facts, id), fields)]
    lines += dict.fromkeys(_noted(state, e.fact.field) for e in told if "." in e.fact.field)
    return listed(lines) if lines else None


def _noted(state: State, fact: str) -> Message:
    """A fact that a chronicle asked for; what it says may be a secret."""
    slug, _, what = fact.partition(".")
    known = rules_of(state).library.expansions.get(slug)
    chronicle = known.name if known else literal(slug)
    told = next((id for id in state.facts.pieces if what.endswith(id)), "")
    if told:
        return tr(
            "{chronicle}: the companion knows {tile} now", chronicle=chronicle, tile=piece(state.facts, told)
        )
    return tr("{chronicle}: remembered for the next games too", chronicle=chronicle)


def _words_of_piece(tile: Message, known: dict[str, str | int | bool]) -> Iterator[Message]:
    """What was told of a piece: its kind in one sentence, then each other field, but not its letter."""
    if known.get("rebuild"):
        yield tr("{tile} is a rebuild tile", tile=tile)
    elif known.get("sort") == PERSON:
        yield tr("{tile} is a person", tile=tile)
    elif known.get("sort") == LANDMARK:
        yield tr("{tile} is a landmark tile", tile=tile)
    elif "sort" in known:
        yield tr("{tile} is a plain tile", tile=tile)
    elif "rebuild" in known:
        yield tr("{tile} is no rebuild tile", tile=tile)
    if "name" in known:
        yield tr("{tile} is called {name}", tile=tile, name=str(known["name"]))
    if "river" in known:
        yield (
            tr("the river runs through {tile}", tile=tile)
            if known["river"]
            else tr("{tile} has no river", tile=tile)
        )
    if "activation" in known:
        yield tr("what {tile} gives was entered", tile=tile)
    for field in known.keys() - {"sort", "rebuild", "deck", "name", "river", "activation"}:
        yield tr("{tile}: {what} entered", tile=tile, what=FIELD_WORDS.get(field) or literal(field))


def _chronicle_chosen(state: State, e: ev.ChronicleChosen) -> State:
    return with_chosen(state, e.slug, e.used)


def _words_of_chronicle_chosen(state: State, e: ev.ChronicleChosen) -> Message:
    chosen = rules_of(state).library.expansions.get(e.slug)
    name = chosen.name if chosen else literal(e.slug)
    return tr("with {chronicle}", chronicle=name) if e.used else tr("without {chronicle}", chronicle=name)


def _switch_changed(state: State, e: ev.SwitchChanged) -> State:
    return replace(state, switches={**state.switches, e.name: e.value})


def _spaces_counted(state: State, e: ev.SpacesCounted) -> State:
    return replace(state, spaces=e.spaces)


def _words_of_spaces_counted(state: State, e: ev.SpacesCounted) -> Message:
    now = tr("the rondel has {n} spaces", n=e.spaces)
    return instead_of_number(now, e.spaces, state.spaces or e.spaces)


def _play_began(state: State, _e: ev.PlayBegan) -> State:
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
    return replace(began, expansion_states={x.slug: x.state.begin(began) for x in expansions_of(began) if x.state})


def _words_of_play_began(_state: State, _e: ev.PlayBegan) -> Message:
    return tr("play begins")


def learned(facts: Facts, fact: Learned, who: str = "") -> Facts:
    """The facts with one more of them known; who: as in `Piece.said`."""
    if not fact.piece and fact.field not in Facts.__struct_fields__:
        return replace(facts, more={**facts.more, fact.field: fact.value})
    if not fact.piece:
        return replace(facts, **{fact.field: fact.value})
    if (
        fact.field == "is"
    ):  # says only on which piece a sticker is: the slot is free for the tile that it belongs to
        return facts
    piece = facts.pieces.get(fact.piece, Piece(fact.piece))
    in_words = IN_WORDS.get(fact.field)
    value = in_words(str(fact.value)) if in_words else fact.value
    told: dict[str, Any] = {PIECE_FIELDS[fact.field]: value, "said": {**piece.said, fact.field: who}}
    return replace(facts, pieces={**facts.pieces, fact.piece: replace(piece, **told)})


def costs_in_words(words: str) -> tuple[Cost, ...]:
    """ "coin 1, sheep 2" as costs; "" = it costs nothing."""
    parts = words.replace(",", " ").split()
    return tuple(Cost(what, int(n)) for what, n in zip(parts[::2], parts[1::2], strict=True))


IN_WORDS: dict[str, Callable[[str], object]] = {
    "cost": costs_in_words,
    "one_time": steps_in_words,
    "activation": steps_in_words,
}
"""Fields that are told in words, as an entry can hold them."""


def with_expansions(state: State) -> Facts:
    """The facts with the pieces that the chronicles bring."""
    facts = state.facts
    for expansion in expansions_of(state):
        if expansion.facts:
            facts = expansion.facts(facts, state)
    return in_order(with_told(facts))


def with_told(facts: Facts) -> Facts:
    """What the owner told of the chronicles' pieces, in earlier games or outside of play."""
    for name, value in facts.more.items():
        piece, _, field = name.removeprefix(TILE).partition(".")
        if name.startswith(TILE) and piece in facts.pieces and field in PIECE_FIELDS:
            who = str(facts.more.get(f"{SAID}{piece}.{field}", ""))
            facts = learned(facts, Learned(piece, field, value), who)
    return facts


ROWS = (
    EventRow(ev.PlayerSeated, _player_seated, history=_words_of_player_seated),
    EventRow(ev.PlayerNamed, _player_named, history=_words_of_player_named),
    EventRow(ev.DieChosen, _die_chosen, history=_words_of_die_chosen),
    EventRow(ev.WorldsEndChosen, _worlds_end_chosen, history=_words_of_worlds_end_chosen),
    EventRow(ev.HouseRuleChanged, _house_rule_changed, history=_words_of_house_rule_changed),
    EventRow(ev.FactLearned, _fact_learned, history_of_all=_words_of_facts_learned),
    EventRow(ev.ChronicleChosen, _chronicle_chosen, history=_words_of_chronicle_chosen),
    EventRow(ev.SwitchChanged, _switch_changed, history=_words_of_house_rule_changed),
    EventRow(ev.SpacesCounted, _spaces_counted, history=_words_of_spaces_counted),
    EventRow(ev.PlayBegan, _play_began, history=_words_of_play_began),
)
