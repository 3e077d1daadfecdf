"""Address to a Haggis at the table, without stickers: set-up, tokens gained, three scorings roll by roll."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from companion.chronicles.haggis.model import (
    SLUG,
    TILES,
    TOKEN_COUNT,
    apply_all_rolls,
    haggis_points,
    letter_fact,
    token_at_once_fact,
)
from companion.engine.offers import Answer
from companion.menu.menu import menu_page
from companion.menu.menu_state import Menu, MenuContext
from companion.screens.paper import PANELS
from companion.screens.translator import Translator
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import Cost
from companion.state.glen_more_2.model import DIE
from companion.state.glen_more_2.payment import entered_tile_cost
from tests.chronicles import on_glass
from tests.chronicles.haggis_table import facts_told, holds, rolls, scoring, table_of, tokens_of, turned
from tests.chronicles.test_what_happened import listed
from tests.screens.layout import problems
from tests.screens.shown import drawing, read
from tests.state.glen_more_2.table import Table, facts_of

VECTORS = {
    v["id"]: v for v in json.loads((Path(__file__).parent.parent / "vectors" / "chronicles.json").read_text())
}
U = ""


def vector(name: str) -> tuple[Any, Any]:
    return VECTORS[name]["given"], VECTORS[name]["expect"]


# ---- the arithmetic, as printed


@pytest.mark.rule("C5-16", "C5-17", "C5-19", "C5-20", "C5-21", "C5-22", "C5-23")
@pytest.mark.parametrize("name", [n for n in VECTORS if "haggis" in n and "rounds" not in n])
def test_the_printed_and_derived_scorings(name: str) -> None:
    given, expect = vector(name)
    barrels = given.get("barrels", 0)
    after = apply_all_rolls(given["tokens"], given["rolls"], given.get("extra_rolls", ()), barrels)
    found = {
        "face_up": sorted(after.face_up),
        "count": len(after.face_up),
        "sum": sum(after.face_up),
        "vp": haggis_points(after.face_up),
        "left_face_down": sorted(after.face_down),
        "returned_to_supply": sorted(after.face_up),
        "barrels_spent": barrels - after.whisky,
        "barrels_left": after.whisky,
    }
    assert {key: found[key] for key in expect} == expect


@pytest.mark.rule("C5-13")
def test_three_haggis_scorings_and_none_after_a() -> None:
    given, expect = vector("rule-haggis-rounds")
    for round in given["stacks_scored"]:
        table = table_of()
        holds(table, red=(U,))
        scoring(table, round)
        assert ("haggis.roll" in table.kinds()) is (round in expect["haggis_after"])


# ---- set-up and facts of the box


@pytest.mark.rule("C5-03", "C0-09")
def test_the_letters_of_the_tiles_are_asked_once_and_make_the_decks_larger() -> None:
    table = Table(0, facts=facts_of("complete"), chronicles=(SLUG,))
    sizes = dict(table.state.facts.decks)
    table.sits("red", "yellow", "blue")
    table.answers("start", "go")
    table.answers("haggis.letters", "letters", "1", "2", "2")
    table.answers("haggis.stickers", "no")
    table.answers("layout", "done")
    grown = {d.letter: d.size - sizes[d.letter] - (d.letter == "D") for d in table.state.decks}
    assert grown == {"S": 0, "A": 1, "B": 2, "C": 2, "D": 1}
    again = table_of()
    assert again.state.facts.more[letter_fact("B")] == 2
    table.fits()


@pytest.mark.rule("C5-03")
def test_letters_and_stickers_can_be_told_anew_before_play() -> None:
    table = Table(0, facts=facts_told(False), chronicles=(SLUG,))
    table.sits("red", "yellow")
    table.answers("start", "haggis.new_letters", "6")
    table.answers("start", "haggis.new_stickers")
    assert [table.state.facts.more[letter_fact(letter)] for letter in "ABCD"] == [6, 0, 0, 0]
    table.answers("start", "go")
    assert tokens_of(table).has_stickers


def test_letters_that_nobody_counted_can_be_left_open() -> None:
    table = Table(0, facts=facts_of("complete"), chronicles=(SLUG,))
    table.sits("red", "yellow")
    table.answers("start", "go")
    table.answers("haggis.letters", "later")
    assert letter_fact("A") not in table.state.facts.more


@pytest.mark.rule("C5-26", "C0-03")
def test_the_die_throws_out_no_tile_of_this_chronicle() -> None:
    table = table_of(2)
    table.arrange("die red yellow A-6 creek_inn A-7 S-3")
    table.answers("roll", "face_2")
    assert [tile.piece for tile in table.state.discards] == ["A-7"]
    assert all(table.state.facts.pieces[tile].symbol for tile in TILES)


# ---- tokens gained


@pytest.mark.rule("C5-05", "C5-08", "C5-11", "C0-12")
def test_a_sheep_brings_a_token_own_or_from_the_market() -> None:
    table = table_of()
    table.arrange("red yellow blue A-6 A-7")
    table.takes("red", "A-6")
    coins = table.player("red").coins
    table.enters("red", "haggis.sheep", anyway=True)
    assert "sheep" in table.words("good_cost")
    table.answers("good_cost", "market")
    assert len(tokens_of(table).face_down["red"]) == 1
    assert table.player("red").coins < coins
    assert tokens_of(table).supply_count() == TOKEN_COUNT - 1


@pytest.mark.rule("C5-11", "GM-TIL-02", "GM-TRN-09")
def test_a_sheep_for_a_token_pays_for_no_tile() -> None:
    table = table_of(box="bare")
    table.arrange("red yellow blue A-6 A-7")
    table.enters("red", "haggis.sheep", anyway=True)
    table.answers("good_cost", "market")
    table.takes("red", "A-6")
    table.answers("sort", "land")
    table.declines()
    owed = "Before OK enter the tile's cost, even 0"
    assert owed in on_glass.home_words(table, "4in2"), "before the tile"
    table.enters("red", "haggis.sheep", anyway=True)
    table.answers("good_cost", "market", anyway=True)
    assert owed in on_glass.home_words(table, "4in2"), "and after it"
    table.enters("red", "buy", "stone", anyway=True)
    assert "OK: say the rest of the cost, own goods too" in on_glass.everything_owed(table)


@pytest.mark.rule("GM-DIE-04", "C5-26")
def test_whether_the_tile_has_a_chronicle_symbol_is_what_the_die_asks() -> None:
    table = table_of(players=2, box="bare")
    table.arrange("die red yellow B? B? B?", deck="B")
    table.answers("roll", "face_1")
    asked = "The die rolled 1. It discards tile 1 ahead, a tile of deck B, unless that has a chronicle symbol."
    assert table.words("hit") == asked


@pytest.mark.rule("C5-11", "GM-MKT-05", "GM-TIL-02")
def test_a_sheep_bought_a_moment_ago_brings_the_token_and_is_no_part_of_the_cost() -> None:
    table = table_of(box="bare")
    table.arrange("red yellow blue A-6 A-7")
    table.takes("red", "A-6")
    table.answers("sort", "land")
    table.declines()
    table.enters("red", "coins_out", 1)
    table.enters("red", "buy", "sheep")
    coins = table.player("red").coins
    table.enters("red", "haggis.sheep", anyway=True)
    assert table.offer("good_cost", "before").is_suggested
    assert str(table.offer("good_cost", "before").label) == "The sheep just bought"
    table.answers("good_cost", "before")
    assert (table.player("red").coins, len(tokens_of(table).face_down["red"])) == (coins, 1)
    assert entered_tile_cost(table.state) == (Cost("coin", 1),)
    table.enters("red", "haggis.sheep", anyway=True)
    assert "before" not in table.offers("good_cost"), "it is given"


def test_the_sheep_has_a_key_on_turn_for_whoever_has_such_a_tile() -> None:
    table = table_of()
    table.arrange("red yellow blue A-6 creek_inn A-7")
    assert table.offer("ledger", "haggis.sheep", "red").key == ""
    table.takes("red", "creek_inn")
    table.answers("haggis.once", "no")
    assert table.offer("ledger", "haggis.sheep", "red").key == "DOWN"
    assert "haggis.sheep" in [offer.name for offer in table.question("ledger", "red").offers_with_keys]
    table.declines()
    table.done()
    assert table.on_turn == "yellow"
    assert {table.offer("ledger", "haggis.sheep", who).key for who in ("red", "yellow")} == {""}
    assert "haggis.sheep" not in [offer.name for offer in table.question("ledger", "yellow").offers_with_keys]


@pytest.mark.parametrize("panel", PANELS)
def test_while_a_cost_is_owed_the_key_of_the_list_says_cost(panel: str) -> None:
    """Read at the foot of the home page; afterwards the chronicle's act gives the key its word again."""
    bare = facts_of("bare")
    more = {**facts_told(False).more, token_at_once_fact("haggis_house"): False}
    table = Table(3, facts=replace(bare, more={**bare.more, **more}), chronicles=(SLUG,))
    table.arrange("red yellow blue A-6 haggis_house A-7")

    def foot() -> list[str]:
        home = menu_page(Menu(), MenuContext(questions=table.history.game.questions(table.state)))
        return [each.text for each in drawing(table.view, home, PANELS[panel].paper(), str).drawn]

    def under_keys(*keys: str) -> list[str]:
        """What the picture says behind the keys, in their order."""
        return [e.text for e in drawing(table.view, listed(table, *keys), PANELS[panel].paper(), str).drawn]

    table.takes("red", "haggis_house")
    table.declines()
    table.arrange("red yellow blue A-6 A-7 A-8")
    assert "more" in foot(), "nothing is activated before a tile is taken"
    table.takes("red", "A-6")
    table.declines()
    assert "cost …" in foot()
    words = under_keys()
    coins = (
        ["Paid 1 coin", "Paid 2 coins", "Paid 3 coins"]
        if "Paid 1 coin" in words
        else ["1 coin", "2 coins", "3 coins"]
    )
    rows = [words.index(each, words.index("What did the tile cost?")) for each in coins]
    assert rows == sorted(rows)
    assert not {"Haggis", "A haggis token for 1 sheep"} & set(words), "each price has the same key for everybody"
    assert {"free", "Free"} & set(words), "that it cost nothing is an answer like the others"
    later = under_keys("DOWN+")
    assert {"Haggis", "A haggis token for 1 sheep"} & set(later), "what the tile offers comes after them"
    table.enters("red", "coins_out", 1)
    assert "cost …" not in foot()
    assert "haggis …" in foot()


