"""Schotten Totten explains itself: rules, tactics cards, entries, what just happened."""

from __future__ import annotations

import pytest

from companion.games.schotten_totten.definition import GAME
from companion.games.schotten_totten.help_pages import base_help
from companion.scoring.schotten_totten.border import TACTICS
from companion.state.schotten_totten.questions import KINDS
from tests.state.schotten_totten.table import Table

LOOK_UP = GAME.look_up


def test_everything_that_can_be_looked_up_has_an_article() -> None:
    state = Table("tactics").state
    keys = LOOK_UP.keys(state)
    assert {*base_help().rules} < {*keys}
    assert {*TACTICS} - {*keys} == {"joker-2"}, "both Jokers read alike"
    assert all(LOOK_UP.article(state, key) for key in (*keys, "joker-2"))
    assert not {*LOOK_UP.keys(Table().state)} & {*TACTICS}
    assert LOOK_UP.article(state, "nowhere") is None


def test_a_claim_and_a_tactics_card_are_explained_by_their_rule() -> None:
    table = Table("tactics")
    table.lies(1, "red-7 red-8 red-9", "blue-7")
    table.taps("banshee", "blue-7")
    assert LOOK_UP.about(table.state, table.events) == ("banshee",)
    table.taps("stone-1")
    assert LOOK_UP.about(table.state, table.events) == ("ST-PRF-05",)
    table.answers("play", "nothing")
    table.answers("play", "nothing")
    table.answers("play", "dead_end")
    assert LOOK_UP.about(table.state, table.events) == ("ST-END-05",)


def test_every_entry_of_a_turn_is_explained() -> None:
    state = Table("tactics").state
    rows = {
        f"{kind.name}.{row.name}"
        for kind in KINDS.values()
        for row in kind.actions
        if kind.name in ("play", "claim", "start")
    }
    bare = {each for each in rows if not LOOK_UP.row(state, *each.split("."))}
    assert bare == set()
    assert LOOK_UP.row(state, "goal", "away") == "ST-RUS-04"


@pytest.mark.rule("ST-RND-02", "ST-RND-03", "ST-RND-04", "ST-TIE-01", "ST-TIE-02")
def test_no_two_rules_behind_a_sheet_have_one_name() -> None:
    state = Table("tactics", rounds=3).state
    for kind in GAME.screens.sheets:
        articles = [LOOK_UP.article(state, key) for key in LOOK_UP.sheet(state, kind)]
        titles = [str(each.title) for each in articles if each]
        assert len({*titles}) == len(titles), kind
