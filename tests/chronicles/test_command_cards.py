"""The chronicles' command cards on the reader: each enters its act in its moment, and else says why not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from companion.engine.offers import Answer, Refusal
from companion.engine.question_kinds import CARD_HAS_NO_EFFECT, cards_of_rows
from companion.games.glen_more_2.catalogue.sticker_kinds import command_cards
from companion.games.glen_more_2.installed_chronicles import game_rules, installed_library
from companion.state.glen_more_2.model import Tile
from tests.chronicles import (
    test_boat_race,
    test_great_glen,
    test_hammer,
    test_highlander,
    test_penny_mobs,
    test_single_cask,
    test_turbulent,
)
from tests.chronicles.haggis_table import table_of
from tests.chronicles.on_the_desk import on_the_desk, panel_words
from tests.chronicles.test_always_a_way_on import begun
from tests.sampled import half
from tests.state.glen_more_2.table import Table, facts_of

OF_CHRONICLES = {
    card.id: chronicle
    for chronicle in installed_library().all_expansions()
    for rows in (*(kind.actions for kind in chronicle.questions), *chronicle.actions.values())
    for _, card in cards_of_rows(rows, facts_of("complete"))
}
"""Every card that a chronicle brings, with its chronicle."""


class Moment(NamedTuple):
    """Where a card enters its act."""

    table: Callable[[], Table]
    entered: tuple[str | int, ...]
    """The name of the offer and its values."""
    rows: int = 0
    """How many ways the panel asks about; 0: the tap says all."""


class Never(NamedTuple):
    """Where it can't."""

    table: Callable[[], Table]
    says: str
    czech: str


def fists(players: int = 3) -> Table:
    table = test_great_glen.seated(players)
    test_great_glen.gathers(table, "most_sets")
    return table


def one_after_the_other(players: int = 3) -> Table:
    table = fists(players)
    table.answers("great_glen.fists", "each")
    return table


def passes_the_mountain() -> Table:
    table = test_highlander.at("red mountain = blue S-1 yellow S-2")
    table.takes("red", "S-2")
    return table


def with_an_inn() -> Table:
    table = table_of()
    table.arrange("red yellow blue A-6 creek_inn A-7")
    table.takes("red", "creek_inn")
    table.answers("haggis.once", "no")
    table.declines()
    return table


def no_tokens_left() -> Table:
    """All 13 are on the tables of four people."""
    table = table_of(4)
    for who, n in (("red", 5), ("yellow", 5), ("blue", 3)):
        table.corrects("haggis.count", who, n)
    return table


def turn_over(*jailed: str) -> Table:
    table = test_penny_mobs.seated(*jailed)
    table.arrange("red yellow blue S-1 S-2 A-6 A-7")
    table.takes("red", "S-1")
    table.declines()
    return table


def without_the_marker() -> Table:
    table = test_hammer.seated()
    table.arrange("red yellow blue S-1 A-6")
    return table


def with_the_church() -> Table:
    table = test_hammer.with_church()
    table.has("red", barrels=1, taken_tiles=(Tile("glenfinnan_church", "B"),))
    return table


MOMENTS = {
    "boat_castle": Moment(test_boat_race.under_way, ("boat_race.castle",)),
    "mountain_coin": Moment(passes_the_mountain, ("coin",)),
    "mountain_good": Moment(passes_the_mountain, ("good",)),
    "mature": Moment(lambda: test_single_cask.with_casks("1.1"), ("single_cask.mature", "1.1")),
    "produce": Moment(lambda: test_single_cask.with_casks("1.1"), ("single_cask.produce",)),
    "englishman": Moment(test_hammer.his_turn, ("use",)),
    "church": Moment(with_the_church, ("hammer.barrel",)),
    "england": Moment(without_the_marker, ("hammer.marker",)),
    "haggis": Moment(with_an_inn, ("haggis.sheep",)),
    "event": Moment(lambda: test_turbulent.with_cards("castle_moil"), ("turbulent.event", "castle_moil"), 1),
    "vote_aye": Moment(fists, ("votes_3_0",), 2),
    "vote_nay": Moment(fists, ("votes_1_2",), 2),
    "vote_aye_aye": Moment(lambda: one_after_the_other(2), ("aye_aye",)),
    "vote_aye_nay": Moment(lambda: one_after_the_other(2), ("aye_nay",)),
    "vote_nay_nay": Moment(lambda: one_after_the_other(2), ("nay_nay",)),
    "penny": Moment(lambda: turn_over("joe_mcduff"), ("penny_mobs.penny", "penny:joe_mcduff"), 2),
}

