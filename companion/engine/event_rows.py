"""The event table of a game: for every event its effect on the state, its texts and its undo instruction.

`EventTable` makes the rows from templates, messages whose placeholders are filled from the fields of the event.
The functions below it read the rows: history lines and undo instructions of an entry. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from string import Formatter
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from companion.engine.game import TableInstruction
from companion.engine.message import Message, join_list, literal, tr
from companion.engine.offers import Answer, Part, Question, Value, parts_with_values, value_text

S = TypeVar("S")


class LogChange(msgspec.Struct, frozen=True, kw_only=True):
    """What an event changed, as short as a table row; joined with other changes of the same player and cause."""

    action: Message | None = None
    """What was done, shown first; None if the change is shown first."""
    change: Message | None = None
    """What the counts gained or lost; None if only the action is shown."""
    cause: Message | None = None
    """Where a change without an action came from."""
    player: str = ""
    """The player whose counts changed; "" for none."""
    money: int = 0
    """The money in the change, for displays that have no space for its text."""
    points: int = 0
    """The points in the change, for displays that have no space for its text."""
    joins: bool = False
    """True if it belongs to the preceding action of the same player."""


class EventRow(msgspec.Struct, Generic[S], frozen=True):
    """One row: the effect of an event and its texts."""

    event: type[Any]
    apply: Callable[[S, Any], S]
    """Returns the state after the event."""
    history: Callable[[S, Any], Message | None] | None = None
    """Its history line; None if another event of the same entry covers it."""
    short_history: Callable[[S, Any], Message] | None = None
    """Short form without the player's name, used after another line about the same player. None: repeat `history`.
    """
    group_history: Callable[[S, Sequence[Any]], Message | None] | None = None
    """One line for all such events of an entry, at the end of its history line, instead of `history`."""
    log_change: Callable[[S, Any], LogChange | None] | None = None
    """What it changed, for the turn log; None for nothing that players must know."""
    missing_entry: Callable[[S, Any], Message | None] | None = None
    """What players must still enter because of it; shown before everything else that is to be entered."""
    ends_turn: bool = False
    """True if it belongs to the end of a turn: it is also shown in the next turn until that has begun."""
    undo_instructions: Callable[[S, Any], TableInstruction | None] | None = None
    """What players must do when it is undone; None for nothing."""
    undo_group: Callable[[Any], str] | None = None
    """Key of the events that share one undo instruction, placed where the first of them is; "" for none."""
    group_undo_instructions: Callable[[S, Sequence[Any]], TableInstruction | None] | None = None
    """One undo instruction for a group of events; None if they cancel out."""
    public: Callable[[Any], Any] | None = None
    """Returns the public version of an event that contains a secret; None if all of it is public."""


EventRows = Mapping[type[Any], EventRow[Any]]


class When(NamedTuple):
    """Two templates, of which the event or the state selects one; None for no text."""

    condition: str | Callable[[Any, Any], object]
    """A field of the event, or a function of state and event; a true value selects `then`."""
    then: Template | None
    otherwise: Template | None = None


Template = Message | LogChange | TableInstruction | When | Callable[[Any, Any], Any]
"""A text with placeholders, a struct of such texts, a choice, or a function that returns the text."""
_TEMPLATES = (Message, LogChange, TableInstruction, When)
Filler = str | Message | When | Callable[[Any, Any], Any]
"""What fills a placeholder: the event's field of that name, another template, or a function of state and event."""
Read = Callable[[Any, Any], Any]


def placeholder(name: str) -> Message:
    """Return the template that is only what fills this placeholder."""
    return Message(f"{{{name}}}")


