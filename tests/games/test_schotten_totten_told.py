"""What evenings of Schotten Totten tell people through the devices: signs, reasons, the history, ways to go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.installed import InstalledGames
from companion.games.schotten_totten.definition import GAME
from companion.menu.pages import ArticlePage, HomePage, ListPage, MapPage, NoticePage, SheetPage
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from tests.screens.layout import problems
from tests.table import Table
from tests.web.phones.house import house

GAMES = InstalledGames([GAME])
SMALLEST = "2in13"
on_small_and_big = pytest.mark.parametrize("panel", ["4in2", SMALLEST])


def evening(folder: Path, *variants: str, rounds: int = 1, panel: str = SMALLEST) -> Table:
    """Two players without names, the first one begins."""
    table = Table(folder, games=GAMES, panel=panel)
    table.press("OK", "OK")
    if variants:
        table.press(*table.keys_to("Variants"))
        for each in variants:
            table.press(*table.keys_to(each))
        table.press("BACK")
    if rounds > 1:
        table.press(*table.keys_to("Rounds"), *["UP"] * (rounds - 1), "OK")
    table.press(*table.keys_to("Who begins"), "OK")
    return table


def hints(table: Table) -> dict[str, str]:
    return {hint.button: str(hint.label) for hint in getattr(table.page, "hints", ())}


@pytest.mark.rule("ST-TAC-08")
@on_small_and_big
def test_a_key_with_a_word_explains_the_sign_of_tactics_cards(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, "Tactics", panel=panel) as table:
        assert hints(table)["BACK"] == "tactics"
        table.tap("tactics:mud_fight", "stone:3")
        page = table.press("BACK")
        assert isinstance(page, SheetPage)
        assert page.kind == "played"
        article = table.press("OK+")
        assert isinstance(article, ArticlePage)
        assert "one tactics card more than the other player" in str(article.text[0])
        table.press("BACK", "BACK")
        assert isinstance(table.page, HomePage)
        table.drawn()


def test_without_tactics_cards_there_is_no_such_key(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        assert "BACK" not in hints(table)


RUN = (("red-9", "a1"), ("blue-1", "b2"), ("red-8", "a1"), ("blue-4", "b2"), ("red-7", "a1"))
"""A colour run that can be claimed at once."""


def lay(table: Table, *plays: tuple[str, str]) -> None:
    for card, place in plays:
        table.tap(f"clan:{card}", f"place:{place}")


def claimed(table: Table) -> None:
    """Stone 1 is claimed with the run, and the other has gone on."""
    lay(table, *RUN)
    table.tap("stone:1")
    lay(table, ("blue-5", "b2"))


@pytest.mark.rule("ST-CLM-01")
@on_small_and_big
def test_a_claim_stands_in_the_history_under_the_turn_of_who_claims(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel=panel) as table:
        claimed(table)
        table.press("UNDO+")
        turns = [(row.figure, str(row.label)) for row in table.page.rows]
        assert [who for who, _ in turns][:2] == ["B", "A"]
        assert "claims stone 1" in turns[1][1]
        assert "claims" not in turns[0][1]
        table.drawn()


def test_laid_nothing_instead_of_a_play_takes_the_place_along_without_a_word(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        lay(table, *RUN[:3])
        table.press("UNDO+", "DOWN", "OK")
        table.press(*table.keys_to("player 2 shows"))
        table.press(*table.keys_to("What was done?"))
        table.press(*table.keys_to("Player 2 lays nothing"))
        table.press(*table.keys_to("We did it anyway"))
        assert table.says.endswith("Done already?"), "no list of entries that would go"
        table.press("OK")
        assert [(len(stone.a.cards), len(stone.b.cards)) for stone in table.view.stones[:2]] == [(2, 0), (0, 0)]
        assert table.view.to_move == "B"


@on_small_and_big
def test_correcting_a_place_shows_no_two_rows_alike(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel=panel) as table:
        lay(table, *RUN[:2])
        table.press("UNDO+", "OK")
        table.press(*table.keys_to("player 2: blue 1"))
        assert len({*table.rows}) == len(table.rows)
        assert table.rows[:2] == ["Which stone?", "What was done?"]
        table.drawn()


OTHER_RUNS = (
    *(
        ("blue-9", "a2"),
        ("brown-1", "b5"),
        ("blue-8", "a2"),
        ("brown-2", "b5"),
        ("blue-7", "a2"),
        ("brown-4", "b6"),
    ),
    *(("green-9", "a3"), ("brown-6", "b6"), ("green-8", "a3"), ("brown-8", "b7"), ("green-7", "a3")),
)


def won(table: Table) -> None:
    """The first player owns the first three stones."""
    lay(table, *RUN, ("blue-5", "b2"), *OTHER_RUNS)
    table.tap("stone:1", "stone:2", "stone:3")


@pytest.mark.rule("ST-PRF-04")
@on_small_and_big
def test_why_names_both_formations_and_why_not_all_cards_that_beat_it(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel=panel) as table:
        lay(table, ("red-9", "a1"), ("green-8", "b1"), ("red-8", "a1"), ("green-7", "b1"), ("red-6", "a1"))
        page = table.tap("stone:1")
        assert isinstance(page, NoticePage)
        assert table.says == (
            "Stone 1 stays: player 2 beats it with any one of green 9 or 6; at best 7-8-9 of green: colour run."
        )
        table.drawn()
        table.press("OK")
        lay(table, ("green-9", "b9"), ("yellow-1", "a9"), ("green-6", "b9"), ("yellow-2", "a9"))
        assert str(table.view.why) == (
            "Player 1 can claim stone 1: 9-8-6 of red, 23; player 2 can get 8-7-5 of green at best: 20."
        )
        table.drawn()


@on_small_and_big
def test_no_sentence_ends_twice_and_none_asks_twice(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, rounds=2, panel=panel) as table:
        lay(table, *RUN)
        table.tap("stone:1")
        table.press("UNDO")
        assert ".." not in table.says
        assert table.says.startswith(
            "Undone: player 1 claims stone 1: 7-8-9 of red, 24, was complete first; player 2 can"
        )
        table.drawn()


@pytest.mark.rule("ST-END-01", "ST-RND-04")
@on_small_and_big
def test_the_end_of_a_round_says_who_won_it_and_asks_once_who_begins(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, rounds=2, panel=panel) as table:
        won(table)
        while not table.says.startswith("Player 1 owns"):
            table.press("OK")
        assert table.says == "Player 1 owns three stones side by side. Who begins round 2 of 2?"
        table.drawn()
        table.press("UNDO")
        assert ".." not in table.says


def test_the_winner_is_told_in_a_sentence_that_begins_like_one(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        won(table)
        while not isinstance(table.page, HomePage):
            table.press("OK")
        assert table.says == "Player 1 has won."
        table.drawn()


def test_the_way_to_a_phone_that_is_named_for_letters_leads_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While people sit down, and later, in a correction."""
    with house(tmp_path, monkeypatch, games=GAMES, facts=None, panel=SMALLEST) as home:
        table = home.table
        follow_to_phones(table)
        table.press("BACK", "BACK", "OK", "OK", "OK")
        table.press(*table.keys_to("Name a player"))
        table.press(*table.keys_to("player 2"))
        follow_to_phones(table)


