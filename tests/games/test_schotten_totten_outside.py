"""A journal of Schotten Totten in other programs' hands: played, replayed and judged by commands alone."""

from __future__ import annotations

import json
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.engine.history import History
from companion.games.schotten_totten.definition import GAME
from companion.scoring.schotten_totten.claims import round_winners
from companion.state.schotten_totten.legal_plays import judged_claims
from companion.state.schotten_totten.model import State, stone_owners
from companion.storage.transfer import read_journals

EVERY = 40
"""From each so many entries on the command itself says where the game stands."""


def companion(*line: str) -> str:
    """What the command prints; it must go well."""
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        assert main(line) == 0
    assert err.getvalue() == ""
    return out.getvalue()


@pytest.mark.rule("ST-PRF-03", "ST-END-04")
@pytest.mark.parametrize("variants", ["", "tactics", "expert", "tactics,expert"])
def test_every_position_of_a_journal_is_judged_by_score_as_it_was_at_the_table(
    variants: str, tmp_path: Path
) -> None:
    journal = tmp_path / "game.jsonl"
    named = ("--variants", variants) if variants else ()
    game = ("simulate", "--game", "schotten_totten", "--players", "2", "--seed", "5")
    assert len(companion(*game, *named, "--out", str(journal)).splitlines()) == 1
    [history] = read_journals(journal.read_bytes().splitlines(keepends=True), lambda _: GAME.rules)
    states: list[State] = [history.state_before(place) for place in range(len(history.standing) + 1)]
    assert {*states[-1].variants} == {*variants.split(",")} - {""}
    documents = [dict(GAME.summary(state)) for state in states]
    for place in range(0, len(states), EVERY):
        printed = json.loads(companion("replay", "--json", "--upto", str(place), str(journal)))
        again = History(history.game, history.header, history.entries[:place])
        assert printed == {**json.loads(json.dumps(documents[place])), "state_hash": again.hash()}
    lines = tmp_path / "positions.jsonl"
    lines.write_text("\n".join(map(json.dumps, documents)), "utf-8")
    answers = [
        json.loads(each) for each in companion("score", "--game", "schotten_totten", str(lines)).splitlines()
    ]
    assert len(answers) == len(states)
    assert sum(alike(*each) for each in zip(states, documents, answers, strict=True)) > 20


def alike(state: State, document: dict[str, Any], answer: dict[str, Any]) -> int:
    """Compares what the table knew with what came out; gives how many stones were judged."""
    won = round_winners(stone_owners(state))
    assert answer["winner"] == (won[0] if won else None)
    found = [(each["stone"], each["claimable"], each["why"]) for each in answer["claims"]]
    if won:
        assert found == []
        return 0
    wanted = judged_claims(state, document["to_move"]) if state.stones else ()
    assert found == [(each.stone, each.claimable, each.why) for each in wanted]
    for claim, each in zip(wanted, answer["claims"], strict=True):
        assert each["as"] == [*claim.own.counted]
        assert each.get("beaten_by", []) == [*claim.beaten_by]
        assert (claim.best is None) == (each["best"] is None)
    return len(found)
