"""A game in outline: who a name or an id means, and what may be shortened."""

from __future__ import annotations

from companion.engine.game import Figure, GameOutline
from companion.engine.message import literal, tr

ANN = Figure("red", literal("Ann"), "Ann", "red", 0, 7)
BLUE = Figure("blue", tr("Blue"), "", "blue", 1, 3)
DIE = Figure("die", tr("The die"))
OUTLINE = GameOutline(tr("a game"), (ANN, BLUE, DIE))


def test_a_figure_is_found_by_its_id_or_by_the_name_it_has_here() -> None:
    assert OUTLINE.figure("red") is OUTLINE.figure("Ann") is ANN
    assert OUTLINE.figure("blue") is BLUE


def test_a_figure_that_nobody_told_goes_by_its_id_and_nobody_is_the_one_without_a_name() -> None:
    assert str(OUTLINE.figure("ghost").label) == "ghost"
    assert OUTLINE.figure("ghost").seat is None
    assert OUTLINE.figure("") not in OUTLINE.figures


def test_players_are_those_who_have_a_seat() -> None:
    assert OUTLINE.players == (ANN, BLUE)


def test_only_a_name_of_no_language_may_be_shortened() -> None:
    assert [figure.has_own_name for figure in OUTLINE.figures] == [True, False, False]
