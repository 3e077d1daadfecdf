"""A table for tests: the real application on desk devices, and two hands that wait for what comes of a tap."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from PIL import Image

from companion.app import App, build_app
from companion.engine.journal import Entry
from companion.hardware.desk import DeskButtons, DeskReader, DeskScreen, DeskSignal
from companion.hardware.devices import Devices
from companion.hardware.display import Frame
from companion.menu.pages import HomePage, KeysPage, ListPage, NoticePage, Page
from companion.screens.paper import REFERENCE_PANEL
from companion.settings import Settings
from companion.storage.archive import Archive

if TYPE_CHECKING:
    from companion.state.glen_more_2.facts import Facts

COMPLETE = Path(__file__).parent / "boxes" / "complete.toml"


def complete_facts() -> Facts:
    """Of Glen More II; imported here, for tables are laid for other games too."""
    from companion.games.glen_more_2.catalogue.box import read_box
    from companion.games.glen_more_2.catalogue.effective_facts import effective_facts

    return effective_facts(read_box(COMPLETE))


class Clock:
    """Monotonic seconds that only a test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Table:
    """One evening. `tap` and `press` go through the devices and return the page when the input is handled.

    watched: every picture is drawn, as on a screen that the test brings; else only those that `drawn` looks at.
    """

    def __init__(
        self,
        folder: Path,
        screen: Any = None,
        archive: Archive | None = None,
        panel: str = REFERENCE_PANEL,
        watched: bool = False,
        **parts: Any,
    ) -> None:
        self.folder, self.panel = folder, panel
        self.clock = Clock()
        self.reader, self.buttons, self.signal = DeskReader(), DeskButtons(), DeskSignal()
        self.screen = screen or DeskScreen()
        devices = Devices(self.reader, self.screen, self.buttons, self.signal)
        parts.setdefault("dice", random.Random(4))
        if "games" not in parts:
            parts.setdefault("game", "glen_more_2")  # else an empty house asks which of those that are installed
        settings = parts.pop("settings", Settings(data_folder=str(folder), panel=self.panel))
        self.app: App = build_app(settings, devices, archive, clock=self.clock, **parts)
        self._watched, self._frame = bool(watched or screen), cast("Frame | None", None)
        self._show, self._looking = self.app._display.offer, threading.Lock()
        self.app._display.offer = self._offer  # type: ignore[method-assign]
        self.app.start()

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self.app.stop()

    def _offer(self, frame: Frame) -> None:
        with self._looking:
            self._frame = frame
            if self._watched:
                self._show(frame)

    def _after(self, do: Callable[[], None]) -> Page:
        before = self.app.snapshot.handled
        do()
        return self.app.wait(lambda s: s.handled > before).page

    def tap(self, *tags: str) -> Page:
        """Tap tags one after the other, without hurry."""
        for tag in tags:
            self.clock.now += 10
            page = self._after(lambda tag=tag: self.reader.tap(tag))  # type: ignore[misc]
        return page

    def press(self, *keys: str) -> Page:
        """Press buttons without hurry, "+" for long."""
        for key in keys:
            self.clock.now += 1
            page = self._after(lambda key=key: self.buttons.press(key.rstrip("+"), key.endswith("+")))  # type: ignore[misc]
        return page

    @property
    def page(self) -> Page:
        return self.app.snapshot.page

    @property
    def says(self) -> str:
        """The sentence that stands on the screen: of a notice, a list or the home page."""
        page = self.page
        return str(page.text if isinstance(page, HomePage | NoticePage) else getattr(page, "title", ""))

    @property
    def rows(self) -> list[str]:
        assert isinstance(self.page, ListPage | KeysPage), self.page
        return [str(row.label) for row in self.page.rows]

    def keys_to(self, words: str) -> list[str]:
        """The presses that choose the row that begins so: its own key, or the shortest way of the cursor."""
        page, rows = self.page, self.rows
        at = next(i for i, row in enumerate(rows) if row.startswith(words))
        if isinstance(page, KeysPage):
            return [page.keys[at]]
        assert isinstance(page, ListPage), page
        down, up = (at - page.cursor) % len(rows), (page.cursor - at) % len(rows)
        return [*(["DOWN"] * down if down <= up else ["UP"] * up), "OK"]

    @property
    def view(self) -> Any:
        return self.app.snapshot.view

    @property
    def entries(self) -> Sequence[Entry]:
        return self.app.running.history.entries

    @property
    def hash(self) -> str:
        return self.app.running.history.hash()

    def stored(self) -> Sequence[Entry]:
        """What another process would find on the disk now."""
        with Archive(self.folder / "games.sqlite") as archive:
            return archive.load(self.app.running.id, self.app.definition.rules).entries

    def heard(self, count: int) -> list[str]:
        """The last `count` signals."""
        self.app.wait(lambda s: len(self.signal.given) >= s.signals_count, 2)
        return self.signal.given[-count:]

    def drawn(self) -> Image.Image:
        """The picture of the newest page, when it stands on the glass."""
        with self._looking:
            before, self._watched = self._watched, True
            if self._frame and not before:
                self._show(self._frame)
        snapshot = self.app.wait(lambda s: s.drawn >= s.handled)
        self._watched = before
        assert snapshot.image is not None
        return snapshot.image

    def seated(self, *colours: str) -> Table:
        """Seat players, keep all rules as they are, lay out the S tiles by tap and the rest untold."""
        self.tap(*(f"home:{colour}" for colour in colours))
        if len(colours) < 4:
            self.press("OK")
        self.press("OK")
        if self.app.snapshot.questions[0].kind == "prepare":
            self.press("OK+")
        self.tap(*(f"tile:S-{n}" for n in range(1, 6)))
        self.press("OK")
        return self
