"""The menu as people at the table meet it: which page stands there, and what a button makes of it."""

from __future__ import annotations

from functools import partial

import msgspec
import pytest

from companion.engine.caching import Lazy, lazy_constant
from companion.engine.game import TableInstruction
from companion.engine.message import Message, literal, tr
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Preset, Question, Reason, Refusal, Text
from companion.menu import menu_state, open_screens
from companion.menu.forms import recent_key, update_recent
from companion.menu.menu import menu_page, press_button
from companion.menu.menu_state import EMPTY_MENU, HistoryEntry, HistoryTurn, Menu, MenuContext
from companion.menu.pages import HomePage, ListPage, NoticePage, NumberPage, SheetPage


def standings(pages: int) -> menu_state.SheetEntry:
    """A sheet that a long OK opens."""
    return menu_state.SheetEntry(tr("If scored now"), pages, "OK+", tr("if scored now"))


GOODS = ("wood", "stone", "barley", "sheep", "cattle")
SOURCES = ("tile", "landmark", "other")
FULL = Reason("GM-MKT-07", tr("The cattle row is full."))
POOR = Reason("GM-COI-03", tr("Ann has 1 coin."))


def choice(value: str, **more: object) -> Choice:
    return Choice(value, literal(value), **more)  # type: ignore[arg-type]


def pick(name: str, values: tuple[str, ...], closed: str = "") -> Pick:
    return Pick(name, tr("Which?"), tuple(choice(v, closed=FULL if v == closed else None) for v in values))


POINTS = Offer(
    "points",
    tr("points"),
    (pick("source", SOURCES), Amount("n", tr("How many?"), 0, 60, 6)),
    key="UP",
)
CRESTS = tuple(
    choice(f"{heading}{n}", group=literal(heading))
    for heading in "ABCDE"
    for n in range(5 if heading < "D" else 4)
)
END = Question(
    3,
    "end",
    tr("Lay 3 from A."),
    (Offer("done", tr("turn done"), key="OK"), Offer("lay", tr("lay another number"))),
    "ann",
    non_blocking=True,
)
ENTRIES = (
    POINTS,
    Offer("sell", tr("sell"), (pick("good", GOODS, closed="cattle"),), key="DOWN+"),
    Offer("buy", tr("buy"), (pick("good", GOODS),), key="OK+"),
    Offer("crest", tr("crest"), (Pick("crest", tr("Which crest?"), CRESTS),), key="UP+"),
    Offer("barrel", tr("a barrel")),
    Offer("note", tr("a note"), (Text("words", tr("Which words?")),)),
    Offer("broken", tr("not now"), closed=FULL),
    Offer("moved", tr("a pawn moved"), is_rare=True),
)


def ledger(number: int = 4, offers: tuple[Offer, ...] = ENTRIES) -> Question:
    return Question(number, "turn", tr("Ann"), offers, "ann", non_blocking=True)


LEDGER = ledger()
LATE = Question(9, "turn", tr("Bob"), (Offer("barrel", tr("a barrel")),), "bob", non_blocking=True)
SCOTS = Question(
    5,
    "scots",
    tr("How many go home?"),
    (Offer("home", tr("home"), (Amount("n", tr("Home?"), 0, 3, 1),)),),
    "ann",
)
OWN_OR_MARKET = Question(
    6, "own", tr("The sheep?"), (Offer("own", tr("own")), Offer("market", tr("market for 2")))
)
CORRECTIONS = Question(
    0, "correct", tr("What is wrong?"), (Offer("coins", tr("coins"), (pick("who", ("ann", "bob")),)),)
)

RESTING = MenuContext((END, LEDGER, LATE), lambda: CORRECTIONS)


class Fingers:
    """Presses buttons and counts them."""

    def __init__(self, context: MenuContext = RESTING, menu: Menu = EMPTY_MENU) -> None:
        self.context, self.menu, self.count = context, menu, 0
        self.act: menu_state.MenuAction | None = None

    def do(self, *keys: str) -> Fingers:
        for key in keys:
            assert self.act is None, "something was done already"
            self.count += 1
            outcome = press_button(self.menu, self.context, key.rstrip("+"), key.endswith("+"))
            if isinstance(outcome, Menu):
                self.menu = outcome
            else:
                self.act = outcome
        return self

    @property
    def page(self) -> object:
        return menu_page(self.menu, self.context)

    @property
    def rows(self) -> list[str]:
        assert isinstance(self.page, ListPage)
        return [str(row.label) for row in self.page.rows]

    @property
    def row(self) -> str:
        assert isinstance(self.page, ListPage)
        return self.rows[self.page.cursor]


def given(*keys: str, context: MenuContext = RESTING) -> Answer:
    act = Fingers(context).do(*keys).act
    assert isinstance(act, menu_state.GiveAnswer)
    return act.answer


# The home page


