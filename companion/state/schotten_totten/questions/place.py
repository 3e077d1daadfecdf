"""What a card that waits asks: where it lies, what it stands for (ST-APP-01, ST-ELT, ST-TEC)."""

from __future__ import annotations

from companion.engine.message import Message, or_by_hand, tr
from companion.engine.offers import Answer, Choice, Pick, Place, Reason, Tract, cell_of, cell_value
from companion.scoring.schotten_totten.border import SIDES, Side, other
from companion.scoring.schotten_totten.cards import (
    COLOURS,
    JOKERS,
    SHIELD_BEARER,
    STRENGTHS,
    TECHNIQUES,
)
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten import labels
from companion.state.schotten_totten.cells import at_side, at_stone, tracts
from companion.state.schotten_totten.course import fire
from companion.state.schotten_totten.legal import why_not_place, why_not_stone
from companion.state.schotten_totten.likely import (
    likeliest,
    likeliest_colour,
    likeliest_strength,
    most_contested,
)
from companion.state.schotten_totten.model import OpenQuestion, State, Waiting
from companion.state.schotten_totten.playing import done, lay, mover
from companion.state.schotten_totten.questions.turn import WHICH_STONE, card_pick, show
from companion.state.schotten_totten.resolution import Resolution
from companion.state.schotten_totten.rows import Action, Form, QuestionKind

SHIELDS = (1, 2, 3)


def waiting(state: State) -> Waiting:
    """The card that waits; there is one while these questions are open."""
    assert state.waiting is not None
    return state.waiting


def cell(number: int, side: Side) -> str:
    """What an answer calls a place, kept on disk; where it is on the border, `cells` says."""
    return cell_value(number, SIDES.index(side))


def stone_in(value: object) -> int:
    """The stone of such a value."""
    return cell_of(str(value))[0]


# ---- places on the own side


def _place_text(state: State, _question: OpenQuestion) -> Message:
    card, who = labels.card(waiting(state).card), labels.figure(state, state.to_move)
    return or_by_hand(
        tr("{Player}, {card}: tap its place.", Player=who, card=card),
        tr("{Player}, {card}: at which stone?", Player=who, card=card),
    )


def _place(state: State, _question: OpenQuestion) -> Form:
    side, card = mover(state), waiting(state).card
    reasons = {n: why_not_place(state, n, side) for n, _ in enumerate(state.stones, 1)}
    return Form(tr("Lay it"), (place_part(state, _place_text(state, _question), card, reasons),))


def place_part(state: State, text: Message, card: str, reasons: dict[int, Reason | None]) -> Place:
    """The own side of the nine stones, begun on the likeliest; those of the other side are closed for a tap."""
    side = mover(state)
    there = other(side)
    able = likeliest(state, side, card, [n for n, reason in reasons.items() if reason is None])
    own = (
        Choice(cell(n, side), labels.stone(n), reason, piece=place_id(n, side), at=at_side(n, side))
        for n, reason in reasons.items()
    )
    who, mine = labels.figure(state, there), labels.figure(state, side)
    wrong = Reason(
        "ST-APP-01", tr("That is the side of {other}; {player} lays a card now.", other=who, player=mine)
    )
    others = (
        Choice(cell(n, there), labels.stone(n), wrong, piece=place_id(n, there), unlisted=True) for n in reasons
    )
    usual = cell(able[0], side) if able else ""
    lie, laid = tracts(state), _laid(card)
    return Place("cell", text, (*own, *others), usual, in_order=True, tracts=lie, laid=laid, brief=WHICH_STONE)


def _laid(card: str) -> Tract:
    return Tract(0, 0, labels.card(card), card)


def place_id(number: int, side: Side) -> str:
    return f"{labels.PLACE}{side.lower()}{number}"


