"""`companion score --game schotten_totten` as a function: JSON in, JSON or words out, one sentence a trouble."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from companion.scoring.schotten_totten.document import HOUSE_KEYS, judge_document
from companion.scoring.score_sheet import BadDocument
from companion.state.schotten_totten.house_rules import HouseRules

Sheet = dict[str, Any]
Change = Callable[[Sheet], object]


def a_stone(a: str = "", b: str = "", **more: Any) -> Sheet:
    return {"a": a.split(), "b": b.split(), **more}


def a_sheet(*stones: Sheet, **more: Any) -> Sheet:
    """A border with these stones first."""
    rest = [a_stone() for _ in range(9 - len(stones))]
    return {"schema": 1, "to_move": "A", "stones": [*stones, *rest], **more}


def judged(sheet: Sheet) -> Sheet:
    found: Sheet = json.loads(judge_document(json.dumps(sheet)))
    return found


def sentence(sheet: Sheet) -> str:
    """What is said about a sheet that can't be."""
    with pytest.raises(BadDocument) as bad:
        judge_document(json.dumps(sheet))
    return str(bad.value.message)


def test_claims_come_out_in_the_published_shape() -> None:
    sheet = {
        "schema": 1, "variants": [], "house_rules": {}, "to_move": "A", "discarded": [],
        "stones": [
            {"a": ["red-7", "red-8", "red-9"], "b": [], "full_first": None, "techniques": [], "owner": None},
            {"a": ["red-4", "red-6", "red-5"], "b": ["blue-8", "blue-9"], "owner": None},
            *[{"a": [], "b": []} for _ in range(7)],
        ],
    }  # fmt: skip
    assert judged(sheet) == {
        "schema": 1,
        "claims": [
            {
                "stone": 1,
                "by": "A",
                "claimable": True,
                "why": "ST-PRF-05",
                "because": "7-8-9 of red, 24, was complete first; B can get 7-8-9 of yellow at best: 24 too",
                "formation": "colour_run",
                "sum": 24,
                "as": ["red-7", "red-8", "red-9"],
                "best": {"formation": "colour_run", "sum": 24},
            },
            {
                "stone": 2,
                "by": "A",
                "claimable": False,
                "why": "ST-PRF-04",
                "because": "B can still get 7-8-9 of blue with blue 7: 24",
                "formation": "colour_run",
                "sum": 15,
                "as": ["red-4", "red-6", "red-5"],
                "best": {"formation": "colour_run", "sum": 24},
                "beaten_by": ["blue-7"],
            },
        ],
        "winner": None,
    }


def test_what_can_be_left_out_means_nothing_of_it() -> None:
    full = {"full_first": None, "techniques": [], "owner": None}
    sheet = a_sheet(a_stone("red-1 red-2 red-3", "blue-4"))
    told = a_sheet(*({**stone, **full} for stone in sheet["stones"]), variants=[], house_rules={}, discarded=[])
    assert judged(sheet) == judged(told)


@pytest.mark.rule("ST-PRF-06")
def test_where_nothing_can_be_got_best_is_null() -> None:
    cards = [
        f"{colour}-{n}" for colour in ("red", "yellow", "green", "blue", "purple", "brown") for n in range(1, 10)
    ]
    sheet = a_sheet(a_stone("red-1 yellow-1 blue-5"), variants=["tactics"])
    sheet["discarded"] = [card for card in cards if card not in sheet["stones"][0]["a"]]
    [claim] = judged(sheet)["claims"]
    assert (claim["claimable"], claim["best"], claim["why"]) == (True, None, "ST-PRF-06")


def test_the_player_to_move_is_the_one_who_claims() -> None:
    sheet = a_sheet(a_stone("red-1 red-2", "blue-7 blue-8 blue-9"), to_move="B")
    assert [claim["by"] for claim in judged(sheet)["claims"]] == ["B"]
    assert judged({**sheet, "to_move": "A"})["claims"] == []


