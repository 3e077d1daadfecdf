"""`companion box`: what is known of the owner's box, listed, written as a file for other owners, theirs taken in.

Goes by what is printed on the tiles. Reads no chip, and decides no contradiction by itself.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.catalogue.glen_more_2.box import BOX, Box, read_box, write_box
from companion.catalogue.glen_more_2.box_words import BoxWords, left_out, taken_in
from companion.catalogue.glen_more_2.facts_in_force import load_facts
from companion.catalogue.glen_more_2.shared_box import (
    Merged,
    merged,
    shared_tables,
)
from companion.catalogue.sticker_registry import StickerFile
from companion.commands.command_line import Group, OneOf, argument, option
from companion.commands.context import CommandContext
from companion.commands.errors import BadInput
from companion.commands.files import not_written, read_bytes, shown, write
from companion.commands.options import out_option
from companion.engine.message import Message, tr, trn
from companion.engine.plain_text import quoted
from companion.engine.teaching import Differs
from companion.games.glen_more_2 import GAME
from companion.games.glen_more_2.expansions import fact_words, own_facts, pieces_beside
from companion.storage.data_folder import STICKERS
from companion.storage.toml_file import BadFile, toml_bytes, toml_of

MINE, THEIRS = "mine", "theirs"

box = Group()


def _read(context: CommandContext) -> Box:
    path = context.data / BOX
    try:
        found = read_box(path) if path.exists() else Box()
        load_facts(found)
    except BadFile as error:
        raise BadInput(error.message) from None
    return found


@box.subcommand("list", tr("show what is known of the box, and who entered it"))
def _list(context: CommandContext) -> None:
    own = _read(context)
    lines = [
        context.translate(tr("{what}: {value} ({who})", what=what, value=value, who=_who(own, key)))
        for key, what, value in _words(own).told()
    ]
    nothing = context.translate(tr("Nothing is known of this box yet beyond the rulebooks."))
    sys.stdout.write("".join(f"{line}\n" for line in lines or [nothing]))


def _words(of: Box) -> BoxWords:
    return BoxWords(of, pieces_beside, fact_words())


def _who(own: Box, key: str) -> Message:
    return tr("from {box}", box=quoted(own.told_by[key])) if key in own.told_by else tr("you")


@box.subcommand("export", tr("write the box as a file for other owners"))
@out_option
def _export(context: CommandContext, out: str) -> None:
    tables, tiles = shared_tables(_read(context), own_facts())
    write(out, toml_bytes(tables))
    if text := left_out(tiles):
        sys.stderr.write(context.translate(text) + "\n")


@box.subcommand("import", tr("take in the box of another owner"))
@argument("file", help=tr("a box that was exported; - reads standard input"))
@option("--take", metavar="WHOSE", type=OneOf((MINE, THEIRS)), help=tr("mine or theirs, wherever the two differ"))
def _import(context: CommandContext, file: str, take: str | None) -> None:
    """All of it or nothing; where the two boxes differ, people decide."""
    own, tables, name = _read(context), *_tables(context, file)
    stickered = _stickered(context)
    try:
        first = merged(own, tables, name, stickered)
        theirs = _chosen(context, first, take)
        done = merged(own, tables, name, stickered, theirs)
        load_facts(done.box, stickered)
    except BadFile as error:
        raise BadInput(error.message) from None
    try:
        write_box(done.box, context.data / BOX)
    except OSError as error:
        raise not_written(str(context.data / BOX), error) from None
    _tell(context, done)


def _tables(context: CommandContext, name: str) -> tuple[Mapping[str, Any], str]:
    """The tables of the file that was named, and what people call it."""
    file = context.translate(message) if isinstance(message := shown(name), Message) else Path(name).name
    try:
        return toml_of(read_bytes(name), file), file
    except BadFile as error:
        raise BadInput(error.message) from None


def _stickered(context: CommandContext) -> frozenset[str]:
    """The pieces here that have a sticker."""
    try:
        return frozenset(StickerFile(context.data / STICKERS).table(GAME.on_disk.stickers).values())
    except BadFile as error:
        raise BadInput(error.message) from None


def _chosen(context: CommandContext, found: Merged, take: str | None) -> dict[str, bool]:
    """For each difference whether theirs is taken; asked one by one where somebody sits at a keyboard."""
    if take is not None or not found.differences:
        return {each.key: take == THEIRS for each in found.differences}
    if not sys.stdin.isatty():
        words = _words(found.box)
        lines = [context.translate(_difference(words.differs(each))) for each in found.differences]
        sys.stderr.write("".join(f"{line}\n" for line in lines))
        raise BadInput(
            trn(
                "The two boxes differ in {n} point; nothing was taken in: say --take mine or --take theirs.",
                "The two boxes differ in {n} points; nothing was taken in: say --take mine or --take theirs.",
                len(lines),
            )
        )
    words = _words(found.box)
    return {each.key: _asked(context, words.differs(each)) for each in found.differences}


def _difference(each: Differs) -> Message:
    return tr("{what}: mine {here}, theirs {there}", what=each.what, here=each.mine, there=each.theirs)


def _asked(context: CommandContext, each: Differs) -> bool:
    sys.stderr.write(context.translate(_difference(each)) + "\n")
    sys.stderr.write(context.translate(tr("Take mine (Enter) or theirs (t)? ")))
    sys.stderr.flush()
    return sys.stdin.readline().strip().casefold() in ("t", THEIRS)


def _tell(context: CommandContext, done: Merged) -> None:
    told, *rest = taken_in(done)
    sys.stdout.write(context.translate(told) + "\n")
    for text in rest:
        sys.stderr.write(context.translate(text) + "\n")
