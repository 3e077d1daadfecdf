"""Recorded games: read, written, played."""

from __future__ import annotations

import pytest

from companion.session.recording import (
    BadRecording,
    Press,
    Recording,
    RecordingHead,
    Restart,
    Tap,
    play_recording,
    read_recording,
    recording_text,
)

HEAD = '{"recording": 1, "players": 3, "box": "complete", "panel": "4in2", "seed": 7}'


class Table:
    """Remembers what was done on it."""

    def __init__(self) -> None:
        self.done: list[object] = []

    def tap(self, tag: str) -> str:
        self.done.append(tag)
        return "accepted"

    def press(self, button: str, long: bool) -> str:
        self.done.append((button, long))
        return "asks"

    def restart(self) -> str:
        self.done.append("restart")
        return ""


def test_a_recording_is_read_and_written_line_by_line() -> None:
    text = f'{HEAD}\n{{"tap": "tile:loch_ness"}}\n\n{{"press": "OK", "long": true}}\n{{"press": "UP"}}\n'
    recording = read_recording(text)
    assert recording == Recording(
        RecordingHead(1, 3, "complete", "4in2", 7), (Tap("tile:loch_ness"), Press("OK", long=True), Press("UP"))
    )
    assert read_recording(recording_text(recording)) == recording


def test_inputs_are_played_in_their_order_and_each_tells_what_came_of_it() -> None:
    table = Table()
    recording = read_recording(f'{HEAD}\n{{"tap": "card:done"}}\n{{"press": "OK"}}\n{{"restart": true}}')
    assert list(play_recording(recording, table)) == [
        (Tap("card:done"), "accepted"),
        (Press("OK"), "asks"),
        (Restart(True), ""),
    ]
    assert table.done == ["card:done", ("OK", False), "restart"]


@pytest.mark.parametrize("players", [1, 2, 6])
def test_any_number_may_have_played_any_game_with_any_box(players: int) -> None:
    head = read_recording(f'{{"recording": 1, "players": {players}, "box": "of_oak", "game": "chess"}}').head
    assert head == RecordingHead(1, players, "of_oak", game="chess")


WRONG = {
    "": "The recording is empty.",
    '{"recording": 2, "players": 3}': "The recording has version 2; only version 1 is known here.",
    '{"recording": 1, "players": 0}': ""
    "Line 1 of the recording is not right: Expected `int` >= 1 - at `$.players`.",
    '{"recording": 1}': "Line 1 of the recording is not right: Object missing required field `players`.",
    HEAD
    + '\n{"press": "FIRE"}': "Line 2 of the recording is not right: Invalid enum value 'FIRE' - at `$.press`.",
    HEAD + "\n\n{": "Line 3 of the recording is not right: Input data was truncated.",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_line_that_is_no_input_is_named(text: str) -> None:
    with pytest.raises(BadRecording) as error:
        read_recording(text)
    assert str(error.value) == WRONG[text]