@pytest.mark.rule("C5-11")
@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Your own sheep, or bought? 1 haggis token either way."),
        ("cs", "Vlastní ovce, nebo z trhu? Tak či tak 1 žeton haggis."),
    ],
)
def test_the_sheep_of_a_token_entered_by_hand_is_asked_so_that_nobody_takes_it_for_a_second_token(
    panel: str, language: str, words: str
) -> None:
    table = table_of()
    table.arrange("red yellow blue A-6 A-7")
    table.takes("red", "A-6")
    table.declines()
    offered = table.question("ledger", "red")
    table.answer(Answer(offered.number, f"{SLUG}.sheep", anyway=True))
    asked = table.history.game.questions(table.state)
    pen = drawing(table.view, menu_page(Menu(()), MenuContext(asked)), PANELS[panel].paper(), Translator(language))
    assert problems(pen) == []
    assert words in " ".join(each.text for each in pen.drawn)
    table.answers("good_cost", "own")
    assert len(tokens_of(table).face_down["red"]) == 1


@pytest.mark.rule("C5-12")
def test_a_token_at_once_with_a_tile_is_asked_once_and_comes_by_itself_from_then_on() -> None:
    table = table_of()
    table.arrange("red yellow blue A-6 creek_inn A-7")
    table.takes("red", "creek_inn")
    table.answers("haggis.once", "yes")
    assert len(tokens_of(table).face_down["red"]) == 1
    assert table.state.facts.more[token_at_once_fact("creek_inn")] is True
    known = table_of(**{token_at_once_fact("shetland"): True, token_at_once_fact("haggis_house"): False})
    known.arrange("red yellow blue shetland haggis_house A-7")
    known.takes("red", "shetland")
    assert len(tokens_of(known).face_down["red"]) == 1
    known.declines()
    known.done()
    known.takes("yellow", "haggis_house")
    assert "haggis.once" not in known.kinds()
    assert tokens_of(known).face_down["yellow"] == ()


