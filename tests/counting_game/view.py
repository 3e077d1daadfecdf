"""What may be seen of the counting game: Bob's bet is his secret."""

from __future__ import annotations

import msgspec

from companion.engine.game import Figure, GameOutline
from companion.engine.message import literal, tr
from tests.counting_game.rules import FULL, Heap

RESULT = "result"


class HeapView(msgspec.Struct, frozen=True):
    """The heap, the bowls, and the bet where the viewer may know it."""

    turn: int
    heap: int
    red: int
    blue: int
    bet: str = ""

    @property
    def over(self) -> bool:
        return self.heap > FULL


def view(state: Heap, viewer: str) -> HeapView:
    return HeapView(state.turn, state.heap, state.red, state.blue, state.bet if viewer == "Bob" else "")


def outline(view: HeapView) -> GameOutline:
    ann = Figure("Ann", literal("Ann"), "Ann", "red", 0, view.red + view.blue)
    bob = Figure("Bob", literal("Bob"), "Bob", "blue", 1, view.heap)
    leader = max(ann, bob, key=lambda figure: figure.points or 0)
    return GameOutline(
        title=tr("a heap of {n}", n=view.heap),
        figures=(ann, bob),
        turn=view.turn,
        on_turn="" if view.over else "Ann",
        over=view.over,
        winners=(leader.id,) if view.over else (),
        sheets=(RESULT,) if view.turn > 1 else (),
        announced_sheet=RESULT if view.over else "",
        subject="odd" if view.heap % 2 else "even",
    )
