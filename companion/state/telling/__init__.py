"""The history in words: importing this package registers a sentence for every event that people see."""

from companion.state.telling import corrections, play
from companion.state.telling.table import SILENT, TELLERS, told

__all__ = ["SILENT", "TELLERS", "corrections", "play", "told"]
