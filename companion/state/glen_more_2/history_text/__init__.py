"""The history in words: importing this package registers a sentence for every event that people see."""

from companion.state.glen_more_2.history_text import corrections, play
from companion.state.glen_more_2.history_text.table import SILENT, TELLERS, told

__all__ = ["SILENT", "TELLERS", "corrections", "play", "told"]