def follow_to_phones(table: Table) -> None:
    if not isinstance(table.page, NoticePage):
        table.press(*table.keys_to("another name"))
    assert table.says.endswith("BACK until the menu comes, then Phones.")
    table.drawn()
    table.press("OK")
    presses = 0
    while table.says != "Menu":
        table.press("BACK")
        presses += 1
        assert presses < 6
    table.press(*table.keys_to("Phones"))
    assert table.says == "Phones"


def letters(table: Table, language: str = "en") -> str:
    """All that stands on the glass, in that language."""
    pen = make_drawing(GAME.shown(table.view), table.page, PANELS[table.panel].paper(), Translator(language))
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn if each.text)


@pytest.mark.rule("ST-CLM-03", "ST-PRF-05")
@on_small_and_big
def test_a_reason_too_long_for_the_glass_gives_way_to_a_shorter_one_at_its_stone(
    tmp_path: Path, panel: str
) -> None:
    """The card that lay down last lies at the other end of the border."""
    told = {
        SMALLEST: (
            "Player 1 can claim stone 1: 24, complete first.",
            "Player 1 claims stone 1: 24, complete first.",
        ),
        "4in2": ("Player 1 can claim stone 1: 7-8-9 of red,", "Player 1 claims stone 1: 7-8-9 of red,"),
    }[panel]
    with evening(tmp_path, "Tactics", panel=panel) as table:
        lay(table, *RUN, ("blue-5", "b2"), ("green-1", "a9"))
        for tag, said, czech in (("", told[0], "plná dřív"), ("stone:1", told[1], "plná dřív")):
            if tag:
                table.tap(tag)
            assert said in letters(table)
            assert czech in letters(table, "cs")
            assert (table.view.why_stone, table.view.last.stone) == (1, 9)
            assert {"1", "2", "3"} <= {*letters(table).split()}
            table.drawn()


