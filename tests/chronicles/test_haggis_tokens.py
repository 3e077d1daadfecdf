"""Haggis tokens with stickers: told once, drawn in secret, turned by themselves; what was wrong is put right."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.chronicles.haggis.model import SLUG, STICKERS_FACT, TOKEN_IDS, HaggisReturned, value_fact
from companion.engine.offers import Answer, Refusal
from companion.storage.transfer import export_journal, read_journals
from tests.chronicles.haggis_table import (
    ONES,
    THREES,
    TWOS,
    VALUES,
    as_put,
    facts_told,
    holds,
    rolls,
    scoring,
    shows,
    table_of,
    tokens_of,
    turned,
)
from tests.state.glen_more_2.table import Table

U = ""


def tagged(players: int = 3, **more: Any) -> Table:
    """Two tokens lie face up: a 1 and a 3."""
    table = table_of(players, stickers=True, **more)
    shows(table, ONES[0], THREES[0])
    return table


def refusal(table: Table, piece: str) -> Refusal:
    """The tap of a token that can't be meant: one sentence, nothing changed."""
    [way] = table.history.game.tap_meaning(table.state, piece).interpretations
    refused = table.history.propose(way.answer)
    assert isinstance(refused, Refusal)
    return refused


# ---- set-up


@pytest.mark.rule("C5-02")
def test_what_each_token_shows_is_told_once() -> None:
    facts = facts_told(True)
    facts = replace(facts, more={name: v for name, v in facts.more.items() if name not in VALUES})
    table = Table(0, facts=facts, chronicles=(SLUG,))
    table.sits("red", "yellow")
    table.answers("start", "go")
    table.answers("layout", "done")
    assert table.history.game.unidentified_pieces(table.state, {TOKEN_IDS[0]}) == (TOKEN_IDS[1],), (
        "a new sticker is a token"
    )
    for token in TOKEN_IDS:
        table.taps(token, f"shows {VALUES[value_fact(token)]}")
    assert {name: table.state.facts.more[name] for name in VALUES} == VALUES
    assert table.kinds()[0] == "haggis.show"
    table.fits()


def test_stickers_may_turn_out_to_be_too_much() -> None:
    facts = facts_told(True)
    facts = replace(facts, more={name: v for name, v in facts.more.items() if name not in VALUES})
    table = Table(0, facts=facts, chronicles=(SLUG,))
    table.sits("red", "yellow")
    table.answers("start", "go")
    table.answers("layout", "done")
    table.answers("haggis.values", "none")
    assert not tokens_of(table).has_stickers
    assert table.state.facts.more[STICKERS_FACT] is False
    assert "haggis.show" not in table.kinds()


@pytest.mark.rule("C5-04")
def test_two_tokens_lie_face_up_before_play() -> None:
    table = tagged()
    assert tokens_of(table).face_up_supply == (ONES[0], THREES[0])
    assert table.kinds() == ["take"]


# ---- gaining


@pytest.mark.rule("C5-05", "C5-07", "C5-08")
def test_one_that_lies_face_up_is_taken_and_another_turned_up_at_once() -> None:
    table = tagged()
    table.enters("red", "haggis.free")
    assert table.choices("haggis.gain", "face_up") == ["0", "1"]
    table.taps(THREES[0])
    assert tokens_of(table).face_down["red"] == (THREES[0],)
    assert table.kinds()[0] == "haggis.show"
    table.taps(TWOS[0])
    assert tokens_of(table).face_up_supply == (ONES[0], TWOS[0])


@pytest.mark.rule("C5-05", "C5-06", "C5-11")
def test_one_drawn_face_down_is_tapped_and_nobody_is_told_which() -> None:
    table = tagged()
    table.enters("red", "haggis.sheep", anyway=True)
    table.taps(TWOS[1])
    assert tokens_of(table).face_down["red"] == (TWOS[1],)
    assert "Red gets a haggis token" in table.told()[-1]
    assert "good_cost" in table.kinds()


@pytest.mark.rule("C5-07", "C5-10")
def test_fewer_than_two_face_up_when_the_supply_runs_dry() -> None:
    table = tagged()
    holds(table, red=TWOS, yellow=(*ONES[1:], THREES[1]))
    assert tokens_of(table).supply_count() == 3
    for token, shown in ((ONES[0], THREES[2]), (THREES[0], ""), (THREES[2], "")):
        table.enters("blue", "haggis.free")
        table.taps(token)
        if shown:
            table.taps(shown)
        assert "haggis.show" not in table.kinds()
    assert tokens_of(table).supply_count() == 0
    assert table.refused("ledger", "haggis.free", player="blue").reason.rule == "C5-10"


