"""What the rules of Glen More say, in our own words: a sentence or two for each that the product can name.

Decides nothing.
"""

from __future__ import annotations

from companion.engine.message import Message, tr

RULE_WORDS: dict[str, tuple[Message, ...]] = {
    "G1-PLC-01": (tr("A new tile touches a tile of the territory edge to edge; a corner is not enough."),),
    "G1-PLC-02": (
        tr("On at least one tile that touches its place, by edge or corner, must stand a Scot of yours."),
    ),
    "G1-PLC-03": (
        tr("There is one river, straight from north to south without a gap."),
        tr("A tile with river is laid at its upper or lower end."),
    ),
    "G1-PLC-04": (
        tr("There is one road, straight from west to east without a gap."),
        tr("A tile with road is laid at its left or right end."),
    ),
    "G1-PLC-05": (tr("Where two tiles touch, both edges show a river, both a road, or both neither."),),
}
