"""The border on every panel: whole where it has room, both sides readable, every mark where it belongs."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace
from PIL import ImageChops
from PIL.Image import Transpose

from companion.engine.message import Translate
from companion.games.schotten_totten.definition import GAME
from companion.games.schotten_totten.screens.border import border_height
from companion.menu.pages import Page, SheetPage
from companion.screens.paper import PANELS, Box
from companion.screens.pen import DrawnElement, Pen
from companion.screens.picture import make_drawing, sheet_pages
from companion.screens.translator import Translator, available_languages
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten.house_rules import HouseRules
from companion.state.schotten_totten.model import BorderStone, RoundResult, State
from companion.state.schotten_totten.view import View, view_of
from tests.screens.layout import holds, problems
from tests.screens.samples import pseudo
from tests.screens.schotten_totten.borders import HOME, IN_PLAY, TACTICS, WAITS, crowded, placing, scenes, state

BIG, SMALL = ("4in2", "7in5"), ("2in9", "2in13")
LANGUAGES: dict[str, Translate] = {each: Translator(each) for each in available_languages()}
on_each_panel = pytest.mark.parametrize("panel", PANELS)
everywhere = pytest.mark.parametrize("language", LANGUAGES)
SCENES = scenes()


def glass(view: View, page: Page, panel: str, translate: Translate = str) -> Pen:
    return make_drawing(GAME.shown(view), page, PANELS[panel].paper(), translate)


def home(made: State, panel: str) -> Pen:
    return glass(view_of(made), HOME, panel)


def texts(pen: Pen) -> list[str]:
    return [each.text for each in pen.drawn if each.text]


@everywhere
@on_each_panel
@pytest.mark.parametrize("scene", SCENES)
def test_nothing_overlaps_and_nothing_is_cut(scene: str, panel: str, language: str) -> None:
    view, page = SCENES[scene]
    assert problems(glass(view, page, panel, LANGUAGES[language])) == []


@everywhere
@on_each_panel
@pytest.mark.parametrize("cards", [0, 1, 2, 3, 4])
def test_so_many_cards_a_side_have_room(cards: int, panel: str, language: str) -> None:
    view = view_of(crowded(cards))
    assert problems(glass(view, HOME, panel, LANGUAGES[language])) == []
    for n in range(1, 10):
        for row in (0, 1):
            page = placing(view, f"{n},{row}", closed=cards > 2)
            assert problems(glass(view, page, panel, LANGUAGES[language])) == []


@on_each_panel
def test_half_as_long_words_again_have_room_too(panel: str) -> None:
    for view, page in SCENES.values():
        assert problems(glass(view, page, panel, pseudo)) == []


@everywhere
@on_each_panel
@pytest.mark.parametrize("kind", GAME.screens.sheets)
def test_every_page_of_a_sheet_is_whole(kind: str, panel: str, language: str) -> None:
    translate, paper = LANGUAGES[language], PANELS[panel].paper()
    for made in (IN_PLAY, TACTICS, crowded(3), crowded(4), state()):
        shown = GAME.shown(view_of(made))
        for at in range(sheet_pages(shown, kind, paper, translate)):
            assert problems(make_drawing(shown, SheetPage(kind, (), at), paper, translate)) == []


# ---- what is there


@pytest.mark.parametrize("panel", BIG)
def test_big_glass_shows_all_nine_stones_and_every_card(panel: str) -> None:
    view = view_of(IN_PLAY)
    said = texts(home(IN_PLAY, panel))
    for number in range(1, 10):
        assert str(number) in said
    cards = [card for stone in view.stones for side in (stone.a, stone.b) for card in side.cards]
    signs = [each for each in home(IN_PLAY, panel).drawn if each.kind == "mark" and each.box.w == each.box.h >= 16]
    assert len(signs) >= len(cards)


@pytest.mark.parametrize("panel", SMALL)
@pytest.mark.parametrize(("last", "numbers"), [(1, "123"), (2, "123"), (5, "456"), (8, "789"), (9, "789")])
def test_small_glass_shows_the_stones_around_the_last_play(panel: str, last: int, numbers: str) -> None:
    made = state(*(BorderStone(techniques=()),) * 9, last=ev.CardLaid("A", "red-1", last, "A"))
    pen = home(made, panel)
    stones = [frame.box for frame in pen.drawn if frame.kind == "frame" and frame.box.w > 40]
    assert len(stones) == 3
    inside = [each.text for box in stones for each in pen.drawn if each.text and holds(box, each.box)]
    assert "".join(inside) == numbers


@on_each_panel
def test_the_far_side_is_what_its_player_sees_on_the_head(panel: str) -> None:
    """Both sides with the same cards, and the row the other way round: turned, the picture's halves are alike."""
    several = [BorderStone(("red-6",), ("red-6",)), *(BorderStone(),) * 7, BorderStone(("red-6",), ("red-6",))]
    many = [BorderStone(("red-6", "blue-9"), ("red-6", "blue-9"))] * 9
    for stones in (several, many):
        view = view_of(state(*stones))
        pen = glass(view, placing(view, "5,0"), panel)
        box = border_box(pen, view, panel)
        far = pen.image.crop((box.x, box.y, box.right, box.y + (box.h - row(panel)) // 2))
        near = pen.image.crop((box.x, box.bottom - far.height, box.right, box.bottom))
        turned = far.transpose(Transpose.ROTATE_180)
        middle = box.w // 2
        # The cursor stands in the middle column of the near side alone.
        for left, right in ((0, middle - box.w // 6), (middle + box.w // 6, box.w)):
            part = (left, 0, right, far.height)
            assert (
                ImageChops.difference(turned.crop(part).convert("L"), near.crop(part).convert("L")).getbbox()
                is None
            )


def row(panel: str) -> int:
    """Pixels of the row of stones on that panel."""
    return {"7in5": 46, "4in2": 28, "2in9": 24, "2in13": 24}[panel]


def border_box(pen: Pen, view: View, panel: str) -> Box:
    """Where the border stands, found by its stones: black, or framed."""
    high = border_height(pen, view)
    stones = [each.box for each in pen.drawn if each.kind == "frame" and each.box.h == row(panel) - 2]
    top = min(box.y for box in stones) - 1 - (high - row(panel)) // 2
    left, right = min(box.x for box in stones) - 1, max(box.right for box in stones) + 1
    return Box(left, top, right - left, high)


@on_each_panel
def test_a_six_and_a_nine_have_a_bar_under_them(panel: str) -> None:
    def bars(card: str) -> int:
        view = view_of(state(BorderStone(), BorderStone((card,), (card,)), last=ev.CardLaid("A", card, 2, "A")))
        drawn = glass(view, HOME, panel).drawn
        return sum(each.kind == "mark" and each.box.h in (2, 3) for each in drawn)

    assert [bars(f"green-{n}") for n in range(1, 10)] == [0, 0, 0, 0, 0, 2, 0, 0, 2]


def thick(pen: Pen, panel: str) -> list[DrawnElement]:
    """The heavy edges of rims."""
    high = {"7in5": 10}.get(panel, 6)
    return [each for each in pen.drawn if each.kind == "bar" and each.box.h == high]


@on_each_panel
def test_a_stone_that_can_be_claimed_has_a_thick_rim_unless_marks_are_off(panel: str) -> None:
    seen = thick(home(IN_PLAY, panel), panel)
    assert len(seen) == (2 if panel in BIG else 1)
    unmarked = replace(IN_PLAY, house=HouseRules(claims_are_marked=False))
    assert thick(home(unmarked, panel), panel) == []


@pytest.mark.parametrize("panel", BIG)
def test_the_rim_is_thickest_and_a_claimed_stone_black_at_the_edge_of_its_player(panel: str) -> None:
    full = ("red-7", "red-8", "red-9")
    open_ = home(state(BorderStone(full, ()), BorderStone((), ("blue-7", "blue-8", "blue-9"))), panel)
    near, far = sorted(thick(open_, panel), key=lambda each: each.box.x)
    assert near.box.y > far.box.y
    claimed = home(state(BorderStone(owner="A"), BorderStone(owner="B")), panel)
    numbers = [
        each for each in claimed.drawn if each.text in ("1", "2") and each.box.y < claimed.paper.height // 2
    ]
    mine, theirs = sorted((each for each in numbers if inked(claimed, each)), key=lambda each: each.text)
    assert mine.box.y > theirs.box.y


def inked(pen: Pen, text: DrawnElement) -> bool:
    """Whether a text stands in white on a bar."""
    return any(each.kind == "bar" and holds(each.box, text.box) for each in pen.drawn)


@on_each_panel
def test_the_one_black_bar_says_whose_turn_it_is(panel: str) -> None:
    for to_move, name in (("A", "Ann"), ("B", "Ben")):
        pen = home(state(to_move=to_move), panel)  # type: ignore[arg-type]
        bars = [each.box for each in pen.drawn if each.kind == "bar"]
        (said,) = [each for each in pen.drawn if each.text == name and any(holds(bar, each.box) for bar in bars)]
        assert len(bars) == 1
        if panel in BIG:
            assert (said.box.y < 40) == (to_move == "B"), "each at the own edge"


@pytest.mark.parametrize("panel", BIG)
def test_the_last_card_stands_in_a_frame(panel: str) -> None:
    def frames(made: State) -> int:
        return sum(each.kind == "frame" for each in home(made, panel).drawn)

    assert frames(IN_PLAY) == frames(replace(IN_PLAY, last=ev.RusePlayed("A", "banshee"))) + 1


@pytest.mark.parametrize("panel", BIG)
def test_stones_points_and_tactics_of_both_are_told(panel: str) -> None:
    said = texts(home(TACTICS, panel))
    strips = said[: said.index("1")], said
    assert {"5", "2", "3", "0", "1"} <= {*strips[0], *strips[1]}
    assert {"Ann", "Ben"} <= set(said)


@on_each_panel
def test_the_card_that_waits_stands_large_on_the_glass(panel: str) -> None:
    view = view_of(WAITS)
    for page in (HOME, placing(view, "9,0")):
        pen = glass(view, page, panel)
        sixes = [each.box.h for each in pen.drawn if each.text == "6"]
        assert max(sixes) >= 20
        assert problems(pen) == []


@on_each_panel
def test_the_cursor_shows_the_card_where_it_would_lie_and_a_closed_place_says_why(panel: str) -> None:
    view = view_of(WAITS)
    pen = glass(view, placing(view, "9,0"), panel)
    assert any(each.text == "6" and inked(pen, each) for each in pen.drawn)
    closed = glass(view, placing(view, "7,0", closed=True), panel)
    assert "at stone 7" in " ".join(texts(closed))
    assert not any(each.text == "6" and inked(closed, each) for each in closed.drawn)


@on_each_panel
def test_a_place_in_the_past_is_drawn_on_the_border_as_it_was(panel: str) -> None:
    """The card lay at stone 9 since; where its place is changed it doesn't lie anywhere yet."""
    then, now = view_of(WAITS), view_of(TACTICS)
    page = replace(placing(then, "9,0"), is_past=True)
    shown = GAME.shown(now)._replace(then=GAME.shown(then))
    translate, paper = LANGUAGES["en"], PANELS[panel].paper()
    assert (
        make_drawing(shown, page, paper, translate).image.tobytes()
        == glass(then, replace(page, is_past=False), panel, translate).image.tobytes()
    )


def test_why_says_every_claim_with_its_reason() -> None:
    said = " ".join(texts(glass(view_of(IN_PLAY), SheetPage("claims", ()), "4in2")))
    assert "Stone 1: Ann" in said
    assert "Ben can get 7-7-7 at best: three of a kind." in said
    assert "Stone 5: Ann" in said


def test_cards_not_seen_leave_out_what_lies_or_was_discarded() -> None:
    pen = glass(view_of(TACTICS), SheetPage("unseen", ()), "7in5")
    purple = next(each.box for each in pen.drawn if each.text == "purple cards")
    line = [each.text for each in pen.drawn if each.text.isdigit() and abs(each.box.y - purple.y) < 20]
    assert line == ["1", "2", "3", "4", "5", "8"]


@pytest.mark.parametrize("panel", SMALL)
@pytest.mark.parametrize("points", [0, 7, 10, 19, 45])
@pytest.mark.rule("ST-RND-02")
def test_on_small_glass_marks_stones_and_points_stand_apart_however_many(panel: str, points: int) -> None:
    won = RoundResult("A", "ST-END-02", {"A": 5, "B": 4}, {"A": points, "B": 4})
    pen = home(
        state(*(BorderStone(owner="A"),) * 2, rounds=9, round=2, results=(won,), variants=("tactics",), plays=1),
        panel,
    )
    border_at = pen.paper.width - 172
    marks = [each.box for each in pen.drawn if each.kind == "mark" and each.box.right < border_at]
    signs = [box for box in marks if box.y > 15]
    for line in (signs[:3], signs[3:6]):
        assert all(one.right + 2 <= other.x for one, other in pairwise(sorted(line)))
    assert str(points) in texts(pen)


@on_each_panel
def test_both_techniques_and_the_number_of_their_stone_stand_apart_and_can_be_read(panel: str) -> None:
    both = BorderStone(techniques=("blind_mans_bluff", "mud_fight"))
    pen = home(state(*(both,) * 9), panel)
    stones = [each.box for each in pen.drawn if each.kind == "frame" and _in(pen, each.box).isdigit()]
    assert len(stones) == (9 if panel in BIG else 3)
    for stone in stones:
        _can_be_read(pen, stone)


def _can_be_read(pen: Pen, stone: Box) -> None:
    inside = [each for each in pen.drawn if each.kind in ("mark", "text") and holds(stone, each.box)]
    assert [each.kind for each in inside] == ["text", "mark", "mark"]
    assert inside[0].box.h >= 9, "a figure of usual size"
    assert all(one.box.right + 2 <= other.box.x for one, other in pairwise(inside))


def _in(pen: Pen, stone: Box) -> str:
    return "".join(each.text for each in pen.drawn if each.text and holds(stone, each.box))


@pytest.mark.parametrize("panel", SMALL)
def test_cards_of_neighbouring_stones_stand_further_apart_than_those_of_one(panel: str) -> None:
    """From what a card ends with, its strength, to the sign of the next one."""
    two = BorderStone(("red-7", "blue-8"), ())
    pen = home(state(*(two,) * 9), panel)
    stones = [each.box for each in pen.drawn if each.kind == "frame" and each.box.w > 40]
    signs = [each.box for each in pen.drawn if each.kind == "mark" and each.box.w == each.box.h == 16]
    cards = sorted(box for box in signs if box.x >= stones[0].x - 2 and box.y > stones[0].y)
    within, across_ = cards[1].x - cards[0].x, cards[2].x - cards[1].x
    assert len(cards) == 6
    assert across_ >= within + 4
    assert [b.x - a.x for a, b in pairwise(cards)] == [within, across_, within, across_, within]


@pytest.mark.rule("ST-ELT-02")
@on_each_panel
def test_a_declared_joker_looks_otherwise_than_the_card_it_stands_for(panel: str) -> None:
    """With a sign beside its figure, else with the figure white on black."""
    card, joker = (
        state(*(BorderStone(),) * 4, BorderStone((each, "red-7"))) for each in ("red-8", "joker-1=red-8")
    )
    plain, declared = (home(made, panel).image for made in (card, joker))
    box = ImageChops.difference(plain, declared).getbbox()
    assert box is not None
    left, top, right, bottom = box
    assert (right - left) * (bottom - top) >= 15, "enough to be seen"
