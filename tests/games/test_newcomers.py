"""What newcomers stumbled over on the glass: whose, of what, counted from where, and what each key does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.chronicles.haggis.model import HaggisScored
from companion.chronicles.hammer import CHRONICLE as HAMMER
from companion.chronicles.hammer.model import ENGLISHMAN
from companion.engine.message import Message, literal, tr
from companion.engine.offers import Answer, Pick
from companion.games.glen_more_2.chronicle_help import expansion_help
from companion.menu.menu import menu_page
from companion.menu.menu_state import Menu, MenuContext, OfferForm
from companion.menu.options import reason_note
from companion.menu.pages import ListItem, ListPage, SheetPage
from companion.screens.paper import PANELS
from companion.screens.translator import Translator
from companion.session.inputs import AnswerSubmitted
from companion.state.glen_more_2.view import View
from companion.state.glen_more_2.view_builder import build_view
from tests.chronicles import on_glass
from tests.chronicles.haggis_table import facts_told, table_of
from tests.screens.layout import problems
from tests.screens.samples import HOME, SCENES, VIEW
from tests.screens.shown import drawing, read, sheet_pages
from tests.session.test_living_room import corrects, says
from tests.state.glen_more_2.table import Table as Rules
from tests.table import Table

SMALLEST = "2in13"


@pytest.fixture
def set_up(tmp_path: Path) -> Iterator[Table]:
    with Table(tmp_path, panel=SMALLEST) as table:
        table.tap("home:red", "home:yellow", "home:blue")
        says(table, "seat", "done")
        says(table, "spaces", "spaces", 14)
        says(table, "start", "chronicle", "hammer")
        says(table, "start", "go")
        yield table


def on(table: Table, panel: str = SMALLEST, language: str = "en") -> str:
    """All words on the picture, which is whole."""
    snapshot = table.app.snapshot
    pen = drawing(snapshot.view, snapshot.page, PANELS[panel].paper(), Translator(language))
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn)


def test_hidden_steps_of_the_set_up_come_with_the_key_to_them(set_up: Table) -> None:
    assert "BACK: 10 more" in on(set_up)
    set_up.press("BACK")
    assert "Shuffle decks A" in on(set_up)


def test_each_cell_under_a_list_and_a_sheet_says_what_its_key_does(set_up: Table) -> None:
    set_up.press("DOWN")
    assert isinstance(set_up.page, ListPage)
    assert all(word in on(set_up) for word in ("up", "down", "choose", "back", "undo"))
    set_up.press("BACK", "BACK")
    assert isinstance(set_up.page, SheetPage)
    assert all(word in on(set_up) for word in ("page −", "page +", "go on", "back", "undo"))


def test_rows_of_the_set_up_say_which_they_are(set_up: Table) -> None:
    set_up.press("DOWN")
    assert {"Name a tile laid on the rondel", "All of the set-up is done"} <= set(set_up.rows)


@pytest.mark.parametrize("panel", PANELS)
def test_the_long_sentence_of_the_layout_never_touches_itself(set_up: Table, panel: str) -> None:
    says(set_up, "prepare", "all")
    assert "Angličan" in on(set_up, panel, "cs")


def test_tiles_are_counted_from_the_pawn_and_never_called_by_a_number_of_ours(set_up: Table) -> None:
    says(set_up, "prepare", "all")
    says(set_up, "layout", "done")
    set_up.press("OK")
    assert set_up.says == "Which tile ahead of you? Count tiles only."
    assert set_up.rows[0] == "tile 1 ahead, a start tile"


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize(
    ("language", "first", "ends", "paid"),
    [
        ("en", "Before OK enter the tile's cost, even 0", "end now", "OK also remembers its cost"),
        ("cs", "Před OK zadejte cenu dílku, i nulovou", "konec i tak", "OK si zapamatuje i cenu"),
    ],
)
def test_while_the_cost_is_owed_ok_says_that_it_ends_the_turn_all_the_same(
    set_up: Table, language: str, first: str, ends: str, paid: str, panel: str
) -> None:
    says(set_up, "prepare", "all")
    says(set_up, "layout", "done")
    set_up.press("OK", "UP")
    for row in ("New tile", "A tile for the territory"):
        set_up.press(*set_up.keys_to(row))
    owes = on(set_up, panel, language)
    assert first in owes
    assert ends in owes
    assert paid not in owes
    set_up.press("DOWN")
    set_up.press(*set_up.keys_to("Paid nothing"))
    settled = on(set_up, panel, language)
    assert first not in settled
    assert paid in settled


def test_a_nameless_tile_goes_by_what_was_told_of_it() -> None:
    table = Rules(3, box="bare")
    table.arrange("red yellow blue A-1 A-2 S-2")
    table.takes("red", "A-1")
    table.answers("sort", "person")
    assert "Took a person of deck A" in on_glass.home_words(table, "4in2")
    assert "A-1" not in on_glass.everything_owed(table)


@pytest.mark.rule("GM-PER-05")
@pytest.mark.parametrize("panel", PANELS)
def test_the_clan_marker_of_an_unnamed_person_is_asked_for_the_person(panel: str) -> None:
    table = Rules(3, box="bare")
    table.arrange("red A? yellow blue A? A?")
    table.takes("red", ahead=1)
    table.answers("sort", "person")
    number = table.question("crest").number
    context = MenuContext(questions=table.history.game.questions(table.state))
    shown = menu_page(Menu((OfferForm(number, "crest"),)), context)
    pen = drawing(table.view, shown, PANELS[panel].paper(), str)
    told = " ".join(" ".join(each.text for each in pen.drawn).split())
    assert "The new person: which crest gets the clan marker?" in told
    assert "tile" not in told


def english() -> Rules:
    table = Rules(3, box="bare", chronicles=("hammer",))
    table.arrange(f"{ENGLISHMAN} A-1 red A-2 yellow A-3 blue A-4")
    return table


def test_what_the_englishman_does_says_who_plays_him_and_whose_coins() -> None:
    table = english()
    table.answers("hammer.holder", "holder", "red")
    glass = on_glass.home_words(table)
    assert "by Red" in " ".join(glass.split())
    throws = table.question("hammer.use").offer("discard")
    assert throws
    (which,) = throws.parts
    assert isinstance(which, Pick)
    assert str(which.text) == "Discard which tile ahead of him? Count tiles only."
    assert str(which.choices[0].label) == "tile 1 ahead, a tile of deck A"
    table.answers("hammer.use", "use")
    assert table.words("take") == "Red, tap the tile for the Englishman"
    assert any(str(line).startswith("Red: ") for line in table.view.turn_log)


def until_the_englishman(table: Table) -> None:
    """Everybody takes a tile ahead of him, so he is on turn."""
    says(table, "prepare", "all")
    says(table, "layout", "done")
    for _ in range(3):
        says(table, "take", "take", "ahead:6", "")
        says(table, "sort", "land")
        says(table, "end", "done")
    assert table.says.startswith("The Englishman's turn")


@pytest.mark.rule("C4-17")
def test_a_full_row_is_refused_once_and_the_cursor_goes_on_to_what_is_open(set_up: Table) -> None:
    until_the_englishman(set_up)
    corrects(set_up, "row", "england", 3)
    set_up.press("BACK", "OK")
    assert isinstance(set_up.page, ListPage)
    assert [row.closed for row in set_up.page.rows] == [True, False]
    assert set_up.page.cursor == 1
    set_up.press("UP", "OK")
    assert set_up.says == "The England row is full."
    set_up.press("OK", "OK")
    assert set_up.says == "Discard which tile ahead of him? Count tiles only."


@pytest.mark.parametrize("panel", PANELS)
def test_a_turn_of_the_past_is_headed_by_whose_it_was(set_up: Table, panel: str) -> None:
    until_the_englishman(set_up)
    set_up.press("BACK", "UNDO+")
    set_up.press(*set_up.keys_to("takes"))
    assert set_up.says.startswith("Turn ")
    assert "Englishman" not in on(set_up, panel)
    set_up.press("UP", "OK")
    assert "Englishman" not in on(set_up, panel)


@pytest.mark.parametrize("panel", PANELS)
def test_the_history_says_once_that_something_was_entered(set_up: Table, panel: str) -> None:
    until_the_englishman(set_up)
    ledger = next(q for q in set_up.app.snapshot.questions if (q.kind, q.player) == ("ledger", "yellow"))
    set_up.app.submit(AnswerSubmitted(Answer(ledger.number, "coins_out", (3,)))).result(10)
    set_up.press("BACK", "UNDO+")
    set_up.press("OK")
    assert "Yellow −3 coins (the tile of turn 2), in the Englishman's turn" in on(set_up, panel)
    assert "(entered)" not in on(set_up, panel)


@pytest.mark.rule("C5-22")
@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("panel", PANELS)
def test_what_a_scoring_left_to_do_stands_over_the_englishmans_question(panel: str, language: str) -> None:
    table = Rules(3, facts=facts_told(False), chronicles=("hammer", "haggis"))
    table.arrange(f"{ENGLISHMAN} A? red A? yellow A? blue A?")
    table.answers("hammer.holder", "holder", "red")
    table.has("red", coins=0)
    asked = table.question("hammer.use")
    rows = tuple(ListItem(each.label, reason_note(each.closed, each.caution)) for each in asked.offers)
    page = ListPage("question", asked.text, rows, 0, (), "red")
    for happened, owed in (((HaggisScored("B", 2),), True), ((), False)):
        view = build_view(replace(table.state, turn_events=happened))
        pen = drawing(view, page, PANELS[panel].paper(), Translator(language))
        words = " ".join(each.text for each in pen.drawn)
        assert problems(pen) == []
        back = {"en": "face down into the supply", "cs": "lícem dolů do zásoby"}[language]
        assert (back in words) == owed
        assert Translator(language)(rows[0].label) in words


def test_after_the_end_no_prices_stand_and_every_gain_has_a_name() -> None:
    view, _ = SCENES["final_shared"]
    for panel in PANELS:
        pen = drawing(view, HOME, PANELS[panel].paper(), str)
        words = {each.text for each in pen.drawn}
        assert not words & {"2/1", "3/2", "buy", "sell"}, panel


@pytest.mark.parametrize("panel", ["4in2", "7in5"])
def test_what_is_booked_stands_whole_or_is_counted_with_the_key_to_it(panel: str) -> None:
    long: Message = tr("{deed}: {change}", deed=literal("Took Robert the Bruce " * 6), change=literal("its card"))
    pen = drawing(replace(VIEW, turn_log=(long,), table_tasks=()), HOME, PANELS[panel].paper(), str)
    assert "BACK: 1 booked" in {each.text for each in pen.drawn}
    assert not any("…" in each.text for each in pen.drawn)


def test_a_tile_tapped_for_the_englishman_is_counted_from_him() -> None:
    """His player's pawn stands elsewhere."""
    table = Rules(3, box="bare", chronicles=("hammer",))
    table.arrange(f"{ENGLISHMAN} A? red A? yellow A? blue A?")
    table.answers("hammer.holder", "holder", "red")
    table.answers("hammer.use", "use")
    seen = table.taps("loch_lochy")
    assert str(seen.title) == "Red: which tile ahead of the Englishman was Loch Lochy?"


