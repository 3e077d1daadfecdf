"""A simulated table of Glen More II at scorekeeper depth: how it uses the companion, and its goods and entries."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec

from companion.desk_player import DeskPlayer
from companion.engine.offers import Value
from companion.state.glen_more_2.facts import Facts, Piece
from companion.state.glen_more_2.model import Player, State
from tools.players.board import TableRondel
from tools.players.desk import DeskUser

CARDS_OF_POINTS = range(1, 11)


class TableHabits(msgspec.Struct, frozen=True):
    """How the table uses the companion.

    colours: seating order, the last pawn first.
    tell: True if every tile is tapped when laid; else only when taken.
    cards: True if entries are made by command cards.
    die: True to use the die.
    plug: True to cut the power twice.
    busy: amount of exchanges and sales per turn.
    bare: True if stickers are not enrolled and costs are unknown.
    """

    colours: tuple[str, ...]
    tell: bool = True
    cards: bool = False
    die: bool = False
    plug: bool = True
    busy: int = 1
    bare: bool = False


class ScorekeeperTable(DeskUser):
    """All players at the table.

    facts: what is printed on the tiles, even if the companion does not know it.
    """

    def __init__(
        self, hands: DeskPlayer, manner: TableHabits, board: TableRondel, facts: Facts, seed: int
    ) -> None:
        super().__init__(hands)
        self.manner, self.board, self.facts = manner, board, facts
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
    def me(self) -> Player:
        return self.state.player(self.state.turn.player)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def tag(self, piece: str) -> str:
        """Return the tag of a tile: a serial number if the catalogue has no name for the tile."""
        if self.manner.bare and "-" in piece:
            number = self.piece_ids.index(piece) + 1
            return f"uid:04a1{number:02x}{number * 37 % 256:02x}5b6c80"
        return f"tile:{piece}"

    @property
    def piece_ids(self) -> list[str]:
        return [*self.facts.pieces]

    def enter(self, offer: str, *values: Value, who: str = "") -> None:
        """Make an entry in a ledger, by a command card if there is one."""
        who = who or self.me.id
        card = self._card(offer, values) if who == self.state.turn.player else ""
        if card:
            self.tap(f"card:{card}", lambda answer: answer.values[:1] == values[:1])
            return
        ledger = next(q for q in self.questions if q.kind == "ledger" and q.player == who)
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
        """Lay the tiles of the refill on the table and return them."""
        pieces = []
        while piece := self.board.lay():
            pieces.append(piece)
        return pieces
