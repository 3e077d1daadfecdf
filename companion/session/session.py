"""`Session`: handles one input after the other on one thread and updates the menu and the running game.

Nothing here raises: an error becomes one sentence on the screen and changes nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache, partial

import msgspec

from companion.engine.game import MissingPart
from companion.engine.message import Message, can_be_drawn, tr
from companion.engine.offers import COMPANION_ROLLS, NOT_OFFERED, Answer, Question, clean_typed_text
from companion.games.sticker_registry import BadTag
from companion.menu import history_menu, main_menu, menu_state, open_screens, taps
from companion.menu import menu as menus
from companion.menu.forms import parts_left
from companion.menu.menu_state import Menu, MenuContext, SaveFact, SetStickers
from companion.menu.options import Outcome, add_notice, fill_form, push_screen, show_reason
from companion.menu.pages import Page
from companion.screens.game_screens import ShownGame
from companion.session import history_view
from companion.session.box_actions import BoxActions, FactNotSaved, PieceFactsEditor
from companion.session.entry_recorder import EntryAction, EntryRecorder
from companion.session.game_switches import AutoRoll, Tutorial
from companion.session.inputs import (
    UNDO_CARD,
    AnswerSubmitted,
    ButtonPressed,
    DeviceNotice,
    FormOpened,
    IdleInput,
    Input,
    PageNotDrawn,
    PrematurePresses,
    Reaction,
    SessionCall,
    TagSeen,
    TapDebounce,
    TapPreview,
    preview_tap,
)
from companion.session.running_game import RunningGame, unreadable_game_text
from companion.session.services import SessionServices, show_refusal_notice
from companion.session.sticker_enrolment import StickerEnroller
from companion.storage.archive_file import ArchiveError
from companion.storage.game_summary import game_result_text
from companion.storage.toml_file import BadFile

log = logging.getLogger(__name__)

PAGE_NOT_DRAWN = tr("That page can't be drawn, so it is closed. OK goes on, UNDO takes back the last entry.")
NOT_DRAWN = tr("The panel has no letters for that text. Where it is a name, the colour or seat is shown instead.")
INPUT_FAILED = tr("Something went wrong inside the companion, nothing was changed; try it another way.")


class Session:
    """One table with its menu and running game."""

    def __init__(self, running: RunningGame, services: SessionServices) -> None:
        self.running = running
        self._services = services
        self._rolls = AutoRoll(running, services.dice, services.later)
        self._first_game = Tutorial(running, services.later)
        self._last: TapDebounce | None = None
        self._stickers = StickerEnroller(self, self._tapped)
        self.tiles = PieceFactsEditor(self)
        self._keeper = EntryRecorder(self, services, self._rolls, self._durable)
        self._box = BoxActions(self, services, self._first_game, self._rolls)
        self._heard: Callable[[str], None] = lambda _kind: None
        self._beeped = ""
        self._shown = MenuContext()
        self._cut_off: tuple[int, Message] | None = None
        self._last_kept: Message | None = None
        try:
            self.menu = self._first_menu()
            self.page()
        except Exception:
            # A stored game with a fault must not prevent the start.
            log.exception("the game in use last can't be shown")
            running.leave(unreadable_game_text(running.archive.find_game(running.id).summary))
            self.menu = self._first_menu()
        if services.update:
            self.menu = main_menu.show_update_prompt(self.menu, services.update.question)
        # Made last, so that the first page of keys opened in a stored game does not count as one that came up by
        # itself.
        self._early = PrematurePresses(services.clock, len(running.history.entries))
        self._tell_trouble()

    def _first_menu(self) -> Menu:
        self.menu = open_screens.close_all(Menu())
        running = self.running
        if running.snapshot.outline.announced_sheet:
            return open_screens.show_scoring(self.menu, running.snapshot.outline)
        if running.has_unreadable_game and len(lines := running.lines()) > 1:
            return open_screens.open_game_list(self.menu, lines)
        return push_screen(self.menu, menu_state.GameChoice()) if running.asks_for_game else self.menu

    def was_cut_off(self) -> None:
        """Show the last stored entry, because the previous run ended without a proper stop."""
        try:
            self._cut_off = history_view.last_entry_text(self.running)
        except Exception:
            log.exception("what was kept last can't be told")
        self._tell_trouble()

    def _tell_trouble(self) -> bool:
        """Show the next pending sentence unless a notice is open; return True if one was shown."""
        if self.menu.notice:
            return False
        if (sentence := self.running.pop_notice()) is None:
            self._show_last_entry()
            return False
        self.menu = add_notice(self.menu, "trouble", sentence)
        return True

    def _show_last_entry(self) -> None:
        """Show the last stored entry, unless a player has already entered something."""
        told, self._cut_off = self._cut_off, None
        if told and told[0] == len(self.running.history.entries):
            self._last_kept = told[1]
            self.menu = add_notice(self.menu, "told", told[1])

    @property
    def context(self) -> MenuContext:
        """The context that the menu reads."""
        snapshot = self.running.snapshot
        return MenuContext(
            snapshot.questions,
            snapshot.corrections,
            self.running.table_game.habits.values,
            snapshot.outline.subject,
            snapshot.undone_roll,
            snapshot.can_redo,
            self._sheets(),
            self.running.games.playable,
            end_text=game_result_text(snapshot.outline),
            can_rematch=self.running.can_begin_rematch,
            has_game=self.running.has_game,
            has_no_entries=self.running.has_no_entries(),
            rematch=self.running.rematch_order(),
            box=self._services.box.now if self._services.box else None,
            machine=self._services.machine,
            update=self._services.update.question if self._services.update else None,
            is_auto_roll_on=self._rolls.go_on,
            last_roll_offer=partial(history_view.last_roll_offer, self.running.history),
            # Cached, because it lays out the page and many keys need it.
            hidden_sheet=cache(lambda: self._services.hides(self.running.definition.shown(snapshot.view))),
            task_title=self._to_do(),
            stickers=self._stickers.now,
            box_facts=self.tiles.now,
            explain=self._first_game.explain,
            phones=self._services.phones.now(snapshot.outline) if self._services.phones else None,
        )

    def _to_do(self) -> Message | None:
        """Return the label of the key that opens the to-do sheet; None if no question hides it."""
        screens, view = self.running.definition.screens, self.running.snapshot.view
        if view is None or not screens.question_tables(view):
            return None
        return next((sheet.hint for sheet in screens.sheets.values() if sheet.key == "BACK"), None)

    def _sheets(self) -> dict[str, menu_state.SheetEntry]:
        """Return the available sheets; pages are counted only for the open one, because counting is slow."""
        snapshot, definition = self.running.snapshot, self.running.definition
        found = {
            kind: menu_state.SheetEntry(
                sheet.label, 1, sheet.key, sheet.hint, sheet.is_in_entry_list, sheet.is_key_only, sheet.correction
            )
            for kind, sheet in definition.screens.sheets.items()
            if kind in snapshot.outline.sheets
        }
        top = self.menu.levels[-1] if self.menu.levels else None
        if isinstance(top, menu_state.SheetScreen) and top.kind in found:
            pages = self._services.pages(definition.shown(snapshot.view), top.kind)
            found[top.kind] = msgspec.structs.replace(found[top.kind], pages=pages)
        return found

    def page(self) -> Page:
        """Return the page on the screen."""
        self._shown = self.context
        return menus.menu_page(self.menu, self._shown)

    def past_game(self) -> ShownGame | None:
        """Return the game at the point of the history that the page is about; None for the present."""
        opened = self.menu.past_entry
        # A question that only an edited history asks has no earlier view.
        if opened is None or opened.new_question or not history_menu.is_history_open(self.menu):
            return None
        return history_view.game_before_entry(self.running, opened.number)

    def typed_question(self) -> Question | None:
        """Return the question of the entry that is open in the history, if it takes text; None otherwise."""
        return history_menu.typed_question(self.menu)

    def handle(self, input: Input, on_signal: Callable[[str], None] = lambda _kind: None) -> Reaction:
        """Handle one input and return its reaction.

        on_signal: called with each signal as soon as it is true, "accepted" when the entry is durable.
        """
        self._heard, self._beeped = on_signal, ""
        reaction = self._early.unread(input) or self._reaction(input)
        self._early.shown(input, reaction.page, len(self.running.history.entries))
        if reaction.signal not in ("", self._beeped):
            on_signal(reaction.signal)
        return reaction

    def _reaction(self, input: Input) -> Reaction:
        try:
            signal = self._handled(input)
            self.menu = self._first_game.add_explanation(self.menu)
            if self._tell_trouble():
                signal = signal or "trouble"
            return Reaction(signal, self.menu.notice.text if self.menu.notice else None, self.page())
        except FactNotSaved as told:
            # The writer reads the reason on the page; the panel stays with the game.
            return Reaction("refused", told.message, self.page())
        except (ArchiveError, BadFile, MissingPart) as trouble:
            return self._troubled(trouble.message, self.menu)
        except Exception:
            log.exception("an input could not be handled")
            return self._troubled(INPUT_FAILED, open_screens.close_all(Menu()))

    def _durable(self) -> None:
        self._beeped = "accepted"
        self._heard("accepted")

    def _troubled(self, sentence: Message, menu: Menu) -> Reaction:
        self.menu = add_notice(menu, "trouble", sentence)
        return Reaction("trouble", sentence, self.menu.notice or self.page())

    def _handled(self, input: Input) -> str:
        match input:
            case TagSeen(tag):
                return self._tag(tag)
            case ButtonPressed(button, long):
                return self._outcome(menus.press_button(self.menu, self.context, button, long))
            case AnswerSubmitted(answer):
                return self.answer_from_page(answer)
            case FormOpened(answer):
                return self._opened(answer)
            case IdleInput():
                return ""  # Pending notices are shown after every input.
            case PageNotDrawn(page):
                return self._leave(page)
            case SessionCall(act):
                return act(self)
            case DeviceNotice(kind, text):
                shown = self.menu.notice
                if kind == "trouble" and shown and (shown.kind == kind or shown.text == self._last_kept):
                    self.running.troubles.append(text)  # The notice on the screen has not been read yet.
                else:
                    self.menu = add_notice(self.menu, kind, text)
                return "trouble" if kind == "trouble" else ""

    def tell(self, signal: str, sentence: Message) -> str:
        """Show a sentence; return the signal."""
        self.menu = add_notice(self.menu, "told" if signal == "accepted" else signal, sentence)
        return signal

    def _leave(self, page: Page) -> str:
        """Close a page that cannot be drawn, even a question, because a key press on it would be blind."""
        if self.page() != page:
            return ""  # The players have already moved on.
        front = next(iter(self.context.front_questions), None)
        self.menu = add_notice(
            Menu(postponed_question=front.number if front else 0, instructions=self.menu.instructions),
            "trouble",
            PAGE_NOT_DRAWN,
        )
        return "trouble"

    def _outcome(self, outcome: Outcome) -> str:
        """Open a menu or do an action; return the signal."""
        if not isinstance(outcome, Menu):
            return self.do(outcome)
        told, self.menu = self.menu.notice, outcome
        notice = outcome.notice
        return notice.kind if notice and notice != told and notice.kind in ("refused", "asks") else ""

    def answer_from_page(self, answer: Answer) -> str:
        """Record an answer from a page; lists on the panel that still apply stay open.

        The answer to the question of an entry that is open in the history, and takes text, replaces that entry.
        """
        # The companion rolls; a page must not choose the result.
        if answer.offer == COMPANION_ROLLS:
            answer = msgspec.structs.replace(answer, values=())
        typed = self.typed_question()
        if typed and self.menu.past_entry and typed.number == answer.question and typed.offer(answer.offer):
            act = menu_state.EditEntry(self.menu.past_entry.number, clean_typed_text(typed, answer))
            return self._keeper.enter(act)
        answer = clean_typed_text(self.context.question(answer.question), answer)
        before = taps.close_tap_screens(self.menu)
        signal = self._keeper.give(answer)
        if signal in ("accepted", "asks") and self.menu == open_screens.close_all(self.menu):
            self.menu = before
        if signal == "accepted" and not all(can_be_drawn(each) for each in answer.values if isinstance(each, str)):
            self.menu = add_notice(self.menu, "told", NOT_DRAWN)
        return signal

    @property
    def can_invite_phones(self) -> bool:
        """True if phones can be invited."""
        return self._services.phones is not None

    def invite(self) -> str:
        """Show an invitation for a phone on the panel, or ask whether phones may join; return the signal."""
        return self._outcome(main_menu.invite_phone(self.menu, self.context)) or "asks"

    def _opened(self, begun: Answer) -> str:
        """Continue a form on the panel that was started on a page."""
        menu, context = taps.close_tap_screens(self.menu), self.context
        question = context.question(begun.question)
        offer = question.offer(begun.offer) if question else None
        if question is None or offer is None or offer.closed or not parts_left(offer, begun.values):
            return show_refusal_notice(self, NOT_OFFERED.reason.text)
        form = menu_state.OfferForm(begun.question, begun.offer, begun.values)
        return self._outcome(fill_form(menu, context, question, form, push_screen)) or "asks"

    def make_tap_preview(self) -> Callable[[str], TapPreview]:
        """Return a function that tells what taps would do in the current state; it may be called on any thread."""
        menu, context = self.menu, self._shown
        rules, state = self.running.rules, self.running.snapshot.state
        return lambda piece: preview_tap(menu, context, lambda one: rules.tap_meaning(state, one), piece)

    def _tag(self, tag: str) -> str:
        tag = self._stickers.read_tag(tag)
        if not self.running.has_game and (game := self.running.games.of_tag(tag)):
            self.running.choose(game)
            self.menu = Menu()
        now, entries = self._services.clock(), len(self.running.history.entries)
        last = self._last
        if last and last.is_this(tag, entries, self.menu, now):
            return last.signal
        signal = self._stickers.handle_tag(tag) or self.tiles.open_tapped_piece(tag) or self._tapped(tag)
        self._last = TapDebounce(tag, now, len(self.running.history.entries), self.menu, signal)
        return signal

    def _tapped(self, tag: str) -> str:
        running, tags = self.running, self.running.table_game.tags
        try:
            pieces = tags.pieces_of(tag, running.definition, running.snapshot.state)
        except BadTag as bad:
            return self._stickers.ask_for_piece(bad) or show_refusal_notice(self, bad.message)
        if UNDO_CARD in pieces:
            return self.do(menu_state.Undo())
        if (outcome := taps.tap_any_piece(self.menu, self.context, pieces)) is not None:
            self.menu = msgspec.structs.replace(self.menu, notice=None)  # The notice was about the previous tap.
            return self._outcome(outcome) or "accepted"
        edit = taps.edited_entry_number(self.menu)
        if reason := next(
            filter(None, (history_view.edit_tap_refusal(running, piece, edit) for piece in pieces)), None
        ):
            return self._outcome(show_reason(self.menu, reason))
        each = {piece: running.rules.tap_meaning(running.snapshot.state, piece) for piece in pieces}
        tags.meant({way.answer: piece for piece, told in each.items() for way in told.interpretations})
        # The question of the previous tap comes back after this one.
        self.menu = taps.close_tap_screens(self.menu)
        signal = self._outcome(taps.show_tap_meanings(self.menu, each, bool(self.context.front_questions)))
        if signal or not self.menu.notice:
            return signal or ("asks" if self.menu.levels or self.context.front_questions else "accepted")
        return "refused"  # The piece was only shown; the signal says that nothing was entered.

    def do(self, act: menu_state.MenuAction) -> str:
        """Do a menu action and return its signal."""
        if isinstance(act, EntryAction):
            return self._keeper.enter(act)
        if isinstance(act, menu_state.FetchData):
            return self._fetch(act)
        if isinstance(act, SaveFact):
            return self.tiles.enter_by_buttons(act)
        return self._stickers.set(act) if isinstance(act, SetStickers) else self._box.do(act)

    def _fetch(self, act: menu_state.FetchData) -> str:
        if act.what == "history":
            return self._outcome(open_screens.open_history(self.menu, history_view.history_turns(self.running)))
        if act.what == "games":
            return self._outcome(open_screens.open_game_list(self.menu, self.running.lines()))
        if act.what == "forgotten" and history_view.is_current_turn(self.running, act.number):
            return self._outcome(open_screens.show_forgotten_now(self.menu))
        entry = history_view.past_entry(self.running, act.number, before=act.what == "forgotten")
        return self._outcome(open_screens.open_entry(self.menu, entry))
