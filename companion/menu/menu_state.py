"""What may lie open on the box's screen: menus, lists and forms as frozen values, and what a press may ask for.

Says nothing about how a level looks (`companion.menu.options`) or what a button does (`companion.menu.menu`).

The turns of a game as its history lists them, with the entries of each. Says nothing of how a list looks.

How it stands with invited phones, as the menu shows it. Opens nothing.

What may lie open while stickers are put on pieces: frozen values, and what a press asks for. Does nothing.

What may lie open while an owner tells what is printed on pieces: frozen values, and what a press asks for.

What people set in the case's own menu, as the menu shows it and the session keeps it. Opens nothing.
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
    """One entry of the history in words."""

    number: int
    """The entry's, for what can be done about it."""
    text: Lazy[Message]
    """What was answered and what came of it."""


class HistoryTurn(msgspec.Struct, frozen=True):
    """One turn of the history."""

    number: int
    """0 for what came before the first."""
    figure: str
    """The id of whose turn it was; "" for nobody."""
    text: Lazy[Message]
    """What it brought, in a few words."""
    lines: tuple[HistoryEntry, ...]
    """Its entries as they happened."""


class AdmittedPhone(msgspec.Struct, frozen=True):
    """A phone that is let in."""

    key: str
    """What it is known by; people are never told it."""
    number: int
    """What people call it."""
    role: str
    """As what it was let in, see `companion.menu.main_menu`."""
    seat: str = ""
    """The player whose phone it is, by id; "" for nobody's."""


class PhoneState(msgspec.Struct, frozen=True):
    """What is so now."""

    open: bool = False
    """Phones of the house may come."""
    phones: tuple[AdmittedPhone, ...] = ()
    """Those that are let in, in the order in which they came."""
    asking: int = 0
    """The number of the one that asks to be let in; 0 for none."""
    url: str = ""
    """The invitation that is good now, as a phone reads it; "" for none."""
    name: str = ""
    """The same address by the name of this box, for whoever was let in before; "" where it has none."""
    people: tuple[tuple[str, Message], ...] = ()
    """The players by id, with what people call them."""

    @property
    def seats(self) -> frozenset[str]:
        """The players who have a phone."""
        return frozenset(each.seat for each in self.phones if each.seat)


StickerChanges = tuple[tuple[str, str], ...]
"""Numbers of stickers, and the piece or "card:…" that each is on from now; "" for none."""


class StickerState(msgspec.Struct, frozen=True):
    """The stickers of the game on the table."""

    kinds: tuple[StickerKind, ...] = ()
    """All that stickers are put on; none where the game has none."""
    stickers: Mapping[str, str] = {}
    """Number -> the piece or "card:…" it is on."""

    @property
    def on(self) -> frozenset[str]:
        """The pieces that have one."""
        return frozenset(self.stickers.values())


class StickerKindList(msgspec.Struct, frozen=True):
    """What is to get stickers."""

    chosen: tuple[str, ...] | None = None
    """Ids of kinds; None = people chose nothing yet: all of them."""
    cursor: int = 0
    """The index of the chosen row."""


class EnrolledPiece(msgspec.Struct, frozen=True):
    """One piece of a walk that got its sticker."""

    uid: str
    """The sticker's number."""
    back: StickerChanges
    """What takes it back."""


class StickerEnrolment(msgspec.Struct, frozen=True):
    """One piece after the other: stick and tap."""

    chosen: tuple[str, ...]
    """Ids of the kinds that get stickers."""
    skipped: tuple[str, ...] = ()
    """Keys of the steps that were put last, in that order."""
    at: str = ""
    """Key of the step that people went back to; "" = the next one without a sticker."""
    done: tuple[EnrolledPiece, ...] = ()
    """What this walk brought, the latest last."""
    told: Message | None = None
    """What came of the last tap."""
    asked: str = ""
    """Number of the sticker that is on another piece, and is moved when it is tapped once more."""
    checking: bool = False
    """The walk is over, or people want to see: pieces are tapped and their names read."""
    read: tuple[str, ...] = ()
    """Numbers of the stickers that were tapped in the check, the latest last."""


