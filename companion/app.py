"""The application (`App`): connects session, devices, panel and files, and runs the main loop.

One queue and one state thread handle all inputs. Devices have threads of their own, and none waits for another.
"""

from __future__ import annotations

import gc
import logging
import queue
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine.message import Message, tr
from companion.games.definition import AnyGame
from companion.games.installed import InstalledGames, installed_games
from companion.hardware.device_opening import close_devices, open_devices
from companion.hardware.devices import AntennaReader, Closable, Devices, Interruptible
from companion.hardware.display import Display, Frame
from companion.menu.pages import NoticePage, Page, SheetPage
from companion.menu.piece_facts_menu import open_piece_id
from companion.screens.game_screens import ShownGame
from companion.screens.paper import PANELS
from companion.screens.picture import hidden_sheet, make_picture, refresh_hint, sheet_pages
from companion.screens.translator import ENGLISH, Translator
from companion.session.game_on_table import table_games, unused_house_rules_text
from companion.session.inputs import (
    ButtonPressed,
    DeviceNotice,
    IdleInput,
    Input,
    PageNotDrawn,
    Reaction,
    Snapshot,
    TagSeen,
)
from companion.session.preferences import BoxPreferences, PlayerNames
from companion.session.running_game import RunningGame
from companion.session.services import PhoneDesk, SessionServices, UpdateOffer
from companion.session.session import PAGE_NOT_DRAWN, Session
from companion.session.sticker_enrolment import RecordWriting
from companion.session.threads import (
    BUTTONS_LOOP,
    DISPLAY_LOOP,
    GAME_LOOP,
    IDLE_BEAT_SECONDS,
    READER_LOOP,
    BackgroundWorker,
    DeviceListener,
    Watchdog,
)
from companion.session.wall_clock import wall_clock
from companion.settings import AUTO, Settings, house_rules_tables
from companion.storage.archive import Archive
from companion.storage.data_folder import NAMES_FILE, PREFERENCES_FILE
from companion.storage.locks import acquire_instance_lock, mark_ended, mark_playing, was_interrupted
from companion.storage.other_version import archive_at_start
from companion.storage.toml_file import BadFile, read_toml

if TYPE_CHECKING:
    from PIL.Image import Image


log = logging.getLogger(__name__)

THREAD_SWITCH_SECONDS = 0.00005
"""Seconds until a busy thread lets another one run."""
MAX_WAITING = 200
"""Inputs that may wait; more come from a stuck key and are dropped."""

FULL_GC_INTERVAL = 200
"""Inputs between two full garbage collections; between them only new objects are collected."""

TOO_FAST = tr("Too fast: the last tap or press was not taken; repeat it.")
STOPPING = tr("The companion is stopping; nothing was taken.")
PANEL_LOST = tr("The panel does not answer; check its cable. The game and its sounds go on.")
STICKER_LIES_THERE = tr("Take the sticker off the reader: it lay there already, and nothing was entered.")
BUTTONS_BACK = DeviceNotice("told", tr("The buttons are back."))
SPLASH = SheetPage("splash", ())

STOP_TIMEOUT = 5.0
"""Seconds that `stop` waits for the state thread; an entry delayed longer by the disk was not acknowledged."""


