"""Simulated players who repeat a game of Glen More II at scorekeeper depth, to compare the numbers of presses.

They enter the same tiles, payments, exchanges, moves and crests as in a history at referee depth, but as players
would at scorekeeper depth: the points of a turn together, and Scots by their final positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.desk_player import DeskPlayer
from companion.engine.history import History
from companion.engine.journal import Entry
from companion.engine.offers import Amount, Answer, Question, Value
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import GOODS, Facts
from companion.state.glen_more_2.model import CASTLE_CELL, State
from companion.state.territory.payment_options import goods_stock
from tools.players.board import WORLDS_END, TableRondel
from tools.players.desk import PlayersAstray
from tools.players.refereed_players import RESTART_TURN, WRONG_CELL_TURN, RefereedPlayers

EntryValues = tuple[str, tuple[Value, ...]]


class TurnResults:
    """Results of one turn at referee depth."""

    def __init__(self, entries: Sequence[Entry], after: State) -> None:
        """after: state at the beginning of the next turn."""
        self.after = after
        self.events: list[ev.Event] = [event for entry in entries for event in entry.events]
        taken = [entry.answer for entry in entries if isinstance(entry.answer, Answer)]
        self.nothing = any(answer.offer == "nothing" for answer in taken)
        self.crests = [answer.values for answer in taken if answer.offer == "crest" and answer.values != ("none",)]
        paying = [event for event in self.events if getattr(event, "why", "").partition(":")[0] == "cost"]
        self.own = Counter({e.good: e.n for e in paying if isinstance(e, ev.GoodsGiven)})
        self.bought = [e.good for e in self._before_laid() if isinstance(e, ev.GoodBought)]
        self.from_home = sum(isinstance(e, ev.ScotRemoved) and (e.x, e.y) == CASTLE_CELL for e in paying)

    def _before_laid(self) -> Iterator[Any]:
        """Yield the events of paying for the tile."""
        for event in self.events:
            if isinstance(event, ev.TilePlaced | ev.PersonGained):
                return
            yield event

    @property
    def piece(self) -> str:
        """Tile that was taken or discarded; WORLDS_END for the move there."""
        for event in self.events:
            if isinstance(event, ev.TileTaken) or (isinstance(event, ev.TileDiscarded) and self.nothing):
                return event.piece
            if isinstance(event, ev.PawnStopped):
                return WORLDS_END
        raise PlayersAstray(f"nothing was taken: {self.events}")

    def sales_before_payment(self) -> list[EntryValues]:
        """Return the sales that paid for the tile."""
        return [("sell", (e.good,)) for e in self._before_laid() if isinstance(e, ev.GoodSold)]

    def entered(self) -> list[EntryValues]:
        """Return the entries of the rest of the turn: trade and barrels in order, then points, then Scots."""
        started, active, free = False, "", False
        points, told = Counter[str](), list[EntryValues]()
        for event in self.events:
            started = started or isinstance(event, ev.TilePlaced | ev.PersonGained)
            if isinstance(event, ev.TileActivated):
                active, free = f"activation:{event.piece}", event.step < 0
            elif isinstance(event, ev.PointsScored) and event.source == active.removeprefix("activation:"):
                points["tile" if free else "exchange"] += event.points
            elif started:
                told += self._of(event, active)
        told += [("points", (source, n)) for source, n in points.items()]
        return [*told, *self._scots()]

    def _of(self, event: object, active: str) -> Iterator[EntryValues]:
        match event:
            case ev.GoodSold(good=good):
                yield "sell", (good,)
            case ev.GoodBought(good=good):
                yield "buy", (good,)
            case ev.BarrelsGained(why=why, barrels=n) if why == active:
                yield from [("barrel", ())] * n
            case ev.PointsScored(source="crest:macgregor"):
                yield "barrel", ("points",)
            case ev.CoinsGained(why=why, coins=n) if why == active:
                yield "coins_in", (n,)
            case ev.CoinsPaid(why="sinclair"):
                raise PlayersAstray("the coin of Sinclair")

    def _scots(self) -> Iterator[EntryValues]:
        """Yield the change of the number of Scots in the home castle by moves."""
        steps = [event for event in self.events if isinstance(event, ev.ScotMoved)]
        came = sum((e.to_x, e.to_y) == CASTLE_CELL for e in steps)
        left = sum((e.from_x, e.from_y) == CASTLE_CELL for e in steps)
        if came != left:
            yield ("scots_in", (came - left,)) if came > left else ("scots_out", (left - came,))

    def scots_placed_home(self, cause: str) -> int:
        """Return the number of Scots that `cause` placed directly in the home castle."""
        placed = [event for event in self.events if isinstance(event, ev.ScotPlaced) and event.why == cause]
        return sum(event.n for event in placed if (event.x, event.y) == CASTLE_CELL)

    def points(self, source: str) -> int:
        return sum(e.points for e in self.events if isinstance(e, ev.PointsScored) and e.source == source)


def turn_results(history: History) -> list[TurnResults]:
    """Return every turn of a game in order."""
    standing = history.standing
    begins = [n for n, entry in enumerate(standing) if any(isinstance(e, ev.TurnBegan) for e in entry.events)]
    found = []
    for first, last in zip(begins, [*begins[1:], len(standing) - 1], strict=True):
        found.append(TurnResults(standing[first + 1 : last + 1], history.state_before(last + 1)))
    return found


class RepeatingPlayers(RefereedPlayers):
    """Players at scorekeeper depth who repeat the game `played`."""

    def __init__(
        self,
        hands: DeskPlayer,
        colours: Sequence[str],
        taps: bool,
        board: TableRondel,
        facts: Facts,
        played: History,
    ) -> None:
        super().__init__(hands, colours, taps, board, facts, 0)
        self.deeds, self.untold = turn_results(played), list[EntryValues]()
        self.told: dict[str, Callable[[Question], tuple[Any, ...]]] = {
            "good_cost": self._good_cost, "scot_cost": self._scot_cost, "crest": self._crest, "tier": self._tier,
            "scots_home": self._scots_home, "removed": lambda _asked: ("none",), "movement": self._movement,
            "count_scots": self._count_scots, "count_doubted": self._count_doubted,
            "count_rest": lambda _asked: ("right",), "goods": self._count_goods,
        }  # fmt: skip

    @property
    def deed(self) -> TurnResults:
        return self.deeds[self.turns - 1]

    def _start(self, asked: Question) -> None:
        self.reply(asked, "go")
        self.board.set_up(self.colours, False)

    def _args(self, kind: str) -> tuple[Any, ...]:
        return next(opened.args for opened in self.state.open_questions if opened.kind == kind)

    def _take(self, asked: Question) -> None:
        self.turns += 1
        if self.turns == RESTART_TURN:
            self.hands.restart()
            asked = self.questions[0]
        for entered in self.deed.sales_before_payment():
            self._enter(entered)
        self.untold = self.deed.entered()
        self.to_refill = self.state.turn.number
        piece, asked = self.deed.piece, next(q for q in self.questions if q.kind == "take")
        if piece == WORLDS_END or self.deed.nothing:
            self._take_nothing(asked)
            return
        said = self._pointed_at(asked, piece)
        self.board.take(piece)
        self._lift(asked, piece, said)
        if self.turns >= WRONG_CELL_TURN and not self.laid_wrongly:
            self.laid_wrongly = self.turns
            self.hands.press("UNDO", False)
            self._put_back()
            self._lift(next(q for q in self.questions if q.kind == "take"), piece, said)

    def _use(self, asked: Question) -> None:
        if self.untold:
            self._enter(self.untold.pop(0))
        elif self.deed.crests:
            values = self.deed.crests.pop(0)
            self._enter(("crest", values))
        else:
            self._lay_and_end(asked)

    def _enter(self, entered: EntryValues) -> None:
        offer, values = entered
        ledger = next(q for q in self.questions if q.kind == "ledger" and q.player == self.state.turn.player)
        if offer == "barrel" and not values and "macgregor" in self.state.player(ledger.player).crests:
            values = ("barrel",)
        self.reply(ledger, offer, *values)

    def _say(self, asked: Question) -> None:
        if asked.kind not in self.told:
            raise PlayersAstray(f"nobody knows what to say: {asked.kind}")
        self.reply(asked, *self.told[asked.kind](asked))

    def _good_cost(self, _asked: Question) -> tuple[Value, ...]:
        good, why = self._args("good_cost")
        if why != "cost":  # A clan marker is paid with goods of an exchange.
            return ("own",)
        kinds = GOODS if good == "any_good" else (good,)
        mine = next((each for each in kinds if self.deed.own[each]), "")
        if mine:
            self.deed.own[mine] -= 1
            return ("own",)
        bought = next(each for each in self.deed.bought if each in kinds)
        self.deed.bought.remove(bought)
        return ("market", bought) if good == "any_good" else ("market",)

    def _scot_cost(self, asked: Question) -> tuple[Value, ...]:
        home = next((offer.name for offer in asked.offers if offer.name != "no"), "no")
        return (home if self.deed.from_home else "no",)

    def _crest(self, _asked: Question) -> tuple[Value, ...]:
        return ("crest", *(self.deed.crests.pop(0) if self.deed.crests else ("none",)))

    def _tier(self, _asked: Question) -> tuple[Value, ...]:
        (crest,) = self._args("tier")
        return (f"points_{self.deed.points(f'crest:{crest}')}",)

    def _scots_home(self, _asked: Question) -> tuple[Value, ...]:
        return "home", self.deed.scots_placed_home(str(self._args("scots_home")[0]))

    def _movement(self, _asked: Question) -> tuple[Value, ...]:
        return "unused", self.deed.points("crest:maclachlan")

    def _count_scots(self, _asked: Question) -> tuple[Value, ...]:
        return "counted", *(player.scots for player in self.deed.after.players)

    def _count_doubted(self, asked: Question) -> tuple[Value, ...]:
        parts = asked.offers[0].parts
        return "counted", *(part.default for part in parts if isinstance(part, Amount))

    def _count_goods(self, _asked: Question) -> tuple[Value, ...]:
        stocks = (goods_stock(self.deeds[-1].after.player(str(who)).territory) for who in self._args("goods"))
        return "counted", *(sum(stock.values()) for stock in stocks)
