"""Draws the course of a game for docs/turn.md from the very table that the game follows.

python -m tools.turn_diagram          write docs/turn.md
python -m tools.turn_diagram --check  1 when the page is not what the table says
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from companion.engine.course import ANYWHERE, name_of
from companion.state.glen_more_2.course import ADVANCE, BY_ANSWER, ENTRY, Transition
from companion.state.glen_more_2.stages import STAGES

PAGE = Path(__file__).parents[1] / "docs" / "turn.md"

TRIGGER_WORDS = {
    "started": "everybody sits",
    "laid_out": "the rondel is laid out",
    "taken": "a tile was taken, or none could be",
    "turn_ended": "done, or the next tap",
    "die_moved": "the die's tile is known",
    "ring_corrected": "somebody put a figure on the ring right",
    "recount": "a count was put right after the end",
}
HEAD = """# The course of a game

Drawn by `python -m tools.turn_diagram` from `companion/state/glen_more_2/course.py`, the table that the game
follows. Change the table, then draw again; a test compares. In a box stands what happens when a stage is entered;
at a hook the chronicles that are on are called, and add questions, no stages. A bold arrow is moved by an answer;
of the others the first whose condition holds is taken, once no question stands in front of people.
"""


class Edge(NamedTuple):
    """A step of the course that changes the stage, and what stands at its arrow."""

    source: str
    to: str
    label: str


def edges() -> Iterator[Edge]:
    """Every step from one stage to another, in the order of the table; rows of every stage stay where they are."""
    places: dict[str, int] = defaultdict(int)
    for row in ADVANCE:
        for source in row.sources_listed:
            if row.to and source != ANYWHERE:
                places[source] += 1
                yield Edge(source, row.to, f"{places[source]} {_words(row)}{_doing(row)}")
    for trigger, row in BY_ANSWER.items():
        for source in row.sources_listed:
            if row.to:
                yield Edge(source, row.to, f"<b>{trigger}</b>{_doing(row)}")


def _words(row: Transition) -> str:
    return name_of(row.when) if row.when else "else"


def _doing(row: Transition) -> str:
    return f", then {name_of(row.then)}" if row.then else ""


def diagram() -> str:
    """The diagram as Mermaid text."""
    boxes = [f"    {stage.name} : {'<br>'.join(_box(stage.name, stage.words))}" for stage in STAGES]
    arrows = [f"    {edge.source} --> {edge.to} : {edge.label}" for edge in edges()]
    return "\n".join(["stateDiagram-v2", *boxes, f"    [*] --> {STAGES[0].name}", *arrows])


def _box(name: str, words: str) -> Iterator[str]:
    yield name
    yield f"<i>{words}</i>"
    for act in ENTRY.get(name, ()):
        yield name_of(act)
    for row in ADVANCE:
        if not row.to and name in row.sources_listed and row.when and row.then:
            yield f"while {name_of(row.when)}, {name_of(row.then)}"


def _served_late() -> Iterator[str]:
    """Stages whose own rows come before those of every stage."""
    for row in ADVANCE:
        if row.sources == ANYWHERE:
            return
        yield from row.sources_listed


def page() -> str:
    """The whole page."""
    rows = [
        f"* {name_of(row.when)}: {name_of(row.then)}"
        for row in ADVANCE
        if row.sources == ANYWHERE and row.then and row.when
    ]
    triggers = [f"| **{name}** | {TRIGGER_WORDS[name]} |" for name in BY_ANSWER]
    table = "\n".join(["| Answer | What happened |", "| --- | --- |", *triggers])
    first = ", ".join(f"**{name}**" for name in dict.fromkeys(_served_late()))
    served = f"In every stage, before it is left (in {first} after their own arrows):\n\n" + "\n".join(rows)
    return f"{HEAD}\n```mermaid\n{diagram()}\n```\n\n{served}\n\n{table}\n"


def main() -> int:
    if "--check" in sys.argv[1:]:
        return int(PAGE.read_text(encoding="utf-8") != page())
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
