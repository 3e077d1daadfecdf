"""`companion score --game schotten_totten`: read borders as JSON, return which stones can be claimed.

The input is one document, or one per line; the output is JSON or text. Every error becomes a `BadDocument` with
one sentence that says what is wrong and where; `check_border` finds impossible borders. Reads no file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from companion.engine.message import Message, Translate, tr
from companion.scoring.schotten_totten.border import (
    CARDS,
    CLAN_CARDS,
    ELITE_TROOPS,
    JOKERS,
    RUSES,
    SHIELD_BEARER,
    SIDES,
    STONES,
    TACTICS,
    Side,
    Stone,
    Worth,
    printed_card,
)
from companion.scoring.schotten_totten.claim_reasons import claim_reason
from companion.scoring.schotten_totten.claims import Claim, judge_claims, round_winners
from companion.scoring.score_sheet import (
    RULES_TEXT,
    SCHEMA,
    WHOLE_NUMBER_TEXT,
    YES_OR_NO_TEXT,
    BadDocument,
    Key,
    as_object,
    check_object,
    read_sheet,
)
from companion.state.schotten_totten.house_rules import Declared, HouseRules

DISCARD_PILE = tr("The discard pile")
DISCARDABLE_CARDS = {*CLAN_CARDS, *ELITE_TROOPS, *RUSES}
"""Cards that can be in the discard pile; techniques stay at their stones (ST-TEC-03)."""


def check_border(stones: Sequence[Stone], discarded: Sequence[str], tactics: bool, rules: HouseRules) -> None:
    """Raise BadDocument if the cards cannot be placed like this. tactics: True if played with tactics cards."""
    _check_cards(stones, discarded, rules)
    _check_once(stones, discarded)
    if not tactics:
        _check_base_game(stones, discarded)
    for side in SIDES:
        _check_one_joker(stones, side)
    for number, stone in enumerate(stones, 1):
        _check_full(stone, _at(number))
    if len(round_winners([stone.owner for stone in stones])) > 1:
        raise BadDocument(tr("By the owners of the stones both players have won the round."))


def _at(number: int) -> Message:
    return tr("Stone {n}", n=number)


def _side_at(number: int, side: Side) -> Message:
    return tr('Stone {n}, "{side}"', n=number, side=side.lower())


def _lying(stones: Sequence[Stone]) -> Iterator[tuple[Message, str]]:
    """Yield every card on a side with its position."""
    for number, stone in enumerate(stones, 1):
        for side in SIDES:
            yield from ((_side_at(number, side), card) for card in stone.cards(side))


def _everywhere(stones: Sequence[Stone], discarded: Sequence[str]) -> Iterator[tuple[Message, str]]:
    """Yield every card that has left hands and piles with its position."""
    yield from _lying(stones)
    for number, stone in enumerate(stones, 1):
        yield from ((_at(number), technique) for technique in stone.techniques)
    yield from ((DISCARD_PILE, card) for card in discarded)


def _check_cards(stones: Sequence[Stone], discarded: Sequence[str], rules: HouseRules) -> None:
    for where, card in _lying(stones):
        if card not in CARDS:
            raise BadDocument(tr('{where}: "{card}" is not a card that can be there.', where=where, card=card))
        _check_declared(where, card, rules)
    for card in discarded:
        if card not in DISCARDABLE_CARDS:
            raise BadDocument(
                tr('{where}: "{card}" is not a card that can be there.', where=DISCARD_PILE, card=card)
            )


def _check_declared(where: Message, card: str, rules: HouseRules) -> None:
    """Raise BadDocument if a card lacks a declaration or has one too early (ST-ELT-02, ST-ELT-05)."""
    when: dict[str, Declared] = {
        **dict.fromkeys(JOKERS, rules.joker_declared),
        SHIELD_BEARER: rules.shield_bearer_strength,
    }
    kind = printed_card(card)
    if kind == card and when.get(kind) == "on_play":
        raise BadDocument(tr('{where}: "{card}" must say what it was declared as.', where=where, card=card))
    if kind != card and when[kind] == "on_claim":
        raise BadDocument(tr('{where}: "{card}" is declared at the claim, not before.', where=where, card=card))


def _check_once(stones: Sequence[Stone], discarded: Sequence[str]) -> None:
    """Raise BadDocument if a card occurs twice (ST-CMP-02, ST-CMP-04)."""
    seen: dict[str, Message] = {}
    for where, card in _everywhere(stones, discarded):
        kind = printed_card(card)
        if kind in seen:
            raise BadDocument(
                tr('{where}: "{card}" lies there already: {first}.', where=where, card=kind, first=seen[kind])
            )
        seen[kind] = where


def _check_base_game(stones: Sequence[Stone], discarded: Sequence[str]) -> None:
    """ST-CMP-03."""
    for where, card in _everywhere(stones, discarded):
        if printed_card(card) in TACTICS:
            raise BadDocument(
                tr('{where}: "{card}" is a tactics card; "variants" lacks "tactics".', where=where, card=card)
            )


def _check_one_joker(stones: Sequence[Stone], side: Side) -> None:
    """ST-ELT-03."""
    jokers = [
        (number, card)
        for number, stone in enumerate(stones, 1)
        for card in stone.cards(side)
        if printed_card(card) in JOKERS
    ]
    if len(jokers) > 1:
        number, card = jokers[1]
        where = _side_at(number, side)
        raise BadDocument(tr('{where}: "{card}" is the second Joker of that player.', where=where, card=card))


def _check_full(stone: Stone, where: Message) -> None:
    for side in SIDES:
        if (n := len(stone.cards(side))) > stone.cards_needed:
            raise BadDocument(
                tr(
                    '{where}: "{side}" has {n} cards, more than the {most} of a full side.',
                    where=where,
                    side=side.lower(),
                    n=n,
                    most=stone.cards_needed,
                )
            )
    if stone.owner and not stone.is_full(stone.owner):
        raise BadDocument(
            tr('{where}: its owner is "{side}", whose side is not full.', where=where, side=stone.owner)
        )
    both = all(map(stone.is_full, SIDES))
    if stone.full_first and not both:
        raise BadDocument(tr('{where}: "full_first" must be null where a side is not full.', where=where))
    if both and not stone.owner and not stone.full_first:
        raise BadDocument(tr('{where}: "full_first" must be "A" or "B" where both sides are full.', where=where))


def format_claims(claims: Sequence[Claim], winner: Side | None, to_move: Side, translate: Translate) -> str:
    """Return the judgement of one border as text."""
    if winner:
        return translate(tr("Winner: {names}.", names=winner))
    if not claims:
        return translate(tr("No side of {who} is full at a stone that is still free.", who=to_move))
    names = {side: side for side in SIDES}
    yes, no = translate(tr("can be claimed")), translate(tr("not yet"))
    width = max(len(yes), len(no))
    return "\n".join(
        f"{translate(tr('Stone {n}', n=claim.stone))}  {(yes if claim.claimable else no).ljust(width)}  "
        f"{translate(claim_reason(claim, names))}"
        for claim in claims
    )


Variant = Literal["tactics", "expert"]
SIDE = tr('"A" or "B"')
SIDE_OR_NONE = tr('"A", "B" or null')
CARDS_WORDS = tr("a list of ids of cards")
DECLARED = tr('"on_play" or "on_claim"')
TECHNIQUES = tr('a list of "blind_mans_bluff" and "mud_fight"')

SHEET_KEYS = {
    "schema": Key(int, WHOLE_NUMBER_TEXT),
    "variants": Key(list[Variant], tr('a list of "tactics" and "expert"'), "never"),
    "house_rules": Key(dict[str, Any], RULES_TEXT, "never"),
    "to_move": Key(Side, SIDE),
    "discarded": Key(list[str], CARDS_WORDS, "never"),
    "stones": Key(list[Any], tr("a list of stones")),
    "state_hash": Key(str, tr("a text"), "never"),
}
"""Keys of a document. `replay --json` adds the last one, which has no effect."""

STONE_KEYS = {
    "a": Key(tuple[str, ...], CARDS_WORDS),
    "b": Key(tuple[str, ...], CARDS_WORDS),
    "full_first": Key(Side | None, SIDE_OR_NONE, "never"),
    "techniques": Key(tuple[Literal["blind_mans_bluff", "mud_fight"], ...], TECHNIQUES, "never"),
    "owner": Key(Side | None, SIDE_OR_NONE, "never"),
}

HOUSE_KEYS = {
    field.name: Key(field.type, YES_OR_NO_TEXT if field.type is bool else DECLARED, "never")
    for field in msgspec.structs.fields(HouseRules)
}


class ClaimsDocument(msgspec.Struct, frozen=True):
    """The checked input."""

    to_move: Side
    """Side of the claiming step."""
    rules: HouseRules
    """House rules."""
    stones: tuple[Stone, ...]
    """Stones in the order of the row."""
    discarded: tuple[str, ...]
    """Cards in the discard pile, in any order."""


class JudgedBorder(msgspec.Struct, frozen=True):
    """The output for one document."""

    to_move: Side
    """Side of the claiming step, as in the input."""
    claims: tuple[Claim, ...]
    """Judgements in the order of the row; () once the round is won."""
    winner: Side | None
    """Side that has won the round by its stones."""


def judge_document(text: str, as_text: bool = False, translate: Translate = str) -> str:
    """Return the output of the command, line by line for input with one document per line. Raises BadDocument."""
    lines = _lines(text.removeprefix("\ufeff"))
    answers = _of_lines(lines) if len(lines) > 1 else [judge_border(read_document(text))]
    if as_text:
        return "\n\n".join(format_claims(each.claims, each.winner, each.to_move, translate) for each in answers)
    written = [msgspec.json.encode(_shown(each, translate)) for each in answers]
    if not lines:
        written = [msgspec.json.format(each, indent=2) for each in written]
    return b"\n".join(written).decode()


def _lines(text: str) -> list[tuple[int, str]]:
    """Return the lines that are documents, with their numbers; [] if one document spans several lines."""
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    several = len(lines) > 1 and lines[0][1].endswith("}") and not _is_json(text)
    return lines if several or len(lines) == 1 else []


def _is_json(text: str) -> bool:
    try:
        msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return True


def _of_lines(lines: list[tuple[int, str]]) -> list[JudgedBorder]:
    answers = []
    for number, line in lines:
        try:
            answers.append(judge_border(read_document(line)))
        except BadDocument as error:
            raise BadDocument(tr("Line {n}: {what}", n=number, what=error.message)) from None
    return answers


def read_document(text: str) -> ClaimsDocument:
    """Return one checked document. Raises BadDocument if it is invalid."""
    top = read_sheet(text, SHEET_KEYS)
    rules = msgspec.convert(
        check_object(top.get("house_rules", {}), HOUSE_KEYS, tr("The house rules")), HouseRules
    )
    if len(top["stones"]) != STONES:
        raise BadDocument(tr('"stones" must list {most} stones, not {n}.', most=STONES, n=len(top["stones"])))
    stones = tuple(_stones(top["stones"]))
    discarded = tuple(top.get("discarded", ()))
    check_border(stones, discarded, "tactics" in top.get("variants", ()), rules)
    return ClaimsDocument(top["to_move"], rules, stones, discarded)


def _stones(found: list[Any]) -> Iterator[Stone]:
    for number, each in enumerate(found, 1):
        where = tr("Stone {n}", n=number)
        yield Stone(**check_object(as_object(each, where), STONE_KEYS, where))


def judge_border(document: ClaimsDocument) -> JudgedBorder:
    """Return what can be claimed, or the winner of the round."""
    won = round_winners([stone.owner for stone in document.stones])
    if won:
        return JudgedBorder(document.to_move, (), won[0])
    claims = judge_claims(document.stones, document.to_move, document.discarded, document.rules)
    return JudgedBorder(document.to_move, claims, None)


def _shown(answer: JudgedBorder, translate: Translate) -> dict[str, Any]:
    claims = [_claim(claim, translate) for claim in answer.claims]
    return {"schema": SCHEMA, "claims": claims, "winner": answer.winner}


def _claim(claim: Claim, translate: Translate) -> dict[str, Any]:
    shown = {
        "stone": claim.stone,
        "by": claim.by,
        "claimable": claim.claimable,
        "why": claim.why,
        "because": translate(claim_reason(claim, {side: side for side in SIDES})),
        **_worth(claim.own),
        "as": claim.own.counted,
        "best": claim.best and _worth(claim.best),
    }
    return shown if claim.claimable else {**shown, "beaten_by": claim.beaten_by}


def _worth(worth: Worth) -> dict[str, Any]:
    return {"formation": worth.formation, "sum": worth.sum}
