"""Every screen on every panel in every language: nothing overlaps, nothing is cut, no ink goes astray."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.commands.run import START_FAILED_TEXT
from companion.engine.message import Translate, tr
from companion.menu.pages import Hint, HomePage, NoticePage, SheetPage
from companion.scoring.gains import players_with_most_points
from companion.screens.paper import PANELS, Box, with_typographic_signs
from companion.screens.pen import DrawnElement, Pen
from companion.screens.translator import Translator, available_languages
from companion.session.session import PAGE_NOT_DRAWN
from companion.state.glen_more_2.view import GOODS_LEFT_LABEL, CountView, TableTask, View
from tests.screens.layout import problems
from tests.screens.samples import HOME, LONG, SCENES, VIEW, pseudo, sheet
from tests.screens.shown import SHEETS, drawing, read, sheet_pages

LANGUAGES: dict[str, Translate] = {"pseudo": pseudo} | {each: Translator(each) for each in available_languages()}
everywhere = pytest.mark.parametrize("language", LANGUAGES)
on_each_panel = pytest.mark.parametrize("panel", PANELS)


@everywhere
@on_each_panel
@pytest.mark.parametrize("scene", SCENES)
def test_nothing_overlaps_and_nothing_is_cut(scene: str, panel: str, language: str) -> None:
    view, page = SCENES[scene]
    assert problems(drawing(view, page, PANELS[panel].paper(), LANGUAGES[language])) == []


@everywhere
@on_each_panel
@pytest.mark.parametrize("kind", SHEETS)
def test_every_page_of_a_long_table_is_whole(kind: str, panel: str, language: str) -> None:
    paper, translate = PANELS[panel].paper(), LANGUAGES[language]
    for number in range(sheet_pages(LONG, kind, paper, translate)):
        assert problems(drawing(LONG, sheet(kind, number), paper, translate)) == []


@on_each_panel
def test_the_picture_has_the_size_of_its_panel(panel: str) -> None:
    image = drawing(VIEW, HOME, PANELS[panel].paper(), str).image
    assert (image.size, image.mode) == ((PANELS[panel].width, PANELS[panel].height), "1")


def test_whose_turn_is_the_largest_name_on_the_reference_panel() -> None:
    words = [each for each in drawing(VIEW, HOME, PANELS["4in2"].paper(), str).drawn if each.text == "Ann"]
    high = sorted(each.box.h for each in words)
    assert high[-1] >= 17
    assert high[-1] > high[-2]


@on_each_panel
@pytest.mark.parametrize("players", [2, 3, 4])
def test_turn_market_counts_and_deck_are_all_there(panel: str, players: int) -> None:
    view = replace(VIEW, players=VIEW.players[:players])
    pen = drawing(view, HOME, PANELS[panel].paper(), str)
    texts = [each.text for each in pen.drawn]
    everything = " ".join(texts)
    # Names that don't all have room on the smallest panel give way to the marks; the bar has the one on turn.
    assert {"Ann", "31", "28"} <= set(texts)
    one_thing = drawing(replace(view, table_tasks=VIEW.table_tasks[:1]), HOME, PANELS[panel].paper(), str)
    # How long the deck lasts gives way where small paper needs the room for what is owed.
    assert "7 left" in " ".join(each.text for each in (one_thing if panel.startswith("2") else pen).drawn)
    owed = ["Put 1 Scot on it", "Discard S-2", "Lay 3 from B (4 left)"]
    assert [each for each in owed if each not in everything] == []
    prices = {"2", "1", "3", "–"} <= set(texts) or {"2/1", "1/–", "3/2", "–/3"} <= set(texts)
    assert prices


@on_each_panel
def test_the_ok_button_of_the_turn_is_named_even_with_four_players(panel: str) -> None:
    texts = [each.text for each in drawing(VIEW, HOME, PANELS[panel].paper(), str).drawn]
    assert "Done" in texts


def test_a_line_for_the_hands_of_any_usual_length_is_kept_whole_on_the_smallest_panel() -> None:
    long = tr(
        "Discard B-11, Loch Lochy and A-12, then lay 3 tiles from deck B; 12 tiles are left in it after that."
    )
    pen = drawing(replace(LONG, table_tasks=(TableTask(long),)), HOME, PANELS["2in13"].paper(), pseudo)
    assert problems(pen) == []


def test_a_doubtful_count_has_a_question_mark_and_a_negative_one_a_minus() -> None:
    texts = [each.text for each in drawing(LONG, HOME, PANELS["4in2"].paper(), str).drawn]
    assert texts[texts.index("−12") + 1] == "?"
    assert texts[texts.index("121") + 1] == "?"
    assert texts[texts.index("108") + 1] != "?"


@on_each_panel
def test_the_line_under_the_cursor_is_always_to_be_seen(panel: str) -> None:
    view, _ = SCENES["long_middle"]
    from tests.screens.samples import long_list

    for cursor in range(23):
        page = long_list(cursor)
        pen = drawing(view, page, PANELS[panel].paper(), str)
        label = str(page.rows[cursor].label)
        bars = [each.box for each in pen.drawn if each.kind == "bar" and each.box.w > pen.paper.width // 2]
        line = next(each.box for each in pen.drawn if each.text == label)
        assert len(bars) == 1
        assert bars[0].y <= line.y
        assert line.bottom <= bars[0].bottom


def test_a_closed_line_says_why_when_the_cursor_is_on_it() -> None:
    view, page = SCENES["long_middle"]
    texts = " ".join(each.text for each in drawing(view, page, PANELS["2in13"].paper(), str).drawn)
    assert "Maximilianne took this crest in round 2; it can be taken only once." in texts


@on_each_panel
def test_before_a_scoring_everybodys_counts_stand_over_the_question(panel: str) -> None:
    view, page = SCENES["count_rest"]
    texts = {each.text for each in drawing(view, page, PANELS[panel].paper(), str).drawn}
    assert {"Ann", "Dan", "31", "19", "?", "All is right: score"} <= texts
    small = panel.startswith("2")
    assert small or "A count is wrong" in texts


@on_each_panel
@pytest.mark.parametrize("view", [VIEW, LONG], ids=["short", "long"])
def test_a_result_names_every_gain_with_its_arithmetic(panel: str, view: View) -> None:
    told = read(view, "result", panel)
    gains = [gain for scored in view.result.players for gain in scored.gains] if view.result else []
    assert gains
    for gain in gains:
        short = f"{with_typographic_signs(f'{gain.points:+}')} {gain.short}"
        assert (short in told) != (with_typographic_signs(str(gain.because)) in told), "each reason stands once"
    assert view is LONG or all(told.split().count(total) == 1 for total in ("44", "30", "33"))
    assert view is LONG or all(name in told for name in ("Scots at home", "Landmark cards", "Persons"))


def test_a_shared_victory_names_all_winners() -> None:
    view, page = SCENES["final_shared"]
    texts = " ".join(each.text for each in drawing(view, page, PANELS["4in2"].paper(), str).drawn)
    assert "Maximilianne, Bartholomew win together" in texts


@pytest.mark.rule("GM-TIE-02")
@pytest.mark.parametrize("panel", PANELS)
def test_where_goods_decided_the_end_and_the_last_scoring_say_so(panel: str) -> None:
    view, page = SCENES["final_by_goods"]
    paper = PANELS[panel].paper()
    assert "wins on goods" in " ".join(each.text for each in drawing(view, page, paper, str).drawn)
    assert "Place (by goods)" in read(view, "result", panel)


@pytest.mark.rule("GM-TIE-01")
@pytest.mark.parametrize("panel", PANELS)
def test_a_victory_on_goods_says_how_many_and_that_territories_told_them(panel: str) -> None:
    view, page = SCENES["final_by_goods"]
    assert view.result
    goods = {who: 4 if who in view.result.winners else 2 for who in players_with_most_points(view.result.players)}
    counts = [CountView(who, GOODS_LEFT_LABEL, n, confirmed=True, is_tracked=True) for who, n in goods.items()]
    followed = replace(view, counts=tuple(counts))
    paper = PANELS[panel].paper()
    told = " ".join(each.text for each in drawing(followed, page, paper, str).drawn)
    assert "Territories counted" in told
    assert "goods 4:2" in told


@on_each_panel
def test_the_end_shows_everybodys_points_as_lines_and_the_game_in_numbers(panel: str) -> None:
    view, page = SCENES["final_shared"]
    paper = PANELS[panel].paper()
    numbers = range(sheet_pages(view, "final", paper))
    pages = [drawing(view, replace(page, page=n), paper, str) for n in numbers]
    curves = [each for pen in pages for each in pen.drawn if each.kind == "curve"]
    assert len(curves) == len(view.players)
    texts = " ".join(each.text for pen in pages for each in pen.drawn)
    assert "Most at once: Greta, +23 after turn 19 (Exchange)".replace("Greta", view.players[2].name) in texts
    assert "5 player turns" in texts, "the history counts more"
    assert {"A", "B", "C", "D"} <= {each.text for pen in pages for each in pen.drawn}


@on_each_panel
def test_figures_beside_the_lines_of_points_stand_on_their_dots(panel: str) -> None:
    view, page = SCENES["final_lines" if panel.startswith("2") else "final"]
    pen = drawing(view, page, PANELS[panel].paper(), str)
    dots = [each.box for each in pen.drawn if each.kind == "line" and each.box.h == 1]
    scale = [each for each in pen.drawn if each.text.lstrip("−") in ("0", "50", "100", "150", "200")]
    assert len(scale) > 2
    for each in scale:
        beside = min(dots, key=lambda box: abs(2 * box.y - each.box.y - each.box.bottom))
        assert abs(2 * beside.y + 1 - each.box.y - each.box.bottom) <= 2, each.text


def test_a_sheet_number_beyond_the_end_shows_the_last_page() -> None:
    paper = PANELS["4in2"].paper()
    last = sheet_pages(LONG, "final", paper) - 1
    beyond = drawing(LONG, SheetPage("final", (), 99), paper, str).image
    assert beyond.tobytes() == drawing(LONG, SheetPage("final", (), last), paper, str).image.tobytes()


def test_before_any_game_the_turn_screen_is_the_splash() -> None:
    pen = drawing(None, HomePage(tr("Tap the home tiles."), ()), PANELS["4in2"].paper(), str)
    assert {"Glen More II", "Tap the home tiles."} <= {each.text for each in pen.drawn}


def test_the_watch_for_overlaps_sees_one() -> None:
    pen = Pen(PANELS["4in2"].paper(), str)
    pen.text(Box(10, 10, 100, 20), "one", pen.paper.face("text"))
    pen.text(Box(12, 12, 100, 20), "other", pen.paper.face("text"))
    pen.draw.point((300, 200), fill=0)
    found = problems(pen)
    assert any("overlap" in each for each in found)
    assert any("ink outside" in each for each in found)


def test_the_watch_for_cut_words_sees_one_but_lets_names_be_shortened() -> None:
    pen = Pen(PANELS["4in2"].paper(), str)
    pen.text(Box(10, 10, 30, 20), "Landmark cards of everybody", pen.paper.face("text"))
    pen.text(Box(10, 60, 30, 20), "Konstantinos the Great", pen.paper.face("text"), person=True)
    assert [each for each in problems(pen) if each.startswith("cut")] == ["cut: " + _cut(pen.drawn)]


def _cut(drawn: list[DrawnElement]) -> str:
    return next(each.text for each in drawn if not each.person)


WHY = tr("{file} is not valid TOML; correct its last line.", file="stickers.toml")
FAULTS = {
    "put aside": tr(
        "{why} The companion plays without this file; it is kept as {kept}.",
        why=WHY,
        kept="stickers.toml.damaged-12",
    ),
    "missing chronicle": tr(
        "{name} is kept, but can't be opened: {why}",
        name="Antonia, Konstantinos, Clementine, Dorothea",
        why=tr("the chronicle {name} is not installed here.", name="lucky_stone"),
    ),
    "not shown": tr(
        "{name} is kept, but can't be shown; choose another game or begin a new one.",
        name="Antonia, Konstantinos, Clementine, Dorothea",
    ),
    "not drawn": PAGE_NOT_DRAWN,
    "no start": START_FAILED_TEXT,
}
"""What people read when something that is kept is spoilt: the longest of these sentences."""


@everywhere
@on_each_panel
@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_spoilt_is_told_whole_on_every_panel(panel: str, fault: str, language: str) -> None:
    page = NoticePage("trouble", FAULTS[fault], (Hint("OK", tr("Go on")),))
    assert problems(drawing(None, page, PANELS[panel].paper(), LANGUAGES[language])) == []


SHEET_HINTS = tuple(
    Hint(key, tr(words))
    for key, words in (
        ("UP", "page -"),
        ("DOWN", "page +"),
        ("OK", "go on"),
        ("OK+", "explain"),
        ("BACK", "back"),
        ("UNDO", "undo"),
    )
)
"""As they stand under the sheets of a game."""


@on_each_panel
@pytest.mark.parametrize("view", [VIEW, LONG], ids=["short", "long"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sheet_runs_into_what_stands_at_its_foot(view: View, language: str, panel: str) -> None:
    paper, translate = PANELS[panel].paper(), LANGUAGES[language]
    view = replace(view, uncertainty_reasons=(tr("Scots may have walked home or away."),))
    for kind in SHEETS:
        feet = set()
        for number in range(sheet_pages(view, kind, paper, translate)):
            pen = drawing(view, replace(sheet(kind, number), hints=SHEET_HINTS), paper, translate)
            assert problems(pen) == [], (kind, number)
            feet.add(translate(SHEET_HINTS[3].label) in {each.text for each in pen.drawn})
        assert len(feet) == 1, "turning pages moves nothing"