def test_a_resting_question_is_the_home_page_with_its_buttons() -> None:
    home = menu_page(EMPTY_MENU, RESTING)
    assert isinstance(home, HomePage)
    assert home.text == END.text
    hints = [(hint.button, str(hint.label)) for hint in home.hints]
    assert hints == [
        ("UP", "points"),
        ("UP+", "crest"),
        ("DOWN", "more"),
        ("DOWN+", "sell"),
        ("OK", "turn done"),
        ("OK+", "buy"),
        ("BACK+", "menu"),
        ("UNDO", "undo"),
        ("UNDO+", "history"),
    ], "in the order of the hardware; BACK and UNDO enter nothing"


def test_one_press_ends_a_bare_turn() -> None:
    assert given("OK") == Answer(3, "done")


def test_keys_of_any_open_question_work_and_the_most_pressing_wins() -> None:
    deck = Question(7, "deck", tr("Is deck A empty?"), (Offer("empty", tr("score"), key="OK"),), non_blocking=True)
    context = MenuContext((deck, END, LEDGER))
    assert given("OK", context=context) == Answer(7, "empty")
    assert given("DOWN+", "OK", context=context) == Answer(4, "sell", ("wood",))


def test_an_open_offer_takes_a_key_before_a_closed_one() -> None:
    shut = Question(
        7, "deck", tr("Deck?"), (Offer("empty", tr("score"), closed=FULL, key="OK"),), non_blocking=True
    )
    assert given("OK", context=MenuContext((shut, END))) == Answer(3, "done")
    fingers = Fingers(MenuContext((shut,))).do("OK")
    assert fingers.page == NoticePage("refused", FULL.text, fingers.page.hints, "GM-MKT-07")  # type: ignore[attr-defined]


def test_without_any_question_the_home_page_says_so() -> None:
    home = menu_page(EMPTY_MENU, MenuContext())
    assert isinstance(home, HomePage)
    assert str(home.text) == "Nothing to answer right now."


def test_after_the_game_down_is_once_more_and_only_a_held_back_is_the_menu() -> None:
    fingers = Fingers(MenuContext(end_text=tr("Ann won."), can_rematch=True))
    keys = {hint.button: str(hint.label) for hint in fingers.page.hints}  # type: ignore[attr-defined]
    assert (keys["DOWN"], keys["BACK+"]) == ("again", "menu")
    assert fingers.do("DOWN").act == menu_state.BeginRematch()


def test_more_begins_with_entries_that_have_no_button_and_ends_with_other_peoples() -> None:
    fingers = Fingers().do("DOWN")
    assert fingers.rows == [
        "a barrel",
        "a note",
        "not now",
        "lay another number",
        "points",
        "sell",
        "buy",
        "crest",
        "Menu",
        "Rarely needed",
        "Entries for other players",
    ]
    assert fingers.do("UP", "UP", "UP", "OK").rows == ["Correct something", "History", "Games", "New game"]


def test_what_happens_seldom_is_behind_one_row_and_back_leads_to_all_the_rest() -> None:
    fingers = Fingers().do("DOWN", "UP", "UP", "OK")
    assert fingers.rows == ["a pawn moved"]
    assert Fingers(menu=fingers.menu).do("BACK").row == "Rarely needed"
    assert fingers.do("OK").act == menu_state.GiveAnswer(Answer(4, "moved"))


def test_what_somebody_else_forgot_is_a_list_of_its_own() -> None:
    fingers = Fingers().do("DOWN", "UP", "OK")
    assert fingers.rows == ["Bob: a barrel", "Bob: something else"]
    assert Fingers(menu=fingers.menu).do("DOWN", "OK").rows == ["a barrel"]
    assert Fingers(menu=fingers.menu).do("BACK").row == "Entries for other players"
    assert fingers.do("OK").act == menu_state.GiveAnswer(Answer(9, "barrel"))


def test_a_long_back_is_the_menu_where_no_offer_wants_it() -> None:
    bare = ledger(offers=LEDGER.offers[:1])
    assert Fingers(MenuContext((bare,))).do("BACK+").rows == ["History", "Games", "New game"]


def test_a_long_ok_shows_the_standings() -> None:
    context = msgspec.structs.replace(RESTING, sheets={"standings": standings(2)})
    context = msgspec.structs.replace(context, questions=(END,))
    fingers = Fingers(context).do("OK+")
    assert isinstance(fingers.page, SheetPage)
    assert (fingers.page.kind, fingers.page.page, fingers.page.pages) == ("standings", 0, 2)
    assert fingers.do("DOWN").page.page == 1  # type: ignore[attr-defined]
    assert isinstance(fingers.do("OK").page, HomePage)


def test_undo_is_an_act_everywhere_and_a_long_one_is_the_history() -> None:
    assert Fingers().do("UNDO").act == menu_state.Undo()
    assert Fingers().do("DOWN", "UNDO").act == menu_state.Undo()
    assert Fingers().do("UNDO+").act == menu_state.FetchData("history")


# Questions in front


def test_a_question_with_one_offer_goes_straight_into_its_parts() -> None:
    fingers = Fingers(MenuContext((LEDGER, SCOTS)))
    page = fingers.page
    assert isinstance(page, NumberPage)
    assert (page.title, page.value, page.low, page.high, page.player) == (tr("Home?"), 1, 0, 3, "ann")
    assert page.question == SCOTS.text
    assert fingers.do("UP", "OK").act == menu_state.GiveAnswer(Answer(5, "home", (2,)))