class StickerPieceList(msgspec.Struct, frozen=True):
    """On which piece a sticker is."""

    uid: str
    """Its number."""
    kind: str = ""
    """Id of the kind that lies open; "" = the kinds themselves."""
    cursor: int = 0
    """The index of the chosen row."""
    says: str = ""
    """The piece that is written on the sticker itself, by its id; "" for none."""


class SetStickers(msgspec.Struct, frozen=True):
    """Stickers are put on pieces, or taken off."""

    changes: StickerChanges
    """Which."""
    then: StickerEnrolment | None = None
    """The walk after it; None = the list of pieces is closed and the sticker counts as tapped."""


class FactGroupList(msgspec.Struct, frozen=True):
    """All groups of pieces, with how many of each are known."""

    cursor: int = 0
    """The index of the chosen row."""


class FactPieceList(msgspec.Struct, frozen=True):
    """The pieces of one group."""

    group: str
    """Its id."""
    cursor: int = 0
    """The index of the chosen row."""


class FieldList(msgspec.Struct, frozen=True):
    """One piece, field by field."""

    piece: str
    """Its id."""
    cursor: int = 0
    """The index of the chosen row."""


class FieldForm(msgspec.Struct, frozen=True):
    """One field of a piece."""

    piece: str
    """Its id."""
    field: str
    """The field's id."""
    told: tuple[tuple[str, int], ...] = ()
    """What was counted so far."""
    what: str = ""
    """What is counted now: how many of it is asked."""
    whole: bool = False
    """All there is to choose from, not only what is usual."""
    cursor: int = 0
    """The index of the chosen row."""


class SaveFact(msgspec.Struct, frozen=True):
    """A value is kept in the box; then the next field that is asked lies open."""

    piece: str
    """Its id."""
    field: str
    """The field's id."""
    value: str | None
    """As in `PieceField.value`."""


class BoxSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was set on the case itself; it stands above companion.toml."""

    language: str = ""
    """The code of a language; "" for that of companion.toml."""
    sound: bool = True
    """The beeper is heard; the LED shines in any case."""
    turned: bool = False
    """The panel hangs upside down: every picture is turned round."""


class BoxState(msgspec.Struct, frozen=True):
    """The settings in force, and what may be chosen."""

    settings: BoxSettings
    language: str
    """The code of the language that is spoken now."""
    languages: tuple[tuple[str, str], ...]
    """Codes of those that are here, and what people call them."""


LAST_ROW = 99
"""A cursor that stands on the last row, however many there are."""


class OfferList(msgspec.Struct, frozen=True):
    """The offers of one question."""

    question: int
    """Its number."""
    cursor: int = 0
    """The index of the chosen row."""
    edit: int = 0
    """The number of the past entry whose answer is being changed; 0 = the question is open now."""
    is_rare: bool = False
    """It shows those that few turns need, and no others."""


class OfferForm(msgspec.Struct, frozen=True):
    """An offer being filled in, part by part."""

    question: int
    """The number of its question."""
    offer: str
    """The offer's name."""
    values: tuple[Value, ...] = ()
    """Of the parts that are filled in; the next part is on the screen."""
    group: Message | None = None
    """The heading that lies open in a long pick; None = the headings themselves, or a short pick."""
    cursor: int = 0
    """The index of the chosen row; where a number is set, the number itself."""
    edit: int = 0
    """As in `OfferList.edit`."""
    turned: int = 0
    """How often people turned on from the keys of this part: to the next ones, and then to all there is."""
    rest: tuple[Value, ...] = ()
    """What the entry that is changed has from this part on; what follows stays, where it still fits."""


class MoreOffers(msgspec.Struct, frozen=True):
    """Everything the resting questions offer."""

    cursor: int = 0
    """The index of the chosen row."""
    part: str = ""
    """What of it lies open: "seldom", "others" (what other people enter); "" for what comes in most turns."""
    turned: int = 0
    """As in `OfferForm.turned`: from what is asked for now, which lies on keys, to all there is."""


class KeyOffers(msgspec.Struct, frozen=True):
    """A key that opens the same for several people: whose it is."""

    key: str
    """As in `Offer.key`."""
    cursor: int = 0
    """The index of the chosen row."""


