"""The table's side of the application: what one input does to the menu and to the running game.

Handled one after the other, on one thread. Nothing here raises: trouble becomes one sentence and changes nothing.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from companion.catalogue.sticker_registry import BadTag
from companion.engine.game import PutBack
from companion.engine.journal import Entry
from companion.engine.message import Message, tr
from companion.engine.offers import BY_CHANCE, NOT_OFFERED, Answer, Refusal, as_typed
from companion.menu import menu as menus
from companion.menu import menu_state, menu_views, taps
from companion.menu.forms import parts_left, remembered
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.options import Outcome, filled, noticed, pushed
from companion.menu.pages import Page
from companion.menu.this_box import BoxSettings
from companion.screens.game_screens import ShownGame
from companion.session import past
from companion.session.dice import with_roll
from companion.session.foresight import UNDO_CARD, Foreseen, foreseen
from companion.session.game_list import how_it_ended
from companion.session.inputs import (
    Answered,
    DeviceNotice,
    Input,
    Opened,
    Pressed,
    Quiet,
    Reaction,
    TagSeen,
    Undrawn,
)
from companion.session.running_game import RunningGame, unshown
from companion.session.this_box import ThisBox
from companion.storage.archive import ArchiveTrouble
from companion.storage.toml_file import BadFile

log = logging.getLogger(__name__)

SAME_TAP = 1.5
"""Seconds in which the same tag again is the same tap, unless something was entered in between."""
UNDRAWN = tr("That page can't be drawn, so it is closed. OK goes on, UNDO takes back the last entry.")
UNKNOWN_ENTRY = tr("That entry does not count any more; look at the history again.")
BROKEN = tr("Something went wrong inside the companion, nothing was changed; try it another way.")


class _LastTap(NamedTuple):
    tag: str
    at: float
    """Seconds by the session's clock."""
    entries: int
    """Entries of the game before it: are there more, the same tag is meant again."""
    menu: Menu
    """The menu after it."""
    signal: str
    """What was given for it, given again when it is read again."""


class SessionServices(msgspec.Struct, frozen=True):
    """What a session needs from outside the game."""

    dice: random.Random
    """Where the companion's own rolls come from; seeded in tests."""
    clock: Callable[[], float]
    """Monotonic seconds."""
    pages: Callable[[ShownGame, str], int]
    """How many pages a sheet of a game has on this panel, by the sheet's kind."""
    later: Callable[[Callable[[], None]], None]
    """Runs a task on the background worker."""
    save: Callable[[], str] = str
    """Puts everything into one file and gives its path; raises ArchiveTrouble."""
    box: ThisBox | None = None
    """What is set on the case itself; None where nothing can be."""
    switch_off: Callable[[], None] | None = None
    """Asks the machine to switch itself off, may raise OSError; None where it can't."""


