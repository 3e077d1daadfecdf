"""Which buttons the offers of a turn lie on, and how far away everything is with buttons alone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.engine.offers import Answer
from companion.menu import menu_state
from companion.menu.forms import update_recent
from companion.menu.menu import press_button
from companion.menu.menu_state import EMPTY_MENU, Menu, MenuContext
from tests.state.glen_more_2.table import Table

SHORT = ("OK", "UP", "DOWN", "BACK")
LONG = (*SHORT, "UP+", "DOWN+", "BACK+")


def context(table: Table, recent: dict[str, tuple[str | int, ...]] | None = None) -> MenuContext:
    questions = table.history.game.questions(table.state)
    return MenuContext(questions, recent=recent or {}, subject=table.state.turn.tile)


def within(seen: MenuContext, presses: int, keys: tuple[str, ...]) -> dict[Answer, int]:
    """Every answer that so many presses can give, with the fewest it takes."""
    found: dict[Answer, int] = {}
    front, known = [EMPTY_MENU], {EMPTY_MENU}
    for count in range(1, presses + 1):
        following = []
        for menu in front:
            for key in keys:
                outcome = press_button(menu, seen, key.rstrip("+"), key.endswith("+"))
                if isinstance(outcome, menu_state.GiveAnswer):
                    found.setdefault(outcome.answer, count)
                elif isinstance(outcome, Menu) and outcome not in known:
                    known.add(outcome)
                    following.append(outcome)
        front = following
    return found


def person() -> Table:
    table = Table(3)
    table.arrange("red blue S-1 yellow robert_the_bruce S-3")
    table.has("red", coins=20)
    table.takes("red", "robert_the_bruce")
    return table


def test_the_keys_of_the_home_screen_belong_to_the_one_on_turn() -> None:
    table = Table(3)
    table.arrange("red blue S-1 yellow S-2 S-3")
    table.takes("red", "S-2")
    keys = {
        o.key: (q.kind, q.player, o.name)
        for q in table.history.game.questions(table.state)
        for o in q.offers
        if o.key
    }
    assert keys == {
        "OK": ("end", "red", "done"),
        "UP": ("ledger", "red", "sell"),
        "UP+": ("ledger", "red", "buy"),
        "DOWN+": ("ledger", "red", "points"),
    }


def test_the_four_nearest_crests_are_one_press_four_more_are_two_and_every_other_and_none_seven() -> None:
    table = person()
    asked = table.question("crest")
    found = {a.values[0]: n for a, n in within(context(table), 7, LONG).items() if a.question == asked.number}
    assert set(found) == {*table.state.facts.crests, "none"}
    assert {crest for crest, n in found.items() if n == 1} == {"douglas", "macleod", "brodie", "cameron"}
    second = {crest for crest, n in found.items() if n == 2}
    assert len(second) == 4, "the next nearest stand behind the fifth key"
    assert found["none"] == 4, "the last row of the list behind these"


def test_a_crest_placed_before_with_the_same_tile_does_not_make_the_others_far() -> None:
    table = Table(3)
    table.arrange("red blue S-1 yellow S-2 S-3")
    table.has("red", coins=20)
    table.takes("red", "S-2")
    entry = Answer(table.question("ledger", "red").number, "crest", ("maclean",))
    recent = update_recent(context(table), table.question("ledger", "red"), entry)
    table.answer(entry)
    table.declines()
    found = {a.values[0] for a in within(context(table, recent), 9, LONG) if a.offer == "crest"}
    assert found == set(table.state.facts.crests) - {"maclean"}


@pytest.mark.parametrize(("source", "most"), [("exchange", 5), ("tile", 9), ("other", 9)])
def test_points_of_an_exchange_are_near_and_of_other_sources_a_step_back(source: str, most: int) -> None:
    table = Table(3)
    table.arrange("red blue S-1 yellow S-2 S-3")
    table.takes("red", "S-2")
    found = {a.values[1]: n for a, n in within(context(table), most, LONG).items() if a.values[:1] == (source,)}
    assert set(range(1, 14)) <= set(found)


@pytest.mark.parametrize("points", [4, 7, 8])
def test_points_that_tiles_print_for_an_exchange_take_two_presses(points: int) -> None:
    table = Table(3)
    table.arrange("red blue S-1 yellow S-2 S-3")
    table.takes("red", "S-2")
    found = {a.values: n for a, n in within(context(table), 2, LONG).items() if a.offer == "points"}
    assert found["exchange", points] <= 2


@pytest.mark.parametrize("coins", [5, 0])
def test_each_good_of_a_cost_is_one_press_wherever_it_comes_from(coins: int) -> None:
    """On the same keys whether or not the player can pay by the book."""
    table = Table(3)
    players = tuple(replace(p, coins=coins) if p.id == "red" else p for p in table.state.players)
    table.arrange("red blue S-1 yellow aberfoyle S-3", players=players)
    table.takes("red", "aberfoyle")
    asked = table.question("good_cost")
    for key, offer in (("OK", "market"), ("UP", "own"), ("DOWN", "unpaid")):
        assert press_button(EMPTY_MENU, context(table), key) == menu_state.GiveAnswer(Answer(asked.number, offer))


@pytest.mark.rule("GM-TAK-07")
@pytest.mark.parametrize(("coins", "key"), [(0, "DOWN"), (20, "")])
def test_that_no_tile_can_be_taken_stands_first_where_the_purse_pays_none(coins: int, key: str) -> None:
    table = Table(3)
    players = tuple(replace(p, coins=coins) for p in table.state.players)
    table.arrange("red blue yellow aberfoyle", players=players)
    nothing = table.question("take").offer("nothing")
    assert nothing is not None
    assert nothing.key == key
