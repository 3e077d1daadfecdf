"""Simulated players of a whole game of Glen More II at scorekeeper depth, by reader and buttons.

They take near tiles that they can pay for, sell, exchange, place markers, forget entries and make them late, undo
mistakes, correct a count and cut the power. The same seed plays the same game.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.desk_player import DeskPlayer
from companion.engine.offers import Question
from companion.state.glen_more_2.facts import Facts
from tools.players.board import WORLDS_END, TableRondel
from tools.players.desk import PlayersAstray
from tools.players.scorekeeper_answers import ScorekeeperAnswers
from tools.players.scorekeeper_table import TableHabits
from tools.players.scorekeeper_turn import TurnEntries

MAX_STEPS = 3000


class ScorekeeperPlayers(ScorekeeperAnswers, TurnEntries):
    """All players at the table, from the first tap to the winner."""

    def __init__(
        self, hands: DeskPlayer, manner: TableHabits, board: TableRondel, facts: Facts, seed: int
    ) -> None:
        super().__init__(hands, manner, board, facts, seed)
        self.acts: dict[str, Callable[[Question], None]] = {
            "seat": self._seat, "spaces": self._spaces, "start": self._start, "layout": self._layout,
            "prepare": self._prepare,
            "take": self._take, "end": self._end, "roll": self._roll, "hit": self._hit, "crest": self._crest,
            "sort": self._sort, "rebuild": self._rebuild, "good_cost": self._good_cost, "scot_cost": self._no,
            "tier": self._tier, "scots_home": self._scots_home, "removed": self._removed,
            "from_discards": self._from_discards, "movement": self._movement, "deck_end": self._deck_end,
            "untold_end": self._no, "count_scots": self._count_scots, "count_rest": self._count_rest,
            "count_doubted": self._count_doubted,
            "goods": self._count_goods,
        }  # fmt: skip

    def play(self) -> None:
        """Play from the first tap to the winner."""
        for _ in range(MAX_STEPS):
            self.read_sheet(self.state.phase == "over")
            if self.state.phase == "over":
                return
            asked = self.questions[0]
            self.acts[asked.kind](asked)
            self._watch_the_die()
            self.compare()
        raise PlayersAstray("the game does not end")

    def compare(self) -> None:
        """Raise PlayersAstray if the companion's rondel differs from the table."""
        if not self.questions or self.questions[0].kind not in ("take", "roll"):
            return
        lying = self.board.lying()
        seen = [space for space in self.state.track if space.has_tile]
        if [space.deck for space in seen] != [self.board.deck_of[piece] for piece in lying]:
            raise PlayersAstray(f"on the table {lying}, the companion believes {seen}")
        for space, piece in zip(seen, lying, strict=True):
            if space.piece and self.known_as.setdefault(piece, space.piece) != space.piece:
                raise PlayersAstray(f"{piece} is believed to be {space.piece}")
        if self.state.turn.figure != self.board.last:
            raise PlayersAstray(f"{self.board.last} is on turn, not {self.state.turn.figure}")

    def _take(self, asked: Question) -> None:
        self.turns += 1
        if self.manner.plug and self.turns in (11, 37):
            self.hands.restart()
        self._second_thoughts()
        self._nothing_new()
        piece = self._wanted()
        if piece == WORLDS_END:
            self._to_worlds_end(asked)
        elif piece:
            if self.chance(0.06):
                self._wrong_tile(piece)
            self._lift(piece)
            self._show_card(piece)
        else:
            nearest = next(p for p in self.board.ahead() if p != WORLDS_END and not self.facts.pieces[p].barred)
            place = 1 + self.board.ahead().index(nearest)
            self.board.throw_away(nearest)
            self.reply(asked, "nothing", *self._pointed_at(place, nearest), "coin")

    def _end(self, _asked: Question) -> None:
        self._settle_tile()
        self._activate()
        if self.questions[0].kind != "end":
            return
        self._refill()

    def _count_scots(self, asked: Question) -> None:
        if self.chance(0.3):
            self._late()
        values = [max(0, min(6, p.scots + self.random.choice((-1, 0, 0, 1, 1, 2)))) for p in self.state.players]
        self.reply(asked, "counted", *values)