class Session:
    """One table, one evening: the menu over the running game."""

    def __init__(
        self,
        running: RunningGame,
        services: SessionServices,
    ) -> None:
        self.running = running
        self._services = services
        self._last: _LastTap | None = None
        self._heard: Callable[[str], None] = lambda _kind: None
        self._beeped = ""
        self._shown = MenuContext()
        self._owed_at = 0
        self._unmoved: dict[str, Sequence[Entry]] = {}
        try:
            self.menu = self._first_menu()
            self.page()
        except Exception:
            # Whatever a kept game does, the companion starts.
            log.exception("the game in use last can't be shown")
            running.leave(unshown(running.archive.kept(running.id).summary))
            self.menu = self._first_menu()
        self._tell_trouble()

    def _first_menu(self) -> Menu:
        self.menu = menu_views.all_closed(Menu())
        running = self.running
        if running.snapshot.outline.announced:
            return self._scored(self.menu)
        if running.set_aside and len(lines := running.lines()) > 1:
            return menu_views.games(self.menu, lines)
        return pushed(self.menu, menu_state.GameChoice()) if running.asks_which else self.menu

    def _tell_trouble(self) -> bool:
        """Lay the next sentence that nobody was shown yet on the screen, unless one stands there."""
        if self.menu.notice or (sentence := self.running.next_trouble()) is None:
            return False
        self.menu = noticed(self.menu, "trouble", sentence)
        return True

    @property
    def context(self) -> MenuContext:
        """What the menu sees."""
        snapshot = self.running.snapshot
        return MenuContext(
            snapshot.questions,
            snapshot.corrections,
            self.running.table_game.habits.values,
            snapshot.outline.subject,
            snapshot.kept,
            snapshot.redo,
            self._sheets(),
            self.running.games.playable,
            over=how_it_ended(snapshot.outline),
            once_more=self.running.can_begin_once_more,
            box=self._services.box.now if self._services.box else None,
            may_switch_off=self._services.switch_off is not None,
        )

    def _sheets(self) -> dict[str, menu_state.SheetEntry]:
        """The sheets there are now; only of the one that lies open the pages are counted, for that takes long."""
        snapshot, definition = self.running.snapshot, self.running.definition
        there = snapshot.outline.sheets
        found = {
            kind: menu_state.SheetEntry(sheet.label, 1, sheet.key, sheet.hint, sheet.listed)
            for kind, sheet in definition.screens.sheets.items()
            if kind in there
        }
        top = self.menu.levels[-1] if self.menu.levels else None
        if isinstance(top, menu_state.SheetLevel) and top.kind in found:
            pages = self._services.pages(definition.shown(snapshot.view), top.kind)
            found[top.kind] = msgspec.structs.replace(found[top.kind], pages=pages)
        return found

    def page(self) -> Page:
        """What stands on the screen."""
        self._shown = self.context
        return menus.page(self.menu, self._shown)

    def handle(self, given: Input, heard: Callable[[str], None] = lambda _kind: None) -> Reaction:
        """What an input brings about. `heard` gets each signal as soon as it is true: "accepted" when durable."""
        self._heard, self._beeped = heard, ""
        reaction = self._reaction(given)
        if reaction.signal not in ("", self._beeped):
            heard(reaction.signal)
        return reaction

    def _reaction(self, given: Input) -> Reaction:
        try:
            signal = self._handled(given)
            if self._tell_trouble():
                signal = signal or "trouble"
            return Reaction(signal, self.menu.notice.text if self.menu.notice else None, self.page())
        except (ArchiveTrouble, BadFile) as trouble:
            return self._troubled(trouble.message, self.menu)
        except Exception:
            log.exception("an input could not be handled")
            return self._troubled(BROKEN, menu_views.all_closed(Menu()))

    def _store(self, entries: Sequence[Entry]) -> None:
        self.running.store(entries, self._durable)

    def _durable(self) -> None:
        self._beeped = "accepted"
        self._heard("accepted")

    def _troubled(self, sentence: Message, menu: Menu) -> Reaction:
        self.menu = noticed(menu, "trouble", sentence)
        notice = self.menu.notice
        assert notice is not None
        return Reaction("trouble", sentence, notice)

    def _handled(self, given: Input) -> str:
        match given:
            case TagSeen(tag):
                return self._tag(tag)
            case Pressed(button, long):
                return self._outcome(menus.press(self.menu, self.context, button, long))
            case Answered(answer):
                return self._answered(answer)
            case Opened(answer):
                return self._opened(answer)
            case Quiet():
                return ""  # what there is to tell is told after each input
            case Undrawn(page):
                return self._leave(page)
            case DeviceNotice(kind, text):
                if kind == "trouble" and self.menu.notice and self.menu.notice.kind == kind:
                    self.running.troubles.append(text)  # what stands there was not read yet
                else:
                    self.menu = noticed(self.menu, kind, text)
                return "trouble" if kind == "trouble" else ""

    def _leave(self, page: Page) -> str:
        """Close a page that can't be drawn, a question too: nobody sees what a press would do there."""
        if self.page() != page:
            return ""  # people went on meanwhile
        front = next(iter(self.context.pressing), None)
        self.menu = noticed(Menu(aside=front.number if front else 0, owed=self.menu.owed), "trouble", UNDRAWN)
        return "trouble"

    def _outcome(self, outcome: Outcome) -> str:
        """Lay a menu open, or do an act; the signal that belongs to it."""
        if not isinstance(outcome, Menu):
            return self._do(outcome)
        told, self.menu = self.menu.notice, outcome
        notice = outcome.notice
        return notice.kind if notice and notice != told and notice.kind in ("refused", "asks") else ""

    def _answered(self, answer: Answer) -> str:
        """An answer from a page leaves the lists on the box open that still ask the same."""
        # The die is the companion's: whoever holds the page must not choose what it shows.
        if answer.offer == BY_CHANCE:
            answer = msgspec.structs.replace(answer, values=())
        answer = as_typed(self.context.question(answer.question), answer)
        before = taps.tidied(self.menu)
        signal = self._give(answer)
        if signal in ("accepted", "asks") and self.menu == menu_views.all_closed(self.menu):
            self.menu = before
        return signal

    def _opened(self, begun: Answer) -> str:
        """A form that somebody wants to go on with on the box."""
        menu, context = taps.tidied(self.menu), self.context
        question = context.question(begun.question)
        offer = question.offer(begun.offer) if question else None
        if question is None or offer is None or offer.closed or not parts_left(offer, begun.values):
            return self._refuse(NOT_OFFERED.reason.text)
        form = menu_state.OfferForm(begun.question, begun.offer, begun.values)
        return self._outcome(filled(menu, context, question, form, pushed)) or "asks"

    # Taps

    def foresight(self) -> Callable[[str], Foreseen]:
        """What taps would do, as everything stands now; on any thread, whatever comes after."""
        menu, context = self.menu, self._shown
        rules, state = self.running.rules, self.running.snapshot.state
        return lambda piece: foreseen(menu, context, lambda one: rules.tapped(state, one), piece)

    def _tag(self, tag: str) -> str:
        now, entries = self._services.clock(), len(self.running.history.entries)
        last = self._last
        if last and (last.tag, last.entries, last.menu) == (tag, entries, self.menu) and now - last.at < SAME_TAP:
            return last.signal
        signal = self._tapped(tag)
        self._last = _LastTap(tag, now, entries, self.menu, signal)
        return signal

    def _tapped(self, tag: str) -> str:
        running, tags = self.running, self.running.table_game.tags
        try:
            pieces = tags.pieces_of(tag, running.definition, running.snapshot.state)
        except BadTag as bad:
            return self._refuse(bad.message)
        if UNDO_CARD in pieces:
            return self._do(menu_state.Undo())
        outcome = taps.tap_any(self.menu, self.context, pieces)
        if outcome is not None:
            return self._outcome(outcome) or "accepted"
        each = {piece: running.rules.tapped(running.snapshot.state, piece) for piece in pieces}
        tags.meant({way.answer: piece for piece, told in each.items() for way in told.interpretations})
        self.menu = taps.tidied(self.menu)  # what the tap before asked comes back after this one
        signal = self._outcome(taps.tapped(self.menu, taps.joined(tuple(each.values()))))
        # Only looked at: people must hear that nothing was written down.
        return signal or ("refused" if self.menu.notice else "asks")

    def _refuse(self, sentence: Message, kind: str = "refused") -> str:
        self.menu = noticed(taps.tidied(self.menu), kind, sentence)
        return kind

    # Acts

    def _do(self, act: menu_state.Act) -> str:
        match act:
            case menu_state.GiveAnswer(answer, replaces):
                return self._instead(answer) if replaces else self._give(answer)
            case menu_state.Undo():
                return self._take_back(
                    self.running.history.propose_undo(), tr("There is nothing left to take back.")
                )
            case menu_state.Redo():
                return self._redo()
            case menu_state.BackTo(number):
                return self._take_back(
                    self.running.history.propose_back_to(number), tr("That is the last entry already.")
                )
            case menu_state.EditEntry():
                return self._edit(act)
            case menu_state.FetchData():
                return self._fetch(act)
            case menu_state.SetBox(settings):
                return self._set_box(settings)
            case menu_state.SaveEverything():
                return self._save_everything()
            case menu_state.SwitchOff():
                return self._switch_off()
        return self._another_game(act)

    def _another_game(
        self, act: menu_state.NewGame | menu_state.OnceMore | menu_state.Resume | menu_state.Delete
    ) -> str:
        self.menu, running = menu_views.all_closed(Menu()), self.running
        match act:
            case menu_state.NewGame(game):
                running.choose(game or running.definition.id)
            case menu_state.OnceMore(reordered):
                running.once_more(reordered)
            case menu_state.Resume(game_id):
                running.switch(int(game_id))
            case menu_state.Delete(game_id):
                asks_which = int(game_id) == running.id and running.games.playable
                running.delete(int(game_id))
                if asks_which:
                    self.menu = pushed(self.menu, menu_state.GameChoice())
                    return "asks"
        return "accepted"

    def _set_box(self, settings: BoxSettings) -> str:
        """In force at once; the list of settings stays open, for people to see it."""
        box = self._services.box
        assert box is not None, "nobody was asked"
        box.set(settings)
        self._services.later(box.keep)
        levels = self.menu.levels
        if isinstance(levels[-1], menu_state.LanguageList):
            levels = levels[:-1]
        self.menu = msgspec.structs.replace(self.menu, levels=levels, notice=None)
        return "accepted"

    def _save_everything(self) -> str:
        """Into a file of its own; where it is, the screen says."""
        saved = self._services.save()
        self.menu = noticed(
            menu_views.all_closed(Menu()), "told", tr("Everything is saved in {file}.", file=saved)
        )
        return "accepted"

    def _switch_off(self) -> str:
        """Ask the machine to switch itself off; it will tell us to stop in time."""
        assert self._services.switch_off is not None, "nobody was asked"
        self.menu = menu_views.all_closed(Menu())
        try:
            self._services.switch_off()
        except OSError as error:
            why = error.strerror or type(error).__name__
            return self._refuse(
                tr("The machine won't switch off ({why}); pull the plug, nothing is lost.", why=why), "trouble"
            )
        self.menu = noticed(self.menu, "told", tr("Switching off; leave the plug in until the panel says so."))
        return "accepted"

    def _give(self, answer: Answer) -> str:
        running, context = self.running, self.context
        answer = self._rolled(answer)
        entries = running.history.propose(answer)
        if isinstance(entries, Refusal):
            self.menu = menu_views.refused(self.menu, answer, entries)
            return "asks" if entries.soft else "refused"
        before = running.snapshot
        self._store(entries)
        running.set_up_as_before()
        running.table_game.tags.settled(answer)
        self._remember(context, answer)
        self._learn(entries)
        self.menu = menu_views.answered(self.menu, answer)
        if running.snapshot.outline.announcement not in ((), before.outline.announcement):
            self.menu = self._scored(self.menu)
        known = {question.number for question in before.questions}
        asked = any(q.number not in known and not q.non_blocking for q in running.snapshot.questions)
        return "asks" if asked else "accepted"

    def _instead(self, answer: Answer) -> str:
        """The last entry was meant otherwise; one step, and one UNDO takes it back."""
        standing = self.running.history.standing
        edit = menu_state.EditEntry(standing[-1].number, answer) if standing else None
        return self._edit(edit, swapped=True) if edit else self._give(answer)

    def _scored(self, menu: Menu) -> Menu:
        outline = self.running.snapshot.outline
        return menu_views.sheet(menu, outline.announced) if outline.announced in outline.sheets else menu

    def _rolled(self, answer: Answer) -> Answer:
        """The answer with the companion's die in it; a roll that was taken back stays as it fell."""
        kept = self.running.snapshot.kept
        same = kept and (kept.question, kept.offer) == (answer.question, answer.offer)
        if kept and same and not answer.values and not self.menu.rolled_again:
            return kept
        return with_roll(self.context.question(answer.question), answer, self._services.dice)

    def _remember(self, context: MenuContext, answer: Answer) -> None:
        question, habits = context.question(answer.question), self.running.table_game.habits
        if question and habits.remember(remembered(context, question, answer)):
            self._services.later(habits.keep)

    def _learn(self, entries: Iterable[Entry]) -> None:
        table_game = self.running.table_game
        facts = [fact for entry in entries for fact in table_game.definition.learned(entry.events)]
        if facts:
            self._services.later(lambda: table_game.learn(facts))

    def _take_back(self, entries: Sequence[Entry], nothing: Message) -> str:
        if not entries:
            return self._refuse(nothing)
        history, unmoved = self.running.history, self._not_done_yet()
        items = history.put_back(entries[0], unmoved=unmoved)
        title = past.undone(history, entries[0])
        self._store_owing(entries, items, unmoved)
        self.menu = menu_views.owing(self.menu, items, title)
        return "accepted"

    def _not_done_yet(self) -> dict[str, Sequence[Entry]]:
        """What hands have not moved yet of the last list: what it is about -> the past as which it still stands.

        Empty when people closed that list and played on: then they are done with it.
        """
        lies_open = any(isinstance(level, menu_state.PutBackList) for level in self.menu.levels)
        if not lies_open and self._owed_at != len(self.running.history.entries):
            return {}
        about = [item.about for item in self.menu.owed]
        left = {each: self._unmoved[each] for each in about if each in self._unmoved}
        one, *others = {id(each): each for each in left.values()}.values() or [()]
        # Where nothing at all was moved, the whole table stands as that past.
        return {"": one} if one and not others and left.keys() == self._unmoved.keys() else left

    def _store_owing(
        self, entries: Sequence[Entry], items: Sequence[PutBack], unmoved: Mapping[str, Sequence[Entry]]
    ) -> None:
        """Enter a changed past, and keep from where hands do what it asks of them."""
        rest = unmoved.get("", tuple(self.running.history.standing))
        self._store(entries)
        self._unmoved = {item.about: unmoved.get(item.about, rest) for item in items if item.about}
        self._owed_at = len(self.running.history.entries)

    def _redo(self) -> str:
        entries = self.running.history.propose_redo()
        if not entries:
            return self._refuse(tr("There is nothing to redo."))
        self._store(entries)
        self.menu = Menu()
        return "accepted"

    def _edit(self, act: menu_state.EditEntry, swapped: bool = False) -> str:
        """`swapped`: the hands have exchanged the pieces already."""
        history = self.running.history
        if act.instead:
            open_entry = self.menu.past
            question = open_entry.question(act.instead.question) if open_entry else None
            act = msgspec.structs.replace(act, instead=with_roll(question, act.instead, self._services.dice))
        edit = history.propose_edit(act.number, act.instead, act.before)
        if not edit.entries:
            return self._refuse(UNKNOWN_ENTRY)
        if edit.refusal and act.instead:
            self.menu = menu_views.refused(self.menu, act.instead, edit.refusal, edit=act.number)
            return "asks" if edit.refusal.soft else "refused"
        if edit.unfit and not act.sure:
            words = {entry.number: text for entry, text in history.lines()}
            lines = [(words[entry.number], refusal) for entry, refusal in edit.unfit]
            self.menu = menu_views.unfit(self.menu, act, lines)
            return "asks"
        items = () if swapped or past.corrects(history, act.number) else history.put_back(*edit.entries)
        text = past.changed(history, act, edit)
        if items and act.only_log is None:
            self.menu = menu_views.table_or_log(self.menu, act, text, history.counted_again(*edit.entries))
            return "asks"
        items = () if act.only_log else items
        # A swap is of both: what the hands have done already they put back when it is taken back.
        entries = edit.entries if items or swapped else edit.in_the_log_only()
        unmoved = self._not_done_yet() if items else {}
        items = history.put_back(*entries, unmoved=unmoved) if unmoved else items
        self._store_owing(entries, items, unmoved)
        self._learn(edit.entries)
        told = text if act.instead is None else tr("Corrected: {what}", what=text)
        if items:
            self.menu = menu_views.owing(Menu(), items, tr("{done}. On the table:", done=told))
        else:
            self.menu = Menu() if swapped else noticed(Menu(), "told", told)
        return "accepted"

    def _fetch(self, act: menu_state.FetchData) -> str:
        if act.what == "history":
            return self._outcome(menu_views.history(self.menu, past.turns(self.running)))
        if act.what == "games":
            return self._outcome(menu_views.games(self.menu, self.running.lines()))
        if act.what == "forgotten" and past.runs_still(self.running, act.number):
            return self._outcome(menu_views.forgotten_now(self.menu))
        entry = past.entry(self.running, act.number, before=act.what == "forgotten")
        if entry is None:
            return self._refuse(UNKNOWN_ENTRY)
        return self._outcome(menu_views.entry(self.menu, entry))