@pytest.mark.rule("C5-09")
def test_a_full_table_gives_one_back_or_takes_none() -> None:
    table = table_of()
    holds(table, red=(U,) * 5)
    table.enters("red", "haggis.free")
    table.answers("haggis.full", "none")
    assert len(tokens_of(table).face_down["red"]) == 5
    table.enters("red", "haggis.sheep", anyway=True)
    table.answers("haggis.full", "back")
    assert len(tokens_of(table).face_down["red"]) == 5
    assert "good_cost" in table.kinds(), "the sheep is paid only for the token that was taken"


@pytest.mark.rule("C5-10")
def test_an_empty_supply_gives_no_token_and_takes_no_sheep() -> None:
    table = table_of()
    holds(table, red=(U,) * 5, yellow=(U,) * 5, blue=(U,) * 3)
    assert tokens_of(table).supply_count() == 0
    assert table.refused("ledger", "haggis.sheep", player="blue").reason.rule == "C5-10"


def test_tokens_put_right() -> None:
    table = table_of()
    table.corrects("haggis.count", "blue", 4)
    assert len(tokens_of(table).face_down["blue"]) == 4
    assert table.told()[-1] == "corrected: Blue: 4 haggis tokens, not 0"
    table.fits()


# ---- the scoring, roll by roll


