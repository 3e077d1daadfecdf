"""The open screens of the menu as frozen values (`Menu`), the menu actions, and the context that the menu reads.

`companion.menu.options` defines what a screen lists, `companion.menu.menu` what a key does. Each screen of the
menu is one class; `MenuScreen` and `MenuAction` list them all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from companion.engine.caching import Lazy
from companion.engine.game import CORRECTION, Interpretation, TableInstruction
from companion.engine.help_topics import Explainer
from companion.engine.message import Message
from companion.engine.offers import Answer, Question, Reason, Value
from companion.engine.piece_facts import BoxFacts
from companion.engine.stickers import StickerKind
from companion.menu.pages import NoticePage


class HistoryEntry(msgspec.Struct, frozen=True):
    """One entry of the history."""

    number: int
    """The number of the entry."""
    text: Lazy[Message]
    """Its history line."""


class HistoryTurn(msgspec.Struct, frozen=True):
    """One turn of the history."""

    number: int
    """0 for the set-up."""
    figure: str
    """The id of the figure on turn; "" for none."""
    text: Lazy[Message]
    """A short summary of the turn."""
    lines: tuple[HistoryEntry, ...]
    """Its entries, oldest first."""


class AdmittedPhone(msgspec.Struct, frozen=True):
    """A phone that was admitted."""

    key: str
    """Its internal key, which is never shown."""
    number: int
    """Its number, by which players call it."""
    role: str
    """Its role, see `companion.menu.main_menu`."""
    seat: str = ""
    """The id of the player whose phone it is; "" for none."""


class PhoneState(msgspec.Struct, frozen=True):
    """The state of phones in this game."""

    open: bool = False
    """True if phones on the local network may join."""
    phones: tuple[AdmittedPhone, ...] = ()
    """The admitted phones in the order in which they came."""
    joining_phone: int = 0
    """The number of the phone that asks to join; 0 for none."""
    url: str = ""
    """The address of the valid invitation; "" for none."""
    name: str = ""
    """The same address with the box's host name, for phones admitted before; "" without one."""
    players: tuple[tuple[str, Message], ...] = ()
    """The players' ids and names."""

    @property
    def seats(self) -> frozenset[str]:
        """The ids of players who have a phone."""
        return frozenset(each.seat for each in self.phones if each.seat)


StickerChanges = tuple[tuple[str, str], ...]
"""Sticker ids, each with the piece or "card:…" that it is on from now; "" for none."""


class StickerState(msgspec.Struct, frozen=True):
    """The stickers of the game on the table."""

    kinds: tuple[StickerKind, ...] = ()
    """The kinds of pieces that get stickers; empty if the game has none."""
    stickers: Mapping[str, str] = {}
    """Sticker id -> its piece or "card:…"."""

    @property
    def enrolled_pieces(self) -> frozenset[str]:
        """The pieces that have a sticker."""
        return frozenset(self.stickers.values())


class StickerKindList(msgspec.Struct, frozen=True):
    """The choice of kinds that get stickers."""

    chosen: tuple[str, ...] | None = None
    """The ids of chosen kinds; None for all, if nothing was chosen yet."""
    cursor: int = 0
    """The index of the chosen row."""


class EnrolledPiece(msgspec.Struct, frozen=True):
    """A piece that got its sticker during this enrolment."""

    uid: str
    """The sticker's id."""
    back: StickerChanges
    """The changes that undo it."""


class StickerEnrolment(msgspec.Struct, frozen=True):
    """Enrolment, one piece after the other: attach a sticker and tap it."""

    chosen: tuple[str, ...]
    """The ids of the kinds that get stickers."""
    skipped: tuple[str, ...] = ()
    """The keys of skipped steps, in the order of skipping."""
    at: str = ""
    """The key of the step that the owner went back to; "" for the next one without a sticker."""
    done: tuple[EnrolledPiece, ...] = ()
    """The enrolments so far, the latest last."""
    result: Message | None = None
    """The result of the last tap."""
    sticker_to_move: str = ""
    """The id of a sticker that is on another piece and is moved when tapped again."""
    checking: bool = False
    """True during the check, in which pieces are tapped to read their names."""
    read: tuple[str, ...] = ()
    """The ids of stickers tapped in the check, the latest last."""


