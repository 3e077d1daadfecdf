"""A mistake found three turns later, mended with five buttons: how many presses, and what hands are told.

Every count begins on the home screen. A hold is one press.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.engine.offers import Answer
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.menu.pages import HomePage, KeysPage, ListPage, NoticePage, NumberPage
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from companion.session.inputs import AnswerSubmitted
from tests.screens.layout import problems
from tests.state.glen_more_2.table import with_piece
from tests.table import Table, complete_facts

MOST = 12
"""More presses than this nobody makes while others wait."""


class Mending(Table):
    """An evening at which presses are counted from now on."""

    count = 0

    def does(self, *keys: str) -> None:
        self.count += len(keys)
        self.press(*keys)

    def chosen(self) -> str:
        assert isinstance(self.page, ListPage), self.page
        return str(self.page.rows[self.page.cursor].label)

    def to(self, words: str) -> None:
        """Chooses the row that begins so."""
        self.does(*self.keys_to(words))

    def turn(self, number: int, ok: str = "OK") -> None:
        """Opens that turn in the history, or what may have been forgotten in it."""
        self.does("UNDO+")
        assert isinstance(self.page, ListPage)
        far = [str(row.figure_note) for row in self.page.rows].index(f"turn {number}")
        self.does(*["DOWN+"] * (far // 3), *["DOWN"] * (far % 3), ok)

    def glass(self, panel: str = "", language: str = "en") -> str:
        """The words of the picture, as it is on the panel of the evening or as another would show it."""
        now = self.app.snapshot
        paper = PANELS[panel or self.panel].paper()
        pen = make_drawing(now.game.shown(now.view), now.page, paper, Translator(language))
        return " ".join(each.text for each in pen.drawn)

    def player(self, who: str) -> object:
        return self.app.running.history.state.player(who)


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Mending]:
    """Blue takes a tile, scores 5 points and sells a sheep in turn 2; now turn 5 has begun, Blue's again."""
    with Mending(tmp_path, facts=complete_facts()) as table:
        table.seated("red", "blue", "green")
        table.tap("tile:S-1")
        table.press("OK")
        table.tap("tile:S-2", "card:points_5", "card:sell_sheep")
        table.press("OK")
        table.tap("tile:S-4")
        table.press("OK")
        red, blue = table.player("red"), table.player("blue")
        assert (red.total, blue.total) == (0, 5)  # type: ignore[attr-defined]
        table.tap("tile:S-5")
        table.press("OK")
        assert table.app.running.history.state.turn.number == 5
        yield table


def told_only(table: Mending, words: str = "Corrected: ") -> None:
    """What was changed is said, and nothing is asked of the hands."""
    assert isinstance(table.page, NoticePage), table.page
    assert table.says.startswith(words), table.says


def only_the_log(table: Mending) -> None:
    assert table.says.endswith("Done already?"), table.says
    assert table.chosen() == "Yes"
    table.does("OK")
    told_only(table)
    assert table.count <= MOST, table.count


def test_points_for_the_wrong_player(played: Mending) -> None:
    played.turn(2)
    played.to("Blue +5 points")
    played.to("Who?")
    played.to("Green")
    assert played.says == "Turn 2. Blue gives back 5 points. Green takes 5 points. Done already?"
    only_the_log(played)
    assert played.says.startswith("Corrected: Green +5 points (command card), in Blue's turn (was: ")
    assert (played.player("blue").total, played.player("green").total) == (0, 5)  # type: ignore[attr-defined]


def test_points_of_the_wrong_cause_and_number(played: Mending) -> None:
    played.turn(2)
    played.to("Blue +5 points")
    played.to("Points for what?")
    assert played.rows == ["an exchange", "a tile or landmark", "something else"]
    played.to("a tile or landmark")
    # Points are points: hands have nothing to do.
    told_only(played, "Corrected: Blue +5 points (tile) (was: Blue +5 points (command card))")
    assert played.player("blue").points == {"tile": 5}  # type: ignore[attr-defined]
    played.count = 0
    played.turn(2)
    played.to("Blue +5 points")
    played.to("Points for a tile or landmark")
    assert isinstance(played.page, NumberPage)
    assert (played.page.value, played.page.old_value) == (5, 5)
    played.does("UP")
    assert "before 5, +1" in played.glass()
    played.does("OK")
    only_the_log(played)
    assert played.player("blue").points == {"tile": 6}  # type: ignore[attr-defined]


def test_several_parts_are_changed_in_one_go(played: Mending) -> None:
    played.turn(2)
    played.to("Blue +5 points")
    played.to("Points by a command card")
    played.does("UP", "OK")
    played.to("Change something else")
    played.to("Who?")
    played.to("Green")
    assert played.says == "Turn 2. Blue gives back 5 points. Green takes 6 points. Done already?"


