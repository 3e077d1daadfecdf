"""Tiles are told outside of play, with the case's buttons: kind and cost, one after the other, and who said it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.glen_more_2.catalogue.box import Box, read_box
from companion.games.glen_more_2.catalogue.tile_form import box_descriptions
from companion.games.glen_more_2.piece_help import piece_text
from companion.menu.pages import KeysPage, ListPage
from companion.screens.paper import PANELS
from companion.screens.translator import Translator
from companion.session.inputs import SessionCall
from companion.state.glen_more_2.event_rows.setup import facts_with_expansions
from companion.state.glen_more_2.facts import Cost, Effect
from companion.state.glen_more_2.model import HouseRules, State
from companion.storage.toml_file import BadFile
from companion.web.piece_facts import BoxFactsBackend
from tests.menu.test_this_box import box_menu
from tests.screens.layout import problems
from tests.screens.shown import drawing
from tests.table import Table


def notes(table: Table) -> dict[str, str]:
    """The fields of the tile that lies open, each with what is known of it and who said it."""
    assert isinstance(table.page, ListPage), table.page
    return {str(row.label): str(row.note) for row in table.page.rows if row.note}


def choose(table: Table, *words: str) -> None:
    for each in words:
        table.press(*table.keys_to(each))


def tell(table: Table, piece: str, **values: str | None) -> str:
    """Told on a page; the sentence that comes of it."""
    reaction = table.app.submit(
        SessionCall(lambda session: session.tiles.keep(piece, values) or "accepted")
    ).result(5)
    return str(reaction.sentence or "")


def test_a_tile_is_told_with_a_few_presses_and_the_next_one_comes(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        box_menu(table, "Tiles")
        assert table.says == "Tiles: 1 of 70 known"
        choose(table, "The next one")
        assert table.says == "a start tile without a name (1 of 70)"
        assert notes(table)["Cost"] == "not known"
        table.press("OK")
        assert isinstance(table.page, KeysPage)
        choose(table, "A tile for", "village", "2 coins")
        assert table.says == "a start tile for 2 coins (2 of 70)", "a slot is called by what is printed on it"
        assert notes(table)["Cost"] == "2 coins (you)"
        assert notes(table)["What it is"] == "A tile for the territory (you)"
        assert notes(table)["The next one"] == "a start tile without a name"
        table.press("OK")
        assert table.says == "a start tile without a name (2 of 70)", "one press leads to the next"
    told = read_box(tmp_path / "box.toml").tile["S-1"]
    assert (told.category, told.rebuild, told.kind, told.cost) == ("land", False, "village", {"coin": 2})


def test_a_cost_of_several_things_is_told_part_by_part(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        box_menu(table, "Tiles", "Deck A")
        choose(table, "a tile of deck A without a name", "Cost", "other", "sheep", "2", "coins", "1")
        assert table.says == "Cost: sheep 2, coins 1. More?"
        choose(table, "That is all")
        table.press("BACK", "BACK")
    assert read_box(tmp_path / "box.toml").tile["A-1"].cost == {"sheep": 2, "coin": 1}


def test_a_tapped_tile_is_the_one_that_is_told(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        box_menu(table, "Tiles")
        table.tap("tile:loch_ness")
        assert table.says.startswith("Loch Ness")
        assert notes(table)["Cost"].endswith("(the rulebook)")
        table.tap("tile:B-3")
        assert table.says.startswith("a tile of deck B without a name")


def test_after_the_last_tile_comes_the_first_that_is_not_known(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        *_, last = (
            group for group in table.app.running.table_game.box_facts().groups if not group.is_counted_apart
        )
        box_menu(table, "Tiles")
        table.tap(f"tile:{last.pieces[-1].id}")
        assert notes(table)["The next one"] == "a start tile without a name"


def test_a_wrong_value_is_told_again_or_forgotten_in_any_later_evening(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        assert tell(table, "C-2", cost="coin 3", name="Moor") == ""
    with Table(tmp_path) as table:
        box_menu(table, "Tiles", "Deck C")
        choose(table, "Moor", "Cost", "1 coin")
        assert read_box(tmp_path / "box.toml").tile["C-2"].cost == {"coin": 1}
        choose(table, "Cost", "other", "We don't know")
        assert notes(table)["Cost"] == "not known"
    assert read_box(tmp_path / "box.toml").tile["C-2"].cost is None


def test_comments_in_the_owners_file_survive_what_is_told_in_play(tmp_path: Path) -> None:
    own = """\
