"""Questions, entries and corrections of Turbulent Chapters.

In order: the choice of an event, Scots that move home, the swap on the rondel; the payment of an event, in full or
the card is only turned (C6-12, C6-33); the two printed tables, entered once or counted by hand (C6-18, C6-26); and
corrections of card sides and tables.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.turbulent import effects
from companion.chronicles.turbulent.effects import (
    ENGLISHMAN,
    EVENT_QUESTION,
    HOME_QUESTION,
    SCOT_QUESTION,
    SWAP_QUESTION,
    TABLE_QUESTION,
    can_swap_englishman,
    carry_out_event,
    may_only_turn,
    may_remove_one,
    tiles_near_castle_with_scots,
    trigger_event,
    turn_without_event,
)
from companion.chronicles.turbulent.model import (
    ARMADALE,
    CHAPTERS,
    FORT_GEORGE,
    GATHERING_IDS,
    LEAD_COUNT,
    OWN_STATE,
    OWN_TABLE_CARDS,
    PAYMENT_QUESTION,
    REMOVAL_CARDS,
    REMOVED_TILES,
    SHIEL,
    SLUG,
    STALKER,
    WALLACE,
    CountedByHand,
    FigureSwapped,
    SideSet,
    card_owner,
    cards_left_to_turn,
    chapter_of,
    event_cause,
    rule_of,
    turned_sides,
)
from companion.chronicles.turbulent.scoring import (
    owner_lead,
    printed_table,
    table_fact,
    tables_to_ask,
    unknown_tables,
)
from companion.engine.game import Interpretation
from companion.engine.message import Message, tr, trn
from companion.engine.offers import Amount, Answer, Choice, Part, Pick, Reason
from companion.scoring.gains import player_gain, points_for_lead
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import (
    Action,
    ActionFamily,
    Form,
    QuestionKind,
    Resolution,
    do_nothing,
    expansion_card,
)
from companion.state.glen_more_2.course import discard_passed_tiles, fire_trigger, has_blocking_question
from companion.state.glen_more_2.effects import home_castle_spaces_left
from companion.state.glen_more_2.facts import WORLDS_END, LearnedFact
from companion.state.glen_more_2.model import HOME_TILE_SIZE, MAX_SCOTS, State
from companion.state.glen_more_2.questions.die import restart_turn_after_correction
from companion.state.glen_more_2.questions.ledger import TURN_PHASES, ledger_entry
from companion.state.glen_more_2.scoring_rounds import ExtraPoints, score_extra, scoring_rules
from companion.state.glen_more_2.text import labels
from companion.state.territory.grid import Spot
from companion.state.territory.market import SPACES_PER_ROW, buy_price
from companion.state.territory.model import OpenQuestion
from companion.state.territory.track import figure_index

EVENT_ENTRY = f"{SLUG}.event"
CARD_PREFIX, SPACE_PREFIX = "card_", "space:"


def _card_pick(state: State, player_id: str) -> Pick:
    """Return the choice of the player's cards on their landmark side; a card may also be tapped."""
    choices = tuple(
        Choice(card, CHAPTERS[card].name, piece=f"{CARD_PREFIX}{card}")
        for card in cards_left_to_turn(state, player_id)
    )
    return Pick("card", tr("Which card's event?"), choices)


def _symbol(state: State, question: OpenQuestion) -> Form:
    label = tr("Event: turn a landmark card")
    if cards_left_to_turn(state, question.player):
        # At referee depth players activate the tile instead, so this entry is rare.
        return Form(
            label,
            (_card_pick(state, question.player),),
            is_rare=state.tracks_territories,
            has_key=not state.tracks_territories,
        )
    player = labels.figure_label(state, question.player)
    return Form(
        label,
        closed=Reason("C6-13", tr("{player} has no card on its landmark side.", player=player)),
        has_key=False,
    )


