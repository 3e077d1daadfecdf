"""A small log of the companion's own, beside systemd's: a case keeps that one in memory only.

Two files of a fixed size at most; a disk that can't be written costs the log and nothing else.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.storage.data_folder import LOG

SIZE = 128 * 1024
"""Bytes of a file; the one before it is kept too."""
FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"


@contextmanager
def own_log(folder: Path) -> Iterator[None]:
    """Keep what is logged meanwhile, what is only worth knowing (INFO) too, in this folder."""
    from logging.handlers import RotatingFileHandler

    keeper: logging.Handler | None = None
    logging.raiseExceptions = False  # a full disk is no news a hundred times
    try:
        folder.mkdir(parents=True, exist_ok=True)
        keeper = RotatingFileHandler(folder / LOG, maxBytes=SIZE, backupCount=1, encoding="utf-8")
        keeper.setFormatter(logging.Formatter(FORM))
        logging.getLogger().addHandler(keeper)
    except OSError as error:
        logging.getLogger(__name__).warning("no log of our own: %s", error)
    try:
        yield
    finally:
        if keeper:
            logging.getLogger().removeHandler(keeper)
            keeper.close()


def kept_lines(folder: Path) -> str:
    """All that is kept, the oldest first; "" where there is nothing, or nothing that may be read."""
    texts = []
    for name in (f"{LOG}.1", LOG):
        try:
            texts.append((folder / name).read_text(encoding="utf-8", errors="replace"))
        except OSError:
            continue
    return "".join(texts)