class Ate(NamedTuple):
    """What came of a scoring."""

    points: int
    left: int
    barrels: int


def came_of(table: Table, who: str) -> Ate:
    player = table.player(who)
    return Ate(player.points.get(SLUG, 0), len(tokens_of(table).face_down[who]), player.barrels)


@pytest.mark.rule("C5-15", "C5-16", "C5-21", "C5-22", "C5-23", "C5-25")
def test_the_printed_example_with_real_dice_and_no_stickers() -> None:
    table = table_of()
    holds(table, red=(U, U, U), yellow=(U,))
    scoring(table)
    for n, face in enumerate((1, 3, 2, 2), 1):
        assert f"roll {n} of 4" in table.words("haggis.roll")
        assert not [offer for offer in table.offers("haggis.roll") if offer.startswith("turns_")]
        rolls(table, face)
    assert table.words("haggis.turned") == "Rolled 1, 3, 2, 2. Red: which tokens are turned up?"
    assert table.refused("haggis.turned", "these_1_1", player="red"), "exactly one for each roll"
    assert "these_" not in table.offers("haggis.turned", "yellow"), "every value was rolled"
    turned(table, red="1_3", yellow="2")
    assert came_of(table, "red") == Ate(8, 1, 0)
    assert came_of(table, "yellow") == Ate(2, 0, 0)
    assert tokens_of(table).supply_count() == TOKEN_COUNT - 1
    assert tokens_of(table).done_rounds == ("B",)
    table.fits()


@pytest.mark.rule("C5-15")
def test_the_companion_rolls_with_six_fair_sides() -> None:
    table = table_of()
    holds(table, red=(U,))
    scoring(table)
    for part in range(4):
        sides = table.choices("haggis.roll", "companion_rolls", part)
        assert sorted(map(int, sides)) == [1, 1, 1, 2, 2, 3]
    assert table.refused("haggis.roll", "face_4").reason.text
    table.answers("haggis.roll", "companion_rolls", "2", "1", "1", "3")
    assert tokens_of(table).rolls == (2, 1, 1, 3)
    assert table.words("haggis.turned") == "Rolled 2, 1, 1, 3. Red: which tokens are turned up?"


