"""Glen More II as the engine sees it: setup, decide, apply, view. The public interface of this package.

Combines the tables of the base game into a `Library` of rules. Installed expansions are passed in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.engine.event_text import answer_text
from companion.engine.game import CORRECTION, TABLE, Decision, TableInstruction, TapMeaning, TurnMark
from companion.engine.journal import Entry
from companion.engine.message import Message, tr
from companion.engine.offers import STALE, Answer, Question, Refusal
from companion.state.glen_more_2 import event_rows, questions, taps
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import view_builder as views
from companion.state.glen_more_2.actions import Resolution
from companion.state.glen_more_2.course import advance_course
from companion.state.glen_more_2.expansions import Expansion, ExpansionState
from companion.state.glen_more_2.facts import Facts, LearnedFact, sort_facts
from companion.state.glen_more_2.instructions import undo_instructions
from companion.state.glen_more_2.model import HouseRules, State
from companion.state.glen_more_2.ruleset import Library, expansions_of, rules_of, state_for_viewer
from companion.state.glen_more_2.ruleset import ordered_questions as questions_in_order
from companion.state.glen_more_2.text import scoring_text
from companion.state.glen_more_2.text.history_text import history_text, turn_text
from companion.state.glen_more_2.view import View
from companion.state.territory.model import OpenQuestion


def make_library(
    expansions: Iterable[Expansion] = (), order: Mapping[str, tuple[str, ...]] | None = None
) -> Library:
    """Return the base game with these expansions to choose from. Raises ValueError if two of them clash."""
    return Library(questions.QUESTION_KINDS, event_rows.EVENT_ROWS, expansions, order)


NO_FACTS = Facts({}, {}, {}, {})
NO_RULES: Any = None
OMITTED: Any = msgspec.UNSET
"""Value of a field that is not encoded at all."""
CORRECTION_QUESTION = OpenQuestion(CORRECTION, "correct")


class Setup(msgspec.Struct, frozen=True):
    """Setup of a game, stored in the first row of its journal."""

    facts: Facts
    """Facts of the box in force."""
    house: HouseRules
    """House rules."""
    names: tuple[str, ...] = ()
    """Player names of earlier games."""
    last_names: dict[str, str] = {}
    """Player names of the last game, by colour."""
    chronicles: tuple[str, ...] = ()
    """Slugs of the expansions that are on from the start."""
    switches: dict[str, int] = {}
    """House rules of expansions."""


SETUP_DECODER = msgspec.json.Decoder(Setup)
CANONICAL_ENCODER = msgspec.json.Encoder(order="deterministic")


def _expansion_states(state: State) -> list[ExpansionState[Any]]:
    """Return the state accessors of the expansions in play; none before play begins."""
    return [x.state for x in expansions_of(state) if x.state and x.state.is_in_play(state)]


class GlenMore2:
    """The game with the expansions of its library; implements `engine.game.Game`."""

    slug = "glen_more_2"
    rules_version = 1

    def __init__(self, installed: Library | None = None) -> None:
        """Create the game with a library; None: the base game alone."""
        self.library = installed or make_library()
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
        """Return the game's part of a new journal's first row."""
        made = Setup(facts, house_rules, tuple(names), dict(last_names or {}), tuple(chronicles), switches or {})
        return msgspec.Raw(msgspec.json.encode(made, order="deterministic"))

    def start(self, setup: msgspec.Raw) -> State:
        made = SETUP_DECODER.decode(setup)
        facts = sort_facts(made.facts)
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
        """Return the open questions: blocking ones first, then the others, the own ledger first."""
        return tuple(_build_question(state, opened) for opened in questions_in_order(state))

    def question(self, state: State, number: int) -> Question | None:
        opened = _find_open_question(state, number)
        return _build_question(state, opened) if opened else None

    def decide(self, state: State, answer: Answer) -> Decision | Refusal:
        """Return the events of an answer that is offered, otherwise a refusal with the rule and its values."""
        opened = _find_open_question(state, answer.question)
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
        advance_course(resolution)
        resolution.store_pending_steps()
        return Decision(tuple(resolution.events), resolution.state)

    def apply(self, state: State, event: ev.Event) -> State:
        return state.rules.apply(state, event)

    def tapped(self, state: State, piece: str) -> TapMeaning:
        return taps.tap_meaning(state, piece)

    def encode_events(self, events: Sequence[ev.Event]) -> bytes:
        return msgspec.json.encode(events)

    def decode_events(self, raw: bytes) -> tuple[ev.Event, ...]:
        decoded: tuple[ev.Event, ...] = self._events.decode(raw)
        return decoded

    def canonical(self, state: State) -> bytes:
        """Return the encoded state without facts (stored in the first row), texts and recent events."""
        kept = {x.slug: x.of(state) for x in _expansion_states(state)}
        bare = replace(state, rules=NO_RULES, facts=NO_FACTS, result=None, names=(), expansion_states=kept)
        return CANONICAL_ENCODER.encode(replace(bare, last_names=OMITTED, happened=OMITTED, story=OMITTED))

    def history_text(self, state: State, answer: Answer, events: Sequence[ev.Event]) -> Message:
        # A player who is seated in this entry is not yet in `state`, but the line names the player.
        seated = (e for e in events if isinstance(e, ev.PlayerSeated))
        line = history_text(reduce(self.apply, seated, state), events)
        if line is None:
            opened = _find_open_question(state, answer.question)
            return answer_text(_build_question(state, opened) if opened else None, answer)
        return tr("corrected: {what}", what=line) if answer.question == CORRECTION else line

    def turn(self, state: State, _answer: Answer | None = None) -> TurnMark:
        return TurnMark(state.turn.number, state.turn.figure)

    def turn_text(self, state: State, figure: str, events: Sequence[ev.Event]) -> Message:
        return turn_text(state, figure, events)

    def undo_instructions(self, state: State, events: Sequence[ev.Event]) -> tuple[TableInstruction, ...]:
        return undo_instructions.undo_instructions(state, events)

    def reconcile_table(
        self, old: State, new: State, gone: Sequence[ev.Event], came: Sequence[ev.Event]
    ) -> tuple[TableInstruction, ...]:
        return undo_instructions.reconcile_table(old, new, gone, came)

    def rescoring_text(self, gone: Sequence[ev.Event], came: Sequence[ev.Event]) -> Message | None:
        return scoring_text.rescoring_text(gone, came)

    # Used by the application beside the engine.

    def view(self, state: State, viewer: str) -> View:
        """Return what this viewer may see; without secrets of chronicles all viewers see the same."""
        return views.build_view(state_for_viewer(state, viewer))

    def unidentified(self, state: State, taken: AbstractSet[str]) -> tuple[str, ...]:
        return taps.unidentified_pieces(state, set(taken))

    def summary(self, state: State) -> dict[str, Any]:
        """Return the summary of what all players may see; secrets are included after the end."""
        return views.state_summary(state if self.finished(state) else state_for_viewer(state, TABLE))

    def view_of_export(self, entry: Entry) -> Entry:
        """Return an entry of a running game with secrets removed from its events and answer."""
        events = tuple(map(self._public, entry.events))
        if events == entry.events or not isinstance(entry.answer, Answer):
            return entry
        return replace(entry, answer=replace(entry.answer, offer="", values=()), events=events)

    def _public(self, event: ev.Event) -> ev.Event:
        public = self._rows[type(event)].public
        shown: ev.Event = public(event) if public else event
        return shown

    def learned(self, events: Sequence[ev.Event]) -> tuple[LearnedFact, ...]:
        return tuple(e.fact for e in events if isinstance(e, ev.FactLearned))

    def finished(self, state: State) -> bool:
        return state.phase == "over"


def _find_open_question(state: State, number: int) -> OpenQuestion | None:
    if number == CORRECTION:
        return CORRECTION_QUESTION
    return next((o for o in state.open if o.number == number), None)


def _build_question(state: State, opened: OpenQuestion) -> Question:
    return rules_of(state).kinds[opened.kind].question(state, opened)
