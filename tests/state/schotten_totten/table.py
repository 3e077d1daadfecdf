"""A table of Schotten Totten for tests: two players, cards and places by taps, stones laid out as a test wants."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.game import CORRECTION
from companion.engine.offers import Answer, Offer, Reason, Refusal, Value
from companion.scoring.schotten_totten.border import Side
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten.game import SchottenTotten
from companion.state.schotten_totten.house_rules import HouseRules
from companion.state.schotten_totten.model import BorderStone, OpenQuestion, State
from companion.state.schotten_totten.questions.place import place_value
from companion.state.schotten_totten.view import View, view_of

GAME = SchottenTotten()


class Table:
    """Ann at side A and Ben at side B; Ann begins. seated=False: nobody sits yet."""

    def __init__(self, *variants: str, rounds: int = 1, seated: bool = True, **house: Any) -> None:
        self.state: State = GAME.start(GAME.setup(HouseRules(**house)))
        self.events: list[Any] = []
        if seated:
            self.answers("seat", "seat", "new", "Ann")
            self.answers("seat", "seat", "new", "Ben")
            for each in variants:
                self.answers("start", "variant", each)
            if rounds > 1:
                self.answers("start", "rounds", rounds)
            self.answers("start", "go", "A")

    # ---- answers

    def number(self, kind: str) -> int:
        if kind == "correct":
            return CORRECTION
        opened = self.state.find_question(kind)
        assert opened, f"{kind} is not asked; open: {[o.kind for o in self.state.open_questions]}"
        return opened.number

    def offer(self, kind: str, name: str) -> Offer:
        question = GAME.question(self.state, self.number(kind))
        offer = question.offer(name) if question else None
        assert offer, f"{kind} offers no {name}"
        return offer

    def open_values(self, kind: str, name: str) -> list[str]:
        """The choices of an offer's first part that are open."""
        part: Any = self.offer(kind, name).parts[0]
        return [choice.value for choice in part.choices if not choice.closed]

    def answers(self, kind: str, name: str, *values: Value, anyway: bool = False) -> list[Any]:
        return self._give(Answer(self.number(kind), name, values, anyway))

    def refused(self, kind: str, name: str, *values: Value) -> Reason:
        made = GAME.decide(self.state, Answer(self.number(kind), name, values))
        assert isinstance(made, Refusal)
        return made.reason

    def _give(self, answer: Answer) -> list[Any]:
        made = GAME.decide(self.state, answer)
        assert not isinstance(made, Refusal), str(made.reason.text)
        again = self.state
        for event in made.events:
            again = GAME.apply(again, event)
        assert again == made.state
        assert GAME.decode_events(GAME.encode_events(made.events)) == made.events
        self.state, self.events = made.state, [*made.events]
        return self.events

    # ---- taps

    def taps(self, *pieces: str) -> list[Any]:
        """Each is taken as said."""
        for piece in pieces:
            (way,) = GAME.tap_meaning(self.state, piece).interpretations
            self._give(way.answer)
        return self.events

    def tap_refused(self, piece: str) -> Reason:
        """Why a tap isn't taken, with its rule."""
        (way,) = GAME.tap_meaning(self.state, piece).interpretations
        made = GAME.decide(self.state, way.answer)
        assert isinstance(made, Refusal)
        assert not made.is_soft
        return made.reason

    def lays(self, card: str, stone: int) -> list[Any]:
        """A card, then its place: of whoever is on turn."""
        return self.taps(card, f"place-{self.state.to_move.lower()}{stone}")

    def plays(self, *cards: str) -> None:
        """ "red-7:3 blue-2:1": each card at a stone, the players by turns."""
        for each in " ".join(cards).split():
            card, _, stone = each.partition(":")
            self.lays(card, int(stone))

    # ---- laid out

    def lies(self, stone: int, a: str = "", b: str = "", *, first: Side = "A", **more: Any) -> None:
        """What lies at a stone; where both sides are full, that of `first` was full earlier."""
        full = {"A": (1, 2), "B": (2, 1)}[first]
        laid = BorderStone(tuple(a.split()), tuple(b.split()), **more)
        since = {f"{side}_full": n for side, n in zip("ab", full, strict=True) if laid.is_full(_side(side))}
        stones = list(self.state.stones)
        stones[stone - 1] = replace(laid, **since)
        self.state = replace(self.state, stones=tuple(stones), plays=max(self.state.plays, 2))

    def on_turn(self, side: Side, claims: Side | None = None) -> None:
        """Who shows the next card, and who may claim."""
        numbers = (self.state.question_count + 1, self.state.question_count + 2)
        opened = [OpenQuestion(numbers[0], "play", side)]
        opened += [OpenQuestion(numbers[1], "claim", claims)] if claims else []
        self.state = replace(
            self.state, to_move=side, open_questions=tuple(opened), question_count=numbers[1], stage="turn"
        )

    def has_played(self, a: str = "", b: str = "") -> None:
        """Tactics cards of both."""
        ann, ben = self.state.players
        players = (replace(ann, tactics=tuple(a.split())), replace(ben, tactics=tuple(b.split())))
        self.state = replace(self.state, players=players)

    def sets(self, side: Side, **fields: Any) -> None:
        players = tuple(replace(p, **fields) if p.id == side else p for p in self.state.players)
        self.state = replace(self.state, players=players)

    # ---- what is seen

    def at(self, stone: int) -> str:
        """ "red-7 red-8 / blue-1"."""
        lying = self.state.stone(stone)
        return f"{' '.join(lying.a)} / {' '.join(lying.b)}".strip()

    @property
    def view(self) -> View:
        return view_of(self.state)

    def happened(self, kind: type[ev.Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


def _side(letter: str) -> Side:
    return "A" if letter == "a" else "B"


def place(stone: int, side: Side) -> str:
    """The value of a place in answers."""
    return place_value(stone, side)
