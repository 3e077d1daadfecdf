"""The tables a game is told in: kinds of questions with their actions, and events. One row says all of one thing.

Generic: S is the game's state, R what collects the events of one answer, Q an open question of the state. A row
that is missing is an error, never a silent default. Decides nothing about any game.

Command cards: spare stickers on a printed sheet, so that any entry is one tap. What each says, as data.

They are told in the rows of the actions that they give. Knows no game and does nothing itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from companion.engine.game import Interpretation, TableInstruction, TapMeaning
from companion.engine.message import Message, tr
from companion.engine.offers import (
    Amount,
    Answer,
    Fallback,
    Offer,
    Part,
    Pick,
    Preset,
    Question,
    Reason,
    Refusal,
    SharedQuestion,
    Value,
    offer_objection,
    without_hidden_choices,
)


class AskedQuestion(Protocol):
    """What the tables need of an open question."""

    @property
    def number(self) -> int: ...

    @property
    def player(self) -> str: ...


S = TypeVar("S")
R = TypeVar("R")
Q = TypeVar("Q", bound=AskedQuestion)


class ActionForm(msgspec.Struct, frozen=True, gc=False):
    """What an action looks like now."""

    label: Message
    """Its words on a button or in a list."""
    parts: Sequence[Part] = ()
    """As in `Offer.parts`."""
    closed: Reason | None = None
    """A hard rule that speaks against it; None = open."""
    caution: Reason | None = None
    """A soft rule that speaks against it; None = no doubt."""
    keyed: bool = True
    """Whether the key of its action opens it now."""
    hint: Message | None = None
    """As in `Action.hint`, where it isn't always the same."""
    ready: tuple[Preset, ...] = ()
    """Whole answers that people give often, as rows of their own."""
    likely: bool = False
    """As in `Offer.likely`."""
    is_rare: bool = False
    """As in `Offer.seldom`, where it isn't always so."""
    together: SharedQuestion | None = None
    """As in `Offer.together`."""
    tells: str = ""
    """As in `Offer.tells`."""
    is_on_home_page: bool = False
    """As in `Offer.at_hand`."""


class CommandCard(msgspec.Struct, frozen=True):
    """A printed card whose tap gives an action, with the values it stands for."""

    id: str
    """What its sticker is enrolled as, after "card:"."""
    label: Message
    """The words printed on it."""
    values: tuple[Value, ...] = ()
    """Values of the action's parts, from the first on; what is left is asked."""
    icon: str = ""
    """The drawing on it."""
    subject: str = ""
    """What the drawing shows it done with: the name of a picture."""
    number: int = 0
    """The number in the drawing; 0 for none."""
    place: int = 0
    """Cards are printed by their places, then in the order of the tables."""
    secret: bool = False
    """Others must not learn who holds it: its sticker says nothing."""
    fallback: Message | None = None
    """What a tap is told while nothing of the kind is asked: why, in one sentence; None: the action says."""


Cards = Callable[[Any], Iterable[CommandCard]]
"""The cards of an action, from the facts of the box."""


class Action(msgspec.Struct, Generic[S, R, Q], frozen=True):
    """One row: something people may answer to a question."""

    name: str
    """Its name in answers, kept on disk."""
    form: ActionForm | Callable[[S, Q], ActionForm | None]
    """Words and parts now; None: it is not offered now."""
    resolve: Callable[[R, Q, Answer], None]
    """What it does. Called only with an answer that was offered."""
    key: str = ""
    """The button that opens it at once while its question waits on the home screen ("OK", "UP+" …); "DOWN" puts it
    first into the list that DOWN opens there."""
    hint: Message | None = None
    """What stands under that button: a verb of 7 or 8 letters; None = the words of its form."""
    cards: Cards | None = None
    """Printed cards that give it with one tap."""
    is_rare: bool = False
    """As in `Offer.seldom`."""
    sign: str = ""
    """As in `Offer.sign`."""
    fallback: Fallback | None = None
    """As in `Offer.otherwise`."""
    once: bool = False
    """As in `Offer.once`."""
    key_when: Callable[[S, Q], bool] | None = None
    """Whether its key opens it now, where that is known without its form; None: the form says it."""

    def key_now(self, state: S, question: Q) -> str:
        """Its key, if that may open it now."""
        return self.key if self.key_when is None or self.key_when(state, question) else ""

    def offer(self, state: S, question: Q, key: str = "") -> Offer | None:
        form = self.form if isinstance(self.form, ActionForm) else self.form(state, question)
        if form is None:
            return None
        key, hint = key if form.keyed else "", form.hint or self.hint
        return Offer(
            self.name,
            form.label,
            form.parts,
            form.closed,
            form.caution,
            key,
            hint,
            form.ready,
            form.likely,
            self.is_rare or form.is_rare,
            self.sign,
            self.fallback,
            self.once,
            form.together,
            form.tells,
            form.is_on_home_page,
        )


