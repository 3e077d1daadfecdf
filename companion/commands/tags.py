"""`companion tags`: lists, enrols, exports and imports stickers, prints labels for them, and writes on them.

`walk` enrols stickers at a keyboard: serial numbers come as lines, typed or from a reader that types, and a letter
does what a button of the case does (`companion.menu.sticker_enrolment`). `write` writes what is printed on the
pieces on their stickers; it is off by default.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.commands.command_line import (
    CommandEntry,
    Group,
    OneOf,
    WholeNumber,
    argument,
    command,
    flag,
    game_option,
    lazy_command,
    option,
    out_option,
)
from companion.commands.context import (
    BadInput,
    CommandContext,
    CommandFailed,
    check_not_in_use,
    display_name,
    read_bytes,
    write_error,
    write_output,
)
from companion.engine.message import Message, Translate, join_list, tr, trn
from companion.engine.stickers import StickerKind
from companion.games.definition import AnyGame
from companion.games.sticker_registry import (
    CARD_PREFIX,
    BadTag,
    Registry,
    StickerFile,
    parse_stickers,
    physical_stickers,
    sticker_tables,
    uid_of,
)
from companion.hardware.desk import DeskSignal
from companion.hardware.device_opening import DeviceUnavailable, open_reader, open_signal
from companion.hardware.devices import Closable, ForeignRecord, ReaderLost, RecordWriter, Signal, TagReader
from companion.menu import sticker_enrolment
from companion.menu.menu_state import Menu, MenuContext, SetStickers, StickerEnrolment, StickerState
from companion.menu.pages import StickerPage
from companion.session.sticker_enrolment import NO_READER, WRITING_OFF, WriteResult, write_printed_identity
from companion.storage.data_folder import STICKERS_FILE
from companion.storage.toml_file import BadFile, parse_toml

if TYPE_CHECKING:
    from companion.screens.print_sheets import Label


tags = Group()
tags.entries["walk"] = CommandEntry(
    tr("put stickers on one piece after the other: stick and tap"),
    lazy_command("companion.commands.tags:tags_walk"),
)
tags.entries["write"] = CommandEntry(
    tr("write what is printed on the pieces on their stickers"), lazy_command("companion.commands.tags:tags_write")
)
tags.entries["labels"] = CommandEntry(
    tr("make a sheet of labels to print, with name and deck"), lazy_command("companion.commands.tags:tags_labels")
)
sticker = argument("uid", help=tr("the number of the sticker, in hex"))


def _read_registry(context: CommandContext, game: AnyGame) -> Registry:
    data = context.data
    titles = {each.on_disk.stickers: each.name for each in context.games.listings}
    try:
        names = game.owners_box(data).tag_names()
        return Registry(StickerFile(data / STICKERS_FILE, titles), names, game.tags)
    except BadFile as error:
        raise BadInput(error.message) from None


@contextlib.contextmanager
def _changing_stickers(context: CommandContext) -> Iterator[None]:
    """Check that no companion runs, and turn errors of changing stickers into errors of the command."""
    check_not_in_use(context.data)
    try:
        yield
    except BadTag as error:
        raise BadInput(error.message) from None
    except OSError as error:
        raise write_error(str(context.data / STICKERS_FILE), error) from None


@tags.subcommand("list", tr("show which sticker is on which piece"))
@game_option
def _list(context: CommandContext, game: str | None) -> None:
    registry, translate = _read_registry(context, context.game(game)), context.translate
    lines = [
        f"{uid}  {piece}  {_piece_text(registry, piece, context)}" for uid, piece in registry.stickers.items()
    ]
    sys.stdout.write("".join(f"{line}\n" for line in lines or [translate(tr("No sticker is known here yet."))]))


def _piece_text(registry: Registry, piece: str, context: CommandContext) -> str:
    label = registry.label(piece)
    return context.translate(label) if isinstance(label, Message) else label


@tags.subcommand("learn", tr("put a sticker on a piece or a command card"))
@sticker
@argument("piece", help=tr('the piece by its id, or a command card: "card:" and its id'))
@game_option
def _learn(context: CommandContext, uid: str, piece: str, game: str | None) -> None:
    registry = _read_registry(context, context.game(game))
    with _changing_stickers(context):
        registry.enrol(uid.removeprefix("uid:"), piece)
    label = _piece_text(registry, piece, context)
    sys.stdout.write(context.translate(tr("The sticker is on {piece} now.", piece=label)) + "\n")


@tags.subcommand("forget", tr("take a sticker off its piece"))
@sticker
@game_option
def _forget(context: CommandContext, uid: str, game: str | None) -> None:
    registry = _read_registry(context, context.game(game))
    try:
        uid = uid_of(uid.removeprefix("uid:"))
    except BadTag as error:
        raise BadInput(error.message) from None
    if uid not in registry.stickers:
        raise BadInput(tr("The sticker {uid} is on no piece.", uid=uid))
    with _changing_stickers(context):
        registry.forget(uid)
    sys.stdout.write(context.translate(tr("The sticker {uid} is on no piece now.", uid=uid)) + "\n")


@tags.subcommand("export", tr("write the stickers as a TOML file"))
@out_option
@game_option
def _export(context: CommandContext, out: str, game: str | None) -> None:
    definition = context.game(game)
    registry = _read_registry(context, definition)
    import tomli_w

    write_output(out, tomli_w.dumps(sticker_tables(registry.stickers, definition.on_disk.stickers)).encode())


@tags.subcommand("import", tr("take in the stickers of a TOML file"))
@argument("file", help=tr("stickers that were exported; - reads standard input"))
@game_option
def _import(context: CommandContext, file: str, game: str | None) -> None:
    """Import all stickers of the game in the file or none."""
    definition = context.game(game)
    there, here = _read(context, file, definition), _read_registry(context, definition)
    for uid, piece in there.items():
        if here.stickers.get(uid, piece) != piece:
            raise BadInput(
                tr(
                    "The sticker {uid} is on {here} here and on {there} in the file; forget one of them.",
                    uid=uid,
                    here=_piece_text(here, here.stickers[uid], context),
                    there=_piece_text(here, piece, context),
                )
            )
    with _changing_stickers(context):
        here.enrol_all(there)
    told = trn("{n} sticker taken in.", "{n} stickers taken in.", len(there))
    sys.stdout.write(context.translate(told) + "\n")


def _read(context: CommandContext, name: str, game: AnyGame) -> dict[str, str]:
    """Return the stickers of the named file. Raises BadInput."""
    file = context.translate(message) if isinstance(message := display_name(name), Message) else Path(name).name
    try:
        return parse_stickers(parse_toml(read_bytes(name), file), file, game.on_disk.stickers)
    except BadFile as error:
        raise BadInput(error.message) from None


PAPER_SIZES = ("a4", "letter")


@command
@option("--out", metavar="FILE", required=True, help=tr("the sheet to write (PDF)"))
@argument("kinds", nargs=-1, help=tr("of what, by name; without it of every piece"))
@option("--paper", metavar="PAPER", type=OneOf(PAPER_SIZES), default=PAPER_SIZES[0], help=tr("a4 or letter"))
@game_option
def tags_labels(context: CommandContext, out: str, kinds: tuple[str, ...], paper: str, game: str | None) -> None:
    """Write the sheet of labels as PDF."""
    from companion.screens.print_sheets import label_sheet  # late: no other command makes a PDF of letters

    labels = list(_labels(_chosen_kinds(_sticker_kinds(context, game), kinds), context))
    write_output(out, label_sheet(labels, paper, context.translate(tr("Labels for the pieces"))))


def _sticker_kinds(context: CommandContext, game: str | None) -> Sequence[StickerKind]:
    kinds = _read_registry(context, context.game(game)).kinds
    return [kind for kind in kinds if not all(id.startswith(CARD_PREFIX) for id in kind.ids)]


def _chosen_kinds(kinds: Sequence[StickerKind], wanted: tuple[str, ...]) -> Sequence[StickerKind]:
    known = [kind.id for kind in kinds]
    for unknown in (kind for kind in wanted if kind not in known):
        raise BadInput(
            tr("Nothing here is called {name}; use one of {known}.", name=unknown, known=join_list(known))
        )
    return [kind for kind in kinds if not wanted or kind.id in wanted]


def _labels(kinds: Sequence[StickerKind], context: CommandContext) -> Iterator[Label]:
    """Yield a label for each piece, with space for a name if it is not known."""
    from companion.screens.print_sheets import Label

    for kind in kinds:
        of = context.translate(kind.label)
        for piece in kind.pieces:
            deck = piece.printed.deck if piece.printed else ""
            yield Label(_capital(context, piece.label), of, deck)
        yield from [Label("", of)] * len(kind.alike)


def _capital(context: CommandContext, label: Message) -> str:
    words = context.translate(label)
    return words[:1].upper() + words[1:]


ENROLMENT_KEYS = {"s": "DOWN", "b": "UP", "u": "UNDO", "c": "OK", "q": "BACK"}
"""Typed letters and the equivalent buttons of the case."""
ENROLMENT_HELP = tr(
    "Stick one on, then tap it or type its number. s: skip, b: before, u: undo, c: check, q: stop."
)


@command
@argument("kinds", nargs=-1, help=tr("what gets stickers, by name; without it everything"))
@game_option
def tags_walk(context: CommandContext, kinds: tuple[str, ...], game: str | None) -> None:
    """Run until everything has a sticker, the letter q, or the end of the input."""
    definition = context.game(game)
    try:
        titles = {each.on_disk.stickers: each.name for each in context.games.listings}
        names = definition.owners_box(context.data).tag_names()
        registry = Registry(StickerFile(context.data / STICKERS_FILE, titles), names, definition.tags)
    except BadFile as error:
        raise BadInput(error.message) from None
    known = [kind.id for kind in registry.kinds]
    for unknown in (kind for kind in kinds if kind not in known):
        raise BadInput(
            tr("Nothing here is called {name}; use one of {known}.", name=unknown, known=join_list(known))
        )
    check_not_in_use(context.data)
    sys.stdout.write(f"{context.translate(ENROLMENT_HELP)}\n")
    try:
        for words in enrolment_output(registry, StickerEnrolment(kinds or tuple(known)), sys.stdin):
            sys.stdout.write(f"{_line(words, context.translate)}\n")
            sys.stdout.flush()
    except OSError as error:
        raise write_error(str(context.data / STICKERS_FILE), error) from None


def enrolment_output(
    registry: Registry, level: StickerEnrolment, lines: Iterable[str]
) -> Iterator[StickerPage | Message]:
    """Yield what is shown before the first line and after each line."""
    yield sticker_enrolment.enrolment_page(level, _sticker_state(registry))
    for line in (each.strip() for each in lines):
        if not line:
            continue
        try:
            after = (
                _press_key(registry, level, ENROLMENT_KEYS[line])
                if line in ENROLMENT_KEYS
                else _enrol_line(registry, level, line)
            )
        except BadTag as bad:
            yield bad.message
            continue
        if after is None:
            return
        if isinstance(after, StickerEnrolment):
            level = after
            yield sticker_enrolment.enrolment_page(level, _sticker_state(registry))
        else:
            yield after


def _sticker_state(registry: Registry) -> StickerState:
    return StickerState(registry.kinds, physical_stickers(registry.meant))


def _enrol_line(registry: Registry, level: StickerEnrolment, line: str) -> StickerEnrolment | Message:
    uid = uid_of(line.removeprefix("uid:"))
    registry.piece_of(f"uid:{uid}")
    done = sticker_enrolment.tap_sticker(level, _sticker_state(registry), uid)
    registry.put(dict(done.changes))
    return done.level if isinstance(done.level, StickerEnrolment) else _unknown_tag_text(uid)


def _unknown_tag_text(uid: str) -> Message:
    return tr("No piece has this sticker; companion tags learn {uid} PIECE puts it on one.", uid=uid)


def _press_key(registry: Registry, level: StickerEnrolment, button: str) -> StickerEnrolment | Message | None:
    """Return the result of a button: another enrolment screen or a message; None at the end."""
    context = MenuContext(stickers=lambda: _sticker_state(registry))
    outcome = sticker_enrolment.press_enrolment(Menu((level,)), context, level, button)
    if isinstance(outcome, SetStickers):
        registry.put(dict(outcome.changes))
        return outcome.next_screen
    assert isinstance(outcome, Menu)
    top = outcome.levels[-1] if outcome.levels else None
    if isinstance(top, StickerEnrolment) or top is None:
        return top
    return _unknown_tag_text(level.read[-1])


def _line(words: StickerPage | Message, translate: Translate) -> str:
    if isinstance(words, Message):
        return translate(words)
    told = f"{translate(words.result)}\n" if words.result else ""
    piece = translate(words.piece)
    after = join_list(words.after)
    then = f" ({translate(tr('then {piece}', piece=after))})" if words.after else ""
    return f"{told}{translate(words.title)}, {translate(words.number)}: {piece[:1].upper()}{piece[1:]}{then}"


PIECE_TIMEOUT = 60
WRITING_HELP = tr(
    "Lay one piece after the other on the reader, and let it lie until it is named here. Ctrl+C ends."
)
UNKNOWN_TAG = tr("No piece has this sticker yet: companion tags walk puts it on one.")
READER_LOST = tr("The reader does not answer; check its cable.")


@command
@flag("--overwrite", help=tr("write over what others wrote, unasked"))
@option(
    "--wait",
    metavar="SECONDS",
    type=WholeNumber(1, 3600),
    default=PIECE_TIMEOUT,
    help=tr("how long to wait for the next piece"),
)
@game_option
def tags_write(context: CommandContext, overwrite: bool, wait: int, game: str | None) -> None:
    """Write on stickers until no piece is laid down within `wait` seconds."""
    if not context.settings.write_stickers:
        raise BadInput(WRITING_OFF)
    registry = _writing_registry(context, game)
    check_not_in_use(context.data)
    reader = _reader(context)
    try:
        sys.stdout.write(f"{context.translate(WRITING_HELP)}\n")
        desk = _WritingDesk(context, registry, reader, _signal(context), overwrite)
        written = _write_all(desk, wait)
    except ReaderLost:
        raise CommandFailed(READER_LOST) from None
    finally:
        if isinstance(reader, Closable):
            reader.close()
    told = trn("{n} sticker was written on.", "{n} stickers were written on.", written)
    sys.stdout.write(f"{context.translate(told)}\n")


def _writing_registry(context: CommandContext, game: str | None) -> Registry:
    definition = context.game(game)
    try:
        names = definition.owners_box(context.data).tag_names()
        return Registry(StickerFile(context.data / STICKERS_FILE), names, definition.tags)
    except BadFile as error:
        raise BadInput(error.message) from None


def _reader(context: CommandContext) -> RecordWriter:
    try:
        reader: TagReader = open_reader(context.settings.reader)
    except DeviceUnavailable as error:
        raise CommandFailed(error.message) from None
    if not isinstance(reader, RecordWriter):
        raise BadInput(NO_READER)
    return reader


def _signal(context: CommandContext) -> Signal:
    with suppress(DeviceUnavailable):
        return open_signal(context.settings.signal)
    return DeskSignal()


class _WritingDesk(NamedTuple):
    """Devices and values for writing stickers."""

    context: CommandContext
    registry: Registry
    reader: RecordWriter
    signal: Signal
    overwrite: bool


def _write_all(desk: _WritingDesk, wait: int) -> int:
    """Write on one piece after the other; return the number of stickers written on."""
    written = 0
    while (tag := desk.reader.read(wait)) is not None:
        came = _write_tapped(desk, tag)
        desk.signal.give(came.signal)
        written += came.written
        sys.stdout.write(f"{desk.context.translate(came.words)}\n")
        sys.stdout.flush()
    return written


def _write_tapped(desk: _WritingDesk, tag: str) -> WriteResult:
    try:
        return write_printed_identity(desk.registry, tag, partial(_write_record, desk), UNKNOWN_TAG)
    except ForeignRecord as foreign:
        return WriteResult(foreign.message)


def _write_record(desk: _WritingDesk, uid: str, record: str) -> bool:
    try:
        return desk.reader.write(uid, record, desk.overwrite)
    except ForeignRecord as foreign:
        desk.signal.give("asks")
        if not _may_overwrite(desk.context, foreign.message):
            raise
    return desk.reader.write(uid, record, overwrite=True)


def _may_overwrite(context: CommandContext, why: Message) -> bool:
    """True if the user at the terminal confirms; False without a terminal."""
    if not sys.stdin.isatty():
        return False
    sys.stderr.write(f"{context.translate(why)} {context.translate(tr('Write over it (y), or not (Enter)? '))}")
    sys.stderr.flush()
    return sys.stdin.readline().strip().casefold() == "y"
