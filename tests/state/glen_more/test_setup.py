"""Who plays, the rondel at the start, the market (sections 1 and 2 of the ledger)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.game import Decision
from companion.games.glen_more.bot import RandomPlayer, new_history
from companion.games.glen_more.catalogue import load_catalogue
from companion.games.random_play import play_step
from companion.state.glen_more.game import next_rematch_answer
from companion.state.glen_more.model import RONDEL_SPACES, HouseRules
from companion.state.territory.market import coins_in_row
from tests.state.glen_more.table import GAME, Table


@pytest.mark.rule("G1-CMP-01")
def test_two_to_five_play() -> None:
    table = Table(0)
    table.answers("seat", "seat", "unnamed")
    assert table.refused("seat", "done").reason.rule == "G1-CMP-01"
    for _ in range(4):
        table.answers("seat", "seat", "unnamed")
    assert table.refused("seat", "seat", "unnamed").reason.rule == "G1-CMP-01"
    table.answers("seat", "done")
    assert [p.id for p in table.state.players] == ["p1", "p2", "p3", "p4", "p5"]


@pytest.mark.rule("G1-SET-02")
def test_everybody_begins_with_a_start_village_a_scot_and_six_coins_that_all_may_see() -> None:
    table = Table(2)
    for player in table.view.players:
        assert (player.coins, player.scots, player.tiles, player.villages, player.points) == (6, 1, 1, 1, 0)
        assert (player.barrels, player.chieftains, player.cards) == (0, 0, ())


@pytest.mark.rule("G1-CMP-07")
def test_a_start_village_that_is_tapped_seats_the_next_player_and_only_once() -> None:
    table = Table(0)
    table.taps("S-04")
    table.taps("S-02")
    assert [(p.id, p.village) for p in table.state.players] == [("p1", "S-04"), ("p2", "S-02")]
    again = GAME.tap_meaning(table.state, "S-04")
    assert again.interpretations == ()
    assert str(again.description) == "start village 4: player 1 has it."


def test_a_player_has_a_name_of_earlier_games_or_a_new_one() -> None:
    table = Table(0)
    table.answers("seat", "seat", "new", "Ann")
    table.answers("seat", "seat", "unnamed")
    assert [str(player.label) for player in table.view.players] == ["Ann", "player 2"]
    table.answers("seat", "done")
    table.answers("start", "name", "p2", "new", "Bob")
    assert table.player("p2").name == "Bob"


@pytest.mark.rule("G1-SET-03", "G1-TRK-01", "G1-DIE-03")
@pytest.mark.parametrize(
    ("players", "figures"),
    [(2, "p1 p2 die"), (3, "p1 p2 p3 die"), (4, "p1 p2 p3 p4"), (5, "p1 p2 p3 p4 p5")],
)
def test_pawns_stand_behind_one_another_then_the_die_and_one_space_of_fourteen_stays_empty(
    players: int, figures: str
) -> None:
    table = Table(players)
    assert table.line.startswith(f"{figures} 0?")
    assert len(table.state.track) == RONDEL_SPACES - 1
    assert all(space.figures or space.has_tile for space in table.state.track)


@pytest.mark.rule("G1-SET-04", "G1-SET-05", "G1-SET-01")
@pytest.mark.parametrize(("players", "tiles"), [(2, {"0": 8, "1": 2}), (3, {"0": 8, "1": 1}), (5, {"0": 8})])
def test_deck_0_is_laid_and_goes_on_with_deck_1(players: int, tiles: dict[str, int]) -> None:
    table = Table(players)
    lying = [space.deck for space in table.state.track if space.has_tile]
    assert {deck: lying.count(deck) for deck in dict.fromkeys(lying)} == tiles
    assert table.state.tiles_left == {"0": 0, "1": 23 - tiles.get("1", 0), "2": 19, "3": 17}
    assert table.state.due_scorings == (), "deck 0 brings no scoring"


def test_tiles_may_be_told_as_they_are_laid() -> None:
    table = Table(0)
    table.sits(4)
    table.answers("start", "go")
    table.taps("0-03")
    assert table.line == "p1 p2 p3 p4 0-03"
    table.answers("layout", "laid_out")
    assert table.line == "p1 p2 p3 p4 0-03 0? 0? 0? 0? 0? 0? 0? 1?"


@pytest.mark.rule("G1-SET-06", "G1-DIE-08", "G1-WHS-01")
def test_with_two_or_three_a_coin_lies_on_each_row_unless_the_table_rules_otherwise() -> None:
    for players, filled in ((2, 1), (3, 1), (4, 0), (5, 0)):
        table = Table(players)
        assert [(row.good, row.filled) for row in table.view.market] == [
            (good, filled) for good in ("wood", "stone", "sheep", "cattle", "grain")
        ]
    assert {row.filled for row in Table(2, warehouse_start=False).view.market} == {0}
    assert 5 * 6 + 5 * coins_in_row(0) <= 33 < 5 * 6 + 5 * coins_in_row(1), "the coins of the box"


def test_once_more_the_same_sit_down_and_rule_as_before() -> None:
    history = new_history(GAME)
    player = RandomPlayer(5, 3, told=False)
    while not GAME.is_finished(history.state):
        play_step(history, player)
    now: Any = GAME.start(GAME.setup(load_catalogue(), HouseRules(duart_counts_start=False), ("Ann",)))
    while (answer := next_rematch_answer(history, now)) is not None:
        made = GAME.decide(now, answer)
        assert isinstance(made, Decision)
        now = made.state
    assert [p.name for p in now.players] == [p.name for p in history.state.players]
    assert now.house == history.state.house
    assert now.find_question("start")


def test_a_house_rule_is_changed_in_the_set_up() -> None:
    table = Table(0)
    table.sits(3)
    table.answers("start", "house", "warehouse_start")
    table.answers("start", "go")
    assert set(table.state.market.values()) == {0}
    assert "market row" not in str(table.view.phase) + str(GAME.questions(table.state)[0].text)
