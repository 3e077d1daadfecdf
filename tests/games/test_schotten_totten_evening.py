"""What an evening of Schotten Totten met on small glass: words and looks, through the devices."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.test_schotten_totten_told import RUN, evening, lay, on_small_and_big


@on_small_and_big
@pytest.mark.rule("ST-CLM-01")
def test_a_turn_of_the_history_says_a_claim_without_its_reason_its_entry_with_it(
    tmp_path: Path, panel: str
) -> None:
    with evening(tmp_path, panel=panel) as table:
        lay(table, *RUN)
        table.tap("stone:1")
        table.press("UNDO+")
        assert table.rows[0] == "player 1: red 7 at stone 1, player 1 claims stone 1"
        table.drawn()
        table.press("OK")
        assert table.rows[-2].startswith("player 1 claims stone 1: 7-8-9 of red")
        table.drawn()