@pytest.mark.rule("C5-16", "C5-17", "C5-21")
def test_after_the_rolls_of_the_companion_each_player_is_asked_once_what_is_turned() -> None:
    table = table_of()
    holds(table, red=(U, U, U), yellow=(U,))
    scoring(table)
    table.answers("haggis.roll", "companion_rolls", "1", "3", "2", "2")
    assert [str(o.label) for o in table.question("haggis.turned").offers if o.name == "these_1_3"] == [
        "worth 1, 3: 8 points in all"
    ]
    table.answers("haggis.turned", "these_1_3", player="red")
    table.answers("haggis.turned", "these_3", player="yellow")
    assert came_of(table, "yellow") == Ate(3, 0, 0)
    assert came_of(table, "red") == Ate(8, 1, 0), "nobody has a barrel, so nobody is asked for more rolls"
    assert tokens_of(table).done_rounds == ("B",)
    table.undo()
    assert table.kinds()[0] == "haggis.turned"
    table.redo()
    table.fits()


@pytest.mark.rule("C5-16", "C5-17")
def test_only_what_these_rolls_can_have_turned_is_offered() -> None:
    """Reckoned here by hand, for every hand: each roll turns one of its value."""
    rolled = (1, 1, 2, 3)
    table = table_of()
    holds(table, red=(U, U))
    scoring(table)
    table.answers("haggis.roll", "companion_rolls", *map(str, rolled))
    can = set()
    for hand in ((a, b) for a in (1, 2, 3) for b in (1, 2, 3)):
        left, up = list(hand), []
        for face in rolled:
            if face in left and len(up) < 3:
                left.remove(face)
                up.append(face)
        can.add("these_" + "_".join(map(str, up)))
    assert set(table.offers("haggis.turned")) == can


@pytest.mark.rule("C5-19")
def test_a_bought_roll_of_the_companion_asks_the_buyer_alone() -> None:
    table = table_of()
    table.has("red", barrels=1)
    holds(table, red=(U, U), yellow=(U,))
    scoring(table)
    table.answers("haggis.roll", "companion_rolls", "2", "2", "2", "2")
    table.answers("haggis.turned", "these_2", player="red")
    table.answers("haggis.turned", "these_", player="yellow")
    table.answers("haggis.buy", "buy_red")
    table.answers("haggis.roll", "companion_rolls", "3")
    assert table.question("haggis.turned").player == "red"
    assert table.offers("haggis.turned") == ["these_", "these_3"]
    table.answers("haggis.turned", "these_3")
    assert came_of(table, "red") == Ate(10, 0, 0), "no barrel and no token is left: nobody is asked any more"
    table.fits()


def test_what_lies_face_up_is_put_right_while_it_is_scored() -> None:
    table = table_of()
    table.has("red", barrels=1)
    holds(table, red=(U, U))
    scoring(table)
    table.answers("haggis.roll", "companion_rolls", "2", "2", "3", "3")
    table.answers("haggis.turned", "these_2")
    table.corrects("haggis.face_up", "red", "up_3")
    assert table.told()[-1] == "corrected: Red: face up 3, not 2"
    table.answers("haggis.buy", "score")
    assert came_of(table, "red") == Ate(3, 1, 1)
    table.fits()


@pytest.mark.rule("C5-17")
def test_three_face_up_and_no_more() -> None:
    table = table_of()
    holds(table, red=(U,) * 5)
    scoring(table)
    rolls(table, 1, 1, 1, 3)
    assert table.refused("haggis.turned", "these_1_1_1_3"), "the fourth turns none of theirs"
    turned(table, red="1_1_1")
    assert came_of(table, "red") == Ate(9, 2, 0)


@pytest.mark.rule("C5-19", "C5-20", "C5-24")
def test_rolls_for_barrels_count_for_the_buyer_only_and_the_barrels_are_gone_afterwards() -> None:
    table = table_of()
    table.has("red", barrels=2)
    holds(table, red=(U, U, U), yellow=(U,))
    scoring(table)
    rolls(table, 1, 1, 1, 2)
    turned(table, red="2", yellow="")
    assert table.refused("haggis.buy", "buy_yellow").reason.rule == "C5-19"
    for _ in range(2):
        table.answers("haggis.buy", "buy_red")
        assert "turns_yellow" not in table.offers("haggis.roll")
        rolls(table, 3)
        assert "turns_yellow" not in table.offers("haggis.buy")
        table.answers("haggis.buy", "turns_red")
    whisky = table.state.result["players"][0]
    table.answers("haggis.buy", "score")
    assert came_of(table, "red") == Ate(24, 0, 0)
    assert any(gain["source"] == "whisky" for gain in whisky["gains"]), "counted in the round just finished"