def test_a_question_with_several_offers_is_a_list_and_ok_answers() -> None:
    fingers = Fingers(MenuContext((LEDGER, OWN_OR_MARKET)))
    assert fingers.rows == ["own", "market for 2"]
    assert fingers.do("DOWN", "OK").act == menu_state.GiveAnswer(Answer(6, "market"))


def test_back_leaves_a_question_open_and_never_answers_it() -> None:
    fingers = Fingers(MenuContext((LEDGER, OWN_OR_MARKET))).do("BACK")
    assert isinstance(fingers.page, HomePage)
    assert str(fingers.page.text) == "1 question open: OK"
    assert fingers.do("OK").rows == ["own", "market for 2"]


def test_the_ledger_works_while_a_question_waits_but_ok_is_for_the_question() -> None:
    fingers = Fingers(MenuContext((LEDGER, OWN_OR_MARKET))).do("BACK", "DOWN+", "OK")
    assert fingers.act == menu_state.GiveAnswer(Answer(4, "sell", ("wood",)))


def test_another_question_coming_up_is_shown_although_one_was_put_aside() -> None:
    fingers = Fingers(MenuContext((LEDGER, OWN_OR_MARKET))).do("BACK")
    fingers.context = MenuContext((LEDGER, SCOTS, OWN_OR_MARKET))
    assert isinstance(fingers.page, NumberPage)


def test_after_an_answer_the_next_question_is_in_front() -> None:
    menu = open_screens.close_all(Fingers(MenuContext((LEDGER, OWN_OR_MARKET))).do("BACK").menu)
    assert isinstance(menu_page(menu, MenuContext((LEDGER, OWN_OR_MARKET))), ListPage)
    assert isinstance(menu_page(menu, RESTING), HomePage)


def test_a_form_about_an_answered_question_closes_by_itself() -> None:
    fingers = Fingers().do("DOWN+", "DOWN")
    assert isinstance(menu_page(fingers.menu, MenuContext((ledger(9),))), HomePage)


# Lists


def test_lists_go_round_and_long_presses_jump() -> None:
    fingers = Fingers().do("OK+")
    assert fingers.row == "wood"
    assert fingers.do("UP").row == "cattle"
    assert fingers.do("DOWN").row == "wood"
    assert fingers.do("DOWN+").row == "sheep"


def test_a_closed_row_shows_its_reason_and_changes_nothing() -> None:
    fingers = Fingers().do("DOWN+", "UP")
    assert isinstance(fingers.page, ListPage)
    row = fingers.page.rows[4]
    assert (row.closed, row.note) == (True, FULL.text)
    before = fingers.page
    fingers.do("OK")
    assert isinstance(fingers.page, NoticePage)
    assert (fingers.page.text, fingers.page.rule, fingers.page.kind) == (FULL.text, "GM-MKT-07", "refused")
    after = fingers.do("OK").page
    assert isinstance(after, ListPage)
    assert after.rows == before.rows
    assert not after.rows[after.cursor].closed, "another press doesn't meet the same refusal"
    assert after.cursor == 3, "beside the row that people chose, not at the other end of the list"


def test_a_notice_goes_with_the_next_input_which_still_counts() -> None:
    """UP goes from the row below the refused one, where the cursor stands now, and past the refused one."""
    assert Fingers().do("DOWN+", "UP", "OK", "UP").row == "sheep"


def test_a_long_pick_is_folded_under_its_headings() -> None:
    fingers = Fingers().do("UP+")
    assert fingers.rows == ["A", "B", "C", "D", "E"]
    fingers.do("DOWN", "OK")
    assert fingers.rows == ["B0", "B1", "B2", "B3", "B4"]
    assert fingers.do("BACK").row == "B"
    assert fingers.do("OK", "DOWN", "OK").act == menu_state.GiveAnswer(Answer(4, "crest", ("B1",)))


def test_a_heading_of_closed_choices_is_closed_and_choices_without_heading_stay_on_top() -> None:
    choices = tuple(choice(f"a{n}", group=literal("A"), closed=FULL) for n in range(9))
    part = Pick("p", tr("Which?"), (*choices, choice("b", group=literal("B")), choice("loose")))
    question = Question(8, "q", tr("?"), (Offer("o", tr("o"), (part,)),))
    fingers = Fingers(MenuContext((question,)))
    assert fingers.rows == ["A", "B", "loose"]
    assert [row.closed for row in fingers.page.rows] == [True, False, False]  # type: ignore[attr-defined]
    assert fingers.row == "B"


def test_back_walks_through_a_form_the_way_it_came() -> None:
    fingers = Fingers().do("UP", "DOWN", "OK", "UP+")
    assert fingers.page.value == 11  # type: ignore[attr-defined]
    assert fingers.do("BACK").row == "landmark"
    assert isinstance(fingers.do("BACK").page, HomePage)


