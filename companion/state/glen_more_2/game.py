"""Glen More II as the engine sees it: start, decide, apply, view. The one door to this room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.engine.game import CORRECTION, TABLE, Decision, PutBack, TapMeaning, TurnMark
from companion.engine.journal import Entry
from companion.engine.message import Message, tr
from companion.engine.offers import STALE, Answer, Question, Refusal
from companion.engine.row_words import of_answer
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import put_back, put_right, scored_anew, taps
from companion.state.glen_more_2 import view_builder as views
from companion.state.glen_more_2.course import run
from companion.state.glen_more_2.expansions import ExpansionState
from companion.state.glen_more_2.facts import Facts, Learned, in_order
from companion.state.glen_more_2.history_text import history_text
from companion.state.glen_more_2.house_rules import HouseRules
from companion.state.glen_more_2.library import library
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ruleset import Library, expansions_of, rules_of, seen_by
from companion.state.glen_more_2.ruleset import in_order as questions_in_order
from companion.state.glen_more_2.turn_text import turn_text
from companion.state.glen_more_2.view import View

NO_FACTS = Facts({}, {}, {}, {})
NO_RULES: Any = None
LEFT_OUT: Any = msgspec.UNSET
"""A field with this value is not encoded at all."""
CORRECTING = OpenQuestion(CORRECTION, "correct")


class Setup(msgspec.Struct, frozen=True):
    """What a game starts from."""

    facts: Facts
    """The facts of the box in force."""
    house: HouseRules
    """The table's rulings."""
    names: tuple[str, ...] = ()
    """Names of earlier games."""
    last_names: dict[str, str] = {}
    """The names in the last game, by colour."""
    chronicles: tuple[str, ...] = ()
    """Slugs of the expansions that are on from the start."""
    switches: dict[str, int] = {}
    """House rules of expansions."""


SETUP_DECODER = msgspec.json.Decoder(Setup)
CANONICAL = msgspec.json.Encoder(order="deterministic")


def _kept_by(state: State) -> list[ExpansionState[Any]]:
    """What the expansions of this game keep of it; nothing before play begins."""
    return [x.state for x in expansions_of(state) if x.state and x.state.is_in(state)]


