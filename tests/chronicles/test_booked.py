"""What a chronicle's act books, in a few words behind a tick: read on the smallest panel."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.chronicles.penny_mobs import model as mm
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
from tests.chronicles.on_glass import everything_owed, home_words
from tests.state.glen_more_2.table import Table


def boat_at_a_castle() -> Table:
    table = test_boat_race.under_way(2)
    table.enters("red", "boat_race.castle")
    table.answers("boat_race.reward", "boat_race.reward_1")
    return table


def boat_home() -> Table:
    table = test_boat_race.under_way()
    test_boat_race.comes_home(table, "red")
    return table


def good_onto_the_mountain() -> Table:
    table = test_highlander.at("red mountain = S-1 yellow blue", coins=1)
    table.has("red", coins=0)
    table.takes("red", "S-1")
    table.answers("highlander.pay", "good")
    return table


def mountain_emptied() -> Table:
    table = test_highlander.at("mountain+red = S-1 yellow blue", coins=2, goods=1)
    table.answers("highlander.leave", "take")
    return table


def barrel_matured() -> Table:
    table = test_single_cask.with_casks("1.1")
    table.enters("red", "single_cask.mature", "1.1")
    return table


def cellar_built() -> Table:
    table = test_single_cask.seated()
    table.has("red", coins=9)
    table.enters("red", "single_cask.build", 2)
    return table


def marker_taken() -> Table:
    table = test_hammer.seated()
    table.enters("red", "hammer.marker")
    return table


def england_paid() -> Table:
    table = test_hammer.his_turn()
    table.answers("hammer.use", "use")
    return table


def england_sold() -> Table:
    table = test_hammer.his_turn()
    table.answers("hammer.use", "discard", "ahead:1")
    return table


def haggis_token() -> Table:
    table = table_of()
    table.enters("red", "haggis.free")
    return table


def event_turned() -> Table:
    table = test_turbulent.with_cards("castle_moil")
    table.enters("red", "turbulent.event", "castle_moil")
    return table


def england_row_emptied() -> Table:
    table = test_turbulent.hammered("loch_lomond", coins=0)
    table.corrects("row", "england", 2)
    table.enters("red", "turbulent.event", "loch_lomond")
    return table


def voted(nay: int) -> Table:
    table = test_great_glen.seated(3)
    test_great_glen.gathers(table, "most_sets")
    table.answers("great_glen.fists", f"votes_{3 - nay}_{nay}")
    return table


def penny(verb: str) -> Table:
    table = test_penny_mobs.seated(mm.DUFF)
    table.arrange("red yellow blue S-1 S-2 A-6 A-7")
    table.takes("red", "S-1")
    table.declines()
    table.answers("end", "penny_mobs.penny", f"{verb}:{mm.DUFF}")
    return table


def penny_given() -> Table:
    table = test_penny_mobs.controlled(mm.QUACK)
    table.enters("red", f"penny_mobs.{mm.QUACK}", "blue")
    return table


def member_placed() -> Table:
    table = test_penny_mobs.controlled(mm.SNITCH)
    table.enters("red", f"penny_mobs.{mm.SNITCH}", "blue", "home")
    return table


ACTS: dict[str, tuple[Callable[[], Table], tuple[str, ...]]] = {
    "boat": (boat_at_a_castle, ("The boat reaches the neutral castle left of Red",)),
    "boat home": (boat_home, ("The boat comes home",)),
    "mountain paid": (good_onto_the_mountain, ("−1 good (the mountain)",)),
    "mountain taken": (mountain_emptied, ("+1 good, +2 coins (the mountain)",)),
    "matured": (barrel_matured, ("Matured: cellar 1, space 2 (2)",)),
    "cellar": (cellar_built, ("Built cellar 2",)),
    "marker": (marker_taken, ("Took the England marker",)),
    "england": (england_paid, ("paid into the England row, −2 coins",)),
    "thrown out": (england_sold, ("England row, +1 coin",)),
    "haggis": (haggis_token, ("+1 haggis token",)),
    "event": (
        event_turned,
        (
            "+2 coins (event of Castle Moil)",
            "Turned Castle Moil",
        ),
    ),
    "row": (england_row_emptied, ("+3 coins (the England row)", "Turned Loch Lomond")),
    "accepted": (lambda: voted(1), ("Most sets: accepted, 2 Aye, 1 Nay",)),
    "refused": (lambda: voted(2), ("Most sets: refused, 1 Aye, 2 Nay",)),
    "penny": (lambda: penny("penny"), ("Red: penny on Joe McDuff",)),
    "member": (lambda: penny("take"), ("Red: took Joe McDuff",)),
    "penny given": (penny_given, ("Penny to Blue",)),
    "member placed": (member_placed, ("Kenneth McSnitch is with Blue", "Token of Kenneth McSnitch used")),
}


OWED_TOO = {"thrown out": "Yellow takes 1 coin off the England row"}
SHORT = {"haggis": "+1 haggis token"}
"""A cause goes so that what is owed keeps its lines and the market its place."""


@pytest.mark.parametrize("act", ACTS)
def test_what_was_booked_is_read_on_the_smallest_panel(act: str) -> None:
    made, said = ACTS[act]
    table = made()
    for words in said:
        assert words in everything_owed(table)
    # On the turn screen it may be shortened, behind the tick; what was done last tells most. On the smallest glass
    # it gives way to what is owed; the next bigger one has room for both, or says it as what the hands take.
    read = (OWED_TOO | SHORT).get(act, table.booked[0][:24].replace("-", "−"))
    assert read in home_words(table, "4in2")