class MainMenu(msgspec.Struct, frozen=True):
    """The main menu."""

    cursor: int = 0
    """The index of the chosen row."""


class CautionPrompt(msgspec.Struct, frozen=True):
    """A soft rule speaks against an answer: anyway, correct it, or cancel."""

    answer: Answer
    """As people gave it, without `anyway`."""
    reason: Reason
    """What speaks against it."""
    cursor: int = 0
    """The index of the chosen row."""
    edit: int = 0
    """As in `OfferList.edit`."""


class KeptRollPrompt(msgspec.Struct, frozen=True):
    """A die that was rolled and taken back: it stays as it fell, unless people rolled again."""

    answer: Answer
    """The roll as it fell."""
    cursor: int = 0
    """The index of the chosen row."""


class InterpretationList(msgspec.Struct, frozen=True):
    """What a tap may have meant."""

    title: Message
    """What people are asked."""
    choices: tuple[Interpretation, ...]
    """The likeliest first."""
    cursor: int = 0
    """The index of the chosen row."""
    in_order: bool = False
    """As in `Pick.in_order`."""
    turned: int = 0
    """As in `OfferForm.turned`."""


class UndoInstructionList(msgspec.Struct, frozen=True):
    """What the hands put back, and what of it is done."""

    items: tuple[TableInstruction, ...]
    """In the order in which the hands do it."""
    ticked: tuple[bool, ...]
    """For each of `items`: it is done."""
    cursor: int = 0
    """The index of the chosen row."""
    title: Message | None = None
    """What was done that asks for it; None where that is long ago."""


class HistoryList(msgspec.Struct, frozen=True):
    """The turns, with all entries that stand."""

    turns: tuple[HistoryTurn, ...]
    """The newest first."""
    cursor: int = 0
    """The index of the chosen row."""


class TurnEntryList(msgspec.Struct, frozen=True):
    """The entries of one turn, and a row for what was forgotten in it."""

    turn: HistoryTurn
    cursor: int
    """The index of the chosen row."""


class EntryMenu(msgspec.Struct, frozen=True):
    """An earlier entry (`Menu.past`), part by part, and what can be done about it."""

    cursor: int = 0
    """The index of the chosen row."""


class PlayerList(msgspec.Struct, frozen=True):
    """Whose an earlier entry (`Menu.past`) really was."""

    cursor: int = 0
    """The index of the chosen row."""


class ForgottenList(msgspec.Struct, frozen=True):
    """What may have been forgotten before an earlier entry (`Menu.past`)."""

    cursor: int = 0
    """The index of the chosen row."""


class TableOrLog(msgspec.Struct, frozen=True):
    """A change of the past is clear; was the table wrong, or only the log?"""

    edit: EditEntry
    """The change, not yet made."""
    text: Message
    """It in words."""
    told: Message | None = None
    """What people are told with it, for example that a scoring is counted again."""
    hands: tuple[Message, ...] = ()
    """What hands do where the table was wrong as well."""
    cursor: int = 0
    """The index of the chosen row."""


class UnfitList(msgspec.Struct, frozen=True):
    """The later entries that a changed past would drop, shown before it is done."""

    edit: EditEntry
    """The change, not yet made."""
    lines: tuple[tuple[Message, Reason], ...]
    """Each entry in words, with what now speaks against it."""
    turns: int = 1
    """Of how many turns they are."""
    side_effects: tuple[tuple[Message, Reason], ...] = ()
    """As in `EditedPast.besides`."""
    told: Message | None = None
    """As in `TableOrLog.told`."""
    cursor: int = 0
    """The index of the chosen row."""


class GameItem(msgspec.Struct, frozen=True):
    """One kept game."""

    id: str
    """Its number in the archive."""
    title: Message
    """What the list calls it."""
    running: bool = False
    """It is the game on the table."""
    details: Message | None = None
    """When it began, points and winner, as far as they are known."""
    finished: bool = False
    """Nothing is left to play."""


class GameList(msgspec.Struct, frozen=True):
    """All kept games."""

    lines: tuple[GameItem, ...]
    """The newest first."""
    cursor: int = 0
    """The index of the chosen row."""


