"""Questions about a shown card: its stone, what it stands for, and the target and destination of a ruse.

Rules: ST-APP-01, ST-ELT, ST-TEC, ST-RUS.
"""

from __future__ import annotations

from companion.engine.message import Message, tr, with_button_wording
from companion.engine.offers import Answer, Choice, MapTile, Pick, Place, Reason, cell_value, parse_cell
from companion.scoring.schotten_totten.border import (
    COLOURS,
    JOKERS,
    SHIELD_BEARER,
    SIDES,
    STRENGTHS,
    TECHNIQUES,
    Side,
    other_side,
    printed_card,
)
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten import labels
from companion.state.schotten_totten.course import finish_play, fire_trigger, lay_on_own_side, side_to_play
from companion.state.schotten_totten.legal_plays import (
    has_target,
    ruse_targets,
    why_no_technique,
    why_not_destination,
    why_not_target,
    why_side_closed,
)
from companion.state.schotten_totten.model import (
    OpenQuestion,
    PlacedCard,
    State,
    WaitingCard,
    find_card,
    placed_cards,
)
from companion.state.schotten_totten.questions.turn import WHICH_CARD, WHICH_STONE, card_pick, enter_shown_card
from companion.state.schotten_totten.resolution import Action, Form, QuestionKind, Resolution
from companion.state.schotten_totten.suggestions import (
    border_map_tiles,
    contested_stones,
    placed_card_cell,
    reading_order_key,
    side_cell,
    stone_cell,
    suggested_colour,
    suggested_stones,
    suggested_strength,
    suggested_target,
)

SHIELD_BEARER_STRENGTHS = (1, 2, 3)


def waiting_card(state: State) -> WaitingCard:
    """Return the waiting card; there is one while these questions are open."""
    assert state.waiting is not None
    return state.waiting


def place_value(number: int, side: Side) -> str:
    """Return the value of a place in answers and journals.

    It is not a cell of the border map, see `suggestions`.
    """
    return cell_value(number, SIDES.index(side))


def stone_in_answer(value: object) -> int:
    """Return the stone number of a place value."""
    return parse_cell(str(value))[0]


def _place_text(state: State, _question: OpenQuestion) -> Message:
    card, who = labels.card_label(waiting_card(state).card), labels.figure_label(state, state.to_move)
    return with_button_wording(
        tr("{Player}, {card}: tap its place.", Player=who, card=card),
        tr("{Player}, {card}: at which stone?", Player=who, card=card),
    )


def _place(state: State, _question: OpenQuestion) -> Form:
    side, card = side_to_play(state), waiting_card(state).card
    reasons = {n: why_side_closed(state, n, side) for n, _ in enumerate(state.stones, 1)}
    return Form(tr("Lay it"), (place_part(state, _place_text(state, _question), card, reasons),))


def place_part(state: State, text: Message, card: str, reasons: dict[int, Reason | None]) -> Place:
    """Return a choice of the player's sides of the nine stones, suggestion first.

    The opponent's sides are hidden and closed, so that a tap on one gives the reason.
    """
    side = side_to_play(state)
    there = other_side(side)
    able = suggested_stones(state, side, card, [n for n, reason in reasons.items() if reason is None])
    own = (
        Choice(
            place_value(n, side), labels.stone_label(n), reason, piece=place_id(n, side), cell=side_cell(n, side)
        )
        for n, reason in reasons.items()
    )
    who, mine = labels.figure_label(state, there), labels.figure_label(state, side)
    wrong = Reason(
        "ST-APP-01", tr("That is the side of {other}; {player} lays a card now.", other=who, player=mine)
    )
    others = (
        Choice(place_value(n, there), labels.stone_label(n), wrong, piece=place_id(n, there), is_hidden=True)
        for n in reasons
    )
    usual = place_value(able[0], side) if able else ""
    lie, laid = border_map_tiles(state), _laid(card)
    return Place(
        "cell", text, (*own, *others), usual, in_order=True, map_tiles=lie, new_tile=laid, brief=WHICH_STONE
    )


def _laid(card: str) -> MapTile:
    return MapTile(0, 0, labels.card_label(card), card)


def place_id(number: int, side: Side) -> str:
    """Return the sticker id of a place."""
    return f"{labels.PLACE_PREFIX}{side.lower()}{number}"


