"""How many presses people need, counted at the running companion: bare turns, cards, habits, tiles met first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.desk_player import DeskPlayer
from companion.engine.offers import Answer, Question
from companion.games.glen_more_2.catalogue.sticker_kinds import command_cards
from companion.menu import menu_state
from companion.menu.pages import HomePage, KeysPage, ListPage, SheetPage
from companion.session.recording import RecordingHead
from companion.state.glen_more_2.facts import GOODS
from companion.state.glen_more_2.instructions.table_tasks import table_tasks
from companion.state.glen_more_2.model import State
from tools.players.boxes import complete_box
from tools.players.planner import ShortestPresses, answers_within, current_menu, presses_for, presses_to
from tools.players.record import facts_of

POINTS = range(1, 14)
FIVE_KEYS = [("UP", False), ("DOWN", False), ("OK", False), ("UP", True), ("DOWN", True)]
SOURCES = ("exchange", "tile", "other")


class Seated(DeskPlayer):
    """Three people, laid out untold; every press is counted."""

    presses = 0

    def press(self, button: str, long: bool = False) -> object:  # type: ignore[override]
        self.presses += 1
        return super().press(button, long)

    def reply(self, answer: Answer) -> None:
        for key in presses_for(*current_menu(self.app), answer):
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
        return next(q for q in found if asked is None or q.player == asked)

    def ledger(self) -> Question:
        return self.question("ledger", self.state.turn.player)

    def seat(self, die: bool = False) -> None:
        for colour in ("red", "yellow", "blue"):
            self.tap(f"home:{colour}")
        self.reply(Answer(self.question("seat").number, "done"))
        if any(q.kind == "spaces" for q in self.app.snapshot.questions):
            self.reply(Answer(self.question("spaces").number, "spaces", (14,)))
        if die:
            self.reply(Answer(self.question("start").number, "die"))
        self.reply(Answer(self.question("start").number, "go"))
        self.press("OK", True)
        assert not self.state.find_question("prepare"), "one held press: all is prepared"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Seated]:
    with Seated(RecordingHead(1, 3, "complete"), tmp_path, complete_box()) as table:
        table.seat()
        yield table


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Seated]:
    head = RecordingHead(1, 3, "bare")
    with Seated(head, tmp_path, facts_of(head)) as table:
        table.seat()
        yield table


def laid_out(table: Seated, *first: str) -> None:
    """All tiles of the layout told, `first` the first of deck A."""
    facts = table.state.facts
    free = [p.id for p in facts.pieces.values() if p.deck == "S"]
    others = [p.id for p in facts.pieces.values() if p.deck == "A" and p.category == "land" and p.id not in first]
    for piece in (*free, *(*first, *others)[:5]):
        table.tap(f"tile:{piece}")
    assert table.state.phase == "take"


def owed_lines(table: Seated) -> list[str]:
    """What hands and entries still owe."""
    return [str(each.text) for each in table_tasks(table.state)]


def fresh_tile(table: Seated) -> str:
    """A tile of deck A that still lies in it."""
    gone = {space.piece for space in table.state.track} | {
        t.piece for p in table.state.players for t in p.taken_tiles
    }
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


def shortest(table: Seated, most: int, habits: dict[str, tuple[str | int, ...]] | None = None) -> ShortestPresses:
    menu, context = current_menu(table.app)
    if habits is not None:
        context = msgspec.structs.replace(context, recent=habits)
    return answers_within(menu, context, most)


def habit(table: Seated, offer: str, *values: str | int) -> dict[str, tuple[str | int, ...]]:
    """What the companion would remember of this entry for the tile of this turn."""
    _, context = current_menu(table.app)
    return {f"ledger {offer} {context.subject}": values}


def test_a_barrel_a_sale_and_a_purchase_are_two_presses(table: Seated) -> None:
    ledger = after_a_take(table)
    assert len(shortest(table, 2)[Answer(ledger.number, "barrel")]) == 2
    for offer in ("sell", "buy"):
        for before in GOODS:
            ways = shortest(table, 2, habit(table, offer, before))
            keys = [ways[Answer(ledger.number, offer, (good,))][1] for good in GOODS]
            assert [(key.button, key.long) for key in keys] == FIVE_KEYS, (
                "each good has its key, whatever was before"
            )


@pytest.mark.parametrize(
    ("source", "most"),
    [
        ("exchange", 5),
        pytest.param("tile", 9, marks=pytest.mark.long),
        pytest.param("other", 9, marks=pytest.mark.long),
    ],
)
def test_points_of_an_exchange_are_two_or_three_presses_and_five_at_most(
    table: Seated, source: str, most: int
) -> None:
    """What most points come from is assumed; another source is a step back and a list away."""
    ledger = after_a_take(table)
    ways = shortest(table, most)
    assert {Answer(ledger.number, "points", (source, n)) for n in POINTS} <= ways.keys()
    if source == "exchange":
        lengths = [len(ways[Answer(ledger.number, "points", (source, n))]) for n in POINTS]
        assert lengths == [3, 2, 3, 2, 3, 3, 2, 2, 5, 5, 4, 5, 5], "2, 4, 7 and 8, which tiles print, take two"


def test_the_way_to_a_number_of_points_is_always_the_same(table: Seated) -> None:
    """Fingers learn it: nothing that was entered before moves the number where people start."""
    ledger = after_a_take(table)
    ways = shortest(table, 5)
    after = shortest(table, 5, habit(table, "points", "exchange", 12))
    for n in POINTS:
        answer = Answer(ledger.number, "points", ("exchange", n))
        assert ways[answer] == after[answer]


# ---- the die


@pytest.fixture
def rolling(tmp_path: Path) -> Iterator[Seated]:
    """The die is last, and every tile ahead of it was told."""
    with Seated(RecordingHead(1, 3, "complete"), tmp_path, complete_box()) as table:
        table.seat(die=True)
        laid_out(table)
        for taken in ("S-1", "S-2", "S-3"):
            table.tap(f"tile:{taken}")
            table.press("OK")
        assert table.state.phase == "roll"
        table.counted()
        yield table


def test_the_die_is_one_press_where_every_tile_is_told(rolling: Seated) -> None:
    """No question after the roll: what it discarded is booked, and told to the hands."""
    rolling.press("OK")
    assert (rolling.state.phase, rolling.counted()) == ("take", 1)
    [thrown] = rolling.state.discards
    name = rolling.state.facts.pieces[thrown.piece].name
    assert any(line.startswith(f"Take {name} off the rondel") for line in owed_lines(rolling))


def test_from_its_second_turn_on_the_die_is_no_press_where_the_companion_rolls(rolling: Seated) -> None:
    """Nobody has told a tile of the refill, nor is anybody asked which one goes out."""
    rolling.press("OK")
    before = len(rolling.app.running.history.standing)
    for _ in range(60):
        asked = rolling.app.snapshot.questions[0].kind
        assert asked not in ("roll", "hit"), "somebody is asked about the die"
        for _ in range(3 if asked == "take" else 1):
            rolling.press("OK")
        if len(rolls_since(rolling, before)) == 2:
            return
    raise AssertionError("the die's turn doesn't come")


def rolls_since(table: Seated, entries: int) -> list[Answer]:
    """Rolls of the companion after so many entries."""
    answers = [entry.answer for entry in table.app.running.history.standing[entries:]]
    return [each for each in answers if isinstance(each, Answer) and each.offer == "companion_rolls"]


def test_a_tap_of_the_tile_thrown_out_is_the_whole_move_of_the_die(rolling: Seated) -> None:
    second = [space.piece for space in rolling.state.track if space.piece][1]
    rolling.tap(f"tile:{second}")
    assert (rolling.state.phase, rolling.counted()) == ("take", 0)
    assert [tile.piece for tile in rolling.state.discards] == [second]


# ---- what a good costs


def test_a_good_from_the_market_or_an_own_one_is_one_press(table: Seated) -> None:
    laid_out(table, *costs_a_good(table)[:1])
    table.tap(f"tile:{costs_a_good(table)[0]}")
    asked = table.question("good_cost")
    ways = shortest(table, 1)
    keys = {offer: ways[Answer(asked.number, offer)][0].button for offer in ("market", "own", "unpaid")}
    assert keys == {"market": "OK", "own": "UP", "unpaid": "DOWN"}, "one press each"


def costs_a_good(table: Seated) -> list[str]:
    """Tiles of deck A whose cost is one named good."""
    pieces = [p for p in table.state.facts.pieces.values() if p.deck == "A" and p.cost and p.category == "land"]
    return [p.id for p in pieces if p.cost and [c.what in GOODS for c in p.cost] == [True]]


def test_one_scot_home_and_one_coin_are_rows_of_their_own(table: Seated) -> None:
    ledger = after_a_take(table)
    ways = shortest(table, 4)
    assert len(ways[Answer(ledger.number, "scots_in", (1,))]) == 3
    assert len(ways[Answer(ledger.number, "coins_in", (1,))]) == 3


def test_after_a_tile_of_unknown_cost_the_payment_is_two_presses(bare: Seated) -> None:
    bare.press("OK")
    bare.tap("tile:halkirk")
    menu, context = current_menu(bare.app)
    for key in presses_to(
        menu, context, lambda o: isinstance(o, menu_state.GiveAnswer) and o.answer.offer == "take"
    ):
        bare.press(*key)
    page = bare.app.snapshot.page
    assert isinstance(page, HomePage)
    assert ("DOWN", "cost …") in [(hint.button, str(hint.label)) for hint in page.hints]
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
    assert [str(row.label) for row in page.rows] == ["Red", "Yellow"]
    table.press("OK")
    table.press("OK")
    assert table.state.player(first).coins > coins[first]
    assert table.state.player(second).coins == coins[second]
    table.tap(f"tile:{table.state.track[[s.piece for s in table.state.track].index('S-2')].piece}")
    table.press("UP")
    page = table.app.snapshot.page
    assert isinstance(page, KeysPage)
    assert str(page.title) == "Sell which good?", "the next pawn has moved"


def test_the_first_tile_that_the_table_was_told_to_lay_is_laid_without_a_question(table: Seated) -> None:
    """The layout was not tapped; the line says what to lay, and the tap of it is no riddle."""
    table.press("OK")
    table.tap("tile:S-1")
    menu, context = current_menu(table.app)
    for key in presses_to(
        menu, context, lambda o: isinstance(o, menu_state.GiveAnswer) and o.answer.offer == "take"
    ):
        table.press(*key)
    laid = fresh_tile(table)
    table.tap(f"tile:{laid}")
    assert isinstance(table.app.snapshot.page, HomePage)
    assert table.state.track[-1].piece == laid


def test_back_and_undo_enter_nothing_on_the_turn_screen(table: Seated) -> None:
    after_a_take(table)
    standing = len(table.app.running.history.standing)
    table.press("BACK")
    page = table.app.snapshot.page
    assert isinstance(page, SheetPage)
    assert page.kind == "duties", "it only shows what is owed and booked"
    table.press("BACK", True)
    page = table.app.snapshot.page
    assert isinstance(page, ListPage)
    assert str(page.title) == "Menu"
    assert len(table.app.running.history.standing) == standing


@pytest.mark.long
def test_each_of_the_23_crests_is_at_most_ten_presses_from_the_ledger(table: Seated) -> None:
    ledger = after_a_take(table)
    crests = set(table.state.facts.crests)
    assert len(crests) == 23
    for before in ("brodie", "macgregor"):
        ways = shortest(table, 10, habit(table, "crest", before))
        assert crests <= {a.values[0] for a in ways if (a.question, a.offer) == (ledger.number, "crest")}


def test_each_crest_is_at_most_seven_presses_when_it_is_asked(table: Seated) -> None:
    laid_out(table, "robert_the_bruce")
    table.tap("tile:robert_the_bruce")
    while table.app.snapshot.questions[0].kind != "crest":
        table.press("OK")
    asked = table.question("crest")
    ways = shortest(table, 7)
    assert {*table.state.facts.crests, "none"} <= {a.values[0] for a in ways if a.question == asked.number}


# ---- command cards

ENTRIES = ("sell", "buy", "points", "barrel", "coins", "scot_home", "pay", "pay_barrel", "crest")


def test_a_command_card_is_an_entry_in_one_tap(table: Seated) -> None:
    after_a_take(table)
    table.tap("card:barrel")
    cards = [card for card in command_cards(complete_box()).values() if card.icon in ENTRIES]
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
    menu, context = current_menu(bare.app)
    for key in presses_to(
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
    menu, context = current_menu(bare.app)
    for key in presses_to(
        menu, context, lambda o: isinstance(o, menu_state.GiveAnswer) and o.answer.values[:1] == ("ahead:6",)
    ):
        bare.press(*key)
    assert (bare.state.turn.tile, bare.state.turn.deck) == ("A-1", "A")
    bare.reply(Answer(bare.question("sort").number, "land"))
    bare.tap("card:done")
    bare.tap("uid:04a1b2c3d4e580")
    page = bare.app.snapshot.page
    assert isinstance(page, ListPage)
    assert str(page.title).startswith("The companion has this tile elsewhere"), "the sticker is known now"


def test_an_unknown_cost_never_asks_by_itself(bare: Seated) -> None:
    bare.press("OK")
    bare.tap("tile:halkirk")
    menu, context = current_menu(bare.app)
    for key in presses_to(
        menu, context, lambda o: isinstance(o, menu_state.GiveAnswer) and o.answer.offer == "take"
    ):
        bare.press(*key)
    assert bare.state.facts.pieces["halkirk"].cost is None
    assert [q for q in bare.app.snapshot.questions if not q.non_blocking] == []
    assert any("cost" in str(line) for line in owed_lines(bare))
