"""Reasons of claims as text: why a stone can or cannot be claimed. Contains no rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.engine.message import Message, join_list, literal, tr
from companion.scoring.schotten_totten.border import (
    CARDS,
    CARDS_A_SIDE,
    COLOUR,
    COLOUR_RUN,
    JOKERS,
    OF_A_KIND,
    RUN,
    SHIELD_BEARER,
    SPY,
    SUM,
    Formation,
    Side,
    Worth,
    other_side,
    printed_card,
)
from companion.scoring.schotten_totten.claims import Claim

MIN_RANGE = 3
"""At least this many strengths in a row are written as a range."""
PlayerNames = Mapping[Side, str | Message]
"""Names of the players, by side."""

FORMATIONS: Mapping[Formation, Message] = {
    COLOUR_RUN: tr("colour run"),
    COLOUR: tr("one colour"),
    RUN: tr("run"),
    SUM: tr("sum"),
}
"""Names of the formations, except cards of a kind, whose name has their number."""
TROOPS: Mapping[str, Message] = {
    **dict.fromkeys(JOKERS, tr("Joker")),
    SPY: tr("Spy"),
    SHIELD_BEARER: tr("Shield Bearer"),
}


def card_name(card: str) -> Message:
    """Return the name of a card: "green 7", "Joker as green 5"."""
    kind, declared = printed_card(card), card.partition("=")[2]
    if kind not in TROOPS:
        colour, _, strength = kind.partition("-")
        return _coloured(colour, strength)
    if not declared:
        return TROOPS[kind]
    shown = card_name(declared) if declared in CARDS else literal(declared)
    return tr("{troop} as {card}", troop=TROOPS[kind], card=shown)


def alternatives_text(cards: Sequence[str]) -> Message:
    """Return several clan cards as alternatives, grouped by colour: "green 9-7, 4 or red 3"."""
    colours: dict[str, list[int]] = {}
    for card in cards:
        colour, _, strength = card.partition("-")
        colours.setdefault(colour, []).append(int(strength))
    if len(colours) == 1:
        ((colour, strengths),) = colours.items()
        *others, last = _ranges(strengths)
        if not others:
            return _coloured(colour, last)
        return tr("{cards} or {last}", cards=_coloured(colour, ", ".join(others)), last=last)
    *groups, last_group = (_coloured(colour, ", ".join(_ranges(found))) for colour, found in colours.items())
    return tr("{cards} or {last}", cards=join_list(groups, "; "), last=last_group)


def _ranges(strengths: Iterable[int]) -> list[str]:
    """Return strengths in descending order, with rows of MIN_RANGE or more as ranges: ["9-7", "4"]."""
    rows: list[list[int]] = []
    for strength in sorted(strengths, reverse=True):
        if rows and rows[-1][-1] == strength + 1:
            rows[-1].append(strength)
        else:
            rows.append([strength])
    found: list[str] = []
    for row in rows:
        found += [f"{row[0]}-{row[-1]}"] if len(row) >= MIN_RANGE else map(str, row)
    return found


def formation_name(worth: Worth) -> Message:
    """Return the name of a formation."""
    if worth.formation == OF_A_KIND:
        return tr("three of a kind") if len(worth.counted) == CARDS_A_SIDE else tr("four of a kind")
    return FORMATIONS[worth.formation]


def side_strengths_text(worth: Worth) -> Message:
    """Return the strengths of a side, with the colour if it makes the formation: "9-8-6 of green"."""
    upwards = worth.formation in (RUN, COLOUR_RUN)
    colour = worth.counted[0].partition("-")[0]
    strengths = sorted((card.partition("-")[2] for card in worth.counted), reverse=not upwards)
    shown = "-".join(strengths)
    return _of_colour(shown, colour) if worth.formation in (COLOUR_RUN, COLOUR) else literal(shown)


def _coloured(colour: str, strength: str) -> Message:
    return {
        "red": tr("red {strength}", strength=strength),
        "yellow": tr("yellow {strength}", strength=strength),
        "green": tr("green {strength}", strength=strength),
        "blue": tr("blue {strength}", strength=strength),
        "purple": tr("purple {strength}", strength=strength),
        "brown": tr("brown {strength}", strength=strength),
    }[colour]


def _of_colour(cards: str, colour: str) -> Message:
    return {
        "red": tr("{cards} of red", cards=cards),
        "yellow": tr("{cards} of yellow", cards=cards),
        "green": tr("{cards} of green", cards=cards),
        "blue": tr("{cards} of blue", cards=cards),
        "purple": tr("{cards} of purple", cards=cards),
        "brown": tr("{cards} of brown", cards=cards),
    }[colour]


def claim_reason(claim: Claim, names: PlayerNames, beaters: Sequence[str] = ()) -> Message:
    """Return why a stone can or cannot be claimed, as a clause without a full stop.

    beaters: all cards that beat the side if the other side lacks one, see `claims.cards_that_beat`; otherwise
    one example is named.
    """
    me, them = names[claim.by], names[other_side(claim.by)]
    if claim.best is None:
        return tr(
            "{own}; too few cards are left to fill the side of {who}", own=side_strengths_text(claim.own), who=them
        )
    if claim.why == "ST-PRF-05":
        return tr(
            "{own}, {sum}, was complete first; {who} can get {cards} at best: {sum} too",
            own=side_strengths_text(claim.own),
            sum=claim.own.sum,
            who=them,
            cards=side_strengths_text(claim.best),
        )
    if claim.why == "ST-PRF-04":
        return _proof(claim, claim.best, them, beaters)
    if claim.why == "ST-TIE-02":
        return tr(
            "{formation} {sum} on both sides, and {who} was complete first",
            formation=formation_name(claim.own),
            sum=claim.own.sum,
            who=me if claim.claimable else them,
        )
    return _both_lie(claim, claim.own, claim.best)


def short_claim_reason(claim: Claim) -> Message:
    """Return the shortest reason, a clause without names and single cards."""
    own, best = claim.own, claim.best
    if best is None:
        return tr("the other side can't be filled any more")
    if claim.why in ("ST-PRF-05", "ST-TIE-02"):
        return tr("{sum}, complete first", sum=own.sum)
    differs = own.formation != best.formation
    mine, theirs = (formation_name(each) if differs else literal(str(each.sum)) for each in (own, best))
    if claim.why == "ST-PRF-04":
        return tr("{mine} against {theirs} at best", mine=mine, theirs=theirs)
    return tr("{mine} against {theirs}", mine=mine, theirs=theirs)


def _both_lie(claim: Claim, own: Worth, lies: Worth) -> Message:
    if claim.why == "ST-TEC-01":
        return tr("only totals count here: {sum} against {other}", sum=own.sum, other=lies.sum)
    if claim.why == "ST-TIE-01":
        formation = formation_name(own)
        return tr("{formation} {sum} against {other}", formation=formation, sum=own.sum, other=lies.sum)
    strong, weak = (own, lies) if claim.claimable else (lies, own)
    return tr(
        "{cards} ({formation}) is stronger than {others} ({other})",
        cards=side_strengths_text(strong),
        formation=formation_name(strong),
        others=side_strengths_text(weak),
        other=formation_name(weak),
    )


def _proof(claim: Claim, best: Worth, player: str | Message, beaters: Sequence[str]) -> Message:
    # Different formations decide alone, so totals are left out.
    differs = claim.own.formation != best.formation
    worth = formation_name(best) if differs else literal(str(best.sum))
    cards = side_strengths_text(best)
    if claim.claimable:
        return tr(
            "{own}, {value}; {who} can get {cards} at best: {worth}",
            own=side_strengths_text(claim.own),
            value=formation_name(claim.own) if differs else literal(str(claim.own.sum)),
            who=player,
            cards=cards,
            worth=worth,
        )
    if not claim.beaten_by:
        return tr("{who} lacks more than one card; at your table that can't be proved", who=player)
    if len(claim.beaten_by) == len(best.counted):
        return tr("{who} can still get {cards}: {worth}", who=player, cards=cards, worth=worth)
    if len(beaters) > 1:
        return tr(
            "{who} beats it with any one of {missing}; at best {cards}: {worth}",
            who=player,
            missing=alternatives_text(beaters),
            cards=cards,
            worth=worth,
        )
    missing = join_list(map(card_name, claim.beaten_by))
    return tr(
        "{who} can still get {cards} with {missing}: {worth}",
        who=player,
        cards=cards,
        missing=missing,
        worth=worth,
    )