def test_back_from_the_part_after_a_folded_pick_opens_its_heading_again() -> None:
    part = Pick("crest", tr("Which crest?"), CRESTS)
    question = Question(8, "q", tr("?"), (Offer("o", tr("o"), (part, Amount("n", tr("n"), 1, 9, 1))),))
    fingers = Fingers(MenuContext((question,))).do("DOWN", "OK", "DOWN", "OK")
    assert isinstance(fingers.page, NumberPage)
    assert fingers.do("BACK").row == "B1"


def test_a_long_back_leaves_everything_for_the_menu() -> None:
    fingers = Fingers().do("UP", "OK", "BACK+")
    assert fingers.rows[0] == "Correct something"
    assert isinstance(fingers.do("BACK").page, HomePage)


def test_a_choice_may_bring_a_part_of_its_own() -> None:
    more = choice("many", then=(Amount("n", tr("How many?"), 2, 5, 2),))
    offer = Offer("take", tr("take"), (Pick("p", tr("Which?"), (choice("one"), more)),))
    context = MenuContext((Question(8, "q", tr("?"), (offer,)),))
    assert given("OK", context=context) == Answer(8, "take", ("one",))
    assert given("DOWN", "OK", "UP", "OK", context=context) == Answer(8, "take", ("many", 3))


def test_numbers_stay_between_their_ends() -> None:
    fingers = Fingers(MenuContext((SCOTS,)))
    assert fingers.do("UP+").page.value == 3  # type: ignore[attr-defined]
    assert fingers.do("UP").page.value == 3  # type: ignore[attr-defined]
    assert fingers.do("DOWN+").page.value == 0  # type: ignore[attr-defined]


def test_words_are_typed_on_the_page() -> None:
    fingers = Fingers().do("DOWN", "DOWN", "OK")
    assert isinstance(fingers.page, NoticePage)
    assert str(fingers.page.text) == "Letters can't be typed with buttons: write it on the page."
    assert fingers.do("OK").row == "a note"


# What was used last


def test_a_list_opens_on_what_was_used_last_for_this_tile() -> None:
    used = update_recent(MenuContext((LEDGER,), subject="pier"), LEDGER, Answer(4, "points", ("landmark", 3)))
    context = MenuContext((LEDGER,), recent=used, subject="pier")
    fingers = Fingers(context).do("UP")
    assert fingers.row == "landmark"
    assert fingers.do("OK").page.value == 3  # type: ignore[attr-defined]
    assert Fingers(msgspec.structs.replace(context, subject="loch")).do("UP").row == "tile"


def test_the_number_used_last_belongs_to_the_pick_before_it() -> None:
    context = MenuContext((LEDGER,), recent={recent_key(LEDGER, "points", ""): ("landmark", 3)})
    assert Fingers(context).do("UP", "DOWN", "OK").page.value == 6  # type: ignore[attr-defined]


def test_a_folded_list_opens_on_the_heading_and_row_used_last() -> None:
    context = MenuContext((LEDGER,), recent={recent_key(LEDGER, "crest", ""): ("C2",)})
    assert given("UP+", "OK", "OK", context=context) == Answer(4, "crest", ("C2",))


def test_what_was_used_last_may_be_gone_or_out_of_range() -> None:
    context = MenuContext((LEDGER,), recent={"turn points ": ("tile", 99), "turn crest ": ("Z9",)})
    assert Fingers(context).do("UP", "OK").page.value == 60  # type: ignore[attr-defined]
    assert Fingers(context).do("UP+").row == "A"


def test_a_question_in_front_begins_with_its_own_usual_answer() -> None:
    used = update_recent(MenuContext((SCOTS,)), SCOTS, Answer(5, "home", (3,)))
    assert used == {}
    context = MenuContext((SCOTS,), recent={recent_key(SCOTS, "home", ""): (3,)})
    assert Fingers(context).page.value == 1  # type: ignore[attr-defined]


def test_corrections_are_no_habit() -> None:
    assert update_recent(RESTING, CORRECTIONS, Answer(0, "coins", ("bob",))) == {}


# Presses count


def fewest(wanted: Answer, context: MenuContext = RESTING) -> int:
    """The fewest presses that give an answer, found by trying all."""
    keys = ("OK", "UP", "DOWN", "BACK", "OK+", "UP+", "DOWN+", "BACK+")
    front, seen, presses = [EMPTY_MENU], {EMPTY_MENU}, 0
    while front:
        presses += 1
        following = []
        for menu in front:
            for key in keys:
                outcome = press_button(menu, context, key.rstrip("+"), key.endswith("+"))
                if outcome == menu_state.GiveAnswer(wanted):
                    return presses
                if isinstance(outcome, Menu) and outcome not in seen:
                    seen.add(outcome)
                    following.append(outcome)
        front = following
    raise AssertionError("there is no way to it")


@pytest.mark.parametrize("good", GOODS[:4])
@pytest.mark.parametrize("offer", ["sell", "buy"])
def test_a_sale_or_purchase_takes_at_most_five_presses(offer: str, good: str) -> None:
    assert fewest(Answer(4, offer, (good,))) <= 5


