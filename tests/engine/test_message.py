"""Words for people before they are translated: how several things are told in one line."""

from __future__ import annotations

from companion.engine.message import join_list, shorten_joined, tr


def test_a_long_line_is_short_within_the_words_that_stand_around_it() -> None:
    line = tr("corrected: {what}", what=join_list([tr("Red lays a tile"), tr("2 coins"), tr("1 point")]))
    assert str(shorten_joined(line)) == "corrected: Red lays a tile, and what came of it"
    assert shorten_joined(tr("corrected: {what}", what=tr("2 coins"))) == tr(
        "corrected: {what}", what=tr("2 coins")
    )