def _book_symbol(resolution: Resolution, player_id: str, answer: Answer) -> None:
    trigger_event(resolution, player_id, str(answer.values[0]))


def tap_interpretations(state: State, piece: str) -> tuple[Interpretation, ...]:
    """Return the meaning of a tap on an own card: its event. A card gained this turn is only shown."""
    card, player_id = piece.removeprefix(CARD_PREFIX), state.turn.player
    ledger = next((o for o in state.open_questions if o.kind == "ledger" and o.player == player_id), None)
    if (
        not OWN_STATE.is_in_play(state)
        or ledger is None
        or has_blocking_question(state)
        or state.phase not in TURN_PHASES
    ):
        return ()
    if (
        not piece.startswith(CARD_PREFIX)
        or card == state.turn.tile
        or card not in cards_left_to_turn(state, player_id)
    ):
        return ()
    label = tr("the event of {card}", card=CHAPTERS[card].name)
    return (Interpretation(label, Answer(ledger.number, EVENT_ENTRY, (card,))),)


# Which card: the symbol of a tile just placed, or another event; no card has to be turned (C6-11, C6-19).


def ask_event_of_gathering(_before: State, e: ev.TileTaken | ev.TileGiven, after: State) -> Iterator[ev.Event]:
    """Queue the choice of an event for a Gathering tile without referee depth; its cost is paid first."""
    if e.piece in GATHERING_IDS and cards_left_to_turn(after, e.player) and not after.tracks_territories:
        # Queued, because the tile is paid for first.
        yield ev.FollowUpQueued(SLUG, "gathered")


def ask_event_after_payment(state: State) -> Iterator[ev.Event]:
    """Ask for the event of a Gathering tile that has been paid for."""
    if state.turn.player and cards_left_to_turn(state, state.turn.player):
        yield ev.QuestionAsked(EVENT_QUESTION, state.turn.player)


def ask_event(resolution: Resolution, player_id: str, _spot: Spot) -> None:
    """Ask for the event of an activated symbol (C6-10)."""
    resolution.ask(EVENT_QUESTION, player_id)


def _which_text(state: State, question: OpenQuestion) -> Message:
    if question.args:
        return tr("{card}: which other event?", card=CHAPTERS[WALLACE].name)
    return tr("{player}: which card's event?", player=labels.figure_label(state, question.player))


def _event(state: State, question: OpenQuestion) -> Form | None:
    if not cards_left_to_turn(state, question.player):
        return None
    return Form(tr("An event"), (_card_pick(state, question.player),))


