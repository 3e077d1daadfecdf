"""What no border can be, in one sentence that says what and where. Knows no JSON and judges no claim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.message import Message, tr
from companion.scoring.schotten_totten.border import SIDES, Side, Stone
from companion.scoring.schotten_totten.cards import (
    CARDS,
    CLAN_CARDS,
    ELITE_TROOPS,
    JOKERS,
    RUSES,
    SHIELD_BEARER,
    TACTICS,
    piece,
)
from companion.scoring.schotten_totten.ending import winners
from companion.scoring.score_sheet import BadDocument
from companion.state.schotten_totten.house_rules import Declared, HouseRules

DISCARD_PILE = tr("The discard pile")
DISCARDED = {*CLAN_CARDS, *ELITE_TROOPS, *RUSES}
"""What can lie there; techniques stay at their stones (ST-TEC-03)."""


def check(stones: Sequence[Stone], discarded: Sequence[str], tactics: bool, rules: HouseRules) -> None:
    """BadDocument where the cards can't lie so. tactics: whether that variant is played."""
    _check_cards(stones, discarded, rules)
    _check_once(stones, discarded)
    if not tactics:
        _check_base_game(stones, discarded)
    for side in SIDES:
        _check_one_joker(stones, side)
    for number, stone in enumerate(stones, 1):
        _check_full(stone, _at(number))
    if len(winners([stone.owner for stone in stones])) > 1:
        raise BadDocument(tr("By the owners of the stones both players have won the round."))


def _at(number: int) -> Message:
    return tr("Stone {n}", n=number)


def _side_at(number: int, side: Side) -> Message:
    return tr('Stone {n}, "{side}"', n=number, side=side.lower())


def _lying(stones: Sequence[Stone]) -> Iterator[tuple[Message, str]]:
    """Every card on a side, with where it lies."""
    for number, stone in enumerate(stones, 1):
        for side in SIDES:
            yield from ((_side_at(number, side), card) for card in stone.cards(side))


def _everywhere(stones: Sequence[Stone], discarded: Sequence[str]) -> Iterator[tuple[Message, str]]:
    """Every card that is no longer in a hand or a pile, with where it lies."""
    yield from _lying(stones)
    for number, stone in enumerate(stones, 1):
        yield from ((_at(number), technique) for technique in stone.techniques)
    yield from ((DISCARD_PILE, card) for card in discarded)


def _check_cards(stones: Sequence[Stone], discarded: Sequence[str], rules: HouseRules) -> None:
    for where, card in _lying(stones):
        if card not in CARDS:
            raise BadDocument(tr('{where}: "{card}" is no card that can lie there.', where=where, card=card))
        _check_declared(where, card, rules)
    for card in discarded:
        if card not in DISCARDED:
            raise BadDocument(
                tr('{where}: "{card}" is no card that can lie there.', where=DISCARD_PILE, card=card)
            )


def _check_declared(where: Message, card: str, rules: HouseRules) -> None:
    """What is declared on playing stands behind the card, what is not does not (ST-ELT-02, ST-ELT-05)."""
    when: dict[str, Declared] = {
        **dict.fromkeys(JOKERS, rules.joker_declared),
        SHIELD_BEARER: rules.shield_bearer_strength,
    }
    kind = piece(card)
    if kind == card and when.get(kind) == "on_play":
        raise BadDocument(tr('{where}: "{card}" must say what it was declared as.', where=where, card=card))
    if kind != card and when[kind] == "on_claim":
        raise BadDocument(tr('{where}: "{card}" is declared at the claim, not before.', where=where, card=card))


def _check_once(stones: Sequence[Stone], discarded: Sequence[str]) -> None:
    """There is each card once (ST-CMP-02, ST-CMP-04)."""
    seen: dict[str, Message] = {}
    for where, card in _everywhere(stones, discarded):
        kind = piece(card)
        if kind in seen:
            raise BadDocument(
                tr('{where}: "{card}" lies there already: {first}.', where=where, card=kind, first=seen[kind])
            )
        seen[kind] = where


def _check_base_game(stones: Sequence[Stone], discarded: Sequence[str]) -> None:
    """ST-CMP-03."""
    for where, card in _everywhere(stones, discarded):
        if piece(card) in TACTICS:
            raise BadDocument(
                tr('{where}: "{card}" is a tactics card; "variants" lacks "tactics".', where=where, card=card)
            )


def _check_one_joker(stones: Sequence[Stone], side: Side) -> None:
    """ST-ELT-03."""
    jokers = [
        (number, card)
        for number, stone in enumerate(stones, 1)
        for card in stone.cards(side)
        if piece(card) in JOKERS
    ]
    if len(jokers) > 1:
        number, card = jokers[1]
        where = _side_at(number, side)
        raise BadDocument(tr('{where}: "{card}" is the second Joker of that player.', where=where, card=card))


def _check_full(stone: Stone, where: Message) -> None:
    for side in SIDES:
        if (n := len(stone.cards(side))) > stone.needed:
            raise BadDocument(
                tr(
                    '{where}: "{side}" has {n} cards, more than the {most} of a full side.',
                    where=where,
                    side=side.lower(),
                    n=n,
                    most=stone.needed,
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
