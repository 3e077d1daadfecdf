"""A table of Glen More for tests: answers by their names, the rondel as a line of words."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.game import CORRECTION, Decision
from companion.engine.offers import Answer, Offer, Refusal, Value
from companion.games.glen_more.catalogue import load_catalogue
from companion.state.glen_more import events as ev
from companion.state.glen_more.game import GlenMore
from companion.state.glen_more.model import DIE, HouseRules, Player, State
from companion.state.glen_more.view import View, view_of
from companion.state.territory.track import Space

GAME = GlenMore()


class Table:
    """Players "p1" to "p5" at a game that was just laid out, or is in its set-up (players=0)."""

    def __init__(self, players: int = 3, **house: bool) -> None:
        self.state: State = GAME.start(GAME.setup(load_catalogue(), HouseRules(**house)))
        self.events: list[Any] = []
        if players:
            self.sits(players)
            self.answers("start", "go")
            self.answers("layout", "laid_out")

    def sits(self, players: int) -> None:
        for _ in range(players):
            self.answers("seat", "seat", "unnamed")
        self.answers("seat", "done")

    def number(self, kind: str) -> int:
        opened = self.state.find_question(kind)
        assert opened, f"{kind} is not asked; open: {[o.kind for o in self.state.open_questions]}"
        return opened.number

    def offer(self, kind: str, name: str) -> Offer:
        question = GAME.question(self.state, CORRECTION if kind == "correct" else self.number(kind))
        assert question
        offer = question.offer(name)
        assert offer, f"{kind} offers no {name}"
        return offer

    def decide(self, kind: str, name: str, *values: Value, anyway: bool = False) -> Decision | Refusal:
        number = CORRECTION if kind == "correct" else self.number(kind)
        return GAME.decide(self.state, Answer(number, name, values, anyway))

    def answers(self, kind: str, name: str, *values: Value, anyway: bool = False) -> list[Any]:
        made = self.decide(kind, name, *values, anyway=anyway)
        assert isinstance(made, Decision), str(made.reason.text)
        again = self.state
        for event in made.events:
            again = GAME.apply(again, event)
        assert again == made.state
        assert GAME.decode_events(GAME.encode_events(made.events)) == made.events
        self.state, self.events = made.state, [*made.events]
        return self.events

    def refused(self, kind: str, name: str, *values: Value) -> Refusal:
        made = self.decide(kind, name, *values)
        assert isinstance(made, Refusal)
        return made

    def taps(self, piece: str) -> list[Any]:
        (way,) = GAME.tap_meaning(self.state, piece).interpretations
        made = GAME.decide(self.state, way.answer)
        assert isinstance(made, Decision), str(made.reason.text)
        self.state, self.events = made.state, [*made.events]
        return self.events

    def arrange(self, line: str, **left: int) -> None:
        """The rondel from behind: p1, die, a tile, or "1?" for an untold one; whoever is last begins."""
        spaces = []
        for word in line.split():
            if word == DIE or word in {p.id for p in self.state.players}:
                spaces.append(Space((word,)))
            elif word == ".":
                spaces.append(Space())
            else:
                piece = "" if word.endswith("?") else word
                spaces.append(Space((), piece, word[0]))
        decks = {**self.state.tiles_left, **{name.removeprefix("d"): n for name, n in left.items()}}
        first = next(space.figures[0] for space in spaces if space.figures)
        bare = replace(self.state, track=tuple(spaces), tiles_left=decks, open_questions=(), stage="next")
        self.state = replace(bare, turn=replace(bare.turn, number=bare.turn.number + 1, figure=""))
        self._begin(first)

    def _begin(self, first: str) -> None:
        from companion.state.glen_more.course import run_course
        from companion.state.glen_more.resolution import Resolution

        resolution = Resolution(self.state)
        run_course(resolution)
        self.state = resolution.state
        assert self.state.turn.figure == first

    def sets(self, player: str, **counts: Any) -> None:
        players = tuple(replace(p, **counts) if p.id == player else p for p in self.state.players)
        self.state = replace(self.state, players=players)

    def player(self, player: str) -> Player:
        return self.state.player(player)

    @property
    def line(self) -> str:
        """As in `arrange`."""
        return " ".join(
            space.figures[0] if space.figures else space.piece or (f"{space.deck}?" if space.deck else ".")
            for space in self.state.track
        )

    @property
    def view(self) -> View:
        return view_of(self.state)

    def happened(self, kind: type[ev.Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


def at(line: str, players: int = 4, **left: int) -> Table:
    """A table with this rondel."""
    table = Table(players)
    table.arrange(line, **left)
    return table