class EventTable(Generic[S]):
    """Makes the event rows of one game from templates.

    A placeholder is filled by its value if that is another template, else by the filler of its name (the row's own
    before the game's), else by the event's field. In a sentence that depends on a number, `{n}` is that number.
    "{field}" in a struct is the event's field.
    """

    def __init__(self, fillers: Mapping[str, Filler]) -> None:
        self.fillers = dict(fillers)

    def row(
        self,
        event: type[Any],
        apply: Callable[[S, Any], S],
        history: Template | None = None,
        *,
        short_history: Template | None = None,
        log_change: Template | None = None,
        missing_entry: Template | None = None,
        undo: Template | None = None,
        before: Read | None = None,
        corrects: str | None = "n",
        fillers: Mapping[str, Filler] | None = None,
        **rest: Any,
    ) -> EventRow[S]:
        """Return the row of an event. Its texts raise ValueError if nothing fills a placeholder.

        undo: template of the undo instruction. before: returns the earlier value of a correction, which ends the
        history line unless it is None or the value of the placeholder `corrects` (None: of no placeholder). rest:
        fields of `EventRow` that are no templates.
        """
        templates = _Templates(event, {**self.fillers, **(fillers or {})})
        if before and history:
            value = _at_first_call(partial(templates.reader, corrects)) if corrects else _nothing
            history = _corrected(_at_first_call(partial(templates.function, history)), before, value)
        made: dict[str, Any] = {
            "history": history,
            "short_history": short_history,
            "log_change": log_change,
            "missing_entry": missing_entry,
        }
        for name, template in made.items():
            if isinstance(template, _TEMPLATES):
                made[name] = _at_first_call(partial(templates.function, template))
        if undo is not None:
            made["undo_instructions"] = _as_instruction(_at_first_call(partial(templates.function, undo)))
        return EventRow(event, apply, **made, **rest)


def _at_first_call(make: Callable[[], Read]) -> Read:
    """Return a function that is made when it is called first, so that an import makes none."""
    made: Read | None = None

    def read(state: Any, event: Any) -> Any:
        nonlocal made
        if made is None:
            made = make()
        return made(state, event)

    return read


def _nothing(_state: Any, _event: Any) -> None:
    """Return no text."""


def _corrected(fill: Read, before: Read, value: Read) -> Read:
    """Return the function with the earlier value added to a text if it differs."""

    def corrected(state: Any, event: Any) -> Message:
        now: Message = fill(state, event)
        earlier = before(state, event)
        if earlier is None or earlier == value(state, event):
            return now
        return tr("{now}, not {before}", now=now, before=earlier)

    return corrected


def _as_instruction(fill: Read) -> Read:
    """Return the function with a plain text made an instruction."""

    def instruction(state: Any, event: Any) -> TableInstruction | None:
        filled = fill(state, event)
        return TableInstruction(filled) if isinstance(filled, Message) else filled

    return instruction


class _Templates(NamedTuple):
    """Makes functions of one event's templates. fillers: all that may fill a placeholder, by name."""

    event: type[Any]
    fillers: Mapping[str, Filler]

    def function(self, template: Template | None) -> Read:
        """Return the function that returns the filled template for a state and an event."""
        match template:
            case None:
                return _nothing
            case Message():
                return self._message(template)
            case When(condition, then, otherwise):
                yes, no = self.function(then), self.function(otherwise)
                is_met = self._field_read(condition) if isinstance(condition, str) else condition
                return lambda state, event: (yes if is_met(state, event) else no)(state, event)
            case LogChange() | TableInstruction():
                return self._struct(template)
        return template

    def _message(self, template: Message) -> Read:
        text, plural, count = template.text, template.plural, template.count
        has_number = bool(plural and not count)
        values = {name: each for name, each in template.values if not (has_number and name == "n")}
        given = tuple((name, each) for name, each in values.items() if not isinstance(each, Message))
        reads = []
        for name in dict.fromkeys(name for form in (text, plural) for name in _placeholders(form)):
            value = values.get(name)
            if isinstance(value, Message):
                reads.append((name, self._message(value)))
            elif value is None:
                reads.append((name, self.reader(name[0].lower() + name[1:])))
        if not (reads or has_number):
            return lambda _state, _event: template
        if text == f"{{{reads[0][0]}}}":
            return _only(text, *reads[0])
        number = self.reader("n") if has_number else lambda _state, _event: count

        def fill(state: Any, event: Any) -> Message:
            values = [*given]
            for name, read in reads:
                values.append((name, read(state, event)))
            return Message(text, tuple(values), plural, number(state, event))

        return fill

    def _struct(self, template: LogChange | TableInstruction) -> Read:
        reads: dict[str, Read] = {}
        for name in template.__struct_fields__:
            value = getattr(template, name)
            if isinstance(value, Message):
                reads[name] = self._message(value)
            elif isinstance(value, str) and "{" in value:
                reads[name] = self._field_text(value)

        def fill(state: Any, event: Any) -> Any:
            return replace(template, **{name: read(state, event) for name, read in reads.items()})

        return fill

    def _field_text(self, text: str) -> Read:
        names = [self._field(name) for name in _placeholders(text)]
        return lambda _state, event: text.format(**{name: getattr(event, name) for name in names})

    def reader(self, name: str) -> Read:
        """Return the function that returns what fills a placeholder."""
        filler = self.fillers.get(name, name)
        return self._field_read(filler) if isinstance(filler, str) else self.function(filler)

    def _field_read(self, name: str) -> Read:
        field = self._field(name)
        return lambda _state, event: getattr(event, field)

    def _field(self, name: str) -> str:
        """Return the name of a field of the event. Raises ValueError if it has none of that name."""
        if name not in self.event.__struct_fields__:
            raise ValueError(f"{self.event.__name__}: nothing fills {name}")
        return name


