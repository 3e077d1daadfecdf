"""Who controls the Englishman, and his turn: paid, unpaid, or onto World's End (C4-07 to C4-24)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.chronicles.hammer.pieces import IDS
from companion.engine.message import tr
from companion.engine.offers import Answer, Choice, Offer, Pick, Question, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.course import fire
from companion.state.glen_more_2.expansions import pile_of, switch
from companion.state.glen_more_2.facts import START_DECK, WORLDS_END
from companion.state.glen_more_2.market import buy_price, sell_price
from companion.state.glen_more_2.model import OpenQuestion, State, is_neutral
from companion.state.glen_more_2.moves import move_pawn
from companion.state.glen_more_2.questions.question_kinds import QuestionKind
from companion.state.glen_more_2.questions.take import stays
from companion.state.glen_more_2.refill import discard_passed
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import ahead_of, place_of, place_of_piece, tiles_ahead

SLUG = "hammer"
ENGLISHMAN = "neutral:englishman"
ROW = "england"
HOLDER, USE = f"{SLUG}.holder", f"{SLUG}.use"
CHURCH_POINTS = 4


class England(msgspec.Struct, frozen=True):
    """The drawer. holder: who has the England marker and controls the Englishman, "" = nobody yet."""

    holder: str = ""


class EnglandTaken(ev.Event, frozen=True):
    """The England marker came to a player; rule: how."""

    player: str
    rule: str


def england(state: State) -> England:
    drawer: England = state.drawers[SLUG]
    return drawer


def taken(state: State, e: EnglandTaken) -> State:
    return replace(state, drawers={**state.drawers, SLUG: England(e.player)})


CHANGES: dict[type[ev.Event], Callable[[State, Any], State]] = {EnglandTaken: taken}


# ---- how control comes


def passed(before: State, e: ev.PawnMoved, after: State) -> Iterator[ev.Event]:
    """The first player whose pawn passes the Englishman; later passing does not matter (C4-07)."""
    if england(after).holder or is_neutral(e.figure):
        return
    was_behind = place_of(before.line, e.figure) < place_of(before.line, ENGLISHMAN)
    if was_behind and place_of(after.line, e.figure) > place_of(after.line, ENGLISHMAN) >= 0:
        yield EnglandTaken(e.figure, "C4-07")


def card_gained(_before: State, e: ev.LandmarkGained, _after: State) -> Iterator[ev.Event]:
    """Whoever gains one of the four cards takes the marker at once (C4-07, C4-08)."""
    if e.card in IDS:
        yield EnglandTaken(e.player, "C4-08")


# ---- his turn


def begin(resolution: Resolution) -> None:
    """An additional turn of whoever controls him (C4-10)."""
    holder = england(resolution.state).holder
    if holder:
        resolution.ask(USE, holder)
    else:
        resolution.ask(HOLDER)


def ask_holder(state: State, question: OpenQuestion) -> Question:
    """He can only be last after all have passed him; who was first was not seen (C4-09)."""
    text = tr("The Englishman is on turn. Who has the England marker?")
    players = tuple(Choice(p.id, labels.figure(state, p.id)) for p in state.players)
    return Question(
        question.number, question.kind, text, (Offer("holder", text, (Pick("player", text, players),)),)
    )


def settle_holder(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    resolution.do(EnglandTaken(str(answer.values[0]), "C4-09"))
    resolution.do(ev.ActingChanged(str(answer.values[0])))
    resolution.ask(USE, str(answer.values[0]))


def ask_use(state: State, question: OpenQuestion) -> Question:
    """Pay and take a tile, or throw one out for the stack of the England row; or onto World's End."""
    price = buy_price(state.market[ROW])
    stack = sell_price(state.market[ROW]) or 0
    full = Reason("C4-17", tr("No space is free in the England row."))
    coins = state.player(question.player).coins
    short = None
    if price is not None and coins < price:
        short = Reason("C4-17", tr("By the book there are {n} coins; it costs {price}.", n=coins, price=price))
    offers = [
        Offer("use", tr("Pay {n} and take a tile", n=price or 0), closed=None if price else full, caution=short),
        _discard(state, stack),
    ]
    if place_of_piece(state.line, WORLDS_END) >= 0:
        offers.append(Offer("worlds_end", tr("Onto World's End")))
    text = tr("The Englishman is on turn; {player} plays him.", player=labels.figure(state, question.player))
    return Question(question.number, question.kind, text, tuple(offers), question.player, rule="C4-10")