NEVER_MIND = "Never mind"
TWO_TOKENS = (
    "Two tokens are for a vote one after the other, with 2 players, once each.",
    "Dva žetony dá každý jen jednou, ve 2 hráčích, když hlasují jeden po druhém.",
)
NOBODY_VOTES = ("Nobody votes now.", "Teď nikdo nehlasuje.")
NOBODY_PASSES = ("Nobody passes the mountain now.", "Horu teď nikdo nemíjí.")
NEVER = {
    "boat_castle": Never(
        test_boat_race.table,
        "No boat moves before a pawn has passed Start.",
        "Žádná loď nepluje, dokud některá figurka nemine Start.",
    ),
    "mountain_coin": Never(lambda: test_highlander.at("red S-1 blue yellow S-2 mountain ="), *NOBODY_PASSES),
    "mountain_good": Never(lambda: test_highlander.at("red S-1 blue yellow S-2 mountain ="), *NOBODY_PASSES),
    "mature": Never(test_single_cask.seated, "No barrel can move to the right.", "Žádný sud se nemůže posunout"),
    "englishman": Never(without_the_marker, "It is not the Englishman's turn.", "Angličan teď není na tahu."),
    "church": Never(without_the_marker, "Red has not taken Glenfinnan Church.", "Glenfinnan Church"),
    "england": Never(test_hammer.his_turn, "Yellow has the marker already.", "Žlutý už žeton má."),
    "haggis": Never(no_tokens_left, "No haggis token is left", "žeton"),
    "event": Never(test_turbulent.with_cards, "Red has no card on its landmark side.", "kart"),
    "vote_aye": Never(test_great_glen.seated, *NOBODY_VOTES),
    "vote_nay": Never(test_great_glen.seated, *NOBODY_VOTES),
    "vote_aye_aye": Never(fists, *TWO_TOKENS),
    "vote_aye_nay": Never(one_after_the_other, *TWO_TOKENS),
    "vote_nay_nay": Never(lambda: fists(2), *TWO_TOKENS),
    "penny": Never(
        turn_over,
        "A penny comes at the end of an own turn, while somebody is in jail.",
        "Penny se dává na konci vlastního tahu, když je někdo ve vězení.",
    ),
}
"""Entered at any time of a turn: only the 1 barrel for barley and wood."""


def test_every_card_of_a_chronicle_is_printed_and_has_its_moment_here() -> None:
    assert set(OF_CHRONICLES) == set(MOMENTS) == {*NEVER, "produce"}
    assert set(OF_CHRONICLES) < set(command_cards(facts_of("complete"), game_rules().library.question_kinds()))


@pytest.mark.parametrize("card", OF_CHRONICLES)
def test_a_card_tapped_in_its_moment_enters_its_act(card: str, tmp_path: Path) -> None:
    moment = MOMENTS[card]
    at = moment.table()
    with on_the_desk(at, tmp_path) as desk:
        before = len(desk.entries)
        desk.tap(f"card:{card}")
        if moment.rows:
            assert (desk.heard(1), len(desk.entries)) == (["asks"], before)
            assert len(desk.rows) == moment.rows + 1, "and never mind"
            desk.press("OK")
        assert len(desk.entries) > before
        given = desk.entries[before].answer
        assert isinstance(given, Answer)
        assert (given.offer, *given.values) == moment.entered
        assert desk.heard(1)[0] in ("accepted", "asks")