@pytest.mark.rule("ST-END-01", "ST-END-02")
@pytest.mark.parametrize("numbers", [(2, 3, 4), (0, 2, 4, 6, 8)])
def test_the_winner_follows_from_the_owners_and_then_nothing_is_claimed(numbers: tuple[int, ...]) -> None:
    sheet = a_sheet()
    for place, number in enumerate(numbers):
        sheet["stones"][number] = a_stone(
            "", " ".join(f"{c}-{place + 1}" for c in ("red", "blue", "green")), owner="B"
        )
    sheet["stones"][7] = a_stone("brown-1 brown-2 brown-3")
    assert judged(sheet) == {"schema": 1, "claims": [], "winner": "B"}
    sheet["stones"][numbers[0]]["owner"] = None
    assert [claim["stone"] for claim in judged(sheet)["claims"]] == [8]
    assert judged(sheet)["winner"] is None


@pytest.mark.parametrize("variants", [[], ["expert"], ["tactics"], ["tactics", "expert"]])
def test_variants_change_nothing_of_a_claim(variants: list[str]) -> None:
    sheet = a_sheet(a_stone("red-4 red-6 red-5", "blue-8 blue-9"))
    assert judged({**sheet, "variants": variants}) == judged(sheet)


@pytest.mark.rule("ST-FRM-07", "ST-PRF-04", "ST-PRF-07", "ST-ELT-02", "ST-ELT-05")
def test_house_rules_are_read_and_all_are_known() -> None:
    sheet = a_sheet(a_stone("red-8 red-9 red-1", "blue-9 blue-8"), a_stone("brown-4 brown-3", "joker-1"))
    assert "must say what it was declared as" in sentence({**sheet, "variants": ["tactics"]})
    sheet["stones"][1] = a_stone("brown-4 brown-3 shield_bearer=2", "joker-1 purple-1")
    sheet |= {"variants": ["tactics"], "discarded": ["blue-7", "purple-2", "purple-3"]}
    rules = {"joker_declared": "on_claim", "shield_bearer_strength": "on_play"}
    usual, other = judged({**sheet, "house_rules": rules})["claims"]
    assert (usual["formation"], usual["beaten_by"]) == ("colour", ["blue-6"])
    assert (other["as"][2], other["claimable"]) == ("brown-2", True)
    more = {"runs_go_round": True, "discarded_are_seen": False, "proof_of_last_card_only": False}
    first, second = judged({**sheet, "house_rules": rules | more})["claims"]
    assert (first["formation"], first["beaten_by"], second["beaten_by"]) == (
        "colour_run",
        ["blue-7"],
        ["purple-9"],
    )
    defaults = {name: getattr(HouseRules(), name) for name in HOUSE_KEYS}
    assert {*defaults} > {*rules, *more}, "others only say what may be played"
    plain = a_sheet(a_stone("red-4 red-6 red-5", "blue-8 blue-9"))
    assert judged({**plain, "house_rules": defaults}) == judged(plain)


# ---- several documents, and words


def test_documents_that_come_one_a_line_are_answered_one_a_line() -> None:
    sheets = [
        a_sheet(a_stone("red-7 red-8 red-9")),
        a_sheet(),
        a_sheet(a_stone("", "blue-1 blue-2 blue-3"), to_move="B"),
    ]
    text = "\n".join(map(json.dumps, sheets))
    lines = judge_document(f"{text}\n\n").split("\n")
    assert [json.loads(line) for line in lines] == [*map(judged, sheets)]
    assert judge_document(json.dumps(sheets[0])) == lines[0], "one line is answered in one"
    pretty = judge_document(json.dumps(sheets[0], indent=2))
    assert json.loads(pretty) == judged(sheets[0])
    assert pretty.count("\n") > 10


