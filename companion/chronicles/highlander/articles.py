"""Which article of help.txt explains an event. Words only."""

from __future__ import annotations

from companion.chronicles.highlander import mountain
from companion.state.glen_more_2.expansions import Explained


def _grown(event: mountain.MountainGrew) -> str:
    return "C2-20" if event.figure == "die" else "C2-05"


EXPLAINED: Explained = {mountain.MountainGrew: _grown}
