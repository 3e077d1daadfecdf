"""`companion demo`: a recorded game at the desk devices, its pictures in a folder, its final table here."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from companion.catalogue import load_facts, read_box
from companion.commands.files import folder, read_text, write
from companion.commands.pictures import png
from companion.commands.situation import Situation
from companion.commands.stops import Failed
from companion.deskplay import DeskPlayer
from companion.frame.said import say, say_n
from companion.recording import BadRecording, Recording, play, read_recording
from companion.scoring.listing import listing
from companion.screens.people import name_of
from companion.state.facts import Facts

if TYPE_CHECKING:
    from companion.app import Snapshot

DEMO = Path(__file__).parents[1] / "demo"


def run(situation: Situation) -> None:
    """Plays it, tells what it was and who won."""
    place = folder(situation.take("out"))
    recording = _recording()
    with tempfile.TemporaryDirectory(prefix="companion-demo-") as data:
        player = DeskPlayer(recording.head, Path(data), _facts(recording.head.box), situation.words)
        with player:
            pictures = _play(recording, player, place)
            end = player.app.snapshot
    _tell(situation, recording, pictures, end)


def _recording() -> Recording:
    found = sorted(DEMO.glob("*.jsonl"))
    if not found:
        raise Failed(say("No recorded game came with this companion; install it again."))
    try:
        return read_recording(read_text(str(found[0])))
    except BadRecording as error:
        raise Failed(error.said) from None


def _facts(box: str) -> Facts:
    """The invented complete box, or the bare catalogue; never the owner's."""
    return load_facts(read_box(DEMO / f"{box}.toml") if box != "bare" else None)


def _play(recording: Recording, player: DeskPlayer, place: Path) -> int:
    """Every picture that stood on the glass, numbered by its input; how many there were."""
    seen = [png(image) if (image := player.drawn().image) else b""]
    write(str(place / "0000.png"), seen[0])
    for number, _ in enumerate(play(recording, player), 1):
        image = player.drawn().image
        made = png(image) if image else b""
        if made != seen[-1]:
            write(str(place / f"{number:04}.png"), made)
            seen.append(made)
    return len(seen)


def _tell(situation: Situation, recording: Recording, pictures: int, end: Snapshot) -> None:
    words, view = situation.words, end.view
    if not view.over or view.result is None:
        raise Failed(
            say(
                "The recorded game did not come to its end; its pictures are in {folder}.",
                folder=situation.take("out"),
            )
        )
    winners = [name_of(view, who) for who in view.result.winners]
    lines = [
        listing(view.result, words).rstrip("\n"),
        "",
        words(
            say_n("{n} input from taps and presses.", "{n} inputs from taps and presses.", len(recording.inputs))
        ),
        words(
            say_n(
                "{n} picture is in {folder}.",
                "{n} pictures are in {folder}.",
                pictures,
                folder=situation.take("out"),
            )
        ),
        *(words(say("The winner is {name}.", name=name)) for name in winners),
    ]
    sys.stdout.write("\n".join(lines) + "\n")