def test_of_several_the_line_is_named_that_can_not_be() -> None:
    good = json.dumps(a_sheet())
    for bad, said in (
        (json.dumps(a_sheet(to_move="C")), 'The score sheet: "to_move" must be "A" or "B".'),
        ("[]", "The score sheet must be an object with keys and values."),
        ('{"schema": 2}', "The score sheet has schema 2; only schema 1 is known here."),
    ):
        for text, number in ((f"{good}\n\n{bad}\n{good}", 3), (f"{good}\r\n{bad}", 2)):
            with pytest.raises(BadDocument) as refused:
                judge_document(text)
            assert str(refused.value.message) == f"Line {number}: {said}"
    with pytest.raises(BadDocument) as refused:
        judge_document(f'{{"schema": }}\n{good}')
    assert str(refused.value.message).startswith("Line 1: The score sheet is not readable JSON: ")


@pytest.mark.parametrize("text", ["", "{", '{"schema": 1,\n{', "[1, 2", "\ufeff{]", "[" * 2000, "{}\n[", "[]\n[]"])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(BadDocument) as refused:
        judge_document(text)
    told = str(refused.value.message).removeprefix("Line 1: ")
    assert told.startswith(("The score sheet is not readable JSON: ", 'The score sheet: "schema"'))


def test_people_read_a_line_for_each_stone() -> None:
    sheet = a_sheet(a_stone("red-7 red-8 red-9"), a_stone("red-4 red-6 red-5", "blue-8 blue-9"))
    assert judge_document(json.dumps(sheet), as_text=True).splitlines() == [
        "Stone 1  can be claimed  7-8-9 of red, 24, was complete first; B can get 7-8-9 of yellow at best: 24 too",
        "Stone 2  not yet         B can still get 7-8-9 of blue with blue 7: 24",
    ]
    nothing = json.dumps(a_sheet())
    assert judge_document(f"{nothing}\n{nothing}", as_text=True).splitlines() == [
        "No side of A is full at a stone that is still free.",
        "",
        "No side of A is full at a stone that is still free.",
    ]
    won = a_sheet(*(a_stone(f"red-{n} blue-{n} green-{n}", owner="A") for n in range(1, 4)))
    assert judge_document(json.dumps(won), as_text=True) == "Winner: A."


def test_reasons_come_in_the_language_asked_for() -> None:
    sheet = json.dumps(a_sheet(a_stone("red-7 red-8 red-9")))
    found = json.loads(judge_document(sheet, translate=lambda message: message.text))
    assert found["claims"][0]["because"] == (
        "{own}, {sum}, was complete first; {who} can get {cards} at best: {sum} too"
    )


# ---- what can't be


def tactics(*stones: Sheet, **more: Any) -> Sheet:
    return a_sheet(*stones, **{"variants": ["tactics"], **more})


