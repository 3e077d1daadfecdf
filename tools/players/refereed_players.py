"""Simulated players of a whole game of Glen More II at referee depth, by reader and buttons.

They take near tiles that they can pay for, lay them where most is activated, exchange, sell, move Scots, undo a
mistake and cut the power once. The same seed plays the same game, with tapped tiles or with buttons only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from companion.desk_player import DeskPlayer
from companion.engine.offers import Choice, Pick, Question
from companion.state.glen_more_2.facts import Facts
from tools.players.board import WORLDS_END, TableRondel
from tools.players.desk import DeskUser, PlayersAstray
from tools.players.glen_more_2_strategy import Strategy, TableValuation, open_offer

MAX_STEPS = 3000
NEAR_TILES = 6
"""Number of tiles ahead that are considered."""
WRONG_CELL_TURN, RESTART_TURN = 7, 12
"""Turn in which a tile is laid wrongly and undone, and turn in which the power is cut."""


class RefereedPlayers(DeskUser):
    """All players at the table, from the first tap to the winner."""

    def __init__(
        self, hands: DeskPlayer, colours: Sequence[str], taps: bool, board: TableRondel, facts: Facts, seed: int
    ) -> None:
        """taps: True if home tiles and tiles are tapped when taken and when laid."""
        super().__init__(hands)
        self.colours, self.taps, self.board, self.facts = colours, taps, board, facts
        self.random = Random(seed)
        self.wishes = Strategy(self.random)
        self.turns = self.laid_wrongly = self.to_refill = 0
        self.acts: dict[str, Callable[[Question], None]] = {
            "seat": self._seat, "spaces": self._spaces, "start": self._start, "prepare": self._prepare,
            "layout": self._layout, "take": self._take, "place": self._place, "end": self._use,
            "deck_end": self._deck_end, "untold_end": self._no,
        }  # fmt: skip

    def play(self) -> None:
        """Play from the first tap to the winner."""
        for _ in range(MAX_STEPS):
            self.read_sheet(self.over)
            if self.over:
                return
            asked = self.questions[0]
            self.acts.get(asked.kind, self._say)(asked)
            self._refill_behind()
            self._compare()
        raise PlayersAstray("the game does not end")

    @property
    def over(self) -> bool:
        return bool(self.state.phase == "over")

    @property
    def first_question_kind(self) -> str:
        """Kind of the first question; "" for none."""
        return next((each.kind for each in self.questions), "")

    def _say(self, asked: Question) -> None:
        wish = self.wishes.to(self.state, asked)
        if wish is None:
            raise PlayersAstray(f"nobody knows what to say: {asked.kind}")
        self.reply(asked, wish[0], *wish[1])

    def _seat(self, asked: Question) -> None:
        seated = len(self.state.players)
        if seated == len(self.colours):
            self.reply(asked, "done")
        elif self.taps:
            self.tap(f"home:{self.colours[seated]}")
        else:
            self.reply(asked, "seat", self.colours[seated])

    def _spaces(self, asked: Question) -> None:
        self.reply(asked, "spaces", self.board.spaces)

    def _start(self, asked: Question) -> None:
        if not self.state.tracks_territories:
            self.reply(asked, "depth", "referee")
            return
        self.reply(asked, "go")
        self.board.set_up(self.colours, False)

    def _prepare(self, asked: Question) -> None:
        self.reply(asked, "all")

    def _layout(self, asked: Question) -> None:
        laid = self._lay()
        if not self.taps:
            self.reply(asked, "done")
        for piece in laid if self.taps else ():
            self.tap(f"tile:{piece}")

    def _lay(self) -> list[str]:
        """Lay the tiles of the refill on the table and return them."""
        pieces = []
        while piece := self.board.lay():
            pieces.append(piece)
        return pieces

    def _take(self, asked: Question) -> None:
        self.turns += 1
        if self.turns == RESTART_TURN:
            self.hands.restart()
            asked = self.questions[0]
        near = {piece: steps for steps, piece in enumerate(self.board.ahead()) if self._may_take(asked, piece)}
        self.to_refill = self.state.turn.number
        if WORLDS_END in self.board.ahead()[:2] or not near:
            self._take_nothing(asked)
            return
        wanted = self._wanted(near)
        said = self._pointed_at(asked, wanted)
        self.board.take(wanted)
        self._lift(asked, wanted, said)

    def _lift(self, asked: Question, piece: str, said: tuple[str, ...]) -> None:
        """Tap the tile that is taken, or choose it with the buttons."""
        if self.taps:
            self.tap(f"tile:{piece}", lambda answer: answer.offer == "take" and answer.values[-1] == said[-1])
        else:
            self.reply(asked, "take", *said)

    def _take_nothing(self, asked: Question) -> None:
        """Move to World's End, or past a tile that is discarded."""
        if WORLDS_END in self.board.ahead():
            place = 1 + self.board.ahead().index(WORLDS_END)
            self.board.to_worlds_end()
            if self.taps:
                self.tap(f"tile:{WORLDS_END}")
            elif self.state.is_worlds_end_known:
                self.reply(asked, "take", WORLDS_END)
            else:
                self.reply(asked, "worlds_end", f"ahead:{place}")
            return
        nearest = self.board.ahead()[0]
        said = self._pointed_at(asked, nearest)
        self.board.throw_away(nearest)
        self.reply(asked, "nothing", *said, "coin")

    def _wanted(self, near: dict[str, int]) -> str:
        eyes, looked_at = TableValuation(self.state, self.board.last), [*near][:NEAR_TILES]
        worth = {
            piece: eyes.worth_of_tile(self.facts.pieces[piece], near[piece]) + 2 * self.random.random()
            for piece in looked_at
        }
        return max(looked_at, key=lambda piece: worth[piece])

    def _may_take(self, asked: Question, piece: str) -> bool:
        take = open_offer(asked, "take")
        if take is None or piece == WORLDS_END or self.facts.pieces[piece].barred:
            return False
        space = self._space(asked, piece)
        if not space.then:
            return not space.closed
        return not (space.closed or self._named(space, piece).closed)

    def _space(self, asked: Question, piece: str) -> Choice:
        """Return the choice of the space where the tile is."""
        rows = _rows(asked, "take") or _rows(asked, "nothing")
        place = f"ahead:{1 + self.board.ahead().index(piece)}"
        return next(each for each in rows if each.value in (piece, place))

    def _named(self, space: Choice, piece: str) -> Choice:
        (names,) = space.then
        assert isinstance(names, Pick)
        return next(each for each in names.choices if each.value == piece)

    def _pointed_at(self, asked: Question, piece: str) -> tuple[str, ...]:
        space = self._space(asked, piece)
        return (space.value, piece) if space.then else (space.value,)

    def _place(self, asked: Question) -> None:
        """Lay the tile where most is activated; once elsewhere, which is undone."""
        cells = self.wishes.cells(self.state, asked)
        if not cells:
            raise PlayersAstray("no place for a tile that was taken")
        if self.turns >= WRONG_CELL_TURN and len(cells) > 1 and not self.laid_wrongly:
            self.laid_wrongly = self.turns
            self.reply(asked, "place", cells[-1])
            self.hands.press("UNDO", False)
            self._put_back()
            return
        self.reply(asked, "place", cells[0])

    def _use(self, asked: Question) -> None:
        mine = (q for q in self.questions if q.kind == "ledger" and q.player == self.state.turn.player)
        ledger = next(mine, None)
        wish = self.wishes.in_turn(self.state, asked, ledger)
        if wish is None:
            self._lay_and_end(asked)
        else:
            self.reply(wish[0], wish[1][0], *wish[1][1])

    def _lay_and_end(self, asked: Question) -> None:
        """Lay tiles, then end the turn unless the taps have ended it."""
        turn, laid = self.state.turn.number, self._refill()
        if self.taps:
            self._tap_laid(laid)
        elif WORLDS_END in laid:
            self.reply(asked, "end_laid", str(1 + laid.index(WORLDS_END)))
        if self.state.turn.number == turn and self.first_question_kind == "end":
            self.reply(self.questions[0], "done")

    def _tap_laid(self, pieces: Sequence[str]) -> None:
        """Tap the tiles; if a deck ran out meanwhile, answer that question first."""
        for piece in pieces:
            if self.first_question_kind == "deck_end":
                self._deck_end(self.questions[0])
            self.tap(f"tile:{piece}")

    def _deck_end(self, asked: Question) -> None:
        letter = str(next(each.args[0] for each in self.state.open_questions if each.kind == "deck_end"))
        if left := self.board.decks[letter]:
            raise PlayersAstray(f"deck {letter} still has {len(left)} tiles")
        self.reply(asked, "yes")

    def _no(self, asked: Question) -> None:
        self.reply(asked, "no")

    def _refill(self) -> list[str]:
        """Lay the refill on the table and return it; nothing once all pawns have left."""
        self.to_refill = 0
        end = next((place for place, piece in self.board.tiles.items() if piece == WORLDS_END), 10**6)
        over = all(self.board.figures[pawn] >= end for pawn in self.board.pawns)
        return [] if over else self._lay()

    def _refill_behind(self) -> None:
        """Do the refill on the table if the turn ended by itself."""
        if self.to_refill and (self.over or self.state.turn.number > self.to_refill):
            self._refill()

    def _compare(self) -> None:
        """Raise PlayersAstray if the companion's rondel differs from the table."""
        if self.first_question_kind != "take":
            return
        lying = self.board.lying()
        seen = [space for space in self.state.track if space.has_tile]
        if [space.deck for space in seen] != [self.board.deck_of[piece] for piece in lying]:
            raise PlayersAstray(f"on the table {lying}, the companion believes {seen}")
        if self.state.turn.figure != self.board.last:
            raise PlayersAstray(f"{self.board.last} is on turn, not {self.state.turn.figure}")


def _rows(asked: Question, name: str) -> Sequence[Choice]:
    """Return all choices of the first part of an offer, including closed ones."""
    offer = asked.offer(name)
    part = offer.parts[0] if offer and offer.parts else None
    return part.choices if isinstance(part, Pick) else ()