def _trigger(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Trigger the event; the second card of Wallace Monument may only be turned, by house rule (C6-19)."""
    card = str(answer.values[0])
    if question.args and may_only_turn(resolution.state):
        turn_without_event(resolution, question.player, card)
    else:
        trigger_event(resolution, question.player, card)


def ask_scots_of_fort_george(_before: State, e: ev.LandmarkGained, after: State) -> Iterator[ev.Event]:
    """Ask how many Scots move home by the landmark side of Fort George (C6-21)."""
    if e.card == FORT_GEORGE and after.tracks_territories:
        if tiles_near_castle_with_scots(after, e.player):
            yield ev.QuestionAsked(SCOT_QUESTION, e.player, (FORT_GEORGE,))
    elif e.card == FORT_GEORGE and home_castle_spaces_left(after.player(e.player)):
        yield ev.QuestionAsked(HOME_QUESTION, e.player, (FORT_GEORGE,))


def _home_text(_state: State, question: OpenQuestion) -> Message:
    card = chapter_of(question)
    if card.id == FORT_GEORGE:
        return tr("{card}: how many Scots come to the home castle?", card=card.name)
    return tr("{card}: does a Scot come to the home castle?", card=card.name)


def _home(state: State, question: OpenQuestion) -> Form:
    """Return the offer to move Scots home: any number with Fort George, else one."""
    card, room = chapter_of(question), home_castle_spaces_left(state.player(question.player))
    if card.id == FORT_GEORGE:
        text = _home_text(state, question)
        return Form(text, (Amount("scots", text, 0, room, 0),))
    full = Reason(card.rule, tr("No Scot is left outside the home castle."))
    return Form(tr("1 Scot comes home"), closed=None if room else full)


def _no_scot(_state: State, question: OpenQuestion) -> Form | None:
    """Return the offer to move no Scot; None for Fort George, where the number may be 0."""
    return None if chapter_of(question).id == FORT_GEORGE else Form(tr("No Scot comes home"))


def _come_home(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    scots = int(answer.values[0]) if answer.values else 1
    if scots:
        resolution.do(ev.HomeScotsChanged(question.player, scots, event_cause(chapter_of(question).id)))


def _swap_text(state: State, _question: OpenQuestion) -> Message:
    return tr("{figure}: which tile does he change places with?", figure=labels.figure_label(state, ENGLISHMAN))


def _swap(state: State, question: OpenQuestion) -> Form | None:
    """Return the tiles that may change places: no figure on them and not World's End (C6-36)."""
    choices = tuple(
        Choice(
            f"{SPACE_PREFIX}{place}",
            tr("space {n}: {what}", n=place + 1, what=labels.tile_label(state.facts, space)),
            piece=space.piece,
        )
        for place, space in enumerate(state.track)
        if space.has_tile and not space.fixed and not space.figures and space.piece != WORLDS_END
    )
    if not choices or not can_swap_englishman(state):
        return None
    return Form(tr("He changes places"), (Pick("tile", _swap_text(state, question), choices),))


def _change_places(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Swap the figure and a tile. The tile may now be behind all pawns, and another figure may be last."""
    place = int(str(answer.values[0]).removeprefix(SPACE_PREFIX))
    space = resolution.state.track[place]
    assert figure_index(resolution.state.track, ENGLISHMAN) >= 0
    resolution.do(FigureSwapped(ENGLISHMAN, space.piece, space.deck))
    resolution.do(ev.PawnPlaced(ENGLISHMAN, place))
    discard_passed_tiles(resolution)
    restart_turn_after_correction(resolution)


_EVENT_CARD = expansion_card("event", tr("Event: turn a landmark card"), 6)

ENTRIES = (Action(EVENT_ENTRY, _symbol, ledger_entry(_book_symbol), "DOWN", tr("event"), _EVENT_CARD),)
EVENT_KINDS = (
    QuestionKind(
        EVENT_QUESTION,
        _which_text,
        (Action("event", _event, _trigger), Action("none", Form(tr("No event")), do_nothing)),
        rule="C6-11",
    ),
    QuestionKind(
        HOME_QUESTION,
        _home_text,
        (Action("home", _home, _come_home), Action("none", _no_scot, do_nothing)),
        rule=rule_of,
    ),
    QuestionKind(
        SWAP_QUESTION,
        _swap_text,
        (
            Action("swap", _swap, _change_places),
            Action("none", Form(tr("He stays where he is")), do_nothing),
        ),
        rule="C6-36",
    ),
)


MAX_STONES = 30
PAYMENT_PREFIX = "pay_"
"""Prefix of the payment offers; the number of Scots paid from the home castle follows."""


def _text(state: State, question: OpenQuestion) -> Message:
    card, player = chapter_of(question).name, labels.figure_label(state, question.player)
    return tr("{card}, event: what does {player} pay?", card=card, player=player)


def _form(state: State, question: OpenQuestion, label: Message) -> Form:
    """Return a payment offer with its questions, and a caution if the counts contradict it."""
    card = chapter_of(question).id
    return Form(label, _parts(state, card), caution=_unaffordable_caution(state, question.player, card))


def _none_from_home(state: State, question: OpenQuestion) -> Form:
    """Return the payment without Scots from the home castle; at referee depth the Scots are asked for later."""
    chapter = chapter_of(question)
    if state.tracks_territories:
        label = chapter.other_payment or trn(
            "{n} Scot of the territory", "{n} Scots of the territory", chapter.scots
        )
        closed = effects.why_event_unavailable(state, question.player, chapter)
        parts = () if closed else effects.stone_parts(state, question.player, chapter.id)
        return Form(label, parts, closed, _unaffordable_caution(state, question.player, chapter.id))
    scots = trn("{n} Scot from outside the home castle", "{n} Scots from outside the home castle", chapter.scots)
    return _form(state, question, chapter.other_payment or scots)


def _some_from_home(state: State, question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    """Yield payments with Scots from the home castle, at most as many as stand there."""
    if state.tracks_territories:
        return
    most = min(chapter_of(question).scots, max(0, state.player(question.player).scots))
    for n in range(1, most + 1):
        label = trn("{n} Scot out of the home castle", "{n} Scots out of the home castle", n)
        yield str(n), _form(state, question, label)


def _parts(state: State, card: str) -> tuple[Part, ...]:
    """Return the questions that belong to the payment of a card."""
    if card == ARMADALE:
        return _stones(state)
    if card not in REMOVAL_CARDS:
        return ()
    scots = Amount("scots", tr("How many Scots came to the home castle from them?"), 0, MAX_SCOTS, 0)
    tiles = Amount("tiles", tr("How many tiles leave the territory?"), 1, REMOVED_TILES, REMOVED_TILES)
    return (tiles, scots) if may_remove_one(state) else (scots,)


def _stones(state: State) -> tuple[Part, ...]:
    """Return the questions for own stones and, while its row has a price, for stones from the market (C6-28)."""
    price = buy_price(state.market["stone"])
    own = Amount("own", tr("How many stones of your own?"), 0, MAX_STONES, 1)
    if price is None:
        return (own,)
    text = tr("How many stones from the market, the first for {n}?", n=price)
    return (own, Amount("market", text, 0, SPACES_PER_ROW - state.market["stone"], 0))


def _unaffordable_caution(state: State, player_id: str, card: str) -> Reason | None:
    """Return a caution if the counts contradict the payment; counts may be behind the table."""
    player, rule = state.player(player_id), CHAPTERS[card].rule
    # Home castle and starting village can't be removed (C6-21).
    removable = player.tiles - HOME_TILE_SIZE
    if card in REMOVAL_CARDS and removable < (1 if may_remove_one(state) else REMOVED_TILES):
        return Reason(
            rule,
            trn(
                "The companion counts {n} tile that can leave.",
                "The companion counts {n} tiles that can leave.",
                removable,
            ),
        )
    if card == SHIEL and player.total < 1:
        return Reason(
            rule, tr("The companion has {player} on 0 points.", player=labels.figure_label(state, player_id))
        )
    if card == STALKER and not state.discards:
        return Reason(rule, tr("The companion knows of no discarded tile."))
    return None


def _pay(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    home = int(answer.offer.removeprefix(PAYMENT_PREFIX))
    values = [int(value) for value in answer.values]
    carry_out_event(resolution, question.player, chapter_of(question).id, values, home)


def _only_turn(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    turn_without_event(resolution, question.player, chapter_of(question).id)


PAYMENT_KINDS = (
    QuestionKind(
        PAYMENT_QUESTION,
        _text,
        (
            Action(f"{PAYMENT_PREFIX}0", _none_from_home, _pay),
            Action("turn", Form(tr("Only turn the card")), _only_turn),
            ActionFamily(PAYMENT_PREFIX, _some_from_home, _pay),
        ),
        rule=rule_of,
    ),
)


POINTS_QUESTION = f"{SLUG}.points"
# Two sources, because a withdrawn final scoring takes back only the points entered after it.
ROUND_POINTS_SOURCE, FINAL_POINTS_SOURCE = f"{SLUG}.own_round", f"{SLUG}.own_final"
MAX_POINTS = 40


def ask_unknown_tables(state: State) -> Iterator[ev.Event]:
    """Ask for unknown tables that a scoring needs."""
    for card in tables_to_ask(state):
        yield ev.QuestionAsked(TABLE_QUESTION, card_owner(state, card), (card,))


def usual_points(state: State, lead: int) -> int:
    """Return the points of the table on the board for a lead, by the house rules in force."""
    return points_for_lead(lead, scoring_rules(state).difference_above_five)


def table_parts(state: State, card: str) -> tuple[Amount, ...]:
    """Return the questions for the points of each lead, preset from the known or the usual table."""
    known = printed_table(state, card) or tuple(usual_points(state, n) for n in range(1, LEAD_COUNT + 1))
    return tuple(
        Amount(f"lead_{n}", _lead_text(card, n), 0, MAX_POINTS, known[n - 1]) for n in range(1, LEAD_COUNT + 1)
    )


def _lead_text(card: str, n: int) -> Message:
    """Return the question for a lead; the last one also counts for all larger leads."""
    name = CHAPTERS[card].name
    if n < LEAD_COUNT:
        return tr("{card}: points for {n} more than the fewest?", card=name, n=n)
    return tr("{card}: points for {n} or more?", card=name, n=n)


def record_table(resolution: Resolution, card: str, values: tuple[int | str, ...]) -> None:
    """Record the table of a card as a box fact."""
    resolution.do(ev.FactLearned(LearnedFact("", table_fact(card), " ".join(str(value) for value in values))))


def _table_text(_state: State, question: OpenQuestion) -> Message:
    return tr("What does the table on the event side of {card} give?", card=chapter_of(question).name)


def _table(state: State, question: OpenQuestion) -> Form:
    return Form(tr("The printed table"), table_parts(state, chapter_of(question).id))


def _learn_table(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    record_table(resolution, chapter_of(question).id, answer.values)


def _count_by_hand(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(CountedByHand(chapter_of(question).id))


def ask_points_after_round(state: State) -> Iterator[ev.Event]:
    """Ask for points counted by hand after a scoring round."""
    return _points_due(state, ROUND_POINTS_SOURCE)


def ask_points_after_final(state: State) -> Iterator[ev.Event]:
    """Ask for points counted by hand after the final scoring."""
    return _points_due(state, FINAL_POINTS_SOURCE)


def _points_due(state: State, source: str) -> Iterator[ev.Event]:
    """Ask each player in the lead who scores by an unknown table for the points."""
    for card in unknown_tables(state):
        if more := owner_lead(state, card):
            yield ev.QuestionAsked(POINTS_QUESTION, card_owner(state, card), (card, more, source))


def _points_text(state: State, question: OpenQuestion) -> Message:
    return tr(
        "{card}: {player} has {n} more than the fewest. How many points?",
        card=chapter_of(question).name,
        player=labels.figure_label(state, question.player),
        n=int(question.args[1]),
    )


def _points(state: State, question: OpenQuestion) -> Form:
    """Return the question for the points, preset from the usual table."""
    text, usual = _points_text(state, question), usual_points(state, int(question.args[1]))
    return Form(text, (Amount("points", text, 0, MAX_POINTS, min(usual, MAX_POINTS)),))


def _score_points(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    card, more, source = question.args
    points = int(answer.values[0])
    because = trn(
        "{more} more than the fewest: {points} point ({card})",
        "{more} more than the fewest: {points} points ({card})",
        points,
        card=CHAPTERS[str(card)].name,
        more=int(more),
        points=points,
    )
    by_hand = ExtraPoints(player_gain(question.player, str(source), points, because), (int(more),))
    for event in score_extra(resolution.state, SLUG, (by_hand,)):
        resolution.do(event)


def withdraw_entered_points(_before: State, _e: ev.ScoringWithdrawn, after: State) -> Iterator[ev.Event]:
    """Remove the points entered after a final scoring that is repeated."""
    for player in after.players:
        if points := player.points.get(FINAL_POINTS_SOURCE, 0):
            yield ev.PointsScored(player.id, -points, FINAL_POINTS_SOURCE)


TABLE_KINDS = (
    QuestionKind(
        TABLE_QUESTION,
        _table_text,
        (
            Action("table", _table, _learn_table),
            Action("ourselves", Form(tr("We do it ourselves and enter the points")), _count_by_hand),
        ),
        rule=rule_of,
    ),
    QuestionKind(POINTS_QUESTION, _points_text, (Action("points", _points, _score_points),), rule=rule_of),
)


TABLE_CORRECTION, SIDE_CORRECTION = f"{SLUG}.tell", f"{SLUG}.side"
LANDMARK, EVENT, ONLY_TURNED = "landmark", "event", "only"


def _side(state: State, _question: OpenQuestion) -> Form | None:
    """Return the correction of a card's side, for cards that players have."""
    if not OWN_STATE.is_in_play(state):
        return None
    held = (card for p in state.players for card in p.landmarks if card in CHAPTERS)
    cards = tuple(Choice(card, CHAPTERS[card].name, then=(_sides(card),)) for card in held)
    if not cards:
        return None
    return Form(tr("Side of a landmark card"), (Pick("card", tr("Which card?"), cards),))


def _sides(card: str) -> Pick:
    sides: list[tuple[str, Message]] = [
        (LANDMARK, tr("the landmark side")),
        (EVENT, tr("the event side")),
    ]
    if card in OWN_TABLE_CARDS.values():
        sides.append((ONLY_TURNED, tr("the event side, its table does not hold")))
    return Pick("side", tr("Which side is up?"), tuple(Choice(value, label) for value, label in sides))


def _set_side(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    card, side = (str(value) for value in answer.values)
    resolution.do(SideSet(card, side != LANDMARK, side == EVENT))
    _score_again(resolution)


def _table_correction(state: State, _question: OpenQuestion) -> Form | None:
    if not OWN_STATE.is_in_play(state):
        return None
    cards = tuple(
        Choice(card, CHAPTERS[card].name, then=table_parts(state, card)) for card in OWN_TABLE_CARDS.values()
    )
    return Form(tr("The table of an event side"), (Pick("card", tr("Which card?"), cards),))


def _set_table(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    record_table(resolution, str(answer.values[0]), answer.values[1:])
    _score_again(resolution)


def _score_again(resolution: Resolution) -> None:
    """Repeat the final scoring if the game is over."""
    if resolution.state.phase == "over":
        fire_trigger(resolution, "recount")


def turn_back_free_card(_before: State, e: ev.CardPlaced, after: State) -> Iterator[ev.Event]:
    """Turn a card without owner to its landmark side, and close payments of players who do not have it."""
    if not e.player and e.card in turned_sides(after):
        yield SideSet(e.card, False)
    yield from _asked_no_more(after, e.card)


def close_repeated_event(_before: State, e: SideSet, after: State) -> Iterator[ev.Event]:
    """Close payments of a card that a correction turned, because an event never repeats (C6-14)."""
    yield from _asked_no_more(after, e.card)


def _asked_no_more(state: State, card: str) -> Iterator[ev.Event]:
    """Close payment questions for the card, unless the player may still turn it."""
    asked = [o for o in state.open_questions if o.kind == PAYMENT_QUESTION and o.args[0] == card]
    spent = [o for o in asked if card in turned_sides(state) or card not in state.player(o.player).landmarks]
    yield from (ev.QuestionClosed(o.number) for o in spent)


CORRECTIONS = (Action(SIDE_CORRECTION, _side, _set_side), Action(TABLE_CORRECTION, _table_correction, _set_table))