class ActionFamily(msgspec.Struct, Generic[S, R, Q], frozen=True):
    """One row for actions that differ in a number or a name only: "face_1", "face_2" …"""

    prefix: str
    """How the names of all of them begin in answers."""
    forms: Callable[[S, Q], Iterable[tuple[str, ActionForm]]]
    """What follows the prefix, with its words and parts, for each that is offered now."""
    resolve: Callable[[R, Q, Answer], None]
    """What they do; the answer's offer says which it was."""
    sign: str = ""
    """As in `Offer.sign`."""
    cards: Cards | None = None
    """Printed cards that give one of them with one tap, or ask which."""
    meant: Callable[[str, str], bool] | None = None
    """Whether the card of that id stands for what follows the prefix."""
    key: str = ""
    """As in `Offer.key`, for each of them."""

    @property
    def name(self) -> str:
        """What stands for all of them where one name is asked for."""
        return self.prefix

    def offers(self, state: S, question: Q, key: str = "") -> Iterator[Offer]:
        for rest, form in self.forms(state, question):
            yield Offer(
                self.prefix + rest,
                form.label,
                form.parts,
                form.closed,
                form.caution,
                key=key if form.keyed else "",
                hint=form.hint,
                sign=self.sign,
            )


ActionRow = Action[S, R, Q] | ActionFamily[S, R, Q]


NamedItem = TypeVar("NamedItem", Offer, ActionRow[Any, Any, Any])


def _named_first(found: Sequence[NamedItem], names: Sequence[str]) -> tuple[NamedItem, ...]:
    order = {name: at for at, name in enumerate(names)}
    return tuple(sorted(found, key=lambda each: order.get(each.name, len(order))) if names else found)


class QuestionKind(msgspec.Struct, Generic[S, R, Q], frozen=True, dict=True):
    """One kind of question: how it is put, and everything people may answer."""

    name: str
    """Its name in the state and in journals, kept on disk."""
    text: Message | Callable[[S, Q], Message]
    """The question in words."""
    actions: tuple[ActionRow[S, R, Q], ...]
    """What may be answered, in the order in which it is offered."""
    rule: str | Callable[[S, Q], str] = ""
    """The id of the rule behind it."""
    non_blocking: bool = False
    """It waits on the home screen and holds nothing up."""
    secret: bool = False
    """Only whom it is asked may see it."""
    stays_open: bool = False
    """An answer doesn't close it; its actions do, when it is time."""
    completes: bool = False
    """It asks on for what one entry began: both are one thing, and go together."""
    keys_for: Callable[[S, Q], bool] | None = None
    """Whether its keys work now; None: always."""
    first: Callable[[S, Q], str] | None = None
    """The action that is offered first now, whatever the order of the rows."""
    asked_now: Callable[[S, Q], Sequence[str]] | None = None
    """Actions that come before all others under the button that they share now, in this order; the first
    of them gives the button its word."""

    @cached_property
    def rows_by_key(self) -> dict[str, list[ActionRow[S, R, Q]]]:
        """The rows of each button; under "" those of all buttons."""
        keyed = [row for row in self.actions if row.key]
        return {"": keyed} | {row.key: [each for each in keyed if each.key == row.key] for row in keyed}

    def row(self, name: str) -> ActionRow[S, R, Q] | None:
        """The row of an action by the name in an answer; None where there is none."""
        for row in self.actions:
            if row.name == name if isinstance(row, Action) else name.startswith(row.prefix):
                return row
        return None

    def resolve(self, name: str) -> Callable[[R, Q, Answer], None]:
        """What an answer does; LookupError for one without a row."""
        row = self.row(name)
        if row is None:
            raise LookupError(f"{self.name} has no action {name}")
        return row.resolve

    def offer(self, state: S, question: Q, name: str) -> Offer | None:
        """The one offer of that name, nothing else worked out; None where it isn't offered."""
        for row in self.actions:
            if isinstance(row, Action):
                if row.name == name:
                    return row.offer(state, question, self._key(state, question, row))
            elif name.startswith(row.prefix):
                return next((each for each in self._family(state, question, row) if each.name == name), None)
        return None

    def objection(self, state: S, question: Q, answer: Answer) -> Refusal | None:
        """What speaks against an answer, as in `objection_to`."""
        offer = self.offer(state, question, answer.offer) if self.row(answer.offer) else None
        return offer_objection(offer, answer)

    def offers(self, state: S, question: Q) -> tuple[Offer, ...]:
        """All that is offered now."""
        found: list[Offer] = []
        for row in self.actions:
            if isinstance(row, ActionFamily):
                found.extend(self._family(state, question, row))
            elif offer := row.offer(state, question, self._key(state, question, row)):
                found.append(offer)
        return _named_first(found, (self.first(state, question),) if self.first else ())

    def offers_with_keys(self, state: S, question: Q, key: str = "") -> Iterator[Offer]:
        """Only those that a button opens at once, or that button, in the order in which it tells them.

        Each is worked out when it is read.
        """
        rows = self.rows_by_key.get(key)
        if not rows or (self.keys_for is not None and not self.keys_for(state, question)):
            return
        for row in _named_first(rows, self.asked_now(state, question) if self.asked_now else ()):
            if isinstance(row, ActionFamily):
                yield from row.offers(state, question, row.key)
            elif row.key_now(state, question) and (offer := row.offer(state, question, row.key)) and offer.key:
                yield offer

    def _family(self, state: S, question: Q, row: ActionFamily[S, R, Q]) -> Iterator[Offer]:
        return row.offers(state, question, self._key(state, question, row))

    def _key(self, state: S, question: Q, row: ActionRow[S, R, Q]) -> str:
        if not row.key or (self.keys_for is not None and not self.keys_for(state, question)):
            return ""
        return row.key_now(state, question) if isinstance(row, Action) else row.key

    def question(self, state: S, question: Q, is_hidden: bool = False) -> Question:
        """The question as it is put; words and offers are worked out when somebody reads them.

        unlisted: with the choices that stand in no list because only a tap may say them.
        """
        words, rule = self.text, self.rule
        return Question(
            question.number,
            self.name,
            (lambda: words(state, question)) if callable(words) else words,
            _LazyOffers(self, state, question, is_hidden),
            question.player,
            question.player if self.secret else "",
            self.non_blocking,
            rule(state, question) if callable(rule) else rule,
            self.completes,
        )


