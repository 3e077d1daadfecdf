"""`companion tags labels`: a sheet with name and deck of every piece that gets a sticker, to print.

Command cards have a sheet of their own (`companion cards`). Draws nothing: `companion.screens.label_sheet` does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from companion.catalogue.sticker_registry import CARD
from companion.commands.command_line import OneOf, argument, command, option
from companion.commands.context import CommandContext
from companion.commands.errors import BadInput
from companion.commands.files import write
from companion.commands.options import game_option
from companion.engine.message import Message, listed, tr
from companion.engine.stickers import StickerKind
from companion.storage.toml_file import BadFile

if TYPE_CHECKING:
    from companion.screens.label_sheet import Label

PAPERS = ("a4", "letter")


@command
@argument("out", help=tr("the sheet to write (PDF)"))
@argument("kinds", nargs=-1, help=tr("of what, by name; without it of every piece"))
@option("--paper", metavar="PAPER", type=OneOf(PAPERS), default=PAPERS[0], help=tr("a4 or letter"))
@game_option
def tags_labels(context: CommandContext, out: str, kinds: tuple[str, ...], paper: str, game: str | None) -> None:
    """Writes the sheet as PDF."""
    from companion.screens.label_sheet import label_sheet  # late: no other command makes a PDF of letters

    labels = list(_labels(_chosen(_kinds(context, game), kinds), context))
    write(out, label_sheet(labels, paper, context.translate(tr("Labels for the pieces"))))


def _kinds(context: CommandContext, game: str | None) -> Sequence[StickerKind]:
    try:
        kinds = context.game(game).owners_box(context.data).tag_names().kinds
    except BadFile as error:
        raise BadInput(error.message) from None
    return [kind for kind in kinds if not all(id.startswith(CARD) for id in kind.ids)]


def _chosen(kinds: Sequence[StickerKind], wanted: tuple[str, ...]) -> Sequence[StickerKind]:
    known = [kind.id for kind in kinds]
    for unknown in (kind for kind in wanted if kind not in known):
        raise BadInput(tr("Nothing here is called {name}; use one of {known}.", name=unknown, known=listed(known)))
    return [kind for kind in kinds if not wanted or kind.id in wanted]


def _labels(kinds: Sequence[StickerKind], context: CommandContext) -> Iterator[Label]:
    """Of those that nobody has named as many with room for a name."""
    from companion.screens.label_sheet import Label

    for kind in kinds:
        of = context.translate(kind.label)
        for piece in kind.pieces:
            deck = piece.printed.deck if piece.printed else ""
            yield Label(_capital(context, piece.label), of, deck)
        yield from [Label("", of)] * len(kind.alike)


def _capital(context: CommandContext, label: Message) -> str:
    words = context.translate(label)
    return words[:1].upper() + words[1:]