SPY_THERE = a_stone("spy")
BAD = [
    ({**a_sheet(), "schema": 2}, "The score sheet has schema 2; only schema 1 is known here."),
    ({"schema": 1}, 'The score sheet: "to_move", "stones" are missing.'),
    (a_sheet(round="final"), 'The score sheet: "round" is not known.'),
    (a_sheet(to_move="a"), 'The score sheet: "to_move" must be "A" or "B".'),
    (a_sheet(variants=["tactic"]), 'The score sheet: "variants" must be a list of "tactics" and "expert".'),
    (a_sheet(house_rules=[]), 'The score sheet: "house_rules" must be an object of house rules.'),
    (a_sheet(house_rules={"runs_wrap": True}), 'The house rules: "runs_wrap" is not known.'),
    (a_sheet(house_rules={"runs_go_round": 1}), 'The house rules: "runs_go_round" must be true or false.'),
    (
        a_sheet(house_rules={"joker_declared": True}),
        'The house rules: "joker_declared" must be "on_play" or "on_claim".',
    ),
    (a_sheet(discarded="red-1"), 'The score sheet: "discarded" must be a list of ids of cards.'),
    (a_sheet(stones={}), 'The score sheet: "stones" must be a list of stones.'),
    (a_sheet(stones=[a_stone()] * 8), '"stones" must list 9 stones, not 8.'),
    (a_sheet(stones=[a_stone()] * 10), '"stones" must list 9 stones, not 10.'),
    (a_sheet(*[a_stone()] * 3, []), "Stone 4 must be an object with keys and values."),  # type: ignore[arg-type]
    (a_sheet({"a": []}), 'Stone 1: "b" is missing.'),
    (a_sheet(a_stone(c=1)), 'Stone 1: "c" is not known.'),
    (a_sheet({"a": "red-1", "b": []}), 'Stone 1: "a" must be a list of ids of cards.'),
    (a_sheet({"a": [7], "b": []}), 'Stone 1: "a" must be a list of ids of cards.'),
    (a_sheet(a_stone(full_first="C")), 'Stone 1: "full_first" must be "A", "B" or null.'),
    (a_sheet(a_stone(owner="a")), 'Stone 1: "owner" must be "A", "B" or null.'),
    (
        a_sheet(a_stone(techniques=["mud"])),
        'Stone 1: "techniques" must be a list of "blind_mans_bluff" and "mud_fight".',
    ),
    # cards
    (a_sheet(a_stone(), a_stone("red-1", "red-10")), 'Stone 2, "b": "red-10" is not a card that can be there.'),
    (a_sheet(a_stone("pink-1")), 'Stone 1, "a": "pink-1" is not a card that can be there.'),
    (a_sheet(a_stone("red-0")), 'Stone 1, "a": "red-0" is not a card that can be there.'),
    (tactics(a_stone("joker-3=red-1")), 'Stone 1, "a": "joker-3=red-1" is not a card that can be there.'),
    (tactics(a_stone("joker-1=spy")), 'Stone 1, "a": "joker-1=spy" is not a card that can be there.'),
    (tactics(a_stone("joker-1=red-0")), 'Stone 1, "a": "joker-1=red-0" is not a card that can be there.'),
    (tactics(a_stone("spy=red-7")), 'Stone 1, "a": "spy=red-7" is not a card that can be there.'),
    (tactics(a_stone("traitor")), 'Stone 1, "a": "traitor" is not a card that can be there.'),
    (tactics(a_stone("mud_fight")), 'Stone 1, "a": "mud_fight" is not a card that can be there.'),
    (tactics(a_stone("joker-1")), 'Stone 1, "a": "joker-1" must say what it was declared as.'),
    (tactics(a_stone("shield_bearer=2")), 'Stone 1, "a": "shield_bearer=2" is declared at the claim, not before.'),
    (
        tactics(a_stone("joker-1=red-1"), house_rules={"joker_declared": "on_claim"}),
        'Stone 1, "a": "joker-1=red-1" is declared at the claim, not before.',
    ),
    (
        tactics(a_stone("shield_bearer"), house_rules={"shield_bearer_strength": "on_play"}),
        'Stone 1, "a": "shield_bearer" must say what it was declared as.',
    ),
    (tactics(discarded=["joker-1=red-1"]), 'The discard pile: "joker-1=red-1" is not a card that can be there.'),
    (tactics(discarded=["mud_fight"]), 'The discard pile: "mud_fight" is not a card that can be there.'),
    (tactics(discarded=["king"]), 'The discard pile: "king" is not a card that can be there.'),
    # each once
    (a_sheet(a_stone("red-1 red-1")), 'Stone 1, "a": "red-1" lies there already: Stone 1, "a".'),
    (a_sheet(a_stone("red-1"), a_stone("", "red-1")), 'Stone 2, "b": "red-1" lies there already: Stone 1, "a".'),
    (
        tactics(a_stone("red-1"), discarded=["red-1"]),
        'The discard pile: "red-1" lies there already: Stone 1, "a".',
    ),
    (tactics(SPY_THERE, SPY_THERE), 'Stone 2, "a": "spy" lies there already: Stone 1, "a".'),
    (
        tactics(a_stone("joker-1=red-1", "joker-1=red-2")),
        'Stone 1, "b": "joker-1" lies there already: Stone 1, "a".',
    ),
    (
        tactics(a_stone("joker-1=red-1"), discarded=["joker-1"]),
        'The discard pile: "joker-1" lies there already: Stone 1, "a".',
    ),
    (
        tactics(discarded=["traitor", "traitor"]),
        'The discard pile: "traitor" lies there already: The discard pile.',
    ),
    (
        tactics(a_stone(techniques=["mud_fight"]), a_stone(techniques=["mud_fight"])),
        'Stone 2: "mud_fight" lies there already: Stone 1.',
    ),
    (tactics(a_stone(techniques=["mud_fight"] * 2)), 'Stone 1: "mud_fight" lies there already: Stone 1.'),
    # the base game
    (a_sheet(SPY_THERE), 'Stone 1, "a": "spy" is a tactics card; "variants" lacks "tactics".'),
    (
        a_sheet(a_stone("joker-1=red-1"), variants=["expert"]),
        'Stone 1, "a": "joker-1=red-1" is a tactics card; "variants" lacks "tactics".',
    ),
    (
        a_sheet(a_stone(techniques=["mud_fight"])),
        'Stone 1: "mud_fight" is a tactics card; "variants" lacks "tactics".',
    ),
    (a_sheet(discarded=["traitor"]), 'The discard pile: "traitor" is a tactics card; "variants" lacks "tactics".'),
    # sides
    (a_sheet(a_stone("red-1 red-2 red-3 red-4")), 'Stone 1: "a" has 4 cards, more than the 3 of a full side.'),
    (
        tactics(a_stone("", "red-1 red-2 red-3 red-4 red-5", techniques=["mud_fight"])),
        'Stone 1: "b" has 5 cards, more than the 4 of a full side.',
    ),
    (a_sheet(a_stone("red-1 red-2", owner="A")), 'Stone 1: its owner is "A", whose side is not full.'),
    (
        tactics(a_stone("red-1 red-2 red-3", owner="A", techniques=["mud_fight"])),
        'Stone 1: its owner is "A", whose side is not full.',
    ),
    (
        a_sheet(a_stone("red-1 red-2 red-3", "blue-1", full_first="A")),
        'Stone 1: "full_first" must be null where a side is not full.',
    ),
    (
        a_sheet(a_stone("red-1 red-2 red-3", "blue-1 blue-2 blue-3")),
        'Stone 1: "full_first" must be "A" or "B" where both sides are full.',
    ),
    (
        a_sheet(
            *(a_stone(f"red-{n} blue-{n} green-{n}", owner="A") for n in (1, 2, 3)),
            *(a_stone("", f"red-{n} blue-{n} green-{n}", owner="B") for n in (4, 5, 6)),
        ),
        "By the owners of the stones both players have won the round.",
    ),
]


