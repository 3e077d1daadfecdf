"""The rules of a tiny made-up game: Ann puts stones into a heap and into two bowls, Bob bets on an odd heap.

It is here to prove that the engine knows no game, and to have every kind of question, part and rule in few lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import msgspec

from companion.engine.game import CORRECTION, Decision, Interpretation, PutBack, TapMeaning
from companion.engine.journal import SCHEMA, Header
from companion.engine.message import Message, literal, tr
from companion.engine.offers import (
    STALE,
    Amount,
    Answer,
    Choice,
    Offer,
    Pick,
    Question,
    Reason,
    Refusal,
    Text,
    why_not,
)

BOWLS = ("red", "blue")
FULL = 20
"""A heap above this ends the game."""
PIECES = {
    "stone": tr("A stone"),
    "shell": tr("A shell, worth two"),
    "pebble": tr("A pebble, worth nothing"),
}
"""All that can be tapped, command cards aside."""


class Heap(msgspec.Struct, frozen=True):
    """What the game keeps: the heap, two bowls, the turn, and what Bob bet this turn."""

    heap: int
    red: int = 0
    blue: int = 0
    turn: int = 1
    bet: str = ""
    note: str = ""


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stones: int
    colours: dict[str, int] = {}
    note: str = ""


class Event(msgspec.Struct, frozen=True, tag=True):
    """Base of all events."""


class StonesAdded(Event):
    stones: int


class StonesMoved(Event):
    bowl: str
    stones: int


class BetMade(Event):
    side: str


class HeapCorrected(Event):
    stones: int


class NoteMade(Event):
    words: str


class TurnEnded(Event):
    pass


AnyEvent = StonesAdded | StonesMoved | BetMade | HeapCorrected | NoteMade | TurnEnded


class CountingGame:
    """The game as the engine sees it."""

    slug = "counting"
    rules_version = 2
    oldest_rules = 2

    def start(self, setup: msgspec.Raw, _rules: int = 2) -> Heap:
        made = msgspec.json.decode(setup, type=Setup)
        return Heap(made.stones, note=made.note)

    def questions(self, state: Heap) -> tuple[Question, ...]:
        bet = (self._bet(state),) if state.heap % 2 and not state.bet else ()
        return (self._move(state), *bet)

    def question(self, state: Heap, number: int) -> Question | None:
        if number == CORRECTION:
            return self._correction()
        return next((q for q in self.questions(state) if q.number == number), None)

    def decide(self, state: Heap, answer: Answer) -> Decision | Refusal:
        events = self._events(state, answer)
        return events if isinstance(events, Refusal) else Decision(events, reduce(self.apply, events, state))

    def _events(self, state: Heap, answer: Answer) -> tuple[AnyEvent, ...] | Refusal:
        question = self.question(state, answer.question)
        if question is None:
            return STALE
        if reason := why_not(question, answer):
            return reason
        match (answer.offer, answer.values):
            case "add", (int(stones),):
                return StonesAdded(stones), TurnEnded()
            case "fill", (str(bowl), int(stones)):
                return StonesMoved(bowl, stones), TurnEnded()
            case "heap", (int(stones),):
                return (HeapCorrected(stones),)
            case "note", (str(words),):
                return (NoteMade(words),)
            case "double", ():
                return StonesAdded(state.heap), TurnEnded()
            case side, ():
                return (BetMade(side),)
        raise AssertionError(answer)

    def apply(self, state: Heap, event: AnyEvent) -> Heap:
        match event:
            case StonesAdded(stones):
                return msgspec.structs.replace(state, heap=state.heap + stones)
            case StonesMoved(bowl, stones):
                left = msgspec.structs.replace(state, heap=state.heap - stones)
                return msgspec.structs.replace(left, **{bowl: getattr(state, bowl) + stones})
            case BetMade(side):
                return msgspec.structs.replace(state, bet=side)
            case HeapCorrected(stones):
                return msgspec.structs.replace(state, heap=stones)
            case NoteMade(words):
                return msgspec.structs.replace(state, note=words)
            case TurnEnded():
                return msgspec.structs.replace(state, turn=state.turn + 1, bet="")

    def tapped(self, state: Heap, piece: str) -> TapMeaning:
        answer = {
            "stone": Answer(2 * state.turn, "add", (1,)),
            "shell": Answer(2 * state.turn, "add", (2,)),
            "card:double": Answer(2 * state.turn, "double"),
        }.get(piece)
        ways = (Interpretation(PIECES.get(piece, tr("Double")), answer),) if answer else ()
        return TapMeaning(literal(piece), None, ways)

    def encode_events(self, events: Sequence[AnyEvent]) -> bytes:
        return msgspec.json.encode(events)

    def decode_events(self, raw: bytes) -> tuple[AnyEvent, ...]:
        return msgspec.json.decode(raw, type=tuple[AnyEvent, ...])

    def canonical(self, state: Heap) -> bytes:
        return msgspec.json.encode(state, order="sorted")

    def history_text(self, state: Heap, answer: Answer, events: Sequence[AnyEvent]) -> Message:
        return tr("Turn {turn}: {what} ({n})", turn=state.turn, what=answer.offer, n=len(events))

    def put_back(self, state: Heap, events: Sequence[AnyEvent]) -> tuple[PutBack, ...]:
        added = [e.stones for e in events if isinstance(e, StonesAdded)]
        return tuple(
            PutBack(tr("{n} stones off the heap of {heap}", n=stones, heap=state.heap), "stone")
            for stones in added
        )

    def _move(self, state: Heap) -> Question:
        few = Reason("CG-02", tr("The heap has {n} stones.", n=state.heap)) if state.heap < 1 else None
        much = Reason("CG-03", tr("The heap has {n} stones already.", n=state.heap)) if state.heap > 9 else None
        stones = Amount("stones", tr("How many?"), 1, max(1, state.heap), 1)
        bowls = tuple(Choice(bowl, literal(bowl), then=(stones,)) for bowl in BOWLS)
        offers = (
            Offer("add", tr("Add stones"), (Amount("stones", tr("How many?"), 1, 3, 2),)),
            Offer("fill", tr("Fill a bowl"), (Pick("bowl", tr("Which?"), bowls),), closed=few),
            Offer("double", tr("Double the heap"), caution=much),
        )
        return Question(2 * state.turn, "move", tr("Your move?"), offers, asked="Ann", non_blocking=True)

    def _bet(self, state: Heap) -> Question:
        offers = (Offer("more", tr("It grows")), Offer("less", tr("It shrinks")))
        return Question(2 * state.turn + 1, "bet", tr("What do you bet?"), offers, asked="Bob", secret="Bob")

    def _correction(self) -> Question:
        heap = Offer("heap", tr("Set the heap"), (Amount("stones", tr("How many?"), 0, 99, 0),))
        note = Offer("note", tr("A note"), (Text("words", tr("Which words?")),))
        return Question(CORRECTION, "correction", tr("What is wrong?"), (heap, note))


GAME = CountingGame()


def header(stones: int = 4) -> Header:
    return Header(SCHEMA, GAME.slug, GAME.rules_version, msgspec.Raw(b'{"stones":%d}' % stones))


def game_of(slug: str) -> CountingGame:
    """The game with that name; KeyError when there is none."""
    return {GAME.slug: GAME}[slug]


def add(history_turn: int, stones: int = 1) -> Answer:
    """Ann puts stones on the heap in that turn."""
    return Answer(2 * history_turn, "add", (stones,))


def fill(turn: int, bowl: str, stones: int) -> Answer:
    return Answer(2 * turn, "fill", (bowl, stones))


def bet(turn: int, side: str) -> Answer:
    return Answer(2 * turn + 1, side)


def heap(stones: int) -> Answer:
    return Answer(CORRECTION, "heap", (stones,))
