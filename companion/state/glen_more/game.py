"""Glen More as a game of the engine: start, decide, apply, history, undo and rematch.

`GlenMore` is the entry point of the package. The functions above it set up a rematch and list the instructions
that make a table match an edited history.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from companion.engine.game import CORRECTION, TableInstruction, TurnMark
from companion.engine.history import History
from companion.engine.message import Message, join_list, tr, trn
from companion.engine.offers import EARLIER_NAME_PREFIX, NEW_NAME, Answer, Value
from companion.engine.table_game import CANONICAL, TableGame, encode_setup
from companion.state.glen_more import events as ev
from companion.state.glen_more import taps, text
from companion.state.glen_more.course import run_course
from companion.state.glen_more.event_rows import EVENTS, UNDO_SECRET_POINTS, apply
from companion.state.glen_more.model import EVENT_COUNTS, GOODS, Facts, HouseRules, State
from companion.state.glen_more.questions import KINDS
from companion.state.glen_more.questions.setup import HOUSE_WORDS, UNNAMED
from companion.state.glen_more.resolution import Resolution
from companion.state.glen_more.standings import are_points_hidden
from companion.state.glen_more.text import TERRITORY_WORDS, round_label
from companion.state.territory.corrections import reconcile_territories
from companion.state.territory.model import OpenQuestion


def next_rematch_answer(ended: History, now: State) -> Answer | None:
    """Return the next answer that sets up a new game like the ended one, or None if it is complete."""
    if seat := now.find_question("seat"):
        coming = ended.state.players[len(now.players) :]
        return Answer(seat.number, "seat", _named(now, coming[0].name)) if coming else Answer(seat.number, "done")
    start = now.find_question("start")
    if start and now.depth != ended.state.depth:
        return Answer(start.number, "depth", (ended.state.depth,))
    other = next(_differences(ended.state, now), "") if start else ""
    return Answer(start.number, "house", (other,)) if start and other else None


def _named(now: State, name: str) -> tuple[Value, ...]:
    if not name:
        return (UNNAMED,)
    return (f"{EARLIER_NAME_PREFIX}{name}",) if name in now.earlier_names else (NEW_NAME, name)


def _differences(ended: State, now: State) -> Iterator[str]:
    """Yield the names of the house rules that differ."""
    for field in msgspec.structs.fields(now.house):
        if field.name in HOUSE_WORDS and getattr(now.house, field.name) != getattr(ended.house, field.name):
            yield field.name


def seating_order(state: State) -> Message | None:
    """Return the order of the pawns at the start (G1-SET-03), or None without players."""
    if not state.players:
        return None
    return tr(
        "Pawns, the last first: {pawns}.", pawns=join_list(text.figure_label(state, p.id) for p in state.players)
    )


def reconcile_table(old: State, new: State) -> tuple[TableInstruction, ...]:
    """Return the instructions that turn the table of `old` into that of `new`; () if they are equal."""
    held, rest = (*_counts(old, new), *_held(old, new)), (*_market(old, new), *_rondel(old, new))
    lines = [[TableInstruction(line, is_forward=True) for line in part] for part in (held, rest)]
    return (*lines[0], *reconcile_territories(old, new, TERRITORY_WORDS), *lines[1])


def _counts(old: State, new: State) -> Iterator[Message]:
    before = {p.id: p for p in old.players}
    for now in new.players:
        was = before.get(now.id)
        for count in (*EVENT_COUNTS, "points"):
            field = "total" if count == "points" else count
            n = getattr(now, field)
            if was and getattr(was, field) != n:
                words = text.COUNT_WORDS[count]
                if count == "points" and are_points_hidden(new):
                    yield tr("{player}: points, as the own phone says", player=text.figure_label(new, now.id))
                    continue
                yield tr("{player}: {count} {n}", player=text.figure_label(new, now.id), count=words, n=n)


def _held(old: State, new: State) -> Iterator[Message]:
    for tile in new.facts.tiles:
        if (here := _holder(new, tile)) != _holder(old, tile) and here:
            name = text.piece_label(new.facts, tile)
            yield tr("{tile} to {player}", tile=name, player=text.figure_label(new, here))
    for card in new.facts.cards:
        if (here := _owner(new, card)) != _owner(old, card) and here:
            yield tr(
                "{tile} to {player}", tile=text.card_label(new.facts, card), player=text.figure_label(new, here)
            )


def _holder(state: State, tile: str) -> str:
    return next((p.id for p in state.players if tile in p.taken_tiles), "")


def _owner(state: State, card: str) -> str:
    return next((p.id for p in state.players if card in p.cards), "")


def _market(old: State, new: State) -> Iterator[Message]:
    for good in GOODS:
        n = new.market.get(good, 0)
        if old.market.get(good, 0) != n:
            words = text.GOODS_WORDS[good]
            yield trn("the {good} row: coins on {n} space", "the {good} row: coins on {n} spaces", n, good=words)


def _rondel(old: State, new: State) -> Iterator[Message]:
    if old.track == new.track or not new.track:
        return
    spaces = join_list(
        text.figure_label(new, space.figures[0])
        if space.figures
        else text.piece_label(new.facts, space.piece, space.deck)
        if space.has_tile
        else tr("a free space")
        for space in new.track
    )
    yield tr("The rondel, from behind: {spaces}", spaces=spaces)


NO_FACTS = Facts({}, {}, {}, ())


class Setup(msgspec.Struct, frozen=True):
    """The initial data of a game."""

    facts: Facts
    house: HouseRules
    names: tuple[str, ...] = ()


class GlenMore(TableGame[State]):
    """The game of 2010 at either depth; implements `engine.game.Game`."""

    slug = "glen_more"
    rules_version = 1
    correction = OpenQuestion(CORRECTION, "correct")

    def __init__(self) -> None:
        super().__init__(KINDS, EVENTS)

    def setup(self, facts: Facts, house: HouseRules, names: Sequence[str] = ()) -> msgspec.Raw:
        """Return the game's part of the first journal row."""
        plain = Facts(facts.tiles, facts.cards, facts.decks, facts.die_faces)
        return encode_setup(Setup(plain, house, tuple(names)))

    def start(self, setup: msgspec.Raw) -> State:
        made = msgspec.json.decode(setup, type=Setup)
        seat = OpenQuestion(1, "seat")
        return State(
            "setup", made.facts, made.house, earlier_names=made.names, open_questions=(seat,), question_count=1
        )

    ordered_questions = staticmethod(taps.open_questions)
    resolution = Resolution
    run_course = staticmethod(run_course)
    apply = staticmethod(apply)
    tap_meaning = staticmethod(taps.tap_meaning)

    def canonical(self, state: State) -> bytes:
        """Return the state as canonical JSON, without the facts, which the first journal row holds."""
        return CANONICAL.encode(replace(state, facts=NO_FACTS, earlier_names=()))

    def history_line(self, state: State, events: Sequence[ev.Event]) -> Message | None:
        """Return the line of the events of an entry; of a scoring without its individual points."""
        scoring = any(isinstance(event, ev.RoundScored) for event in events)
        shown = [event for event in events if not (scoring and isinstance(event, ev.PointsScored))]
        return super().history_line(state, shown)

    def turn(self, state: State, _answer: Answer | None = None) -> TurnMark:
        return TurnMark(state.turn.number, state.turn.figure)

    def turn_text(self, state: State, figure: str, events: Sequence[ev.Event]) -> Message:
        return super().turn_text(state, figure, [e for e in events if not isinstance(e, ev.TileLaid)])

    def undo_instructions(self, state: State, events: Sequence[ev.Event]) -> tuple[TableInstruction, ...]:
        lines = super().undo_instructions(state, events)
        # The number of gains would reveal something about secret points, so one instruction stands for all.
        return tuple(line for at, line in enumerate(lines) if line != UNDO_SECRET_POINTS or line not in lines[:at])

    def reconcile_table(
        self, old: State, new: State, _removed_events: Sequence[ev.Event], _new_events: Sequence[ev.Event]
    ) -> tuple[TableInstruction, ...]:
        return reconcile_table(old, new)

    def rescoring_text(self, removed_events: Sequence[ev.Event], new_events: Sequence[ev.Event]) -> Message | None:
        """Return a notice about the first scoring that must be repeated or whose points differ, or None."""
        before = {e.round: e.result for e in removed_events if isinstance(e, ev.RoundScored)}
        after = {e.round for e in new_events if isinstance(e, ev.RoundScored)}
        if again := next((each for each in before if each not in after), None):
            return tr("Asked again: {rounds}.", rounds=round_label(again))
        for event in new_events:
            if isinstance(event, ev.RoundScored) and before.get(event.round, event.result) != event.result:
                return tr("Scored again, with other points: {rounds}.", rounds=round_label(event.round))
        return None
