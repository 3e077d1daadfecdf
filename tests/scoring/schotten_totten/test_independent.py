"""The product and a judge that tries everything say the same of thousands of borders of Schotten Totten."""

from __future__ import annotations

import ast
import copy
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pytest

from companion.scoring.schotten_totten import best_completion, claims
from companion.scoring.schotten_totten.border import CARDS, RANKS, Card, unseen_cards
from companion.scoring.schotten_totten.document import judge_document
from tests import borders_schotten_totten, independent_claims_schotten_totten
from tests.borders_schotten_totten import made_up, played
from tests.independent_claims_schotten_totten import complaints

Document = dict[str, Any]
MADE_UP, PLAYED = 1500, 1500
EACH_OF_MANY = 10_000
ENOUGH_TO_SEE_A_FAULT = 250
DECIDED = [
    (rule, stands) for rule in ("CLM-04", "TIE-01", "TIE-02", "TEC-01", "PRF-04") for stands in (True, False)
]


def product(document: Document) -> Document:
    found: Document = json.loads(judge_document(json.dumps(document)))
    return found


def compare(documents: Iterator[Document]) -> Counter[Any]:
    """What was found how often; no answer may be wrong."""
    seen: Counter[Any] = Counter()
    for document in documents:
        answer = product(document)
        assert complaints(document, answer) == [], json.dumps(document)
        seen["won"] += answer["winner"] is not None
        for claim in answer["claims"]:
            stone = document["stones"][claim["stone"] - 1]
            seen[claim["why"].removeprefix("ST-"), claim["claimable"]] += 1
            seen[claim["formation"]] += 1
            seen["missing", len(claim.get("beaten_by", ())) if len(stone["a"]) != len(stone["b"]) else 0] += 1
            seen.update(
                card.partition("=")[0] for card in (*stone["a"], *stone["b"]) if card.partition("=")[0] in TROOPS
            )
            seen.update(stone["techniques"])
    return seen


TROOPS = ("joker-1", "joker-2", "spy", "shield_bearer")
KINDS = ("colour_run", "of_a_kind", "colour", "run", "sum", *TROOPS, "blind_mans_bluff", "mud_fight", "won")


def test_thousands_of_made_up_borders_are_judged_alike() -> None:
    dice = random.Random(11)
    seen = compare(made_up(dice) for _ in range(MADE_UP))
    wanted = [*DECIDED, ("PRF-05", True), ("PRF-06", True), *KINDS, *(("missing", n) for n in (1, 2, 3, 4))]
    assert [what for what in wanted if seen[what] < 10] == [], seen


