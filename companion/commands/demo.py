"""`companion demo`: plays a recorded game on the page, or writes its pictures and a slideshow page into a folder.

The recording runs on the real application in a temporary data folder. On the page OK pauses and resumes it and
DOWN shows the next step; other keys have no effect. At the end the final table is printed.
"""

from __future__ import annotations

import json
import socket
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.app import App
from companion.commands.command_line import WholeNumber, command, game_option, option, port_option
from companion.commands.context import CommandContext, CommandFailed, output_folder, read_text, write_output
from companion.commands.desk import no_browser_option, open_page_socket, page_opener
from companion.commands.documents import encode_png
from companion.desk_player import DeskPlayer
from companion.engine.message import Message, tr, trn
from companion.hardware.desk import DeskScreen
from companion.menu.pages import HomePage, SheetPage
from companion.screens.paper import PANELS
from companion.screens.translator import Translator
from companion.session.inputs import Reaction, Snapshot
from companion.session.recording import BadRecording, Recording, Restart, play_recording, read_recording
from companion.web.app_backend import AppBackend
from companion.web.server import serve_page

if TYPE_CHECKING:
    from companion.games.definition import Demo


SLIDE_MILLISECONDS = 2000
"""Milliseconds for which each picture is shown."""
SLIDESHOW_HTML = """<!DOCTYPE html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ margin: 0; background: #ddd; font: 16px sans-serif; text-align: center }}
img {{ display: block; width: min(96vw, 800px); margin: 2vh auto; image-rendering: pixelated; background: #fff }}
button {{ font: inherit; padding: .4em 1em }}
</style>
<img id="picture" src="{first}" alt="">
<p><button id="back">◀</button> <button id="play">{hold}</button> <button id="on">▶</button>
<span id="where"></span></p>
<script>
const names = {names}, held = "{go_on}", plays = "{hold}", by = id => document.getElementById(id);
let at = 0, timer = 0;
function show(n) {{
  at = Math.max(0, Math.min(n, names.length - 1));
  by("picture").src = names[at];
  by("where").textContent = `${{at + 1}} / ${{names.length}}`;
}}
function hold() {{ clearInterval(timer); timer = 0; by("play").textContent = held; }}
function play() {{
  if (at === names.length - 1) show(0);
  timer = setInterval(() => {{ show(at + 1); if (at === names.length - 1) hold(); }}, {stands});
  by("play").textContent = plays;
}}
by("back").onclick = () => {{ hold(); show(at - 1); }};
by("on").onclick = () => {{ hold(); show(at + 1); }};
by("play").onclick = () => timer ? hold() : play();
show(0);
play();
</script>
</html>
"""


def slideshow_page(names: Sequence[str], title: Message, translate: Translator) -> str:
    """Return the HTML of the slideshow.

    names: files of the pictures in order, at least one.
    """
    words = {"hold": tr("Pause"), "go_on": tr("Play")}
    return SLIDESHOW_HTML.format(
        names=json.dumps(list(names)),
        first=escape(names[0]),
        title=escape(translate(title)),
        language=translate.language,
        stands=SLIDE_MILLISECONDS,
        **{name: escape(translate(message)) for name, message in words.items()},
    )


PAGE_FILE = "index.html"


class DemoPicture(NamedTuple):
    """Picture that was on the panel."""

    turn: int
    """Turn of the game."""
    of: str
    """Subject of the picture ("turn", "scoring", "final"), part of its file name."""
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
    """Play the recorded game and print its result."""
    definition = context.game(game)
    if definition.demo is None:
        raise CommandFailed(tr("No recorded game of {game} came with this companion.", game=definition.name))
    recording, facts = _load_recording(definition.demo)
    place = output_folder(out) if out is not None else None
    wanted = port if port is not None else context.settings.port
    names: list[str] = []
    with tempfile.TemporaryDirectory(prefix="companion-demo-") as data:
        player = DeskPlayer(recording.head, Path(data), facts, context.translate, game=definition)
        if place is None:
            opened = page_opener(context.settings.open_browser and not no_browser)
            if not _play_on_page(recording, player, seconds, wanted, opened, context.translate):
                return
        else:
            names = _draw_pictures(recording, player, place)
        end = player.app.snapshot
    if not end.outline.over:
        raise CommandFailed(tr("The recorded game did not come to its end."))
    if place is not None:
        _tell(context, recording, place, names, definition.name)
    sys.stdout.write(definition.demo.result(end.view, context.translate).rstrip("\n") + "\n")