@pytest.mark.rule("C5-19")
@pytest.mark.parametrize("panel", PANELS)
def test_a_bought_roll_is_told_as_its_buyers_and_what_it_turns_stands_first(panel: str) -> None:
    table = table_of()
    table.has("yellow", barrels=1)
    holds(table, red=(U,), yellow=(U,))
    scoring(table)
    rolls(table, 3, 3, 3, 2)
    turned(table, red="", yellow="")
    assert table.question("haggis.buy").offers[0].name == "score"
    table.answers("haggis.buy", "buy_yellow")
    rolls(table, 1)
    assert table.words("haggis.buy").startswith("A 1 for Yellow. ")
    assert "A 1 for Yellow." in on_glass.home_words(table, panel)
    first, *others = table.question("haggis.buy").offers
    assert str(first.label) == "Yellow turns a 1"
    assert others[0].name == "score"
    table.answers("haggis.buy", "turns_yellow")
    first, back, *_ = table.question("haggis.buy").offers
    assert (first.name, str(back.label)) == ("score", "Turn it back: Yellow's 1")


@pytest.mark.rule("C5-17")
def test_of_tokens_turned_together_the_one_that_is_named_is_turned_back() -> None:
    table = table_of()
    holds(table, red=(U, U, U), yellow=(U, U))
    table.has("yellow", barrels=1)
    scoring(table)
    table.answers("haggis.roll", "companion_rolls", "3", "1", "2", "2")
    table.answers("haggis.turned", "these_3_1_2", player="red")
    table.answers("haggis.turned", "these_1", player="yellow")
    backs = [o.name for o in table.question("haggis.buy").offers if o.name.startswith("not_")]
    assert backs == ["not_red"], "Yellow has turned no 2"
    table.answers("haggis.buy", "not_red")
    assert tokens_of(table).up("red") == (3, 1)


@pytest.mark.rule("C5-16")
def test_what_lay_face_up_before_the_last_roll_is_no_second_token_of_its_roll() -> None:
    """Entered meanwhile as a correction: of the rolls the one that turned it is used up."""
    table = table_of()
    holds(table, red=(U, U))
    scoring(table)
    rolls(table, 1, 3)
    table.corrects("haggis.face_up", "red", "up_1")
    rolls(table, 2, 2)
    assert set(table.offers("haggis.turned")) == {"these_", "these_2", "these_3"}
    turned(table, red="3")
    assert came_of(table, "red") == Ate(8, 0, 0)


@pytest.mark.rule("C5-15", "C5-25")
def test_rolls_of_the_table_and_of_the_companion_are_asked_about_together() -> None:
    table = table_of()
    holds(table, red=(U, U))
    scoring(table)
    rolls(table, 2)
    table.answers("haggis.roll", "companion_rolls", "1", "1", "3")
    assert table.words("haggis.turned") == "Rolled 2, 1, 1, 3. Red: which tokens are turned up?"
    turned(table, red="2_3")
    assert came_of(table, "red") == Ate(10, 0, 0)


@pytest.mark.rule("C5-25")
def test_a_die_on_the_rondel_keeps_its_place() -> None:
    table = table_of(2)
    holds(table, red=(U,))
    place = [i for i, space in enumerate(table.state.track) if DIE in space.figures]
    scoring(table)
    rolls(table, 1, 1, 1, 1)
    assert [i for i, space in enumerate(table.state.track) if DIE in space.figures] == place != []


def test_the_table_may_do_it_alone_and_enter_the_points() -> None:
    table = table_of(2)
    table.has("red", barrels=1)
    holds(table, red=(U, U, U))
    scoring(table)
    table.answers("haggis.roll", "ourselves")
    table.answers("haggis.ourselves", "entered", "1_3", 1, player="red")
    assert came_of(table, "red") == Ate(8, 1, 0)
    assert (table.kinds(), table.on_turn) == (["take"], "red"), "the game goes on"