class StickerPieceList(msgspec.Struct, frozen=True):
    """The choice of the piece that a sticker is on."""

    uid: str
    """The sticker's id."""
    kind: str = ""
    """The id of the open kind; "" for the list of kinds."""
    cursor: int = 0
    """The index of the chosen row."""
    recorded_piece: str = ""
    """The id of the piece in the sticker's record; "" for none."""


class SetStickers(msgspec.Struct, frozen=True):
    """Action: put stickers on pieces or remove them."""

    changes: StickerChanges
    """The changes."""
    next_screen: StickerEnrolment | None = None
    """The enrolment after it; None closes the list of pieces and handles the sticker as a tap."""


class FactGroupList(msgspec.Struct, frozen=True):
    """All groups of pieces, with how many of each are known."""

    cursor: int = 0
    """The index of the chosen row."""


class FactPieceList(msgspec.Struct, frozen=True):
    """The pieces of one group."""

    group: str
    """The id of the group."""
    cursor: int = 0
    """The index of the chosen row."""


class FieldList(msgspec.Struct, frozen=True):
    """The fields of one piece."""

    piece: str
    """The id of the piece."""
    cursor: int = 0
    """The index of the chosen row."""


class FieldForm(msgspec.Struct, frozen=True):
    """One field of a piece being entered."""

    piece: str
    """The id of the piece."""
    field: str
    """The id of the field."""
    entered_counts: tuple[tuple[str, int], ...] = ()
    """The counts entered so far."""
    counted_option: str = ""
    """The option whose count is asked now; "" for none."""
    shows_all: bool = False
    """True if all options are shown, not only the usual ones."""
    cursor: int = 0
    """The index of the chosen row."""


class SaveFact(msgspec.Struct, frozen=True):
    """Action: store a value of the box; then the next needed field opens."""

    piece: str
    """The id of the piece."""
    field: str
    """The id of the field."""
    value: str | None
    """As in `PieceField.value`."""


class BoxSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings made in the menu; they take precedence over companion.toml."""

    language: str = ""
    """The code of a language; "" for the one in companion.toml."""
    sound: bool = True
    """True if the beeper sounds; the LED is always on."""
    turned: bool = False
    """True if the panel is mounted upside down, so that pictures are rotated."""


class BoxState(msgspec.Struct, frozen=True):
    """The current settings and the possible languages."""

    settings: BoxSettings
    language: str
    """The code of the current language."""
    languages: tuple[tuple[str, str], ...]
    """The codes and names of the available languages."""


LAST_ROW = 99
"""A cursor position that means the last row."""


class OfferList(msgspec.Struct, frozen=True):
    """The offers of one question."""

    question: int
    """The number of the question."""
    cursor: int = 0
    """The index of the chosen row."""
    edit: int = 0
    """The number of the entry that is edited; 0 if the question is open now."""
    is_rare: bool = False
    """True if it lists only the rare offers."""


class OfferForm(msgspec.Struct, frozen=True):
    """An offer being filled in, part by part."""

    question: int
    """The number of the question."""
    offer: str
    """The name of the offer."""
    values: tuple[Value, ...] = ()
    """The values of the filled parts; the next part is on the screen."""
    group: Message | None = None
    """The open heading of a long pick; None for its headings, or for a short pick."""
    cursor: int = 0
    """The index of the chosen row; for a number, the number itself."""
    edit: int = 0
    """As in `OfferList.edit`."""
    key_page: int = 0
    """How often the player turned the keys of this part: to the next page of keys, then to the whole list."""
    old_values: tuple[Value, ...] = ()
    """The old values of the edited entry from this part on; later ones stay where they still fit."""


class MoreOffers(msgspec.Struct, frozen=True):
    """Everything that the non-blocking questions offer."""

    cursor: int = 0
    """The index of the chosen row."""
    part: str = ""
    """The open sublist: "seldom" for rare entries, "others" for other players; "" for the main list."""
    key_page: int = 0
    """As in `OfferForm.turned`: from the suggestions on keys to the whole list."""


class KeyOffers(msgspec.Struct, frozen=True):
    """The choice of player for a key that opens the same offer for several players."""

    key: str
    """As in `Offer.key`."""
    cursor: int = 0
    """The index of the chosen row."""


class MainMenu(msgspec.Struct, frozen=True):
    """The main menu."""

    cursor: int = 0
    """The index of the chosen row."""


class CautionPrompt(msgspec.Struct, frozen=True):
    """A soft rule speaks against an answer: do it anyway, correct it, or cancel."""

    answer: Answer
    """The answer, without `anyway`."""
    reason: Reason
    """The rule and its sentence."""
    cursor: int = 0
    """The index of the chosen row."""
    edit: int = 0
    """As in `OfferList.edit`."""


class UndoneRollPrompt(msgspec.Struct, frozen=True):
    """An undone die roll: its face is kept unless the players rolled again."""

    answer: Answer
    """The roll."""
    cursor: int = 0
    """The index of the chosen row."""


class InterpretationList(msgspec.Struct, frozen=True):
    """The possible meanings of a tap."""

    title: Message
    """The question to the player."""
    choices: tuple[Interpretation, ...]
    """The most likely first."""
    cursor: int = 0
    """The index of the chosen row."""
    in_order: bool = False
    """As in `Pick.in_order`."""
    key_page: int = 0
    """As in `OfferForm.turned`."""


class UndoInstructionList(msgspec.Struct, frozen=True):
    """The table instructions, with ticks."""

    items: tuple[TableInstruction, ...]
    """In the order in which they are done."""
    ticked: tuple[bool, ...]
    """For each of `items`: True if it is done."""
    cursor: int = 0
    """The index of the chosen row."""
    title: Message | None = None
    """What was undone or edited; None if it was not the last action."""


class HistoryList(msgspec.Struct, frozen=True):
    """The turns of the history."""

    turns: tuple[HistoryTurn, ...]
    """The newest first."""
    cursor: int = 0
    """The index of the chosen row."""


class TurnEntryList(msgspec.Struct, frozen=True):
    """The entries of one turn, and a row for a forgotten entry."""

    turn: HistoryTurn
    cursor: int
    """The index of the chosen row."""


class EntryMenu(msgspec.Struct, frozen=True):
    """An earlier entry (`Menu.past`), part by part, with what can be done about it."""

    cursor: int = 0
    """The index of the chosen row."""


class PlayerList(msgspec.Struct, frozen=True):
    """The choice of another player for an earlier entry (`Menu.past`)."""

    cursor: int = 0
    """The index of the chosen row."""


class ForgottenList(msgspec.Struct, frozen=True):
    """The entries that may have been forgotten before an earlier entry (`Menu.past`)."""

    cursor: int = 0
    """The index of the chosen row."""


class TableOrLog(msgspec.Struct, frozen=True):
    """The question whether the table or only the log was wrong, before an edit."""

    edit: EditEntry
    """The edit, not yet made."""
    text: Message
    """The edited entry as text."""
    notice: Message | None = None
    """A notice with it, for example that a scoring changes."""
    instructions: tuple[Message, ...] = ()
    """The table instructions if the table was wrong too."""
    cursor: int = 0
    """The index of the chosen row."""


class UnfitList(msgspec.Struct, frozen=True):
    """The later entries that an edit would drop, shown before it is made."""

    edit: EditEntry
    """The edit, not yet made."""
    lines: tuple[tuple[Message, Reason], ...]
    """Each entry as text, with the reason."""
    turns: int = 1
    """The number of turns that they belong to."""
    side_effects: tuple[tuple[Message, Reason], ...] = ()
    """As in `EditedHistory.side_effects`."""
    notice: Message | None = None
    """As in `TableOrLog.told`."""
    cursor: int = 0
    """The index of the chosen row."""


class GameItem(msgspec.Struct, frozen=True):
    """One stored game."""

    id: str
    """Its number in the archive."""
    title: Message
    """Its title in the list."""
    running: bool = False
    """True if it is the game on the table."""
    details: Message | None = None
    """Date, points and winner, as far as known."""
    finished: bool = False
    """True if the game is over."""


class GameList(msgspec.Struct, frozen=True):
    """All stored games."""

    lines: tuple[GameItem, ...]
    """The newest first."""
    cursor: int = 0
    """The index of the chosen row."""


class GameMenu(msgspec.Struct, frozen=True):
    """The actions on one stored game."""

    line: GameItem
    """The game."""
    cursor: int = 0
    """The index of the chosen row."""


class OrderChoice(msgspec.Struct, frozen=True):
    """A rematch: in the order of the last game, or in another one."""

    cursor: int = 0
    """The index of the chosen row."""


class GameChoice(msgspec.Struct, frozen=True):
    """The choice among several installed games."""

    cursor: int = 0
    """The index of the chosen row."""


class BoxMenu(msgspec.Struct, frozen=True):
    """The settings of the box."""

    cursor: int = 0
    """The index of the chosen row."""


class LanguageList(msgspec.Struct, frozen=True):
    """The choice of language."""

    cursor: int = 0
    """The index of the chosen row."""


class PhoneMenu(msgspec.Struct, frozen=True):
    """The actions about phones."""

    cursor: int = 0
    """The index of the chosen row."""


class Invitation(msgspec.Struct, frozen=True):
    """The invitation that a phone scans."""


class PhoneRequest(msgspec.Struct, frozen=True):
    """The choice of role for a phone that asks to join."""

    number: int
    """The number that the phone shows too."""
    cursor: int = LAST_ROW
    """The index of the chosen row; at first the last one, no."""


class ConfirmPrompt(msgspec.Struct, frozen=True):
    """A confirmation before an important action; the cursor starts on no."""

    title: Message
    """The question."""
    yes: Message
    """The label of yes."""
    act: MenuAction
    """The action of yes."""
    more: tuple[tuple[Message, MenuAction], ...] = ()
    """Further answers: label and action."""
    cursor: int = 0
    """The index of the chosen row; 0 is no."""


class SheetScreen(msgspec.Struct, frozen=True):
    """A sheet of the game, over everything."""

    kind: str
    """A key of `MenuContext.sheets`."""
    page: int = 0
    """From 0; numbers past the last page start again at the first."""
    is_on_the_way: bool = False
    """True if OK opened it on the way to an entry: OK leaves it even if it could be corrected."""


class HelpPage(msgspec.Struct, frozen=True):
    """A help article."""

    key: str
    """As in `Article.key`."""
    page: int = 0
    """As in `ArticlePage.page`."""
    why: Message | None = None
    """Why the subject is closed now, shown first; None if it is not."""


class HelpTopicList(msgspec.Struct, frozen=True):
    """The choice among several help articles."""

    keys: tuple[str, ...]
    cursor: int = 0
    """The index of the chosen row."""


class TutorialPage(msgspec.Struct, frozen=True):
    """The tutorial page about events that happened for the first time, shown unasked."""

    keys: tuple[str, ...]
    """As in `Article.key`."""
    page: int = 0
    """As in `ArticlePage.page`."""


class GiveAnswer(msgspec.Struct, frozen=True):
    """Action: record an answer."""

    answer: Answer
    """The answer, to a question that was open when it was offered."""
    replaces: bool = False
    """True if it replaces the last entry."""


class Undo(msgspec.Struct, frozen=True):
    """Action: undo the last entry."""


class Redo(msgspec.Struct, frozen=True):
    """Action: redo the last undo."""


class UndoAfter(msgspec.Struct, frozen=True):
    """Action: undo all entries after one."""

    number: int
    """The last entry that stays; 0 for none."""


class EditEntry(msgspec.Struct, frozen=True):
    """Action: change or remove an earlier entry and decide all later ones again."""

    number: int
    """The number of the entry."""
    new_answer: Answer | None = None
    """The new answer; None removes the entry."""
    is_insertion: bool = False
    """True if the new answer is inserted before the entry, which stays."""
    is_confirmed: bool = False
    """True if the players have confirmed the loss of later entries."""
    only_log: bool | None = None
    """True if the table was right and only the log is changed; None if that was not asked yet."""
    is_partly_done: bool = False
    """True if the table was partly right, so that the players tick instructions that are already done."""
    later_answers: tuple[Answer, ...] = ()
    """The answers to questions that only the edited history asks, in order."""


class FetchData(msgspec.Struct, frozen=True):
    """Action: fetch data that only the application has."""

    what: str
    """"history", "games", "entry" (an entry with its question) or "forgotten" (entries possible before it)."""
    number: int = 0
    """The number of the entry for "entry" and "forgotten"."""


class StopAutoRoll(msgspec.Struct, frozen=True):
    """Action: turn automatic rolling off."""


class NewGame(msgspec.Struct, frozen=True):
    """Action: start a new game; the running one is stored."""

    game: str = ""
    """The id of the game; "" for that of the running one."""
    has_tutorial: bool = False
    """True if the tutorial is on."""


class BeginRematch(msgspec.Struct, frozen=True):
    """Action: start a rematch, set up like the game that is over."""

    has_new_order: bool = False
    """True if the players first enter a new order; the rest is set up as before."""


class ResumeGame(msgspec.Struct, frozen=True):
    """Action: resume a stored game."""

    id: str
    """As in `GameItem.id`."""


class DeleteGame(msgspec.Struct, frozen=True):
    """Action: delete a stored game; if it is the running one, a new game starts."""

    id: str
    """As in `GameItem.id`."""


class SetBoxSettings(msgspec.Struct, frozen=True):
    """Action: change settings of the box."""

    settings: BoxSettings
    """All settings, with the changed one."""


class MachineAction(msgspec.Struct, frozen=True):
    """Action of the machine: write a backup or a report, switch off, install a version."""

    what: str
    """"save", "report", "off" or "install"."""


class SetTutorial(msgspec.Struct, frozen=True):
    """Action: turn the tutorial of this game on or off."""

    on: bool


class PhoneAction(msgspec.Struct, frozen=True):
    """Action about phones, see `companion.menu.main_menu`."""

    what: str
    """One of the actions named there."""
    number: int = 0
    """The number of the phone that asks to join."""
    role: str = ""
    """The role to admit it with."""
    seat: str = ""
    """The id of its player; "" for none."""
    key: str = ""
    """The key of one phone (`AdmittedPhone.key`); "" for all."""


MenuAction = (
    GiveAnswer
    | Undo
    | Redo
    | UndoAfter
    | EditEntry
    | FetchData
    | NewGame
    | BeginRematch
    | ResumeGame
    | DeleteGame
    | SetBoxSettings
    | SetStickers
    | SaveFact
    | MachineAction
    | StopAutoRoll
    | SetTutorial
    | PhoneAction
)
MenuScreen = (
    OfferList
    | OfferForm
    | MoreOffers
    | KeyOffers
    | MainMenu
    | CautionPrompt
    | UndoneRollPrompt
    | InterpretationList
    | UndoInstructionList
    | HistoryList
    | TurnEntryList
    | EntryMenu
    | PlayerList
    | ForgottenList
    | TableOrLog
    | UnfitList
    | GameList
    | GameMenu
    | GameChoice
    | OrderChoice
    | BoxMenu
    | LanguageList
    | PhoneMenu
    | Invitation
    | PhoneRequest
    | ConfirmPrompt
    | StickerKindList
    | StickerEnrolment
    | StickerPieceList
    | FactGroupList
    | FactPieceList
    | FieldList
    | FieldForm
    | SheetScreen
    | HelpPage
    | HelpTopicList
    | TutorialPage
)


class SheetEntry(msgspec.Struct, frozen=True):
    """A sheet that can be opened now."""

    label: Message
    """Its name in the main menu."""
    pages: int = 1
    """The number of pages on this panel."""
    key: str = ""
    """The key that opens it on the home page, with "+" for a long press; "" for none."""
    hint: Message | None = None
    """The label of that key on the home page; None for none."""
    is_in_entry_list: bool = False
    """True if it is at the end of the list of entries, one press up from the top, instead of in the menu."""
    is_key_only: bool = False
    """True if only its key on the home page opens it: in no list, and not while a blocking question is open."""
    correction: str = ""
    """The name of the correction that OK on it opens; "" if OK closes it."""


def no_corrections() -> Question | None:
    """Return None: no corrections."""
    return None


def no_roll(_question: Question) -> str:
    """Return "": no roll yet."""
    return ""


class MenuContext(msgspec.Struct, frozen=True):
    """What the menu reads of the game and the box."""

    questions: tuple[Question, ...] = ()
    """The open questions, the most urgent first, without the correction question."""
    corrections: Callable[[], Question | None] = no_corrections
    """Returns the correction question; a function, because it is long and rarely needed."""
    recent: dict[str, tuple[Value, ...]] = {}
    """`companion.menu.forms.recent_key` -> the values given last."""
    subject: str = ""
    """The subject of the turn, as in `GameOutline.subject`; "" for none."""
    undone_roll: Answer | None = None
    """The die roll undone last if its question is open again; else None."""
    can_redo: bool = False
    """True if there is something to redo."""
    sheets: dict[str, SheetEntry] = {}
    """The available sheets by kind."""
    playable: dict[str, Message] = {}
    """The games to choose from, by id; empty if there is only one."""
    end_text: Message | None = None
    """The result of the game in a sentence; None while it is in progress."""
    can_rematch: bool = False
    """True if the game is over and a rematch is possible."""
    has_game: bool = True
    """False until players choose one of several games."""
    has_no_entries: bool = False
    """True if nothing was ever entered in this game."""
    rematch: Message | None = None
    """The order of play of a rematch without entries; else None."""
    box: BoxState | None = None
    """The settings of the box; None if there are none."""
    machine: frozenset[str] = frozenset()
    """The available machine actions: "off", "report"."""
    update: Message | None = None
    """The question before a newer version is installed; None if there is none."""
    is_auto_roll_on: bool = False
    """True if automatic rolling is on."""
    last_roll_offer: Callable[[Question], str] = no_roll
    """Returns the offer with which such a die was rolled last; "" for none. Called for dice only."""
    hidden_sheet: Callable[[], str] = str
    """Returns the sheet with what the home page cannot show; "" if it shows everything. Slow."""
    task_title: Message | None = None
    """The name of what is to be done besides the blocking question; None for nothing."""
    stickers: Callable[[], StickerState] = StickerState
    """Returns which pieces have a sticker; called only where needed."""
    box_facts: Callable[[], BoxFacts] = BoxFacts
    """Returns what is known about the pieces of the box; called only where needed."""
    explain: Explainer = Explainer()
    """The help for the current state."""
    phones: PhoneState | None = None
    """The admitted and asking phones; None if phones are not possible."""

    @property
    def front_questions(self) -> tuple[Question, ...]:
        """The blocking questions."""
        return tuple(q for q in self.questions if not q.non_blocking)

    def question(self, number: int) -> Question | None:
        """Return the open question with that number, the correction question included; None if there is none."""
        if number == CORRECTION:
            return self.corrections()
        return next((q for q in self.questions if q.number == number), None)


class PastEntry(msgspec.Struct, frozen=True):
    """An earlier entry that is open, or before which an entry was forgotten."""

    number: int
    """The number of the entry."""
    text: Message
    """Its history line."""
    later_entries: int
    """The number of entries after it."""
    answer: Answer
    """The answer as it is, or as edited so far."""
    questions: tuple[Question, ...]
    """The questions at that time: the answered one, then the same question of other players. For a forgotten entry
    all non-blocking questions, those of the player on turn first.
    """
    player_names: tuple[Message, ...] = ()
    """The name of the player asked, for each of `questions`."""
    is_insertion: bool = False
    """True if an entry is to be inserted before it."""
    help_keys: tuple[str, ...] = ()
    """The keys of articles that explain its events (`Article.key`)."""
    new_question: Question | None = None
    """A question that only the edited history asks; it is answered before the edit is made."""
    new_question_turn: int = 0
    """The number of the turn in which that is asked."""
    new_question_turn_owner: Message | None = None
    """The name of that turn's figure; None for none."""
    edit: EditEntry | None = None
    """The edit that asks it."""
    later_turns: int = 0
    """The number of turns that the later entries belong to."""
    turn: int | None = None
    """The number of its turn, for page titles; None if no page shows it."""
    turn_owner: Message | None = None
    """The name of that turn's figure; None for none."""
    is_changed: bool = False
    """True if it was changed but the edit is not complete."""

    def question(self, number: int) -> Question | None:
        known = (*self.questions, *([self.new_question] if self.new_question else []))
        return next((each for each in known if each.number == number), None)


class Menu(msgspec.Struct, frozen=True):
    """The open screens, with what surrounds them."""

    levels: tuple[MenuScreen, ...] = ()
    """The last is on top; empty for the blocking question or the home page."""
    postponed_question: int = 0
    """The number of the question that BACK set aside; 0 for none."""
    notice: NoticePage | None = None
    """A sentence over everything until the next input; None for none."""
    instructions: tuple[TableInstruction, ...] = ()
    """The table instructions that are still open."""
    past_entry: PastEntry | None = None
    """The history entry that is open; None for none."""
    interrupted_tap: InterpretationList | None = None
    """The question of a tap that another input interrupted; it comes back afterwards. None for none."""
    is_rerolled: bool = False
    """True if the players rolled an undone die again, so that its face is not suggested."""
    last_offer: tuple[int, str] | None = None
    """The question and offer answered last by keys: the cursor stays there while the question is open."""
    has_seen_hidden_sheet: bool = False
    """True if the sheet of `MenuContext.hides` was opened since the last answer."""


EMPTY_MENU = Menu()
