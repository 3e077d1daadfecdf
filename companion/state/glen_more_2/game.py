"""Glen More II as the engine sees it: setup, decide, apply, view. The public interface of this package.

Combines the tables of the base game into a `Library` of rules. Installed expansions are passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from functools import reduce
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.engine.game import CORRECTION, TABLE_VIEWER, MissingPart, TurnMark
from companion.engine.journal import Entry
from companion.engine.message import Message
from companion.engine.offers import Answer
from companion.engine.table_game import CANONICAL, TableGame, encode_setup
from companion.state.glen_more_2 import event_rows, questions, taps
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import view_builder as views
from companion.state.glen_more_2.actions import QuestionKind, Resolution
from companion.state.glen_more_2.course import advance_course
from companion.state.glen_more_2.expansions import Expansion, ExpansionListing, ExpansionState
from companion.state.glen_more_2.facts import Facts, LearnedFact, sort_facts
from companion.state.glen_more_2.instructions import reconcile_table as undo
from companion.state.glen_more_2.model import HouseRules, State
from companion.state.glen_more_2.ruleset import (
    HookOrder,
    Library,
    expansions_of,
    loaded_already,
    ordered_questions,
    rules_of,
    state_for_viewer,
)
from companion.state.glen_more_2.text import scoring_text
from companion.state.glen_more_2.text.history_text import history_text, turn_text
from companion.state.glen_more_2.view import View
from companion.state.territory.model import OpenQuestion


def make_library(
    expansions: Iterable[ExpansionListing] = (),
    order: Callable[[], HookOrder] = dict,
    load: Callable[[ExpansionListing], Expansion] = loaded_already,
) -> Library:
    """Return the base game with these expansions to choose from. Raises ValueError if two of them clash."""
    return Library(questions.QUESTION_KINDS, event_rows.EVENT_ROWS, expansions, order, load)


NO_FACTS = Facts({}, {}, {}, {})
NO_RULES: Any = None
OMITTED_FIELD: Any = msgspec.UNSET
"""Value of a field that is not encoded at all."""


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


def _expansion_states(state: State) -> list[ExpansionState[Any]]:
    """Return the state accessors of the expansions in play; none before play begins."""
    return [x.state for x in expansions_of(state) if x.state and x.state.is_in_play(state)]


class GlenMore2(TableGame[State]):
    """The game with the expansions of its library; implements `engine.game.Game`."""

    slug = "glen_more_2"
    rules_version = 1
    correction = OpenQuestion(CORRECTION, "correct")

    def __init__(self, installed: Library | None = None) -> None:
        """Create the game with a library; None: the base game alone."""
        self.library = installed or make_library()
        super().__init__({}, self.library.rows)

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
        return encode_setup(made)

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
            earlier_names=made.names,
            last_names=made.last_names,
            spaces=spaces,
            open_questions=(seat,),
            question_count=1,
            chronicles=made.chronicles,
            switches={**made.house.more, **made.switches},
        )

    def kinds_in(self, state: State) -> Mapping[str, QuestionKind]:
        return rules_of(state).kinds

    ordered_questions = staticmethod(ordered_questions)
    resolution = Resolution

    def run_course(self, resolution: Resolution) -> None:
        advance_course(resolution)
        resolution.store_pending_steps()

    def apply(self, state: State, event: ev.Event) -> State:
        return state.rules.apply(state, event)

    tap_meaning = staticmethod(taps.tap_meaning)

    def canonical(self, state: State) -> bytes:
        """Return the encoded state without facts (stored in the first row), texts and recent events."""
        kept = {x.slug: x.of(state) for x in _expansion_states(state)}
        bare = replace(state, rules=NO_RULES, facts=NO_FACTS, result=None, earlier_names=(), expansion_states=kept)
        return CANONICAL.encode(
            replace(bare, last_names=OMITTED_FIELD, turn_events=OMITTED_FIELD, score_history=OMITTED_FIELD)
        )

    def decode_events(self, raw: bytes) -> tuple[ev.Event, ...]:
        try:
            events = super().decode_events(raw)
        except msgspec.ValidationError:
            known = len(self.rows)
            self.library.all_expansions()  # A game that was set up with chronicles does not name them before.
            if len(self.rows) == known:
                raise
            events = super().decode_events(raw)
        for event in events:
            if isinstance(event, ev.ChronicleChosen):  # Its own events follow.
                with suppress(MissingPart):  # The journal is refused where they cannot be decoded.
                    self.library.expansion(event.slug)
        return events

    def history_line(self, state: State, events: Sequence[ev.Event]) -> Message | None:
        # A player who is seated in this entry is not yet in `state`, but the line names the player.
        seated = (e for e in events if isinstance(e, ev.PlayerSeated))
        return history_text(reduce(self.apply, seated, state), events)

    def turn(self, state: State, _answer: Answer | None = None) -> TurnMark:
        return TurnMark(state.turn.number, state.turn.figure)

    def turn_text(self, state: State, figure: str, events: Sequence[ev.Event]) -> Message:
        return turn_text(state, figure, events)

    undo_instructions = staticmethod(undo.undo_instructions)
    reconcile_table = staticmethod(undo.reconcile_table)
    rescoring_text = staticmethod(scoring_text.rescoring_text)

    # Used by the application beside the engine.

    def view(self, state: State, viewer: str) -> View:
        """Return what this viewer may see; without secrets of chronicles all viewers see the same."""
        return views.build_view(state_for_viewer(state, viewer))

    def unidentified_pieces(self, state: State, taken: AbstractSet[str]) -> tuple[str, ...]:
        return taps.unidentified_pieces(state, set(taken))

    def summary(self, state: State) -> dict[str, Any]:
        """Return the summary of what all players may see; secrets are included after the end."""
        return views.state_summary(state if self.is_finished(state) else state_for_viewer(state, TABLE_VIEWER))

    def view_of_export(self, entry: Entry) -> Entry:
        """Return an entry of a running game with secrets removed from its events and answer."""
        events = tuple(map(self._public, entry.events))
        if events == entry.events or not isinstance(entry.answer, Answer):
            return entry
        return replace(entry, answer=replace(entry.answer, offer="", values=()), events=events)

    def _public(self, event: ev.Event) -> ev.Event:
        public = self.rows[type(event)].public
        shown: ev.Event = public(event) if public else event
        return shown

    def learned_facts(self, events: Sequence[ev.Event]) -> tuple[LearnedFact, ...]:
        return tuple(e.fact for e in events if isinstance(e, ev.FactLearned))

    def is_finished(self, state: State) -> bool:
        return state.phase == "over"