class App:
    """The running application."""

    def __init__(
        self,
        session: Session,
        devices: Devices,
        draw: Callable[[ShownGame | None, Page], Image],
        files: BackgroundWorker,
        games: InstalledGames,
        watch: Watchdog | None = None,
        box: BoxPreferences | None = None,
        write_stickers: bool = False,
    ) -> None:
        self.games = games
        self._box = box
        self._lock = acquire_instance_lock(session.running.archive.path.parent)
        if was_interrupted(self._lock):
            session.was_cut_off()
        self.watch = watch or Watchdog()
        self._session, self.can_invite_phones = session, session.can_invite_phones
        self._draw = draw
        self._devices = devices
        self._files = files
        self._waiting: queue.Queue[tuple[Input, Future[Reaction]] | None] = queue.Queue(MAX_WAITING)
        self._changed, self._giving = threading.Condition(), threading.Lock()
        self._listeners: list[Callable[[], None]] = []
        self._display = Display(
            devices.screen,
            draw,
            self._drawn,
            beat=self.watch.beating(DISPLAY_LOOP),
            moment=_refresh_hint,
            noticed=self._panel,
            splash=lambda: draw(session.running.definition.shown(None), SPLASH),
            undrawn=self._undrawn,
        )
        self._loop = threading.Thread(target=self._run, name="state", daemon=True)
        self.writing = RecordWriting(devices.reader, write_stickers, session.running, self.submit)
        self._ears = self._listening()
        files.tell = self._tell_trouble
        self._stopping, self._signals_count, self._last_signal = False, 0, ""
        self.snapshot = self._seen(session.page(), 0)

    def _listening(self) -> list[DeviceListener]:
        reader, buttons = self._devices.reader, self._devices.buttons
        lost = DeviceNotice("trouble", tr("The reader does not answer; check its cable. The buttons still work."))
        back = DeviceNotice("told", tr("The reader is back."))

        if isinstance(reader, AntennaReader):
            reader.wants_record = lambda uid: uid not in self._session.running.table_game.registry.stickers
            reader.on_resting_tag = lambda: self._tell_trouble(STICKER_LIES_THERE)

        def pressed(timeout: float) -> Input | None:
            press = buttons.next(timeout)
            return ButtonPressed(press.button, press.long) if press else None

        def tapped(timeout: float) -> Input | None:
            tag = reader.read(timeout)
            return TagSeen(tag) if tag is not None and not self.writing.write_sticker(tag) else None

        return [
            DeviceListener(
                "reader", tapped, self.submit, lost, back, self.watch.beating(READER_LOOP), _interrupt(reader)
            ),
            DeviceListener(
                "buttons",
                pressed,
                self.submit,
                None,
                BUTTONS_BACK,
                self.watch.beating(BUTTONS_LOOP),
                _interrupt(buttons),
            ),
        ]

    @property
    def definition(self) -> AnyGame:
        """The definition of the game on the table."""
        return self._session.running.definition

    @property
    def devices(self) -> Devices:
        return self._devices

    @property
    def running(self) -> RunningGame:
        """The running game, read only."""
        return self._session.running

    def start(self) -> None:
        """Show the running game and start all threads."""
        # Drawing must not delay the state thread while a player waits for the beep.
        sys.setswitchinterval(THREAD_SWITCH_SECONDS)
        # Neither must the garbage collector: loaded objects are frozen, and new ones are collected between inputs
        # (`_sweep`).
        gc.freeze()
        gc.disable()
        mark_playing(self._lock)
        self.watch.start()
        for part in (self._files, self._display):
            part.start()
        self._display.offer(self._frame(self.snapshot))
        self._loop.start()
        for ear in self._ears:
            ear.start()
        if self._devices.trouble:
            self.submit(DeviceNotice("trouble", self._devices.trouble))

    def stop(self, farewell: Message | None = None) -> None:
        """Refuse new inputs, finish the waiting ones, end all threads and close the archive.

        farewell: the sentence of the last picture.
        """
        for ear in self._ears:
            ear.stop()
        self._stopping = True
        if self._loop.is_alive():
            with suppress(queue.Full):
                self._waiting.put(None, timeout=STOP_TIMEOUT)
            self._loop.join(STOP_TIMEOUT)
        if farewell:
            last = msgspec.structs.replace(self.snapshot, page=NoticePage("told", farewell))
            self._display.offer(self._frame(last))
        if isinstance(self._devices.screen, Closable):
            self._devices.screen.close()
        for part in (self._display, self._files):
            part.stop()
        close_devices(self._devices)
        if not self._loop.is_alive():
            self._session.running.archive.close()
        mark_ended(self._lock)
        self._lock = None
        gc.enable()
        gc.unfreeze()

    def submit(self, input: Input) -> Future[Reaction]:
        """Submit an input from any thread; the future is done when it is handled and durable."""
        future: Future[Reaction] = Future()
        if self._stopping:
            future.set_result(Reaction("trouble", STOPPING, self.snapshot.page))
            return future
        try:
            self._waiting.put_nowait((input, future))
        except queue.Full:
            future.set_result(Reaction("refused", TOO_FAST, self.snapshot.page))
        return future

    def _tell_trouble(self, sentence: Message) -> None:
        """Show a sentence to the players; may be called from any thread."""
        self.submit(DeviceNotice("trouble", sentence))

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` on an internal thread after each new snapshot; return a function that ends it."""
        with self._changed:
            self._listeners.append(changed)

        def unsubscribe() -> None:
            with self._changed:
                if changed in self._listeners:
                    self._listeners.remove(changed)

        return unsubscribe

    def wait(self, until: Callable[[Snapshot], bool], timeout: float = 10.0) -> Snapshot:
        """Return the first snapshot for which `until` is true. Raises TimeoutError after `timeout` seconds."""
        with self._changed:
            if not self._changed.wait_for(lambda: until(self.snapshot), timeout):
                raise TimeoutError
            return self.snapshot

    def _run(self) -> None:
        while (waiting := self._next()) is not None:
            given, future = waiting
            reaction = self._session.handle(given, self._signal)
            self._swap(self._seen(reaction.page, self.snapshot.handled + 1))
            if future.set_running_or_notify_cancel():
                future.set_result(reaction)
            self._display.offer(self._frame(self.snapshot))
            self._label()
            self._sweep()

    def _next(self) -> tuple[Input, Future[Reaction]] | None:
        """Return the next input; None is the end."""
        while True:
            self.watch.beat(GAME_LOOP)
            try:
                return self._waiting.get(timeout=IDLE_BEAT_SECONDS)
            except queue.Empty:
                self._rest()

    def _rest(self) -> None:
        """Do the work that may be done while idle."""
        try:
            if self._session.running.rest():
                self.submit(IdleInput())
        except Exception as error:
            log.warning("the games' log could not be folded in: %s", error)

    def _signal(self, kind: str) -> None:
        self._signals_count, self._last_signal = self._signals_count + 1, kind
        self._give(kind)

    def _give(self, kind: str) -> None:
        """Give a signal directly, because players wait for it and another thread would delay it."""
        try:
            with self._giving:
                self._devices.signal.give(kind, aloud=self._aloud)
        except Exception:
            log.exception("a signal could not be given")

    @property
    def _aloud(self) -> bool:
        return self._box is None or self._box.settings.sound

    def _label(self) -> None:
        """Update the archive's list of games; a failure does not affect the entry."""
        try:
            self._session.running.label()
        except Exception as error:
            log.warning("the list of games could not be brought up to date: %s", error)

    def _sweep(self) -> None:
        """Collect garbage while no input waits; older objects only now and then."""
        if self._waiting.empty():
            gc.collect(0 if self.snapshot.handled % FULL_GC_INTERVAL else 2)

    def _seen(self, page: Page, handled: int) -> Snapshot:
        running, snapshot = self._session.running, self._session.running.snapshot
        return Snapshot(
            running.definition,
            snapshot.state,
            snapshot.view,
            snapshot.outline,
            page,
            snapshot.questions,
            snapshot.corrections,
            self._session.make_tap_preview(),
            running.id,
            running.table_game.can_edit_facts,
            open_fact_piece=open_piece_id(self._session.menu),
            handled=handled,
            signals_count=self._signals_count,
            last_signal=self._last_signal,
            sound=self._aloud,
            then=self._session.past_game(),
            typed=self._session.typed_question(),
        )

    def _swap(self, snapshot: Snapshot) -> None:
        with self._changed:
            # The display thread may have changed these fields in the meantime.
            before = self.snapshot
            self.snapshot = msgspec.structs.replace(
                snapshot, drawn=before.drawn, image=before.image, trouble=before.trouble
            )
            self._tell()

    def _drawn(self, number: int, image: Any) -> None:
        with self._changed:
            self.snapshot = msgspec.structs.replace(self.snapshot, drawn=number, image=image)
            self._tell()

    def _panel(self, lost: bool) -> None:
        """Note that the panel is lost or back. There is no notice, because its OK could not be seen."""
        with self._changed:
            self.snapshot = msgspec.structs.replace(self.snapshot, trouble=PANEL_LOST if lost else None)
            self._tell()
        if lost:
            self._give("trouble")

    def _frame(self, now: Snapshot) -> Frame:
        return Frame(now.shown, now.page, now.handled, self._box and self._box.settings)

    def _undrawn(self, frame: Frame) -> Image:
        """Return a notice for a page that cannot be drawn.

        The session then closes the page, so that no key acts unseen.
        """
        if not isinstance(frame.page, NoticePage):
            self.submit(PageNotDrawn(frame.page))
        return self._draw(None, NoticePage("trouble", PAGE_NOT_DRAWN))

    def _tell(self) -> None:
        self._changed.notify_all()
        for changed in self._listeners:
            try:
                changed()
            except Exception:
                log.exception("a listener failed")


def _interrupt(device: object) -> Callable[[], None] | None:
    """Return what ends the wait of this device, None if it cannot be ended."""
    return device.interrupt if isinstance(device, Interruptible) else None


def _refresh_hint(before: ShownGame | None, after: ShownGame | None) -> str:
    return refresh_hint(before and before.outline, after and after.outline)


def build_app(
    settings: Settings,
    devices: Devices | None = None,
    archive: Archive | None = None,
    *,
    games: InstalledGames | None = None,
    game: str = "",
    facts: Any = None,
    house_rules: Any = None,
    translate: Translator | None = None,
    dice: Random | None = None,
    clock: Callable[[], float] = time.monotonic,
    today: Callable[[], datetime | None] = wall_clock,
    watch: Watchdog | None = None,
    switch_off: Callable[[], None] | None = None,
    phones: PhoneDesk | None = None,
    update: UpdateOffer | None = None,
    report: Callable[[], Message] | None = None,
    is_language_given: bool = False,
    notices: Sequence[Message] = (),
    practice: bool = False,
) -> App:
    """Return the application for these settings; it opens the devices that they name if none are given.

    - games: the games to choose from; None for all installed ones.
    - game: the id of the game to play; "" for the one used last, or the players are asked.
    - facts, house_rules: those of the first game; with `facts` the file of the owner's box is not used.
    - today: wall clock, for lists of games only.
    - switch_off, phones, update, report: None if not available.
    - is_language_given: the command line set the language for this run.
    - notices: sentences to show first.
    - practice: stickers and facts invented on the simulator page are stored in a folder of their own.

    A damaged file other than the archive does not prevent the start; it is reported. Raises ArchiveError.
    """
    data, games, troubles = settings.data, games or installed_games(), [*notices]
    translate = translate or Translator(ENGLISH if settings.language == AUTO else settings.language)
    archive = archive or archive_at_start(data, troubles.append)
    box = BoxPreferences(data / PREFERENCES_FILE, translate, troubles.append, is_language_given)
    paper, dice, first = PANELS[settings.panel].paper(), dice or SystemRandom(), game or games.listings[0].id
    rules_of = _house_rules_reader(settings, games, troubles.append, {first: house_rules} if house_rules else {})
    files, names = BackgroundWorker("files"), PlayerNames(data / NAMES_FILE, troubles.append)
    running = RunningGame(
        table_games(games, data, files.later, rules_of, facts, game, practice),
        archive,
        lambda: names.known,
        translate,
        lambda outline: files.later(lambda: names.meet(outline)),
        today,
        game,
    )
    running.table_game.tags  # noqa: B018 - an error in the files of its box is shown before anything begins
    running.troubles += [*troubles, *games.troubles]
    translate.taps = lambda: running.table_game.has_stickers
    save = lambda: _save_backup(running.archive, data, games, today())  # noqa: E731
    pages = partial(sheet_pages, paper=paper, translate=translate)
    hidden = partial(hidden_sheet, paper=paper, translate=translate)
    services = SessionServices(
        dice, clock, pages, hidden, files.later, save, box, phones, switch_off, update, report
    )
    devices = devices or open_devices(settings)
    draw = lambda shown, page: box.rotate_image(make_picture(shown, page, paper, translate))  # noqa: E731
    return App(Session(running, services), devices, draw, files, games, watch, box, settings.write_stickers)


def _house_rules_reader(
    settings: Settings, games: InstalledGames, tell: Callable[[Message], None], house_rules: Mapping[str, Any]
) -> Callable[[AnyGame], Any]:
    """Return what reads the house rules of one game, when it is first used: None for its defaults.

    house_rules: house rules by game id, which replace those of the file.

    A file that cannot be read leaves every game with its defaults; the owner's text stays as it is.
    """
    path = Path(settings.house_rules) if settings.house_rules else None
    name = path.name if path else ""
    try:
        found = house_rules_tables({} if path is None else read_toml(path), name, games)
    except BadFile as bad:
        log.warning("%s", bad.message)
        tell(unused_house_rules_text(bad))
        found = {}

    def read(game: AnyGame) -> Any:
        if game.id in house_rules:
            return house_rules[game.id]
        where, table = found.get(game.id, ("", {}))
        return game.house_rules.read(table, name, where) if table else None

    return read


def _save_backup(archive: Archive, data: Path, games: InstalledGames, now: datetime | None) -> str:
    from companion.session.backup import save_backup  # late: few evenings end with a backup

    return save_backup(archive, data, games, now)
