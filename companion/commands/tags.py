"""`companion tags`: which sticker is on which piece, listed, learned, exported, taken in. Reads no chip."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.catalogue.sticker_registry import (
    BadTag,
    Registry,
    StickerFile,
    stickers_of,
    stickers_text,
    uid_of,
)
from companion.commands.command_line import Entry, Group, argument, lazy
from companion.commands.context import CommandContext
from companion.commands.errors import BadInput
from companion.commands.files import not_in_use, not_written, read_bytes, shown, write
from companion.commands.options import game_option, out_option
from companion.engine.message import Message, tr, trn
from companion.games.definition import AnyGame
from companion.storage.data_folder import STICKERS
from companion.storage.toml_file import BadFile, toml_of

tags = Group()
tags.entries["walk"] = Entry(
    tr("put stickers on one piece after the other: stick and tap"), lazy("companion.commands.tags_walk:tags_walk")
)
tags.entries["write"] = Entry(
    tr("write what is printed on the pieces on their stickers"), lazy("companion.commands.tags_write:tags_write")
)
tags.entries["labels"] = Entry(
    tr("make a sheet of labels to print, with name and deck"), lazy("companion.commands.tags_labels:tags_labels")
)
sticker = argument("uid", help=tr("the number of the sticker, in hex"))


def _registry(context: CommandContext, game: AnyGame) -> Registry:
    data = context.data
    titles = {each.on_disk.stickers: each.name for each in context.games}
    try:
        names = game.owners_box(data).tag_names()
        return Registry(StickerFile(data / STICKERS, titles), names, game.tags)
    except BadFile as error:
        raise BadInput(error.message) from None


@contextlib.contextmanager
def _changing(context: CommandContext) -> Iterator[None]:
    """What may go wrong while stickers are put down, told as this command's own."""
    not_in_use(context.data)
    try:
        yield
    except BadTag as error:
        raise BadInput(error.message) from None
    except OSError as error:
        raise not_written(str(context.data / STICKERS), error) from None


@tags.subcommand("list", tr("show which sticker is on which piece"))
@game_option
def _list(context: CommandContext, game: str | None) -> None:
    registry, translate = _registry(context, context.game(game)), context.translate
    lines = [f"{uid}  {piece}  {_called(registry, piece, context)}" for uid, piece in registry.stickers.items()]
    sys.stdout.write("".join(f"{line}\n" for line in lines or [translate(tr("No sticker is known here yet."))]))


def _called(registry: Registry, piece: str, context: CommandContext) -> str:
    label = registry.label(piece)
    return context.translate(label) if isinstance(label, Message) else label


@tags.subcommand("learn", tr("put a sticker on a piece or a command card"))
@sticker
@argument("piece", help=tr('the piece by its id, or a command card: "card:" and its id'))
@game_option
def _learn(context: CommandContext, uid: str, piece: str, game: str | None) -> None:
    registry = _registry(context, context.game(game))
    with _changing(context):
        registry.enrol(uid.removeprefix("uid:"), piece)
    label = _called(registry, piece, context)
    sys.stdout.write(context.translate(tr("The sticker is on {piece} now.", piece=label)) + "\n")


@tags.subcommand("forget", tr("take a sticker off its piece"))
@sticker
@game_option
def _forget(context: CommandContext, uid: str, game: str | None) -> None:
    registry = _registry(context, context.game(game))
    try:
        uid = uid_of(uid.removeprefix("uid:"))
    except BadTag as error:
        raise BadInput(error.message) from None
    if uid not in registry.stickers:
        raise BadInput(tr("The sticker {uid} is on no piece.", uid=uid))
    with _changing(context):
        registry.forget(uid)
    sys.stdout.write(context.translate(tr("The sticker {uid} is on no piece now.", uid=uid)) + "\n")


@tags.subcommand("export", tr("write the stickers as a TOML file"))
@out_option
@game_option
def _export(context: CommandContext, out: str, game: str | None) -> None:
    definition = context.game(game)
    registry = _registry(context, definition)
    import tomli_w

    write(out, tomli_w.dumps(stickers_text(registry.stickers, definition.on_disk.stickers)).encode())


@tags.subcommand("import", tr("take in the stickers of a TOML file"))
@argument("file", help=tr("stickers that were exported; - reads standard input"))
@game_option
def _import(context: CommandContext, file: str, game: str | None) -> None:
    """All stickers of the game in the file or none."""
    definition = context.game(game)
    there, here = _read(context, file, definition), _registry(context, definition)
    for uid, piece in there.items():
        if here.stickers.get(uid, piece) != piece:
            raise BadInput(
                tr(
                    "The sticker {uid} is on {here} here and on {there} in the file; forget one of them.",
                    uid=uid,
                    here=_called(here, here.stickers[uid], context),
                    there=_called(here, piece, context),
                )
            )
    with _changing(context):
        here.enrol_all(there)
    told = trn("{n} sticker taken in.", "{n} stickers taken in.", len(there))
    sys.stdout.write(context.translate(told) + "\n")


def _read(context: CommandContext, name: str, game: AnyGame) -> dict[str, str]:
    """The stickers of the file that was named."""
    file = context.translate(message) if isinstance(message := shown(name), Message) else Path(name).name
    try:
        return stickers_of(toml_of(read_bytes(name), file), file, game.on_disk.stickers)
    except BadFile as error:
        raise BadInput(error.message) from None
