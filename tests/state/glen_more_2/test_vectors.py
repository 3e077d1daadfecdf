"""The turn examples printed in the rulebooks, played at the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import DECKS
from tests.state.glen_more_2.table import COLOURS, Table, facts_of, with_piece

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "base.json").read_text(encoding="utf-8"))


def vector(name: str) -> tuple[Any, Any]:
    """What is given and what is expected in the printed example."""
    [found] = [one for one in VECTORS if one["id"] == name]
    return found["given"], found["expect"]


@pytest.mark.rule("GM-RND-01")
def test_gm_turn_last_pawn_next() -> None:
    given, expect = vector("gm-turn-last-pawn-next")
    table = Table(2)
    table.arrange(" ".join([*given["pawns_from_last_to_foremost"], "S-1", "S-2", "S-3"]))
    assert table.on_turn == expect["first_on_turn"]
    table.takes("red", "S-2")
    table.done()
    assert table.on_turn == expect["next_on_turn"]


@pytest.mark.rule("GM-PER-01", "GM-PER-05")
def test_gm_turn_person_not_in_territory() -> None:
    given, expect = vector("gm-turn-person-not-in-territory")
    table = Table(2)
    table.arrange("yellow robert_the_bruce red S-1")
    assert table.state.facts.pieces["robert_the_bruce"].name == given["takes"]
    table.takes("yellow", "robert_the_bruce")
    table.answers("crest", "crest", "macleod")
    assert (table.player("yellow").tiles > 2) is expect["laid_in_territory"]
    assert table.player("yellow").persons == ("robert_the_bruce",)
    assert len(table.player("yellow").crests) == expect["clan_markers_placed"]
    activated = [chore for chore in table.chores if "marker" not in chore]
    assert len(activated) == expect["tiles_activated"]


@pytest.mark.rule("GM-SET-15")
def test_gm_setup_rondel_order() -> None:
    given, expect = vector("gm-setup-rondel-order")
    for players in given["players"]:
        table = Table(players, die=True)
        sorts = ["pawns" if space.figures and space.figures != ("die",) else "die" for space in table.state.track]
        found = [
            f"{space.deck} tiles" if space.deck else category
            for space, category in zip(table.state.track, sorts, strict=True)
        ]
        assert list(dict.fromkeys([*found, "empty space"])) == expect["clockwise"]
        assert found.count("S tiles") == given["start_tiles"]
        assert table.state.spaces - len(table.state.track) == expect["empty_spaces"]


@pytest.mark.rule("GM-SET-07")
def test_gm_setup_coins() -> None:
    given, expect = vector("gm-setup-coins")
    table = Table(0)
    table.sits(*COLOURS[: given["seats_from_last_pawn"]])
    assert [p.coins for p in table.state.players] == expect["coins"]


@pytest.mark.rule("GM-DIE-04", "GM-TIL-05")
def test_gm_die_roll_2_skips_chronicle() -> None:
    given, expect = vector("gm-die-roll-2-skips-chronicle")
    ids = ["A-6", "A-7", "loch_lochy"]
    facts = facts_of("complete")
    for id, tile in zip(ids, given["tiles_ahead"], strict=True):
        facts = with_piece(facts, id, symbol=tile["chronicle_symbol"])
    table = Table(2, facts=facts)
    table.arrange(f"{given['figure_last']} red yellow {' '.join(ids)}")
    table.answers("roll", f"face_{given['roll']}")
    [gone] = table.happened(ev.TileDiscarded)
    assert gone.piece == ids[expect["ends_on_tile_index"]]
    assert facts.pieces[gone.piece].name == expect["discarded"]
    assert table.reads() == "red yellow A-6 A-7 die"


@pytest.mark.rule("GM-RBD-07", "GM-RBD-06", "GM-RBD-11")
def test_gm_rebuild_keeps_landmark_card() -> None:
    _, expect = vector("gm-rebuild-keeps-landmark-card")
    table = Table(2)
    table.arrange("red yellow donan_castle B-4 B-7")
    table.takes("red", "donan_castle")
    table.declines()
    table.done()
    table.takes("yellow", "B-4")
    table.declines()
    table.done()
    table.takes("red", "B-7")
    assert table.state.facts.pieces["B-7"].rebuild
    assert ("donan_castle" not in table.player("red").landmarks) is expect["card_returned"]
    now = table.view.if_scored_now
    assert now is not None
    gains = {gain.source: gain.points for player in now.players for gain in player.gains if player.name == "red"}
    assert bool(gains.get("landmarks")) is expect["card_still_works"]
    assert table.player("red").tiles == 3


def test_decks_stand_in_their_order() -> None:
    assert [d.letter for d in Table(2).state.decks] == list(DECKS)