@pytest.mark.parametrize("points", range(1, 14))
@pytest.mark.parametrize("source", SOURCES)
def test_points_take_at_most_seven_presses(source: str, points: int) -> None:
    assert fewest(Answer(4, "points", (source, points))) <= 7


def test_a_barrel_takes_two_presses_and_a_bare_turn_one() -> None:
    assert fewest(Answer(4, "barrel")) == 2
    assert fewest(Answer(3, "done")) == 1


@pytest.mark.parametrize("crest", [c.value for c in CRESTS])
def test_a_crest_takes_at_most_six_presses(crest: str) -> None:
    assert fewest(Answer(4, "crest", (crest,))) <= 6


# Soft rules, kept dice


def test_a_soft_rule_is_asked_not_refused() -> None:
    answer = Answer(4, "buy", ("wood",))
    asked = open_screens.show_refusal(Fingers().do("OK+").menu, answer, Refusal(POOR, is_soft=True))
    fingers = Fingers(menu=asked)
    assert isinstance(fingers.page, ListPage)
    assert str(fingers.page.title) == "Careful: Ann has 1 coin."
    assert fingers.rows == ["We did it anyway", "Correct it", "Cancel"]
    assert fingers.do("OK").act == menu_state.GiveAnswer(Answer(4, "buy", ("wood",), anyway=True))
    assert Fingers(menu=asked).do("DOWN", "OK").rows == ["coins"]
    assert Fingers(menu=asked).do("UP", "OK").row == "wood"


def test_a_die_taken_back_stays_as_it_fell_unless_rolled_again() -> None:
    faces = Pick("face", tr("Which face?"), tuple(choice(f) for f in "112"))
    roll = Question(
        8,
        "roll",
        tr("Roll."),
        (Offer("companion_rolls", tr("companion rolls"), (faces,), key="OK"),),
        non_blocking=True,
    )
    kept = MenuContext((roll,), undone_roll=Answer(8, "companion_rolls", ("2",)))
    fingers = Fingers(kept)
    assert str(fingers.page.title) == "It showed 2."  # type: ignore[attr-defined]
    assert fingers.do("OK").act == menu_state.GiveAnswer(Answer(8, "companion_rolls", ("2",)))
    again = Fingers(kept).do("DOWN")
    assert isinstance(again.page, HomePage)
    assert again.do("OK").act == menu_state.GiveAnswer(Answer(8, "companion_rolls"))
    assert isinstance(Fingers(kept).do("BACK").page, HomePage)


# Put-back list, history, games


def owing(*pieces: str) -> Menu:
    return open_screens.show_instructions(
        EMPTY_MENU, [TableInstruction(literal(f"put {piece} back"), piece) for piece in pieces]
    )


def test_the_put_back_list_is_ticked_row_by_row_and_closes_when_all_is_done() -> None:
    fingers = Fingers(menu=owing("pier", "loch"))
    assert fingers.rows == ["All done", "put pier back", "put loch back"]
    fingers.do("DOWN", "OK")
    assert [row.ticked for row in fingers.page.rows] == [None, True, False]  # type: ignore[attr-defined]
    assert isinstance(fingers.do("DOWN", "OK").page, HomePage)
    assert fingers.menu.instructions == ()


def test_all_done_or_back_closes_the_put_back_list_and_the_menu_brings_it_back() -> None:
    assert isinstance(Fingers(menu=owing("pier", "loch")).do("OK").page, HomePage)
    fingers = Fingers(menu=owing("pier", "loch")).do("BACK", "BACK+")
    assert "Put back on the table" in fingers.rows


def test_a_second_undo_adds_to_what_is_owed() -> None:
    menu = open_screens.show_instructions(
        Fingers(menu=owing("pier", "loch")).do("DOWN", "OK").menu, [TableInstruction(literal("2 coins"))]
    )
    assert Fingers(menu=menu).rows == ["All done", "put loch back", "2 coins"]
    assert isinstance(menu_page(open_screens.show_instructions(EMPTY_MENU, []), RESTING), HomePage)


def line(number: int, words: str) -> HistoryEntry:
    return HistoryEntry(number, lazy_constant(literal(words)))


def history() -> Fingers:
    """Ann's turn of one entry, then Bob's of two."""
    ann = HistoryTurn(1, "ann", lazy_constant(literal("took S-1")), (line(1, "Ann takes S-1"),))
    lines = (line(2, "Bob takes S-2"), line(3, "Bob sells wood"))
    bob = HistoryTurn(2, "bob", lazy_constant(literal("took S-2, sold wood: +2 coins")), lines)
    return Fingers(menu=open_screens.open_history(EMPTY_MENU, [ann, bob]))


def sale() -> menu_state.PastEntry:
    """Bob's entry of 5 points, with the ledgers that were open then."""
    anns = Question(8, "turn", tr("Ann"), ENTRIES, "ann", non_blocking=True)
    people = (literal("Bob"), literal("Ann"))
    return menu_state.PastEntry(
        3,
        literal("Bob +5 points"),
        4,
        Answer(3, "points", ("tile", 5)),
        (ledger(3), anns),
        people,
        later_turns=3,
    )


