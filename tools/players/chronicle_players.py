"""Simulated players who play with chronicles and choose among the offers, usual ones more often.

They use taps and presses and keep no board, so they do not check the rondel; they show that a whole game can be
entered on the devices. Each game includes one undo, one correction of a count and one power cut.
"""

from __future__ import annotations

import msgspec

from companion.desk_player import DeskPlayer
from companion.engine.game import CORRECTION
from companion.engine.offers import Answer, Choice, Offer, Part, Pick, Question, Value
from companion.games.glen_more_2.bot import CORRECTION_RATE, RandomGamePlan, RandomPlayer
from companion.games.random_play import can_fill_parts
from companion.menu import menu_state
from companion.state.glen_more_2.facts import WORLDS_END
from companion.state.glen_more_2.game import GlenMore2
from tools.players.desk import DeskUser, PlayersAstray
from tools.players.planner import NoPressesFound, current_menu, presses_for
from tools.players.scorekeeper_table import TableHabits

MAX_STEPS = 3000
USUAL_PROBABILITY = 0.6
"""Probability of the usual answer."""
CHRONICLE_PROBABILITY = 0.5
"""Probability of choosing a chronicle's offer at the end of a turn, if there is one."""
NEAR_TILES = 4
"""Number of tiles ahead that are considered."""
UNDO_AFTER, CORRECT_AFTER, RESTART_AFTER = 60, 90, 120
"""Number of answers after which each of these happens once."""


COMPANION_ROLLS = "companion_rolls"
"""Offer that players press; the companion adds the face."""
RARE_OFFERS = (
    *("barrels_out", "coins_out", "scots_out", "landmark", "sinclair"),
    *("hammer.marker", "penny_mobs.late", "penny_mobs.give_up", "boat_race.open", "haggis.free"),
)
"""Entries for what the companion sees itself, except after a mistake or for unknown facts."""


def is_of_chronicle(name: str) -> bool:
    """True if a kind or an offer belongs to a chronicle: it begins with the chronicle's slug and a dot."""
    return "." in name


class UsualPlayer(RandomPlayer):
    """Chooses as players would: mostly the first choice, rarely one with a caution."""

    def preferred_offer(self, question: Question, offers: list[Offer]) -> Offer:
        rare = self.random.random() < CORRECTION_RATE
        offers = [o for o in offers if not o.caution and (rare or o.name not in RARE_OFFERS)] or offers
        own = [o for o in offers if is_of_chronicle(o.name)]
        if own and self.random.random() < CHRONICLE_PROBABILITY:
            return self.random.choice(own)
        if not question.non_blocking and self.random.random() < USUAL_PROBABILITY:
            return offers[0]
        return super().preferred_offer(question, offers)

    def _fill(self, parts: list[Part], values: list[Value]) -> None:
        while parts and isinstance(part := parts[0], Pick):
            choice = self._choice(part)
            values.append(choice.value)
            parts[:1] = choice.then
        if parts:
            super()._fill([parts.pop(0)], values)
            self._fill(parts, values)

    def _choice(self, part: Pick) -> Choice:
        ready = [
            c
            for c in part.choices
            if not c.closed and can_fill_parts(c.then) and (c.piece or not (c.is_hidden or c.is_tap_only))
        ]
        ready = [c for c in ready if not c.caution] or ready
        ready = [c for c in ready if c.value != WORLDS_END] or ready
        ready = [c for c in ready if c.is_hidden] or ready  # Players who hold a token tap it.
        if part.name in ("tile", "where"):
            ready = ready[:NEAR_TILES]
        return ready[0] if self.random.random() < USUAL_PROBABILITY / 2 else self.random.choice(ready)