# The second edition, with German cards.
rondel_spaces = 14  # counted twice

[tile."C-2"]  # Ann's favourite
name = "Moor"
cost = { coin = 2 }  # hard to read

# The lid
[decks]
A = 14
"""
    (tmp_path / "box.toml").write_text(own, encoding="utf-8")
    with Table(tmp_path) as table:
        assert tell(table, "C-2", cost="coin 1") == ""
        box_menu(table, "Tiles", "Deck A")
        choose(table, "a tile of deck A without a name", "Cost", "2 coins")
    text = (tmp_path / "box.toml").read_text(encoding="utf-8")
    kept = [line for line in own.splitlines() if line and "cost" not in line]
    assert [line for line in text.splitlines() if line in kept] == kept
    assert "# hard to read" in text
    assert "# The lid\n[decks]\n" in text, "a comment stays with what it is about"
    told = read_box(tmp_path / "box.toml").tile
    assert (told["C-2"].name, told["C-2"].cost, told["A-1"].cost) == ("Moor", {"coin": 1}, {"coin": 2})


def test_what_is_told_before_the_game_begins_is_known_in_it(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        before = len(table.app.running.lines())
        tell(table, "S-2", cost="coin 1", what="land")
        assert table.app.running.history.state.facts.pieces["S-2"].cost == (Cost("coin", 1),)
        assert len(table.app.running.lines()) == before, "no empty games pile up"
        table.tap("home:red")
        tell(table, "S-2", cost="coin 2")
        assert table.app.running.history.state.facts.pieces["S-2"].cost == (Cost("coin", 1),)
    assert read_box(tmp_path / "box.toml").tile["S-2"].cost == {"coin": 2}


def test_what_an_imported_box_said_is_told_as_its_own(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text(
        'schema = 1\n[tile."A-1"]\nname = "Forest"\ncost = {coin = 1}\n'
        '[fact_sources]\n"tile.A-1.cost" = "Anna\'s box"\n'
    )
    with Table(tmp_path) as table:
        box_menu(table, "Tiles", "Deck A")
        choose(table, "Forest")
        assert notes(table)["Cost"] == "1 coin (from Anna's box)"
        assert notes(table)["Name"] == "Forest (you)"
        tell(table, "A-1", cost="coin 1")
        assert read_box(tmp_path / "box.toml").fact_sources, "the same value said again is still theirs"
        tell(table, "A-1", cost="coin 2")
        assert not read_box(tmp_path / "box.toml").fact_sources


def test_looked_up_each_value_says_who_entered_it(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text(
        'schema = 1\n[tile."A-1"]\nname = "Forest"\ncost = {coin = 1}\nactivation = [{op = "move", n = 2}]\n'
        '[fact_sources]\n"tile.A-1.cost" = "Anna\'s box"\n'
    )
    with Table(tmp_path) as table:
        state = table.app.running.history.state
        text = " ".join(map(str, piece_text(state.facts, state.facts.pieces["A-1"])))
    assert "When activated it gives 2 movement points." in text
    assert "Entered by you: name, activation. From Anna's box: cost. Anything else is from the rulebook." in text


def test_a_printed_name_gives_the_slot_to_its_tile(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        assert tell(table, "A-5", name="halkirk", cost="coin 1") == ""
        facts = table.app.running.history.state.facts
        assert "A-5" not in facts.pieces
        assert (facts.pieces["halkirk"].deck, facts.pieces["halkirk"].cost) == ("A", (Cost("coin", 1),))


NAME = "Name: up to 40 letters that can be read; nothing was kept."


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"name": "x" * 1000}, NAME),
        ({"name": "\u202e\u200b\x1b"}, NAME),
        ({"name": "A\ud800"}, ""),
        ({"name": "\u202eMoor\n<b>"}, ""),
        ({"cost": "gold 1"}, "Cost: that is not a value for it; nothing was kept."),
        ({"cost": "coin 99"}, "Cost: that is not a value for it; nothing was kept."),
        ({"cost": "coin"}, "Cost: that is not a value for it; nothing was kept."),
        ({"what": "end"}, "What it is: that is not a value for it; nothing was kept."),
        ({"is": "halkirk"}, "is can't be entered for this tile."),
    ],
)
def test_nonsense_is_refused_in_one_sentence_and_nothing_is_kept(
    tmp_path: Path, values: dict[str, str], sentence: str
) -> None:
    with Table(tmp_path) as table:
        tell(table, "A-1", cost="coin 1")
        tell(table, "A-2", name="Halkirk")
        before = (tmp_path / "box.toml").read_bytes()
        assert tell(table, "A-1", **values) == sentence
        if sentence:
            assert (tmp_path / "box.toml").read_bytes() == before
        else:
            name = read_box(tmp_path / "box.toml").tile["A-1"].name or ""
            assert name in ("A", "Moor <b>")
        assert tell(table, "Z-9", cost="coin 1") == "That tile is not in the box any more; choose another one."
    with Table(tmp_path) as table:
        assert table.says.startswith("Tap the home tiles"), "nothing that is kept stops a start"


@pytest.mark.parametrize("panel", list(PANELS))
def test_every_page_of_it_is_drawn(tmp_path: Path, panel: str) -> None:
    with Table(tmp_path, panel=panel) as table:
        box_menu(table, "Tiles")
        for keys in ((), ("OK",), ("OK",), ("OK",), ("BACK", "UP", "UP")):
            table.press(*keys) if keys else None
            table.drawn()
            assert "can't be drawn" not in table.says


def test_a_name_that_another_tile_has_is_asked_for_once_more(tmp_path: Path) -> None:
    asked = "Another tile is called Moor already; if both are, keep it once more."
    with Table(tmp_path) as table:
        assert tell(table, "A-1", name="Moor") == ""
        assert tell(table, "B-1", name="moor", cost="coin 1") == asked.replace("Moor", "moor")
        assert tell(table, "B-2", name="Moor") == asked, "another tile: another question"
        assert tell(table, "A-2", name="Ben Wyvis") == asked.replace("Moor", "Ben Wyvis"), "a chronicle's too"
        assert tell(table, "B-2", name="Moor") == asked
        assert list(read_box(tmp_path / "box.toml").tile) == ["A-1"], "nothing of it was kept"
        assert tell(table, "B-2", name="Moor") == ""
        box_menu(table, "Tiles", "Deck B")
        assert isinstance(table.page, ListPage)
        assert "Moor" in [str(row.label) for row in table.page.rows], "once in its deck"
        assert tell(table, "B-3", name="Moor") == asked
        assert tell(table, "B-3", name="Moor") == ""
        assert tell(table, "B-3", cost="coin 1") == "", "it is no question any more"


def test_slots_that_nobody_told_of_are_one_row_and_never_a_number(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        box_menu(table, "Tiles", "Deck A")
        assert isinstance(table.page, ListPage)
        rows = [str(row.label) for row in table.page.rows]
        assert rows.count("a tile of deck A without a name") == 1
        assert not [row for row in rows if any(letter.isdecimal() for letter in row)]
        choose(table, "a tile of deck A without a name", "The next one")
        assert not table.says.startswith("a tile of deck A"), "one that looks the same is no other one"


CHRONICLES_TILES = [("Highland Boat Race", 3), ("Single Cask Whisky", 7), ("Hammer of the Scots", 4)]


@pytest.mark.parametrize("panel", ["4in2", "2in13"])
def test_a_chronicles_own_tiles_are_told_like_any(tmp_path: Path, panel: str) -> None:
    with Table(tmp_path, panel=panel) as table:
        box_menu(table, "Tiles")
        assert table.says == "Tiles: 1 of 70 known", "they are counted by themselves"
        counted = notes(table)
        for name, tiles in CHRONICLES_TILES:
            assert counted[name] == f"0 of {tiles}"
        choose(table, "Single Cask Whisky", "Ben Wyvis")
        assert table.says == "Ben Wyvis (0 of 7)"
        assert notes(table)["Kind"] == "whisky (the rulebook)"
        assert notes(table)["Cost"] == "not known"
        choose(table, "What it is", "A tile for")
        choose(table, "2 coins")
        assert table.says == "Ben Wyvis (1 of 7)"
        choose(table, "Activation", "barrels", "1", "That is all")
        assert notes(table)["Cost"] == "2 coins (you)"
        assert notes(table)["Activation"] == "1 barrel (you)"
        assert notes(table)["The next one"] == "Glen Albyn", "the next one of the same chronicle"
    with Table(tmp_path) as table:
        told = {name: value for name, value in read_box(tmp_path / "box.toml").more.items() if "ben_wyvis" in name}
        assert told == {
            "tile.ben_wyvis.rebuild": False,
            "tile.ben_wyvis.cost": "coin 2",
            "tile.ben_wyvis.activation": "gain whisky 1",
        }
        assert tell(table, "ben_wyvis", cost=None) == ""
        assert "tile.ben_wyvis.cost" not in read_box(tmp_path / "box.toml").more
        assert tell(table, "ben_wyvis", deck="C") == "deck can't be entered for this tile."
        assert tell(table, "single_cask_sale_b", cost="coin 1").startswith("That tile is not in the box"), (
            "not taken"
        )


def test_what_is_known_of_a_chronicles_tile_is_the_rulebooks_and_unknown_stays_unknown(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        box_facts = table.app.running.table_game.box_facts()
        known = {
            piece.id: {
                field.id: str(field.value_text) for field in box_facts.fields(piece.id) if field.value is not None
            }
            for group in box_facts.groups
            if group.is_counted_apart
            for piece in group.pieces
        }
    assert known["glenfinnan_monument"] == {"cost": "1 Scot", "activation": "3 points"}
    assert known["ship_builder_1"] == {"activation": "2 movement points"}
    assert known["drovers_inn"] == {}
    assert known["pulteney_single_cask"] == {"kind": "whisky"}


def test_what_was_told_of_a_chronicles_tile_counts_in_a_game_with_it(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        tell(table, "ben_wyvis", cost="coin 2")
        rules = table.app.running.definition.rules
        facts = table.app.running.history.state.facts
        began = State(
            "setup", rules.library.ruleset(("single_cask",)), facts, HouseRules(), chronicles=("single_cask",)
        )
        assert facts_with_expansions(began).pieces["ben_wyvis"].cost == (Cost("coin", 2),)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            'cost" = "dear"',
            'cost must be words like "coin 1, sheep 2"',
        ),
        ('cost" = "gold 1"', "cost can't be gold"),
        ('river" = 3', "river must be true or false"),
        (
            'activation" = "dance 2"',
            "activation 1.op can't be dance",
        ),
        ('colour" = "red"', "colour is not known"),
    ],
)
def test_a_wrong_line_about_a_chronicles_tile_is_told_with_its_place(
    tmp_path: Path, line: str, sentence: str
) -> None:
    (tmp_path / "box.toml").write_text(f'schema = 1\n[more]\n"tile.ben_wyvis.{line}\n')
    with pytest.raises(BadFile) as bad:
        read_box(tmp_path / "box.toml")
    assert str(bad.value.message).startswith(f"box.toml: more.tile.ben_wyvis.{sentence}")


EXCHANGES = "exchange wood 1 for vp 3, exchange sheep 2 + stone 1 for vp 8"


@pytest.mark.rule("GM-ACT-12", "GM-ACT-15")
def test_what_is_given_for_what_is_told_and_looked_up_in_words(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        assert tell(table, "A-1", name="Moor", kind="trade", activation=EXCHANGES) == ""
        told = read_box(tmp_path / "box.toml").tile["A-1"].activation
        assert told == (
            Effect("exchange", pay={"wood": 1}, get={"vp": 3}),
            Effect("exchange", pay={"sheep": 2, "stone": 1}, get={"vp": 8}),
        )
        state = table.app.running.history.state
        text = " ".join(map(str, piece_text(state.facts, state.facts.pieces["A-1"])))
        assert "When activated it gives for 1 wood: 3 points, for 2 sheep + 1 stone: 8 points." in text
        assert tell(table, "A-2", activation="exchange different_good 2 for vp 4, move 1") == ""
        box_menu(table, "Tiles", "Deck A", "Moor")
        assert notes(table)["Activation"] == "for 1 wood: 3 points, for 2 sheep + 1 stone: 8 points (you)"
    with Table(tmp_path) as table:
        state = table.app.running.history.state
        text = " ".join(map(str, piece_text(state.facts, state.facts.pieces["A-2"])))
        assert "1 movement point, for 2 different goods: 4 points." in text


def test_a_chronicles_tile_keeps_what_is_given_for_what_and_any_tile_may_only_have_an_exchange(
    tmp_path: Path,
) -> None:
    with Table(tmp_path) as table:
        assert tell(table, "ben_wyvis", activation="exchange barley 1 for whisky 1") == ""
        assert (
            read_box(tmp_path / "box.toml").more["tile.ben_wyvis.activation"] == "exchange barley 1 for whisky 1"
        )
        box_menu(table, "Tiles", "Single Cask Whisky", "Ben Wyvis")
        assert notes(table)["Activation"] == "for 1 barley: 1 barrel (you)"
        choose(table, "Activation", "an exchange", "1", "That is all")
        assert notes(table)["Activation"] == "an exchange (you)", "on the case that is all that is told"


def test_a_box_from_before_still_has_its_exchange(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text(
        'schema = 1\n[tile."A-1"]\nname = "Moor"\nactivation = [{op = "exchange", n = 1}]\n'
    )
    with Table(tmp_path) as table:
        box_menu(table, "Tiles", "Deck A", "Moor")
        assert notes(table)["Activation"] == "an exchange (you)"


def test_the_page_has_one_way_to_describe_an_exchange(tmp_path: Path) -> None:
    """Its two sides; the count of exchanges without details is shown only where one is stored."""
    with Table(tmp_path) as table:
        assert tell(table, "A-1", activation="exchange wood 1 for vp 3, move 1") == ""
        assert tell(table, "A-2", activation="exchange 1, exchange wood 1 for vp 3") == ""
        assert counted_on_page(table, "A-1") == (False, True)
        assert counted_on_page(table, "A-2") == (True, True)


def counted_on_page(table: Table, piece: str) -> tuple[bool, bool]:
    """Whether exchanges can be counted, and described, in the form of the page."""
    fields = BoxFactsBackend(table.app, Translator()).tiles(piece, "")["piece"]["fields"]
    field = next(field for field in fields if field["id"] == "activation")
    return "exchange" in [each["id"] for each in field["options"]], field["for_that"] is not None


BOTH = "Activation: say what is given and what comes for it; nothing was kept."
UNFIT = "Activation: that is not a value for it; nothing was kept."


@pytest.mark.parametrize(
    ("activation", "sentence"),
    [
        ("exchange wood 1 for ", BOTH),
        ("exchange  for vp 3", BOTH),
        ("exchange wood 1 for gold 3", UNFIT),
        ("exchange whiskers 1 for vp 3", UNFIT),
        ("exchange wood 0 for vp 3", UNFIT),
        ("exchange wood 21 for vp 3", UNFIT),
        ("exchange wood for vp", UNFIT),
        ("exchange for  for ", UNFIT),
    ],
)
def test_half_an_exchange_or_nonsense_is_refused(tmp_path: Path, activation: str, sentence: str) -> None:
    with Table(tmp_path) as table:
        assert tell(table, "A-1", activation=activation) == sentence
        assert tell(table, "A-1", one_time="exchange wood 1 for vp 3").startswith("One-time effect: that is no")
        assert not (tmp_path / "box.toml").exists()


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        ('{op = "exchange", pay = {wood = 1}}', "an exchange has pay and get, nothing else has"),
        ('{op = "gain", what = "vp", pay = {wood = 1}, get = {vp = 1}}', "an exchange has pay and get"),
        ('{op = "exchange", pay = {gold = 1}, get = {vp = 1}}', ".pay can't be gold"),
        ('{op = "exchange", pay = {wood = 1}, get = {wood = 1}}', ".get can't be wood"),
        ('{op = "exchange", pay = {wood = 0}, get = {vp = 1}}', ".pay.wood is below 1"),
    ],
)
def test_a_wrong_exchange_in_the_file_is_told_with_its_place(tmp_path: Path, step: str, sentence: str) -> None:
    (tmp_path / "box.toml").write_text(f'schema = 1\n[tile."A-1"]\nactivation = [{step}]\n')
    with pytest.raises(BadFile) as bad:
        read_box(tmp_path / "box.toml")
    assert sentence in str(bad.value.message)
    assert "tile.A-1.activation 1" in str(bad.value.message)


def fields(table: Table, piece: str) -> dict[str, str]:
    """What the form shows of a tile, with who said it."""
    shown = table.app.running.table_game.box_facts().fields(piece)
    return {field.id: f"{field.value or '?'} {field.entered_by or ''}".strip() for field in shown}


@pytest.mark.rule("C5-03")
def test_the_deck_of_a_chronicles_tile_is_told_where_no_book_says_it(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        assert tell(table, "drovers_inn", deck="S").startswith("Deck: that is not a value"), "no starting tile"
        assert "deck" not in fields(table, "race_start"), "published"
        assert "deck" not in fields(table, "pulteney_single_cask"), "it lies where the tile of that name lay"
        box_menu(table, "Tiles", "Address to a Haggis", "Drover's Inn")
        assert notes(table)["Deck"] == "not known"
        choose(table, "Deck", "B")
        assert notes(table)["Deck"] == "B (you)"
        haggis_tiles = ("ye_olde_inn", "creek_inn", "haggis_house", "beast_feast_inn", "shetland")
        for id, deck in zip(haggis_tiles, "AACDD", strict=True):
            assert tell(table, id, deck=deck) == ""
        table.press("BACK", "BACK")
        rules = table.app.running.definition.rules
        facts = table.app.running.history.state.facts
        ruleset = rules.library.ruleset(("haggis",))
        began = facts_with_expansions(State("setup", ruleset, facts, HouseRules(), chronicles=("haggis",)))
        assert began.pieces["drovers_inn"].deck == "B"
        larger = {deck: began.decks[deck] - size for deck, size in facts.decks.items()}
        assert larger == {"S": 0, "A": 2, "B": 1, "C": 1, "D": 2}, "the decks are that much larger"
        assert tell(table, "shetland", deck=None) == ""
        assert fields(table, "shetland")["deck"] == "?"


@pytest.mark.rule("C1-05")
@pytest.mark.parametrize(
    ("before", "told", "letters"),
    [
        ("", {1: "C"}, ["C", None]),
        ("", {1: "C", 2: "A"}, ["C", "A"]),
        ("AB", {}, ["A", "B"]),
        ("AB", {1: "B"}, ["B", "A"]),
        ("AB", {1: "C"}, ["C", "B"]),
        ("AB", {2: "D"}, ["A", "D"]),
    ],
)
def test_what_is_told_of_one_ship_builder_goes_with_what_was_said_of_both(
    tmp_path: Path, before: str, told: dict[int, str], letters: list[str | None]
) -> None:
    if before:
        (tmp_path / "box.toml").write_text(f'schema = 1\n[more]\n"boat_race.builders" = "{before}"\n')
    with Table(tmp_path) as table:
        for number, deck in told.items():
            assert tell(table, f"ship_builder_{number}", deck=deck) == ""
        shown = [fields(table, f"ship_builder_{number}")["deck"] for number in (1, 2)]
        assert shown == [f"{letter} you" if letter else "?" for letter in letters]
        facts = table.app.running.history.state.facts
        ruleset = table.app.running.definition.rules.library.ruleset(("boat_race",))
        began = facts_with_expansions(State("setup", ruleset, facts, HouseRules(), chronicles=("boat_race",)))
        larger = sum(began.decks.values()) - sum(facts.decks.values())
        assert larger == (3 if None not in letters else 1)


TAP = "Tap the tile: all that look like it have stickers, and its sticker says which one it is."


def next_one(table: Table, after: str = "") -> tuple[str, bool]:
    following = table.app.running.table_game.box_facts().following(after)
    assert following
    return following.id, following.needs_tap


def on_page(table: Table, piece: str, tapped: bool = False) -> tuple[str, bool, bool]:
    """The tile of the page's form, whether it waits for a tap, and whether an exchange can be told of it."""
    shown = BoxFactsBackend(table.app, Translator()).tiles(piece, "", tapped)["piece"]
    return shown["id"], shown["by_tap"], any(field["for_that"] for field in shown["fields"])


