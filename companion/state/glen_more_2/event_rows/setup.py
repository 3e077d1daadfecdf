"""Event rows of setup: players, house rules, facts, start of play, changes of players and mid-game setup."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.engine.event_rows import EventTable, Filler, LogChange, When, placeholder
from companion.engine.message import Message, join_list, literal, tr, trn
from companion.engine.table_game import unchanged_state
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.event_rows.common import FILLERS
from companion.state.glen_more_2.facts import (
    DECKS,
    ENTERED_PREFIX,
    GOODS,
    LANDMARK,
    PERSON,
    PIECE_FIELDS,
    TILE_PREFIX,
    Cost,
    Facts,
    LearnedFact,
    Piece,
    parse_steps,
    sort_facts,
)
from companion.state.glen_more_2.model import DIE, Deck, Player, State
from companion.state.glen_more_2.payment import filled_spaces_at_start
from companion.state.glen_more_2.rondel import rotate_track
from companion.state.glen_more_2.ruleset import expansions_of, rules_of, with_expansion
from companion.state.glen_more_2.text.labels import colour_label, figure_label, piece_label, tile_in_sentence
from companion.state.territory.grid import Cell
from companion.state.territory.model import OpenQuestion
from companion.state.territory.track import Space

FACT_FIELD_LABELS = {
    "cost": tr("cost"),
    "one_time": tr("one-time effect"),
    "symbol": tr("chronicle symbol"),
    "kind": tr("kind"),
    "activation": tr("activation"),
}
"""Labels of piece fields that have no sentence of their own."""


def _player_seated(state: State, e: ev.PlayerSeated) -> State:
    return replace(state, players=(*state.players, Player(e.player, e.name, e.coins)))


def _die_chosen(state: State, e: ev.DieChosen) -> State:
    return replace(state, use_die=e.used)


def _worlds_end_chosen(state: State, e: ev.WorldsEndChosen) -> State:
    return replace(state, short_game=e.on_top)


def _house_rule_changed(state: State, e: ev.HouseRuleChanged) -> State:
    value = e.value if e.name == "difference_above_five" else bool(e.value)
    return replace(state, house=replace(state.house, **{e.name: value}))


def _fact_learned(state: State, e: ev.FactLearned) -> State:
    return replace(state, facts=with_fact(state.facts, e.fact), learned_facts=(*state.learned_facts, e.fact))


def _history_of_facts_learned(state: State, told: Sequence[ev.FactLearned]) -> Message | None:
    """Return one text for all facts entered. The number of spaces and sticker assignments have other texts."""
    known: dict[str, dict[str, str | int | bool]] = {}
    for e in told:
        if e.fact.piece and e.fact.field != "is":
            known.setdefault(e.fact.piece, {})[e.fact.field] = e.fact.value
    lines = [
        line
        for id, fields in known.items()
        for line in _history_of_piece(tile_in_sentence(state.facts, id), fields)
    ]
    lines += dict.fromkeys(_chronicle_fact_text(state, e.fact.field) for e in told if "." in e.fact.field)
    return join_list(lines) if lines else None


def _chronicle_fact_text(state: State, fact: str) -> Message:
    """Return the text of a fact that a chronicle asked for, without its value, which may be a secret."""
    slug, _, what = fact.partition(".")
    known = rules_of(state).library.expansions.get(slug)
    chronicle = known.name if known else literal(slug)
    told = next((id for id in state.facts.pieces if what.endswith(id)), "")
    if told:
        return tr(
            "{chronicle}: the companion knows {tile} now", chronicle=chronicle, tile=piece_label(state.facts, told)
        )
    return tr("{chronicle}: remembered for the next games too", chronicle=chronicle)


def _history_of_piece(tile: Message, known: dict[str, str | int | bool]) -> Iterator[Message]:
    """Yield the kind of a piece in one sentence, then every other field except the deck."""
    if known.get("rebuild"):
        yield tr("{tile} is a rebuild tile", tile=tile)
    elif known.get("sort") == PERSON:
        yield tr("{tile} is a person", tile=tile)
    elif known.get("sort") == LANDMARK:
        yield tr("{tile} is a landmark tile", tile=tile)
    elif "sort" in known:
        yield tr("{tile} is a plain tile", tile=tile)
    elif "rebuild" in known:
        yield tr("{tile} is not a rebuild tile", tile=tile)
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
        yield tr("{tile}: {what} entered", tile=tile, what=FACT_FIELD_LABELS.get(field) or literal(field))


def _chronicle_chosen(state: State, e: ev.ChronicleChosen) -> State:
    return with_expansion(state, e.slug, e.used)


def _switch_changed(state: State, e: ev.ChronicleRuleChanged) -> State:
    return replace(state, switches={**state.switches, e.name: e.value})


def _spaces_counted(state: State, e: ev.SpacesCounted) -> State:
    return replace(state, spaces=e.spaces)


def _play_began(state: State, _e: ev.PlayBegan) -> State:
    state = replace(state, facts=facts_with_expansions(state))
    figures = [p.id for p in state.players] + ([DIE] if state.use_die else [])
    sizes = {letter: state.facts.decks[letter] + (letter == "D") for letter in DECKS}  # World's End is in D.
    decks = tuple(Deck(letter, size, size) for letter, size in sizes.items())
    began = replace(
        state,
        track=tuple(Space((figure,)) for figure in figures),
        decks=decks,
        deck="S",
        market=dict.fromkeys(GOODS, filled_spaces_at_start(len(state.players))),
    )
    return replace(began, expansion_states={x.slug: x.state.begin(began) for x in expansions_of(began) if x.state})


def with_fact(facts: Facts, fact: LearnedFact, who: str = "") -> Facts:
    """Return the facts with one more fact; `who` is its origin as in `Piece.said`."""
    if not fact.piece and fact.field not in Facts.__struct_fields__:
        return replace(facts, more={**facts.more, fact.field: fact.value})
    if not fact.piece:
        return replace(facts, **{fact.field: fact.value})
    if (
        fact.field == "is"
    ):  # The fact only says which piece a sticker is on; the slot remains free for another tile.
        return facts
    piece = facts.pieces.get(fact.piece, Piece(fact.piece))
    in_words = FACT_PARSERS.get(fact.field)
    value = in_words(str(fact.value)) if in_words else fact.value
    told: dict[str, Any] = {PIECE_FIELDS[fact.field]: value, "said": {**piece.said, fact.field: who}}
    return replace(facts, pieces={**facts.pieces, fact.piece: replace(piece, **told)})


def parse_costs(words: str) -> tuple[Cost, ...]:
    """Return the costs of a text such as "coin 1, sheep 2"; "" = free."""
    parts = words.replace(",", " ").split()
    return tuple(Cost(what, int(n)) for what, n in zip(parts[::2], parts[1::2], strict=True))


FACT_PARSERS: dict[str, Callable[[str], object]] = {
    "cost": parse_costs,
    "one_time": parse_steps,
    "activation": parse_steps,
}
"""Parsers of fields that an entry holds as text."""


def facts_with_expansions(state: State) -> Facts:
    """Return the facts with the pieces of the chronicles in play."""
    facts = state.facts
    for expansion in expansions_of(state):
        if expansion.facts:
            facts = expansion.facts(facts, state)
    return sort_facts(facts_with_owner_entries(facts))


def facts_with_owner_entries(facts: Facts) -> Facts:
    """Return the facts with those that the owner entered for pieces of chronicles."""
    for name, value in facts.more.items():
        piece, _, field = name.removeprefix(TILE_PREFIX).partition(".")
        if name.startswith(TILE_PREFIX) and piece in facts.pieces and field in PIECE_FIELDS:
            who = str(facts.more.get(f"{ENTERED_PREFIX}{piece}.{field}", ""))
            facts = with_fact(facts, LearnedFact(piece, field, value), who)
    return facts


def _chronicle_name(state: State, e: ev.ChronicleChosen) -> Message:
    chosen = rules_of(state).library.expansions.get(e.slug)
    return chosen.name if chosen else literal(e.slug)


row = EventTable[State]({**FILLERS, "player": lambda _s, e: colour_label(e.player), "n": "value"}).row
"""Players of these rows have no name yet."""
_RULE_CHANGED = tr("house rule {rule} is now {n}")
_RULE: dict[str, Filler] = {"rule": "name"}
SETUP_EVENT_ROWS = (
    row(ev.PlayerSeated, _player_seated, tr("{player} plays with {coins} coins")),
    row(ev.DieChosen, _die_chosen, When("used", tr("with the die"), tr("without the die"))),
    row(
        ev.WorldsEndChosen,
        _worlds_end_chosen,
        When("on_top", tr("World's End on top of D"), tr("World's End in the middle of D")),
    ),
    row(ev.HouseRuleChanged, _house_rule_changed, _RULE_CHANGED, fillers=_RULE),
    row(ev.FactLearned, _fact_learned, group_history=_history_of_facts_learned),
    row(
        ev.ChronicleChosen,
        _chronicle_chosen,
        When("used", tr("with {chronicle}"), tr("without {chronicle}")),
        fillers={"chronicle": _chronicle_name},
    ),
    row(ev.ChronicleRuleChanged, _switch_changed, _RULE_CHANGED, fillers=_RULE),
    row(
        ev.SpacesCounted,
        _spaces_counted,
        tr("the rondel has {n} spaces"),
        before=lambda s, _e: s.spaces or None,
        fillers={"n": "spaces"},
    ),
    row(ev.PlayBegan, _play_began, tr("play begins")),
)


FIELDS_WITH_PLAYER_IDS = (
    "discards",
    "track",
    "turn",
    "open_questions",
    "tiebreak_goods",
    "winners",
    "departed_players",
    "result",
    "expansion_states",
    "score_history",
    "turn_events",
)
"""Fields of a state that contain player ids, besides `players`."""


def _colour_changed(state: State, e: ev.ColourChanged) -> State:
    """Return the state with both colours exchanged in every player id."""
    names = {e.player: e.colour, e.colour: e.player}
    players = tuple(replace(p, id=names.get(p.id, p.id)) for p in state.players)
    told = {field: _replace_ids(getattr(state, field), names) for field in FIELDS_WITH_PLAYER_IDS}
    return replace(state, players=players, **told)


def _replace_ids(value: Any, names: Mapping[str, str]) -> Any:
    """Return the value with every id in it exchanged, at any depth."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, msgspec.Struct):
        fields = {field: _replace_ids(getattr(value, field), names) for field in value.__struct_fields__}
        return replace(value, **fields)
    if isinstance(value, Mapping):
        return {_replace_ids(key, names): _replace_ids(each, names) for key, each in value.items()}
    if isinstance(value, Cell):
        return value
    if isinstance(value, tuple | list | frozenset):
        return type(value)(_replace_ids(each, names) for each in value)
    return value


