"""`companion tags walk`: the sticker walk at a keyboard. Numbers of stickers come as lines, typed or from a reader
that types; a letter does what a button does on the case. Decides nothing: `companion.menu.sticker_walk` does.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from companion.catalogue.sticker_registry import BadTag, Registry, StickerFile, owned, uid_of
from companion.commands.command_line import argument, command
from companion.commands.context import CommandContext
from companion.commands.errors import BadInput
from companion.commands.files import not_in_use, not_written
from companion.commands.options import game_option
from companion.engine.message import Message, Translate, listed, tr
from companion.menu import sticker_walk
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.pages import StickerPage
from companion.menu.sticker_levels import SetStickers, StickersNow, StickerWalk
from companion.storage.data_folder import STICKERS
from companion.storage.toml_file import BadFile

KEYS = {"s": "DOWN", "b": "UP", "u": "UNDO", "c": "OK", "q": "BACK"}
"""What is typed, and the button of the case that does the same."""
HOW = tr("Stick one on, then tap it or type its number. s: skip, b: before, u: undo, c: check, q: stop.")


@command
@argument("kinds", nargs=-1, help=tr("what gets stickers, by name; without it everything"))
@game_option
def tags_walk(context: CommandContext, kinds: tuple[str, ...], game: str | None) -> None:
    """Until everything has its sticker, q, or the end of the input."""
    definition = context.game(game)
    try:
        titles = {each.on_disk.stickers: each.name for each in context.games}
        names = definition.owners_box(context.data).tag_names()
        registry = Registry(StickerFile(context.data / STICKERS, titles), names, definition.tags)
    except BadFile as error:
        raise BadInput(error.message) from None
    known = [kind.id for kind in registry.kinds]
    for unknown in (kind for kind in kinds if kind not in known):
        raise BadInput(tr("Nothing here is called {name}; use one of {known}.", name=unknown, known=listed(known)))
    not_in_use(context.data)
    sys.stdout.write(f"{context.translate(HOW)}\n")
    try:
        for words in said(registry, StickerWalk(kinds or tuple(known)), sys.stdin):
            sys.stdout.write(f"{_line(words, context.translate)}\n")
            sys.stdout.flush()
    except OSError as error:
        raise not_written(str(context.data / STICKERS), error) from None


def said(registry: Registry, level: StickerWalk, lines: Iterable[str]) -> Iterator[StickerPage | Message]:
    """What is shown before the first line and after each."""
    yield sticker_walk.page(level, _now(registry))
    for line in (each.strip() for each in lines):
        if not line:
            continue
        try:
            after = _pressed(registry, level, KEYS[line]) if line in KEYS else _tapped(registry, level, line)
        except BadTag as bad:
            yield bad.message
            continue
        if after is None:
            return
        if isinstance(after, StickerWalk):
            level = after
            yield sticker_walk.page(level, _now(registry))
        else:
            yield after


def _now(registry: Registry) -> StickersNow:
    return StickersNow(registry.kinds, owned(registry.meant))


def _tapped(registry: Registry, level: StickerWalk, line: str) -> StickerWalk | Message:
    uid = uid_of(line.removeprefix("uid:"))
    registry.piece_of(f"uid:{uid}")
    done = sticker_walk.tapped(level, _now(registry), uid)
    registry.put(dict(done.changes))
    return done.level if isinstance(done.level, StickerWalk) else _nowhere(uid)


def _nowhere(uid: str) -> Message:
    return tr("No piece has this sticker; companion tags learn {uid} PIECE puts it on one.", uid=uid)


def _pressed(registry: Registry, level: StickerWalk, button: str) -> StickerWalk | Message | None:
    """What the button makes of the walk; None at its end."""
    context = MenuContext(stickers=lambda: _now(registry))
    outcome = sticker_walk.pressed(Menu((level,)), context, level, button)
    if isinstance(outcome, SetStickers):
        registry.put(dict(outcome.changes))
        return outcome.then
    assert isinstance(outcome, Menu)
    top = outcome.levels[-1] if outcome.levels else None
    if isinstance(top, StickerWalk) or top is None:
        return top
    return _nowhere(level.read[-1])


def _line(words: StickerPage | Message, translate: Translate) -> str:
    if isinstance(words, Message):
        return translate(words)
    told = f"{translate(words.told)}\n" if words.told else ""
    piece = translate(words.piece)
    after = listed(words.after)
    then = f" ({translate(tr('then {piece}', piece=after))})" if words.after else ""
    return f"{told}{translate(words.title)}, {translate(words.number)}: {piece[:1].upper()}{piece[1:]}{then}"