class GameMenu(msgspec.Struct, frozen=True):
    """What can be done with one kept game."""

    line: GameItem
    """The game."""
    cursor: int = 0
    """The index of the chosen row."""


class OrderChoice(msgspec.Struct, frozen=True):
    """Once more with the same players: in the order of the last game, or in another."""

    cursor: int = 0
    """The index of the chosen row."""


class GameChoice(msgspec.Struct, frozen=True):
    """Which of several installed games is to be played."""

    cursor: int = 0
    """The index of the chosen row."""


class BoxMenu(msgspec.Struct, frozen=True):
    """What can be set on the case itself."""

    cursor: int = 0
    """The index of the chosen row."""


class LanguageList(msgspec.Struct, frozen=True):
    """Which language the companion speaks."""

    cursor: int = 0
    """The index of the chosen row."""


class PhoneMenu(msgspec.Struct, frozen=True):
    """What can be done about phones."""

    cursor: int = 0
    """The index of the chosen row."""


class Invitation(msgspec.Struct, frozen=True):
    """The picture that a phone scans."""


class PhoneRequest(msgspec.Struct, frozen=True):
    """A phone came with an invitation: as whom is it let in?"""

    number: int
    """It says so on the phone too."""
    cursor: int = LAST_ROW
    """The index of the chosen row: at first the last, no."""


class ConfirmPrompt(msgspec.Struct, frozen=True):
    """A last question before something big; the cursor starts on no."""

    title: Message
    """What is asked."""
    yes: Message
    """The words that say yes."""
    act: MenuAction
    """What yes does."""
    more: tuple[tuple[Message, MenuAction], ...] = ()
    """Other ways to say yes: the words, and what they do."""
    cursor: int = 0
    """The index of the chosen row: 0 is no."""


class SheetScreen(msgspec.Struct, frozen=True):
    """A sheet of the game's own, over everything."""

    kind: str
    """As in `MenuContext.sheets`."""
    page: int = 0
    """Counted from 0; it may run past the last page and begins again there."""
    passing: bool = False
    """The key that goes on showed it: OK leaves it, whatever could be corrected on it."""


class HelpPage(msgspec.Struct, frozen=True):
    """Something explained."""

    key: str
    """As in `Article.key`."""
    page: int = 0
    """As in `ArticlePage.page`."""
    why: Message | None = None
    """Why what it explains is closed now: it stands first; None where it isn't."""


class HelpTopicList(msgspec.Struct, frozen=True):
    """Several things that can be explained: which one?"""

    keys: tuple[str, ...]
    cursor: int = 0
    """The index of the chosen row."""


class TutorialPage(msgspec.Struct, frozen=True):
    """What has just happened for the first time, a sentence about each; nobody asked for it."""

    keys: tuple[str, ...]
    """As in `Article.key`."""
    page: int = 0
    """As in `ArticlePage.page`."""


class GiveAnswer(msgspec.Struct, frozen=True):
    """The table answers."""

    answer: Answer
    """To a question that was open when it was offered."""
    replaces: bool = False
    """It is given instead of the last entry, which is taken back."""


class Undo(msgspec.Struct, frozen=True):
    """The last entry that stands is taken back."""


class Redo(msgspec.Struct, frozen=True):
    """The last taking back is taken back."""


class BackTo(msgspec.Struct, frozen=True):
    """Everything after an entry is taken back."""

    number: int
    """The last entry that stays; 0 = none stays."""


class EditEntry(msgspec.Struct, frozen=True):
    """An earlier entry is changed or removed, and all after it decided again."""

    number: int
    """The entry."""
    instead: Answer | None = None
    """The new answer; None = it is removed."""
    before: bool = False
    """The new answer is put in before the entry, which stays."""
    sure: bool = False
    """People saw what no longer fits."""
    only_log: bool | None = None
    """Whether the table was right all the time; None = nobody said yet."""
    partly: bool = False
    """It was right in part: hands tick what they need not do."""
    also: tuple[Answer, ...] = ()
    """What people answered to the questions that only this past asks, in its order."""


