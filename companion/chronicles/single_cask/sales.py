"""Sale tiles: selling in passing and landing, their spaces, and who may not stop there (C3-21 to C3-31)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.chronicles.single_cask.casks import SALE_WHY, place_words
from companion.chronicles.single_cask.cellars import (
    SLUG,
    CaskGone,
    CaskSold,
    SaleEmptied,
    cellars,
    cheapest_first,
    worth,
)
from companion.chronicles.single_cask.pieces import SALE_IDS
from companion.engine.message import tr
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.expansions import switch
from companion.state.glen_more_2.facts import Learned
from companion.state.glen_more_2.model import OpenQuestion, State, is_neutral
from companion.state.glen_more_2.questions.question_kinds import QuestionKind
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import place_of_piece

PASS, LAND, ROOM = f"{SLUG}.pass", f"{SLUG}.land", f"{SLUG}.room"
MAX_ROOM = 6


def room_fact(state: State, sale: str) -> str:
    return f"{SLUG}.room_{sale}_{len(state.players)}"


def lower_free(state: State, sale: str) -> int | None:
    """Free spaces at the lower right; None while nobody has told how many there are (C3-21)."""
    all_of_them = state.facts.more.get(room_fact(state, sale))
    taken = cellars(state).sold.get(sale, (False, 0))[1]
    return None if all_of_them is None else max(0, int(all_of_them) - taken)


def bonus_free(state: State, sale: str) -> bool:
    return not cellars(state).sold.get(sale, (False, 0))[0]


def sells_twice_in_passing(state: State, player_id: str) -> bool:
    """A member of another chronicle lets its owner use the bonus space too (C8-42)."""
    return getattr(state.drawers.get("penny_mobs"), "erin_owner", "") == player_id


def passed(_before: State, e: ev.PawnMoved, after: State) -> Iterator[ev.Event]:
    """Each sale tile passed by a player's pawn may take a barrel; neutral figures sell nothing (C3-22, C3-31)."""
    if is_neutral(e.figure):
        return
    for sale in e.passed:
        if sale in SALE_IDS and cellars(after).places[e.figure]:
            if room_fact(after, sale) not in after.facts.more:
                yield ev.QuestionAsked(ROOM, e.figure, (sale,))
            yield ev.QuestionAsked(PASS, e.figure, (sale,))
            if sells_twice_in_passing(after, e.figure):
                yield ev.QuestionAsked(PASS, e.figure, (sale, "bonus"))


def stopped(_before: State, e: ev.PawnStopped, after: State) -> Iterator[ev.Event]:
    """Landing sells 1 or 2 barrels; the tile stays under the pawn (C3-24, C3-27).

    A neutral figure that came to stand there, on a tile that nobody had told, has nothing to sell (C3-31).
    """
    if e.piece not in SALE_IDS or is_neutral(e.figure):
        return
    if room_fact(after, e.piece) not in after.facts.more:
        yield ev.QuestionAsked(ROOM, e.figure, (e.piece,))
    yield ev.QuestionAsked(LAND, e.figure, (e.piece,))
    if not switch(after, f"{SLUG}.refill_after_landing"):
        yield ev.RefillSkipped("C3-27")


def discarded(_before: State, e: ev.TileDiscarded, after: State) -> Iterator[ev.Event]:
    """Its barrels go back (C3-29); whoever passed it just now still sees which spaces were free."""
    if e.piece in SALE_IDS and not _asked_in_passing(after, e.piece):
        yield SaleEmptied(e.piece)


def _asked_in_passing(state: State, sale: str) -> bool:
    return any(o.kind == PASS and o.args[0] == sale for o in state.open)


def empty_if_gone(resolution: Resolution, sale: str) -> None:
    gone = place_of_piece(resolution.state.line, sale) < 0
    if gone and sale in cellars(resolution.state).sold and not _asked_in_passing(resolution.state, sale):
        resolution.do(SaleEmptied(sale))


def cannot_stop(state: State, figure: str, piece: str) -> Reason | None:
    """One pawn at a time, no neutral figure, and not when no space is free (C3-25, C3-26, C3-31)."""
    if piece not in SALE_IDS:
        return None
    if is_neutral(figure):
        return Reason("C3-31", tr("There is nothing to take for it here."))
    if any(s.figures for s in state.line if s.piece == piece):
        return Reason("C3-26", tr("Another pawn stands there."))
    if not bonus_free(state, piece) and lower_free(state, piece) == 0:
        return Reason("C3-25", tr("No space of the sale tile is free."))
    return None


def should_not_stop(state: State, figure: str, piece: str) -> Reason | None:
    """Without a barrel nobody may land; counts can be behind the table, so people may overrule it (C3-25)."""
    if piece in SALE_IDS and not is_neutral(figure) and not cellars(state).places[figure]:
        return Reason("C3-25", tr("By the book there is no barrel to sell."))
    return None


# ---- questions


