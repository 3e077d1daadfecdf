"""People's eyes and hands: what they see, and saying something by a tap, a card or presses. Decides nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import msgspec

from companion.desk_player import DeskPlayer
from companion.engine.offers import Answer, Question, Value
from companion.menu import menu_state
from companion.state.glen_more_2.facts import Facts, Piece
from companion.state.glen_more_2.model import Player, State
from tools.players.board import Board
from tools.players.planner import lies_open, plan, way_to

CARDS_OF_POINTS = range(1, 11)


class Manner(msgspec.Struct, frozen=True):
    """How this table uses the companion.

    colours: the last pawn first. tell: every tile is tapped as it is laid; else only what is taken. cards: entries
    by command cards. die: with more than two players. plug: it is pulled twice. busy: how much happens in a
    turn. bare: stickers that nobody
    enrolled, costs that nobody told the companion.
    """

    colours: tuple[str, ...]
    tell: bool = True
    cards: bool = False
    die: bool = False
    plug: bool = True
    busy: int = 1
    bare: bool = False


class Astray(Exception):
    """The companion and the table no longer agree, or something can't be said."""


class Hands:
    """The whole table's. `facts` say what is printed on the tiles, also where the companion doesn't know it."""

    def __init__(self, hands: DeskPlayer, manner: Manner, board: Board, facts: Facts, seed: int) -> None:
        self.hands, self.manner, self.board, self.facts = hands, manner, board, facts
        self.random = Random(seed)
        self.goods: dict[str, Counter[str]] = {colour: Counter() for colour in manner.colours}
        self.forgotten: list[tuple[str, str, tuple[Value, ...]]] = []
        self.known_as: dict[str, str] = {}
        self.owed: Piece | None = None
        self.to_buy: list[str] = []
        self.to_keep: Piece | None = None
        self.turns = self.rolls = self.asked_to_roll = self.watched = 0

    @property
    def state(self) -> State:
        state: State = self.hands.app.running.snapshot.state
        return state

    @property
    def questions(self) -> tuple[Question, ...]:
        return self.hands.app.snapshot.questions

    @property
    def me(self) -> Player:
        return self.state.player(self.state.turn.player)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def tag(self, piece: str) -> str:
        """What is on the tile: a sticker of its own where the catalogue has no name for it."""
        if self.manner.bare and "-" in piece:
            number = self.facts_order.index(piece) + 1
            return f"uid:04a1{number:02x}{number * 37 % 256:02x}5b6c80"
        return f"tile:{piece}"

    @property
    def facts_order(self) -> list[str]:
        return [*self.facts.pieces]

    def give(self, answer: Answer) -> None:
        """Say this with the buttons."""
        before = len(self.hands.app.running.history.entries)
        for key in plan(*lies_open(self.hands.app), answer):
            self.hands.press(*key)
        self._insist()
        if len(self.hands.app.running.history.entries) == before:
            raise Astray(f"{answer} was not taken: {self.hands.app.snapshot.page}")

    def _insist(self) -> None:
        """The book says otherwise; it was done all the same."""
        levels = lies_open(self.hands.app)[0].levels
        if levels and isinstance(levels[-1], menu_state.CautionPrompt):
            self.hands.press("OK", False)

    def reply(self, asked: Question, offer: str, *values: Value) -> None:
        self.give(Answer(asked.number, offer, values))

    def act(self, there: Callable[[object], bool]) -> None:
        """Press until that is done."""
        for key in way_to(*lies_open(self.hands.app), there):
            self.hands.press(*key)

    def tap(self, tag: str, meant: Callable[[Answer], bool] = lambda _answer: True) -> None:
        """Tap, and say which was meant where that is asked."""
        before = len(self.hands.app.running.history.entries)
        self.hands.tap(tag)
        menu, _ = lies_open(self.hands.app)
        top = menu.levels[-1] if menu.levels else None
        if isinstance(top, menu_state.InterpretationList):
            fitting = [way.answer for way in top.choices if meant(way.answer)]
            if not fitting:
                raise Astray(f"{tag} is asked about wrongly: {[str(way.label) for way in top.choices]}")
            self.give(fitting[0])
        self._insist()
        if len(self.hands.app.running.history.entries) == before:
            raise Astray(f"the tap of {tag} was not taken: {self.hands.app.snapshot.page}")

    def enter(self, offer: str, *values: Value, who: str = "") -> None:
        """An entry in a ledger: by a card where there is one."""
        who = who or self.me.id
        card = self._card(offer, values) if who == self.state.turn.player else ""
        if card:
            self.tap(f"card:{card}", lambda answer: answer.values[:1] == values[:1])
            return
        ledger = next(q for q in self.questions if q.kind == "ledger" and q.asked == who)
        self.reply(ledger, offer, *values)

    def _card(self, offer: str, values: tuple[Value, ...]) -> str:
        if not self.manner.cards:
            return ""
        match offer, values:
            case (("sell" | "buy"), (good,)):
                return f"{offer}_{good}"
            case "points", ("exchange", int(n)) if n in CARDS_OF_POINTS:
                return f"points_{n}"
            case "barrel", _:
                return "barrel"
            case "coins_in", (int(n),) if n in (1, 3):
                return f"coins_{n}"
            case "scots_in", (1,):
                return "scot_home"
            case "scots_out", (1,):
                return "scot_away"
        return ""

    def _undo(self) -> None:
        if self.manner.cards:
            self.hands.tap("card:undo")
        else:
            self.hands.press("UNDO", False)

    def _laid(self) -> list[str]:
        """The refill as the hands do it."""
        pieces = []
        while piece := self.board.lay():
            pieces.append(piece)
        return pieces