def _play_on_page(
    recording: Recording,
    player: DeskPlayer,
    seconds: int,
    port: int | None,
    opened: Callable[[str], None],
    translate: Translator,
) -> bool:
    """Play on the page; return True if the recording was watched to its end."""

    with open_page_socket(port) as page, player:
        return serve_playback(recording, player, page, seconds, translate, opened)


def _tell(context: CommandContext, recording: Recording, place: Path, names: list[str], title: Message) -> None:
    """Write the slideshow page and print what was written."""
    lines = [trn("{n} input from taps and presses.", "{n} inputs from taps and presses.", len(recording.inputs))]
    lines.append(
        trn("{n} picture is in {folder}.", "{n} pictures are in {folder}.", len(names), folder=str(place))
    )
    lines.append(tr("Open {file} to see them played.", file=str(place / PAGE_FILE)))
    write_output(str(place / PAGE_FILE), slideshow_page(names, title, context.translate).encode())
    sys.stdout.write("".join(f"{context.translate(line)}\n" for line in lines) + "\n")


def _load_recording(demo: Demo) -> tuple[Recording, Any]:
    """Return the recorded game, and the box facts that it was played with."""
    if not demo.recording.exists():
        raise CommandFailed(tr("No recorded game came with this companion; install it again."))
    try:
        recording = read_recording(read_text(str(demo.recording)))
        return recording, demo.facts(recording.head.box)
    except BadRecording as error:
        raise CommandFailed(error.message) from None


def _draw_pictures(recording: Recording, player: DeskPlayer, place: Path) -> list[str]:
    """Write a picture of each turn before its end, of each scoring and of the end; return the file names."""
    names: list[str] = []
    home: DemoPicture | None = None
    with player:
        for _ in play_recording(recording, player):
            now = player.drawn()
            if home and now.outline.turn != home.turn:
                _write_picture(place, names, home)
                home = None
            if isinstance(now.page, HomePage) and now.outline.on_turn:
                home = _picture(now, "turn")
            elif isinstance(now.page, SheetPage):
                _write_picture(place, names, _picture(now, "final" if now.outline.over else "scoring"))
                home = None
    return names


def _picture(now: Snapshot, of: str) -> DemoPicture:
    return DemoPicture(now.outline.turn, of, encode_png(now.image) if now.image else b"")


def _write_picture(place: Path, names: list[str], picture: DemoPicture) -> None:
    """Write the next picture; numbers keep the files in order."""
    names.append(f"{len(names) + 1:03}-{picture.of}.png")
    write_output(str(place / names[-1]), picture.png)


PLAYBACK_KEYS = tr("This is a recorded game: OK pauses it and lets it go on, DOWN shows the next step.")
PAUSED_TEXT = tr("Paused: OK lets it go on, DOWN shows the next step.")
RESUMED_TEXT = tr("The recorded game goes on.")
MENU_TIME_DIVISOR = 4
"""Divisor of the time for which pictures of menus are shown."""
END_TIME_FACTOR = 5
"""Multiple of the time for which the last picture is shown before the page closes."""