def ask_room(state: State, question: OpenQuestion) -> Question:
    """Spaces at the lower right for so many players: printed as a picture, asked once."""
    text = tr("How many spaces at the lower right has this sale tile with {n} players?", n=len(state.players))
    part = Amount("spaces", text, 0, MAX_ROOM, 1)
    return Question(
        question.number, question.kind, text, (Offer("room", text, (part,)),), question.player, rule="C3-21"
    )


def settle_room(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    fact = room_fact(resolution.state, str(question.args[0]))
    resolution.do(ev.FactLearned(Learned("", fact, int(answer.values[0]))))


def _barrels(state: State, player_id: str) -> tuple[Choice, ...]:
    """Barrels by their places, the best first."""
    places = cheapest_first(state.facts.more, cellars(state).places[player_id])[::-1]
    return tuple(Choice(place, place_words(state, place)) for place in places)


def ask_pass(state: State, question: OpenQuestion) -> Question:
    """One barrel into a free space at the lower right, or none (C3-22)."""
    player_id, sale = question.player, str(question.args[0])
    choices = _barrels(state, player_id)
    text = tr("{player} passes the sale: sell a barrel?", player=labels.figure(state, player_id))
    closed = None
    if not choices:
        closed = Reason("C3-22", tr("By the book there is no barrel to sell."))
    elif len(question.args) > 1 and not bonus_free(state, sale):
        closed = Reason("C8-42", tr("The bonus space is taken."))
    elif len(question.args) == 1 and lower_free(state, sale) == 0:
        closed = Reason("C3-22", tr("No space at the lower right is free."))
    parts = () if closed else (Pick("place", tr("Which barrel?"), choices),)
    offers = [Offer("sell", tr("Sell one"), parts, closed=closed), Offer("none", tr("Sell nothing"))]
    if closed:
        offers.reverse()
    return Question(question.number, question.kind, text, tuple(offers), player_id, rule="C3-22")


def settle_pass(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    if answer.offer == "sell":
        sell(resolution, question.player, str(question.args[0]), str(answer.values[0]), len(question.args) > 1)
    empty_if_gone(resolution, str(question.args[0]))


def ask_land(state: State, question: OpenQuestion) -> Question:
    """One barrel must be sold, a second may be, one on each kind of space (C3-24, C3-25)."""
    player_id, sale = question.player, str(question.args[0])
    choices = _barrels(state, player_id)
    text = tr("{player} sells 1 or 2 barrels.", player=labels.figure(state, player_id))
    none = Reason("C3-25", tr("By the book there is no barrel to sell."))
    two_spaces = bonus_free(state, sale) and lower_free(state, sale) != 0
    both = two_spaces and len(cellars(state).places[player_id]) > 1
    first = Pick("first", tr("Which barrel?"), choices)
    pair = Pick("first", tr("Which barrel?"), _pairs(state, player_id))
    only_one = Reason("C3-24", tr("There is room or a barrel for one only."))
    offers: tuple[Offer, ...] = (
        Offer("one", tr("Sell one"), (first,) if choices else (), closed=None if choices else none),
        Offer("two", tr("Sell two"), (pair,) if both else (), closed=None if both else only_one),
        Offer("ourselves", tr("We did it ourselves")),
    )
    if two_spaces and choices:
        # Which space it was matters for whoever comes next; usually it is the upper left one.
        offers = (*offers[:2], Offer("lower", tr("Sell one, at the lower right"), (first,)), *offers[2:])
    return Question(question.number, question.kind, text, offers, player_id, rule="C3-24")


def _pairs(state: State, player_id: str) -> tuple[Choice, ...]:
    """Each barrel, and then the others: one barrel isn't sold twice."""
    text = tr("Which barrel as the second?")
    held = cellars(state).places[player_id]
    choices = _barrels(state, player_id)
    return tuple(
        replace(
            one, then=(Pick("second", text, tuple(c for c in choices if c != one or held.count(c.value) > 1)),)
        )
        for one in choices
    )


def settle_land(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    sale = str(question.args[0])
    for value in answer.values:
        place = str(value)
        if place in cellars(resolution.state).places[question.player]:
            bonus = bonus_free(resolution.state, sale) and answer.offer != "lower"
            sell(resolution, question.player, sale, place, bonus)


def sell(resolution: Resolution, player_id: str, sale: str, place: str, bonus: bool) -> None:
    """The barrel leaves its place for the tile; its points at once (C3-23)."""
    points = worth(resolution.state.facts.more, place)
    resolution.do(ev.BarrelsPaid(player_id, 1, SALE_WHY))
    resolution.do(CaskGone(player_id, place))
    resolution.do(CaskSold(player_id, sale, bonus))
    if points:
        resolution.do(ev.PointsScored(player_id, points, SLUG))


KINDS = {
    ROOM: QuestionKind(ask_room, settle_room),
    PASS: QuestionKind(ask_pass, settle_pass),
    LAND: QuestionKind(ask_land, settle_land),
}
