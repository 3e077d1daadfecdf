"""Command-line commands of Glen More II: `companion box`, `companion haggis` and scoring from a document.

`companion box` lists what is known of the owner's box, exports it for other owners and imports theirs; tiles are
identified by what is printed on them. `companion.scoring.glen_more_2` and the haggis chronicle compute the points.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from companion.commands.command_line import Group, OneOf, argument, command, flag, option, out_option
from companion.commands.context import (
    BadInput,
    CommandContext,
    display_name,
    read_bytes,
    read_text,
    write_error,
    write_output,
)
from companion.engine.message import Message, Translate, quote_input, tr, trn
from companion.engine.piece_facts import FactDifference
from companion.games.glen_more_2.catalogue.box import BOX, Box, read_box, write_box
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.glen_more_2.catalogue.owner_box import (
    expansion_pieces,
    fact_labels,
    private_fact_prefixes,
)
from companion.games.glen_more_2.catalogue.shared_box import (
    BoxWords,
    MergeResult,
    import_report,
    left_out_message,
    merge_boxes,
    shared_tables,
)
from companion.games.glen_more_2.installed_chronicles import installed_library
from companion.games.sticker_registry import StickerFile
from companion.scoring.glen_more_2 import document
from companion.scoring.score_sheet import BadDocument
from companion.storage.data_folder import STICKERS_FILE
from companion.storage.toml_file import BadFile, parse_toml, toml_bytes

MINE, THEIRS = "mine", "theirs"

box = Group()


def _read(context: CommandContext) -> Box:
    path = context.data / BOX
    try:
        found = read_box(path) if path.exists() else Box()
        effective_facts(found)
    except BadFile as error:
        raise BadInput(error.message) from None
    return found


@box.subcommand("list", tr("show what is known of the box, and who entered it"))
def _list(context: CommandContext) -> None:
    own = _read(context)
    lines = [
        context.translate(tr("{what}: {value} ({who})", what=what, value=value, who=_source_text(own, key)))
        for key, what, value in _box_words(own).all_values()
    ]
    nothing = context.translate(tr("Nothing is known of this box yet beyond the rulebooks."))
    sys.stdout.write("".join(f"{line}\n" for line in lines or [nothing]))


def _box_words(of: Box) -> BoxWords:
    library = installed_library()
    return BoxWords(of, partial(expansion_pieces, library, library.all_expansions()), fact_labels(library))


def _source_text(own: Box, key: str) -> Message:
    return tr("from {box}", box=quote_input(own.fact_sources[key])) if key in own.fact_sources else tr("you")


@box.subcommand("export", tr("write the box as a file for other owners"))
@out_option
def _export(context: CommandContext, out: str) -> None:
    tables, tiles = shared_tables(_read(context), private_fact_prefixes(installed_library()))
    write_output(out, toml_bytes(tables))
    if text := left_out_message(tiles):
        sys.stderr.write(context.translate(text) + "\n")


@box.subcommand("import", tr("take in the box of another owner"))
@argument("file", help=tr("a box that was exported; - reads standard input"))
@option("--take", metavar="WHOSE", type=OneOf((MINE, THEIRS)), help=tr("mine or theirs, wherever the two differ"))
def _import(context: CommandContext, file: str, take: str | None) -> None:
    """Import the box completely or not at all; where the two boxes differ, the user decides."""
    own, tables, name = _read(context), *_read_tables(context, file)
    stickered = _pieces_with_sticker(context)
    try:
        first = merge_boxes(own, tables, name, stickered)
        theirs = _chosen_sides(context, first, take)
        done = merge_boxes(own, tables, name, stickered, theirs)
        effective_facts(done.box, stickered)
    except BadFile as error:
        raise BadInput(error.message) from None
    try:
        write_box(done.box, context.data / BOX)
    except OSError as error:
        raise write_error(str(context.data / BOX), error) from None
    _print_report(context, done)


def _read_tables(context: CommandContext, name: str) -> tuple[Mapping[str, Any], str]:
    """Return the tables of the named file and its name for messages. Raises BadInput."""
    file = context.translate(message) if isinstance(message := display_name(name), Message) else Path(name).name
    try:
        return parse_toml(read_bytes(name), file), file
    except BadFile as error:
        raise BadInput(error.message) from None


def _pieces_with_sticker(context: CommandContext) -> frozenset[str]:
    """Return the ids of the pieces that have a sticker. Raises BadInput."""
    try:
        return frozenset(
            StickerFile(context.data / STICKERS_FILE).table(context.game("glen_more_2").on_disk.stickers).values()
        )
    except BadFile as error:
        raise BadInput(error.message) from None


def _chosen_sides(context: CommandContext, found: MergeResult, take: str | None) -> dict[str, bool]:
    """Return for each difference whether the imported value is used; asks on a terminal, else raises BadInput."""
    if take is not None or not found.differences:
        return {each.key: take == THEIRS for each in found.differences}
    if not sys.stdin.isatty():
        words = _box_words(found.box)
        lines = [context.translate(_difference_text(words.differs(each))) for each in found.differences]
        sys.stderr.write("".join(f"{line}\n" for line in lines))
        raise BadInput(
            trn(
                "The two boxes differ in {n} point; nothing was taken in: say --take mine or --take theirs.",
                "The two boxes differ in {n} points; nothing was taken in: say --take mine or --take theirs.",
                len(lines),
            )
        )
    words = _box_words(found.box)
    return {each.key: _ask_difference(context, words.differs(each)) for each in found.differences}


def _difference_text(each: FactDifference) -> Message:
    return tr("{what}: mine {here}, theirs {there}", what=each.what, here=each.mine, there=each.theirs)


def _ask_difference(context: CommandContext, each: FactDifference) -> bool:
    sys.stderr.write(context.translate(_difference_text(each)) + "\n")
    sys.stderr.write(context.translate(tr("Take mine (Enter) or theirs (t)? ")))
    sys.stderr.flush()
    return sys.stdin.readline().strip().casefold() in ("t", THEIRS)


def _print_report(context: CommandContext, done: MergeResult) -> None:
    told, *rest = import_report(done)
    sys.stdout.write(context.translate(told) + "\n")
    for text in rest:
        sys.stderr.write(context.translate(text) + "\n")


EXAMPLE = Path(__file__).with_name("haggis_example.json")


@command
@argument(
    "file",
    required=False,
    help=tr("tokens and rolls as JSON, described in docs/reference.md; - reads standard input"),
)
@flag("--example", help=tr("print a document to start from, and score nothing"))
def haggis(context: CommandContext, file: str | None, example: bool) -> None:
    """Read tokens and rolls, and print what is turned and scored."""
    if example:
        sys.stdout.write(EXAMPLE.read_text("utf-8"))
        return
    if file is None:
        raise BadInput(tr('Name a file of tokens and rolls; "companion haggis --example" prints one.'))
    from companion.chronicles.haggis import document
    from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
    from companion.scoring.score_sheet import BadDocument

    text = read_text(file)
    try:
        scored = document.score_document(text, effective_facts().die_faces, context.translate)
    except BadDocument as error:
        raise BadInput(error.message) from None
    sys.stdout.write(f"{scored}\n")


def score(text: str, as_table: bool, translate: Translate) -> str:
    """Return the points of a document of counts, as a table or as JSON. Raises BadInput if it is not valid."""
    try:
        return document.score_document(
            text, effective_facts().landmarks, as_table, translate, chronicle_score_keys()
        )
    except BadDocument as error:
        raise BadInput(error.message) from None


def chronicle_score_keys() -> list[document.ExpansionKeys]:
    """Return what each chronicle adds to the count document, also if it is nothing, as it may be named there."""
    return [
        msgspec.structs.replace(
            each.score_keys or document.ExpansionKeys(),
            slug=each.slug,
            number=each.number,
            name=each.name,
            min_players=each.min_players,
        )
        for each in installed_library().all_expansions()
    ]
