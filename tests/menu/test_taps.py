"""Taps and the menu: what ticks, what picks, and what is left to the game."""

from __future__ import annotations

from companion.engine.game import Interpretation, TableInstruction, TapMeaning
from companion.engine.message import literal, tr
from companion.engine.offers import Answer, Choice, Offer, Pick, Question, Reason
from companion.menu import menu_state, open_screens
from companion.menu.menu import menu_page, press_button
from companion.menu.menu_state import EMPTY_MENU, Menu, MenuContext
from companion.menu.pages import HomePage, ListPage, NoticePage
from companion.menu.taps import close_tap_screens, show_tap_meaning, tap_piece

SHUT = Reason("GM-RND-03", tr("It lies elsewhere."))
TILES = Pick(
    "tile",
    tr("Which tile?"),
    (Choice("space 1", literal("1"), piece="pier"), Choice("space 2", literal("2"), closed=SHUT, piece="loch")),
)
TURN = Question(
    3, "turn", tr("?"), (Offer("where", tr("where"), (TILES,)), Offer("done", tr("done"))), non_blocking=True
)
AROUND = MenuContext((TURN,))
LOOK = tr("Pier, in Ann's territory.")


def two_ways() -> Menu:
    ways = (
        Interpretation(tr("laid out"), Answer(3, "laid", ("pier",))),
        Interpretation(tr("taken"), Answer(3, "taken", ("loch",))),
    )
    menu = show_tap_meaning(EMPTY_MENU, TapMeaning(LOOK, tr("What happened?"), ways))
    assert isinstance(menu, Menu)
    return menu


def test_a_tap_that_means_nothing_shows_what_the_piece_is() -> None:
    menu = show_tap_meaning(EMPTY_MENU, TapMeaning(LOOK))
    assert isinstance(menu, Menu)
    told = menu_page(menu, AROUND)
    assert isinstance(told, NoticePage)
    assert (told.kind, told.text) == ("told", LOOK)


def test_a_tap_that_answers_nothing_while_a_question_waits_says_so() -> None:
    front = MenuContext((Question(5, "which", tr("Where?"), (*TURN.offers, *TURN.offers)),))
    menu = show_tap_meaning(Menu(postponed_question=5), TapMeaning(LOOK), waits=True)
    assert isinstance(menu, Menu)
    told = menu_page(menu, front)
    assert isinstance(told, ListPage)
    assert str(told.title) == "First answer: Where?"
    below = press_button(menu, front, "DOWN")
    assert isinstance(below, Menu)
    assert str(menu_page(below, front).title) == "Where?"  # type: ignore[union-attr]
    assert menu_page(below, front).cursor == 1, "the sentence costs no press"  # type: ignore[union-attr]


def test_a_tap_with_one_way_is_taken_as_said() -> None:
    assert show_tap_meaning(
        EMPTY_MENU, TapMeaning(LOOK, interpretations=(Interpretation(tr("taken"), Answer(3, "done")),))
    ) == menu_state.GiveAnswer(Answer(3, "done"))


def test_a_title_asks_even_with_one_way() -> None:
    menu = show_tap_meaning(
        EMPTY_MENU, TapMeaning(LOOK, tr("Instead of Pier?"), (Interpretation(tr("yes"), Answer(3, "done")),))
    )
    assert isinstance(menu, Menu)
    listing = menu_page(menu, AROUND)
    assert isinstance(listing, ListPage)
    assert str(listing.title) == "Instead of Pier?"
    assert press_button(menu, AROUND, "OK") == menu_state.GiveAnswer(Answer(3, "done"))


def test_several_ways_are_a_list_that_back_or_another_tap_leaves() -> None:
    menu = two_ways()
    assert press_button(menu, AROUND, "OK") == menu_state.GiveAnswer(Answer(3, "laid", ("pier",)))
    left = press_button(menu, AROUND, "BACK")
    assert isinstance(left, Menu)
    assert isinstance(menu_page(left, AROUND), HomePage)
    assert tap_piece(menu, AROUND, "hill") is None
    again = show_tap_meaning(menu, TapMeaning(LOOK))
    assert isinstance(again, Menu)
    assert again.levels == ()


def test_a_tap_that_fits_one_way_picks_it() -> None:
    assert tap_piece(two_ways(), AROUND, "loch") == menu_state.GiveAnswer(Answer(3, "taken", ("loch",)))


def test_in_an_open_pick_a_tap_is_a_choice_and_a_closed_one_says_why() -> None:
    menu = Menu((menu_state.OfferForm(3, "where"),))
    assert tap_piece(menu, AROUND, "pier") == menu_state.GiveAnswer(Answer(3, "where", ("space 1",)))
    shut = tap_piece(menu, AROUND, "loch")
    assert isinstance(shut, Menu)
    assert menu_page(shut, AROUND).text == SHUT.text  # type: ignore[union-attr]
    assert tap_piece(menu, AROUND, "hill") is None


def test_the_question_in_front_leaves_taps_to_the_game() -> None:
    front = MenuContext((Question(5, "which", tr("?"), TURN.offers[:1]),))
    assert tap_piece(EMPTY_MENU, front, "pier") is None


def test_the_home_page_leaves_taps_to_the_game() -> None:
    assert tap_piece(EMPTY_MENU, AROUND, "pier") is None


def test_taps_tick_the_put_back_list_and_another_tap_closes_it() -> None:
    menu = open_screens.show_instructions(
        EMPTY_MENU, [TableInstruction(literal("pier back"), "pier"), TableInstruction(literal("2 coins"))]
    )
    once = tap_piece(menu, AROUND, "pier")
    assert isinstance(once, Menu)
    listing = menu_page(once, AROUND)
    assert isinstance(listing, ListPage)
    assert [row.ticked for row in listing.rows] == [None, True, False]
    assert tap_piece(once, AROUND, "pier") is None, "it is back: what the tap means now the game says"
    assert tap_piece(once, AROUND, "loch") is None
    closed = show_tap_meaning(once, TapMeaning(LOOK))
    assert isinstance(closed, Menu)
    assert closed.levels == ()


def test_what_a_card_asked_comes_back_after_another_tap_was_answered() -> None:
    """A form that a card began is not lost when the next card is tapped."""
    road = TapMeaning(
        tr("crest"), tr("How many coins does the road cost?"),
        (
            Interpretation(literal("1"), Answer(3, "where", ("space 1",))),
            Interpretation(literal("2"), Answer(3, "done")),
        ),
    )  # fmt: skip
    asked = show_tap_meaning(EMPTY_MENU, road)
    assert isinstance(asked, Menu)
    other = TapMeaning(LOOK, None, (Interpretation(LOOK, Answer(3, "done")),))
    kept = close_tap_screens(asked)
    assert show_tap_meaning(kept, other) == menu_state.GiveAnswer(Answer(3, "done"))
    back = menu_page(open_screens.close_all(kept), AROUND)
    assert isinstance(back, ListPage)
    assert str(back.title) == "How many coins does the road cost?"
    gone = menu_page(open_screens.close_all(kept), MenuContext())
    assert not isinstance(gone, ListPage), "nobody asks any more"


def test_a_tap_by_mistake_is_left_with_the_last_row_of_what_it_asks() -> None:
    listing = menu_page(two_ways(), AROUND)
    assert isinstance(listing, ListPage)
    assert [str(row.label) for row in listing.rows] == ["laid out", "taken", "Never mind"]
    last = press_button(two_ways(), AROUND, "UP")
    assert isinstance(last, Menu)
    left = press_button(last, AROUND, "OK")
    assert isinstance(left, Menu)
    assert isinstance(menu_page(left, AROUND), HomePage)