def test_the_history_is_turns_the_newest_first_and_each_opens_its_entries() -> None:
    assert history().rows == ["took S-2, sold wood: +2 coins", "took S-1"]
    first = history().page.rows[0]  # type: ignore[attr-defined]
    assert (first.figure, str(first.figure_note)) == ("bob", "turn 2")
    bobs = history().do("OK")
    assert bobs.rows == ["Bob takes S-2", "Bob sells wood", "Something was forgotten here"]
    assert (bobs.row, bobs.page.player) == ("Bob takes S-2", "bob")  # type: ignore[attr-defined]
    assert history().do("OK", "DOWN", "OK").act == menu_state.FetchData("entry", 3)
    assert history().do("OK", "UP", "OK").act == menu_state.FetchData("forgotten", 3)
    assert history().do("OK+").act == menu_state.FetchData("forgotten", 3)
    assert {hint.button: str(hint.label) for hint in history().page.hints}["OK+"] == "forgot?"  # type: ignore[attr-defined]


def past_page(*keys: str) -> Fingers:
    return Fingers(menu=open_screens.open_entry(history().do("OK").menu, sale())).do(*keys)


def told(fingers: Fingers) -> list[tuple[str, str]]:
    assert isinstance(fingers.page, ListPage)
    return [(str(row.label), str(row.note or "")) for row in fingers.page.rows]


def test_an_entry_is_opened_part_by_part_with_what_can_be_done_about_it() -> None:
    assert told(past_page()) == [
        ("Who?", "Bob"),
        ("Which?", "tile"),
        ("How many?", "5"),
        ("What was done?", "points"),
        ("Remove it", ""),
        ("Back to here", "takes back the 4 entries after it"),
    ]
    asked = past_page("UP", "UP", "OK")
    assert str(asked.page.title) == "Take back the 4 entries of 3 turns after it?"  # type: ignore[attr-defined]
    assert (asked.row, asked.rows) == ("No", ["No", "Take them back"])
    assert asked.do("OK").row == "Back to here", "nothing was done"
    assert asked.do("OK", "DOWN", "OK").act == menu_state.UndoAfter(3)
    assert past_page("UP", "UP", "UP", "OK").act == menu_state.EditEntry(3)


def test_what_was_said_in_secret_is_shown_to_nobody() -> None:
    vote = Question(7, "vote", tr("Aye or no?"), (Offer("aye", tr("Aye")), Offer("no", tr("No"))), "bob", "bob")
    past = menu_state.PastEntry(3, literal("answered in secret"), 0, Answer(7, "no"), (vote,), (literal("Bob"),))
    assert told(Fingers(menu=open_screens.open_entry(EMPTY_MENU, past))) == [("Remove it", "")]


def test_one_part_is_changed_and_the_others_stay() -> None:
    assert past_page("UP", "OK", "DOWN", "OK").act == menu_state.EditEntry(3, Answer(8, "points", ("tile", 5)))
    source = past_page("OK")
    assert source.row == "tile"
    assert source.do("DOWN", "OK").act == menu_state.EditEntry(3, Answer(3, "points", ("landmark", 5)))
    number = past_page("DOWN", "OK")
    assert isinstance(number.page, NumberPage)
    assert number.page.value == 5
    assert number.do("UP", "OK").act == menu_state.EditEntry(3, Answer(3, "points", ("tile", 6)))
    assert past_page("OK", "BACK").row == "Which?"


def test_another_kind_of_entry_is_filled_in_anew() -> None:
    kinds = past_page("DOWN", "DOWN", "OK")
    assert kinds.row == "points"
    assert kinds.do("DOWN", "OK", "OK").act == menu_state.EditEntry(3, Answer(3, "sell", ("wood",)))


def test_what_was_forgotten_is_any_entry_of_that_turn_the_usual_first() -> None:
    before = msgspec.structs.replace(sale(), is_insertion=True)
    fingers = Fingers(menu=open_screens.open_entry(history().do("OK").menu, before))
    assert fingers.rows[:2] == ["sell", "points"], "in the order of the keys that are wanted most"
    assert fingers.rows[-1] == "Ann"
    act = fingers.do("DOWN", "OK", "OK", "OK").act
    assert act == menu_state.EditEntry(3, Answer(3, "points", ("tile", 6)), is_insertion=True)


def test_it_is_asked_once_whether_the_table_was_wrong_or_only_the_log() -> None:
    edit = menu_state.EditEntry(3, Answer(3, "points", ("tile", 6)))
    hands = (TableInstruction(tr("Bob takes 6 points")), TableInstruction(tr("Ann gives back 6 points")))
    menu = open_screens.ask_table_or_log(
        past_page().menu, edit, literal("Bob +6 points"), tr("Counted again."), hands
    )
    assert str(Fingers(menu=menu).page.title) == "Bob takes 6 points. Ann gives back 6 points. Done already?"  # type: ignore[attr-defined]
    assert told(Fingers(menu=menu))[0] == ("Yes", "Counted again.")
    assert Fingers(menu=menu).do("OK").act == msgspec.structs.replace(edit, only_log=True)
    assert Fingers(menu=menu).do("DOWN", "OK").act == msgspec.structs.replace(edit, only_log=False)
    more = Fingers(menu=menu).do("UP", "OK")
    assert ("How many?", "6") in told(more)


