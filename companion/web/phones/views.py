"""The newest view of each viewer, made once for each entry on a thread of its own, numbered for each by itself.

The state thread only says that something changed. Who has nothing new to see is not rung, and its number stays.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from companion.screens.translator import Translator
from companion.session.inputs import Snapshot
from companion.web.phones.seen import seen
from companion.web.phones.viewer import Viewer
from companion.web.translated_json import json_of

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds that the end waits for a view that is just made."""


class MadeView(NamedTuple):
    """A view as JSON."""

    number: str
    """Of this viewer's views, and of this run of the companion."""
    body: bytes
    state: Any
    """Of the game: as long as it is the same one there is nothing else to see."""
    language: str


class Views:
    """snapshot: the newest; watching: who wants to be rung; ring: does that; writes: on stickers, when asked."""

    def __init__(
        self,
        snapshot: Callable[[], Snapshot],
        translate: Translator,
        watching: Callable[[], Iterable[Viewer]],
        ring: Callable[[AbstractSet[Viewer]], None],
        writes: bool = False,
    ) -> None:
        self._snapshot, self._translate = snapshot, translate
        self._watching, self._ring, self._writes = watching, ring, writes
        self._run_of = os.urandom(4).hex()
        self._made: dict[Viewer, MadeView] = {}
        self._rung: dict[Viewer, str] = {}
        """The number each was rung for last: one of its phones may have fetched a view before anybody was rung."""
        self._lock = threading.Lock()
        self._changed = threading.Event()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="views", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping = True
        self._changed.set()
        if self._thread.is_alive():
            self._thread.join(PATIENCE)

    def changed(self) -> None:
        """Something may have changed; costs whoever says so nothing."""
        self._changed.set()

    def of(self, viewer: Viewer) -> MadeView:
        """What this viewer sees now."""
        with self._lock:
            return self._newest(viewer, self._snapshot())

    def made(self, viewer: Viewer) -> MadeView | None:
        """The same where it is made already; waits for nobody."""
        made = self._made.get(viewer)
        return made if made and self._is_new(made, self._snapshot()) else None

    def _is_new(self, made: MadeView, snapshot: Snapshot) -> bool:
        return made.state is snapshot.state and made.language == self._translate.language

    def _newest(self, viewer: Viewer, snapshot: Snapshot) -> MadeView:
        before, language = self._made.get(viewer), self._translate.language
        if before and self._is_new(before, snapshot):
            return before
        body = json_of(seen(snapshot, viewer, self._translate, language, self._writes), self._translate)
        if before and body == before.body:
            made = before._replace(state=snapshot.state, language=language)
        else:
            count = int(before.number.rpartition("-")[2]) + 1 if before else 1
            made = MadeView(f"{self._run_of}-{count}", body, snapshot.state, language)
        self._made[viewer] = made
        return made

    def _run(self) -> None:
        while True:
            self._changed.wait()
            self._changed.clear()
            if self._stopping:
                return
            try:
                self._make_all()
            except Exception:
                log.exception("a view for a phone could not be made")

    def _make_all(self) -> None:
        for viewer in set(self._watching()):
            made = self.of(viewer)
            if self._rung.get(viewer) != made.number:
                self._rung[viewer] = made.number
                self._ring({viewer})