CLAIMED = (
    "Stone 1 is claimed by player 1: 7-8-9 of red, 24, was complete first; "
    "player 2 can get 7-8-9 of yellow at best: 24 too."
)


@pytest.mark.rule("ST-CLM-07", "ST-PRF-05")
@on_small_and_big
def test_a_claimed_stone_says_whose_it_is_and_why_at_any_time(tmp_path: Path, panel: str) -> None:
    """Right after the claim, in the turn after it, and when the round is over; "why?" says the same."""
    with evening(tmp_path, rounds=2, panel=panel) as table:
        lay(table, *RUN, ("blue-5", "b2"))
        lay(table, *OTHER_RUNS[:1])
        table.tap("stone:1")
        before = len(table.entries)
        assert isinstance(table.tap("stone:1"), NoticePage)
        assert table.says == CLAIMED
        assert "7-8-9 of red" in letters(table)
        assert "plná dřív" in letters(table, "cs")
        article = table.press("OK+")
        assert isinstance(article, ArticlePage)
        assert (str(article.title), str(article.text[0])) == ("Stone 1", CLAIMED)
        assert "only become equal" in str(article.text[1])
        letters(table)
        table.press("BACK")
        assert len(table.entries) == before
        lay(table, *OTHER_RUNS[1:])
        table.tap("stone:1")
        assert table.says == CLAIMED
        table.tap("stone:2", "stone:3")
        table.press("OK")
        table.tap("stone:1")
        assert table.says == CLAIMED, "though the round is over"


@pytest.mark.rule("ST-CLM-07")
@on_small_and_big
def test_on_the_border_and_on_its_sheet_a_claimed_stone_says_why_too(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel=panel) as table:
        claimed(table)
        table.press("OK+")
        if panel == SMALLEST:
            table.press("DOWN")  # behind what stays free
        assert "Stone 1: claimed by player 1" in letters(table)
        assert "Kámen 1: má ho hráč 1" in letters(table, "cs")
        table.press("BACK", "OK")
        assert isinstance(table.page, MapPage)
        first = next(row for row in table.page.rows if str(row.label) == "stone 1")
        assert (first.closed, str(first.note)) == (True, "Stone 1 is claimed by player 1: 24, complete first.")
        at = table.page.rows.index(first)
        table.press(*["DOWN"] * ((at - table.page.cursor) % len(table.page.rows)))
        assert "24, complete first." in letters(table)
        article = table.press("OK+")
        assert isinstance(article, ArticlePage)
        assert str(article.text[0]) == str(first.note)