def _lay(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Record the stone, or wait for a declaration.

    A Joker, and by a house rule a Shield Bearer, must be declared first (ST-ELT-02, ST-ELT-05).
    """
    state, number = resolution.state, stone_in_answer(answer.values[0])
    card = waiting_card(state).card
    if must_declare(state, card):
        resolution.do(ev.PlaceChosen(number))
        fire_trigger(resolution, "waits")
        return
    lay_on_own_side(resolution, card, number)


def must_declare(state: State, card: str) -> bool:
    """True if a card is declared when it is played."""
    when = {SHIELD_BEARER: state.house.shield_bearer_strength, **dict.fromkeys(JOKERS, state.house.joker_declared)}
    return when.get(card) == "on_play"


def _instead(state: State, _question: OpenQuestion) -> Form:
    """Return the form for another card; the waiting card goes back to the hand."""
    return Form(tr("Another card"), (card_pick(state, side_to_play(state)),), is_rare=True)


OTHER_CARD_ACTION = Action("instead", _instead, enter_shown_card, is_rare=True)


def _declare_text(state: State, _question: OpenQuestion) -> Message:
    card, who = labels.card_label(waiting_card(state).card), labels.figure_label(state, state.to_move)
    return tr("{Player}, what does the {card} stand for?", Player=who, card=card)


def _joker(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form that declares a Joker; it may copy a card on the table (ST-ELT-02)."""
    if waiting_card(state).card not in JOKERS:
        return None
    side, number = side_to_play(state), waiting_card(state).stone
    colours = tuple(
        Choice(
            each,
            labels.COLOUR_WORDS[each],
            then=(_strength(STRENGTHS, suggested_strength(state, side, number, each)),),
        )
        for each in COLOURS
    )
    usual = suggested_colour(state, side, number)
    return Form(
        tr("It stands for"), (Pick("colour", tr("Which colour?"), colours, usual, starts_at_default=True),)
    )


def _strength(strengths: range | tuple[int, ...], usual: str = "") -> Pick:
    several = tuple(Choice(str(n), tr("strength {n}", n=n)) for n in reversed(strengths))
    return Pick("strength", tr("Which strength?"), several, usual, starts_at_default=True)


def _shield(state: State, _question: OpenQuestion) -> Form | None:
    if waiting_card(state).card != SHIELD_BEARER:
        return None
    return Form(tr("It stands for"), (_strength(SHIELD_BEARER_STRENGTHS),))


def _declare(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    card = waiting_card(resolution.state)
    lay_on_own_side(resolution, f"{card.card}={'-'.join(map(str, answer.values))}", card.stone)


def _stone_text(state: State, _question: OpenQuestion) -> Message:
    card, who = labels.card_label(waiting_card(state).card), labels.figure_label(state, state.to_move)
    return with_button_wording(
        tr("{Player}, {card}: tap its stone.", Player=who, card=card),
        tr("{Player}, {card}: on which stone?", Player=who, card=card),
    )


def _stone(state: State, _question: OpenQuestion) -> Form:
    choices = tuple(
        Choice(
            str(n),
            labels.stone_label(n),
            why_no_technique(state, n),
            piece=f"{labels.STONE_PREFIX}{n}",
            cell=stone_cell(n),
        )
        for n, _ in enumerate(state.stones, 1)
    )
    able = contested_stones(state, side_to_play(state), [int(each.value) for each in choices if not each.closed])
    usual, text = str(able[0]) if able else "", _stone_text(state, _question)
    lie, laid = border_map_tiles(state), _laid(waiting_card(state).card)
    stones = Place("stone", text, choices, usual, in_order=True, map_tiles=lie, new_tile=laid, brief=WHICH_STONE)
    return Form(tr("Lay it"), (stones,))


def _technique(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    state = resolution.state
    resolution.do(ev.TechniqueLaid(side_to_play(state), waiting_card(state).card, int(answer.values[0])))
    finish_play(resolution)


PLACE_RULES = {
    SHIELD_BEARER: "ST-ELT-05",
    **dict.fromkeys(JOKERS, "ST-ELT-02"),
    **dict.fromkeys(TECHNIQUES, "ST-TEC-03"),
}
"""Rule id of the question about a waiting card, by card."""


def _place_rule(state: State, _question: OpenQuestion) -> str:
    return PLACE_RULES.get(waiting_card(state).card, "ST-TRN-01")


PLACE_KINDS = (
    QuestionKind(
        "place", _place_text, (Action("place", _place, _lay), OTHER_CARD_ACTION), rule=_place_rule, completes=True
    ),
    QuestionKind(
        "declare",
        _declare_text,
        (Action("joker", _joker, _declare), Action("shield", _shield, _declare)),
        rule=_place_rule,
        completes=True,
    ),
    QuestionKind(
        "stone",
        _stone_text,
        (Action("stone", _stone, _technique), OTHER_CARD_ACTION),
        rule=_place_rule,
        completes=True,
    ),
)


def _target_text(state: State, _question: OpenQuestion) -> Message:
    card, who = labels.card_label(waiting_card(state).card), labels.figure_label(state, state.to_move)
    return with_button_wording(
        tr("{Player}, {card}: tap the card that it takes.", Player=who, card=card),
        tr("{Player}, {card}: which card does it take?", Player=who, card=card),
    )


def _target(state: State, question: OpenQuestion) -> Form | None:
    """Return the choice of target cards, row by row.

    Cards that the ruse cannot take are hidden choices for taps.
    """
    side, ruse = side_to_play(state), waiting_card(state).card
    choices = sorted((_target_choice(state, ruse, side, each) for each in placed_cards(state)), key=_as_read)
    if not choices:
        return None
    usual = suggested_target(state, side, ruse, tuple(ruse_targets(state, ruse, side)))
    default, text = printed_card(usual.card) if usual else "", _target_text(state, question)
    cards = Place(
        "target", text, tuple(choices), default, in_order=True, map_tiles=border_map_tiles(state), brief=WHICH_CARD
    )
    return Form(tr("It takes a card"), (cards,))


def _as_read(choice: Choice) -> tuple[int, int]:
    return reading_order_key(choice.cell)


def _target_choice(state: State, ruse: str, side: Side, target: PlacedCard) -> Choice:
    closed = why_not_target(state, ruse, side, target)
    words = tr("{card}, stone {n}", card=labels.card_label(target.card), n=target.stone)
    id = printed_card(target.card)
    return Choice(id, words, closed, piece=id, is_hidden=closed is not None, cell=placed_card_cell(state, target))


def _take(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Record the target. Banshee's is discarded; others need a destination (ST-RUS-04 to ST-RUS-06)."""
    state = resolution.state
    found, ruse = find_card(state, str(answer.values[0])), waiting_card(state).card
    assert found is not None
    if ruse == "banshee":
        _discard(resolution, found)
        return
    resolution.do(ev.TargetChosen(found.card))
    fire_trigger(resolution, "waits")


def _discard(resolution: Resolution, target: PlacedCard) -> None:
    side, ruse = side_to_play(resolution.state), waiting_card(resolution.state).card
    resolution.do(ev.RusePlayed(side, ruse))
    resolution.do(ev.CardDiscarded(side, target.card, target.stone, target.side))
    finish_play(resolution)


def _in_vain(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form for a ruse without effect, if a house rule allows it and there is no target (ST-RUS-07)."""
    if not state.house.ruse_without_target or has_target(state, waiting_card(state).card, side_to_play(state)):
        return None
    return Form(tr("Nothing comes of it"))


def _play_in_vain(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.RusePlayed(side_to_play(resolution.state), waiting_card(resolution.state).card))
    finish_play(resolution)


def chosen_target(state: State) -> PlacedCard:
    """Return the card that the waiting ruse takes."""
    found = find_card(state, waiting_card(state).target)
    assert found is not None
    return found


def _goal_text(state: State, _question: OpenQuestion) -> Message:
    card, who = labels.card_label(waiting_card(state).target), labels.figure_label(state, state.to_move)
    return with_button_wording(
        tr("{Player}, tap the place that {card} goes to.", Player=who, card=card),
        tr("{Player}, to which stone does {card} go?", Player=who, card=card),
    )


def _goal(state: State, question: OpenQuestion) -> Form:
    side, target, ruse = side_to_play(state), chosen_target(state), waiting_card(state).card
    reasons = {n: why_not_destination(state, ruse, target, n, side) for n, _ in enumerate(state.stones, 1)}
    return Form(tr("It goes to a stone"), (place_part(state, _goal_text(state, question), target.card, reasons),))


def _move(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    state, target = resolution.state, chosen_target(resolution.state)
    side = side_to_play(state)
    resolution.do(ev.RusePlayed(side, waiting_card(state).card))
    resolution.do(
        ev.CardMoved(side, target.card, target.stone, target.side, stone_in_answer(answer.values[0]), side)
    )
    finish_play(resolution)


def _away(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form for discarding the target, Strategist's other choice (ST-RUS-04)."""
    return Form(tr("It is discarded")) if waiting_card(state).card == "strategist" else None


def _throw_away(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    _discard(resolution, chosen_target(resolution.state))


RUSE_RULES = {"strategist": "ST-RUS-04", "banshee": "ST-RUS-05", "traitor": "ST-RUS-06"}


def _ruse_rule(state: State, _question: OpenQuestion) -> str:
    return RUSE_RULES[waiting_card(state).card]


RUSE_KINDS = (
    QuestionKind(
        "target",
        _target_text,
        (Action("target", _target, _take), Action("in_vain", _in_vain, _play_in_vain), OTHER_CARD_ACTION),
        rule=_ruse_rule,
        completes=True,
    ),
    QuestionKind(
        "goal",
        _goal_text,
        (Action("place", _goal, _move), Action("away", _away, _throw_away, is_rare=True), OTHER_CARD_ACTION),
        rule=_ruse_rule,
        completes=True,
    ),
)
