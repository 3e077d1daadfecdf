"""Glen More as the engine sees it: start, decide, apply, view. The one door to this room."""

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
from companion.state.glen_more import events as ev
from companion.state.glen_more import taps
from companion.state.glen_more.course import run
from companion.state.glen_more.event_rows import EVENTS, apply
from companion.state.glen_more.event_words import SECRET_BACK
from companion.state.glen_more.facts import Facts
from companion.state.glen_more.house_rules import HouseRules
from companion.state.glen_more.labels import round_words
from companion.state.glen_more.model import OpenQuestion, State
from companion.state.glen_more.put_right import put_right
from companion.state.glen_more.questions import KINDS
from companion.state.glen_more.resolution import Resolution

CORRECTING = OpenQuestion(CORRECTION, "correct")
NO_FACTS = Facts({}, {}, {}, ())


_KINDS: Any = reduce(or_, EVENTS)
DECODER = msgspec.json.Decoder(tuple[_KINDS, ...])
CANONICAL = msgspec.json.Encoder(order="deterministic")


class Setup(msgspec.Struct, frozen=True):
    """What a game starts from."""

    facts: Facts
    house: HouseRules
    names: tuple[str, ...] = ()


class GlenMore:
    """The game of 2010 at either depth; implements `engine.game.Game`."""

    slug = "glen_more"
    rules_version = 1

    def setup(self, facts: Facts, house: HouseRules, names: Sequence[str] = ()) -> msgspec.Raw:
        """The game's part of a new journal's first row."""
        plain = Facts(facts.tiles, facts.cards, facts.decks, facts.die_faces)
        return msgspec.Raw(msgspec.json.encode(Setup(plain, house, tuple(names)), order="deterministic"))

    def start(self, setup: msgspec.Raw) -> State:
        made = msgspec.json.decode(setup, type=Setup)
        seat = OpenQuestion(1, "seat")
        return State("setup", made.facts, made.house, names=made.names, open=(seat,), asked=1)

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
        decoded: tuple[ev.Event, ...] = DECODER.decode(raw)
        return decoded

    def canonical(self, state: State) -> bytes:
        """Without facts: the first row has them."""
        return CANONICAL.encode(replace(state, facts=NO_FACTS, names=()))

    def history_text(self, state: State, answer: Answer, events: Sequence[ev.Event]) -> Message:
        lines = dict.fromkeys(_lines(state, events))
        if not lines:
            return of_answer(self.question(state, answer.question), answer)
        line = listed(lines)
        return tr("corrected: {what}", what=line) if answer.question == CORRECTION else line

    def turn(self, state: State, _answer: Answer | None = None) -> TurnMark:
        return TurnMark(state.turn.number, state.turn.figure)

    def turn_text(self, state: State, _figure: str, events: Sequence[ev.Event]) -> Message:
        lines = dict.fromkeys(_lines(state, [e for e in events if not isinstance(e, ev.TileLaid)]))
        return listed(lines) if lines else tr("nothing was booked")

    def put_back(self, state: State, events: Sequence[ev.Event]) -> tuple[PutBack, ...]:
        lines = list(put_back_lines(EVENTS, state, events))
        # How many gains there were is as secret as the points.
        return tuple(line for at, line in enumerate(lines) if line != SECRET_BACK or line not in lines[:at])

    def put_right(
        self, old: State, new: State, _gone: Sequence[ev.Event], _came: Sequence[ev.Event]
    ) -> tuple[PutBack, ...]:
        return put_right(old, new)

    def counted_again(self, gone: Sequence[ev.Event], came: Sequence[ev.Event]) -> Message | None:
        """The first scoring that comes again and asks, or that both pasts have and that came out otherwise."""
        before = {e.round: e.result for e in gone if isinstance(e, ev.RoundScored)}
        after = {e.round for e in came if isinstance(e, ev.RoundScored)}
        if again := next((each for each in before if each not in after), None):
            return tr("Asked again: {rounds}.", rounds=round_words(again))
        for event in came:
            if isinstance(event, ev.RoundScored) and before.get(event.round, event.result) != event.result:
                return tr("Worked out anew, with other points: {rounds}.", rounds=round_words(event.round))
        return None

    def finished(self, state: State) -> bool:
        return state.stage == "over"


def _lines(state: State, events: Sequence[ev.Event]) -> list[Message]:
    """In a scoring the scoring is told, not each of its points."""
    scoring = any(isinstance(event, ev.RoundScored) for event in events)
    told = [event for event in events if not (scoring and isinstance(event, ev.PointsScored))]
    return [*history_lines(EVENTS, state, told)]


def _opened(state: State, number: int) -> OpenQuestion | None:
    if number == CORRECTION:
        return CORRECTING
    return next((o for o in state.open if o.number == number), None)
