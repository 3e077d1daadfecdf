"""Sheets to print and cut: the command cards, for spare stickers. A4, 300 dots an inch, black on white.

Draws what the cards say and nothing else; what a card does, only its game knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from time import struct_time
from typing import TYPE_CHECKING, NamedTuple

from companion.engine.message import Message, Translate, tr
from companion.screens.icons import Icon, mask
from companion.screens.paper import BOLD, REGULAR, Face, Fitted, ascent, capital, fit, font, length, line_height

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

DOTS = 300
PAGE = (2480, 3508)
COLUMNS, ROWS = 5, 8
# In dots: 10 and 13 mm, which home printers leave white.
MARGIN = (118, 150)
CARD = ((PAGE[0] - 2 * MARGIN[0]) // COLUMNS, (PAGE[1] - 2 * MARGIN[1]) // ROWS)
EPOCH = struct_time((2000, 1, 1, 0, 0, 0, 5, 1, 0))  # an unchanged sheet is an unchanged file
PICTURE, BETWEEN = 132, 28
"""Dots of an icon's side, and of the white beside it."""


class CardToPrint(NamedTuple):
    """A command card: an entry that can be made by tapping it."""

    id: str
    """As in the tag "card:…" and in the registry of stickers."""
    label: Message
    """What it enters, in words."""
    sign: str
    """A signed number, in large letters; "" for none."""
    icons: tuple[Icon, ...] = ()
    """Pictures behind the sign, from the left; alone where there is none."""
    inside: str = ""
    """A few letters inside the picture, to tell it from others like it."""


def command_card_sheet(cards: Sequence[CardToPrint], translate: Translate) -> bytes:
    """All cards, at least one, as a PDF, in their order."""
    per_page = COLUMNS * ROWS
    pages = [
        _page(cards[start : start + per_page], cards[0], translate) for start in range(0, len(cards), per_page)
    ]
    made = BytesIO()
    pages[0].save(
        made, "PDF", save_all=True, append_images=pages[1:], resolution=DOTS,
        title=translate(tr("Command cards")), creationDate=EPOCH, modDate=EPOCH,
    )  # fmt: skip
    return made.getvalue()


def _page(cards: Sequence[CardToPrint], example: CardToPrint, translate: Translate) -> Image:
    from PIL import Image, ImageDraw  # late: most commands need no picture

    sheet = Image.new("1", PAGE, 1)
    pen = ImageDraw.Draw(sheet)
    # Pillow would smooth letters even on a sheet of one bit.
    pen.fontmode = "1"
    for card, (x, y) in zip(cards, _places(), strict=False):
        _card(pen, card, x, y, translate)
    how = tr(
        "Put a spare NFC sticker behind each card and say once which is which: "
        "companion tags learn UID card:{card}",
        card=example.id,
    )
    _write(pen, fit(translate(how), PAGE[0] - 2 * MARGIN[0], 70, _sizes(38, 20), 1), PAGE[0] // 2, PAGE[1] - 110)
    return sheet


@lru_cache
def _sizes(biggest: int, smallest: int, kind: str = REGULAR) -> tuple[tuple[Face, ...], ...]:
    """Paper takes letters of any size."""
    return tuple((Face(each, kind),) for each in range(biggest, smallest - 1, -1))


def _places() -> Iterator[tuple[int, int]]:
    for row in range(ROWS):
        for column in range(COLUMNS):
            yield MARGIN[0] + column * CARD[0], MARGIN[1] // 2 + row * CARD[1]


def _card(pen: ImageDraw, card: CardToPrint, x: int, y: int, translate: Translate) -> None:
    wide, high = CARD
    pen.rectangle((x, y, x + wide, y + high), outline=0, width=2)
    _sign(pen, card, x + wide // 2, y + 112)
    label = fit(translate(card.label), wide - 50, 125, _sizes(52, 26, BOLD), 2)
    _write(pen, label, x + wide // 2, y + 206)
    _write(pen, fit(f"card:{card.id}", wide - 50, 40, _sizes(26, 18), 1), x + wide // 2, y + high - 50)


def _sign(pen: ImageDraw, card: CardToPrint, middle: int, y: int) -> None:
    """A thing with its number, or a thing alone."""
    face = Face(104, BOLD)
    wide = length(card.sign, face)
    between = BETWEEN if card.sign else 0
    left = middle - (wide + between + len(card.icons) * (PICTURE + BETWEEN) - BETWEEN) // 2
    pen.text((left, y + capital(face) // 2), card.sign, font=font(face), fill=0, anchor="ls")
    left += wide + between
    if card.inside:
        _around(pen, card, middle, y)
        return
    for icon in card.icons:
        pen.bitmap((left, y - PICTURE // 2), mask(icon, PICTURE), fill=0)
        left += PICTURE + BETWEEN


def _around(pen: ImageDraw, card: CardToPrint, middle: int, y: int) -> None:
    """The picture, larger than others, and letters in it."""
    size = PICTURE * 4 // 3
    for icon in card.icons:
        pen.bitmap((middle - size // 2, y - size // 2), mask(icon, size), fill=0)
    letters = fit(card.inside, size * 3 // 5, size, _sizes(66, 30, BOLD), 1)
    place = (middle, y + capital(letters.face) // 2 - size // 12)
    pen.text(place, card.inside, font=font(letters.face), fill=0, anchor="ms")


def _write(pen: ImageDraw, text: Fitted, middle: int, y: int) -> None:
    for each in text.lines:
        y += ascent(text.face)
        pen.text((middle, y), each, font=font(text.face), fill=0, anchor="ms")
        y += line_height(text.face) - ascent(text.face) + 6