class _LazyOffers(Generic[S, R, Q]):
    """The offers of one question in one state."""

    __slots__ = ("_kind", "_question", "_state", "_unlisted")

    def __init__(self, kind: QuestionKind[S, R, Q], state: S, question: Q, is_hidden: bool) -> None:
        self._kind, self._state, self._question, self._unlisted = kind, state, question, is_hidden

    def every(self) -> tuple[Offer, ...]:
        offers = self._kind.offers(self._state, self._question)
        return offers if self._unlisted else tuple(map(without_hidden_choices, offers))

    def keyed(self, key: str = "") -> Iterator[Offer]:
        if key not in self._kind.rows_by_key:
            return iter(())
        offers = self._kind.offers_with_keys(self._state, self._question, key)
        return offers if self._unlisted else map(without_hidden_choices, offers)

    def named(self, name: str) -> Offer | None:
        offer = self._kind.offer(self._state, self._question, name)
        return offer if offer is None or self._unlisted else without_hidden_choices(offer)


class LogChange(msgspec.Struct, frozen=True, kw_only=True):
    """What an event booked, as short as a table says it; told in one line with others of its player and cause."""

    deed: Message | None = None
    """What was done, which stands first; None: the change stands first."""
    change: Message | None = None
    """What the counts gained or lost; None: only the deed is told."""
    cause: Message | None = None
    """Where a change without a deed came from."""
    player: str = ""
    """Whose counts; "" = nobody's."""
    money: int = 0
    """What of the change is money, for where its words have no room."""
    points: int = 0
    """The same of points."""
    joins: bool = False
    """It belongs to the deed told before it, if that was the same player's."""


class EventRow(msgspec.Struct, Generic[S], frozen=True):
    """One row: what an event changes, and what people are told of it."""

    event: type[Any]
    apply: Callable[[S, Any], S]
    """The state after it."""
    history: Callable[[S, Any], Message | None] | None = None
    """Its words in the history; None: another event of the same entry tells it."""
    short_history: Callable[[S, Any], Message] | None = None
    """The same without a name, behind words about the same player; None: the name comes again."""
    group_history: Callable[[S, Sequence[Any]], Message | None] | None = None
    """Words for all of them that an entry gave, at the end of its line, instead of `history`."""
    booked: Callable[[S, Any], LogChange | None] | None = None
    """What it booked, for the screen of the turn that it happened in; None: nothing that people must know."""
    owed: Callable[[S, Any], Message | None] | None = None
    """What it left for people to enter, as long as they haven't; it stands before all else that they owe."""
    ends_turn: bool = False
    """It belongs to the end of a turn: what it says is told in the next one too, until that is under way."""
    undo_instructions: Callable[[S, Any], TableInstruction | None] | None = None
    """What the hands put back when it is taken back; None: nothing."""
    undo_group: Callable[[Any], str] | None = None
    """What groups those that go back in one handful, where the first of them stands; "" goes alone."""
    group_undo_instructions: Callable[[S, Sequence[Any]], TableInstruction | None] | None = None
    """What the hands put back for a handful; None: they cancel out."""
    public: Callable[[Any], Any] | None = None
    """Of an event that tells a secret, what everybody may know; None: all of it."""


