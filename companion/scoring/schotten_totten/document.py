"""`companion score --game schotten_totten`: which stones can be claimed, from a JSON text to another or to words.

A text holds one document, or several, one a line. Everything that is wrong with one becomes one sentence that says
what and where. Reads no file itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from companion.engine.message import Translate, tr
from companion.scoring.schotten_totten.because import because
from companion.scoring.schotten_totten.border import SIDES, STONES, Side, Stone
from companion.scoring.schotten_totten.claims import Claim, judge
from companion.scoring.schotten_totten.document_checks import check
from companion.scoring.schotten_totten.ending import winners
from companion.scoring.schotten_totten.formations import Worth
from companion.scoring.schotten_totten.listing import listing
from companion.scoring.score_sheet import (
    RULES,
    SCHEMA,
    WHOLE,
    YES_OR_NO,
    BadDocument,
    Key,
    as_object,
    checked,
    read_sheet,
)
from companion.state.schotten_totten.house_rules import HouseRules

Variant = Literal["tactics", "expert"]
SIDE = tr('"A" or "B"')
SIDE_OR_NONE = tr('"A", "B" or null')
CARDS = tr("a list of ids of cards")
DECLARED = tr('"on_play" or "on_claim"')
TECHNIQUES = tr('a list of "blind_mans_bluff" and "mud_fight"')

SHEET_KEYS = {
    "schema": Key(int, WHOLE),
    "variants": Key(list[Variant], tr('a list of "tactics" and "expert"'), "never"),
    "house_rules": Key(dict[str, Any], RULES, "never"),
    "to_move": Key(Side, SIDE),
    "discarded": Key(list[str], CARDS, "never"),
    "stones": Key(list[Any], tr("a list of stones")),
    "state_hash": Key(str, tr("a text"), "never"),
}
"""The last one is what `replay --json` adds; nothing goes by it."""

STONE_KEYS = {
    "a": Key(tuple[str, ...], CARDS),
    "b": Key(tuple[str, ...], CARDS),
    "full_first": Key(Side | None, SIDE_OR_NONE, "never"),
    "techniques": Key(tuple[Literal["blind_mans_bluff", "mud_fight"], ...], TECHNIQUES, "never"),
    "owner": Key(Side | None, SIDE_OR_NONE, "never"),
}

HOUSE_KEYS = {
    field.name: Key(field.type, YES_OR_NO if field.type is bool else DECLARED, "never")
    for field in msgspec.structs.fields(HouseRules)
}


class ClaimsDocument(msgspec.Struct, frozen=True):
    """The input, checked."""

    to_move: Side
    """Whose claiming step it is."""
    rules: HouseRules
    """The table's rulings."""
    stones: tuple[Stone, ...]
    """In the order of the row."""
    discarded: tuple[str, ...]
    """In any order."""


class Answer(msgspec.Struct, frozen=True):
    """What comes out."""

    to_move: Side
    """As in the input."""
    claims: tuple[Claim, ...]
    """In the order of the row; none once the round is won."""
    winner: Side | None
    """Whoever has won the round by the stones that are owned."""


def run(text: str, as_text: bool = False, translate: Translate = str) -> str:
    """The whole command: what was asked line by line is answered so. BadDocument says what can't be read."""
    lines = _lines(text.removeprefix("\ufeff"))
    answers = _of_lines(lines) if len(lines) > 1 else [answer(read_document(text))]
    if as_text:
        return "\n\n".join(listing(each.claims, each.winner, each.to_move, translate) for each in answers)
    written = [msgspec.json.encode(_shown(each, translate)) for each in answers]
    if not lines:
        written = [msgspec.json.format(each, indent=2) for each in written]
    return b"\n".join(written).decode()


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines with a document each, by their numbers; none where one document goes over several lines."""
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    several = len(lines) > 1 and lines[0][1].endswith("}") and not _is_json(text)
    return lines if several or len(lines) == 1 else []


def _is_json(text: str) -> bool:
    try:
        msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return True


def _of_lines(lines: list[tuple[int, str]]) -> list[Answer]:
    answers = []
    for number, line in lines:
        try:
            answers.append(answer(read_document(line)))
        except BadDocument as error:
            raise BadDocument(tr("Line {n}: {what}", n=number, what=error.message)) from None
    return answers


def read_document(text: str) -> ClaimsDocument:
    """One document as values, or BadDocument."""
    top = read_sheet(text, SHEET_KEYS)
    rules = msgspec.convert(checked(top.get("house_rules", {}), HOUSE_KEYS, tr("The house rules")), HouseRules)
    if len(top["stones"]) != STONES:
        raise BadDocument(tr('"stones" must list {most} stones, not {n}.', most=STONES, n=len(top["stones"])))
    stones = tuple(_stones(top["stones"]))
    discarded = tuple(top.get("discarded", ()))
    check(stones, discarded, "tactics" in top.get("variants", ()), rules)
    return ClaimsDocument(top["to_move"], rules, stones, discarded)


def _stones(found: list[Any]) -> Iterator[Stone]:
    for number, each in enumerate(found, 1):
        where = tr("Stone {n}", n=number)
        yield Stone(**checked(as_object(each, where), STONE_KEYS, where))


def answer(document: ClaimsDocument) -> Answer:
    """What can be claimed, or who has won."""
    won = winners([stone.owner for stone in document.stones])
    if won:
        return Answer(document.to_move, (), won[0])
    claims = judge(document.stones, document.to_move, document.discarded, document.rules)
    return Answer(document.to_move, claims, None)


def _shown(answer: Answer, translate: Translate) -> dict[str, Any]:
    claims = [_claim(claim, translate) for claim in answer.claims]
    return {"schema": SCHEMA, "claims": claims, "winner": answer.winner}


def _claim(claim: Claim, translate: Translate) -> dict[str, Any]:
    shown = {
        "stone": claim.stone,
        "by": claim.by,
        "claimable": claim.claimable,
        "why": claim.why,
        "because": translate(because(claim, {side: side for side in SIDES})),
        **_worth(claim.own),
        "as": claim.own.counted,
        "best": claim.best and _worth(claim.best),
    }
    return shown if claim.claimable else {**shown, "beaten_by": claim.beaten_by}


def _worth(worth: Worth) -> dict[str, Any]:
    return {"formation": worth.formation, "sum": worth.sum}