def test_long_presses_go_three_turns_back_however_long_the_history_is() -> None:
    turns = [HistoryTurn(n, "ann", lazy_constant(literal(str(n))), (line(n, str(n)),)) for n in range(1, 901)]
    assert Fingers(menu=open_screens.open_history(EMPTY_MENU, turns)).do("DOWN+").row == "897"


def test_only_the_words_around_the_cursor_are_made() -> None:
    made: list[int] = []

    def words(n: int) -> Message:
        made.append(n)
        return literal(str(n))

    turns = [HistoryTurn(n, "ann", Lazy(partial(words, n)), (line(n, str(n)),)) for n in range(1, 901)]
    assert Fingers(menu=open_screens.open_history(EMPTY_MENU, turns)).do("DOWN+").row == "897"
    assert len(made) < 100


def test_an_empty_history_is_a_sentence() -> None:
    assert (
        str(menu_page(open_screens.open_history(EMPTY_MENU, ()), RESTING).text) == "Nothing has been entered yet."
    )  # type: ignore[union-attr]


def test_what_no_longer_fits_is_shown_before_it_is_done() -> None:
    edit = menu_state.EditEntry(2)
    menu = open_screens.show_unfit_entries(past_page().menu, edit, [(literal("Bob sells wood"), Refusal(FULL))])
    fingers = Fingers(menu=menu)
    assert fingers.rows == ["Bob sells wood"]
    assert str(fingers.page.title) == "1 entry would go, all others stay"  # type: ignore[attr-defined]
    more = open_screens.show_unfit_entries(
        past_page().menu, edit, [(literal("Bob sells wood"), Refusal(FULL))] * 14, 3
    )
    assert str(Fingers(menu=more).page.title) == "14 entries of 3 turns would go, all others stay"  # type: ignore[attr-defined]
    assert fingers.page.rows[0].note == FULL.text  # type: ignore[attr-defined]
    assert fingers.do("OK").act == menu_state.EditEntry(2, is_confirmed=True)
    assert "Remove it" in Fingers(menu=menu).do("BACK").rows


def test_a_kept_game_is_played_on_or_deleted_after_a_second_question() -> None:
    menu = open_screens.open_game_list(
        EMPTY_MENU,
        [menu_state.GameItem("g1", literal("Ann, Bob"), True), menu_state.GameItem("g2", literal("Cid, Dan"))],
    )
    fingers = Fingers(menu=menu)
    assert fingers.rows == ["Ann, Bob", "Cid, Dan"]
    assert str(fingers.page.rows[0].note) == "running"  # type: ignore[attr-defined]
    assert Fingers(menu=menu).do("DOWN", "OK", "OK").act == menu_state.ResumeGame("g2")
    delete = Fingers(menu=menu).do("DOWN", "OK", "DOWN", "OK")
    assert str(delete.page.title) == "Delete Cid, Dan for ever?"  # type: ignore[attr-defined]
    assert delete.row == "No"
    assert delete.do("DOWN", "OK").act == menu_state.DeleteGame("g2")
    assert Fingers(menu=menu).do("DOWN", "OK", "DOWN", "OK", "OK").rows == ["Play on", "Delete"]


def test_a_new_game_is_asked_twice() -> None:
    fingers = Fingers().do("BACK+", "UP", "OK")
    assert fingers.row == "No"
    assert fingers.do("DOWN", "OK").act == menu_state.NewGame()


