"""Hands that press, tap, answer, tell and come with phones at random: what must hold whatever they do.

For a long run: python -m tests.random_hands INPUTS SEED [PANEL [LANGUAGE [whole]]]
"""

from __future__ import annotations

import logging
import queue
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from companion.app import build_app
from companion.engine.offers import Amount, Answer, Offer, Pick, Value
from companion.games.sticker_registry import StickerFile
from companion.hardware.desk import DeskButtons, DeskReader, DeskScreen, DeskSignal
from companion.hardware.devices import Devices
from companion.menu.pages import HomePage, ListPage, NoticePage, Page
from companion.screens import picture as pictures
from companion.screens.game_screens import ShownGame
from companion.screens.paper import PANELS
from companion.screens.translator import Translator
from companion.session.inputs import AnswerSubmitted, ButtonPressed, FormOpened, Input, SessionCall, TagSeen
from companion.session.session import INPUT_FAILED, PAGE_NOT_DRAWN
from companion.settings import Settings
from companion.web import page_data, piece_facts
from companion.web.phones.admission import Viewer
from companion.web.phones.phones import Phones
from companion.web.session_calls import HttpError, encode_json
from tests.screens.layout import problems

KEYS = ("UP", "DOWN", "DOWN", "DOWN", "OK", "OK", "OK", "OK", "BACK", "UNDO")
DEEPEST = 30
"""Presses of BACK after which people are at the home page, whatever lies open."""
ROOMS = (
    ("This box", "Stickers", "Begin"),
    ("This box", "Stickers"),
    ("This box", "Tiles"),
    ("This box",),
    ("Phones", "Let phones in", "Let phones in"),
    ("Phones", "Invite"),
    ("Phones",),
)
WEIRD = (
    "",
    "x",
    "-1",
    "Ža\u202eb",
    "<b>",
    "\x00",
    "a" * 1000,
    "sheep 1",
    "sheep 99999999999999",
    "salt -1",
    "salt x",
)
SEATS = tuple(Viewer("seat", each) for each in ("red", "yellow", "blue", "green"))


