"""Answers of simulated players of Glen More II at scorekeeper depth: setup, tiles, crests, the die, scorings."""

from __future__ import annotations

from companion.engine.journal import Entry
from companion.engine.offers import Amount, Pick, Question, Value
from companion.menu import menu_state
from companion.state.glen_more_2.events import DieRolled
from companion.state.glen_more_2.facts import GOODS, PERSON
from companion.state.glen_more_2.questions.crests import cheapest_routes
from tools.players.board import WORLDS_END
from tools.players.desk import PlayersAstray
from tools.players.scorekeeper_table import ScorekeeperTable


class ScorekeeperAnswers(ScorekeeperTable):
    """One method for each kind of question."""

    def _seat(self, asked: Question) -> None:
        seated = len(self.state.players)
        if seated < len(self.manner.colours):
            self.tap(f"home:{self.manner.colours[seated]}")
        else:
            self.reply(asked, "done")

    def _spaces(self, asked: Question) -> None:
        self.reply(asked, "spaces", self.board.spaces)

    def _start(self, asked: Question) -> None:
        if self.manner.die and not self.state.use_die:
            self.reply(asked, "die")
            return
        self.reply(asked, "go")
        self.board.set_up(self.manner.colours, self.state.use_die)

    def _prepare(self, asked: Question) -> None:
        self.reply(asked, "all")

    def _layout(self, asked: Question) -> None:
        pieces = self._laid()
        if not self.manner.tell:
            self.reply(asked, "done")
        for piece in pieces if self.manner.tell else ():
            self.tap(self.tag(piece))

    def _sort(self, asked: Question) -> None:
        piece = self.owed
        if piece is None:
            self.reply(asked, "later")
        elif piece.category == PERSON:
            self.reply(asked, "person")
        else:
            self.reply(asked, "rebuild" if piece.rebuild else "land")

    def _rebuild(self, asked: Question) -> None:
        self.reply(asked, "yes" if self.owed and self.owed.rebuild else "no")

    def _good_cost(self, asked: Question) -> None:
        good = self._good_asked()
        stock = self.goods[self.me.id]
        mine = next((g for g in GOODS if stock[g]), "") if good == "any_good" else good if stock[good] else ""
        if mine:
            stock[mine] -= 1
            self.reply(asked, "own")
            return
        market = next(o for o in asked.offers if o.name == "market")
        if market.closed:
            self.reply(asked, "unpaid")
            return
        picks = [p for p in market.parts if isinstance(p, Pick)]
        self.reply(asked, "market", *(next(c.value for c in pick.choices if not c.closed) for pick in picks))

    def _good_asked(self) -> str:
        return str(next(o.args[0] for o in self.state.open_questions if o.kind == "good_cost"))

    def _no(self, asked: Question) -> None:
        self.reply(asked, "no")

    def _crest(self, asked: Question) -> None:
        crest, road = self._crest_wanted(asked.offers[0].parts[0])
        if crest == "none":
            self.reply(asked, "crest", "none")
        elif self.manner.cards:
            self.tap(f"card:crest_{crest}", lambda answer: answer.values[1:] in ((), (road,)))
        else:
            self.reply(asked, "crest", crest, *self._road(asked.offers[0].parts[0], crest, road))

    def _crest_wanted(self, part: object) -> tuple[str, int]:
        """Return a free, cheap crest with its coins; "none" if every road is too expensive."""
        taken = frozenset(c for p in self.state.players for c in p.crests)
        roads = cheapest_routes(self.facts.roads, taken, True)
        choices = part.choices if isinstance(part, Pick) else ()
        able = [c.value for c in choices if not c.closed and c.value != "none"]
        able = [c for c in able if roads[c].coins <= min(3, self.me.coins)]
        if not able:
            return "none", 0
        crest = self.random.choice(sorted(able, key=lambda c: roads[c].coins)[:6])
        return crest, roads[crest].coins

    def _road(self, part: object, crest: str, road: int) -> tuple[Value, ...]:
        """Return the coins of the road if the crest asks for them."""
        choices = part.choices if isinstance(part, Pick) else ()
        asked = next(c for c in choices if c.value == crest).then
        return (road,) if asked else ()

    def _tier(self, asked: Question) -> None:
        self.reply(asked, self.random.choice(asked.offers).name)

    def _scots_home(self, asked: Question) -> None:
        part = asked.offers[0].parts[0]
        most = part.high if isinstance(part, Amount) else 0
        self.reply(asked, "home", self.random.randint(0, min(1, most)))

    def _removed(self, asked: Question) -> None:
        if len(asked.offers) > 1 and self.chance(0.5):
            self.reply(asked, "removed", 1, self.random.randint(0, 1))
        else:
            self.reply(asked, "none")

    def _from_discards(self, asked: Question) -> None:
        """Choose a land tile of the discard pile that the companion knows by name; else none."""
        told = {t.piece for t in self.state.discards}
        able = [p for p in self.board.discards if p in told and self.facts.pieces[p].category == "land"]
        if not able:
            self.reply(asked, "none")
            return
        piece = self.random.choice(able)
        self.board.discards.remove(piece)
        self.board.owned[self.me.id].append(piece)
        self.tap(self.tag(piece))

    def _movement(self, asked: Question) -> None:
        self.reply(asked, "unused", self.random.randint(0, 2))

    def _deck_end(self, asked: Question) -> None:
        letter = str(next(o.args[0] for o in self.state.open_questions if o.kind == "deck_end"))
        left = len(self.board.decks[letter])
        if left:
            raise PlayersAstray(f"deck {letter} still has {left} tiles")
        self.reply(asked, "yes")

    def _roll(self, asked: Question) -> None:
        """Let the companion roll from the first time on; when asked again, after a restart, enter one roll."""
        self.asked_to_roll += 1
        if self.asked_to_roll == 2:
            self._roll_by_hand(asked, self.random.choice((1, 1, 1, 2, 2, 3)))
        else:
            self.reply(asked, "companion_rolls")

    def _watch_the_die(self) -> None:
        """Move the die on the table as it was rolled, by the companion or the players."""
        standing = self.hands.app.running.history.standing
        if any(self._faces(entry) for entry in standing if entry.number > self.watched):
            self.rolls += 1
            if self.rolls == 2:
                self._take_back_the_roll()
            hit = self.board.roll(self._face())
            if hit is None and self.questions[0].kind == "hit":
                raise PlayersAstray(f"the die hits nothing, the companion asks {self.questions[0].text}")
        self._nothing_new()

    def _nothing_new(self) -> None:
        """Record that all entries so far were carried out on the table."""
        self.watched = len(self.hands.app.running.history.entries)

    def _roll_by_hand(self, asked: Question, face: int) -> None:
        """Tap the tile that the die discards, if all tiles are tapped; else enter the face."""
        way = self.board.ahead()[:face]
        told = {space.piece for space in self.state.track}
        if self.manner.tell and len(way) == face and WORLDS_END not in way and way[-1] in told:
            self.tap(self.tag(way[-1]))
            self.board.roll(face)
        else:
            self.reply(asked, f"face_{face}")

    def _faces(self, entry: Entry) -> list[int]:
        return [event.face for event in entry.events if isinstance(event, DieRolled)]

    def _face(self) -> int:
        """Return the face that was entered last."""
        return self._faces(self.hands.app.running.history.standing[-1])[-1]

    def _take_back_the_roll(self) -> None:
        """Undo a roll; the same face must be entered again."""
        face = self._face()
        self._undo()
        self.act(
            lambda outcome: isinstance(outcome, menu_state.GiveAnswer) and outcome.answer.values == (str(face),)
        )

    def _hit(self, asked: Question) -> None:
        self.reply(asked, "hit")

    def _count_doubted(self, asked: Question) -> None:
        """Confirm the companion's counts."""
        form = asked.offer("counted")
        assert form
        self.reply(asked, "counted", *(part.default for part in form.parts if isinstance(part, Amount)))

    def _count_rest(self, asked: Question) -> None:
        self.reply(asked, "right")

    def _count_goods(self, asked: Question) -> None:
        tied = next(o.args for o in self.state.open_questions if o.kind == "goods")
        self.reply(asked, "counted", *(sum(self.goods[str(who)].values()) for who in tied))