@pytest.mark.rule("ST-ELT-02", "ST-ELT-03")
@on_small_and_big
def test_one_row_is_enough_for_both_jokers_and_either_sticker_is_the_other_players(
    tmp_path: Path, panel: str
) -> None:
    """The first player chose a Joker by keys, whichever it was; the other one taps what is in the hand."""
    with evening(tmp_path, "Tactics", panel=panel) as table:
        table.press("UP")
        table.press(*table.keys_to("Tactics cards"))
        assert [row.strip() for row in table.rows].count("Joker") == 1
        table.press(*table.keys_to(next(row for row in table.rows if row.strip() == "Joker")))
        table.tap("place:a1")
        table.press("OK", "OK")
        assert table.view.to_move == "B"
        (first,) = table.view.stones[0].a.cards
        table.tap(f"tactics:{first.id}")
        assert table.says == "Player 2, Joker: tap its place."
        letters(table)
        assert "Žolík" in letters(table, "cs")
        table.tap(f"tactics:{first.id}")
        assert table.view.waiting.card.id != first.id, "the same sticker once more says nothing new"
        table.tap("place:b1")
        table.press("OK", "OK")
        assert [card.kind for card in table.view.stones[0].b.cards] == ["joker"]
        table.tap(f"tactics:{first.id}")
        assert isinstance(table.page, NoticePage)
        assert table.says.startswith("Joker as")


@pytest.mark.rule("ST-RUS-03")
@on_small_and_big
def test_what_hands_do_for_a_recruiter_stands_on_the_glass_after_its_tap(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, "Tactics", panel=panel) as table:
        table.tap("tactics:recruiter")
        assert "Player 1: draw 3, put 2 of your hand under the piles; draw no other." in letters(table)
        assert "Hráč 1: líznout 3, z ruky 2 pod balíčky; víc nelízat." in letters(table, "cs")
        table.drawn()
        lay(table, ("red-1", "b1"))
        assert "under the piles" not in letters(table)


@pytest.mark.rule("ST-TAC-02", "ST-EXP-01", "ST-SET-02")
@on_small_and_big
def test_the_set_up_explains_each_variant_and_the_round_begins_with_what_is_dealt(
    tmp_path: Path, panel: str
) -> None:
    with Table(tmp_path, games=GAMES, panel=panel) as table:
        table.press("OK", "OK")
        table.press("OK+")
        assert "dealt 7 clan cards" in letters(table)
        assert "7 klanových karet" in letters(table, "cs")
        table.press("BACK")
        table.press(*table.keys_to("Variants"))
        said = []
        for _ in range(2):
            said.append(str(table.press("OK+").title))  # type: ignore[union-attr]
            letters(table)
            table.press("BACK", "DOWN")
        assert said == ["Tactics cards", "Expert variant"]
        table.press("BACK")
        table.press(*table.keys_to("Who begins"), "OK")
        assert "Deal 6 cards each. Player 1, tap" in letters(table)
        assert "Každému rozdat 6 karet." in letters(table, "cs")


@pytest.mark.rule("ST-APP-01")
@on_small_and_big
def test_the_other_side_tapped_for_a_card_of_the_past_says_so_and_the_right_one_moves_it(
    tmp_path: Path, panel: str
) -> None:
    with evening(tmp_path, panel=panel) as table:
        lay(table, *RUN[:3])
        table.press("UNDO+")
        table.press("DOWN", "DOWN", "OK")
        table.press("DOWN", "OK", "OK")  # where it was laid
        assert isinstance(table.page, MapPage)
        table.tap("place:b6")
        assert table.says == "That is the side of player 2; player 1 lays a card now."
        table.drawn()
        table.tap("place:a6")
        assert isinstance(table.page, ListPage)
        assert str(table.page.title) == "Turn 1, player 1. Red 9: stone 6, side of player 1. Done already?"
        table.press("OK", "OK")
        assert [str(each.id) for each in table.view.stones[5].a.cards] == ["red-9"]