def test_a_tile_with_a_sticker_is_described_only_after_a_tap(tmp_path: Path) -> None:
    slots = [piece.id for piece in box_descriptions(Box()).groups[0].pieces if piece.id.startswith("S-")]
    lines = [f'"04a1b2c3d4e5{n:02}" = "{id}"\n' for n, id in enumerate(slots)]
    (tmp_path / "stickers.toml").write_text("schema = 1\n[stickers]\n" + "".join(lines[:2]))
    with Table(tmp_path) as table:
        assert next_one(table) == ("S-3", False), "one without a sticker comes first"
        box_menu(table, "Tiles", "Start tiles")
        choose(table, "a start tile without a name", "What it is", "A tile for", "village", "1 coin")
    assert [*read_box(tmp_path / "box.toml").tile] == ["S-3"]
    (tmp_path / "stickers.toml").write_text("schema = 1\n[stickers]\n" + "".join(lines))
    with Table(tmp_path) as table:
        assert next_one(table) == ("A-1", False), "those that nobody tells apart by their looks are left for last"
        box_menu(table, "Tiles", "Start tiles")
        choose(table, "a start tile without a name")
        assert table.says == TAP
        assert on_page(table, slots[1]) == ("S-2", True, False), "the page too waits for the tap"
        table.tap("uid:04a1b2c3d4e501")
        assert on_page(table, slots[0], tapped=True) == ("S-2", False, True), "the whole form of the one tapped"
        assert on_page(table, slots[0]) == ("S-1", True, False), "of no other"
        choose(table, "What it is", "A tile for", "castle", "2 coins")
    assert [*read_box(tmp_path / "box.toml").tile] == ["S-3", "S-2"], "the one that was tapped"


@pytest.mark.parametrize("panel", PANELS)
def test_who_tells_something_else_in_a_running_game_hears_that_it_keeps_what_it_has(
    tmp_path: Path, panel: str
) -> None:
    with Table(tmp_path, panel=panel) as table:
        assert tell(table, "C-2", cost="coin 3", name="Moor") == ""
        table.tap("home:red")
        box_menu(table, "Tiles", "Deck C")
        choose(table, "Moor", "Cost", "1 coin")
        assert table.says == (
            "Kept for new games. This game keeps Cost: 3 coins. To change it here: menu, Correct something."
        )
        for language in ("en", "cs"):
            assert problems(drawing(None, table.page, PANELS[panel].paper(), Translator(language))) == []
        assert read_box(tmp_path / "box.toml").tile["C-2"].cost == {"coin": 1}
        assert table.app.running.history.state.facts.pieces["C-2"].cost == (Cost("coin", 3),)
        table.press("OK")
        assert notes(table)["Cost"] == "1 coin (you)"
        choose(table, "Cost", "1 coin")
        assert isinstance(table.page, ListPage), "the same again says nothing new"
