"""Every ruling with another playable reading can be changed, in the file and at set-up; once more goes by them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from companion.engine.history import History
from companion.engine.journal import SCHEMA, Header
from companion.games.schotten_totten.definition import GAME
from companion.games.schotten_totten.help_pages import base_help
from companion.state.schotten_totten.game import next_rematch_answer, seating_order
from companion.state.schotten_totten.house_rules import HouseRules
from companion.state.schotten_totten.labels import HOUSE_WORDS
from companion.state.schotten_totten.questions.setup import TACTICS_HOUSE_RULES
from companion.storage.toml_file import BadFile
from tests.state.schotten_totten.table import GAME as RULES
from tests.state.schotten_totten.table import Table

FILE = Path(__file__).parents[3] / "config" / "house_rules.toml"
FIELDS = {field.name for field in msgspec.structs.fields(HouseRules)}


def test_each_stands_in_the_file_that_ships_with_its_rule_and_our_reading() -> None:
    text = FILE.read_text(encoding="utf-8")
    blocks = re.findall(r"^# (ST-\w+-\d+)[^=]*?(?:^#.*\n)*^(\w+) = ", text, re.MULTILINE)
    assert {name for _, name in blocks} == FIELDS
    assert {rule for rule, _ in blocks} <= {*base_help().rules}
    table = tomllib.loads(text)["games"]["schotten_totten"]
    assert GAME.house_rules.read(table, "house_rules.toml", "games.schotten_totten") == HouseRules()


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ({"runs_go_rund": True}, "runs_go_rund is not known; did you mean"),
        ({"runs_go_round": "yes"}, "runs_go_round must be true or false; correct it."),
        ({"joker_declared": "later"}, "joker_declared must be"),
    ],
)
def test_a_wrong_one_is_one_sentence(table: dict[str, object], says: str) -> None:
    with pytest.raises(BadFile) as bad:
        GAME.house_rules.read(table, "ours.toml", "games.schotten_totten")
    assert says in str(bad.value.message)


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_each_can_be_changed_at_set_up_and_back(name: str) -> None:
    table = set_up("tactics")
    before = getattr(table.state.house, name)
    table.answers("start", "house", name)
    assert getattr(table.state.house, name) != before
    table.answers("start", "house", name)
    assert table.state.house == HouseRules()


def set_up(*variants: str) -> Table:
    table = Table(seated=False)
    table.answers("seat", "seat", "unnamed")
    table.answers("seat", "seat", "unnamed")
    for each in variants:
        table.answers("start", "variant", each)
    return table


def test_rulings_about_tactics_cards_are_asked_only_where_they_are_played() -> None:
    assert {*HOUSE_WORDS} == FIELDS
    assert {*set_up("expert").open_values("start", "house")} == FIELDS - {*TACTICS_HOUSE_RULES}
    assert {*set_up("tactics").open_values("start", "house")} == FIELDS


def test_once_more_is_set_up_as_the_last_game_was_and_asks_who_begins() -> None:
    ended = Table(rounds=2, seated=False)
    ended.answers("seat", "seat", "new", "Ann")
    ended.answers("seat", "seat", "unnamed")
    for offer, value in (
        ("variant", "tactics"),
        ("rounds", 3),
        ("house", "joker_after_loss"),
        ("house", "runs_go_round"),
    ):
        ended.answers("start", offer, value)
    ended.answers("start", "go", "A")
    history = History(RULES, Header(SCHEMA, RULES.slug, 1, RULES.setup(HouseRules())))
    history._states[-1] = ended.state
    again = Table(seated=False)
    while answer := next_rematch_answer(history, again.state):
        kind = next(opened.kind for opened in again.state.open_questions if opened.number == answer.question)
        again.answers(kind, answer.offer, *answer.values)
    assert again.state.find_question("start"), "who begins is asked"
    assert (again.state.house, again.state.rounds, again.state.variants) == (
        ended.state.house,
        3,
        ("tactics",),
    )
    assert [player.name for player in again.state.players] == ["Ann", ""]
    assert str(seating_order(again.state)) == "Sides A and B: Ann, player 2."


def test_people_are_named_and_a_note_is_made_at_any_time() -> None:
    table = Table()
    table.plays("red-7:1")
    table.answers("correct", "name", "B", "new", "Bea")
    assert table.view.players[1].name == "Bea"
    events = table.answers("correct", "note", "Ben went for tea")
    assert [str(RULES.history_text(table.state, _note(), events))] == ["corrected: note: Ben went for tea"]


def _note():  # type: ignore[no-untyped-def]
    from companion.engine.offers import Answer

    return Answer(0, "note", ("x",))
