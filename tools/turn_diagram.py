"""Draws the turn's phases for docs/turn.md from the very table that the game follows.

python -m tools.turn_diagram          write docs/turn.md
python -m tools.turn_diagram --check  1 when the page is not what the table says
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from companion.state.glen_more_2.turn_table import PHASES, TABLE

PAGE = Path(__file__).parents[1] / "docs" / "turn.md"

PHASE_WORDS = {
    "setup": "who plays, with what",
    "layout": "the rondel is laid out",
    "take": "the last figure moves",
    "turn": "the tile's effects, and the ledger",
    "deck": "tiles are laid, decks run out",
    "roll": "the last figure is the die",
    "count": "counts, then the scoring",
    "over": "the winner",
}
TRIGGER_WORDS = {
    "seated": "everybody sits",
    "pawn_last": "the last figure is a pawn, or one that a chronicle brought",
    "die_last": "the last figure is the die",
    "taken": "a tile was taken, or none could be",
    "turn_ended": "done, or the next tap",
    "round_due": "a deck that ends with a scoring is empty, or every figure is at World's End",
    "won": "ties are broken",
    "counted_again": "a count was put right after the end",
}
HEAD = """# A turn

Drawn by `python -m tools.turn_diagram` from `companion/state/glen_more_2/turn_table.py`, the table that the game
follows. Change the table, then draw again; a test compares. A phase ends when none of its questions is open.
Chronicles add questions, never phases: theirs come at the moments that
`companion/state/glen_more_2/expansions.py` lists.
"""


def transitions() -> Iterator[tuple[str, str, str]]:
    """Every (from, trigger, to), in the order of the phases."""
    found = [
        (each.source, name, str(each.dest))
        for name, event in TABLE.events.items()
        for several in event.transitions.values()
        for each in several
    ]
    yield from sorted(found, key=lambda each: (PHASES.index(each[0]), PHASES.index(each[2]), each[1]))


def diagram() -> str:
    """The diagram as Mermaid text."""
    phases = [f"    {phase} : {phase}<br>{PHASE_WORDS[phase]}" for phase in PHASES]
    arrows = [f"    {source} --> {dest} : {trigger}" for source, trigger, dest in transitions()]
    return "\n".join(["stateDiagram-v2", *phases, f"    [*] --> {TABLE.initial}", *arrows])


def page() -> str:
    """The whole page."""
    triggers = [f"| `{name}` | {TRIGGER_WORDS[name]} |" for name in TABLE.events]
    table = "\n".join(["| Trigger | What happened |", "| --- | --- |", *triggers])
    return f"{HEAD}\n```mermaid\n{diagram()}\n```\n\n{table}\n"


def main() -> int:
    if "--check" in sys.argv[1:]:
        return int(PAGE.read_text(encoding="utf-8") != page())
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
