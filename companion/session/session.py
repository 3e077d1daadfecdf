"""The table's side of the application: what one input does to the menu and to the running game.

Handled one after the other, on one thread. Nothing here raises: trouble becomes one sentence and changes nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache, partial

import msgspec

from companion.catalogue.sticker_registry import BadTag
from companion.engine.message import Message, tr
from companion.engine.offers import BY_CHANCE, NOT_OFFERED, Answer, as_typed
from companion.menu import main_menu, menu_state, menu_views, past_head, phones, taps
from companion.menu import menu as menus
from companion.menu.forms import parts_left
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.options import Outcome, because, filled, noticed, pushed
from companion.menu.pages import Page
from companion.menu.sticker_levels import SetStickers
from companion.menu.teaching_levels import TellPiece
from companion.screens.game_screens import ShownGame
from companion.session import past
from companion.session.box_acts import BoxActs
from companion.session.box_teaching import BoxTeaching, NotKept
from companion.session.early_presses import EarlyPresses
from companion.session.first_game import FirstGame
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
    Visit,
)
from companion.session.journal_keeper import Entered, JournalKeeper
from companion.session.last_tap import LastTap
from companion.session.running_game import RunningGame, unshown
from companion.session.services import SessionServices
from companion.session.sticker_hands import StickerHands
from companion.session.table import refused
from companion.session.unasked_rolls import UnaskedRolls
from companion.storage.archive import ArchiveTrouble
from companion.storage.toml_file import BadFile

log = logging.getLogger(__name__)

UNDRAWN = tr("That page can't be drawn, so it is closed. OK goes on, UNDO takes back the last entry.")
BROKEN = tr("Something went wrong inside the companion, nothing was changed; try it another way.")


class Session:
    """One table, one evening: the menu over the running game."""

    def __init__(self, running: RunningGame, services: SessionServices) -> None:
        self.running = running
        self._services = services
        self._rolls = UnaskedRolls(running, services.dice, services.later)
        self._first_game = FirstGame(running, services.later)
        self._last: LastTap | None = None
        self._stickers = StickerHands(self, self._tapped)
        self.tiles = BoxTeaching(self)
        self._keeper = JournalKeeper(self, services, self._rolls, self._durable)
        self._box = BoxActs(self, services, self._first_game, self._rolls)
        self._heard: Callable[[str], None] = lambda _kind: None
        self._beeped = ""
        self._shown = MenuContext()
        self._cut_off: tuple[int, Message] | None = None
        try:
            self.menu = self._first_menu()
            self.page()
        except Exception:
            # Whatever a kept game does, the companion starts.
            log.exception("the game in use last can't be shown")
            running.leave(unshown(running.archive.kept(running.id).summary))
            self.menu = self._first_menu()
        if services.update:
            self.menu = main_menu.updating(self.menu, services.update.question)
        # Else the first page of keys that people open in a kept game would seem to have come up by itself.
        self._early = EarlyPresses(services.clock, len(running.history.entries))
        self._tell_trouble()

    def _first_menu(self) -> Menu:
        self.menu = menu_views.all_closed(Menu())
        running = self.running
        if running.snapshot.outline.announced:
            return menu_views.scored(self.menu, running.snapshot.outline)
        if running.set_aside and len(lines := running.lines()) > 1:
            return menu_views.games(self.menu, lines)
        return pushed(self.menu, menu_state.GameChoice()) if running.asks_which else self.menu

    def was_cut_off(self) -> None:
        """The one before this came to no end: people read from where they enter again what they were at."""
        try:
            self._cut_off = past.last_kept(self.running)
        except Exception:
            log.exception("what was kept last can't be told")
        self._tell_trouble()

    def _tell_trouble(self) -> bool:
        """Lay the next sentence that nobody was shown yet on the screen, unless one stands there."""
        if self.menu.notice:
            return False
        if (sentence := self.running.next_trouble()) is None:
            self._tell_last_kept()
            return False
        self.menu = noticed(self.menu, "trouble", sentence)
        return True

    def _tell_last_kept(self) -> None:
        """It is no news once people entered something."""
        told, self._cut_off = self._cut_off, None
        if told and told[0] == len(self.running.history.entries):
            self.menu = noticed(self.menu, "told", told[1])

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
            unbegun=self.running.unbegun(),
            rematch=self.running.order_of_rematch(),
            box=self._services.box.now if self._services.box else None,
            machine=self._services.machine,
            update=self._services.update.question if self._services.update else None,
            rolls_unasked=self._rolls.go_on,
            rolled_last=partial(past.rolled_last, self.running.history),
            # Worked out on paper: once is enough, however many keys ask.
            hides=cache(lambda: self._services.hides(self.running.definition.shown(snapshot.view))),
            to_do=self._to_do(),
            stickers=self._stickers.now,
            taught=self.tiles.now,
            explain=self._first_game.explain,
            phones=self._services.phones.now(snapshot.outline) if self._services.phones else None,
        )

    def _to_do(self) -> Message | None:
        """As the key says it that opens it from the home page; None where no question hides any of it."""
        screens, view = self.running.definition.screens, self.running.snapshot.view
        if view is None or not screens.over_question(view):
            return None
        return next((sheet.hint for sheet in screens.sheets.values() if sheet.key == "BACK"), None)

    def _sheets(self) -> dict[str, menu_state.SheetEntry]:
        """The sheets there are now; only of the one that lies open the pages are counted, for that takes long."""
        snapshot, definition = self.running.snapshot, self.running.definition
        found = {
            kind: menu_state.SheetEntry(
                sheet.label, 1, sheet.key, sheet.hint, sheet.listed, sheet.key_only, sheet.corrects
            )
            for kind, sheet in definition.screens.sheets.items()
            if kind in snapshot.outline.sheets
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

    def then(self) -> ShownGame | None:
        """The game as it was at the place in the history that the page is about, where it is about one."""
        opened = self.menu.past
        # What only a change asks is asked in a past that nobody has seen.
        if opened is None or opened.asked_now or not past_head.is_past(self.menu):
            return None
        return past.shown_then(self.running, opened.number)

    def handle(self, given: Input, heard: Callable[[str], None] = lambda _kind: None) -> Reaction:
        """What an input brings about. `heard` gets each signal as soon as it is true: "accepted" when durable."""
        self._heard, self._beeped = heard, ""
        reaction = self._early.unread(given) or self._reaction(given)
        self._early.shown(given, reaction.page, len(self.running.history.entries))
        if reaction.signal not in ("", self._beeped):
            heard(reaction.signal)
        return reaction

    def _reaction(self, given: Input) -> Reaction:
        try:
            signal = self._handled(given)
            self.menu = self._first_game.explained(self.menu)
            if self._tell_trouble():
                signal = signal or "trouble"
            return Reaction(signal, self.menu.notice.text if self.menu.notice else None, self.page())
        except NotKept as told:
            # Whoever wrote it reads it there; the panel stays with the game.
            return Reaction("refused", told.message, self.page())
        except (ArchiveTrouble, BadFile) as trouble:
            return self._troubled(trouble.message, self.menu)
        except Exception:
            log.exception("an input could not be handled")
            return self._troubled(BROKEN, menu_views.all_closed(Menu()))

    def _durable(self) -> None:
        self._beeped = "accepted"
        self._heard("accepted")

    def _troubled(self, sentence: Message, menu: Menu) -> Reaction:
        self.menu = noticed(menu, "trouble", sentence)
        return Reaction("trouble", sentence, self.menu.notice or self.page())

    def _handled(self, given: Input) -> str:
        match given:
            case TagSeen(tag):
                return self._tag(tag)
            case Pressed(button, long):
                return self._outcome(menus.press(self.menu, self.context, button, long))
            case Answered(answer):
                return self.answered(answer)
            case Opened(answer):
                return self._opened(answer)
            case Quiet():
                return ""  # what there is to tell is told after each input
            case Undrawn(page):
                return self._leave(page)
            case Visit(act):
                return act(self)
            case DeviceNotice(kind, text):
                if kind == "trouble" and self.menu.notice and self.menu.notice.kind == kind:
                    self.running.troubles.append(text)  # what stands there was not read yet
                else:
                    self.menu = noticed(self.menu, kind, text)
                return "trouble" if kind == "trouble" else ""

    def tell(self, signal: str, sentence: Message) -> str:
        """Lay a sentence on the screen; the signal that belongs to it."""
        self.menu = noticed(self.menu, "told" if signal == "accepted" else signal, sentence)
        return signal

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
            return self.do(outcome)
        told, self.menu = self.menu.notice, outcome
        notice = outcome.notice
        return notice.kind if notice and notice != told and notice.kind in ("refused", "asks") else ""

    def answered(self, answer: Answer) -> str:
        """An answer from a page leaves the lists on the box open that still ask the same."""
        # The die is the companion's: whoever holds the page must not choose what it shows.
        if answer.offer == BY_CHANCE:
            answer = msgspec.structs.replace(answer, values=())
        answer = as_typed(self.context.question(answer.question), answer)
        before = taps.tidied(self.menu)
        signal = self._keeper.give(answer)
        if signal in ("accepted", "asks") and self.menu == menu_views.all_closed(self.menu):
            self.menu = before
        return signal

    @property
    def invites(self) -> bool:
        """Whether phones can be invited here at all."""
        return self._services.phones is not None

    def invite(self) -> str:
        """Somebody invites a phone on a page; the panel shows the invitation, or asks whether phones may come."""
        return self._outcome(phones.invited(self.menu, self.context)) or "asks"

    def _opened(self, begun: Answer) -> str:
        """A form that somebody wants to go on with on the box."""
        menu, context = taps.tidied(self.menu), self.context
        question = context.question(begun.question)
        offer = question.offer(begun.offer) if question else None
        if question is None or offer is None or offer.closed or not parts_left(offer, begun.values):
            return refused(self, NOT_OFFERED.reason.text)
        form = menu_state.OfferForm(begun.question, begun.offer, begun.values)
        return self._outcome(filled(menu, context, question, form, pushed)) or "asks"

    # Taps

    def foresight(self) -> Callable[[str], Foreseen]:
        """What taps would do, as everything stands now; on any thread, whatever comes after."""
        menu, context = self.menu, self._shown
        rules, state = self.running.rules, self.running.snapshot.state
        return lambda piece: foreseen(menu, context, lambda one: rules.tapped(state, one), piece)

    def _tag(self, tag: str) -> str:
        tag = self._stickers.heard(tag)
        now, entries = self._services.clock(), len(self.running.history.entries)
        last = self._last
        if last and last.is_this(tag, entries, self.menu, now):
            return last.signal
        signal = self._stickers.tapped(tag) or self.tiles.tapped(tag) or self._tapped(tag)
        self._last = LastTap(tag, now, len(self.running.history.entries), self.menu, signal)
        return signal

    def _tapped(self, tag: str) -> str:
        running, tags = self.running, self.running.table_game.tags
        try:
            pieces = tags.pieces_of(tag, running.definition, running.snapshot.state)
        except BadTag as bad:
            return self._stickers.asked(bad) or refused(self, bad.message)
        if UNDO_CARD in pieces:
            return self.do(menu_state.Undo())
        if (outcome := taps.tap_any(self.menu, self.context, pieces)) is not None:
            self.menu = msgspec.structs.replace(self.menu, notice=None)  # it was about the tap before
            return self._outcome(outcome) or "accepted"
        edit = taps.changes(self.menu)
        if reason := next(filter(None, (past.refused_then(running, piece, edit) for piece in pieces)), None):
            return self._outcome(because(self.menu, reason))
        each = {piece: running.rules.tapped(running.snapshot.state, piece) for piece in pieces}
        tags.meant({way.answer: piece for piece, told in each.items() for way in told.interpretations})
        self.menu = taps.tidied(self.menu)  # what the tap before asked comes back after this one
        signal = self._outcome(taps.tapped_any(self.menu, each, bool(self.context.pressing)))
        if signal or not self.menu.notice:
            return signal or ("asks" if self.menu.levels or self.context.pressing else "accepted")
        return "refused"  # only looked at: people must hear that nothing was written down

    # Acts

    def do(self, act: menu_state.Act) -> str:
        """What people chose, done; the signal that belongs to it."""
        if isinstance(act, Entered):
            return self._keeper.enter(act)
        if isinstance(act, menu_state.FetchData):
            return self._fetch(act)
        if isinstance(act, TellPiece):
            return self.tiles.told(act)
        return self._stickers.set(act) if isinstance(act, SetStickers) else self._box.do(act)

    def _fetch(self, act: menu_state.FetchData) -> str:
        if act.what == "history":
            return self._outcome(menu_views.history(self.menu, past.turns(self.running)))
        if act.what == "games":
            return self._outcome(menu_views.games(self.menu, self.running.lines()))
        if act.what == "forgotten" and past.runs_still(self.running, act.number):
            return self._outcome(menu_views.forgotten_now(self.menu))
        entry = past.entry(self.running, act.number, before=act.what == "forgotten")
        return self._outcome(menu_views.entry(self.menu, entry))