class PlaybackPace:
    """Timing of the pictures. The recording calls `wait`, the user's keys call the other methods."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._held = self._next = self._over = False

    def wait(self, seconds: float) -> bool:
        """Wait for the time of a picture; return False if the recording must end."""
        with self._changed:
            self._next = False
            while not (self._next or self._over):
                if not self._changed.wait(None if self._held else seconds):
                    break
            return not self._over

    def hold(self) -> bool:
        """Pause or resume the recording; return True if it is paused."""
        with self._changed:
            self._held = not self._held
            self._next = not self._held
            self._changed.notify_all()
            return self._held

    def step(self) -> None:
        """Show the next picture at once."""
        with self._changed:
            self._next = True
            self._changed.notify_all()

    def end(self) -> None:
        """End the recording."""
        with self._changed:
            self._over = True
            self._changed.notify_all()


class PlaybackBackend(AppBackend):
    """Running application for viewers, whose keys control the recording only."""

    def __init__(
        self, app: App, screen: DeskScreen, pace: PlaybackPace, panel: str, translate: Translator
    ) -> None:
        super().__init__(app, screen, PANELS[panel], translate)
        self._pace = pace

    def tap(self, tag: str) -> Future[Reaction]:  # noqa: ARG002  taps have no effect
        return self._told("refused", PLAYBACK_KEYS)

    def answer(self, answer: Any) -> Future[Reaction]:  # noqa: ARG002
        return self._told("refused", PLAYBACK_KEYS)

    def press(self, button: str, long: bool) -> Future[Reaction]:  # noqa: ARG002
        if button == "DOWN":
            self._pace.step()
            return self._told("accepted", None)
        if button == "OK":
            return self._told("accepted", PAUSED_TEXT if self._pace.hold() else RESUMED_TEXT)
        return self._told("refused", PLAYBACK_KEYS)

    def page(self, version: int) -> dict[str, Any]:
        page = super().page(version)
        turn = self._app.snapshot.outline.turn
        return {**page, "now": tr("Recorded game, turn {n}", n=turn) if turn else tr("Recorded game")}

    def _told(self, signal: str, sentence: Message | None) -> Future[Reaction]:
        reaction: Future[Reaction] = Future()
        reaction.set_result(Reaction(signal, sentence, self._app.snapshot.page))
        return reaction


def serve_playback(
    recording: Recording,
    player: DeskPlayer,
    page: socket.socket,
    seconds: float,
    translate: Translator,
    opened: Callable[[str], None],
) -> bool:
    """Serve the page while the recording plays; return True if it was watched to its end.

    seconds: time for which a picture of the table is shown.
    """
    pace, ended = PlaybackPace(), Future[None]()
    screen = player.app.devices.screen
    assert isinstance(screen, DeskScreen)
    watched = PlaybackBackend(player.app, screen, pace, recording.head.panel, translate)
    hands = threading.Thread(target=_play_recording, args=(recording, player, pace, seconds, ended), daemon=True)

    def ready(address: str) -> None:
        opened(address)
        hands.start()

    try:
        serve_page(watched, translate, page, ready, ended)
    finally:
        stopped = not ended.done()
        pace.end()
        if hands.ident:
            hands.join()
    ended.result()
    return not stopped


def _play_recording(
    recording: Recording, player: DeskPlayer, pace: PlaybackPace, seconds: float, ended: Future[None]
) -> None:
    """Play the recorded inputs at the viewer's speed."""
    try:
        # Restarts are skipped, because they show nothing.
        inputs = tuple(each for each in recording.inputs if not isinstance(each, Restart))
        going_on = pace.wait(seconds)
        for _ in play_recording(Recording(recording.head, inputs), player) if going_on else ():
            if not pace.wait(_display_seconds(player.drawn(), seconds)):
                break
        else:
            pace.wait(END_TIME_FACTOR * seconds)
    except Exception as error:
        ended.set_exception(error)
    else:
        ended.set_result(None)


def _display_seconds(now: Snapshot, seconds: float) -> float:
    """Return the time for a picture; menus are shown more briefly than the table and sheets."""
    return seconds if isinstance(now.page, HomePage | SheetPage) else seconds / MENU_TIME_DIVISOR