@pytest.mark.rule("C5-17", "C5-21")
def test_what_is_entered_of_a_haggis_done_alone_is_all_that_lies_there_whatever_was_put_right_before() -> None:
    table = table_of(2)
    holds(table, red=(U, U, U, U))
    scoring(table)
    table.answers("haggis.roll", "ourselves")
    table.corrects("haggis.face_up", "red", "up_1_1_2")
    table.answers("haggis.ourselves", "entered", "3", player="red")
    assert came_of(table, "red") == Ate(3, 3, 0)


@pytest.mark.rule("C0-13")
def test_the_third_scoring_comes_before_ties_are_broken() -> None:
    table = table_of(2)
    holds(table, red=(U, U))
    scoring(table, "final")
    rolls(table, 1, 1, 1, 2)
    turned(table, red="1")
    assert table.player("red").points[SLUG] == 1
    while table.kinds():
        table.answers("goods", "counted", 0, 0)
    assert table.state.phase == "over"
    last = on_glass.entries(table, "4in2")
    assert "+1 point (Haggis)" in last, "not of the scoring beside it"
    table.corrects("count", "red", "coins", 9)
    table.answers("count_rest", "right")
    assert table.player("red").points[SLUG] == 1, "a final scoring done again leaves the haggis as it was"


def test_nobody_with_a_token_means_no_question() -> None:
    table = table_of()
    scoring(table)
    assert not any(kind.startswith("haggis") for kind in table.kinds())


# ---- two members


@pytest.mark.rule("C5-14", "C8-39")
def test_before_the_first_roll_a_token_is_taken_from_another_once_a_game() -> None:
    table = table_of()
    holds(table, yellow=(U, U), blue=(U,))
    scoring(table, "B", taker="red")
    assert table.kinds()[0] == "haggis.take"
    table.answers("haggis.take", "from_yellow")
    assert {who: len(t) for who, t in tokens_of(table).face_down.items()} == {"red": 1, "yellow": 1, "blue": 1}
    rolls(table, 3, 3, 3, 3)
    turned(table, red="", yellow="", blue="")
    scoring(table, "C", taker="red")
    assert table.kinds()[0] == "haggis.roll"


@pytest.mark.rule("C8-39", "C5-09")
def test_with_a_full_table_one_goes_back_first() -> None:
    table = table_of()
    holds(table, red=(U,) * 5, yellow=(U,))
    scoring(table, "B", taker="red")
    table.answers("haggis.take", "from_yellow")
    assert len(tokens_of(table).face_down["red"]) == 5
    assert tokens_of(table).supply_count() == TOKEN_COUNT - 5


@pytest.mark.rule("C5-18", "C8-40")
@pytest.mark.parametrize("once_a_game", [0, 1])
def test_a_roll_for_all_is_thrown_again_before_anybody_turns_a_token(once_a_game: int) -> None:
    table = table_of(switches={"haggis.reroll_once_a_game": once_a_game})
    table.has("yellow", barrels=1)
    holds(table, red=(U, U), yellow=(U, U))
    scoring(table, "B", thrower="blue")
    rolls(table, 3)
    assert table.kinds()[0] == "haggis.again"
    table.answers("haggis.again", "keep")
    rolls(table, 3)
    table.answers("haggis.again", "again")
    assert table.words("haggis.roll").startswith("Haggis: roll 2 of 4 for everybody.")
    rolls(table, 1, 1, 2)
    assert tokens_of(table).rolls == (3, 1, 1, 2)
    turned(table, red="3_1", yellow="2")
    table.answers("haggis.buy", "buy_yellow")
    rolls(table, 1)
    assert "haggis.again" not in table.kinds(), "bought rolls are not covered"
    table.answers("haggis.buy", "score")
    scoring(table, "C", thrower="blue")
    rolls(table, 1)
    assert (table.kinds()[0] == "haggis.again") is (not once_a_game)


# ---- words


def test_the_screen_says_how_many_tokens_everybody_has() -> None:
    table = table_of()
    holds(table, red=(U, U))
    for panel in PANELS:
        seen = read(table.view, panel=panel)
        assert "11 haggis tokens in the supply" in seen
        assert seen.count("2 haggis tokens") == 1, "of red alone"