class ChroniclePlayers(DeskUser):
    """All players at the table."""

    def __init__(
        self, hands: DeskPlayer, manner: TableHabits, chronicles: tuple[str, ...], seed: int, depth: str = ""
    ) -> None:
        """depth: chosen in the setup; "" for the default."""
        super().__init__(hands)
        self.colours = manner.colours
        self.to_choose = [("chronicle", each) for each in chronicles] + [("depth", depth)] * bool(depth)
        self.likely = UsualPlayer(RandomGamePlan(len(manner.colours), seed, told=manner.tell))
        self.answers = 0

    def play(self) -> None:
        """Play from the first tap to the winner."""
        for _ in range(MAX_STEPS):
            self.read_sheet(self.state.phase == "over")
            if self.state.phase == "over" and not self._asked():
                return
            self._step(self._questions())
            self.answers += 1
            self._mishaps()
        raise PlayersAstray("the game does not end")

    def _questions(self) -> tuple[Question, ...]:
        """Return the questions, including choices that only a tap can give."""
        questions: tuple[Question, ...] = self.hands.app.running.rules.questions(self.state)
        return questions

    def _asked(self) -> bool:
        """True if a question waits for an answer."""
        return any(not q.non_blocking and q.kind != "ledger" for q in self._questions())

    def _step(self, questions: tuple[Question, ...]) -> None:
        asked = questions[0]
        match asked.kind:
            case "seat" if len(self.state.players) < len(self.colours):
                self.hands.tap(f"home:{self.colours[len(self.state.players)]}")
            case "seat":
                self.give(Answer(asked.number, "done"))
            case "spaces":
                self.give(Answer(asked.number, "spaces", (14,)))
            case "start":
                self._start(asked)
            case _:
                self.say(self.likely.answer(questions), questions)

    def _start(self, asked: Question) -> None:
        """Choose the chronicles and the depth one by one, then start."""
        if self.to_choose:
            offer, value = self.to_choose.pop(0)
            self.give(Answer(asked.number, offer, (value,)))
        else:
            self.give(Answer(asked.number, "go"))

    def say(self, answer: Answer, questions: tuple[Question, ...]) -> None:
        """Give an answer by a tap if a piece gives it, else with the buttons."""
        if answer.offer == COMPANION_ROLLS:
            answer = msgspec.structs.replace(answer, values=())
        question = next(q for q in questions if q.number == answer.question)
        piece = _piece(question, answer)
        if piece and self._a_tap_says(piece, answer):
            self._tap(piece, answer)
        else:
            self.give(answer)

    def _a_tap_says(self, piece: str, answer: Answer) -> bool:
        game = self.hands.app.running.rules
        assert isinstance(game, GlenMore2)
        plain = msgspec.structs.replace(answer, anyway=False)
        return any(_same(way.answer, plain) for way in game.tap_meaning(self.state, piece).interpretations)

    def _tap(self, piece: str, answer: Answer) -> None:
        before = self._entries()
        self.hands.tap(f"tile:{piece}")
        menu, _ = current_menu(self.hands.app)
        if menu.levels and isinstance(menu.levels[-1], menu_state.InterpretationList | menu_state.CautionPrompt):
            self.give(answer)
        elif self._entries() == before:
            raise PlayersAstray(f"the tap of {piece} was not taken: {self.hands.app.snapshot.page}")

    def give(self, answer: Answer) -> None:
        """Give an answer with the buttons. Raises PlayersAstray if no presses lead to it."""
        before = self._entries()
        self._press(answer)
        if _doubted(self.hands):
            self._press(answer)
        if self._entries() == before:
            raise PlayersAstray(f"{answer} was not taken: {self.hands.app.snapshot.page}")

    def _press(self, answer: Answer) -> None:
        try:
            keys = presses_for(*current_menu(self.hands.app), answer)
        except NoPressesFound:
            raise PlayersAstray(f"no way to {answer} from {self.hands.app.snapshot.page}") from None
        for key in keys:
            self.hands.press(*key)

    def _mishaps(self) -> None:
        """Undo, correct a count or cut the power at the planned answers."""
        if self.answers == RESTART_AFTER:
            self.hands.restart()
        if self.answers == UNDO_AFTER:
            self.hands.press("UNDO", False)
            self._put_back()
        if self.answers == CORRECT_AFTER:
            who = self.state.players[0]
            self.give(Answer(CORRECTION, "count", (who.id, "coins", who.coins + 1)))


def _doubted(hands: DeskPlayer) -> bool:
    """True if the companion shows a caution about the last answer."""
    levels = current_menu(hands.app)[0].levels
    return bool(levels) and isinstance(levels[-1], menu_state.CautionPrompt)


def _same(meant: Answer, plain: Answer) -> bool:
    return msgspec.structs.replace(meant, anyway=False) == plain


def _piece(question: Question, answer: Answer) -> str:
    """Return the piece to tap for an answer that has only choices: that of its last choice."""
    offer = next(o for o in question.offers if o.name == answer.offer)
    parts, piece = list(offer.parts), ""
    for value in answer.values:
        part = parts.pop(0)
        if not isinstance(part, Pick):
            return ""
        choice = next(c for c in part.choices if c.value == value)
        piece, parts[:0] = choice.piece or piece, choice.then
    return piece