@pytest.mark.parametrize(("points", "keys"), [(4, ("4",)), (5, ("other", "5")), (8, ("8",))])
def test_points_that_were_forgotten(played: Mending, points: int, keys: tuple[str, ...]) -> None:
    played.turn(2, ok="OK+")
    assert played.says == "Turn 2, Blue. What was forgotten?"
    played.to("Points")
    played.to("an exchange")
    for key in keys:
        played.to(key)
    only_the_log(played)
    assert played.player("blue").total == 5 + points  # type: ignore[attr-defined]


BARE_FORGOTTEN = {
    "exchange": ("Points", "an exchange", "other", "5"),
    "tile": ("Points", "a tile or landmark", "3"),
}


@pytest.mark.parametrize("cause", BARE_FORGOTTEN)
def test_points_that_were_forgotten_where_nobody_told_what_tiles_cost(tmp_path: Path, cause: str) -> None:
    """Nothing has a sticker, so that the ways to pay for a tile stand in the list too."""
    with Mending(tmp_path, facts=replace(effective_facts(), rondel_spaces=14)) as table:
        table.seated("red", "blue", "green")
        for _ in range(4):
            table.press("OK", "OK", "OK", "OK")
        table.press("OK", "OK", "OK")
        assert table.app.running.history.state.turn.number == 5
        table.turn(2, ok="OK+")
        for row in BARE_FORGOTTEN[cause]:
            table.to(row)
        only_the_log(table)
        assert table.player("blue").total == int(BARE_FORGOTTEN[cause][-1])  # type: ignore[attr-defined]


@pytest.mark.parametrize("coins", [1, 2, 3])
def test_coins_that_were_forgotten_though_no_tile_is_unpaid(played: Mending, coins: int) -> None:
    before = played.player("blue").coins  # type: ignore[attr-defined]
    played.turn(2, ok="OK+")
    played.to(f"Paid {coins} coin")
    played.does("OK")
    told_only(played)
    assert played.player("blue").coins == before - coins  # type: ignore[attr-defined]


def test_the_wrong_tile_taken(played: Mending) -> None:
    played.turn(2)
    played.to("Blue takes Two Pines")
    played.to("Which tile")
    played.to("tile 2 ahead, Mossy Quarry")
    only_the_log(played)
    assert "S-2" not in [tile.piece for tile in played.player("blue").taken_tiles]  # type: ignore[attr-defined]


def test_a_tap_says_which_tile_it_really_was(played: Mending) -> None:
    played.turn(2)
    played.to("Blue takes Two Pines")
    played.to("Which tile")
    played.tap("tile:S-3")
    only_the_log(played)
    assert played.player("blue").taken_tiles[0].piece == "S-3"  # type: ignore[attr-defined]


def test_the_wrong_number_of_tiles_laid(played: Mending) -> None:
    """The tile that was not laid was laid with the next refill: the table stands as it did, nothing is asked."""
    state = played.app.running.history.state
    played.turn(2)
    played.to("end of")
    played.to("What was done?")
    played.to("Lay more or fewer tiles")
    played.does("DOWN", "OK")
    told_only(played)
    assert played.count <= MOST
    answers = [entry.answer for entry in played.app.running.history.standing]
    assert [each.values for each in answers if isinstance(each, Answer) and each.offer == "lay"] == [(0,)]
    assert played.app.running.history.state.decks == state.decks


def test_the_wrong_kind_of_tile(tmp_path: Path) -> None:
    with Mending(tmp_path, facts=replace(effective_facts(), rondel_spaces=14)) as table:
        table.seated("red", "blue", "green")
        table.tap("tile:S-1")
        table.press("OK", "OK")
        table.tap("tile:S-2")
        table.press("DOWN")
        assert table.player("blue").persons == ("S-2",)  # type: ignore[attr-defined]
        table.press("BACK")  # the crest is left for later
        table.tap("tile:S-3")
        table.press("OK", "OK")
        table.tap("tile:S-4")
        table.press("OK", "OK")
        table.tap("tile:S-5")
        table.press("OK")
        assert table.app.running.history.state.turn.number == 5
        table.turn(2)
        table.to("the start tile is a person")
        table.to("What kind of start tile is it?")
        assert table.chosen() == "A person"
        table.to("A tile for the territory")
        told_only(table)  # what a tile is moves nothing
        assert table.count <= MOST
        assert table.player("blue").persons == ()  # type: ignore[attr-defined]


# ---- what the hands are told


