"""What a tap would do, told before anybody taps, is what it does then."""

from __future__ import annotations

from pathlib import Path

from companion.session.inputs import TapPreview
from tests.table import Table, complete_facts


def told(table: Table, piece: str) -> tuple[str, str, list[str]]:
    found: TapPreview = table.app.snapshot.tap_preview(piece)
    return str(found.brief or ""), str(found.text), [str(way) for way in found.ways]


def test_what_is_foreseen_is_what_the_tap_then_does(tmp_path: Path) -> None:
    with Table(tmp_path, facts=complete_facts()) as table:
        assert told(table, "home_red") == ("Next player", "Next player: Red", [])
        assert told(table, "S-1")[0] == "", "only looked at"
        table.seated("red", "blue")
        brief, text, ways = told(table, "S-1")
        before = len(table.entries)
        table.tap("tile:S-1")
        asked = len(table.entries) == before
        assert (brief == "asks first") is asked
        if asked:
            assert (text, [*ways, "Never mind"]) == (table.says, table.rows)


def test_the_list_that_lies_open_is_foreseen_too(tmp_path: Path) -> None:
    with Table(tmp_path, facts=complete_facts()) as table:
        table.tap("home:red")
        assert told(table, "home_blue")[0] == "Next player"
        assert told(table, "card:undo") == ("takes back", "Takes back the last entry", [])
        table.tap("card:undo")
        assert not table.view.players
