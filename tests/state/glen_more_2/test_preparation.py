"""What is set up before the first turn: told step by step, ticked off, never in the way."""

from __future__ import annotations

import pytest

from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.state.glen_more_2.instructions.table_tasks import setup_tasks
from tests.chronicles import on_glass
from tests.state.glen_more_2.table import Table

STEPS = {
    "boat_race": (("C1-03", "Each boat onto"), ("C1-04", "top third of deck B"), ("C1-05", "Ship Builders"),
                  ("C1-06", "result cards"), ("C1-07", "neutral river"), ("C1-08", "3 reward tokens")),
    "highlander": (("C2-03", "mountain"),),
    "single_cask": (("C3-03", "5 distilleries"), ("C3-04", "Ben Wyvis"), ("C3-05", "first cellar")),
    "hammer": (("C4-04", "4 landmark cards"), ("C4-05", "1 coin onto its first"), ("C4-06", "Englishman")),
    "haggis": (("C5-03", "haggis table"), ("C5-03", "6 haggis tiles"), ("C5-04", "turn 2 of them up")),
    "turbulent": (("C6-04", "8 tiles"), ("C6-05", "Swap the 11"), ("C6-05", "Add the 4 new cards")),
    "great_glen": (("C7-03", "lay 5 face up"), ("C7-04", "3 Aye and 2 Nay")),
    "penny_mobs": (("C8-05", "7 pennies"), ("C8-06", "Only members"), ("C8-07", "Draw 4"), ("C8-08", "into jail")),
}  # fmt: skip
BASE = (("GM-SET-01", "10 Scots"), ("GM-SET-02", "start village"), ("GM-SET-04", "Landmark cards"),
        ("GM-SET-05", "Red, Yellow, Blue"), ("GM-SET-07", "Red 5, Yellow 6"), ("GM-SET-10", "Shuffle decks"),
        ("GM-SET-11", "half-way down"), ("GM-SET-16", "each market row"), ("GM-SET-17", "David Hume"))  # fmt: skip


def begun(*chronicles: str, players: int = 3) -> Table:
    """Everything is known, the rondel is to be laid out."""
    table = Table(0, chronicles=chronicles)
    table.sits(*("red", "yellow", "blue", "green")[:players])
    table.answers("start", "go")
    while table.kinds()[0] != "prepare":
        offers = table.offers(table.kinds()[0])
        table.answers(table.kinds()[0], next(name for name in ("later", "no") if name in offers))
    return table


def marks(steps: dict[str, tuple[tuple[str, str], ...]]) -> list[object]:
    return [
        pytest.param(slug, words, marks=pytest.mark.rule(rule), id=f"{slug}-{rule}-{at}")
        for slug, told in steps.items()
        for at, (rule, words) in enumerate(told)
    ]


@pytest.mark.parametrize(("slug", "words"), marks(STEPS))
def test_each_chronicle_tells_what_it_needs(slug: str, words: str) -> None:
    assert any(words in step for step in begun(slug).owes)
    assert not any(words in step for step in begun().owes)


@pytest.mark.parametrize(("slug", "words"), marks({"": BASE}))
def test_the_box_itself_is_set_up_too(slug: str, words: str) -> None:
    assert any(words in step for step in begun().owes)


def test_every_chronicle_that_is_installed_tells_its_steps() -> None:
    assert set(STEPS) == set(game_rules().library.expansions)


@pytest.mark.rule("C6-07")
def test_with_both_in_the_game_more_cards_are_swapped() -> None:
    assert "Swap the 15 landmark cards for those with an event side" in begun("hammer", "turbulent").owes


@pytest.mark.rule("GM-SET-18", "C0-02")
def test_each_step_is_ticked_off_and_undo_brings_it_back() -> None:
    table = begun("highlander")
    steps = [str(step) for step in setup_tasks(table.state)]
    assert table.owes == steps
    for done in range(1, len(steps)):
        table.answers("prepare", "done")
        assert table.owes == steps[done:]
    table.undo()
    assert table.owes == steps[-2:]
    table.answers("prepare", "done")
    table.answers("prepare", "done")
    assert table.kinds() == ["layout"]
    table.fits()


@pytest.mark.rule("GM-SET-10", "GM-SET-11", "GM-SET-16", "C0-09", "C1-04", "C4-05")
def test_the_steps_of_all_chronicles_come_in_the_order_of_the_hands() -> None:
    """Decks are whole before they are shuffled, once; the rondel is laid last."""
    chronicles = ("boat_race", "single_cask", "hammer", "haggis")
    glass = on_glass.everything_owed(begun(*chronicles))
    order = (
        *("The Ship Builders into", "The 6 haggis tiles", "Shuffle decks", "top third of deck B"),
        *("10 clan markers", "Landmark cards", "each market row", "The England row"),
        *("Keep the Englishman ready", "Pawns onto the rondel"),
    )
    places = [glass.index(words) for words in order]
    assert places == sorted(places)
    assert sum("Shuffle" in step for step in begun(*chronicles).owes) == 1


def test_all_of_it_is_skipped_with_one_answer_or_by_laying_out() -> None:
    table = begun()
    table.answers("prepare", "all")
    assert table.kinds() == ["layout"]
    table = begun()
    table.answers("layout", "done")
    assert table.kinds() == ["take"]
