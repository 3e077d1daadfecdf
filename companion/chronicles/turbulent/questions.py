"""The Turbulent Chapters ask: which card, pay or only turn, which Scots come home, who changes places."""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.turbulent.chapters import (
    ARMADALE,
    CHAPTERS,
    REMOVED_TILES,
    REMOVES,
    SHIEL,
    SLUG,
    STALKER,
    cause,
)
from companion.chronicles.turbulent.events import (
    ENGLISHMAN,
    HOME,
    SWAP,
    WHICH,
    carry_out,
    may_only_turn,
    may_swap,
    only_turn,
    removes_one,
    trigger,
)
from companion.chronicles.turbulent.pieces import FORT_GEORGE, GATHERING_IDS, WALLACE
from companion.chronicles.turbulent.sides import PAY, FigureSwapped, cards_left
from companion.engine.game import Interpretation
from companion.engine.message import tr, trn
from companion.engine.offers import Amount, Answer, Choice, Offer, Part, Pick, Question, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.course import in_front
from companion.state.glen_more_2.die_moves import take_again
from companion.state.glen_more_2.effects import room_for_scots
from companion.state.glen_more_2.facts import WORLDS_END
from companion.state.glen_more_2.market import SPACES, buy_price
from companion.state.glen_more_2.model import HOME_TILES, MAX_SCOTS, OpenQuestion, State
from companion.state.glen_more_2.questions.question_kinds import QuestionKind
from companion.state.glen_more_2.refill import discard_passed
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import place_of

ENTRY = f"{SLUG}.event"
TURN_PHASES = ("take", "turn")
MAX_STONES = 30


# ---- which card


def card_pick(state: State, player_id: str) -> Pick:
    """Own cards on their landmark side; one may be tapped instead."""
    choices = tuple(
        Choice(card, CHAPTERS[card].name, piece=f"card_{card}") for card in cards_left(state, player_id)
    )
    return Pick("card", tr("Which card's event?"), choices)


def entry(state: State, question: OpenQuestion) -> Iterator[Offer]:
    """The event symbol was activated (C6-10)."""
    label = tr("Event: turn a landmark card")
    if cards_left(state, question.player):
        yield Offer(ENTRY, label, (card_pick(state, question.player),))
        return
    player = labels.figure(state, question.player)
    yield Offer(
        ENTRY, label, closed=Reason("C6-13", tr("{player} has no card on its landmark side.", player=player))
    )