class Log(logging.Handler):
    """Every record that says of an exception or error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(self.format(record))


class Hands:
    """A case that nobody's threads run: each input is handled, then looked at."""

    def __init__(self, folder: Path, seed: int, panel: str, language: str = "en", whole: bool = False) -> None:
        self.random, self.now, self.inputs = random.Random(seed), 100.0, 0
        self.folder, self.panel, self.whole = folder, panel, whole
        self.paper = PANELS[panel].paper()
        self.translate = Translator(language)
        self.phones = Phones(folder, self.translate, lambda _sentence: None, 0, lambda _on: None)
        self.phones.listener = self.phones.desk._listener = _NoListener()  # type: ignore[assignment]
        self.phones.desk._address = lambda: "192.168.1.20"
        settings = Settings(data_folder=str(folder), panel=panel, language=language)
        self.app = build_app(
            settings,
            Devices(DeskReader(), DeskScreen(), DeskButtons(), DeskSignal()),
            game="glen_more_2",
            translate=self.translate,
            dice=random.Random(seed),
            clock=lambda: self.now,
            phones=self.phones.desk,
            switch_off=lambda: None,
        )
        self.phones.begin(self.app)
        self.session = self.app._session
        self.log, self.met, self.last, self.drawn = Log(), Counter[str](), [], set()  # type: ignore[var-annotated]
        logging.getLogger().addHandler(self.log)
        self.faults: list[str] = []
        self.heard: list[str] = []

    def close(self) -> None:
        logging.getLogger().removeHandler(self.log)
        self.phones.end()
        self.app.stop()

    # What is done

    def step(self) -> None:
        """One input of any kind."""
        act = self.random.choices(
            (self._press, self._tap, self._answer, self._tell, self._phone, self._look, self._into),
            (65, 14, 12, 3, 4, 1, 1),
        )[0]
        act()

    def _press(self) -> None:
        key = self.random.choice(KEYS)
        self.given(ButtonPressed(key, self.random.random() < (0.3 if key in ("BACK", "OK") else 0.1)))

    def _into(self, room: Sequence[str] = ()) -> None:
        """The way to one of the rooms that random presses seldom find."""
        self.leave()
        self.given(ButtonPressed("BACK", True))
        for words in room or self.random.choice(ROOMS):
            page = self.app.snapshot.page
            if not isinstance(page, ListPage):
                return
            at = next((n for n, row in enumerate(page.rows) if str(row.label).startswith(words)), None)
            if at is None:
                return
            for _ in range((at - page.cursor) % len(page.rows)):
                self.given(ButtonPressed("DOWN"))
            self.given(ButtonPressed("OK"))

    def _tap(self) -> None:
        chance = self.random.random
        registry = self.session.running.table_game.registry
        pieces = [piece.id for kind in registry.kinds for piece in kind.pieces]
        uid = f"uid:04{self.random.randrange(24):012x}"
        piece = self.random.choice(pieces)
        way = chance()
        if way < 0.45:
            tag = uid
        elif way < 0.55:
            tag = f"{uid}#{registry.record_of(piece) or '1;gm2;tile;B;x;1'}"
        elif way < 0.65:
            tag = f"{uid}+04{self.random.randrange(24):012x}"
        elif way < 0.9:
            tag = piece if ":" in piece else f"tile:{piece}"
            tag = f"home:{piece[5:]}" if piece.startswith("home_") else tag
        else:
            tag = self.random.choice(
                ("", "uid:", "uid:zz", "card:", "card:undo", "#", "+", "tile:", "uid:08a1b2c3")
            ) + (self.random.choice(WEIRD))
        self.given(TagSeen(tag))

    def _filled(self, offer: Offer) -> tuple[Value, ...] | None:
        values: list[Value] = []
        while len(values) < len(offer.parts):
            part = offer.parts[len(values)]
            if isinstance(part, Pick):
                free = [each.value for each in part.choices if not each.closed]
                if not free:
                    return None
                values.append(self.random.choice(free))
            elif isinstance(part, Amount):
                values.append(self.random.randint(part.low, part.high))
            else:
                values.append(self.random.choice(("Ann", "Bob", "Zoë", *WEIRD)))
        return tuple(values)

    def _some_answer(self) -> Answer | None:
        snapshot = self.session.running.snapshot
        questions = [*snapshot.questions]
        if self.random.random() < 0.15 and (corrections := snapshot.corrections()):
            questions = [corrections]
        open_now = [(q, o) for q in questions for o in q.offers if not o.closed]
        if not open_now:
            return None
        question, offer = self.random.choice(open_now)
        values = self._filled(offer)
        if values is None or self.random.random() < 0.03:
            values = (self.random.choice(WEIRD), 10**30)
        return Answer(question.number, offer.name, values, self.random.random() < 0.2)

    def _answer(self) -> None:
        if answer := self._some_answer():
            if self.random.random() < 0.2:
                cut = self.random.randrange(len(answer.values) + 1)
                self.given(FormOpened(Answer(answer.question, answer.offer, answer.values[:cut])))
            else:
                self.given(AnswerSubmitted(answer))

    def _tell(self) -> None:
        box_facts = self.session.running.table_game.box_facts()
        pieces = [*box_facts.pieces]
        if not pieces:
            return
        piece = self.random.choice(pieces).id
        fields = self.random.sample(
            box_facts.fields(piece), self.random.randint(0, min(3, len(box_facts.fields(piece))))
        )
        values: dict[str, str | None] = {}
        for field in fields:
            usual = [each.id for each in (*field.options, *field.keyed_options)]
            values[field.id] = self.random.choice([None, *WEIRD, *usual, *usual])
        told = self.random.choice((piece, piece, piece, "x"))
        self.given(SessionCall(lambda session: session.tiles.keep(told, values) or "accepted"))
        encode_json(piece_facts.fact_form(box_facts, piece, "", "en"), self.translate)

    def _phone(self) -> None:
        chance = self.random.random()
        invitations = self.phones.invitations
        if chance < 0.4:
            try:
                invitations.join(invitations.secret or "x", f"10.0.0.{self.random.randrange(250)}")
                self.phones.asks()
            except HttpError:
                pass
        else:
            self._phone_acts(self.random.choice((*SEATS, Viewer("table"), Viewer("spectator"))))
        self._queued()

    def _phone_acts(self, viewer: Viewer) -> None:
        from companion.session.inputs import SessionCall
        from companion.web.phones import phone_commands
        from companion.web.phones.phone_view import view_data

        heard: list[Any] = []

        def visit(act: Callable[[Any], Any]) -> None:
            def run(session: Any) -> str:
                heard.append(act(session))
                return ""

            self.given(SessionCall(run))

        view = view_data(self.app.snapshot, viewer, self.translate, "en")
        encode_json(view, self.translate)
        kind = self.random.random()
        if kind < 0.6 and view["questions"] and viewer.may_act:
            question = self.random.choice(view["questions"])
            answer = self._some_answer()
            if answer:
                visit(
                    lambda s: phone_commands.answer_question(
                        s, viewer, question["mark"], answer.offer, answer.values, answer.anyway
                    )
                )
        elif kind < 0.8:
            visit(lambda s: encode_json(phone_commands.phone_history(s, viewer), self.translate))
        elif viewer.may_act:
            visit(lambda s: phone_commands.phone_history(s, viewer))
            lines = heard[-1] if heard else []
            if lines:
                entry = self.random.choice(lines[:6]).mark
                visit(lambda s: phone_commands.undo_entries(s, viewer, entry, lines[0].mark))

    def _look(self) -> None:
        words = self.random.choice(("tile", "card", "loch", "*", "(", "a", "ž", "\x00", "x" * 60, ""))
        encode_json(page_data.search_help_articles(self.app.snapshot, words, self.translate), self.translate)

    def _queued(self) -> None:
        while True:
            try:
                waiting = self.app._waiting.get_nowait()
            except queue.Empty:
                return
            if waiting:
                self.given(waiting[0])
                waiting[1].set_result(None)  # type: ignore[arg-type]

    # What must hold

    def given(self, given: Input) -> None:
        self.now += self.random.choice((0.1, 1.0, 10.0))
        self.inputs += 1
        before = len(self.session.running.history.entries), self.session.running.id
        heard: list[str] = []
        self.last = [*self.last[-14:], given]
        reaction = self.session.handle(given, heard.append)
        self.app.snapshot = self.app._seen(reaction.page, self.app.snapshot.handled + 1)
        self.met[type(reaction.page).__name__] += 1
        after = len(self.session.running.history.entries), self.session.running.id
        grew = after[1] == before[1] and after[0] > before[0]
        if grew and "accepted" not in heard:
            self._fault(f"an entry was written and nobody heard so: {heard}")
        if grew and not all(
            isinstance(each.answer, Answer) or each.answer
            for each in self.session.running.history.entries[before[0] :]
        ):
            self._fault("an entry without an answer")
        if reaction.sentence in (INPUT_FAILED, PAGE_NOT_DRAWN):
            self._fault(f"told: {reaction.sentence}")
        if self.log.told:
            self._fault(self.log.told.pop(0))
            self.log.told.clear()
        self._draw(reaction.page)

    def _fault(self, what: str) -> None:
        self.faults.append(f"after {self.inputs} inputs on {self.panel}: {what}\n   last: {self.last}")

    def _draw(self, page: Page) -> None:
        snapshot = self.app.snapshot
        try:
            shown = ShownGame(snapshot.game.screens, snapshot.view, snapshot.outline)
            pen = pictures.make_drawing(shown, page, self.paper, self.translate)
        except Exception as error:
            self._fault(f"{type(page).__name__} can't be drawn: {error!r}: {page}")
            return
        if self.whole and (wrong := problems(pen)):
            key = (type(page).__name__, wrong[0][:40])
            if key not in self.drawn:
                self.drawn.add(key)
                self._fault(f"{type(page).__name__}: {wrong[:3]} title={getattr(page, 'title', '')!s}")

    def leave(self) -> None:
        """BACK leads home from anywhere, and what is asked can be answered or put aside."""
        for _ in range(DEEPEST):
            if isinstance(self.app.snapshot.page, HomePage):
                return
            before = self.app.snapshot.page
            self.now += 1
            key = "OK" if isinstance(before, NoticePage) else "BACK"
            self.given(ButtonPressed(key))
        if not self.session.running.games.playable:
            return
        self._fault(f"no way home: {self.app.snapshot.page}")

    def run(self, inputs: int) -> list[str]:
        """So many inputs; what was found."""
        rooms = [*ROOMS]
        while self.inputs < inputs and len(self.faults) < 40:
            try:
                if rooms and self.inputs > inputs / 2 - 20 * len(rooms):
                    self._into(rooms.pop(0))
                self.step()
                if self.random.random() < 0.01:
                    self.leave()
            except Exception:
                import traceback

                self._fault(traceback.format_exc()[-1500:])
        StickerFile(self.folder / "stickers.toml")
        return self.faults


class _NoListener:
    """A listener that opens nothing."""

    routes = None

    def __init__(self) -> None:
        self.port = 0

    def open(self) -> None:
        self.port = 8471

    def close(self) -> None:
        self.port = 0


if __name__ == "__main__":
    count, seed, *more = sys.argv[1:]
    panel, language, whole = (*more, *("2in13", "en", "")[len(more) :])
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        hands = Hands(Path(folder), int(seed), panel, language, whole == "whole")
        for each in hands.run(int(count)):
            print(each)
        print(hands.inputs, dict(hands.met))
        hands.close()