@pytest.mark.rule("C5-05")
def test_a_token_held_by_another_is_refused_in_one_sentence_and_nothing_changes() -> None:
    table = tagged()
    holds(table, yellow=(TWOS[0],))
    table.enters("red", "haggis.free")
    assert str(refusal(table, TWOS[0]).reason.text) == "Yellow has that haggis token."


def test_a_token_tapped_twice_is_only_looked_at() -> None:
    table = tagged()
    table.enters("red", "haggis.free")
    table.taps(TWOS[0])
    seen = table.taps(TWOS[0])
    assert seen.interpretations == ()
    assert tokens_of(table).face_down["red"] == (TWOS[0],)


@pytest.mark.rule("C5-09")
def test_a_full_table_gives_the_tapped_one_back() -> None:
    table = tagged()
    holds(table, red=TWOS, yellow=(ONES[1],))
    table.enters("red", "haggis.free")
    assert str(refusal(table, ONES[1]).reason.text) == "Yellow has that haggis token."
    assert refusal(table, ONES[2]).reason.rule == "C5-05"
    table.taps(TWOS[3])
    table.taps(THREES[1])
    assert sorted(tokens_of(table).face_down["red"]) == sorted([*TWOS[:3], TWOS[4], THREES[1]])


# ---- turned by themselves


@pytest.mark.rule("C5-16", "C5-17", "C5-21", "C5-22", "C5-23")
def test_known_tokens_turn_by_themselves_roll_by_roll() -> None:
    table = tagged()
    holds(table, red=(ONES[1], ONES[2], THREES[1]), yellow=(ONES[3],))
    scoring(table)
    rolls(table, 1)
    assert "turned by Red, Yellow" in table.words("haggis.roll")
    rolls(table, 3, 2)
    assert "nobody turns one" in table.words("haggis.roll")
    rolls(table, 2)
    assert table.player("red").points[SLUG] == 8
    assert table.player("yellow").points[SLUG] == 1
    [left] = tokens_of(table).face_down["red"]
    assert left in ONES
    assert tokens_of(table).supply_count() == 12
    table.fits()


@pytest.mark.rule("C5-16")
def test_i_have_not_that_token() -> None:
    table = tagged()
    holds(table, red=(ONES[1], TWOS[1]))
    scoring(table)
    rolls(table, 1)
    table.answers("haggis.roll", "not_red")
    assert tokens_of(table).up("red") == ()
    assert sorted(tokens_of(table).face_down["red"]) == ["", TWOS[1]]
    assert "turn one 1 face up" in table.words("haggis.roll")
    rolls(table, 3, 2, 2)
    turned(table, red="3_2")
    assert table.player("red").points[SLUG] == 10, "3 and 2 lay face up"


def test_one_turned_that_the_companion_took_for_another() -> None:
    table = tagged()
    holds(table, red=(TWOS[1], TWOS[2]))
    scoring(table)
    rolls(table, 3)
    table.corrects("haggis.face_up", "red", "up_3")
    assert tokens_of(table).up("red") == (3,)
    assert tokens_of(table).face_down["red"] == (U,), "then nothing is known of the others any more"
    rolls(table, 2, 1, 1)
    assert set(table.offers("haggis.turned")) == {"these_", "these_1", "these_2"}
    turned(table, red="2")
    assert table.player("red").points[SLUG] == 10


def test_a_token_drawn_without_a_tap_is_asked_about_at_the_rolls() -> None:
    table = tagged()
    table.enters("red", "haggis.free")
    table.answers("haggis.gain", "drawn", "")
    scoring(table)
    rolls(table, 2, 2, 2, 2)
    turned(table, red="2")
    assert table.player("red").points[SLUG] == 2


@pytest.mark.rule("C8-39")
def test_the_giver_chooses_the_token_and_taps_it() -> None:
    table = tagged()
    holds(table, yellow=(TWOS[0], THREES[1]))
    scoring(table, "B", taker="red")
    table.answers("haggis.take", "from_yellow")
    assert refusal(table, ONES[2]).reason.rule == "C5-05"
    table.taps(THREES[1])
    assert tokens_of(table).face_down["red"] == (THREES[1],)
    assert "Yellow gives Red a haggis token" in table.told()[-1]


# ---- secrets


def drawn_by(token: str) -> Table:
    """Red draws this token; yellow is about to be asked about another."""
    table = tagged()
    table.enters("red", "haggis.free")
    table.taps(token)
    table.enters("yellow", "haggis.free")
    assert tokens_of(table).face_down["red"] == (token,)
    return table


