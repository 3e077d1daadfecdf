"""How many presses people need, counted at the running companion: bare turns, cards, habits, tiles met first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.catalogue.glen_more_2.command_cards import command_cards
from companion.desk_player import DeskPlayer
from companion.engine.offers import Answer, Question
from companion.menu import menu_state
from companion.menu.pages import HomePage, ListPage
from companion.session.recording import Head
from companion.state.glen_more_2.facts import GOODS
from companion.state.glen_more_2.model import State
from tools.players.planner import Ways, answers_within, lies_open, plan, way_to
from tools.players.record import complete, facts_of

POINTS = range(1, 14)
SOURCES = ("exchange", "tile", "other")


class Seated(DeskPlayer):
    """Three people, laid out untold; every press is counted."""

    presses = 0

    def press(self, button: str, long: bool = False) -> object:  # type: ignore[override]
        self.presses += 1
        return super().press(button, long)

    def reply(self, answer: Answer) -> None:
        for key in plan(*lies_open(self.app), answer):
            self.press(*key)

    def counted(self) -> int:
        """Presses since this was asked last."""
        counted, self.presses = self.presses, 0
        return counted

    @property
    def state(self) -> State:
        state: State = self.app.running.snapshot.state
        return state

    def question(self, kind: str, asked: str | None = None) -> Question:
        found = (q for q in self.app.snapshot.questions if q.kind == kind)
        return next(q for q in found if asked is None or q.asked == asked)

    def ledger(self) -> Question:
        return self.question("ledger", self.state.turn.player)

    def seat(self) -> None:
        for colour in ("red", "yellow", "blue"):
            self.tap(f"home:{colour}")
        self.reply(Answer(self.question("seat").number, "done"))
        if any(q.kind == "spaces" for q in self.app.snapshot.questions):
            self.reply(Answer(self.question("spaces").number, "spaces", (14,)))
        self.reply(Answer(self.question("start").number, "go"))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Seated]:
    with Seated(Head(1, 3, "complete"), tmp_path, complete()) as table:
        table.seat()
        yield table


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Seated]:
    head = Head(1, 3, "bare")
    with Seated(head, tmp_path, facts_of(head)) as table:
        table.seat()
        yield table


def laid_out(table: Seated, *first: str) -> None:
    """All tiles of the layout told, `first` the first of deck A."""
    facts = table.state.facts
    free = [p.id for p in facts.pieces.values() if p.deck == "S"]
    others = [p.id for p in facts.pieces.values() if p.deck == "A" and p.category == "land"]
    for piece in (*free, *(*first, *others)[:5]):
        table.tap(f"tile:{piece}")
    assert table.state.phase == "take"


def fresh_tile(table: Seated) -> str:
    """A tile of deck A that still lies in it."""
    gone = {space.piece for space in table.state.line} | {t.piece for p in table.state.players for t in p.taken}
    return next(p.id for p in table.state.facts.pieces.values() if p.deck == "A" and p.id not in gone)


# ---- bare turns


def test_a_bare_turn_is_one_tap_and_one_press(table: Seated) -> None:
    laid_out(table)
    table.counted()
    table.tap("tile:S-1")
    table.press("OK")
    assert (table.state.phase, table.state.turn.number) == ("take", 2)
    assert table.counted() == 1


def test_where_the_refill_is_tapped_a_bare_turn_needs_no_press(table: Seated) -> None:
    laid_out(table)
    table.counted()
    table.tap("tile:S-1")
    table.tap(f"tile:{fresh_tile(table)}")
    assert (table.state.phase, table.state.turn.number) == ("take", 2)
    assert table.counted() == 0


# ---- entries, whatever was entered before


def after_a_take(table: Seated) -> Question:
    laid_out(table)
    table.tap("tile:S-1")
    return table.ledger()


def shortest(table: Seated, most: int, habits: dict[str, tuple[str | int, ...]] | None = None) -> Ways:
    menu, context = lies_open(table.app)
    if habits is not None:
        context = msgspec.structs.replace(context, recent=habits)
    return answers_within(menu, context, most)


def habit(table: Seated, offer: str, *values: str | int) -> dict[str, tuple[str | int, ...]]:
    """What the companion would remember of this entry for the tile of this turn."""
    _, context = lies_open(table.app)
    return {f"ledger {offer} {context.subject}": values}


def test_a_barrel_is_two_presses_and_a_sale_or_purchase_at_most_five(table: Seated) -> None:
    ledger = after_a_take(table)
    assert len(shortest(table, 2)[Answer(ledger.number, "barrel")]) == 2
    for offer in ("sell", "buy"):
        for before in GOODS:
            ways = shortest(table, 5, habit(table, offer, before))
            assert {good for good in GOODS if Answer(ledger.number, offer, (good,)) in ways} == set(GOODS)


@pytest.mark.parametrize(("source", "most"), [("exchange", 6), ("tile", 9), ("other", 9)])
def test_points_of_an_exchange_are_at_most_six_presses(table: Seated, source: str, most: int) -> None:
    """What most points come from is assumed; another source is a step back and a list away."""
    ledger = after_a_take(table)
    ways = shortest(table, most)
    assert {Answer(ledger.number, "points", (source, n)) for n in POINTS} <= ways.keys()
    if source == "exchange":
        assert [len(ways[Answer(ledger.number, "points", (source, n))]) for n in (5, 4, 6, 10, 1)] == [
            2,
            3,
            3,
            3,
            3,
        ]


def test_one_scot_home_and_one_coin_are_rows_of_their_own(table: Seated) -> None:
    ledger = after_a_take(table)
    ways = shortest(table, 4)
    assert len(ways[Answer(ledger.number, "scots_in", (1,))]) == 3
    assert len(ways[Answer(ledger.number, "coins_in", (1,))]) == 4


def test_after_a_tile_of_unknown_cost_the_payment_is_two_presses(bare: Seated) -> None:
    bare.press("OK")
    bare.tap("tile:halkirk")
    menu, context = lies_open(bare.app)
    for key in way_to(menu, context, lambda o: isinstance(o, menu_state.GiveAnswer) and o.answer.offer == "take"):
        bare.press(*key)
    page = bare.app.snapshot.page
    assert isinstance(page, HomePage)
    assert ("DOWN", "pay …") in [(hint.button, str(hint.label)) for hint in page.hints]
    ledger = bare.ledger()
    assert len(shortest(bare, 2)[Answer(ledger.number, "coins_out", (1,))]) == 2
    bare.reply(Answer(ledger.number, "coins_out", (2,)))
    page = bare.app.snapshot.page
    assert isinstance(page, HomePage)
    assert ("DOWN", "more") in [(hint.button, str(hint.label)) for hint in page.hints], "it is paid"


# ---- whose entry it is


def test_a_sale_after_the_last_tile_was_laid_lands_where_people_say(table: Seated) -> None:
    """The refill was tapped, nobody said "done": the sale is asked for whom, and never booked silently."""
    laid_out(table)
    table.tap("tile:S-1")
    first = table.state.turn.player
    table.tap(f"tile:{fresh_tile(table)}")
    second = table.state.turn.player
    coins = {p.id: p.coins for p in table.state.players}
    table.press("UP")
    page = table.app.snapshot.page
    assert isinstance(page, ListPage)
    assert str(page.title) == "Sell a good: for whom?"
    assert [str(row.label) for row in page.rows] == ["Entries of Red", "Entries of Yellow"]
    table.press("OK")
    table.press("OK")
    assert table.state.player(first).coins > coins[first]
    assert table.state.player(second).coins == coins[second]
    table.tap(f"tile:{table.state.line[[s.piece for s in table.state.line].index('S-2')].piece}")
    table.press("UP")
    page = table.app.snapshot.page
    assert isinstance(page, ListPage)
    assert str(page.title) == "Sell which good?", "the next pawn has moved"


def test_the_first_tile_that_the_table_was_told_to_lay_is_laid_without_a_question(table: Seated) -> None:
    """The layout was not tapped; the line says what to lay, and the tap of it is no riddle."""
    table.press("OK")
    table.tap("tile:S-1")
    menu, context = lies_open(table.app)
    for key in way_to(menu, context, lambda o: isinstance(o, menu_state.GiveAnswer) and o.answer.offer == "take"):
        table.press(*key)
    laid = fresh_tile(table)
    table.tap(f"tile:{laid}")
    assert isinstance(table.app.snapshot.page, HomePage)
    assert table.state.line[-1].piece == laid


def test_back_and_undo_enter_nothing_on_the_turn_screen(table: Seated) -> None:
    after_a_take(table)
    standing = len(table.app.running.history.standing)
    table.press("BACK")
    assert isinstance(table.app.snapshot.page, HomePage)
    table.press("BACK", True)
    page = table.app.snapshot.page
    assert isinstance(page, ListPage)
    assert str(page.title) == "Menu"
    assert len(table.app.running.history.standing) == standing


def test_each_of_the_23_crests_is_at_most_ten_presses_from_the_ledger(table: Seated) -> None:
    ledger = after_a_take(table)
    crests = set(table.state.facts.crests)
    assert len(crests) == 23
    for before in ("brodie", "macgregor"):
        ways = shortest(table, 10, habit(table, "crest", before))
        assert crests <= {a.values[0] for a in ways if (a.question, a.offer) == (ledger.number, "crest")}


def test_each_crest_is_at_most_six_presses_when_it_is_asked(table: Seated) -> None:
    laid_out(table, "robert_the_bruce")
    table.tap("tile:robert_the_bruce")
    while table.app.snapshot.questions[0].kind != "crest":
        table.press("OK")
    asked = table.question("crest")
    ways = shortest(table, 6)
    assert {*table.state.facts.crests, "none"} <= {a.values[0] for a in ways if a.question == asked.number}


# ---- command cards

ENTRIES = ("sell", "buy", "points", "barrel", "coins", "scot_home", "pay", "pay_barrel", "crest")


def test_a_command_card_is_an_entry_in_one_tap(table: Seated) -> None:
    after_a_take(table)
    cards = [card for card in command_cards(complete()).values() if card.icon in ENTRIES]
    assert len(cards) > 40
    for card in cards:
        before = len(table.app.running.history.standing)
        table.tap(f"card:{card.id}")
        assert len(table.app.running.history.standing) == before + 1, card.id
        table.tap("card:undo")
        assert len(table.app.running.history.standing) == before


def test_cards_end_a_turn_and_take_back(table: Seated) -> None:
    after_a_take(table)
    table.tap("card:done")
    assert table.state.turn.number == 2
    table.tap("card:undo")
    assert (table.state.turn.number, table.state.phase) == (1, "turn")


# ---- tiles nobody has described


@pytest.mark.parametrize("category", ["land", "rebuild", "person"])
def test_a_first_meeting_adds_at_most_three_presses(bare: Seated, category: str) -> None:
    bare.press("OK")
    bare.tap("uid:04a1b2c3d4e580")
    menu, context = lies_open(bare.app)
    for key in way_to(
        menu, context, lambda o: isinstance(o, menu_state.GiveAnswer) and o.answer.values[:1] == ("ahead:1",)
    ):
        bare.press(*key)
    bare.counted()
    bare.reply(Answer(bare.question("sort").number, category))
    assert bare.counted() <= 3
    assert not any(q.kind == "sort" for q in bare.app.snapshot.questions)


def test_a_new_sticker_may_be_on_a_tile_of_any_deck_ahead(bare: Seated) -> None:
    bare.press("OK")
    bare.tap("uid:04a1b2c3d4e580")
    menu, context = lies_open(bare.app)
    for key in way_to(
        menu, context, lambda o: isinstance(o, menu_state.GiveAnswer) and o.answer.values[:1] == ("ahead:6",)
    ):
        bare.press(*key)
    assert (bare.state.turn.tile, bare.state.turn.deck) == ("A-1", "A")
    bare.reply(Answer(bare.question("sort").number, "land"))
    bare.tap("card:done")
    bare.tap("uid:04a1b2c3d4e580")
    page = bare.app.snapshot.page
    assert isinstance(page, ListPage)
    assert str(page.title).startswith("The companion has A-1 elsewhere"), "the sticker is known now"


def test_an_unknown_cost_never_asks_by_itself(bare: Seated) -> None:
    bare.press("OK")
    bare.tap("tile:halkirk")
    menu, context = lies_open(bare.app)
    for key in way_to(menu, context, lambda o: isinstance(o, menu_state.GiveAnswer) and o.answer.offer == "take"):
        bare.press(*key)
    assert bare.state.facts.pieces["halkirk"].cost is None
    assert [q for q in bare.app.snapshot.questions if not q.non_blocking] == []
    assert any("cost" in str(line) for line in bare.app.snapshot.owes)