def settle_entry(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    player_id, state = question.player, resolution.state
    if player_id != state.turn.player or state.phase not in TURN_PHASES:
        resolution.do(ev.BookedLate(player_id))
    resolution.do(ev.EntryMade(player_id, ENTRY))
    trigger(resolution, player_id, str(answer.values[0]))


def taps(state: State, piece: str) -> tuple[Interpretation, ...]:
    """The sticker of an own card: its event. Not of a card that came with this turn's tile: that is only shown."""
    card, player_id = piece.removeprefix("card_"), state.turn.player
    ledger = next((o for o in state.open if o.kind == "ledger" and o.player == player_id), None)
    if SLUG not in state.drawers or ledger is None or in_front(state) or state.phase not in TURN_PHASES:
        return ()
    if not piece.startswith("card_") or card == state.turn.tile or card not in cards_left(state, player_id):
        return ()
    return (
        Interpretation(tr("the event of {card}", card=CHAPTERS[card].name), Answer(ledger.number, ENTRY, (card,))),
    )


def gathering(_before: State, e: ev.TileTaken | ev.TileGiven, after: State) -> Iterator[ev.Event]:
    """A Gathering tile is activated when it is laid; its cost comes first."""
    if e.piece in GATHERING_IDS and cards_left(after, e.player):
        yield ev.FollowUpQueued(SLUG, "gathered")


def gathered(state: State) -> Iterator[ev.Event]:
    if state.turn.player and cards_left(state, state.turn.player):
        yield ev.QuestionAsked(WHICH, state.turn.player)


def ask_which(state: State, question: OpenQuestion) -> Question:
    """The symbol of a tile just laid, or another event (C6-11, C6-19); nobody must."""
    player_id = question.player
    text = tr("{player}: which card's event?", player=labels.figure(state, player_id))
    if question.args:
        text = tr("{card}: which other event?", card=CHAPTERS[WALLACE].name)
    offers = [Offer("none", tr("No event"))]
    if cards_left(state, player_id):
        offers.insert(0, Offer("event", tr("An event"), (card_pick(state, player_id),)))
    return Question(question.number, question.kind, text, tuple(offers), player_id, rule="C6-11")


def settle_which(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    if answer.offer == "none":
        return
    card = str(answer.values[0])
    if question.args and may_only_turn(resolution.state):
        only_turn(resolution, question.player, card)
    else:
        trigger(resolution, question.player, card)


# ---- pay, or only turn


def ask_pay(state: State, question: OpenQuestion) -> Question:
    """The whole price, or the card is only turned (C6-12, C6-33)."""
    player_id, card = question.player, str(question.args[0])
    chapter, parts, caution = CHAPTERS[card], _parts(state, card), _doubt(state, player_id, card)
    price = chapter.price or trn(
        "{n} Scot from outside the home castle", "{n} Scots from outside the home castle", chapter.scots
    )
    most = min(chapter.scots, max(0, state.player(player_id).scots))
    home = (
        Offer(
            f"pay_{n}",
            trn("{n} Scot out of the home castle", "{n} Scots out of the home castle", n),
            parts,
            caution=caution,
        )
        for n in range(1, most + 1)
    )
    offers = (Offer("pay_0", price, parts, caution=caution), Offer("turn", tr("Only turn the card")), *home)
    text = tr("{card}, event: what does {player} pay?", card=chapter.name, player=labels.figure(state, player_id))
    return Question(question.number, question.kind, text, offers, player_id, rule=chapter.rule)


def _parts(state: State, card: str) -> tuple[Part, ...]:
    """What must be said with the price."""
    if card == ARMADALE:
        price = buy_price(state.market["stone"])
        own = Amount("own", tr("How many own stones?"), 0, MAX_STONES, 1)
        if price is None:
            return (own,)
        text = tr("How many stones from the market, the first for {n}?", n=price)
        return (own, Amount("market", text, 0, SPACES - state.market["stone"], 0))
    if card not in REMOVES:
        return ()
    scots = Amount("scots", tr("How many Scots came to the home castle from them?"), 0, MAX_SCOTS, 0)
    tiles = Amount("tiles", tr("How many tiles leave the territory?"), 1, REMOVED_TILES, REMOVED_TILES)
    return (tiles, scots) if removes_one(state) else (scots,)


def _doubt(state: State, player_id: str, card: str) -> Reason | None:
    """What the counts say against it; they may be behind the table."""
    player, rule = state.player(player_id), CHAPTERS[card].rule
    removable = player.tiles - HOME_TILES
    if card in REMOVES and removable < (1 if removes_one(state) else REMOVED_TILES):
        return Reason(rule, trn("By the book {n} tile can leave.", "By the book {n} tiles can leave.", removable))
    if card == SHIEL and player.total < 1:
        return Reason(rule, tr("By the book {player} has no point.", player=labels.figure(state, player_id)))
    if card == STALKER and not state.discards:
        return Reason(rule, tr("By the book no tile was discarded."))
    return None


def settle_pay(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    player_id, card = question.player, str(question.args[0])
    resolution.close(question)
    if answer.offer == "turn":
        only_turn(resolution, player_id, card)
    else:
        values = [int(value) for value in answer.values]
        carry_out(resolution, player_id, card, values, int(answer.offer.removeprefix("pay_")))


# ---- Scots that come home without movement


def card_gained(_before: State, e: ev.LandmarkGained, after: State) -> Iterator[ev.Event]:
    """The landmark side of Fort George: any number of Scots (C6-21)."""
    if e.card == FORT_GEORGE and room_for_scots(after.player(e.player)):
        yield ev.QuestionAsked(HOME, e.player, (FORT_GEORGE,))


def ask_home(state: State, question: OpenQuestion) -> Question:
    card = str(question.args[0])
    rule, room = CHAPTERS[card].rule, room_for_scots(state.player(question.player))
    if card == FORT_GEORGE:
        text = tr("{card}: how many Scots come to the home castle?", card=CHAPTERS[card].name)
        offers: tuple[Offer, ...] = (Offer("home", text, (Amount("scots", text, 0, room, 0),)),)
    else:
        text = tr("{card}: does a Scot come to the home castle?", card=CHAPTERS[card].name)
        full = Reason(rule, tr("No Scot is left outside the home castle."))
        offers = (
            Offer("home", tr("1 Scot comes home"), closed=None if room else full),
            Offer("none", tr("No Scot comes home")),
        )
    return Question(question.number, question.kind, text, offers, question.player, rule=rule)


def settle_home(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    card = str(question.args[0])
    scots = int(answer.values[0]) if answer.values else int(answer.offer == "home")
    resolution.close(question)
    if scots:
        resolution.do(ev.ScotsMoved(question.player, scots, cause(card)))


# ---- a figure and a tile change places


def ask_swap(state: State, question: OpenQuestion) -> Question:
    """Any tile of the rondel that nobody stands on; World's End stays where it lies (C6-36)."""
    choices = tuple(
        Choice(
            f"space:{place}",
            tr("space {n}: {what}", n=place + 1, what=labels.tile(state.facts, space)),
            piece=space.piece,
        )
        for place, space in enumerate(state.line)
        if space.has_tile and not space.fixed and not space.figures and space.piece != WORLDS_END
    )
    player = labels.figure(state, ENGLISHMAN)
    text = tr("{figure}: which tile does he change places with?", figure=player)
    offers = [Offer("none", tr("He stays where he is"))]
    if choices and may_swap(state):
        offers.insert(0, Offer("swap", tr("He changes places"), (Pick("tile", text, choices),)))
    return Question(question.number, question.kind, text, tuple(offers), question.player, rule="C6-36")


def settle_swap(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """A tile that comes to lie behind all pawns was passed by all of them; who is last may be another now."""
    resolution.close(question)
    if answer.offer == "none":
        return
    place = int(str(answer.values[0]).removeprefix("space:"))
    space = resolution.state.line[place]
    assert place_of(resolution.state.line, ENGLISHMAN) >= 0
    resolution.do(FigureSwapped(ENGLISHMAN, space.piece, space.deck))
    resolution.do(ev.FigurePlaced(ENGLISHMAN, place))
    discard_passed(resolution)
    take_again(resolution)


KINDS = {
    WHICH: QuestionKind(ask_which, settle_which),
    PAY: QuestionKind(ask_pay, settle_pay),
    HOME: QuestionKind(ask_home, settle_home),
    SWAP: QuestionKind(ask_swap, settle_swap),
}
