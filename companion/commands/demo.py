"""`companion demo`: a recorded game plays by itself on the page, or leaves its pictures in a folder.

Its final table is told here. Touches nobody's data folder.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.commands.command_line import WholeNumber, command, option
from companion.commands.context import CommandContext
from companion.commands.errors import Failed
from companion.commands.files import folder, read_text, write
from companion.commands.options import game_option, port_option
from companion.commands.page import listener, no_browser_option, opener
from companion.commands.pictures import png
from companion.commands.slideshow import slideshow
from companion.desk_player import DeskPlayer
from companion.engine.message import Message, tr, trn
from companion.menu.pages import HomePage, SheetPage
from companion.session.recording import BadRecording, Recording, play, read_recording

if TYPE_CHECKING:
    from companion.app import Snapshot
    from companion.games.definition import Demo
    from companion.screens.translator import Translator


PAGE = "index.html"


class Picture(NamedTuple):
    """What stood on the glass."""

    turn: int
    """In which turn of the game."""
    of: str
    """What it shows: "turn", "scoring", "final"; part of its file's name."""
    png: bytes


@command
@game_option
@option("--out", metavar="DIR", help=tr("write its pictures into this folder, with a page that plays them"))
@option(
    "--seconds", metavar="S", type=WholeNumber(0, 3600), default=2, help=tr("how long each picture stands (2)")
)
@port_option
@no_browser_option
def demo(
    context: CommandContext, game: str | None, out: str | None, seconds: int, port: int | None, no_browser: bool
) -> None:
    """Plays it, tells what it was and who won."""
    definition = context.game(game)
    if definition.demo is None:
        raise Failed(tr("No recorded game of {game} came with this companion.", game=definition.name))
    recording, facts = _recorded(definition.demo)
    place = folder(out) if out is not None else None
    wanted = port if port is not None else context.settings.port
    names: list[str] = []
    with tempfile.TemporaryDirectory(prefix="companion-demo-") as data:
        player = DeskPlayer(recording.head, Path(data), facts, context.translate, game=definition)
        if place is None:
            opened = opener(context.settings.open_browser and not no_browser)
            if not _watched(recording, player, seconds, wanted, opened, context.translate):
                return
        else:
            names = _drawn(recording, player, place)
        end = player.app.snapshot
    if not end.outline.over:
        raise Failed(tr("The recorded game did not come to its end."))
    if place is not None:
        _tell(context, recording, place, names, definition.name)
    sys.stdout.write(definition.demo.result(end.view, context.translate).rstrip("\n") + "\n")


def _watched(
    recording: Recording,
    player: DeskPlayer,
    seconds: int,
    port: int | None,
    opened: Callable[[str], None],
    translate: Translator,
) -> bool:
    """On the page; whether somebody let it come to its end."""
    from companion.commands.playback import shown

    with listener(port) as page, player:
        return shown(recording, player, page, seconds, translate, opened)


def _tell(context: CommandContext, recording: Recording, place: Path, names: list[str], title: Message) -> None:
    """Lay the page that plays the pictures beside them, and say what there is."""
    lines = [trn("{n} input from taps and presses.", "{n} inputs from taps and presses.", len(recording.inputs))]
    lines.append(
        trn("{n} picture is in {folder}.", "{n} pictures are in {folder}.", len(names), folder=str(place))
    )
    lines.append(tr("Open {file} to see them played.", file=str(place / PAGE)))
    write(str(place / PAGE), slideshow(names, title, context.translate).encode())
    sys.stdout.write("".join(f"{context.translate(line)}\n" for line in lines) + "\n")


def _recorded(demo: Demo) -> tuple[Recording, Any]:
    """The recorded game, and the facts of the box that it was played with."""
    if not demo.recording.exists():
        raise Failed(tr("No recorded game came with this companion; install it again."))
    try:
        recording = read_recording(read_text(str(demo.recording)))
        return recording, demo.facts(recording.head.box)
    except BadRecording as error:
        raise Failed(error.message) from None


def _drawn(recording: Recording, player: DeskPlayer, place: Path) -> list[str]:
    """A picture of each turn as it stood before it ended, of each scoring and of the end; their files' names."""
    names: list[str] = []
    home: Picture | None = None
    with player:
        for _ in play(recording, player):
            now = player.drawn()
            if home and now.outline.turn != home.turn:
                _keep(place, names, home)
                home = None
            if isinstance(now.page, HomePage) and now.outline.on_turn:
                home = _picture(now, "turn")
            elif isinstance(now.page, SheetPage):
                _keep(place, names, _picture(now, "final" if now.outline.over else "scoring"))
                home = None
    return names


def _picture(now: Snapshot, of: str) -> Picture:
    return Picture(now.outline.turn, of, png(now.image) if now.image else b"")


def _keep(place: Path, names: list[str], picture: Picture) -> None:
    """Write the next picture; the numbers keep them in the order of the game."""
    names.append(f"{len(names) + 1:03}-{picture.of}.png")
    write(str(place / names[-1]), picture.png)
