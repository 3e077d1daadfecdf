"""What a card that waits asks: where it lies, what it stands for, what it takes (ST-APP-01, ST-ELT, ST-RUS)."""

from __future__ import annotations

from collections.abc import Iterator

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
from companion.state.schotten_totten.course import fire
from companion.state.schotten_totten.legal import (
    has_target,
    why_not_goal,
    why_not_place,
    why_not_stone,
    why_not_target,
)
from companion.state.schotten_totten.likely import likeliest
from companion.state.schotten_totten.model import Lying, OpenQuestion, State, Waiting, lying, where
from companion.state.schotten_totten.playing import done, lay, mover
from companion.state.schotten_totten.questions.turn import card_pick, show
from companion.state.schotten_totten.resolution import Resolution
from companion.state.schotten_totten.rows import Action, Form, QuestionKind

SHIELDS = (1, 2, 3)


def waiting(state: State) -> Waiting:
    """The card that waits; there is one while these questions are open."""
    assert state.waiting is not None
    return state.waiting


def cell(number: int, side: Side) -> str:
    """A place on the drawn border: stones from west to east, side B in the north."""
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
    """The own side of the nine stones, the likeliest first; those of the other side are closed for a tap."""
    side = mover(state)
    there = other(side)
    order = likeliest(state, side, card, [n for n, reason in reasons.items() if reason is None])
    order += [n for n in reasons if n not in order]
    own = (Choice(cell(n, side), labels.stone(n), reasons[n], piece=place_id(n, side)) for n in order)
    who, mine = labels.figure(state, there), labels.figure(state, side)
    wrong = Reason(
        "ST-APP-01", tr("That is the side of {other}; {player} lays a card now.", other=who, player=mine)
    )
    others = (
        Choice(cell(n, there), labels.stone(n), wrong, piece=place_id(n, there), unlisted=True) for n in reasons
    )
    laid = Tract(0, 0, labels.card(card), card)
    return Place("cell", text, (*own, *others), steady=True, tracts=tuple(tracts(state)), laid=laid)


def place_id(number: int, side: Side) -> str:
    return f"{labels.PLACE}{side.lower()}{number}"


def tracts(state: State) -> Iterator[Tract]:
    """What lies on both sides, as a map shows it."""
    for number, stone in enumerate(state.stones, 1):
        for side in SIDES:
            if cards := stone.cards(side):
                yield Tract(number, SIDES.index(side), labels.card(cards[-1]), cards[-1], height=len(cards))


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
    colours = tuple(Choice(each, labels.COLOUR_WORDS[each]) for each in COLOURS)
    return Form(
        tr("It stands for"), (Pick("colour", tr("Which colour?"), colours, steady=True), _strength(STRENGTHS))
    )


def _strength(strengths: range | tuple[int, ...]) -> Pick:
    several = tuple(Choice(str(n), tr("strength {n}", n=n)) for n in reversed(strengths))
    return Pick("strength", tr("Which strength?"), several, steady=True)


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
        Choice(str(n), labels.stone(n), why_not_stone(state, n), piece=f"{labels.STONE}{n}")
        for n, _ in enumerate(state.stones, 1)
    )
    return Form(tr("Lay it"), (Pick("stone", tr("Which stone?"), choices, steady=True),))


def _technique(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    state = resolution.state
    resolution.do(ev.TechniqueLaid(mover(state), waiting(state).card, int(answer.values[0])))
    done(resolution)


# ---- a ruse


def _target_text(state: State, _question: OpenQuestion) -> Message:
    card, who = labels.card(waiting(state).card), labels.figure(state, state.to_move)
    return or_by_hand(
        tr("{Player}, {card}: tap the card that it takes.", Player=who, card=card),
        tr("{Player}, {card}: which card does it take?", Player=who, card=card),
    )


def _target(state: State, _question: OpenQuestion) -> Form | None:
    side, ruse = mover(state), waiting(state).card
    choices = tuple(_target_choice(state, ruse, side, each) for each in lying(state))
    return (
        Form(tr("It takes a card"), (Pick("target", tr("Which card?"), choices, steady=True),))
        if choices
        else None
    )


def _target_choice(state: State, ruse: str, side: Side, target: Lying) -> Choice:
    closed = why_not_target(state, ruse, side, target)
    words = tr("{card}, stone {n}", card=labels.card(target.card), n=target.stone)
    piece = target.card.partition("=")[0]
    return Choice(piece, words, closed, piece=piece, group=labels.stone(target.stone), unlisted=closed is not None)


def _take(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Banshee's goes to the discard pile; where another's goes is still to be said (ST-RUS-04 to ST-RUS-06)."""
    state = resolution.state
    found, ruse = where(state, str(answer.values[0])), waiting(state).card
    assert found is not None
    if ruse == "banshee":
        _discard(resolution, found)
        return
    resolution.do(ev.TargetChosen(found.card))
    fire(resolution, "waits")


def _discard(resolution: Resolution, target: Lying) -> None:
    side, ruse = mover(resolution.state), waiting(resolution.state).card
    resolution.do(ev.RusePlayed(side, ruse))
    resolution.do(ev.CardDiscarded(side, target.card, target.stone, target.side))
    done(resolution)


def _in_vain(state: State, _question: OpenQuestion) -> Form | None:
    """Only at tables that want it so, and where nothing can be taken (ST-RUS-07)."""
    if not state.house.ruse_without_target or has_target(state, waiting(state).card, mover(state)):
        return None
    return Form(tr("Nothing comes of it"))


def _play_in_vain(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.RusePlayed(mover(resolution.state), waiting(resolution.state).card))
    done(resolution)


def target_of(state: State) -> Lying:
    """The card that the ruse that waits takes."""
    found = where(state, waiting(state).target)
    assert found is not None
    return found


def _goal_text(state: State, _question: OpenQuestion) -> Message:
    card, who = labels.card(waiting(state).target), labels.figure(state, state.to_move)
    return or_by_hand(
        tr("{Player}, tap the place that {card} goes to.", Player=who, card=card),
        tr("{Player}, to which stone does {card} go?", Player=who, card=card),
    )


def _goal(state: State, question: OpenQuestion) -> Form:
    side, target, ruse = mover(state), target_of(state), waiting(state).card
    reasons = {n: why_not_goal(state, ruse, target, n, side) for n, _ in enumerate(state.stones, 1)}
    return Form(tr("It goes to a stone"), (place_part(state, _goal_text(state, question), target.card, reasons),))


def _move(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    state, target = resolution.state, target_of(resolution.state)
    side = mover(state)
    resolution.do(ev.RusePlayed(side, waiting(state).card))
    resolution.do(ev.CardMoved(side, target.card, target.stone, target.side, stone_in(answer.values[0]), side))
    done(resolution)


def _away(state: State, _question: OpenQuestion) -> Form | None:
    """Strategist's other choice (ST-RUS-04)."""
    return Form(tr("It is discarded")) if waiting(state).card == "strategist" else None


def _throw_away(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    _discard(resolution, target_of(resolution.state))


RULES = {
    "strategist": "ST-RUS-04",
    "banshee": "ST-RUS-05",
    "traitor": "ST-RUS-06",
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
    QuestionKind(
        "target",
        _target_text,
        (Action("target", _target, _take), Action("in_vain", _in_vain, _play_in_vain), INSTEAD),
        rule=_rule,
        completes=True,
    ),
    QuestionKind(
        "goal",
        _goal_text,
        (Action("place", _goal, _move), Action("away", _away, _throw_away), INSTEAD),
        rule=_rule,
        completes=True,
    ),
)