def _player_left(state: State, e: ev.PlayerLeft) -> State:
    line = tuple(replace(s, figures=tuple(f for f in s.figures if f != e.player)) for s in state.track)
    before = () if state.departed_players is msgspec.UNSET else state.departed_players
    return replace(
        state,
        track=rotate_track(line, state.spaces),
        departed_players=(*before, e.player),
        # The ledger of the player who left is closed; the turn's own questions end with the turn.
        open_questions=tuple(o for o in state.open_questions if o.player != e.player or o.kind != "ledger"),
    )


def _joined_late(state: State, e: ev.PlayerJoinedLate) -> State:
    joined = Player(e.player, "", e.coins)
    ledger = OpenQuestion(state.question_count + 1, "ledger", e.player)
    for expansion in expansions_of(state):
        if (own := expansion.state) and own.joined:
            state = own.put(state, own.joined(own.of(state), e.player))
    return replace(
        state,
        players=(*state.players, joined),
        track=(Space((e.player,)), *state.track),
        open_questions=(*state.open_questions, ledger),
        question_count=state.question_count + 1,
    )


def _enter_decks(state: State, e: ev.DeckEntered) -> State:
    at = DECKS.index(e.deck)
    left = {letter: e.left if letter == e.deck else 0 for letter in DECKS[: at + 1]}
    decks = tuple(replace(d, left=left.get(d.letter, d.left)) for d in state.decks)
    out = [letter for letter in DECKS[1:at] if letter != e.due]
    return replace(
        state, decks=decks, deck=e.deck, done_scorings=tuple(out), due_scorings=(e.due,) if e.due else ()
    )


