"""Recorded games: taps and presses as JSON lines, reading them and playing them again.

    {"recording": 1, "players": 3, "box": "complete", "panel": "4in2", "seed": 7, "game": "chess"}
    {"tap": "tile:A-4"}
    {"press": "OK", "long": true}
    {"restart": true}

Knows no rule: the game into which it is played decides what an input means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Annotated, Any, Literal, Protocol, TypeVar

import msgspec

from companion.engine.message import UserError, tr

RECORDING_VERSION = 1
Parsed = TypeVar("Parsed")
ShortText = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]


class BadRecording(UserError):
    """Raised for an invalid line; `message` names it."""


class RecordingHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line."""

    recording: int
    """The version of the format."""
    players: Annotated[int, msgspec.Meta(ge=1)]
    """The number of players."""
    box: ShortText = "bare"
    """The name of the box; the game defines which there are."""
    panel: str = "4in2"
    """A name from `companion.screens.paper`."""
    seed: int = 0
    """The seed of the companion's dice."""
    game: str = ""
    """The id of the game; "" for the first installed one."""


class Tap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tag on the reader."""

    tap: ShortText
    """The tag, as in `TagSeen.tag`."""


class Press(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A key press."""

    press: Literal["UP", "DOWN", "OK", "BACK", "UNDO"]
    """The key."""
    long: bool = False
    """True for a long press."""


class Restart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A power cut and restart."""

    restart: Literal[True]


Input = Tap | Press | Restart


class Recording(msgspec.Struct, frozen=True):
    """A recorded game."""

    head: RecordingHead
    """The conditions of the game."""
    inputs: tuple[Input, ...]
    """In order."""


class RecordingPlayer(Protocol):
    """Accepts inputs; each call returns when the input is handled, with its result."""

    def tap(self, tag: str) -> Any: ...
    def press(self, button: str, long: bool) -> Any: ...
    def restart(self) -> Any: ...


def read_recording(text: str) -> Recording:
    """Return the recording in a text. Raises BadRecording."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise BadRecording(tr("The recording is empty."))
    head = _line(*lines[0], lambda line: msgspec.json.decode(line, type=RecordingHead))
    if head.recording != RECORDING_VERSION:
        raise BadRecording(
            tr(
                "The recording has version {n}; only version {known} is known here.",
                n=head.recording,
                known=RECORDING_VERSION,
            )
        )
    return Recording(head, tuple(_line(number, line, _input) for number, line in lines[1:]))


def recording_text(recording: Recording) -> str:
    """Return the recording as text."""
    rows = (recording.head, *recording.inputs)
    return "".join(f"{msgspec.json.encode(row).decode()}\n" for row in rows)


def play_recording(recording: Recording, player: RecordingPlayer) -> Iterator[tuple[Input, Any]]:
    """Yield each input with its result, one after the other."""
    for each in recording.inputs:
        yield each, _play_input(each, player)


def _play_input(each: Input, player: RecordingPlayer) -> Any:
    match each:
        case Tap(tag):
            return player.tap(tag)
        case Press(button, long):
            return player.press(button, long)
        case Restart():
            return player.restart()


def _input(line: str) -> Input:
    with suppress(msgspec.ValidationError):
        return msgspec.json.decode(line, type=Tap)
    with suppress(msgspec.ValidationError):
        return msgspec.json.decode(line, type=Restart)
    return msgspec.json.decode(line, type=Press)


def _line(number: int, line: str, read: Callable[[str], Parsed]) -> Parsed:
    try:
        return read(line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadRecording(
            tr("Line {n} of the recording is not right: {why}.", n=number, why=str(error))
        ) from None