@pytest.mark.parametrize("panel", PANELS)
def test_after_the_end_nothing_is_owed_any_more(panel: str) -> None:
    """Haggis tokens that were scored need no putting back: the box is packed."""
    table = table_of()
    scored = replace(table.state, turn_events=(HaggisScored("final", 2),))
    back = "down into the supply"
    for stage, there in ((scored.stage, True), ("over", False)):
        view = build_view(replace(scored, stage=stage))
        words = " ".join(
            each.text for each in drawing(replace(view, turn_log=()), HOME, PANELS[panel].paper(), str).drawn
        )
        owed = " ".join(str(each.text) for each in view.table_tasks)
        assert (back in owed) == there
        assert there or back not in words


# ---- whole games by panel alone


def seated_with(table: Table, *chronicles: str) -> None:
    table.tap("home:red", "home:yellow", "home:blue")
    says(table, "seat", "done")
    says(table, "spaces", "spaces", 14)
    for each in chronicles:
        says(table, "start", "chronicle", each)


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("chronicles", [("hammer",), ("hammer", "haggis"), ("haggis", "boat_race", "hammer")])
def test_a_closed_row_says_why_where_the_cursor_stands_and_leaves_the_keys_alone(
    tmp_path: Path, panel: str, chronicles: tuple[str, ...]
) -> None:
    with Table(tmp_path, panel=panel) as table:
        seated_with(table, *chronicles)
        table.press(*table.keys_to("We are already playing")[:-1])
        glass = on(table, panel)
        assert "With Hammer of the Scots only from the start of the game." in glass
        assert "1 Scot on each start village" not in glass, "hands are told step by step"
        assert all(key in glass for key in ("up", "down", "choose", "not now", "undo"))