def _lay(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """A Joker, and by the table's ruling a Shield Bearer, first says what it stands for (ST-ELT-02, ST-ELT-05)."""
    state, number = resolution.state, stone_in(answer.values[0])
    card = waiting(state).card
    if declares(state, card):
        resolution.do(ev.PlaceChosen(number))
        fire(resolution, "waits")
        return
    lay(resolution, card, number)


def declares(state: State, card: str) -> bool:
    """Whether a card says on playing what it stands for."""
    when = {SHIELD_BEARER: state.house.shield_bearer_strength, **dict.fromkeys(JOKERS, state.house.joker_declared)}
    return when.get(card) == "on_play"


def _instead(state: State, _question: OpenQuestion) -> Form:
    """Another card is tapped: the first one is back in the hand."""
    return Form(tr("Another card"), (card_pick(state, mover(state)),), seldom=True)


INSTEAD = Action("instead", _instead, show, seldom=True)


# ---- what an elite troop stands for


def _declare_text(state: State, _question: OpenQuestion) -> Message:
    card, who = labels.card(waiting(state).card), labels.figure(state, state.to_move)
    return tr("{Player}, what does the {card} stand for?", Player=who, card=card)


def _joker(state: State, _question: OpenQuestion) -> Form | None:
    """It may stand for a card that lies there already (ST-ELT-02)."""
    if waiting(state).card not in JOKERS:
        return None
    side, number = mover(state), waiting(state).stone
    colours = tuple(
        Choice(
            each,
            labels.COLOUR_WORDS[each],
            then=(_strength(STRENGTHS, likeliest_strength(state, side, number, each)),),
        )
        for each in COLOURS
    )
    usual = likeliest_colour(state, side, number)
    return Form(tr("It stands for"), (Pick("colour", tr("Which colour?"), colours, usual, steady=True),))


def _strength(strengths: range | tuple[int, ...], usual: str = "") -> Pick:
    several = tuple(Choice(str(n), tr("strength {n}", n=n)) for n in reversed(strengths))
    return Pick("strength", tr("Which strength?"), several, usual, steady=True)


def _shield(state: State, _question: OpenQuestion) -> Form | None:
    if waiting(state).card != SHIELD_BEARER:
        return None
    return Form(tr("It stands for"), (_strength(SHIELDS),))


def _declare(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    card = waiting(resolution.state)
    lay(resolution, f"{card.card}={'-'.join(map(str, answer.values))}", card.stone)


# ---- a combat technique


def _stone_text(state: State, _question: OpenQuestion) -> Message:
    card, who = labels.card(waiting(state).card), labels.figure(state, state.to_move)
    return or_by_hand(
        tr("{Player}, {card}: tap its stone.", Player=who, card=card),
        tr("{Player}, {card}: on which stone?", Player=who, card=card),
    )


def _stone(state: State, _question: OpenQuestion) -> Form:
    choices = tuple(
        Choice(str(n), labels.stone(n), why_not_stone(state, n), piece=f"{labels.STONE}{n}", at=at_stone(n))
        for n, _ in enumerate(state.stones, 1)
    )
    able = most_contested(state, mover(state), [int(each.value) for each in choices if not each.closed])
    usual, text = str(able[0]) if able else "", _stone_text(state, _question)
    lie, laid = tracts(state), _laid(waiting(state).card)
    stones = Place("stone", text, choices, usual, in_order=True, tracts=lie, laid=laid, brief=WHICH_STONE)
    return Form(tr("Lay it"), (stones,))


def _technique(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    state = resolution.state
    resolution.do(ev.TechniqueLaid(mover(state), waiting(state).card, int(answer.values[0])))
    done(resolution)


RULES = {
    SHIELD_BEARER: "ST-ELT-05",
    **dict.fromkeys(JOKERS, "ST-ELT-02"),
    **dict.fromkeys(TECHNIQUES, "ST-TEC-03"),
}
"""The rule behind what a card that waits asks."""


def _rule(state: State, _question: OpenQuestion) -> str:
    return RULES.get(waiting(state).card, "ST-TRN-01")


KINDS = (
    QuestionKind("place", _place_text, (Action("place", _place, _lay), INSTEAD), rule=_rule, completes=True),
    QuestionKind(
        "declare",
        _declare_text,
        (Action("joker", _joker, _declare), Action("shield", _shield, _declare)),
        rule=_rule,
        completes=True,
    ),
    QuestionKind("stone", _stone_text, (Action("stone", _stone, _technique), INSTEAD), rule=_rule, completes=True),
)