def test_where_the_table_was_wrong_too_hands_are_told_what_goes_back_and_what_is_done(played: Mending) -> None:
    """The pawn and the tile were right, so they are not spoken of."""
    played.turn(2)
    played.to("Blue sells sheep for 1")
    played.to("Sell which good?")
    played.to("cattle")
    played.to("Not yet")
    assert played.says == "Corrected: Blue sells cattle for 1. On the table:"
    assert played.rows == [
        "All done",
        "Blue: 1 sheep back to the territory",
        "Blue: 1 cattle from the territory to the supply",
        "The sheep row: coins on 1 space",
        "The cattle row: coins on 0 spaces",
    ]
    played.press("OK", "UNDO")
    assert "Blue: 1 cattle back to the territory" in played.rows
    assert "Blue: 1 sheep from the territory to the supply" in played.rows


def test_another_tile_names_the_spaces_of_tile_and_pawn(played: Mending) -> None:
    played.turn(2)
    played.to("Blue takes Two Pines")
    played.to("Which tile")
    played.to("tile 2 ahead, Mossy Quarry")
    played.to("Not yet")
    told = [
        "All done",
        "Mossy Quarry from the rondel to Blue",
        "Two Pines from Blue to the discard pile",
        "1 tile of deck A from its deck to the rondel",
        "The pawn of Blue: 1 space behind Green",
    ]
    assert played.rows == told
    played.press("OK", "UNDO")
    assert played.rows == [
        "All done",
        "Two Pines from the discard pile to Blue",
        "Mossy Quarry from Blue to the rondel, 1 space behind Green",
        "1 tile of deck A from the rondel back on its deck",
        "The pawn of Blue: 2 spaces behind Green",
    ]


def test_a_change_taken_back_before_hands_did_anything_asks_nothing_of_them(played: Mending) -> None:
    played.turn(2)
    played.to("Blue +5 points")
    played.to("Points by a command card")
    played.does("UP", "OK")
    played.to("Not yet")
    assert played.rows == ["All done", "Blue takes 1 point"]
    played.press("UNDO")
    told_only(played, "Undone: Blue ")
    assert played.player("blue").total == 5  # type: ignore[attr-defined]


def test_an_entry_that_never_was_goes_and_all_that_hung_on_it(played: Mending) -> None:
    played.turn(4)
    played.to("Red takes Lazy Bull Meadow")
    played.to("Remove it")
    assert played.says == "Turn 4, Red. 1 entry would go, all others stay"
    played.does("OK")
    assert played.says.startswith("Turn 4, Red. Lazy Bull Meadow from Red to the rondel, 1 space ahead of Green. ")
    assert played.says.endswith(". 1 more thing to do. Done already?")
    played.to("Not yet")
    assert played.rows == [
        "All done",
        "Lazy Bull Meadow from Red to the rondel, 1 space ahead of Green",
        "1 tile of deck A from the rondel back on its deck",
        "The pawn of Red: 1 space behind Blue",
    ]


def test_the_way_back_of_a_change_is_only_what_was_ticked(played: Mending) -> None:
    """Also when people left the list with BACK; what comes back is not ticked, for it is to be done."""
    for leave in ((), ("BACK",)):
        played.turn(2)
        played.to("Blue takes Two Pines")
        played.to("Which tile")
        played.to("tile 2 ahead, Mossy Quarry")
        played.to("Not yet")
        played.press("DOWN", "OK", *leave, "UNDO")
        assert played.says.endswith("(was: Blue takes Two Pines). On the table:")
        assert played.rows == ["All done", "Mossy Quarry from Blue to the rondel, 1 space behind Green"]
        played.press("OK")
        assert isinstance(played.page, HomePage)


def test_a_change_undone_and_then_more_asks_only_for_what_is_left(played: Mending) -> None:
    """The tile goes straight to where it lay before all that."""
    played.turn(2)
    played.to("Blue takes Two Pines")
    played.to("Which tile")
    played.to("tile 2 ahead, Mossy Quarry")
    played.to("Not yet")
    played.press("DOWN", "OK", "UNDO", "UNDO")
    assert played.says == "Undone: end of Red's turn, 1 tile laid. Put back:", played.says
    mossy = [row for row in played.rows if "Mossy Quarry" in row]
    assert mossy == ["Mossy Quarry from Blue to the rondel, 1 space behind Green"]


def test_ok_on_a_ticked_row_unticks_it(played: Mending) -> None:
    played.turn(2)
    played.to("Blue takes Two Pines")
    played.to("Which tile")
    played.to("tile 2 ahead, Mossy Quarry")
    played.to("Not yet")
    played.press("DOWN", "OK")
    assert isinstance(played.page, ListPage)
    assert [row.ticked for row in played.page.rows].count(True) == 1
    played.press("OK")
    assert not any(row.ticked for row in played.page.rows)
    played.press("UNDO")
    told_only(played, "Undone: Blue takes Mossy Quarry")