@pytest.mark.parametrize("panel", PANELS)
def test_several_chronicles_are_ticked_in_one_list_that_back_leaves(tmp_path: Path, panel: str) -> None:
    with Table(tmp_path, panel=panel) as table:
        seated_with(table)
        table.press(*table.keys_to("Chronicles"))
        table.press(*table.keys_to("IV "))
        assert table.says == "Which chronicles?"
        assert "IV Hammer of the Scots: in the game" in on(table, panel), "the cursor is where it was"
        table.press("DOWN", "OK")
        assert "V Address to a Haggis: in the game" in on(table, panel)
        assert "take out" in on(table, panel), "what OK does now"
        assert "odebrat" in on(table, panel, "cs")
        table.press("OK")
        assert "V Address to a Haggis, +10 min" in on(table, panel), "OK takes it out again"
        assert all(key in on(table, panel).split() for key in ("add", "done"))
        assert "přidat" in on(table, panel, "cs")
        table.press("BACK")
        assert "Chronicles: Hammer of the Scots." in " ".join(table.says.split())
        assert "Chronicles" in table.rows[table.page.cursor]  # type: ignore[union-attr]


def test_where_a_player_has_no_name_of_earlier_games_nobody_is_asked_which(tmp_path: Path) -> None:
    with Table(tmp_path, panel=SMALLEST) as table:
        seated_with(table)
        table.press(*table.keys_to("Name a player"))
        table.press(*table.keys_to("Yellow"))
        assert table.says.startswith("Letters can't be typed with buttons")
        table.press("OK")
        assert table.says == "Which player?"


