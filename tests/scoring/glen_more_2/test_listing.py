"""A scoring as a table for people."""

from __future__ import annotations

import pytest

from companion.engine.message import Message
from companion.scoring.glen_more_2.document import ROUND_LABELS, SOURCE_LABELS, result_listing
from companion.scoring.glen_more_2.scoring import score_standings
from companion.scoring.listing import Labels, winners_line
from tests.scoring.glen_more_2.tables import each, standing

FINAL = """\
Fourth scoring round and final scoring

                          Ann  Bořivoj  Cleo
Points before              31       28     0
Scots in the home castle   +8        .     .
Landmark cards             +2        .    +1
Territory                   .       -6    -3
Coins                     +11       +1     .
Armadale Castle            +8        .     .
bet                         .        .    -2
Points                     60       23    -4
Place                     1st      2nd   3rd

Ann      Scots in the home castle  5 more than Bořivoj, Cleo: 8 points (3 × 2 = 6 to 1)
Ann      Landmark cards            2 more than Bořivoj: 2 points (2 to 0)
Ann      Coins                     11 coins left, points: 11
Ann      Armadale Castle           8 coins: +1 each
Bořivoj  Territory                 2 tiles more than Ann: -6 points (15 to 13)
Bořivoj  Coins                     1 coin left, points: 1
Cleo     Landmark cards            1 more than Bořivoj: 1 point (1 to 0)
Cleo     Territory                 1 tile more than Ann: -3 points (14 to 13)
Cleo     bet                       carried over: -2 points

Winner: Ann."""


def test_a_final_scoring_is_an_aligned_table_with_its_arithmetic() -> None:
    ann = standing(
        "Ann",
        points=31,
        scots_in_home_castle=3,
        landmarks=("castle_moil", "armadale_castle"),
        tiles=13,
        coins=11,
    )
    bob = standing("Bořivoj", points=28, scots_in_home_castle=1, tiles=15, coins=1)
    cleo = standing("Cleo", scots_in_home_castle=1, landmarks=("loch_ness",), tiles=14, extra=(("bet", -2),))
    result = score_standings("final", [ann, bob, cleo])
    assert result_listing(result, str) == FINAL


def test_a_round_in_which_nobody_is_ahead_says_so() -> None:
    text = result_listing(score_standings("B", each(points=(3, 12))), str)
    assert text.splitlines() == [
        "Second scoring round (end of deck B)",
        "",
        "               Ann  Bob",
        "Points before    3   12",
        "Points           3   12",
        "Place          2nd  1st",
        "",
        "Nobody has more than anybody else: no points.",
    ]


@pytest.mark.rule("GM-TIE-01", "GM-TIE-02")
@pytest.mark.parametrize(
    ("points", "goods", "line"),
    [
        ((3, 2), (0, 0), "Winner: Ann."),
        ((3, 3), (1, 4), "Equal points, most goods decide: Bob."),
        ((3, 3), (4, 4), "Shared victory: Ann, Bob."),
    ],
)
def test_the_last_line_tells_who_won_and_how(points: tuple[int, ...], goods: tuple[int, ...], line: str) -> None:
    assert str(winners_line(score_standings("final", each(points=points, goods=goods)))) == line


@pytest.mark.rule("GM-TIE-02")
def test_the_list_of_places_says_that_tie_broken() -> None:
    text = result_listing(score_standings("final", each(points=(3, 3, 3), goods=(1, 4, 4))), str)
    assert "Place (equal points: by goods)  3rd  1st   1st" in text.splitlines()
    unequal = result_listing(score_standings("final", each(points=(3, 2, 1), goods=(1, 4, 4))), str)
    assert "goods" not in unequal


def test_no_line_about_winners_before_the_end() -> None:
    assert winners_line(score_standings("C", each(points=(3, 2)))) is None


def test_every_word_goes_through_the_language() -> None:
    def shouted(message: Message) -> str:
        return str(message).upper()

    text = result_listing(score_standings("final", each(whisky=(2, 0), coins=(1, 0))), shouted)
    assert text.replace("Ann", "ANN").replace("Bob", "BOB").isupper()


def test_a_foreign_source_is_shown_as_it_is() -> None:
    assert str(Labels(ROUND_LABELS, SOURCE_LABELS).source("some {odd} source")) == "some {odd} source"