def test_points_have_their_source() -> None:
    table = table_of()
    holds(table, red=(U,))
    scoring(table)
    rolls(table, 1, 3, 3, 3)
    turned(table, red="1")
    [scored] = table.happened(ev.PointsScored)
    assert (scored.source, scored.points) == ("haggis", 1)
    assert "Red turns a 1, +1 point (Haggis)" in table.told()[-1]


def test_taking_back_a_scoring_says_what_the_hands_do() -> None:
    table = table_of()
    holds(table, red=(U,))
    table.enters("red", "haggis.free")
    [back] = [str(item.text) for item in table.history.undo_instructions(*table.history.propose_undo())]
    assert back == "A haggis token of Red back to the supply"


def test_taking_back_a_scoring_in_which_nothing_was_turned_moves_no_token() -> None:
    table = table_of()
    holds(table, red=(U,))
    scoring(table)
    rolls(table, 3, 3, 3, 2)
    turned(table, red="")
    assert not any("haggis" in line for line in table.undo_instructions())
    table.undo()
    turned(table, red="2")
    assert "The haggis tokens of the scoring lie face up on the tables again" in table.undo_instructions()


@pytest.mark.rule("C5-22")
@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("round", ["B", "final"])
def test_the_hands_are_told_to_put_scored_tokens_back(panel: str, round: str) -> None:
    words = "Haggis tokens that lie face up on the tables: face down into the supply"
    table = table_of()
    holds(table, red=(U, U), yellow=(U,))
    scoring(table, round)
    rolls(table, 3, 3, 3, 2)
    turned(table, yellow="", red="")
    assert words not in table.owes
    table.undo()
    turned(table, red="2")
    assert words in table.owes
    if round == "B":
        assert words in on_glass.everything_owed(table, panel)
        table.takes(table.on_turn, ahead=1)
        assert words not in table.owes


@pytest.mark.rule("C5-07")
def test_a_token_taken_face_up_makes_the_hands_turn_one_up() -> None:
    words = "Take the haggis token, face up or drawn; 2 always lie face up in the supply"
    table = table_of()
    assert words not in table.owes
    table.enters("red", "haggis.free")
    assert words in on_glass.everything_owed(table)
    tagged = table_of(stickers=True)
    assert words not in tagged.owes, "it is asked for"
    holds(table, red=(U,) * 4, yellow=(U,) * 4, blue=(U,) * 3)
    table.enters("red", "haggis.free")
    assert words not in table.owes, "only the last one is left (C5-10)"


@pytest.mark.rule("C5-11", "C5-12")
@pytest.mark.parametrize("panel", PANELS)
def test_the_hands_are_told_how_many_tokens_to_take(panel: str) -> None:
    table = table_of()
    table.enters("red", "haggis.free")
    table.enters("red", "haggis.sheep", anyway=True)
    seen = on_glass.everything_owed(table, panel)
    assert "Take 2 haggis tokens, face up or drawn; 2 always lie face up in the supply" in seen
    assert "Take the haggis token" not in seen


def test_everything_survives_being_written_down() -> None:
    table = table_of()
    holds(table, red=(U,))
    scoring(table)
    rolls(table, 1)
    game = table.history.game
    for entry in table.history.entries:
        assert game.decode_events(game.encode_events(entry.events)) == entry.events
    assert replace(tokens_of(table), last_face=1) == tokens_of(table)


# ---- the history by turns


@pytest.mark.rule("C5-11", "C5-12")
@pytest.mark.parametrize("panel", PANELS)
def test_a_token_that_a_tile_gave_and_one_that_was_bought_are_two_in_the_history(panel: str) -> None:
    table = table_of(**{token_at_once_fact("haggis_house"): True})
    table.arrange("red yellow blue haggis_house A-7")
    table.takes("red", "haggis_house")
    table.declines()
    table.enters("red", "haggis.sheep", anyway=True)
    table.declines()
    assert tokens_of(table).face_down["red"] == ("", "")
    assert "gets a haggis token (2×)" in on_glass.turns(table, panel)