class FetchData(msgspec.Struct, frozen=True):
    """The menu needs what only the application has."""

    what: str
    """"history", "games", "entry" (what it answered), or "forgotten" (what might have been entered before it)."""
    number: int = 0
    """The entry, for "entry" and "forgotten"; 0 there = now."""


class StopAutoRoll(msgspec.Struct, frozen=True):
    """The companion rolls no die unasked any more."""


class NewGame(msgspec.Struct, frozen=True):
    """A new game begins; the running one is kept."""

    game: str = ""
    """The id of its kind; "" for that of the running one."""
    explained: bool = False
    """It explains unasked what happens for the first time."""


class BeginRematch(msgspec.Struct, frozen=True):
    """A new game, set up as the one that is over was."""

    reordered: bool = False
    """People sit down in another order: they say it first, the rest is as it was."""


class Resume(msgspec.Struct, frozen=True):
    """A kept game goes on."""

    id: str
    """As in `GameItem.id`."""


class Delete(msgspec.Struct, frozen=True):
    """A kept game goes for ever; when it is the running one, a new one begins."""

    id: str
    """As in `GameItem.id`."""


class SetBox(msgspec.Struct, frozen=True):
    """Something is set on the case itself."""

    settings: BoxSettings
    """All of them, the new one among them."""


class MachineAction(msgspec.Struct, frozen=True):
    """Everything is saved into one file, a report is written, the machine is switched off, a version installed."""

    what: str
    """"save", "report", "off" or "install"."""


class SetTutorial(msgspec.Struct, frozen=True):
    """This game explains unasked what happens for the first time, or no longer."""

    on: bool


class PhoneAction(msgspec.Struct, frozen=True):
    """Something about phones, see `companion.menu.main_menu`."""

    what: str
    """One of the acts named there."""
    number: int = 0
    """Of the phone that asks."""
    role: str = ""
    """What it is let in as."""
    seat: str = ""
    """The player it belongs to, by id; "" for nobody's."""
    key: str = ""
    """Of the one phone that it is about, see `PhoneIn`; "" for all."""