@pytest.mark.parametrize(("sheet", "said"), BAD, ids=[said for _, said in BAD])
def test_what_can_not_be_is_one_sentence_that_says_what_and_where(sheet: Sheet, said: str) -> None:
    assert sentence(sheet) == said


@pytest.mark.rule("ST-ELT-03")
def test_one_player_has_one_joker_on_the_border() -> None:
    both = tactics(a_stone("joker-2=red-1"), a_stone("", "joker-1=red-2"))
    assert judged(both)["winner"] is None
    assert sentence(tactics(a_stone("joker-2=red-1"), a_stone("joker-1=red-2"))) == (
        'Stone 2, "a": "joker-1=red-2" is the second Joker of that player.'
    )
    thrown = tactics(a_stone("joker-2=red-1"), discarded=["joker-1"])
    assert judged(thrown)["winner"] is None, "the other player's"


def test_of_an_owned_stone_nobody_needs_to_say_who_was_full_first() -> None:
    full = a_stone("red-1 red-2 red-3", "blue-1 blue-2 blue-3", owner="A")
    assert judged(a_sheet(full)) == judged(a_sheet({**full, "full_first": "B"}))


def test_a_clan_card_may_lie_in_the_discard_pile_of_any_game() -> None:
    sheet = a_sheet(a_stone("red-5 red-6 red-7", "blue-8 blue-9"), discarded=["blue-7"])
    assert judged(sheet)["claims"][0]["claimable"] is True
