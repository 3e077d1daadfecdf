"""`companion demo`: a recorded game at the desk devices, its pictures in a folder, its final table here.

Touches nobody's data folder.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.commands.command_line import command, option
from companion.commands.context import CommandContext
from companion.commands.errors import Failed
from companion.commands.files import folder, read_text, write
from companion.commands.options import game_option
from companion.commands.pictures import png
from companion.desk_player import DeskPlayer
from companion.engine.message import tr, trn
from companion.menu.pages import HomePage, SheetPage
from companion.session.recording import BadRecording, Recording, play, read_recording

if TYPE_CHECKING:
    from companion.app import Snapshot
    from companion.games.definition import Demo


class Picture(NamedTuple):
    """What stood on the glass."""

    turn: int
    """In which turn of the game."""
    of: str
    """What it shows: "turn", "scoring", "final"; part of its file's name."""
    png: bytes


@command
@game_option
@option("--out", metavar="DIR", default="companion-demo", help=tr("the folder for the pictures (companion-demo)"))
def demo(context: CommandContext, game: str | None, out: str) -> None:
    """Plays it, tells what it was and who won."""
    definition = context.game(game)
    if definition.demo is None:
        raise Failed(tr("No recorded game of {game} came with this companion.", game=definition.name))
    place = folder(out)
    recording, facts = _recorded(definition.demo)
    with tempfile.TemporaryDirectory(prefix="companion-demo-") as data:
        player = DeskPlayer(recording.head, Path(data), facts, context.translate, game=definition)
        with player:
            pictures = _play(recording, player, place)
            end = player.app.snapshot
    if not end.outline.over:
        raise Failed(tr("The recorded game did not come to its end; its pictures are in {folder}.", folder=out))
    played = trn("{n} input from taps and presses.", "{n} inputs from taps and presses.", len(recording.inputs))
    shown = trn("{n} picture is in {folder}.", "{n} pictures are in {folder}.", pictures, folder=out)
    table = definition.demo.result(end.view, context.translate).rstrip("\n")
    sys.stdout.write("\n".join([context.translate(played), context.translate(shown), "", table]) + "\n")


def _recorded(demo: Demo) -> tuple[Recording, Any]:
    """The recorded game, and the facts of the box that it was played with."""
    if not demo.recording.exists():
        raise Failed(tr("No recorded game came with this companion; install it again."))
    try:
        recording = read_recording(read_text(str(demo.recording)))
        return recording, demo.facts(recording.head.box)
    except BadRecording as error:
        raise Failed(error.message) from None


def _play(recording: Recording, player: DeskPlayer, place: Path) -> int:
    """A picture of each turn as it stood before it ended, of each scoring and of the end; how many there are."""
    count = 0
    home: Picture | None = None
    for _ in play(recording, player):
        now = player.drawn()
        if home and now.outline.turn != home.turn:
            count = _keep(place, count, home)
            home = None
        if isinstance(now.page, HomePage) and now.outline.on_turn:
            home = _picture(now, "turn")
        elif isinstance(now.page, SheetPage):
            count = _keep(place, count, _picture(now, "final" if now.outline.over else "scoring"))
            home = None
    return count


def _picture(now: Snapshot, of: str) -> Picture:
    return Picture(now.outline.turn, of, png(now.image) if now.image else b"")


def _keep(place: Path, count: int, picture: Picture) -> int:
    """Write the next picture; the numbers keep them in the order of the game."""
    write(str(place / f"{count + 1:03}-{picture.of}.png"), picture.png)
    return count + 1
