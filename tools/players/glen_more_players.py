"""Simulated players of a whole game of Glen More (2010) at referee depth, by reader and buttons.

They take near tiles that they can pay for, lay them where most is activated, exchange, sell, move Scots, undo a
mistake and cut the power once. The same seed plays the same game, with tapped tiles or with buttons only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import msgspec

from companion.desk_player import DeskPlayer
from companion.engine.offers import Choice, Offer, Pick, Question, cell_value, parse_cell
from companion.games.glen_more.catalogue import load_catalogue
from companion.state.glen_more.events import DieRolled
from companion.state.glen_more.model import GOODS
from companion.state.territory.grid import Cell
from tools.players.desk import DeskUser, PlayersAstray
from tools.players.glen_more_strategy import TableValuation
from tools.players.glen_more_track import Track

MAX_STEPS = 3000
NEAR_TILES = 6
"""Number of tiles ahead that are considered."""
WRONG_CELL_TURN, RESTART_TURN = 7, 12
"""Turn in which a tile is laid wrongly and undone, and turn in which the power is cut."""
MIN_GAIN = 0.5
"""Minimum gain of an exchange."""


class GlenMorePlayers(DeskUser):
    """All players at the table, from the first tap to the winner."""

    def __init__(self, hands: DeskPlayer, players: int, taps: bool, track: Track, seed: int) -> None:
        """taps: True if start villages and tiles are tapped when taken and when laid."""
        super().__init__(hands)
        self.players, self.taps, self.track, self.facts = players, taps, track, load_catalogue()
        self.random = Random(seed)
        self.turns = self.watched = self.laid_wrongly = self.to_refill = 0
        self.acts: dict[str, Callable[[Question], None]] = {
            "seat": self._seat, "start": self._start, "layout": self._layout, "take": self._take,
            "place": self._place, "choose": self._choose, "use": self._use, "roll": self._roll,
            "end": self._lay_and_end,
        }  # fmt: skip

    def play(self) -> None:
        """Play from the first tap to the winner."""
        for _ in range(MAX_STEPS):
            self.read_sheet(self.over)
            if self.over:
                return
            asked = self.questions[0]
            self.acts[asked.kind](asked)
            self._refill_behind()
            self._watch_the_die()
            self._compare()
        raise PlayersAstray("the game does not end")

    @property
    def over(self) -> bool:
        return bool(self.state.stage == "over")

    @property
    def first_question_kind(self) -> str:
        """Kind of the first question; "" for none."""
        return next((each.kind for each in self.questions), "")

    @property
    def eyes(self) -> TableValuation:
        return TableValuation(self.state, self.state.turn.figure)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def _seat(self, asked: Question) -> None:
        seated = len(self.state.players)
        if seated == self.players:
            self.reply(asked, "done")
        elif self.taps:
            self.tap(f"tile:S-0{seated + 1}")
        else:
            self.reply(asked, "seat", "unnamed")

    def _start(self, asked: Question) -> None:
        if not self.state.tracks_territories:
            self.reply(asked, "depth", "referee")
            return
        self.reply(asked, "go")
        self.track.set_up([player.id for player in self.state.players])

    def _layout(self, asked: Question) -> None:
        laid = [*self._lay()]
        if not self.taps:
            self.reply(asked, "laid_out")
        for piece in laid if self.taps else ():
            self.tap(f"tile:{piece}")

    def _lay(self) -> Iterator[str]:
        """Lay the tiles of the refill on the table."""
        while piece := self.track.lay():
            yield piece

    def _take(self, asked: Question) -> None:
        self.turns += 1
        if self.turns == RESTART_TURN:
            self.hands.restart()
            asked = self.questions[0]
        self.watched = self._entries()
        near = {piece: steps for steps, piece in enumerate(self.track.ahead()) if self._may_take(asked, piece)}
        offer = "take" if near else "nothing"
        wanted = self._wanted(near) if near else self.track.ahead()[0]
        said = self._pointed_at(asked, wanted)
        self.track.take(wanted)
        self.to_refill = self.state.turn.number
        if self.taps and near:
            self.tap(f"tile:{wanted}", lambda answer: answer.offer == "take")
        else:
            self.reply(asked, offer, *(said if near else said[:1]))

    def _wanted(self, near: dict[str, int]) -> str:
        eyes, looked_at = self.eyes, [*near][:NEAR_TILES]
        worth = {
            piece: eyes.worth_of_tile(self.facts.tiles[piece], near[piece]) + 2 * self.random.random()
            for piece in looked_at
        }
        return max(looked_at, key=lambda piece: worth[piece])

    def _may_take(self, asked: Question, piece: str) -> bool:
        space = self._space(asked, piece)
        if not space.then:
            return not space.closed
        return not self._named(space, piece).closed

    def _space(self, asked: Question, piece: str) -> Choice:
        """Return the choice of the space where the tile is."""
        take = asked.offer("take")
        assert take
        (pick,) = take.parts
        assert isinstance(pick, Pick)
        return pick.choices[self.track.ahead().index(piece)]

    def _named(self, space: Choice, piece: str) -> Choice:
        """Return the choice of the tile, or of one that looks the same, in the list of names."""
        (names,) = space.then
        assert isinstance(names, Pick)
        return next(choice for choice in names.choices if self._looks(choice.value) == self._looks(piece))

    def _looks(self, piece: str) -> object:
        return msgspec.structs.replace(self.facts.tiles[piece], id="")

    def _pointed_at(self, asked: Question, piece: str) -> tuple[str, ...]:
        space = self._space(asked, piece)
        return (space.value, self._named(space, piece).value) if space.then else (space.value,)

    def _place(self, asked: Question) -> None:
        """Lay the tile where most is activated; once elsewhere, which is undone."""
        if not (offer := asked.offer("place")):
            raise PlayersAstray("no place for a tile that was taken")
        cells, eyes = [parse_cell(each.value) for each in _open(offer)], self.eyes
        worth = {cell: eyes.worth_of_cell(Cell(*cell)) + 0.3 * self.random.random() for cell in cells}
        best = max(cells, key=lambda cell: worth[cell])
        others = [cell for cell in cells if cell != best]
        if self.turns >= WRONG_CELL_TURN and others and not self.laid_wrongly:
            self.laid_wrongly = self.turns
            self.reply(asked, "place", cell_value(*others[0]))
            self.hands.press("UNDO", False)
            self._put_back()
            return
        self.reply(asked, "place", cell_value(*best))

    def _choose(self, asked: Question) -> None:
        """Choose the goods of which the player has fewest."""
        stock = self.eyes.stock
        rare = sorted(GOODS, key=lambda good: stock[good])
        offer = asked.offer("choose")
        assert offer
        self.reply(asked, "choose", *rare[: len(offer.parts)])

    def _use(self, asked: Question) -> None:
        if not (self._exchange(asked) or self._sell() or self._move(asked)):
            self._lay_and_end(asked)

    def _exchange(self, asked: Question) -> bool:
        """Make the best exchange with a sufficient gain; return True if there is one."""
        eyes = self.eyes
        for spot in eyes.player.territory.spots:
            offer = asked.offer(f"use_{spot.top}")
            if offer is None or offer.closed:
                continue
            tile = self.facts.tiles[spot.top]
            makes = [effect for effect in tile.activation if effect.op == "produce"]
            goods, brings = eyes.best_way(tile)
            if makes:
                self.reply(asked, offer.name, *self._made(offer))
                return True
            if brings >= MIN_GAIN:
                self.reply(asked, offer.name, *(("+".join(goods),) if offer.parts else ()))
                return True
        card = asked.offer("card")
        return card is not None and not card.closed and self._by_card(asked, card)

    def _made(self, offer: Offer) -> tuple[str, ...]:
        """Return the good of which the player has fewest, if several can be produced."""
        if not offer.parts:
            return ()
        stock = self.eyes.stock
        return (min((each.value for each in _open(offer)), key=lambda good: stock[good]),)

    def _by_card(self, asked: Question, offer: Offer) -> bool:
        eyes = self.eyes
        lying = {cell_value(*spot.cell): spot for spot in eyes.player.territory.spots}
        worth = {each.value: eyes.worth_activating(lying[each.value]) for each in _open(offer)}
        best = max(worth, key=lambda value: worth[value], default="")
        if not best or worth[best] < MIN_GAIN:
            return False
        (ways,) = next(each.then for each in _open(offer) if each.value == best) or (None,)
        way: tuple[str, ...] = ()
        if isinstance(ways, Pick):
            goods = "+".join(eyes.best_way(self.facts.tiles[lying[best].top])[0])
            values = [choice.value for choice in ways.choices if not choice.closed]
            way = (goods,) if goods in values else (values[0],)
        self.reply(asked, "card", best, *way)
        return True

    def _sell(self) -> bool:
        """Sell a good that is plentiful or pays well; return True if one was sold."""
        ledger = next((each for each in self.questions if each.kind == "ledger"), None)
        offer = ledger.offer("sell") if ledger else None
        if ledger is None or offer is None or offer.closed or self.state.turn.is_track_cleared:
            return False
        stock = self.eyes.stock
        for choice in _open(offer):
            pays = self.state.market[choice.value]
            if self.chance(0.1 * pays * (stock[choice.value] > 1) + 0.05 * (pays > 1)):
                source = (
                    choice.then[0].choices[0].value if choice.then and isinstance(choice.then[0], Pick) else ""
                )
                self.reply(ledger, "sell", choice.value, *([source] if source else []))
                return True
        return False

    def _move(self, asked: Question) -> bool:
        """Move a Scot to a cell with more free neighbours, or make one a chieftain before a scoring."""
        chieftain, move = asked.offer("chieftain"), asked.offer("move")
        soon = (
            sum(self.state.tiles_left.get(stack, 0) for stack in (self.state.deck,)) < len(self.state.players) + 3
        )
        scots = self.eyes.player.scots
        if chieftain and not chieftain.closed and scots > 1 and self.chance(0.5 if soon or scots > 2 else 0.15):
            values = [each.value for each in _open(chieftain)]
            self.reply(asked, "chieftain", min(values, key=lambda v: self.eyes._open(Cell(*parse_cell(v)))))
            return True
        if move is None or move.closed:
            return False
        ways = [
            (Cell(*parse_cell(who.value)), Cell(*parse_cell(to.value)))
            for who in _open(move)
            for part in who.then
            if isinstance(part, Pick)
            for to in part.choices
        ]
        best = self.eyes.best_step(ways)
        if best is None or best[0] < 2 or not self.chance(0.6):
            return False
        self.reply(asked, "move", cell_value(*best[1]), cell_value(*best[2]))
        return True

    def _lay_and_end(self, asked: Question) -> None:
        """Lay tiles, then end the turn unless the taps have ended it."""
        turn = self.state.turn.number
        for piece in self._refill():
            if self.taps:
                self.tap(f"tile:{piece}")
        if self.state.turn.number == turn and self.first_question_kind == asked.kind:
            self.reply(self.questions[0], "done")

    def _refill(self) -> list[str]:
        """Do phase 4 on the table and return the tiles laid."""
        self.to_refill = 0
        self.track.sweep()
        return [*self._lay()]

    def _refill_behind(self) -> None:
        """Do the refill on the table if the turn ended by itself."""
        if self.to_refill and (self.over or self.state.turn.number > self.to_refill):
            self._refill()

    def _roll(self, asked: Question) -> None:
        """Let the companion roll from the first time on."""
        self.watched = self._entries()
        self.reply(asked, "companion_rolls")

    def _watch_the_die(self) -> None:
        """Move the die on the table as it was rolled."""
        standing = self.hands.app.running.history.standing
        new = (event for entry in standing if entry.number > self.watched for event in entry.events)
        faces = [event.face for event in new if isinstance(event, DieRolled)]
        for place, face in enumerate(faces, 1):
            self.track.roll(face)
            if place < len(faces) or self.first_question_kind != "end":
                self._refill()
        self.watched = self._entries()

    def _compare(self) -> None:
        """Raise PlayersAstray if the companion's rondel differs from the table."""
        if self.first_question_kind not in ("take", "roll"):
            return
        lying = self.track.lying()
        seen = [space for space in self.state.track if space.has_tile]
        if [space.deck for space in seen] != [self.track.stack_of[piece] for piece in lying]:
            raise PlayersAstray(f"on the table {lying}, the companion believes {seen}")
        if self.state.turn.figure != self.track.last:
            raise PlayersAstray(f"{self.track.last} is on turn, not {self.state.turn.figure}")


def _open(offer: Offer) -> list[Choice]:
    """Return the open choices of the first part."""
    part = offer.parts[0]
    return [each for each in part.choices if not each.closed] if isinstance(part, Pick) else []
