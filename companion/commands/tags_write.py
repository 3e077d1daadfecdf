"""`companion tags write`: what is printed on the pieces, written on their stickers, one piece after the other.

Off as shipped. Knows no page of a sticker: `companion.hardware.sticker_memory` does.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from companion.catalogue.sticker_registry import Registry, StickerFile
from companion.commands.command_line import WholeNumber, command, flag, option
from companion.commands.context import CommandContext
from companion.commands.errors import BadInput, Failed
from companion.commands.files import not_in_use
from companion.commands.options import game_option
from companion.engine.message import Message, tr, trn
from companion.hardware.desk import DeskSignal
from companion.hardware.devices import Closable, ReaderLost, Signal, TagReader, WritesRecords
from companion.hardware.opening import DeviceUnavailable, open_reader, open_signal
from companion.hardware.sticker_memory import ForeignRecord
from companion.session.record_writing import NO_READER, OFF, Written, written
from companion.storage.data_folder import STICKERS
from companion.storage.toml_file import BadFile

WAIT = 60
HOW = tr("Lay one piece after the other on the reader, and let it lie until it is named here. Ctrl+C ends.")
NOBODYS = tr("No piece has this sticker yet: companion tags walk puts it on one.")
LOST = tr("The reader does not answer; check its cable.")


@command
@flag("--overwrite", help=tr("write over what others wrote, unasked"))
@option(
    "--wait",
    metavar="SECONDS",
    type=WholeNumber(1, 3600),
    default=WAIT,
    help=tr("how long to wait for the next piece"),
)
@game_option
def tags_write(context: CommandContext, overwrite: bool, wait: int, game: str | None) -> None:
    """Until no piece is laid down any more."""
    if not context.settings.write_stickers:
        raise BadInput(OFF)
    registry = _registry(context, game)
    not_in_use(context.data)
    reader = _reader(context)
    try:
        sys.stdout.write(f"{context.translate(HOW)}\n")
        desk = _Desk(context, registry, reader, _signal(context), overwrite)
        written = _all_written(desk, wait)
    except ReaderLost:
        raise Failed(LOST) from None
    finally:
        if isinstance(reader, Closable):
            reader.close()
    told = trn("{n} sticker was written on.", "{n} stickers were written on.", written)
    sys.stdout.write(f"{context.translate(told)}\n")


def _registry(context: CommandContext, game: str | None) -> Registry:
    definition = context.game(game)
    try:
        names = definition.owners_box(context.data).tag_names()
        return Registry(StickerFile(context.data / STICKERS), names, definition.tags)
    except BadFile as error:
        raise BadInput(error.message) from None


def _reader(context: CommandContext) -> WritesRecords:
    try:
        reader: TagReader = open_reader(context.settings.reader)
    except DeviceUnavailable as error:
        raise Failed(error.message) from None
    if not isinstance(reader, WritesRecords):
        raise BadInput(NO_READER)
    return reader


def _signal(context: CommandContext) -> Signal:
    with suppress(DeviceUnavailable):
        return open_signal(context.settings.signal)
    return DeskSignal()


class _Desk(NamedTuple):
    """All that writing needs."""

    context: CommandContext
    registry: Registry
    reader: WritesRecords
    signal: Signal
    overwrite: bool


def _all_written(desk: _Desk, wait: int) -> int:
    """Piece after piece; how many stickers were written on."""
    written = 0
    while (tag := desk.reader.read(wait)) is not None:
        came = _tapped(desk, tag)
        desk.signal.give(came.signal)
        written += came.written
        sys.stdout.write(f"{desk.context.translate(came.words)}\n")
        sys.stdout.flush()
    return written


def _tapped(desk: _Desk, tag: str) -> Written:
    try:
        return written(desk.registry, tag, partial(_put, desk), NOBODYS)
    except ForeignRecord as foreign:
        return Written(foreign.message)


def _put(desk: _Desk, uid: str, record: str) -> bool:
    try:
        return desk.reader.write(uid, record, desk.overwrite)
    except ForeignRecord as foreign:
        desk.signal.give("asks")
        if not _may_overwrite(desk.context, foreign.message):
            raise
    return desk.reader.write(uid, record, overwrite=True)


def _may_overwrite(context: CommandContext, why: Message) -> bool:
    """Asked where somebody sits at a keyboard."""
    if not sys.stdin.isatty():
        return False
    sys.stderr.write(f"{context.translate(why)} {context.translate(tr('Write over it (y), or not (Enter)? '))}")
    sys.stderr.flush()
    return sys.stdin.readline().strip().casefold() == "y"
