"""A table to play at in tests, as people would tell it.

    table = Table(players=3, die=True)              # red, yellow, blue sit; the rondel is laid, no tile told
    table.arrange("red yellow blue S-1 A? A? END")  # puts the ring so; red is last and on turn
    table.takes("red", "S-1")                       # or takes("red", "A-6", ahead=2) for an untold tile
    table.answers("good_cost", "market")            # question kind, offer, values
    table.enters("red", "sell", "sheep")            # the ledger of a player
    table.done()
    table.taps("A-6")                               # one meaning is done; of several `way="laid out"` picks one
    table.refused("take", "take", "B-9")            # gives the refusal
    table.corrects("count", "red", "coins", 4)
    table.undo()
    table.reads() == "yellow blue . . A?"            # the ring in the notation of arrange

Look at `state`, `view`, `player("red")`, `events` (of the last entry), `words("end")`, `offers("end")`.

The notation, from the back: a figure's name, a piece's id, `A?` an untold tile of deck A, `.` an empty space,
`END` World's End; `END+red+die` with figures on it. A fixture's piece is its first space, `=` each other one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.engine.game import CORRECTION, Interpretation, TapMeaning
from companion.engine.history import History, first_difference
from companion.engine.journal import SCHEMA, Header
from companion.engine.offers import Answer, Offer, Pick, Question, Refusal, Value
from companion.games.glen_more_2.catalogue.box import read_box
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.state.glen_more_2.actions import Resolution
from companion.state.glen_more_2.course import advance_course
from companion.state.glen_more_2.facts import FIXTURE, WORLDS_END, Facts, Piece
from companion.state.glen_more_2.game import GlenMore2
from companion.state.glen_more_2.model import DIE, Deck, HouseRules, Player, State, is_neutral_figure
from companion.state.glen_more_2.ruleset import rules_of
from companion.state.glen_more_2.view import View
from companion.state.territory.track import Space

COMPLETE = Path(__file__).parents[2] / "boxes" / "complete.toml"
COLOURS = ("red", "yellow", "blue", "green")
MILD = ("own", "no", "none", "points_0", "right", "later")
"""Offers that change nothing: what `declines` answers."""


@cache
def facts_of(box: str) -> Facts:
    """ "complete": the invented box; "bare": what is published, with a rondel of 14 spaces."""
    if box == "complete":
        return effective_facts(read_box(COMPLETE))
    return replace(effective_facts(), rondel_spaces=14)


NO_FACTS = Facts({}, {}, {}, {})


def bare_state(facts: Facts = NO_FACTS) -> State:
    """A game of which nothing is known yet."""
    return State("setup", game_rules().library.ruleset(), facts, HouseRules())


def with_piece(facts: Facts, id: str, **fields: Any) -> Facts:
    """The facts with something else known of a piece."""
    piece = replace(facts.pieces.get(id, Piece(id)), **fields)
    return replace(facts, pieces={**facts.pieces, id: piece})


class Staged(GlenMore2):
    """The game, begun from any state."""

    def __init__(self, state: State) -> None:
        super().__init__(rules_of(state).library)
        self.state = state

    def start(self, _setup: msgspec.Raw, _rules: int = 2) -> State:
        return self.state


class Table:
    """One game; every verb asserts that the companion goes along."""

    def __init__(
        self,
        players: int = 3,
        die: bool = False,
        box: str = "complete",
        facts: Facts | None = None,
        house: HouseRules | None = None,
        names: Sequence[str] = (),
        chronicles: Sequence[str] = (),
        switches: dict[str, int] | None = None,
    ) -> None:
        """players = 0: nobody sits yet, the set-up is still to be answered. switches: chronicles' house rules."""
        game = game_rules()
        house = house or HouseRules(use_die=die)
        made = game.setup(facts or facts_of(box), house, names, chronicles, switches)
        self.history = History(game, Header(SCHEMA, game.slug, game.rules_version, made))
        self.events: tuple[Any, ...] = ()
        if players:
            self.sits(*COLOURS[:players])
            self.answers("start", "go")
            self.answers("layout", "done")

    # ---- looking

    @property
    def state(self) -> State:
        state: State = self.history.state
        return state

    @property
    def view(self) -> View:
        view: View = self.history.game.view(self.state, "")  # type: ignore[attr-defined]
        return view

    @property
    def owes(self) -> list[str]:
        """What people still do, in words."""
        return [str(each.text) for each in self.view.table_tasks]

    @property
    def chores(self) -> list[str]:
        """What people still do beside the refill and the question that waits."""
        waits = [str(q.text) for q in self.history.game.questions(self.state)]
        return [words for words in self.owes if words not in waits and not words.startswith(("Discard ", "Lay "))]

    @property
    def booked(self) -> list[str]:
        """What the companion booked, in words."""
        return [str(line) for line in self.view.turn_log]

    @property
    def on_turn(self) -> str:
        return self.state.turn.figure

    def player(self, who: str) -> Player:
        return self.state.player(who)

    def left(self, deck: str) -> int:
        return self.state.deck_of(deck).left

    def kinds(self) -> list[str]:
        """The kinds of all open questions but the ledgers, the most pressing first."""
        return [q.kind for q in self.history.game.questions(self.state) if q.kind != "ledger"]

    def question(self, kind: str, player: str = "") -> Question:
        """The open question of that kind (of that player); fails when there is none."""
        if kind == "correct":
            asked = self.history.game.question(self.state, CORRECTION)
            assert asked is not None
            return asked
        found = [q for q in self.history.game.questions(self.state) if q.kind == kind]
        found = [q for q in found if not player or q.player == player]
        assert found, f"{kind} is not asked; asked are {self.kinds()}"
        return found[0]

    def words(self, kind: str, player: str = "") -> str:
        """What the question says."""
        return str(self.question(kind, player).text)

    def offers(self, kind: str, player: str = "") -> list[str]:
        """The names of its open offers."""
        return [o.name for o in self.question(kind, player).offers if not o.closed]

    def offer(self, kind: str, name: str, player: str = "") -> Offer:
        return next(o for o in self.question(kind, player).offers if o.name == name)

    def choices(self, kind: str, offer: str, part: int = 0, player: str = "") -> list[str]:
        """The open choices of a part of an offer."""
        pick = self.offer(kind, offer, player).parts[part]
        assert isinstance(pick, Pick)
        return [c.value for c in pick.choices if not c.closed]

    def reads(self) -> str:
        """The ring in the notation of `arrange`."""
        return " ".join(_written(space) for space in self.state.track)

    def told(self) -> list[str]:
        """The history in words."""
        return [str(message) for _, message in self.history.lines()]

    def happened(self, event: type) -> list[Any]:
        """The events of that kind in the last entry."""
        return [e for e in self.events if isinstance(e, event)]

    # ---- doing

    def sits(self, *colours: str) -> None:
        """These sit down, the last pawn first."""
        for colour in colours:
            self.answers("seat", "seat", colour)
        if self.state.find_question("seat"):
            self.answers("seat", "done")

    def answer(self, answer: Answer) -> tuple[Any, ...]:
        """An answer that the companion takes; its events."""
        entries = self.history.propose(answer)
        assert not isinstance(entries, Refusal), f"{answer}: {entries.reason.rule} {entries.reason.text}"
        self.history.add(entries)
        self.events = entries[0].events
        return self.events

    def answers(
        self, kind: str, offer: str, *values: Value, anyway: bool = False, player: str = ""
    ) -> tuple[Any, ...]:
        """The open question of that kind is answered."""
        return self.answer(Answer(self.question(kind, player).number, offer, values, anyway))

    def refused(self, kind: str, offer: str, *values: Value, anyway: bool = False, player: str = "") -> Refusal:
        """The same answer, which the companion doesn't take."""
        number = self.question(kind, player).number
        entries = self.history.propose(Answer(number, offer, values, anyway))
        assert isinstance(entries, Refusal), f"{kind} {offer} {values} was taken"
        return entries

    def takes(self, who: str, piece: str = "", ahead: int = 0, anyway: bool = False) -> tuple[Any, ...]:
        """A tile is taken; of an untold one `ahead` says which it is, and `piece` may stay empty."""
        assert self.state.turn.player == who, f"{self.on_turn} is on turn"
        values = (f"ahead:{ahead}", piece) if ahead else (piece,)
        return self.answers("take", "take", *values, anyway=anyway)

    def enters(self, who: str, entry: str, *values: Value, anyway: bool = False) -> tuple[Any, ...]:
        """An entry in somebody's ledger."""
        return self.answers("ledger", entry, *values, anyway=anyway, player=who)

    def done(self, anyway: bool = False) -> tuple[Any, ...]:
        return self.answers("end", "done", anyway=anyway)

    def declines(self) -> None:
        """Every question in front of people gets the answer that changes nothing."""
        while (asked := self.history.game.questions(self.state)) and not asked[0].non_blocking:
            self.answer(_mild(asked[0]))

    def corrects(self, what: str, *values: Value, anyway: bool = False) -> tuple[Any, ...]:
        return self.answer(Answer(CORRECTION, what, values, anyway))

    def taps(self, piece: str, way: str = "") -> TapMeaning:
        """A tap. One meaning is carried out; of several the one whose words hold `way`, none without it."""
        seen = self.history.game.tap_meaning(self.state, piece)
        ways = [w for w in seen.interpretations if way in str(w.label)] if way else list(seen.interpretations)
        assert not way or len(ways) == 1, [str(w.label) for w in seen.interpretations]
        if way or (len(ways) == 1 and seen.title is None):
            self._does(ways[0])
        return seen

    def _does(self, way: Interpretation) -> None:
        if not way.replaces:
            self.answer(way.answer)
            return
        edit = self.history.propose_edit(self.history.standing[-1].number, way.answer)
        assert not edit.unfit_entries, edit.unfit_entries
        self.history.add(edit.entries)
        self.events = edit.entries[-1].events

    def undo(self) -> None:
        entries = self.history.propose_undo()
        assert entries, "nothing is left to take back"
        self.history.add(entries)

    def redo(self) -> None:
        entries = self.history.propose_redo()
        assert entries, "nothing was taken back"
        self.history.add(entries)

    def undo_instructions(self) -> list[str]:
        """What the hands would put back if the last entry were taken back now."""
        return [str(line.text) for line in self.history.undo_instructions(*self.history.propose_undo())]

    def fits(self) -> None:
        """Every entry decided again gives the same."""
        assert first_difference(self.history) is None

    # ---- a position of one's own

    def arrange(self, ring: str, deck: str = "", left: dict[str, int] | None = None, **fields: Any) -> None:
        """Puts the ring so and begins the turn of the last figure; the history starts here.

        deck: the letter now laid. left: tiles left in decks. fields: any other field of the state; without
        `spaces` the rondel is as large as this ring needs, one space empty.
        """
        state, left = self.state, left or {}
        line = tuple(_space(token, state) for token in ring.split())
        decks = tuple(Deck(d.letter, d.size, left.get(d.letter, d.left)) for d in state.decks)
        fields = {"use_die": any(DIE in s.figures for s in line), "spaces": len(line) + 1, **fields}
        self.stage(replace(state, track=line, decks=decks, deck=deck or state.deck, **fields))

    def has(self, who: str, **counts: Any) -> None:
        """Gives a player these counts; the history starts here."""
        players = tuple(replace(p, **counts) if p.id == who else p for p in self.state.players)
        self.stage(replace(self.state, players=players))

    def stage_due(self, due: str) -> None:
        """A scoring is due before the next turn; the history starts here."""
        self.stage(self.state, due)

    def stage(self, state: State, *due: str) -> None:
        """Begins the turn of the last figure in this state; the history starts here."""
        resolution = Resolution(replace(state, open_questions=(), stage="next", due_scorings=due))
        advance_course(resolution)
        resolution.store_pending_steps()
        self.history = History(Staged(resolution.state), self.history.header)
        self.events = ()


def _space(token: str, state: State) -> Space:
    what, *figures = token.split("+")
    if what == ".":
        return Space()
    if what == "END":
        return Space(tuple(figures), WORLDS_END, "D")
    if what == "=":
        return Space(fixed=True)
    if is_neutral_figure(what) or any(p.id == what for p in state.players):
        return Space((what,))
    if what.endswith("?"):
        return Space((), "", what[0])
    piece = state.facts.pieces[what]
    return Space(tuple(figures), what, piece.deck or "", fixed=piece.category == FIXTURE)


def _written(space: Space) -> str:
    if space.piece == WORLDS_END:
        return "+".join(("END", *space.figures))
    if space.fixed:
        return "+".join((space.piece or "=", *space.figures))
    if space.figures:
        return "+".join(space.figures)
    return space.piece or (f"{space.deck}?" if space.deck else ".")


def _mild(question: Question) -> Answer:
    offer = next((o for name in MILD for o in question.offers if o.name == name), question.offers[0])
    values: list[Value] = []
    for part in offer.parts:
        if isinstance(part, Pick):
            values.append(next(c.value for c in part.choices if c.value in (*MILD, "")))
        else:
            values.append(getattr(part, "default", "?"))
    return Answer(question.number, offer.name, tuple(values))