def _discard(state: State, stack: int) -> Offer:
    """Any tile may be thrown out, but not what stays where it lies (C4-16, C4-18)."""
    choices = []
    for ahead, place in enumerate(tiles_ahead(state.line), 1):
        space = state.line[place]
        if not stays(state, space.piece):
            label = tr("{n}: {tile}", n=ahead, tile=labels.tile(state.facts, space))
            choices.append(Choice(f"ahead:{ahead}", label, piece=space.piece))
    label = tr("Throw out a tile, take {n} coins", n=stack)
    if not choices:
        return Offer("discard", label, closed=Reason("C4-16", tr("No tile lies ahead.")))
    return Offer("discard", label, (Pick("tile", tr("Which tile?"), tuple(choices)),))


def settle_use(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    player_id = question.player
    match answer.offer:
        case "use":
            # The same as a purchase: coins on the leftmost free space of the row (C4-11).
            resolution.do(ev.GoodBought(player_id, ROW, buy_price(resolution.state.market[ROW]) or 0))
            resolution.ask("take", player_id)
        case "discard":
            _throw_out(resolution, player_id, int(str(answer.values[0]).removeprefix("ahead:")))
        case _:
            _to_worlds_end(resolution)


def _throw_out(resolution: Resolution, player_id: str, ahead: int) -> None:
    """He moves, the tile is discarded, the rightmost stack of the row is taken (C4-16)."""
    tile = resolution.state.line[tiles_ahead(resolution.state.line)[ahead - 1]]
    move_pawn(resolution, ENGLISHMAN, ahead, tiles_ahead(resolution.state.line)[ahead - 1])
    at = place_of(resolution.state.line, ENGLISHMAN)
    resolution.do(ev.TileDiscarded(tile.piece, tile.deck, at, "C4-16", pile_of(resolution.state)))
    discard_passed(resolution)
    if stack := sell_price(resolution.state.market[ROW]):
        resolution.do(ev.GoodSold(player_id, ROW, stack))
    fire(resolution, "taken")


def _to_worlds_end(resolution: Resolution) -> None:
    """Nothing is paid, taken or discarded (C4-24)."""
    place = place_of_piece(resolution.state.line, WORLDS_END)
    move_pawn(resolution, ENGLISHMAN, ahead_of(resolution.state.line, place), place)
    discard_passed(resolution)
    resolution.do(ev.PawnStopped(ENGLISHMAN, WORLDS_END))
    fire(resolution, "taken")


def cannot_take(_state: State, figure: str, piece: str) -> Reason | None:
    """The four tiles of this chronicle are not for him (C4-15)."""
    if figure == ENGLISHMAN and piece in IDS:
        return Reason("C4-15", tr("The Englishman cannot take this tile."))
    return None


def holds_tiles(state: State) -> bool:
    """Whether tiles wait for him before they are discarded (C4-20)."""
    return bool(switch(state, f"{SLUG}.holds_tiles"))


# ---- entries of a turn


def more_entries(state: State, question: OpenQuestion) -> Iterator[Offer]:
    """The England symbol, and a barrel for 4 points (C4-29)."""
    player = state.player(question.player)
    mine = england(state).holder == player.id
    has = Reason("C4-29", tr("{player} has the marker already.", player=labels.figure(state, player.id)))
    yield Offer(f"{SLUG}.marker", tr("The England marker"), closed=has if mine else None)
    none = Reason("C4-26", tr("By the book there is no barrel."))
    yield Offer(f"{SLUG}.barrel", tr("1 barrel for 4 points"), caution=none if player.barrels < 1 else None)


def settle_marker(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.EntryMade(question.player, f"{SLUG}.marker"))
    resolution.do(EnglandTaken(question.player, "C4-29"))


def settle_barrel(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.EntryMade(question.player, f"{SLUG}.barrel"))
    resolution.do(ev.BarrelsPaid(question.player, 1, f"{SLUG}.barrel"))
    resolution.do(ev.PointsScored(question.player, CHURCH_POINTS, f"{SLUG}.barrel"))


def set_up(_before: State, _e: ev.PlayBegan, _after: State) -> Iterator[ev.Event]:
    """One coin on the leftmost space of the England row, with 3 and with 4 players (C4-05)."""
    yield ev.RowSet(ROW, 1)


def joins(_before: State, e: ev.TileLaid, after: State) -> Iterator[ev.Event]:
    """When the S tiles lie he stands in place of the first A tile (C4-06)."""
    if e.deck == START_DECK and not after.deck_of(START_DECK).left:
        yield ev.FigureJoined(ENGLISHMAN)


KINDS = {HOLDER: QuestionKind(ask_holder, settle_holder), USE: QuestionKind(ask_use, settle_use)}
