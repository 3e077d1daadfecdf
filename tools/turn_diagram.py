"""Draws the course of a game into docs/developer-guide.md, from the table that the game follows.

python -m tools.turn_diagram          write the section (`make docs` does it too)
python -m tools.turn_diagram --check  exit with 1 if the section is not what the table says
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from companion.engine.stage_machine import ANY_STAGE, function_label
from companion.state.glen_more_2.course import ADVANCE_TRANSITIONS, ANSWER_TRANSITIONS, ENTRY_ACTIONS, Transition
from companion.state.glen_more_2.events import STAGES

GUIDE = Path(__file__).parents[1] / "docs" / "developer-guide.md"
BEGIN, END = "<!-- The section below is made by tools/turn_diagram.py. -->", "<!-- Until here. -->"

TRIGGER_WORDS = {
    "started": "all players are seated",
    "laid_out": "the rondel is laid out",
    "taken": "a tile was taken, or none could be",
    "turn_ended": "done, or the next tap",
    "die_moved": "the die's tile is known",
    "ring_corrected": "a figure on the rondel was corrected",
    "recount": "a count was corrected after the end",
}
HEAD = """## The course of a game of Glen More II

Drawn from the table in `companion/state/glen_more_2/course.py`. Change the table, then type `make docs`; a test
compares.

- A box shows what happens when a stage is entered. At a *hook* the chronicles in play are called.
- A bold arrow is taken after an answer. Of the other arrows the first one is taken whose condition holds, once no
  question is open.
"""


class Edge(NamedTuple):
    """A transition of the course that changes the stage, and the label of its arrow."""

    source: str
    to: str
    label: str


def edges() -> Iterator[Edge]:
    """Yield every transition between two stages in the order of the table; those from any stage are left out."""
    places: dict[str, int] = defaultdict(int)
    for row in ADVANCE_TRANSITIONS:
        for source in row.source_list:
            if row.to and source != ANY_STAGE:
                places[source] += 1
                yield Edge(source, row.to, f"{places[source]} {_words(row)}{_doing(row)}")
    for trigger, row in ANSWER_TRANSITIONS.items():
        for source in row.source_list:
            if row.to:
                yield Edge(source, row.to, f"<b>{trigger}</b>{_doing(row)}")


def _words(row: Transition) -> str:
    return function_label(row.when) if row.when else "else"


def _doing(row: Transition) -> str:
    return f", then {function_label(row.then)}" if row.then else ""


def diagram() -> str:
    """Return the diagram as Mermaid text."""
    boxes = [f"    {stage.name} : {'<br>'.join(_box(stage.name, stage.words))}" for stage in STAGES]
    arrows = [f"    {edge.source} --> {edge.to} : {edge.label}" for edge in edges()]
    return "\n".join(["stateDiagram-v2", *boxes, f"    [*] --> {STAGES[0].name}", *arrows])


def _box(name: str, words: str) -> Iterator[str]:
    yield name
    yield f"<i>{words}</i>"
    for act in ENTRY_ACTIONS.get(name, ()):
        yield function_label(act)
    for row in ADVANCE_TRANSITIONS:
        if not row.to and name in row.source_list and row.when and row.then:
            yield f"while {function_label(row.when)}, {function_label(row.then)}"


def _served_late() -> Iterator[str]:
    """Yield the stages whose own rows come before those of every stage."""
    for row in ADVANCE_TRANSITIONS:
        if row.sources == ANY_STAGE:
            return
        yield from row.source_list


def section() -> str:
    """Return the section about the course of a game, in Markdown."""
    rows = [
        f"- {function_label(row.when)}: {function_label(row.then)}"
        for row in ADVANCE_TRANSITIONS
        if row.sources == ANY_STAGE and row.then and row.when
    ]
    triggers = [f"| **{name}** | {TRIGGER_WORDS[name]} |" for name in ANSWER_TRANSITIONS]
    table = "\n".join(["| Answer | What happened |", "| --- | --- |", *triggers])
    first = ", ".join(f"**{name}**" for name in dict.fromkeys(_served_late()))
    served = f"In every stage, before it is left (in {first} after their own arrows):\n\n" + "\n".join(rows)
    return f"{HEAD}\n```mermaid\n{diagram()}\n```\n\n{served}\n\n{table}\n"


def updated_guide(text: str) -> str:
    """Return the developer's guide with the current section."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{section()}\n{END}{after}"


def main() -> int:
    written = GUIDE.read_text(encoding="utf-8")
    if "--check" in sys.argv[1:]:
        return int(updated_guide(written) != written)
    GUIDE.write_text(updated_guide(written), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