def test_hundreds_of_borders_from_random_games_are_judged_alike() -> None:
    seen = compare(islice(played(random.Random(12)), PLAYED))
    wanted = [("PRF-04", True), ("PRF-04", False), ("CLM-04", True), ("PRF-05", True), "colour_run", *TROOPS]
    assert [what for what in wanted if not seen[what]] == [], seen


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_twenty_thousand_borders_are_judged_alike(seed: int) -> None:
    """Half of them made up, half played."""
    dice = random.Random(seed)
    borders = chain((made_up(dice) for _ in range(EACH_OF_MANY // 2)), islice(played(dice), EACH_OF_MANY // 2))
    assert compare(borders).total() > EACH_OF_MANY


# ---- the comparison sees what is wrong


def wrong_sum(claim: Document) -> None:
    claim["sum"] += 1


def wrong_best(claim: Document) -> None:
    claim["best"]["sum"] -= 1


def other_formation(claim: Document) -> None:
    claim["best"]["formation"] = "run" if claim["best"]["formation"] != "run" else "sum"


def turned(claim: Document) -> None:
    claim["claimable"] = not claim["claimable"]


def other_rule(claim: Document) -> None:
    claim["why"] = "ST-PRF-05" if claim["why"] != "ST-PRF-05" else "ST-PRF-04"


def other_card(claim: Document) -> None:
    claim["as"][0] = "red-1" if claim["as"][0] != "red-1" else "red-2"


def one_missing(claim: Document) -> None:
    claim["beaten_by"] = claim["beaten_by"][1:]


def one_too_many(claim: Document) -> None:
    claim["beaten_by"].append("red-1")


def seen_card(claim: Document) -> None:
    claim["beaten_by"][0] = claim["as"][0]


def the_weakest(claim: Document) -> None:
    claim["beaten_by"] = [f"brown-{n + 1}" for n in range(len(claim["beaten_by"]))]


IN_ANY = (wrong_sum, turned, other_rule, other_card)
IN_BEATEN = (wrong_best, other_formation, one_missing, one_too_many, seen_card)


def answered(dice: random.Random, beaten: bool) -> Iterator[tuple[Document, Document, int]]:
    """Borders with the right answer to each, and the place of a claim in it."""
    while True:
        document = made_up(dice)
        answer = product(document)
        for place, claim in enumerate(answer["claims"]):
            stands = claim["claimable"] or claim["why"] != "ST-PRF-04" or not claim["beaten_by"]
            if not (beaten and stands):
                yield document, answer, place


@pytest.mark.parametrize("sow", [*IN_ANY, *IN_BEATEN], ids=lambda sow: sow.__name__)
def test_a_fault_in_an_answer_is_seen(sow: Callable[[Document], None]) -> None:
    dice = random.Random(sow.__name__)
    for document, answer, place in islice(answered(dice, sow in IN_BEATEN), 30):
        assert complaints(document, answer) == []
        wrong = copy.deepcopy(answer)
        sow(wrong["claims"][place])
        assert complaints(document, wrong) != [], sow.__name__


def test_cards_that_do_not_beat_a_side_are_seen_and_those_that_do_are_taken() -> None:
    dice = random.Random(3)
    told: Counter[bool] = Counter()
    for document, answer, place in islice(answered(dice, True), 300):
        wrong = copy.deepcopy(answer)
        the_weakest(wrong["claims"][place])
        told[bool(complaints(document, wrong))] += 1
    assert told[True] > 100
    assert told[False] > 0, "other cards than ours may beat it too"


def without_stone(answer: Document) -> None:
    answer["claims"].pop()


def with_winner(answer: Document) -> None:
    answer["winner"] = "A"


@pytest.mark.parametrize("sow", [without_stone, with_winner], ids=lambda sow: sow.__name__)
def test_a_stone_left_out_and_a_winner_too_many_are_seen(sow: Callable[[Document], None]) -> None:
    for document, answer, _ in islice(answered(random.Random(4), False), 20):
        wrong = copy.deepcopy(answer)
        sow(wrong)
        assert complaints(document, wrong) != []


def no_runs_of(colour: int) -> Callable[..., Any]:
    right = best_completion._colour_run

    def found(cards: Any, side: Any, *more: Any) -> Any:
        return right(cards, side._replace(colours=tuple(each for each in side.colours if each != colour)), *more)

    return found


def joker_is_seen(stones: Any, seen_elsewhere: Any = ()) -> int:
    more = [card.partition("=")[2] for stone in stones for card in (*stone.a, *stone.b)]
    return unseen_cards(stones, (*seen_elsewhere, *more))


def claimed_are_unseen(stones: Any, seen_elsewhere: Any = ()) -> int:
    return unseen_cards([stone for stone in stones if not stone.owner], seen_elsewhere)


def ties_lose(stone: Any, by: Any, own: Any, lies: Any, totals_only: bool) -> Any:
    return (False, "ST-TIE-02") if not own.compare(lies) else COMPARED(stone, by, own, lies, totals_only)


COMPARED = claims._compared
FAULTS: dict[str, Callable[[pytest.MonkeyPatch], object]] = {
    "colours before kinds": lambda patch: patch.setitem(RANKS, "colour", 3.5),  # type: ignore[arg-type]
    "a colour forgotten": lambda patch: patch.setattr(best_completion, "_colour_run", no_runs_of(5)),
    "no kinds": lambda patch: patch.setattr(best_completion, "_of_a_kind", lambda *_: None),
    "no colour": lambda patch: patch.setattr(best_completion, "_colour", lambda *_: None),
    "no runs": lambda patch: patch.setattr(best_completion, "_run", lambda *_: None),
    "a Spy of 8": lambda patch: patch.setitem(CARDS, "spy", Card((8,))),  # type: ignore[arg-type]
    "a Shield Bearer of 3": lambda patch: patch.setitem(CARDS, "shield_bearer", Card((3,))),  # type: ignore[arg-type]
    "a Joker that shows its card": lambda patch: patch.setattr(claims, "unseen_cards", joker_is_seen),
    "claimed stones forgotten": lambda patch: patch.setattr(claims, "unseen_cards", claimed_are_unseen),
    "formations under the bluff": lambda patch: patch.setattr(claims, "BLIND_MANS_BLUFF", "no bluff"),
    "ties lose": lambda patch: patch.setattr(claims, "_compared", ties_lose),
}


@pytest.fixture
def nothing_remembered() -> Iterator[None]:
    """What was prepared without the fault, or with it, is forgotten."""
    for kept in (best_completion.prepare_side, best_completion.full_worth):
        kept.cache_clear()
    yield
    for kept in (best_completion.prepare_side, best_completion.full_worth):
        kept.cache_clear()


@pytest.mark.usefixtures("nothing_remembered")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_product_is_seen(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A comparison that can't fail would prove nothing."""
    dice = random.Random(fault)
    FAULTS[fault](monkeypatch)
    borders = (made_up(dice) for _ in range(ENOUGH_TO_SEE_A_FAULT))
    assert any(complaints(border, product(border)) for border in borders)


@pytest.mark.parametrize(
    "module", [independent_claims_schotten_totten, borders_schotten_totten], ids=lambda each: each.__name__
)
def test_the_other_judge_and_its_borders_import_nothing_of_the_product(module: Any) -> None:
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    names = [name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names]
    names += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    other = independent_claims_schotten_totten.__name__
    assert {*names} <= {"__future__", "collections.abc", "functools", "itertools", "random", "typing", other}
    called = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert not called & {"__import__", "eval", "exec", "open"}