@pytest.mark.parametrize("language", ["en", "cs"])
def test_every_title_of_a_panel_begins_with_a_capital_letter(set_up: Table, language: str) -> None:
    says(set_up, "prepare", "all")
    says(set_up, "layout", "done")
    set_up.press("OK", "UP", "DOWN", "OK")
    assert set_up.says == "a tile by its name"
    begins = {"en": "A tile by its name", "cs": "Dílek podle jména"}[language]
    assert begins in on(set_up, SMALLEST, language)


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("panel", PANELS)
def test_a_closed_row_says_why_under_the_longest_title_of_a_rematch_too(
    tmp_path: Path, panel: str, language: str
) -> None:
    """The order of the pawns with long names, the players, two chronicles: four lines on small paper."""
    names = "Konstantinos, Maximilianne, Bartholomew"
    with Table(tmp_path, panel=panel) as table:
        seated_with(table, "hammer", "haggis")
        table.press(*table.keys_to("We are already playing")[:-1])
        page, view = table.page, table.view
    assert isinstance(page, ListPage)
    title = tr("{order} {text}", order=literal(f"Pawns, the last first: {names}."), text=page.title)
    translate = Translator(language)
    pen = drawing(view, replace(page, title=title), PANELS[panel].paper(), translate)
    assert problems(pen) == []
    why = page.rows[page.cursor].note
    assert why
    assert translate(why) in " ".join(each.text for each in pen.drawn)


@pytest.mark.rule("C4-05", "C4-06")
@pytest.mark.parametrize("panel", PANELS)
def test_the_set_up_says_once_where_the_englishman_goes_and_whose_pawns(set_up: Table, panel: str) -> None:
    told = [on(set_up, panel)]
    while any(q.kind == "prepare" for q in set_up.app.snapshot.questions):
        set_up.press("OK")
        told.append(on(set_up, panel))
    englishman = [" ".join(glass.split()) for glass in told if "Englishman" in glass]
    assert len(englishman) == 2
    assert "Keep the Englishman ready, the England marker under him" in englishman[0]
    assert "put the Englishman in front of them" in englishman[1]
    assert any("Pawns onto the rondel, the last first: Red, Yellow, Blue" in glass for glass in told)


@pytest.mark.parametrize("panel", PANELS)
def test_the_row_of_england_has_its_word_on_the_market(set_up: Table, panel: str) -> None:
    assert "England" in on(set_up, panel).split()


def test_the_row_of_england_is_explained_to_who_looks_it_up() -> None:
    articles = expansion_help(HAMMER.slug).articles.values()
    found = {str(each.title): " ".join(str(line) for line in each.text) for each in articles}
    assert "it pays for the Englishman" in found["The England row"]