def test_a_thousand_presses_in_any_order_never_break_the_menu() -> None:
    context = MenuContext(
        (LEDGER, OWN_OR_MARKET, SCOTS), lambda: CORRECTIONS, can_redo=True, sheets={"standings": standings(1)}
    )
    keys = ("OK", "UP", "DOWN", "BACK", "OK+", "UP+", "DOWN+", "BACK+")
    menu = EMPTY_MENU
    for turn in range(3000):
        key = keys[(turn * turn * 7 + turn // 3) % len(keys)]
        outcome = press_button(menu, context, key.rstrip("+"), key.endswith("+"))
        menu = outcome if isinstance(outcome, Menu) else open_screens.close_all(menu)
        assert menu_page(menu, context) == menu_page(menu, context)


def test_a_question_with_one_offer_is_read_before_the_first_thing_it_asks() -> None:
    goods = tuple(Amount(who, literal(f"{who}: how many goods?"), 0, 9, 0) for who in ("Ann", "Bob"))
    tie = Question(8, "goods", tr("A tie: goods decide."), (Offer("counted", tr("Count"), goods),))
    now = MenuContext((tie,))
    shown = menu_page(EMPTY_MENU, now)
    assert isinstance(shown, NumberPage)
    assert (str(shown.question), str(shown.title)) == ("A tie: goods decide.", "Ann: how many goods?")
    after = press_button(EMPTY_MENU, now, "OK")
    assert isinstance(after, Menu)
    assert str(getattr(menu_page(after, now), "title", "")) == "Bob: how many goods?"
    offer = Offer("card", tr("A card"), (pick("card", GOODS),))
    of_one = Question(9, "card", tr("Ann: on which card?"), (offer,))
    assert str(getattr(menu_page(EMPTY_MENU, MenuContext((of_one,))), "title", "")) == "Ann: on which card? Which?"


# What several people may enter, what is ready, what is assumed


def test_a_key_that_two_people_may_mean_asks_for_whom() -> None:
    """Nothing is booked for one of them silently."""
    sale = Offer("sell", tr("sell"), (pick("good", GOODS),), key="UP")
    context = MenuContext((ledger(4, (sale,)), Question(9, "turn", tr("Bob"), (sale,), "bob", "", True)))
    fingers = Fingers(context).do("UP")
    assert fingers.rows == ["Ann", "Bob"]
    assert given("UP", "DOWN", "OK", "OK", context=context) == Answer(9, "sell", ("wood",))
    assert isinstance(fingers.do("BACK").page, HomePage)


def test_whole_answers_stand_in_the_list_and_the_form_for_any_number_behind_it() -> None:
    amount = Amount("n", tr("How many?"), 1, 9, 1)
    coins = Offer("coins", tr("coins"), (amount,), presets=(Preset(tr("1 coin"), (1,)),))
    context = MenuContext((END, ledger(4, (coins,))))
    fingers = Fingers(context).do("DOWN")
    assert fingers.rows == ["1 coin", "lay another number", "Menu", "Rarely needed"]
    assert fingers.do("UP", "OK").rows == ["coins"]
    assert given("DOWN", "OK", context=context) == Answer(4, "coins", (1,))
    assert given("DOWN", "UP", "OK", "OK", "UP", "OK", context=context) == Answer(4, "coins", (2,))


def test_what_is_assumed_is_not_asked_and_one_step_back_leads_to_it() -> None:
    source = Pick("source", tr("What for?"), tuple(map(choice, SOURCES)), "landmark", is_assumed=True)
    points = Offer("points", tr("points"), (source, Amount("n", tr("How many?"), 0, 60, 6)), key="UP")
    context = MenuContext((END, ledger(4, (points,))))
    assert given("UP", "OK", context=context) == Answer(4, "points", ("landmark", 6))
    assert Fingers(context).do("UP", "BACK").row == "landmark"
    assert given("UP", "BACK", "DOWN", "OK", "OK", context=context) == Answer(4, "points", ("other", 6))


def test_an_act_of_this_moment_stands_first_and_under_the_key() -> None:
    boat = Offer("boat", tr("The boat reaches a castle"), key="DOWN", hint=tr("boat"))
    context = MenuContext((END, ledger(4, (*ENTRIES, boat))))
    home = menu_page(EMPTY_MENU, context)
    assert isinstance(home, HomePage)
    assert ("DOWN", "boat …") in [(hint.button, str(hint.label)) for hint in home.hints]
    assert given("DOWN", "OK", context=context) == Answer(4, "boat")


def hiding(page_now: Menu = EMPTY_MENU) -> tuple[Menu, MenuContext]:
    """A turn whose home page has no room for all that is to be done."""
    todo = menu_state.SheetEntry(tr("To do"), 1, "BACK", tr("to do"))
    return page_now, MenuContext(questions=(END,), sheets={"duties": todo}, hidden_sheet=lambda: "duties")


def test_ok_ends_no_turn_before_what_the_home_page_hides_was_shown() -> None:
    menu, context = hiding()
    shown = menu_page(menu, context)
    assert isinstance(shown, HomePage)
    assert {each.button: str(each.label) for each in shown.hints}["OK"] == "to do"
    seen = press_button(menu, context, "OK")
    assert isinstance(seen, Menu)
    sheet = menu_page(seen, context)
    assert isinstance(sheet, SheetPage)
    assert sheet.kind == "duties"
    home = press_button(seen, context, "OK")
    assert isinstance(home, Menu)
    shown = menu_page(home, context)
    assert isinstance(shown, HomePage)
    assert {each.button: str(each.label) for each in shown.hints}["OK"] == "turn done"
    assert press_button(home, context, "OK") == menu_state.GiveAnswer(Answer(3, "done", ()))


@pytest.mark.parametrize("away", ["OK", "BACK"])
def test_back_on_the_home_page_shows_what_is_to_do_and_that_counts_as_shown(away: str) -> None:
    menu, context = hiding()
    opened = press_button(menu, context, "BACK")
    assert isinstance(opened, Menu)
    assert isinstance(menu_page(opened, context), SheetPage)
    home = press_button(opened, context, away)
    assert isinstance(home, Menu)
    assert press_button(home, context, "OK") == menu_state.GiveAnswer(Answer(3, "done", ()))


def test_after_the_next_answer_what_is_hidden_is_shown_anew() -> None:
    menu, context = hiding()
    opened = press_button(menu, context, "OK")
    assert isinstance(opened, Menu)
    later = open_screens.close_all(opened)
    assert isinstance(press_button(later, context, "OK"), Menu)