def refused(table: Table, card: str, folder: Path, english: str, czech: str) -> None:
    """Nothing is entered, the beeper says so, and one sentence on the smallest panel says why."""
    with on_the_desk(table, folder) as desk:
        before, kept = desk.hash, len(desk.entries)
        desk.tap(f"card:{card}")
        assert desk.heard(1) == ["refused"]
        assert (desk.hash, len(desk.entries)) == (before, kept)
        assert english in panel_words(desk, "en")
        assert czech in panel_words(desk, "cs")


@pytest.mark.parametrize("card", NEVER)
def test_a_card_tapped_when_its_act_is_not_possible_says_why(card: str, tmp_path: Path) -> None:
    never = NEVER[card]
    refused(never.table(), card, tmp_path, never.says, never.czech)


@pytest.mark.parametrize("card", OF_CHRONICLES)
def test_a_card_of_a_chronicle_that_is_not_played_says_so(card: str, tmp_path: Path) -> None:
    name = OF_CHRONICLES[card].name
    refused(Table(3), card, tmp_path, f"{name} is not played in this game.", "se v této hře nehraje.")


@pytest.mark.parametrize("card", OF_CHRONICLES)
def test_a_card_tapped_before_the_first_turn_says_why(card: str, tmp_path: Path) -> None:
    table = Table(0, chronicles=(OF_CHRONICLES[card].slug,))
    says = str(table.history.game.tap_meaning(table.state, f"card:{card}").description)
    assert says != str(CARD_HAS_NO_EFFECT)
    refused(table, card, tmp_path, says, "")


def test_aye_and_nay_say_how_the_open_fists_decided_and_ask_how_many(tmp_path: Path) -> None:
    with on_the_desk(fists(), tmp_path) as desk:
        desk.tap("card:vote_nay")
        assert desk.rows == ["1 Aye, 2 Nay: refused", "0 Aye, 3 Nay: refused", NEVER_MIND]
        assert "open your fists. How many Aye?" in panel_words(desk, "en")
        assert "1 pro, 2 proti: " in panel_words(desk, "cs").replace("Aye", "pro").replace("Nay", "proti")
        desk.tap("card:vote_aye")
        assert desk.rows == ["3 Aye, 0 Nay: accepted", "2 Aye, 1 Nay: accepted", NEVER_MIND]
        desk.press("DOWN", "OK")
        assert desk.heard(1) == ["accepted"]
        assert test_great_glen.OWN_STATE.of(desk.app.running.snapshot.state).cards["most_sets"] == "accepted"


def test_where_the_tokens_left_allow_one_count_only_the_card_says_it_whole() -> None:
    table = fists()
    now = test_great_glen.OWN_STATE.of(table.state)
    table.stage(test_great_glen.OWN_STATE.change(table.state, anonymous_tokens=(9, 0), cards={**now.cards}))
    test_great_glen.gathers(table, "most_animals")
    assert str(table.taps("card:vote_aye").description) == "Only 0 Aye and 6 Nay are left."
    table.taps("card:vote_nay")
    assert test_great_glen.OWN_STATE.of(table.state).cards["most_animals"] == "refused"


@pytest.mark.parametrize("seed", half(range(6)))
def test_no_card_is_ever_without_a_reason(seed: int) -> None:
    """Whatever happens in a game: a card enters something, or a sentence of its own says why not."""
    history, player = begun(seed)
    cards = command_cards(history.state.facts, game_rules().library.question_kinds())
    for n in range(1000):
        if n % 12 == 0 or history.state.phase == "over":
            for card in cards.keys() - {"undo", "what"}:
                meant = history.game.tap_meaning(history.state, f"card:{card}")
                assert meant.interpretations or meant.description != CARD_HAS_NO_EFFECT, (
                    n,
                    card,
                    history.state.phase,
                )
        if history.state.phase == "over":
            return
        way = player.moves(history)
        if way.replaces:
            history.add(history.propose_edit(history.standing[-1].number, way.answer).entries)
        elif not isinstance(entries := history.propose(replace(way.answer, anyway=True)), Refusal):
            history.add(entries)