def _only(text: str, name: str, read: Read) -> Read:
    """Return the function of a template that is one placeholder: the text that fills it."""

    def only(state: Any, event: Any) -> Message:
        value = read(state, event)
        return value if isinstance(value, Message) else Message(text, ((name, value),))

    return only


def _placeholders(text: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(text) if name]


def history_lines(rows: EventRows, state: Any, events: Sequence[Any]) -> Iterator[Message]:
    """Yield the history lines of one entry: event by event, then one line for each kind with `group_history`.

    A player's name is not repeated in consecutive lines about that player.
    """
    together: dict[type[Any], list[Any]] = {}
    named = ""
    for event in events:
        row = rows[type(event)]
        if row.group_history:
            together.setdefault(type(event), []).append(event)
        elif row.history and (line := row.history(state, event)) is not None:
            player = getattr(event, "player", "")
            yield row.short_history(state, event) if row.short_history and player == named != "" else line
            named = player
    for kind, same in together.items():
        words = rows[kind].group_history
        if words and (line := words(state, same)) is not None:
            yield line


def history_line(rows: EventRows, state: Any, events: Sequence[Any]) -> Message | None:
    """Return the history lines of one entry as one text, each once; None if there is none."""
    lines = dict.fromkeys(history_lines(rows, state, events))
    return join_list(lines) if lines else None


def answer_text(question: Question | None, answer: Answer) -> Message:
    """Return the history line of an answer without events: the question and the chosen offer."""
    offer = question.offer(answer.offer) if question else None
    if question is None or offer is None:
        return literal(answer.offer)
    if question.secret:
        return tr("answered in secret")
    if offer.label == question.text and answer.values:
        return join_list(_part_text(part, value) for part, value in parts_with_values(offer.parts, answer.values))
    if question.non_blocking or not question.text.text.endswith("?"):
        return offer.label
    return tr("{question} {answer}", question=question.text, answer=offer.label)


def _part_text(part: Part, value: Value) -> Message:
    return tr("{question} {answer}", question=part.text, answer=value_text(part, value))


def collect_undo_instructions(rows: EventRows, state: Any, events: Sequence[Any]) -> Iterator[TableInstruction]:
    """Yield the undo instructions for `events`, which are in undo order, the last first.

    Events of one undo group share one instruction, placed where the first of them is. Events of several kinds
    share it if their rows have the same `group_undo_instructions`.
    """
    grouped = [(event, rows[type(event)], _group_key(rows[type(event)], event)) for event in events]
    done = set()
    for event, row, group in grouped:
        if group and row.group_undo_instructions:
            words = row.group_undo_instructions
            if (words, group) not in done:
                done.add((words, group))
                same = [
                    each for each, other, its in grouped if other.group_undo_instructions is words and its == group
                ]
                if line := words(state, same):
                    yield line
        elif row.undo_instructions and (line := row.undo_instructions(state, event)):
            yield line


def _group_key(row: EventRow[Any], event: Any) -> str:
    return row.undo_group(event) if row.undo_group else ""