def test_each_undo_over_the_list_says_what_it_undid(played: Mending) -> None:
    said = []
    for _ in range(4):
        played.press("UNDO")
        said.append(played.says)
    assert len(set(said)) > 2, said
    assert "Undone: Red takes Lazy Bull Meadow. Put back:" in said, said
    assert isinstance(played.page, ListPage)
    assert [str(hint.label) for hint in played.page.hints if hint.button == "UNDO"] == ["undo"]


def test_points_that_are_entered_have_no_before(played: Mending) -> None:
    played.press("DOWN+")
    assert isinstance(played.page, KeysPage)
    assert "before" not in played.glass()


def test_a_count_below_zero_leads_to_the_entry_that_is_missing(played: Mending) -> None:
    played.press("OK", "UP")
    coins = played.player("blue").coins  # type: ignore[attr-defined]
    ledger = next(q for q in played.app.snapshot.questions if q.kind == "ledger" and q.player == "blue")
    played.app.submit(AnswerSubmitted(Answer(ledger.number, "coins_out", (coins + 1,), anyway=True))).result(5)
    played.press("OK")
    assert played.says.endswith("By the entries Blue has -1 coins"), played.says
    assert played.rows == ["Go on: it stays at -1", "Enter what is missing", "Cancel"]
    played.press("DOWN", "OK")
    assert played.says == "What happened?"


def test_what_was_done_against_a_rule_is_undone_by_the_name_of_the_act(played: Mending) -> None:
    """The mark that it was done anyway stands after it, however much came of it."""
    coins = played.player("blue").coins  # type: ignore[attr-defined]
    ledger = next(q for q in played.app.snapshot.questions if q.kind == "ledger" and q.player == "blue")
    played.app.submit(AnswerSubmitted(Answer(ledger.number, "coins_out", (coins + 1,), anyway=True))).result(5)
    played.press("UNDO")
    assert played.says.startswith("Undone: Blue"), played.says
    assert "done anyway" in played.says
    assert "Undone: Blue" in played.glass("2in13")
    assert "Vráceno: Modr" in played.glass("2in13", "cs")


def test_an_answer_that_nothing_asks_for_any_more_is_no_loss(tmp_path: Path) -> None:
    """What a tile cost in own goods was said of the tile: it goes with it, and is said as what it is."""
    with Mending(tmp_path, facts=complete_facts(), panel="2in13") as table:
        table.seated("red", "blue", "green")
        table.tap("tile:donan_castle")
        table.press("OK")
        table.to("Your own")
        table.turn(1)
        table.to("Red takes Donan Castle")
        table.to("Remove it")
        assert "Your own asked no more, left out" in table.glass()
        assert "would go" not in table.glass()
        assert "Vlastní už se neptá, vynechá se" in table.glass(language="cs")
        table.press("OK")
        assert table.says.startswith("Turn 1, Red. Donan Castle from Red to the rondel. ")
        table.to("Yes")
        told_only(table, "Removed: Red takes Donan Castle, card Donan Castle")


@pytest.mark.parametrize("panel", ["2in13", "4in2"])
def test_why_entries_would_be_dropped_is_said_of_the_first_of_them(played: Mending, panel: str) -> None:
    played.turn(2)
    played.to("Blue takes Two Pines")
    played.to("Remove it")
    assert "entries of 3 turns would go, all others stay" in played.glass(panel)
    assert "First comes in turn 2: Blue, tap the tile you take" in played.glass(panel)
    assert "Nejdřív přijde v tahu 2: Modrý" in played.glass(panel, language="cs")
    played.press("BACK", "BACK", "BACK", "BACK")
    played.turn(1)
    played.to("Red takes")
    played.to("Which tile ahead")
    played.to("tile 2 ahead, Two Pines")
    assert "That can't be chosen any more." in played.glass(panel)
    assert "To už nejde vybrat." in played.glass(panel, language="cs")


