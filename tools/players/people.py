"""People who play a whole game sensibly beside the companion: only through the reader and the buttons.

They take near tiles they can pay for, sell, exchange, place markers, forget things and enter them late, undo
mistakes, put a count right, pull the plug once. The same seed plays the same game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import msgspec

from companion.deskplay import DeskPlayer
from companion.frame import levels as lv
from companion.frame.offers import Amount, Answer, Pick, Question, Value
from companion.frame.pages import Sheet
from companion.state.clan_board import ways
from companion.state.events import DieRolled
from companion.state.facts import GOODS, LANDMARK, PERSON, Effect, Facts, Piece
from companion.state.market import buy_price, sell_price
from companion.state.model import DIE, Player, State
from tools.players.board import WORLDS_END, Board
from tools.players.planner import NoWay, lies_open, plan, way_to

PATIENCE = 3000
CARDS_OF_POINTS = range(1, 11)
FORGETFUL_TURNS = range(5, 8)


class Manner(msgspec.Struct, frozen=True):
    """How this table uses the companion.

    colours: the last pawn first. tell: every tile is tapped as it is laid; else only what is taken. cards: entries
    by command cards. die: with more than two players. busy: how much happens in a turn. bare: stickers that nobody
    enrolled, costs that nobody told the companion.
    """

    colours: tuple[str, ...]
    tell: bool = True
    cards: bool = False
    die: bool = False
    busy: int = 1
    bare: bool = False


class Astray(Exception):
    """The companion and the table no longer agree, or something can't be said."""


