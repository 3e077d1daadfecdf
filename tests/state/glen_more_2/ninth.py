"""A ninth chronicle, made up: one of most things that an expansion may bring; the core has never heard of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.engine.message import Message, tr
from companion.engine.offers import Amount, Answer, Choice, Pick, Reason
from companion.scoring.gains import PlayerGain, player_gain
from companion.scoring.glen_more_2.model import GainsPart
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Action, EventRow, Form, QuestionKind, Resolution
from companion.state.glen_more_2.expansions import Expansion, ExpansionRule, ExpansionState, FigureTurn
from companion.state.glen_more_2.facts import START_DECK, Facts, Piece
from companion.state.glen_more_2.model import State
from companion.state.territory.model import OpenQuestion

STONE, GIANT = "lucky_stone", "neutral:giant"


class Stones(msgspec.Struct, frozen=True):
    """How many lucky stones each player has."""

    held: dict[str, int] = {}


class StoneFound(ev.Event, frozen=True):
    player: str
    stones: int


OWN_STATE = ExpansionState(STONE, begin=lambda state: Stones({p.id: 0 for p in state.players}))


def found(state: State, e: StoneFound) -> State:
    held = OWN_STATE.of(state).held
    return OWN_STATE.change(state, held={**held, e.player: held[e.player] + e.stones})


def pieces(facts: Facts, _state: State) -> Facts:
    circle = Piece("stone_circle", "Stone circle", symbol=True, stays=True)
    tile = Piece("pebble", "Pebble", "land", "A", rebuild=False, cost=(), one_time=(), symbol=True)
    more = {**facts.pieces, "stone_circle": circle, "pebble": tile}
    return replace(facts, pieces=more, decks={**facts.decks, "A": facts.decks["A"] + 1})


def passed(_before: State, e: ev.PawnMoved, after: State) -> Iterator[ev.Event]:
    if "stone_circle" in e.passed and e.figure == after.turn.player:
        yield StoneFound(e.figure, 1)


def stopped(_before: State, e: ev.PawnStopped, _after: State) -> Iterator[ev.Event]:
    if e.piece == "stone_circle":
        yield ev.RefillSkipped("C9-01")


def person_taken(_before: State, e: ev.PersonGained, _after: State) -> Iterator[ev.Event]:
    yield ev.FollowUpQueued(STONE, "wish")


def wish(state: State) -> Iterator[ev.Event]:
    yield ev.QuestionAsked(f"{STONE}.wish", state.turn.player)


WISH = Form(tr("A wish: how many stones?"), (Amount("stones", tr("How many stones?"), 0, 2, 1),))
FAR = Form(tr("Throw a stone"), (Pick("how", tr("How?"), (Choice("far", tr("far")),)),))


def granted(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.do(StoneFound(question.player, int(answer.values[0])))


def thrown(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(StoneFound(question.player, -1))


def fixture(_before: State, _e: ev.PlayBegan, _after: State) -> Iterator[ev.Event]:
    yield ev.FixturePlaced("stone_circle", 2)
    yield ev.RowSet("runes", 1)


def giant(_before: State, e: ev.TileLaid, after: State) -> Iterator[ev.Event]:
    if e.deck == START_DECK and not after.deck_of(START_DECK).left:
        yield ev.FigureJoined(GIANT)


def giant_turn(resolution: Resolution) -> None:
    resolution.ask("take", resolution.state.turn.player)


def never(state: State, figure: str, piece: str) -> Reason | None:
    if piece != "stone_circle":
        return None
    held = any(s.figures for s in state.track if s.piece == piece)
    return Reason("C9-02", tr("Only one pawn, and never the giant.")) if held or figure == GIANT else None


def scoring(state: State) -> tuple[Any, ...]:
    stones = OWN_STATE.of(state)

    def gains(_standings: Any, _so_far: Any) -> Iterator[PlayerGain]:
        for who, n in stones.held.items():
            if n:
                yield player_gain(who, STONE, n, tr("{n} stones", n=n))

    return (GainsPart(STONE, "prizes", gains),)


def lines(state: State, who: str) -> tuple[Message, ...]:
    return (tr("{n} stones", n=OWN_STATE.of(state).held[who]),) if who else ()


CHRONICLE = Expansion(
    slug=STONE,
    number=9,
    name=tr("Lucky Stone"),
    words=("lucky", "giant", "pebble"),
    state=OWN_STATE,
    events=(EventRow(StoneFound, found),),
    questions=(QuestionKind(f"{STONE}.wish", WISH.label, (Action("wish", WISH, granted),)),),
    actions={"ledger": (Action(f"{STONE}.throw", FAR, thrown),)},
    facts=pieces,
    house_rules=(ExpansionRule(f"{STONE}.heavy", "C9-03", 0, tr("Stones are heavy")),),
    market_rows={"runes": tr("runes")},
    reactions={
        ev.PlayBegan: fixture,
        ev.TileLaid: giant,
        ev.PawnMoved: passed,
        ev.PawnStopped: stopped,
        ev.PersonGained: person_taken,
    },
    follow_ups={"wish": wish},
    stop_prohibition=never,
    figures={
        GIANT: FigureTurn(
            lambda s: s.players[0].id,
            giant_turn,
            tr("the giant"),
            tr("Giant"),
            "giant",
            ("#",) * 11,
            delays_game_end=True,
        )
    },
    scoring=scoring,
    lines=lines,
)