def test_what_it_moved_on_the_table_is_a_loss_that_is_said(tmp_path: Path) -> None:
    with Mending(tmp_path, facts=complete_facts(), panel="2in13") as table:
        table.seated("red", "blue", "green")
        table.tap("tile:donan_castle")
        table.press("OK")
        table.to("Stone from the market")
        table.turn(1)
        table.to("Red takes Donan Castle")
        table.to("Remove it")
        assert "1 entry would go, all others stay" in table.glass()
        table.press("OK")
        table.to("Yes")
        assert "Gone: " in table.glass()
        assert "Zmizelo: " in table.glass(language="cs")


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("en", "Take back the 6 entries of 3 turns after it?"),
        ("cs", "Vzít zpět 6 zápisů po něm, tahů: 3?"),
    ],
)
def test_back_to_here_asks_once_how_much_falls_and_no_is_under_the_cursor(
    played: Mending, language: str, asked: str
) -> None:
    entries = len(played.entries)
    played.turn(2)
    played.to("Blue +5 points")
    played.to("Back to here")
    assert asked in played.glass("2in13", language)
    assert played.chosen() == "No"
    played.does("OK")
    assert played.chosen() == "Back to here"
    assert len(played.entries) == entries
    played.does("OK", "DOWN", "OK")
    assert len(played.entries) == entries + 1
    assert played.app.running.history.state.turn.number == 2


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize(
    ("language", "said", "late"), [("en", "in Blue's turn", "late"), ("cs", "tah: Modrý", "dodatečně")]
)
def test_an_entry_that_gets_another_player_was_not_entered_late(
    played: Mending, language: str, said: str, late: str, panel: str
) -> None:
    played.turn(2)
    for row in ("Blue sells sheep", "Who?", "Green"):
        played.to(row)
    asks = played.glass(panel, language)
    assert said in asks
    assert late not in asks
    played.does("OK")
    assert late not in played.glass(panel, language)
    words = [str(text) for _, text in played.app.running.history.lines()]
    assert any(each.startswith("Green sells sheep") and each.endswith("in Blue's turn") for each in words)


@pytest.mark.parametrize("panel", PANELS)
def test_which_entries_stay_and_which_go_is_said_before_a_change_and_after_it(played: Mending, panel: str) -> None:
    played.turn(4)
    played.to("Red takes Lazy Bull Meadow")
    played.to("Remove it")
    assert "1 entry would go, all others stay" in played.glass(panel)
    assert "1 zápis zmizí, ostatní zůstanou" in played.glass(panel, language="cs")
    played.does("OK")
    played.to("Yes")
    told_only(played, "Removed: Red takes Lazy Bull Meadow. Gone: end of Red's turn")
    assert "Gone: end of Red's turn" in played.glass(panel)
    now = played.app.snapshot
    assert (
        problems(make_drawing(now.game.shown(now.view), now.page, PANELS[panel].paper(), Translator("cs"))) == []
    )


@pytest.mark.parametrize(
    ("language", "first", "fell", "asked"),
    [
        (
            "en",
            "First comes in turn 2: Blue, tap the tile you take",
            "Removed: Blue takes Two Pines. Gone: 5 entries; turn 2 goes on",
            "Blue, tap the tile you take",
        ),
        (
            "cs",
            "Nejdřív přijde v tahu 2: Modrý: ťukněte dílkem, který berete",
            "Odstraněno: Modrý bere Two Pines. Zmizelo: 5 zápisů; pokračuje tah 2",
            "Modrý: ťukněte dílkem, který berete",
        ),
    ],
)
@pytest.mark.parametrize("answer", ["Yes", "Not yet"])
def test_what_a_change_dropped_is_said_with_the_turn_that_goes_on(
    played: Mending, language: str, first: str, fell: str, asked: str, answer: str
) -> None:
    """The row with what comes first, the sentence once it is done and the panel behind it tell of one turn."""

    def read() -> str:
        return " ".join(played.glass("2in13", language).split())

    played.turn(2)
    played.to("Blue takes Two Pines")
    played.to("Remove it")
    assert first in read()
    played.does("OK")
    played.to(answer)
    assert fell in read()
    played.does("OK")
    assert isinstance(played.page, HomePage)
    assert asked in read()
    assert played.app.running.history.state.turn.number == 2


def test_of_two_undos_in_a_row_the_second_without_work_for_hands_says_what_is_still_to_do(tmp_path: Path) -> None:
    facts = with_piece(complete_facts(), "S-1", cost=None)
    with Mending(tmp_path, panel="2in13", facts=facts) as table:
        table.seated("red", "blue", "green")
        table.tap("tile:S-1")
        table.press("DOWN")
        table.to("Paid nothing")
        table.tap("card:points_5")
        table.press("UNDO")
        rows = table.rows
        assert "Red gives back 5 points" in rows
        table.press("UNDO")
        assert table.says == "Undone: Paid nothing: it was free. Still to put back:"
        assert table.rows == rows
        assert "Still to put back:" in table.glass()
        assert "Na stůl zpět zbývá:" in table.glass(language="cs")
