"""Schotten Totten as the engine sees it: start, decide, apply, view. The one door to this room."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.engine.game import CORRECTION, Decision, PutBack, TapMeaning, TurnMark
from companion.engine.message import Message, listed, tr
from companion.engine.offers import STALE, Answer, Question, Refusal
from companion.engine.row_words import history_lines, of_answer, put_back_lines
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten import taps
from companion.state.schotten_totten.course import run
from companion.state.schotten_totten.event_rows import EVENTS, TOLD_IN_SHORT, apply
from companion.state.schotten_totten.house_rules import HouseRules
from companion.state.schotten_totten.model import OpenQuestion, State
from companion.state.schotten_totten.put_right import put_right
from companion.state.schotten_totten.questions import KINDS
from companion.state.schotten_totten.resolution import Resolution

CORRECTING = OpenQuestion(CORRECTION, "correct")
ANY_EVENT: Any = reduce(or_, EVENTS)
DECODER = msgspec.json.Decoder(tuple[ANY_EVENT, ...])
CANONICAL = msgspec.json.Encoder(order="deterministic")


class Setup(msgspec.Struct, frozen=True):
    """What a game starts from."""

    house: HouseRules
    names: tuple[str, ...] = ()


class SchottenTotten:
    """Implements `engine.game.Game`."""

    slug = "schotten_totten"
    rules_version = 1

    def setup(self, house: HouseRules, names: Sequence[str] = ()) -> msgspec.Raw:
        """The game's part of a new journal's first row."""
        return msgspec.Raw(msgspec.json.encode(Setup(house, tuple(names)), order="deterministic"))

    def start(self, setup: msgspec.Raw) -> State:
        made = msgspec.json.decode(setup, type=Setup)
        seat = OpenQuestion(1, "seat")
        return State("setup", made.house, made.names, open=(seat,), asked=1)

    def questions(self, state: State) -> tuple[Question, ...]:
        return tuple(KINDS[each.kind].question(state, each) for each in taps.in_order(state))

    def question(self, state: State, number: int) -> Question | None:
        opened = _opened(state, number)
        return KINDS[opened.kind].question(state, opened) if opened else None

    def decide(self, state: State, answer: Answer) -> Decision | Refusal:
        """Events of an answer that is offered; a refusal with the rule and its values for any other."""
        opened = _opened(state, answer.question)
        if opened is None:
            return STALE
        kind = KINDS[opened.kind]
        against = kind.objection(state, opened, answer)
        if against and against.stands(answer):
            return against
        resolution = Resolution(state)
        if against:
            resolution.do(ev.Overruled(against.reason.rule))
        if not kind.stays_open and opened is not CORRECTING:
            resolution.do(ev.QuestionClosed(opened.number))
        kind.resolve(answer.offer)(resolution, opened, answer)
        run(resolution)
        return Decision(tuple(resolution.events), resolution.state)

    def apply(self, state: State, event: ev.Event) -> State:
        return apply(state, event)

    def tapped(self, state: State, piece: str) -> TapMeaning:
        return taps.tapped(state, piece)

    def encode_events(self, events: Sequence[ev.Event]) -> bytes:
        return msgspec.json.encode(events)

    def decode_events(self, raw: bytes) -> tuple[ev.Event, ...]:
        events: tuple[ev.Event, ...] = DECODER.decode(raw)
        return events

    def canonical(self, state: State) -> bytes:
        return CANONICAL.encode(replace(state, names=()))

    def history_text(self, state: State, answer: Answer, events: Sequence[ev.Event]) -> Message:
        lines = dict.fromkeys(history_lines(EVENTS, state, events))
        if not lines:
            return of_answer(self.question(state, answer.question), answer)
        line = listed(lines)
        return tr("corrected: {what}", what=line) if answer.question == CORRECTION else line

    def turn(self, state: State, answer: Answer | None = None) -> TurnMark:
        """A claim belongs to the turn of who claims, though the next one runs already (ST-CLM-01)."""
        claim = state.opened("claim") if answer else None
        if answer and claim and claim.number == answer.question and claim.player != state.to_move:
            return TurnMark(state.turn - 1, claim.player)
        return TurnMark(state.turn, state.to_move)

    def turn_text(self, state: State, _figure: str, events: Sequence[ev.Event]) -> Message:
        """What was shown is told by where it lies, a claim without its reason."""
        told = [
            event for event in events if not isinstance(event, ev.CardShown | ev.PlaceChosen | ev.TargetChosen)
        ]
        lines = dict.fromkeys(history_lines(TOLD_IN_SHORT, state, told))
        return listed(lines) if lines else tr("nothing was booked")

    def put_back(self, state: State, events: Sequence[ev.Event]) -> tuple[PutBack, ...]:
        return tuple(put_back_lines(EVENTS, state, events))

    def put_right(
        self, old: State, new: State, _gone: Sequence[ev.Event], _came: Sequence[ev.Event]
    ) -> tuple[PutBack, ...]:
        return put_right(old, new)

    def counted_again(self, gone: Sequence[ev.Event], came: Sequence[ev.Event]) -> Message | None:
        """The first round whose points another past decides otherwise."""
        before, after = ([e for e in past if isinstance(e, ev.RoundWon)] for past in (gone, came))
        if len(after) < len(before):
            return tr("A round is not over any more.")
        if any(one.points != other.points for one, other in zip(before, after, strict=False)):
            return tr("A round was won otherwise: its points are new.")
        return None

    def finished(self, state: State) -> bool:
        return state.stage == "over"


def _opened(state: State, number: int) -> OpenQuestion | None:
    if number == CORRECTION:
        return CORRECTING
    return next((o for o in state.open if o.number == number), None)