@pytest.mark.parametrize("panel", PANELS)
def test_a_chosen_chronicle_is_in_the_game(set_up: Table, panel: str) -> None:
    set_up.press("UNDO")
    set_up.press(*set_up.keys_to("Chronicles"))
    set_up.press(*set_up.keys_to("IV ")[:-1])
    assert "IV Hammer of the Scots: in the game" in on(set_up, panel)


@pytest.mark.rule("GM-PER-07")
@pytest.mark.parametrize("panel", PANELS)
def test_a_sum_says_who_made_it_and_what_it_is_compared_with(panel: str) -> None:
    table = Rules(2, box="bare")
    table.has("red", persons=("robert_the_bruce", "david_hume"))
    words = " ".join(read(table.view, panel=panel).split())
    assert "1 + 2 for David Hume = 3: 3 more than Yellow (0)" in words


@pytest.mark.parametrize("panel", PANELS)
def test_what_is_to_do_takes_one_page_where_all_of_it_fits_and_else_even_ones(panel: str) -> None:
    owed = tuple(
        replace(VIEW.table_tasks[0], text=literal(words)) for words in ("Discard 1 tile of deck A", "Lay 3 from B")
    )
    view = replace(VIEW, table_tasks=owed, turn_log=(literal("+8 points: other"), literal("Took Aberfoyle")))
    assert on_glass_pages(view, panel) == 1
    longer = replace(view, table_tasks=owed[:1] * 3, turn_log=(*view.turn_log, *view.turn_log[:1]))
    assert on_glass_pages(longer, panel) <= 2
    paper = PANELS[panel].paper()
    for at in range(on_glass_pages(longer, panel)):
        pen = drawing(longer, SheetPage("duties", (), at), paper, str)
        assert problems(pen) == []
        assert (
            sum(
                each.text in ("Discard 1 tile of deck A", "+8 points: other", "Took Aberfoyle")
                for each in pen.drawn
            )
            > 1
        )


def on_glass_pages(view: View, panel: str) -> int:
    return sheet_pages(view, "duties", PANELS[panel].paper())


@pytest.mark.parametrize("panel", PANELS)
def test_a_number_screen_says_that_undo_takes_back(tmp_path: Path, panel: str) -> None:
    with Table(tmp_path, panel=panel) as table:
        table.tap("home:red", "home:yellow", "home:blue")
        says(table, "seat", "done")
        assert table.says == "How many spaces does your rondel have?"
        assert all(word in on(table, panel) for word in ("take it", "not now", "undo"))


@pytest.mark.parametrize("panel", PANELS)
def test_the_first_list_leads_to_the_menu_and_says_the_key_to_it(tmp_path: Path, panel: str) -> None:
    """The row is there for who has entered nothing yet."""
    with Table(tmp_path, panel=panel) as table:
        read = on(table, panel)
        assert all(words in read for words in ("Next player", "Menu", "or hold BACK"))
        table.press("UP", "OK")
        assert "New game" in table.rows
        table.press("BACK")
        assert table.says.startswith("Tap the home tiles")
        table.press("BACK+")
        assert "New game" in table.rows
        table.tap("home:red")
        assert "Menu" not in table.rows


@pytest.mark.parametrize("panel", PANELS)
def test_who_leaves_the_first_question_reads_the_key_to_the_menu(tmp_path: Path, panel: str) -> None:
    with Table(tmp_path, panel=panel) as table:
        table.press("BACK")
        assert "menu" in on(table, panel).split()
        table.press("BACK")
        assert "New game" in table.rows
        table.press("BACK", "OK")
        assert table.says.startswith("Tap the home tiles")


@pytest.mark.parametrize("panel", PANELS)
def test_no_box_stands_empty_on_the_first_page_of_what_a_scoring_would_bring(panel: str) -> None:
    """What has no line there is carried to it: before and more are the total."""
    table = Rules(2, box="bare")
    table.has("red", scots=5, barrels=3)
    paper = PANELS[panel].paper()
    drawn = drawing(table.view, SheetPage("standings", ()), paper, str).drawn
    told = {each.text for each in drawn}
    assert {"Total", "Points before"} <= told
    assert ("more on page 2" if panel.startswith("2") else "Scots at home") in told
