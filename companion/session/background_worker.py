"""A thread for what may be done a little later, one thing after the other: files.

Nothing that must be safe before people hear of it belongs here.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable

from companion.engine.message import Message, UserError, tr

log = logging.getLogger(__name__)

Task = Callable[[], None]


class BackgroundWorker:
    """Runs tasks in order; one that fails is logged and told, and the next is run."""

    def __init__(self, name: str) -> None:
        self.tell: Callable[[Message], None] = lambda _sentence: None
        """Called, on the thread of the tasks, with why one failed; the same again only after one succeeded."""
        self._told: set[Message] = set()
        self._waiting: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def later(self, task: Task) -> None:
        """Run this when those before it are done."""
        self._waiting.put(task)

    def stop(self) -> None:
        """Finish what waits, then end."""
        self._waiting.put(None)
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while (task := self._waiting.get()) is not None:
            try:
                task()
                self._told.clear()
            except UserError as error:
                log.warning("%s", error.message)
                self._failed(error.message)
            except Exception as error:
                log.exception("a background task failed")
                self._failed(_sentence(error))

    def _failed(self, sentence: Message) -> None:
        if sentence not in self._told:
            self._told.add(sentence)
            self.tell(sentence)


def _sentence(error: Exception) -> Message:
    why = (error.strerror if isinstance(error, OSError) else None) or type(error).__name__
    return tr("Something you said about the box was not kept ({why}); the game itself is safe.", why=why)