def _enter_rondel(state: State, e: ev.RondelEntered) -> State:
    return replace(state, track=tuple(Space((who,) if who else (), "", deck) for who, deck in e.spaces))


_PLAYER, _COLOUR = placeholder("player"), placeholder("colour")
PLAYER_EVENT_ROWS = (
    row(
        ev.ColourChanged,
        _colour_changed,
        When(
            lambda s, e: any(p.id == e.colour for p in s.players),
            tr("{one} and {other} swap colours"),
            tr("{player} plays {colour} from now on", player=placeholder("one")),
        ),
        # Short enough for a small panel. Players move nothing, because only the companion had the wrong colour.
        log_change=When(
            lambda s, e: any(p.id == e.player for p in s.players),
            LogChange(action=tr("{one} and {other} swapped colours", one=_PLAYER, other=_COLOUR)),
            LogChange(action=tr("{one} is {other} now", one=_PLAYER, other=_COLOUR)),
        ),
        fillers={
            "one": lambda s, e: figure_label(s, e.player),
            "other": lambda s, e: figure_label(s, e.colour),
            "colour": lambda _s, e: colour_label(e.colour),
        },
    ),
    row(
        ev.PlayerLeft,
        _player_left,
        tr("{player} goes home: the pawn leaves the rondel, the points stay (house ruling)"),
        log_change=LogChange(action=tr("{player} goes home, the points stay")),
        undo=tr("The pawn of {player} back to where it stood"),
        fillers={"player": FILLERS["player"]},
    ),
    row(
        ev.PlayerJoinedLate,
        _joined_late,
        trn(
            "{player} joins with {n} coin, the pawn at the back (house ruling)",
            "{player} joins with {n} coins, the pawn at the back (house ruling)",
        ),
        # A die in use stays, though with three players it is optional (GM-SET-08, GM-SET-09).
        log_change=When(
            lambda s, _e: s.use_die,
            LogChange(action=tr("{joins}, the die plays on", joins=tr("{player} joins"))),
            LogChange(action=tr("{player} joins")),
        ),
        undo=tr("The pawn of {player} off the rondel"),
        fillers={"n": "coins"},
    ),
    row(ev.MidGameSetupBegan, unchanged_state, tr("set up in mid-game")),
    row(
        ev.DeckEntered,
        _enter_decks,
        trn("{n} tile is left in deck {deck}", "{n} tiles are left in deck {deck}"),
        fillers={"n": "left"},
    ),
    row(
        ev.RondelEntered,
        _enter_rondel,
        trn("{n} tile lies on the rondel", "{n} tiles lie on the rondel"),
        fillers={"n": lambda _s, e: sum(bool(deck) for _, deck in e.spaces)},
    ),
)
