"""`companion demo`: a recorded game at the desk devices, its pictures in a folder, its final table here."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from companion.catalogue import load_facts, read_box
from companion.commands.command_line import command, option
from companion.commands.context import CommandContext
from companion.commands.errors import Failed
from companion.commands.files import folder, read_text, write
from companion.commands.pictures import png
from companion.engine.message import tr, trn
from companion.menu.pages import HomePage, SheetPage
from companion.scoring.glen_more_2.listing import listing
from companion.scoring.glen_more_2.standing import Result
from companion.screens.player_labels import name_of
from companion.session.desk_player import DeskPlayer
from companion.session.recording import BadRecording, Recording, play, read_recording
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.view import View

if TYPE_CHECKING:
    from companion.app import Snapshot

DEMO = Path(__file__).parents[1] / "demo"


class Picture(NamedTuple):
    """What stood on the glass, in which turn, and what it shows: "turn", "scoring", "final"."""

    turn: int
    of: str
    png: bytes


@command
@option("--out", metavar="DIR", default="companion-demo", help=tr("the folder for the pictures (companion-demo)"))
def demo(context: CommandContext, out: str) -> None:
    """Plays it, tells what it was and who won."""
    place = folder(out)
    recording = _recording()
    with tempfile.TemporaryDirectory(prefix="companion-demo-") as data:
        player = DeskPlayer(recording.head, Path(data), _facts(recording.head.box), context.words)
        with player:
            pictures = _play(recording, player, place)
            end = player.app.snapshot
    _tell(context, len(recording.inputs), pictures, out, end)


def _recording() -> Recording:
    found = sorted(DEMO.glob("*.jsonl"))
    if not found:
        raise Failed(tr("No recorded game came with this companion; install it again."))
    try:
        return read_recording(read_text(str(found[0])))
    except BadRecording as error:
        raise Failed(error.message) from None


def _facts(box: str) -> Facts:
    """The invented complete box, or the bare catalogue; never the owner's."""
    return load_facts(read_box(DEMO / f"{box}.toml") if box != "bare" else None)


def _play(recording: Recording, player: DeskPlayer, place: Path) -> int:
    """A picture of each turn as it stood before it ended, of each scoring and of the end; how many there are."""
    count = 0
    home: Picture | None = None
    for _ in play(recording, player):
        now = player.drawn()
        if home and now.view.turn != home.turn:
            count = _keep(place, count, home)
            home = None
        if isinstance(now.page, HomePage) and now.view.on_turn:
            home = _picture(now, "turn")
        elif isinstance(now.page, SheetPage):
            count = _keep(place, count, _picture(now, "final" if now.view.over else "scoring"))
            home = None
    return count


def _picture(now: Snapshot, of: str) -> Picture:
    return Picture(now.view.turn, of, png(now.image) if now.image else b"")


def _keep(place: Path, count: int, picture: Picture) -> int:
    """Write the next picture; the numbers keep them in the order of the game."""
    write(str(place / f"{count + 1:03}-{picture.of}.png"), picture.png)
    return count + 1


def _tell(context: CommandContext, inputs: int, pictures: int, place: str, end: Snapshot) -> None:
    words, view = context.words, end.view
    if not view.over or view.result is None:
        raise Failed(tr("The recorded game did not come to its end; its pictures are in {folder}.", folder=place))
    played = trn("{n} input from taps and presses.", "{n} inputs from taps and presses.", inputs)
    shown = trn("{n} picture is in {folder}.", "{n} pictures are in {folder}.", pictures, folder=place)
    table = listing(_with_names(view, context), words).rstrip("\n")
    sys.stdout.write("\n".join([words(played), words(shown), "", table]) + "\n")


def _with_names(view: View, context: CommandContext) -> Result:
    """The last result with players as people call them; in a game they go by their colours' ids."""
    assert view.result is not None

    def called(who: str) -> str:
        return context.words(name_of(view, who))

    players = tuple(msgspec.structs.replace(scored, name=called(scored.name)) for scored in view.result.players)
    winners = tuple(called(who) for who in view.result.winners)
    return msgspec.structs.replace(view.result, players=players, winners=winners)
