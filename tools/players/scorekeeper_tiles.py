"""How simulated players take a tile: a near one that they can pay for, sometimes the wrong one first."""

from __future__ import annotations

from collections import Counter

from companion.engine.offers import Pick, Question, Value
from companion.state.glen_more_2.facts import GOODS, LANDMARK, PERSON, Effect, Piece
from companion.state.glen_more_2.model import Player
from companion.state.territory.market import buy_price
from tools.players.board import WORLDS_END
from tools.players.scorekeeper_table import ScorekeeperTable


class TileTaking(ScorekeeperTable):
    """Choosing a tile, tapping it, and entering what the companion cannot know of it."""

    def _to_worlds_end(self, asked: Question) -> None:
        self.board.to_worlds_end()
        if self.manner.cards:
            self.tap("card:worlds_end")
        elif self.manner.tell:
            self.tap(f"tile:{WORLDS_END}")
        elif self.state.is_worlds_end_known:
            self.reply(asked, "take", WORLDS_END)
        else:
            self.reply(asked, "worlds_end")

    def _wanted(self) -> str:
        """Return a near tile that can be paid for; World's End when little else is left; "" for nothing."""
        ahead = self.board.ahead()
        reach = ahead[: ahead.index(WORLDS_END)] if WORLDS_END in ahead else ahead
        able = [piece for piece in reach if self._affordable(self.facts.pieces[piece])]
        if WORLDS_END in ahead and (len(reach) < 2 or not able) and (not able or self.chance(0.6)):
            return WORLDS_END
        if not able:
            return ""
        near = able[:4]
        weights = [
            (4 - place) + 3 * (self.facts.pieces[piece].category == PERSON) for place, piece in enumerate(near)
        ]
        return self.random.choices(near, weights)[0]

    @property
    def next_up(self) -> Player:
        """Player whose pawn moves next, even if the end of the turn before was not entered."""
        return self.state.player(self.board.last)

    def _affordable(self, piece: Piece) -> bool:
        if piece.barred:
            return False
        player = self.next_up
        coins, stock, market = player.coins, self.goods[player.id].copy(), dict(self.state.market)
        for cost in piece.cost or ():
            if cost.what == "coin":
                coins -= cost.n
            elif cost.what == "whisky" and player.barrels < cost.n:
                return False
            elif cost.what in (*GOODS, "any_good"):
                coins -= self._price(cost.what, cost.n, stock, market)
        return coins >= 0

    def _price(self, what: str, number: int, stock: Counter[str], market: dict[str, int]) -> int:
        """Return the coins for goods that are not in stock; far too many if they are not available."""
        coins = 0
        for _ in range(number):
            good = what if what in GOODS else next((g for g in GOODS if stock[g]), GOODS[0])
            if stock[good]:
                stock[good] -= 1
                continue
            price = buy_price(market[good])
            if price is None:
                return 99
            coins, market[good] = coins + price, market[good] + 1
        return coins

    def _wrong_tile(self, right: str) -> None:
        """Tap another tile, and undo it."""
        ahead = self.board.ahead()
        others = [p for p in ahead[:4] if p not in (right, WORLDS_END) and not self.facts.pieces[p].barred]
        if self.manner.bare or not others:
            return
        wrong = self.random.choice(others)
        self._tap_ahead(wrong, 1 + ahead.index(wrong))
        self._undo()
        # The undo instruction for the tile is confirmed by a tap, the others with OK.
        self.hands.tap(self.tag(wrong))
        self._put_back()

    def _lift(self, piece: str) -> None:
        """Tap the tile that is taken and move the pawn."""
        place = 1 + self.board.ahead().index(piece)
        who = self.board.last
        self.board.take(piece)
        self._tap_ahead(piece, place)
        if self.state.turn.tile:
            self.known_as.setdefault(piece, self.state.turn.tile)
        self._pay_unasked(who, self.facts.pieces[piece])

    def _show_card(self, piece: str) -> None:
        """Tap the landmark card too, which must not count twice."""
        if self.facts.pieces[piece].category == LANDMARK and self.state.facts.pieces[piece].rebuild is not None:
            self.hands.tap(f"tile:card_{piece}")

    def _tap_ahead(self, piece: str, place: int) -> None:
        offers = ("take", "next")
        pointed = f"ahead:{place}"
        self.tap(self.tag(piece), lambda answer: answer.offer in offers and answer.values[0] in (pointed, piece))

    def _pointed_at(self, place: int, piece: str) -> tuple[Value, ...]:
        """Return how the list of tiles ahead names the tile."""
        space = next(c for c in self._spaces_ahead() if c in (piece, f"ahead:{place}"))
        return (space, "") if space.startswith("ahead:") else (space,)

    def _spaces_ahead(self) -> list[str]:
        take = next(q for q in self.questions if q.kind == "take")
        pick = next(o for o in take.offers if o.name == "take").parts[0]
        return [choice.value for choice in pick.choices] if isinstance(pick, Pick) else []

    def _pay_unasked(self, who: str, piece: Piece) -> None:
        """Prepare the entries for what the companion does not know of the tile."""
        for cost in piece.cost or ():
            if cost.what in GOODS and not self._knows_cost(piece):
                self._pay_good(who, cost.what, cost.n)
        self.owed, self.to_keep = piece, None

    def _knows_cost(self, piece: Piece) -> bool:
        known = self.state.facts.pieces.get(self.known_as.get(piece.id, ""))
        return known is not None and known.cost is not None

    def _pay_good(self, who: str, good: str, number: int) -> None:
        """Pay with own goods first; the others are bought when the ledger is open."""
        for _ in range(number):
            if self.goods[who][good]:
                self.goods[who][good] -= 1
            else:
                self.to_buy.append(good)

    def _settle_tile(self) -> None:
        """Make the entries for what the companion does not know of the tile."""
        for good in self.to_buy:
            if buy_price(self.state.market[good]):
                self.enter("buy", good)
        self.to_buy = []
        if self.owed is None:
            return
        piece, self.owed = self.owed, None
        known = self.state.facts.pieces.get(self.state.turn.tile)
        if known is None or known.cost is None:
            for cost in piece.cost or ():
                if cost.what == "coin":
                    self.enter("coins_out", cost.n)
                elif cost.what == "whisky":
                    self.enter("barrels_out", cost.n)
            self.to_keep = piece
        if known is None or known.one_time is None:
            for step in piece.one_time or ():
                self._step(step)

    def save_cost_and_end(self) -> bool:
        """Save the payment as the printed cost if the companion offers that; return True if done."""
        piece, self.to_keep = self.to_keep, None
        ledger = next((q for q in self.questions if q.kind == "ledger" and q.player == self.me.id), None)
        kept = ledger.offer("keep_cost") if ledger else None
        if piece is None or ledger is None or kept is None or kept.closed:
            return False
        goods = [cost for cost in piece.cost or () if cost.what in (*GOODS, "any_good")]
        match kept.parts:
            case (Pick(name="good"), *_) if goods:
                self.reply(ledger, "keep_cost", goods[0].what, goods[0].n)
            case (Pick(name="cost", choices=choices), *_):
                printed = ", ".join(f"{cost.what} {cost.n}" for cost in piece.cost or ())
                values = [choice.value for choice in choices]
                self.reply(ledger, "keep_cost", printed if printed in values else values[0])
            case ():
                self.reply(ledger, "keep_cost")
            case _:
                return False
        return True

    def _step(self, step: Effect) -> None:
        match step.op, step.what:
            case "gain", "coin":
                self.enter("coins_in", step.n)
            case "gain", "vp":
                self.enter("points", "tile", step.n)
            case "gain", "whisky":
                for _ in range(step.n):
                    self.enter("barrel", *self._not_points())

    def _not_points(self) -> tuple[str, ...]:
        return ("barrel",) if "macgregor" in self.me.crests else ()
