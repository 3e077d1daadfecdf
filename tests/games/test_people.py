"""People at the desk devices whose table agrees with the companion's ring after every turn."""

from __future__ import annotations

import msgspec
import pytest

from tools.players.record import SCOREKEEPER_GAMES, record_game


@pytest.mark.long
@pytest.mark.rule("GM-RND-01", "GM-RND-02", "GM-RND-05", "GM-RND-06", "GM-DIE-03", "GM-DIE-05", "GM-END-01")
@pytest.mark.parametrize("seed", range(101, 104))
@pytest.mark.parametrize("name", SCOREKEEPER_GAMES)
def test_the_ring_of_the_companion_is_the_one_on_the_table_all_game_long(name: str, seed: int) -> None:
    planned = SCOREKEEPER_GAMES[name]
    head = msgspec.structs.replace(planned.head, seed=seed)
    recording, end = record_game(planned._replace(head=head), seed)
    assert end["winners"]
    assert len(recording.inputs) > end["player_turns"]
