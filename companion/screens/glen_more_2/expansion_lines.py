"""What the chronicles have to show: pages behind a table, and a short form on the turn screen where there is room.

The lines come with the view; nothing here knows a chronicle.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.engine.message import Message, tr
from companion.screens import player_labels
from companion.screens.paper import Box, Face, line_height, text_height, wrap
from companion.screens.pen import Pen
from companion.screens.strips import Leaf, Strip, heading, in_pages, room, room_above
from companion.state.glen_more_2.outline import outline_of
from companion.state.glen_more_2.view import View

TITLE, TABLE = tr("Chronicles"), tr("At the table")


def line_leaves(pen: Pen, view: View) -> list[Leaf]:
    """The table's lines, then each player's; no page where there are none."""
    strips = [heading(pen, TABLE), *(_row(pen, each) for each in view.lines)] if view.lines else []
    for player in view.players:
        if player.lines:
            strips += [_name(pen, view, player.id), _row(pen, joined(player.lines))]
    return [Leaf(TITLE, page) for page in in_pages(strips, room(pen))]


def joined(lines: Sequence[Message]) -> Message:
    """Several lines as one."""
    text = " · ".join(f"{{p{at}}}" for at in range(len(lines)))
    return Message(text, tuple((f"p{at}", each) for at, each in enumerate(lines)))


def short_form(pen: Pen, box: Box, view: View) -> None:
    """The lines of the player on turn in small letters at the foot of the box: as many as are whole, or none."""
    player = next((p for p in view.players if p.id == view.on_turn), None)
    face = pen.paper.face("note")
    for count in range(len(player.lines) if player else 0, 0, -1):
        assert player is not None
        found = wrap(pen.translate(joined(player.lines[:count])), box.w, face)
        if text_height(len(found), face) <= box.h and len(found) <= 2:
            high = text_height(len(found), face)
            pen.text(Box(box.x, box.bottom - high, box.w, high), joined(player.lines[:count]), face, lines=2)
            return


def _face(pen: Pen) -> Face:
    return pen.paper.face("note" if pen.paper.tight else "body")


def _indent(pen: Pen) -> int:
    return pen.paper.px(6 if pen.paper.tight else 10)


def _row(pen: Pen, words: Message) -> Strip:
    fitted = pen.fit(words, pen.paper.inner.w - _indent(pen), room(pen) * 2 // 3, _face(pen), 9)
    high = text_height(len(fitted.lines), fitted.face) + pen.paper.px(1 if pen.paper.tight else 3)
    return Strip(high, partial(_draw_row, words=words))


def _draw_row(pen: Pen, box: Box, words: Message) -> None:
    pen.text(box.from_left(_indent(pen)), words, _face(pen), lines=9)


def _name(pen: Pen, view: View, who: str) -> Strip:
    face = pen.paper.face("body", bold=True)
    high = line_height(face) + room_above(pen) + pen.paper.px(2)
    return Strip(high, partial(_draw_name, view=view, who=who), keep=True)


def _draw_name(pen: Pen, box: Box, view: View, who: str) -> None:
    player_labels.label(pen, box.below(room_above(pen)), outline_of(view), who, pen.paper.face("body", bold=True))