class People:
    """The whole table. `facts` say what is printed on the tiles, also where the companion doesn't know it."""

    def __init__(self, hands: DeskPlayer, manner: Manner, board: Board, facts: Facts, seed: int) -> None:
        self.hands, self.manner, self.board, self.facts = hands, manner, board, facts
        self.random = Random(seed)
        self.goods: dict[str, Counter[str]] = {colour: Counter() for colour in manner.colours}
        self.forgotten: list[tuple[str, str, tuple[Value, ...]]] = []
        self.known_as: dict[str, str] = {}
        self.owed: Piece | None = None
        self.to_buy: list[str] = []
        self.turns = self.rolls = 0
        self.acts: dict[str, Callable[[Question], None]] = {
            "seat": self._seat, "spaces": self._spaces, "start": self._start, "layout": self._layout,
            "take": self._take, "end": self._end, "roll": self._roll, "hit": self._hit, "crest": self._crest,
            "sort": self._sort, "rebuild": self._rebuild, "good_cost": self._good_cost, "scot_cost": self._no,
            "tier": self._tier, "scots_home": self._scots_home, "removed": self._removed,
            "from_discards": self._from_discards, "movement": self._movement, "deck_end": self._deck_end,
            "untold_end": self._no, "count_scots": self._count_scots, "count_rest": self._count_rest,
            "goods": self._count_goods,
        }  # fmt: skip

    # What people see

    @property
    def state(self) -> State:
        state: State = self.hands.app.running.sight.state
        return state

    @property
    def questions(self) -> tuple[Question, ...]:
        return self.hands.app.snapshot.questions

    @property
    def me(self) -> Player:
        return self.state.player(self.state.turn.player)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def play(self) -> None:
        """From the first tap to the winner."""
        for _ in range(PATIENCE):
            self._read_sheet()
            if self.state.phase == "over":
                return
            asked = self.questions[0]
            self.acts[asked.kind](asked)
            self.compare()
        raise Astray("the game does not end")

    def _read_sheet(self) -> None:
        """Everybody looks at a result, page by page; the last one stays on the glass."""
        while isinstance(page := self.hands.app.snapshot.page, Sheet):
            if page.page + 1 < page.pages:
                self.hands.press("DOWN", False)
            elif self.state.phase == "over":
                return
            else:
                self.hands.press("OK", False)

    def compare(self) -> None:
        """The companion's ring is the one on the table."""
        if not self.questions or self.questions[0].kind not in ("take", "roll"):
            return
        lying = self.board.lying()
        seen = [space for space in self.state.line if space.has_tile]
        if [space.deck for space in seen] != [self.board.deck_of[piece] for piece in lying]:
            raise Astray(f"on the table {lying}, the companion believes {seen}")
        for space, piece in zip(seen, lying, strict=True):
            if space.piece and self.known_as.setdefault(piece, space.piece) != space.piece:
                raise Astray(f"{piece} is believed to be {space.piece}")
        if self.state.turn.figure != self.board.last:
            raise Astray(f"{self.board.last} is on turn, not {self.state.turn.figure}")

    # What people do

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
        if len(self.hands.app.running.history.entries) == before:
            raise Astray(f"{answer} was not taken: {self.hands.app.snapshot.page}")

    def say(self, asked: Question, offer: str, *values: Value) -> None:
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
        if isinstance(top, lv.Ways):
            fitting = [way.answer for way in top.ways if meant(way.answer)]
            if not fitting:
                raise Astray(f"{tag} is asked about wrongly: {[str(way.label) for way in top.ways]}")
            self.give(fitting[0])
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
        self.say(ledger, offer, *values)

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

    # Before the game

    def _seat(self, asked: Question) -> None:
        seated = len(self.state.players)
        if seated < len(self.manner.colours):
            self.tap(f"home:{self.manner.colours[seated]}")
        else:
            self.say(asked, "done")

    def _spaces(self, asked: Question) -> None:
        self.say(asked, "spaces", self.board.spaces)

    def _start(self, asked: Question) -> None:
        if self.manner.die and not self.state.use_die:
            self.say(asked, "die")
            return
        self.say(asked, "go")
        self.board.set_up(self.manner.colours, self.state.use_die)

    def _layout(self, asked: Question) -> None:
        pieces = self._laid()
        if not self.manner.tell:
            self.say(asked, "done")
        for piece in pieces if self.manner.tell else ():
            self.tap(self.tag(piece))

    def _laid(self) -> list[str]:
        """The refill as the hands do it."""
        pieces = []
        while piece := self.board.lay():
            pieces.append(piece)
        return pieces

    # Taking

    def _take(self, asked: Question) -> None:
        self.turns += 1
        if self.turns in (11, 37):
            self.hands.restart()
        self._second_thoughts()
        piece = self._wanted()
        if piece == WORLDS_END:
            self._to_worlds_end(asked)
        elif piece:
            if self.chance(0.06):
                self._wrong_tile(piece)
            self._lift(piece)
            self._show_card(piece)
        else:
            nearest = self.board.ahead()[0]
            self.board.throw_away(nearest)
            self.say(asked, "nothing", *self._pointed_at(1, nearest), "coin")

    def _to_worlds_end(self, asked: Question) -> None:
        self.board.to_worlds_end()
        if self.manner.cards:
            self.tap("card:worlds_end")
        else:
            self.say(asked, "worlds_end")

    def _wanted(self) -> str:
        """A near tile that can be paid for; World's End when little else is left; "" for nothing."""
        ahead = self.board.ahead()
        reach = ahead[: ahead.index(WORLDS_END)] if WORLDS_END in ahead else ahead
        able = [piece for piece in reach if self._affordable(self.facts.pieces[piece])]
        if WORLDS_END in ahead and (len(reach) < 2 or not able) and (not able or self.chance(0.6)):
            return WORLDS_END
        if not able:
            return ""
        near = able[:4]
        weights = [(4 - place) + 3 * (self.facts.pieces[piece].sort == PERSON) for place, piece in enumerate(near)]
        return self.random.choices(near, weights)[0]

    def _affordable(self, piece: Piece) -> bool:
        if piece.barred:
            return False
        coins, stock, market = self.me.coins, self.goods[self.me.id].copy(), dict(self.state.market)
        for cost in piece.cost or ():
            if cost.what == "coin":
                coins -= cost.n
            elif cost.what == "whisky" and self.me.barrels < cost.n:
                return False
            elif cost.what in (*GOODS, "any_good"):
                coins -= self._price(cost.what, cost.n, stock, market)
        return coins >= 0

    def _price(self, what: str, number: int, stock: Counter[str], market: dict[str, int]) -> int:
        """Coins for the goods that are not in stock; far too many where they can't be had."""
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
        """Somebody taps the tile beside it, and takes that back."""
        ahead = self.board.ahead()
        others = [p for p in ahead[:4] if p not in (right, WORLDS_END) and not self.facts.pieces[p].barred]
        if self.manner.bare or not others:
            return
        wrong = self.random.choice(others)
        self._tap_ahead(wrong, 1 + ahead.index(wrong))
        self._undo()
        self._put_back(wrong)

    def _put_back(self, piece: str) -> None:
        """Tick off what goes back on the table: the tile by a tap, the rest with OK."""
        self.hands.tap(self.tag(piece))
        while (levels := lies_open(self.hands.app)[0].levels) and isinstance(levels[-1], lv.PutBackList):
            self.hands.press("OK", False)

    def _undo(self) -> None:
        if self.manner.cards:
            self.hands.tap("card:undo")
        else:
            self.hands.press("UNDO", False)

    def _lift(self, piece: str) -> None:
        """Tap the tile that is taken, move the pawn."""
        place = 1 + self.board.ahead().index(piece)
        who = self.board.last
        self.board.take(piece)
        self._tap_ahead(piece, place)
        if self.state.turn.tile:
            self.known_as.setdefault(piece, self.state.turn.tile)
        self._pay_unasked(who, self.facts.pieces[piece])

    def _show_card(self, piece: str) -> None:
        """Some tap the landmark card too; it counts nothing twice."""
        if self.facts.pieces[piece].sort == LANDMARK and self.state.facts.pieces[piece].rebuild is not None:
            self.hands.tap(f"tile:card_{piece}")

    def _tap_ahead(self, piece: str, place: int) -> None:
        offers = ("take", "next")
        pointed = f"ahead:{place}"
        self.tap(self.tag(piece), lambda answer: answer.offer in offers and answer.values[0] in (pointed, piece))

    def _pointed_at(self, place: int, piece: str) -> tuple[Value, ...]:
        """How the list of tiles ahead names it."""
        space = next(c for c in self._spaces_ahead() if c in (piece, f"ahead:{place}"))
        return (space, "") if space.startswith("ahead:") else (space,)

    def _spaces_ahead(self) -> list[str]:
        take = next(q for q in self.questions if q.kind == "take")
        pick = next(o for o in take.offers if o.name == "take").parts[0]
        return [choice.value for choice in pick.choices] if isinstance(pick, Pick) else []

    def _pay_unasked(self, who: str, piece: Piece) -> None:
        """What the companion can't know of the tile is entered by hand once its questions are answered."""
        for cost in piece.cost or ():
            if cost.what in GOODS and not self._knows_cost(piece):
                self._pay_good(who, cost.what, cost.n)
        self.owed = piece

    def _knows_cost(self, piece: Piece) -> bool:
        known = self.state.facts.pieces.get(self.known_as.get(piece.id, ""))
        return known is not None and known.cost is not None

    def _pay_good(self, who: str, good: str, number: int) -> None:
        """Own goods first; the others are bought when the ledger is open."""
        for _ in range(number):
            if self.goods[who][good]:
                self.goods[who][good] -= 1
            else:
                self.to_buy.append(good)

    # Questions of a tile

    def _sort(self, asked: Question) -> None:
        piece = self.owed
        if piece is None:
            self.say(asked, "later")
        elif piece.sort == PERSON:
            self.say(asked, "person")
        else:
            self.say(asked, "rebuild" if piece.rebuild else "land")

    def _rebuild(self, asked: Question) -> None:
        self.say(asked, "yes" if self.owed and self.owed.rebuild else "no")

    def _good_cost(self, asked: Question) -> None:
        good = self._good_asked()
        stock = self.goods[self.me.id]
        mine = next((g for g in GOODS if stock[g]), "") if good == "any_good" else good if stock[good] else ""
        if mine:
            stock[mine] -= 1
            self.say(asked, "own")
            return
        market = next(o for o in asked.offers if o.name == "market")
        if market.closed:
            self.say(asked, "unpaid")
            return
        picks = [p for p in market.parts if isinstance(p, Pick)]
        self.say(asked, "market", *(next(c.value for c in pick.choices if not c.closed) for pick in picks))

    def _good_asked(self) -> str:
        return str(next(o.args[0] for o in self.state.open if o.kind == "good_cost"))

    def _no(self, asked: Question) -> None:
        self.say(asked, "no")

    def _crest(self, asked: Question) -> None:
        crest, road = self._crest_wanted(asked.offers[0].parts[0])
        if crest == "none":
            self.say(asked, "crest", "none")
        elif self.manner.cards:
            self.tap(f"card:crest_{crest}", lambda answer: answer.values[1:] in ((), (road,)))
        else:
            self.say(asked, "crest", crest, *self._road(asked.offers[0].parts[0], crest, road))

    def _crest_wanted(self, part: object) -> tuple[str, int]:
        """A crest that is free and cheap; none where every road costs too much."""
        taken = frozenset(c for p in self.state.players for c in p.crests)
        roads = ways(self.facts.roads, taken, True)
        choices = part.choices if isinstance(part, Pick) else ()
        able = [c.value for c in choices if not c.closed and c.value != "none"]
        able = [c for c in able if roads[c].coins <= min(3, self.me.coins)]
        if not able:
            return "none", 0
        crest = self.random.choice(sorted(able, key=lambda c: roads[c].coins)[:6])
        return crest, roads[crest].coins

    def _road(self, part: object, crest: str, road: int) -> tuple[Value, ...]:
        """The coins of the road, where they are asked."""
        choices = part.choices if isinstance(part, Pick) else ()
        asked = next(c for c in choices if c.value == crest).then
        return (road,) if asked else ()

    def _tier(self, asked: Question) -> None:
        self.say(asked, self.random.choice(asked.offers).name)

    def _scots_home(self, asked: Question) -> None:
        part = asked.offers[0].parts[0]
        most = part.high if isinstance(part, Amount) else 0
        self.say(asked, "home", self.random.randint(0, min(1, most)))

    def _removed(self, asked: Question) -> None:
        if len(asked.offers) > 1 and self.chance(0.5):
            self.say(asked, "removed", 1, self.random.randint(0, 1))
        else:
            self.say(asked, "none")

    def _from_discards(self, asked: Question) -> None:
        """A land tile of the pile whose name the companion knows; else none."""
        told = {t.piece for t in self.state.discards}
        able = [p for p in self.board.discards if p in told and self.facts.pieces[p].sort == "land"]
        if not able:
            self.say(asked, "none")
            return
        piece = self.random.choice(able)
        self.board.discards.remove(piece)
        self.board.owned[self.me.id].append(piece)
        self.tap(self.tag(piece))

    def _movement(self, asked: Question) -> None:
        self.say(asked, "unused", self.random.randint(0, 2))

    # The rest of a turn

    def _end(self, _asked: Question) -> None:
        self._settle_tile()
        self._activate()
        if self.questions[0].kind != "end":
            return
        self._refill()

    def _settle_tile(self) -> None:
        """Entries for what the companion does not know of the tile."""
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
        if known is None or known.one_time is None:
            for step in piece.one_time or ():
                self._step(step)

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

    def _activate(self) -> None:
        """The tiles around the new one bring something; goods are sold or exchanged."""
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
        """One tile after the other is activated."""
        if stock["barley"] and self.chance(0.35):
            stock["barley"] -= 1
            self._book("barrel", *self._not_points())
        self._sell(stock)
        self._exchange(stock)
        if self.chance(0.08):
            self._book("scots_in", 1)

    def _book(self, offer: str, *values: Value) -> None:
        """Enter it, unless somebody forgets."""
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
        """The wrong good, taken back; what goes back on the table is ticked off or left."""
        wrong = next((g for g in GOODS if g != right and sell_price(self.state.market[g])), "")
        if wrong:
            self.enter("sell", wrong)
            self._undo()

    def _exchange(self, stock: Counter[str]) -> None:
        """Goods into points; one may be bought for it."""
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

    def _second_thoughts(self) -> None:
        """Now and then a count is put right, an earlier entry changed, a taking back taken back."""
        if self.turns == 9:
            self.give(Answer(0, "count", (self.me.id, "coins", self.me.coins + 1)))
        if self.turns == 15:
            self._change_points()
        if self.turns == 21:
            self._undo()
            self.act(lambda outcome: isinstance(outcome, lv.Redo))

    def _change_points(self) -> None:
        """An earlier entry of points was one too few."""
        standing = self.hands.app.running.history.standing
        points = [e for e in standing if isinstance(e.answer, Answer) and e.answer.offer == "points"]
        if not points:
            return
        entry, answer = points[-1], points[-1].answer
        assert isinstance(answer, Answer)
        better = (*answer.values[:-1], int(answer.values[-1]) + 1)
        self.hands.press("UNDO", True)
        self.act(lambda outcome: outcome == lv.Fetch("change", entry.number))
        self.act(
            lambda outcome: (
                isinstance(outcome, lv.Edit) and outcome.instead is not None and outcome.instead.values == better
            )
        )

    def _refill(self) -> None:
        """Lay tiles, then say so."""
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
            self.say(end, "end_laid", str(1 + pieces.index(WORLDS_END)))
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
        else:
            self.say(waiting, "done")

    def _hurried(self, pieces: list[str], letter: str) -> bool:
        """The next player is quick: one tap ends this turn and takes a tile."""
        who = self.board.last
        quiet = who != DIE and "maclachlan" not in self.me.crests and all(self.board.decks[d] for d in letter)
        one_deck = all(self.board.deck_of[piece] == letter for piece in pieces)
        if self.manner.tell or self.manner.bare or not (quiet and one_deck and self.chance(0.3)):
            return False
        able = [p for p in self.board.ahead()[:3] if p in self.facts.pieces and self._free(p)]
        if not able:
            return False
        self.turns += 1
        self._lift(able[0])
        return True

    def _free(self, piece: str) -> bool:
        known = self.facts.pieces[piece]
        return not known.barred and known.cost == () and piece != WORLDS_END

    def _deck_end(self, asked: Question) -> None:
        letter = str(next(o.args[0] for o in self.state.open if o.kind == "deck_end"))
        left = len(self.board.decks[letter])
        if left:
            raise Astray(f"deck {letter} still has {left} tiles")
        self.say(asked, "yes")

    def _roll(self, asked: Question) -> None:
        self.rolls += 1
        if self.chance(0.7) or self.rolls == 2:
            self.say(asked, "companion_rolls")
        else:
            self.say(asked, f"face_{self.random.choice((1, 1, 1, 2, 2, 3))}")
        if self.rolls == 2:
            self._take_back_the_roll()
        hit = self.board.roll(self._face())
        asked_now = self.questions[0].kind == "hit"
        if asked_now != (hit is not None):
            raise Astray(f"the die hits {hit}, the companion asks {self.questions[0].text}")

    def _face(self) -> int:
        """What the die shows, as it was entered last."""
        rolled = [e for e in self.hands.app.running.history.standing[-1].events if isinstance(e, DieRolled)]
        return rolled[-1].face

    def _take_back_the_roll(self) -> None:
        """A roll that is taken back stays as it fell."""
        face = self._face()
        self._undo()
        self.act(lambda outcome: isinstance(outcome, lv.Give) and outcome.answer.values == (str(face),))

    def _hit(self, asked: Question) -> None:
        self.say(asked, "hit")

    # Scoring

    def _count_scots(self, asked: Question) -> None:
        if self.chance(0.3):
            self._late()
        values = [max(0, min(6, p.scots + self.random.choice((-1, 0, 0, 1, 1, 2)))) for p in self.state.players]
        self.say(asked, "counted", *values)

    def _late(self) -> None:
        """Before a scoring people remember what was forgotten."""
        for who, offer, values in self.forgotten:
            self.enter(offer, *values, who=who)
        self.forgotten = []

    def _count_rest(self, asked: Question) -> None:
        self.say(asked, "right")

    def _count_goods(self, asked: Question) -> None:
        tied = next(o.args for o in self.state.open if o.kind == "goods")
        self.say(asked, "counted", *(sum(self.goods[str(who)].values()) for who in tied))


__all__ = ["Astray", "Manner", "NoWay", "People"]
