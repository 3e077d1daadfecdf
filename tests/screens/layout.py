"""What can be wrong with a picture, found from the record its pen kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from PIL import Image, ImageDraw

from companion.screens.paper import Box, Paper, ink_box
from companion.screens.pen import DrawnElement, Pen


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes share a pixel."""
    return a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom


def holds(outer: Box, inner: Box) -> bool:
    """Whether `inner` lies wholly in `outer`."""
    return (
        outer.x <= inner.x and outer.y <= inner.y and inner.right <= outer.right and inner.bottom <= outer.bottom
    )


def problems(pen: Pen) -> list[str]:
    """Everything that people would call broken, in words."""
    texts = [each for each in pen.drawn if each.kind == "text"]
    others = [each for each in pen.drawn if each.kind != "text"]
    found = [f"outside the paper: {each}" for each in pen.drawn if not holds(pen.paper.box, each.box)]
    found += [f"cut: {each.text}" for each in texts if not each.whole and not each.person]
    found += [f"overlap: {a.text!r} {b.text!r}" for a, b in _overlapping(texts) if _ink(a) & _ink(b)]
    found += [f"{a.text!r} on a {b.kind}" for a, b in _overlapping(texts, others) if _is_cut(a, b)]
    stray = _stray_ink(pen)
    return [*found, f"ink outside the boxes: {stray}"] if stray else found


def _overlapping(
    some: Sequence[DrawnElement], others: Sequence[DrawnElement] | None = None
) -> Iterator[tuple[DrawnElement, DrawnElement]]:
    """Yield pairs whose boxes share a pixel, of one sequence or of two.

    Tests look at thousands of pictures with hundreds of boxes: the edges of each are computed once.
    """
    edges = [(each, *_edges(each)) for each in some]
    against = edges if others is None else [(each, *_edges(each)) for each in others]
    for number, (a, left, top, right, bottom) in enumerate(edges, 1):
        for b, x, y, end, base in islice(against, number if others is None else 0, None):
            if x < right and left < end and y < bottom and top < base:
                yield a, b


def _edges(drawn: DrawnElement) -> tuple[int, int, int, int]:
    box = drawn.box
    return box.x, box.y, box.right, box.bottom


def _ink(text: DrawnElement) -> set[tuple[int, int]]:
    """The black pixels of a text, where they stand on the paper: an accent may stand between tails above it."""
    box = text.box
    if text.face is None:
        return {(x, y) for x in range(box.x, box.right) for y in range(box.y, box.bottom)}
    alone = Pen(Paper(box.w, box.h), str)
    left, top, _, _ = ink_box(text.text, text.face)
    alone.write(-left, -top, text.text, text.face)
    pixels = alone.image.load()
    assert pixels is not None
    return {(box.x + x, box.y + y) for x in range(box.w) for y in range(box.h) if not pixels[x, y]}


def _is_cut(text: DrawnElement, other: DrawnElement) -> bool:
    """A text may stand on a black bar or inside a sign, but wholly."""
    return other.kind == "line" or not holds(other.box, text.box)


def _stray_ink(pen: Pen) -> tuple[int, int, int, int] | None:
    """Where there is ink that no box accounts for."""
    rest = pen.image.convert("L")
    draw = ImageDraw.Draw(rest)
    for each in pen.drawn:
        draw.rectangle((each.box.x, each.box.y, each.box.right - 1, each.box.bottom - 1), fill=255)
    return Image.eval(rest, lambda value: 255 - value).getbbox()