def everything_seen(table: Table, viewer: str) -> bytes:
    """All that a viewer is shown: views, questions, history, what is put back, the summary."""
    game: Any = table.history.game
    seen = [
        game.view(table.state, viewer),
        [as_put(q) for q in game.questions(table.state)],
        [as_put(game.question(table.state, q.number)) for q in game.questions(table.state)],
        [text for _, text in table.history.lines()],
        table.history.undo_instructions(*table.history.propose_undo()),
        game.summary(table.state),
        [game.tap_meaning(table.state, token).description for token in TOKEN_IDS],
    ]
    return msgspec.json.encode(seen, enc_hook=lambda lazy: lazy.value)


@pytest.mark.rule("C5-06", "C5-08")
@pytest.mark.parametrize("viewer", ["", "yellow", "blue"])
def test_two_games_that_differ_in_a_drawn_token_look_the_same_to_all_others(viewer: str) -> None:
    """Not hidden but absent: whatever is derived from it would differ too."""
    one, other = drawn_by(ONES[3]), drawn_by(THREES[2])
    assert everything_seen(one, viewer) == everything_seen(other, viewer)


def test_its_owner_may_see_it() -> None:
    game: Any = drawn_by(THREES[2]).history.game
    table = drawn_by(THREES[2])
    lines = [str(line) for line in game.view(table.state, "red").players[0].lines]
    assert lines == ["1 haggis token", "face down: 3"]


def given_back(token: str) -> Table:
    """Red has five tokens and gives this one back for another."""
    table = tagged()
    holds(table, red=(*TWOS[:3], ONES[3], THREES[2]))
    table.enters("red", "haggis.free")
    table.taps(token)
    [went_back] = table.happened(HaggisReturned)
    assert went_back.token == token
    return table


def passed_on(token: str) -> Table:
    """Yellow chooses this token for Red (C8-39)."""
    table = tagged()
    holds(table, yellow=(TWOS[0], ONES[3], THREES[2]))
    scoring(table, "B", taker="red")
    table.answers("haggis.take", "from_yellow")
    table.taps(token)
    assert tokens_of(table).face_down["red"] == (token,)
    return table


@pytest.mark.rule("C5-06", "C5-08")
@pytest.mark.parametrize("moved", [drawn_by, given_back, passed_on])
def test_the_export_of_a_running_game_tells_no_token_that_is_secret(moved: Callable[[str], Table]) -> None:
    def exported(token: str) -> list[bytes]:
        table = moved(token)
        return list(export_journal(table.history, table.history.game.view_of_export))  # type: ignore[attr-defined]

    one, other = exported(ONES[3]), exported(THREES[2])
    assert one == other
    assert json.loads(one[0])["withheld"] is True
    assert ONES[3].encode() not in b"".join(one[1:])


def test_the_export_of_a_running_game_tells_a_token_that_lay_face_up() -> None:
    table = tagged()
    table.enters("red", "haggis.free")
    table.taps(THREES[0])
    game: Any = table.history.game
    assert THREES[0].encode() in list(export_journal(table.history, game.view_of_export))[-1]


def test_the_export_of_a_game_that_is_over_is_whole() -> None:
    table = drawn_by(ONES[3])
    rows = list(export_journal(table.history))
    assert ONES[3].encode() in b"".join(rows)
    assert [game.hash() for game in read_journals(rows, lambda _: table.history.game)] == [table.history.hash()]


def test_undo_tells_no_token_and_a_redo_brings_the_same_back() -> None:
    table = tagged()
    table.enters("red", "haggis.free")
    table.taps(THREES[2])
    before = table.history.hash()
    undo_instructions = table.history.undo_instructions(*table.history.propose_undo())
    assert [str(item.text) for item in undo_instructions] == ["A haggis token of Red back to the supply"]
    assert all(not item.piece for item in undo_instructions)
    table.undo()
    assert tokens_of(table).face_down["red"] == ()
    table.history.add(table.history.propose_redo())
    assert table.history.hash() == before


@pytest.mark.rule("C5-19")
def test_a_bought_roll_is_offered_by_what_everybody_sees() -> None:
    """Red could still turn nothing by it, or something: the offer is the same."""

    def offers(token: str) -> list[str]:
        table = tagged()
        table.has("red", barrels=1)
        holds(table, red=(token,))
        scoring(table)
        rolls(table, 2, 2, 2, 2)
        return table.offers("haggis.buy")

    assert offers(ONES[3]) == offers(THREES[2])
    assert "buy_red" in offers(ONES[3])


def test_only_a_tap_can_pick_a_drawn_token() -> None:
    table = tagged()
    table.enters("red", "haggis.free")
    assert table.choices("haggis.gain", "drawn") == [""]
    number = table.question("haggis.gain").number
    table.answer(Answer(number, "drawn", (TWOS[2],)))
    assert tokens_of(table).face_down["red"] == (TWOS[2],)