MenuAction = (
    GiveAnswer
    | Undo
    | Redo
    | BackTo
    | EditEntry
    | FetchData
    | NewGame
    | BeginRematch
    | Resume
    | Delete
    | SetBox
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
    | KeptRollPrompt
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
    """What the main menu calls it."""
    pages: int = 1
    """How many it takes on this panel."""
    key: str = ""
    """The button that opens it on the home page, with "+" for a long press; "" for none."""
    hint: Message | None = None
    """What the home page says of that button; None = nothing."""
    listed: bool = False
    """It stands at the end of the list of what people can do, one press up from its top, not in the menu."""
    key_only: bool = False
    """It stands in no list and never before a question: only its key on the home page opens it."""
    corrects: str = ""
    """The correction, by its name, that OK on it begins and that leads back to it; "" for none: OK leaves it."""


def no_corrections() -> Question | None:
    """For games without corrections, and for pages that offer none."""
    return None


def no_roll(_question: Question) -> str:
    """Where nobody has rolled yet."""
    return ""


class MenuContext(msgspec.Struct, frozen=True):
    """What the menu sees of the game."""

    questions: tuple[Question, ...] = ()
    """Those that are open, the most pressing first; corrections are not among them."""
    corrections: Callable[[], Question | None] = no_corrections
    """Asked only when somebody corrects: it is long, and most presses need none of it."""
    recent: dict[str, tuple[Value, ...]] = {}
    """`companion.menu.forms.recent_key` -> the values given last time."""
    subject: str = ""
    """What the turn is about, as in `GameOutline.subject`; "" for nothing."""
    kept: Answer | None = None
    """The die roll taken back last, when its question is open again; else None."""
    redo: bool = False
    """Something that was taken back can come again."""
    sheets: dict[str, SheetEntry] = {}
    """By kind, those that there are now."""
    playable: dict[str, Message] = {}
    """The games that can be begun, by id; empty where there is only one and nobody need be asked."""
    over: Message | None = None
    """How the game ended, in a sentence; None while something is left to play."""
    once_more: bool = False
    """The game is over, and can be begun once more with the same players."""
    has_no_entries: bool = False
    """Nothing was ever entered in this game."""
    rematch: Message | None = None
    """Of a game that was begun once more, in which order they play, until anybody enters anything; else None."""
    box: BoxState | None = None
    """What is set on the case itself; None where nothing can be."""
    machine: frozenset[str] = frozenset()
    """What may be wanted of the machine here: "off", "report"."""
    update: Message | None = None
    """The question before a newer version is installed; None where there is none."""
    is_auto_roll_on: bool = False
    """The companion rolls the die of this game whenever its turn comes."""
    rolled_last: Callable[[Question], str] = no_roll
    """How such a die was rolled last, by the name of the offer; "" for never. Asked only of dice."""
    hides: Callable[[], str] = str
    """The sheet that tells what the home page has no room for; "" where it tells all. It takes its time."""
    to_do: Message | None = None
    """What people call that which is to be done besides the question in front of them; None for nothing."""
    stickers: Callable[[], StickerState] = StickerState
    """Which piece has a sticker; asked only where it matters."""
    box_facts: Callable[[], BoxFacts] = BoxFacts
    """What is known of the pieces in the box; asked only where it matters."""
    explain: Explainer = Explainer()
    """What can be looked up."""
    phones: PhoneState | None = None
    """Who of them is let in and who asks; None where none can come."""

    @property
    def front_questions(self) -> tuple[Question, ...]:
        """The questions that are put in front of people."""
        return tuple(q for q in self.questions if not q.non_blocking)

    def question(self, number: int) -> Question | None:
        """The open question with that number, the one of corrections included."""
        if number == CORRECTION:
            return self.corrections()
        return next((q for q in self.questions if q.number == number), None)


class PastEntry(msgspec.Struct, frozen=True):
    """An earlier entry that people look at, or before which something was forgotten."""

    number: int
    """Its own."""
    text: Message
    """It in words."""
    later: int
    """How many entries came after it."""
    answer: Answer
    """As it stands, or as people want it so far."""
    questions: tuple[Question, ...]
    """As they were asked then: the one it answered, then the same asked of others. Where something was forgotten,
    everything that rested then, that of whose turn it was first.
    """
    people: tuple[Message, ...] = ()
    """For each of `questions`, of whom it was asked."""
    before: bool = False
    """Something is to be put in before it."""
    about: tuple[str, ...] = ()
    """What explains what came of it, as in `Article.key`."""
    asked_now: Question | None = None
    """What only the past as people want it asks: it is answered before that past is entered."""
    asked_in_turn: int = 0
    """The number of the turn it asks that in."""
    asked_owner: Message | None = None
    """Whose turn that is; None for nobody's."""
    change: EditEntry | None = None
    """The change that asks it."""
    later_turns: int = 0
    """Of how many turns the entries after it are."""
    turn: int | None = None
    """The number of the turn that it is in, for the head of every page about it; None: no page says it."""
    whose: Message | None = None
    """Whose turn that is; None for nobody's."""
    changed: bool = False
    """People want it otherwise than it stands, and have not said yet that this is all."""

    def question(self, number: int) -> Question | None:
        known = (*self.questions, *([self.asked_now] if self.asked_now else []))
        return next((each for each in known if each.number == number), None)


class Menu(msgspec.Struct, frozen=True):
    """What lies open."""

    levels: tuple[MenuScreen, ...] = ()
    """The last on top; none = the question in front, or the home page."""
    aside: int = 0
    """The number of the question that people left with BACK to see the home page; 0 = none."""
    notice: NoticePage | None = None
    """A sentence over everything, until the next input; None = none."""
    owed: tuple[TableInstruction, ...] = ()
    """What the last taking back left to put back."""
    past: PastEntry | None = None
    """The entry of the history that lies open; None = none."""
    unfinished: InterpretationList | None = None
    """What a tap asked and another input came before; it comes back when that is done. None = nothing."""
    rolled_again: bool = False
    """People said that a die taken back was rolled again: it is not offered as it fell any more."""
    stood: tuple[int, str] | None = None
    """The question and offer that the buttons answered last: a question still open keeps its cursor there."""
    seen: bool = False
    """`MenuContext.hides` was opened since the last answer."""


HOME = Menu()
