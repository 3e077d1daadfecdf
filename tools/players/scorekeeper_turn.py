"""The rest of a turn of simulated players: goods, sales, exchanges, corrections and the refill."""

from __future__ import annotations

from collections import Counter

from companion.engine.offers import Answer, Question, Value
from companion.menu import menu_state
from companion.state.glen_more_2.facts import GOODS
from companion.state.glen_more_2.model import DIE
from companion.state.territory.market import buy_price, sell_price
from tools.players.board import WORLDS_END
from tools.players.scorekeeper_tiles import TileTaking

FORGETFUL_TURNS = range(5, 8)
CORRECTION_TURNS = (9, 11, 15, 21, 37)
"""Turns that begin with a correction or a power cut, before a tile is taken."""


class TurnEntries(TileTaking):
    """Entries between taking a tile and the next turn."""

    def _activate(self) -> None:
        """Activate the tiles around the new one; goods are sold or exchanged."""
        if not self.state.turn.deck:
            return
        stock = self.goods[self.me.id]
        if self.forgotten and self.forgotten[0][0] != self.me.id:
            who, offer, values = self.forgotten.pop(0)
            self.enter(offer, *values, who=who)
        for _ in range(self.manner.busy):
            for _ in range(self.random.choice((0, 1, 1, 2))):
                stock[self.random.choice(GOODS)] += 1
            self._work(stock)

    def _work(self, stock: Counter[str]) -> None:
        """Activate one tile after the other."""
        if stock["barley"] and self.chance(0.35):
            stock["barley"] -= 1
            self._book("barrel", *self._not_points())
        self._sell(stock)
        self._exchange(stock)
        if self.chance(0.08):
            self._book("scots_in", 1)

    def _book(self, offer: str, *values: Value) -> None:
        """Make an entry, or forget it until later."""
        forgets = self.turns in FORGETFUL_TURNS or self.chance(0.06)
        if forgets and len(self.forgotten) < 2 and offer in ("barrel", "points"):
            self.forgotten.append((self.me.id, offer, values))
        else:
            self.enter(offer, *values)

    def _sell(self, stock: Counter[str]) -> None:
        for good in GOODS:
            price = sell_price(self.state.market[good]) or 0
            if stock[good] and price and self.chance(0.22 * price):
                if self.chance(0.08):
                    self._wrong_sale(good)
                stock[good] -= 1
                self.enter("sell", good)

    def _wrong_sale(self, right: str) -> None:
        """Sell the wrong good and undo it; the undo instructions stay open."""
        wrong = next((g for g in GOODS if g != right and sell_price(self.state.market[g])), "")
        if wrong:
            self.enter("sell", wrong)
            self._undo()

    def _exchange(self, stock: Counter[str]) -> None:
        """Exchange goods for points; one good may be bought."""
        if not self.chance(0.5):
            return
        good = self.random.choice(GOODS)
        price = buy_price(self.state.market[good])
        if price and price <= self.me.coins - 2 and self.chance(0.4):
            self.enter("buy", good)
        elif sum(stock.values()):
            stock[next(g for g in GOODS if stock[g])] -= 1
        else:
            return
        self._book("points", "exchange", self.random.choice((1, 2, 3, 3, 4, 5, 6, 6, 8, 10, 12)))

    def _late(self) -> None:
        """Make the forgotten entries, before a scoring."""
        for who, offer, values in self.forgotten:
            self.enter(offer, *values, who=who)
        self.forgotten = []

    def _second_thoughts(self) -> None:
        """At planned turns correct a count, edit an earlier entry, or redo an undone entry."""
        if self.turns == 9:
            self.give(Answer(0, "count", (self.me.id, "coins", self.me.coins + 1)))
        if self.turns == 15:
            self._change_points()
        if self.turns == 21:
            self._undo()
            self.act(lambda outcome: isinstance(outcome, menu_state.Redo))

    def _change_points(self) -> None:
        """Add one point to an earlier entry of points."""
        standing = self.hands.app.running.history.standing
        points = [e for e in standing if isinstance(e.answer, Answer) and e.answer.offer == "points"]
        if not points:
            return
        entry, answer = points[-1], points[-1].answer
        assert isinstance(answer, Answer)
        better = (*answer.values[:-1], int(answer.values[-1]) + 1)
        self.hands.press("UNDO", True)
        self.act(lambda outcome: outcome == menu_state.FetchData("entry", entry.number))
        self.act(
            lambda outcome: (
                isinstance(outcome, menu_state.EditEntry)
                and outcome.new_answer is not None
                and outcome.new_answer.values == better
            )
        )
        self.act(lambda outcome: isinstance(outcome, menu_state.EditEntry) and outcome.only_log is True)

    def _refill(self) -> None:
        """Lay tiles, then end the turn."""
        turn = self.state.turn.number
        over = all(self.board.figures[p] >= self._place_of_end() for p in self.board.pawns)
        letter = self.board.deck
        pieces = [] if over else self._laid()
        if self.manner.tell:
            for piece in pieces:
                if self.board.deck_of[piece] != letter:
                    break
                self.tap(self.tag(piece))
        elif WORLDS_END in pieces:
            end = next(q for q in self.questions if q.kind == "end")
            self.reply(end, "end_laid", str(1 + pieces.index(WORLDS_END)))
        waiting = next((q for q in self.questions if q.kind == "end"), None)
        if waiting is None or self.state.turn.number != turn or self.questions[0].kind != "end":
            return
        if not self._hurried(pieces, letter):
            self._done(waiting)

    def _place_of_end(self) -> int:
        return next((place for place, piece in self.board.tiles.items() if piece == WORLDS_END), 10**6)

    def _done(self, waiting: Question) -> None:
        if self.manner.cards:
            self.tap("card:done")
        elif not self.save_cost_and_end():
            self.reply(waiting, "done")

    def _hurried(self, pieces: list[str], letter: str) -> bool:
        """Let the next player's tap end the turn; return True if that is possible."""
        who = self.board.last
        quiet = who != DIE and "maclachlan" not in self.me.crests and all(self.board.decks[d] for d in letter)
        one_deck = all(self.board.deck_of[piece] == letter for piece in pieces)
        # The companion must have noticed before that this table does not tap laid tiles.
        begins = sum(len(player.taken_tiles) for player in self.state.players) < 2
        if self.manner.tell or begins or not (quiet and one_deck) or self.turns + 1 in CORRECTION_TURNS:
            return False
        piece = self._wanted()
        # A tap that ends the turn cannot mean a tile that was just laid; an unknown sticker is ambiguous.
        new_sticker = self.manner.bare and "-" in piece
        if new_sticker or piece in ("", WORLDS_END, *pieces):
            return False
        self.turns += 1
        self._lift(piece)
        self._show_card(piece)
        return True
