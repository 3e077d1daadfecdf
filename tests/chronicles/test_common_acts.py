"""The commonest act of each chronicle: how many presses it takes from the turn screen, and its command card."""

from __future__ import annotations

import pytest

from companion.engine.offers import Answer
from companion.menu.menu import menu_page
from companion.menu.menu_state import EMPTY_MENU, MenuContext
from companion.menu.pages import HomePage
from tests.chronicles import (
    test_boat_race,
    test_great_glen,
    test_hammer,
    test_highlander,
    test_penny_mobs,
    test_single_cask,
    test_turbulent,
)
from tests.chronicles.haggis_table import table_of
from tests.state.glen_more_2.table import Table
from tests.state.glen_more_2.test_keys import LONG, within


def context(table: Table) -> MenuContext:
    return MenuContext(table.history.game.questions(table.state), subject=table.state.turn.tile)


def presses(table: Table, kind: str, offer: str, *values: str | int) -> int:
    asked = table.question(kind, "red") if kind == "ledger" else table.question(kind)
    return within(context(table), 3, LONG)[Answer(asked.number, offer, values)]


def under_down(table: Table) -> str:
    home = menu_page(EMPTY_MENU, context(table))
    assert isinstance(home, HomePage)
    return next(str(hint.label) for hint in home.hints if hint.button == "DOWN")


def test_a_boat_reaches_a_castle_in_two_presses_or_with_a_tap() -> None:
    table = test_boat_race.under_way()
    assert under_down(table) == "boat …"
    assert presses(table, "ledger", "boat_race.castle") == 2
    table.taps("card:boat_castle")
    assert test_boat_race.race(table).boats["red"].castles_reached == 1


def test_the_token_of_a_castle_is_at_most_two_presses() -> None:
    table = test_boat_race.under_way()
    table.enters("red", "boat_race.castle")
    kind = "boat_race.reward"
    assert presses(table, kind, "boat_race.reward_1") == 1
    assert presses(table, kind, "boat_race.reward_2") == presses(table, kind, "none") == 2


def test_a_barrel_matures_in_at_most_three_presses_or_with_a_tap() -> None:
    one = test_single_cask.with_casks("0")
    assert under_down(one) == "mature …"
    assert presses(one, "ledger", "single_cask.mature", "0") == 2, "there is only one that can"
    assert presses(one, "ledger", "single_cask.produce") == 2
    two = test_single_cask.with_casks("1.1", "2.1")
    assert presses(two, "ledger", "single_cask.mature", "2.1") == 3, "the furthest first"
    ways = two.taps("card:mature").interpretations
    assert len(ways) == 2, "which one is asked"


def test_an_event_is_turned_in_three_presses() -> None:
    table = test_turbulent.with_cards("castle_moil")
    assert under_down(table) == "event …"
    assert presses(table, "ledger", "turbulent.event", "castle_moil") == 3


def test_a_haggis_token_is_two_presses_for_who_has_an_inn() -> None:
    table = table_of()
    table.arrange("red yellow blue A-6 creek_inn A-7")
    table.takes("red", "creek_inn")
    table.answers("haggis.once", "no")
    table.declines()
    assert under_down(table) == "haggis …"
    assert presses(table, "ledger", "haggis.sheep") == 2


def test_a_penny_is_three_presses_and_a_tapped_refill_does_not_skip_it() -> None:
    """The last tile laid ends the turn; who has just played is still offered the penny, first in the list."""
    table = test_penny_mobs.seated("joe_mcduff")
    table.arrange("red yellow blue S-1 S-2 A-6 A-7")
    table.takes("red", "S-1")
    table.declines()
    assert under_down(table) == "penny …"
    assert presses(table, "end", "penny_mobs.penny", "penny:joe_mcduff") == 3
    table.taps("A-8")
    assert (table.on_turn, table.state.last_turn_player) == ("yellow", "red")
    assert under_down(table) == "penny …"
    assert presses(table, "ledger", "penny_mobs.late", "penny:joe_mcduff") == 3


def test_what_is_asked_in_front_takes_at_most_three_presses() -> None:
    """The mountain is paid in passing, the Englishman used, the fists counted: the question is there at once."""
    mountain = test_highlander.at("red mountain = blue S-1 yellow S-2")
    mountain.takes("red", "S-2")
    assert presses(mountain, "highlander.pay", "coin") == 1
    assert presses(mountain, "highlander.pay", "good") <= 2
    englishman = test_hammer.his_turn()
    assert presses(englishman, "hammer.use", "use") == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_any_vote_of_one_token_each_is_at_most_three_presses(players: int) -> None:
    vote = test_great_glen.seated(players)
    test_great_glen.gathers(vote, "most_sets")
    for aye in range(players + 1):
        assert presses(vote, "great_glen.fists", f"votes_{aye}_{players - aye}") <= 3