class GlenMore2:
    """The game at scorekeeper depth, with the expansions of its library; implements `engine.game.Game`."""

    slug = "glen_more_2"
    rules_version = 1

    def __init__(self, installed: Library | None = None) -> None:
        """installed: the base game alone where none is given."""
        self.library = installed or library()
        self._rows = {row.event: row for row in self.library.event_rows()}
        kinds: Any = reduce(or_, self._rows)
        self._events = msgspec.json.Decoder(tuple[kinds, ...])

    def setup(
        self,
        facts: Facts,
        house_rules: HouseRules,
        names: Sequence[str] = (),
        chronicles: Sequence[str] = (),
        switches: dict[str, int] | None = None,
        last_names: Mapping[str, str] | None = None,
    ) -> msgspec.Raw:
        """The game's part of a new journal's first row."""
        made = Setup(facts, house_rules, tuple(names), dict(last_names or {}), tuple(chronicles), switches or {})
        return msgspec.Raw(msgspec.json.encode(made, order="deterministic"))

    def start(self, setup: msgspec.Raw) -> State:
        made = SETUP_DECODER.decode(setup)
        facts = in_order(made.facts)
        seat = OpenQuestion(1, "seat")
        spaces = made.facts.rondel_spaces or 0
        ruleset = self.library.ruleset(made.chronicles)
        return State(
            "setup",
            ruleset,
            facts,
            made.house,
            names=made.names,
            last_names=made.last_names,
            spaces=spaces,
            open=(seat,),
            asked=1,
            chronicles=made.chronicles,
            switches={**made.house.more, **made.switches},
        )

    def questions(self, state: State) -> tuple[Question, ...]:
        """Open questions: what is put in front of people first, then what waits, the own ledger first."""
        return tuple(_question(state, opened) for opened in questions_in_order(state))

    def question(self, state: State, number: int) -> Question | None:
        opened = _opened(state, number)
        return _question(state, opened) if opened else None

    def decide(self, state: State, answer: Answer) -> Decision | Refusal:
        """Events of an answer that is offered; a refusal with the rule and its values for any other."""
        opened = _opened(state, answer.question)
        if opened is None:
            return STALE
        kind = rules_of(state).kinds[opened.kind]
        against = kind.objection(state, opened, answer)
        if against and against.stands(answer):
            return against
        resolution = Resolution(state)
        if against:
            resolution.do(ev.Overruled(against.reason.rule))
        if not kind.stays_open:
            resolution.close(opened)
        kind.resolve(answer.offer)(resolution, opened, answer)
        run(resolution)
        resolution.keep_waiting()
        return Decision(tuple(resolution.events), resolution.state)

    def apply(self, state: State, event: ev.Event) -> State:
        return state.rules.apply(state, event)

    def tapped(self, state: State, piece: str) -> TapMeaning:
        return taps.tapped(state, piece)

    def encode_events(self, events: Sequence[ev.Event]) -> bytes:
        return msgspec.json.encode(events)

    def decode_events(self, raw: bytes) -> tuple[ev.Event, ...]:
        decoded: tuple[ev.Event, ...] = self._events.decode(raw)
        return decoded

    def canonical(self, state: State) -> bytes:
        """Without facts (the first row has them; what was learned is in the state), words, what happened."""
        kept = {x.slug: x.of(state) for x in _kept_by(state)}
        bare = replace(state, rules=NO_RULES, facts=NO_FACTS, result=None, names=(), expansion_states=kept)
        return CANONICAL.encode(replace(bare, last_names=LEFT_OUT, happened=LEFT_OUT, story=LEFT_OUT))

    def history_text(self, state: State, answer: Answer, events: Sequence[ev.Event]) -> Message:
        # Who sits down in this entry is no player of `state` yet, and the line names players.
        seated = (e for e in events if isinstance(e, ev.PlayerSeated))
        line = history_text(reduce(self.apply, seated, state), events)
        if line is None:
            opened = _opened(state, answer.question)
            return of_answer(_question(state, opened) if opened else None, answer)
        return tr("corrected: {what}", what=line) if answer.question == CORRECTION else line

    def turn(self, state: State, _answer: Answer | None = None) -> TurnMark:
        return TurnMark(state.turn.number, state.turn.figure)

    def turn_text(self, state: State, figure: str, events: Sequence[ev.Event]) -> Message:
        return turn_text(state, figure, events)

    def put_back(self, state: State, events: Sequence[ev.Event]) -> tuple[PutBack, ...]:
        return put_back.put_back(state, events)

    def put_right(
        self, old: State, new: State, gone: Sequence[ev.Event], came: Sequence[ev.Event]
    ) -> tuple[PutBack, ...]:
        return put_right.put_right(old, new, gone, came)

    def counted_again(self, gone: Sequence[ev.Event], came: Sequence[ev.Event]) -> Message | None:
        return scored_anew.counted_again(gone, came)

    # ---- what the application needs beside

    def view(self, state: State, viewer: str) -> View:
        """What this viewer may see; where no chronicle has secrets every viewer sees the same."""
        return views.view_of(seen_by(state, viewer))

    def unidentified(self, state: State, taken: AbstractSet[str]) -> tuple[str, ...]:
        return taps.unidentified_pieces(state, set(taken))

    def summary(self, state: State) -> dict[str, Any]:
        """Of what everybody may see: until the end that is without secrets."""
        return views.summary(state if self.finished(state) else seen_by(state, TABLE))

    def view_of_export(self, entry: Entry) -> Entry:
        """An entry of a running game as everybody may see it: a secret is left out of events and answer."""
        events = tuple(map(self._public, entry.events))
        if events == entry.events or not isinstance(entry.answer, Answer):
            return entry
        return replace(entry, answer=replace(entry.answer, offer="", values=()), events=events)

    def _public(self, event: ev.Event) -> ev.Event:
        public = self._rows[type(event)].public
        shown: ev.Event = public(event) if public else event
        return shown

    def learned(self, events: Sequence[ev.Event]) -> tuple[Learned, ...]:
        return tuple(e.fact for e in events if isinstance(e, ev.FactLearned))

    def finished(self, state: State) -> bool:
        return state.phase == "over"


def _opened(state: State, number: int) -> OpenQuestion | None:
    if number == CORRECTION:
        return CORRECTING
    return next((o for o in state.open if o.number == number), None)


def _question(state: State, opened: OpenQuestion) -> Question:
    return rules_of(state).kinds[opened.kind].question(state, opened)