NO_ANSWER = tr("That card does nothing now.")
CARD_NOT_OFFERED = tr("That can't be chosen in this game.")


CardRow = ActionRow[Any, Any, Any]
RowCard = tuple[CardRow, CommandCard]


def cards_of_rows(rows: Iterable[CardRow], facts: Any) -> Iterator[RowCard]:
    """The cards of these rows, each with its own."""
    for row in rows:
        for card in row.cards(facts) if row.cards else ():
            yield row, card


def command_cards(
    kinds: Iterable[QuestionKind[Any, Any, Any]], facts: Any, last: Iterable[CommandCard]
) -> dict[str, CommandCard]:
    """Every card by its id, in the order of the printed sheet; `last`: those that answer no question."""
    found = {card.id: card for kind in kinds for _, card in cards_of_rows(kind.actions, facts)}
    return {card.id: card for card in sorted((*found.values(), *last), key=lambda card: card.place)}


def undo_and_help_cards(place: int) -> tuple[CommandCard, CommandCard]:
    """Those that every game has; the second enters nothing: what is tapped after it is explained."""
    undo = CommandCard("undo", tr("Take back"), (), "undo", place=place)
    return undo, CommandCard("what", tr("What is this?"), (), "what", place=place)


def unusable_card_meaning(card: CommandCard) -> TapMeaning:
    """A card for which nothing is asked now."""
    return closed_card_meaning(card.fallback or NO_ANSWER)


def closed_card_meaning(reason: Message) -> TapMeaning:
    """A card of which nothing comes now."""
    return TapMeaning(reason, why_not=True)


def card_meaning(asked: Question, row: CardRow, card: CommandCard) -> TapMeaning:
    """An offer with the values the card gives; what it still needs is asked, each answer a way of its own."""
    if isinstance(row, ActionFamily):
        return _family_meaning(asked, row, card)
    name, values, offer = row.name, card.values, asked.offer(row.name)
    if offer is None:
        return unusable_card_meaning(card)
    missing, closed = _missing_part(offer, values)
    if closed:
        return closed_card_meaning(closed.text)
    if missing is None:
        return TapMeaning(offer.label, None, (Interpretation(offer.label, Answer(asked.number, name, values)),))
    ways = tuple(
        Interpretation(label, Answer(asked.number, name, (*values, value)))
        for label, value in _part_options(missing)
    )
    # What buttons need not say because only one can be meant, a card need not either.
    only = isinstance(missing, Pick) and missing.assumed and len(ways) == 1
    return TapMeaning(offer.label, None if only else missing.text, ways)


def _family_meaning(asked: Question, family: ActionFamily[Any, Any, Any], card: CommandCard) -> TapMeaning:
    """Which of those that the card stands for is asked, where more than one can be."""
    meant = [offer for offer in asked.offers if _is_card_for(family, card, offer)]
    able = [offer for offer in meant if not offer.closed]
    closed = next((offer.closed.text for offer in meant if offer.closed), None)
    if not able:
        return closed_card_meaning(closed) if closed else unusable_card_meaning(card)
    ways = tuple(Interpretation(offer.label, Answer(asked.number, offer.name, ())) for offer in able)
    return TapMeaning(card.label, asked.text if len(ways) > 1 else None, ways)


def _is_card_for(family: ActionFamily[Any, Any, Any], card: CommandCard, offer: Offer) -> bool:
    own, rest = offer.name.startswith(family.prefix), offer.name.removeprefix(family.prefix)
    return own and family.meant is not None and family.meant(card.id, rest)


def _missing_part(offer: Offer, values: tuple[Value, ...]) -> tuple[Part | None, Reason | None]:
    """The first part that `values` leave open, or why one of them can't be."""
    if offer.closed:  # a closed offer may have no parts at all
        return None, offer.closed
    parts, closed = list(offer.parts), None
    for value in values:
        part = parts.pop(0)
        if isinstance(part, Pick):
            choice = next((c for c in part.choices if c.value == value), None)
            closed = closed or (choice.closed if choice else Reason("", CARD_NOT_OFFERED))
            parts[:0] = choice.then if choice else ()
    return (parts[0] if parts else None), closed


def _part_options(part: Part) -> list[tuple[Message, Value]]:
    """What a part can be answered with, the usual first."""
    if isinstance(part, Pick):
        return [(choice.label, choice.value) for choice in part.choices if not choice.closed]
    assert isinstance(part, Amount)
    order = sorted(range(part.low, part.high + 1), key=lambda n: n != part.default)
    return [(tr("{n}", n=n), n) for n in order]
