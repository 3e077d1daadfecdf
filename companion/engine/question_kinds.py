"""The tables of questions that define a game: kinds of questions with their actions and command cards.

One row (`QuestionKind`, `Action`, `ActionFamily`) holds everything about one thing; a missing row is
an error, never a silent default. Type variables: S is the game's state, R collects the events of one answer, Q is
an open question in the state. Knows no game.

Command cards are stickers on a printed sheet that make an entry with one tap; they are listed in the rows of their
actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from companion.engine.game import Interpretation, TapMeaning
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
    """How an action is offered in the current state."""

    label: Message
    """Its text on a button or in a list."""
    parts: Sequence[Part] = ()
    """As in `Offer.parts`."""
    closed: Reason | None = None
    """The hard rule that forbids it; None if it is open."""
    caution: Reason | None = None
    """The soft rule against it; None for no rule."""
    has_key: bool = True
    """True if the key of its action opens it now."""
    hint: Message | None = None
    """As in `Action.hint`, if it depends on the state."""
    presets: tuple[Preset, ...] = ()
    """Complete answers that are given often, as rows of their own."""
    is_suggested: bool = False
    """As in `Offer.is_suggested`."""
    is_rare: bool = False
    """As in `Offer.is_rare`, if it depends on the state."""
    shared_question: SharedQuestion | None = None
    """As in `Offer.shared_question`."""
    fact_piece: str = ""
    """As in `Offer.fact_piece`."""
    is_on_home_page: bool = False
    """As in `Offer.is_on_home_page`."""


class CommandCard(msgspec.Struct, frozen=True):
    """A printed card whose tap gives an action with the values that the card stands for."""

    id: str
    """The id of its sticker, after "card:"."""
    label: Message
    """The text printed on it."""
    values: tuple[Value, ...] = ()
    """Values of the action's parts, from the first on; the remaining parts are asked."""
    icon: str = ""
    """The name of the drawing on it."""
    subject: str = ""
    """The name of a second picture in the drawing: what the action is done with."""
    number: int = 0
    """The number in the drawing; 0 for none."""
    place: int = 0
    """Cards are printed by their places, then in the order of the tables."""
    secret: bool = False
    """True if other players must not learn who holds it: its sticker carries no readable text."""
    fallback: Message | None = None
    """The sentence shown for a tap while nothing asks for it; None for CARD_HAS_NO_EFFECT."""


Cards = Callable[[Any], Iterable[CommandCard]]
"""A function that returns the cards of an action from the facts of the box."""


class Action(msgspec.Struct, Generic[S, R, Q], frozen=True):
    """One row: an action that a player may choose as the answer to a question."""

    name: str
    """Its name in answers, stored on disk."""
    form: ActionForm | Callable[[S, Q], ActionForm | None]
    """Text and parts now; None if it is not offered now."""
    resolve: Callable[[R, Q, Answer], None]
    """Applies an answer. Called only with an answer that was offered."""
    key: str = ""
    """The key that opens it directly while its question waits on the home screen ("OK", "UP+" …); "DOWN" puts it
    first into the list that DOWN opens.
    """
    hint: Message | None = None
    """Verb of 7 or 8 letters for that key; None for the text of its form."""
    cards: Cards | None = None
    """The printed cards that give it with one tap."""
    is_rare: bool = False
    """As in `Offer.is_rare`."""
    sign: str = ""
    """As in `Offer.sign`."""
    fallback: Fallback | None = None
    """As in `Offer.fallback`."""
    is_done_once: bool = False
    """As in `Offer.is_done_once`."""
    key_condition: Callable[[S, Q], bool] | None = None
    """True if its key opens it now, where that is known without computing its form; None if the form says it."""

    def key_now(self, state: S, question: Q) -> str:
        """Return its key if the key may open it now, else ""."""
        return self.key if self.key_condition is None or self.key_condition(state, question) else ""

    def offer(self, state: S, question: Q, key: str = "") -> Offer | None:
        form = self.form if isinstance(self.form, ActionForm) else self.form(state, question)
        if form is None:
            return None
        key, hint = key if form.has_key else "", form.hint or self.hint
        return Offer(
            self.name,
            form.label,
            form.parts,
            form.closed,
            form.caution,
            key,
            hint,
            form.presets,
            form.is_suggested,
            self.is_rare or form.is_rare,
            self.sign,
            self.fallback,
            self.is_done_once,
            form.shared_question,
            form.fact_piece,
            form.is_on_home_page,
        )


class ActionFamily(msgspec.Struct, Generic[S, R, Q], frozen=True):
    """One row for actions that differ only in a number or a name: "face_1", "face_2" …"""

    prefix: str
    """The beginning of all their names in answers."""
    forms: Callable[[S, Q], Iterable[tuple[str, ActionForm]]]
    """The rest of the name and the form of each action that is offered now."""
    resolve: Callable[[R, Q, Answer], None]
    """Applies an answer; the answer's offer says which action it is."""
    sign: str = ""
    """As in `Offer.sign`."""
    cards: Cards | None = None
    """The printed cards that give one of them with one tap, or ask which."""
    is_card_for: Callable[[str, str], bool] | None = None
    """True if the card with that id (first argument) stands for that rest of the name."""
    key: str = ""
    """As in `Offer.key`, for each of them."""

    @property
    def name(self) -> str:
        """The common name of all its actions: the prefix."""
        return self.prefix

    def offers(self, state: S, question: Q, key: str = "") -> Iterator[Offer]:
        for rest, form in self.forms(state, question):
            yield Offer(
                self.prefix + rest,
                form.label,
                form.parts,
                form.closed,
                form.caution,
                key=key if form.has_key else "",
                hint=form.hint,
                sign=self.sign,
            )


ActionRow = Action[S, R, Q] | ActionFamily[S, R, Q]


NamedItem = TypeVar("NamedItem", Offer, ActionRow[Any, Any, Any])


def _named_first(found: Sequence[NamedItem], names: Sequence[str]) -> tuple[NamedItem, ...]:
    order = {name: at for at, name in enumerate(names)}
    return tuple(sorted(found, key=lambda each: order.get(each.name, len(order))) if names else found)


class QuestionKind(msgspec.Struct, Generic[S, R, Q], frozen=True, dict=True):
    """One kind of question: its text and all actions that answer it."""

    name: str
    """Its name in states and journals, stored on disk."""
    text: Message | Callable[[S, Q], Message]
    """The question's text."""
    actions: tuple[ActionRow[S, R, Q], ...]
    """All actions, in the order in which they are offered."""
    rule: str | Callable[[S, Q], str] = ""
    """The id of the rule behind it."""
    non_blocking: bool = False
    """True if it waits on the home screen and blocks nothing."""
    secret: bool = False
    """True if only the player who is asked may see it."""
    stays_open: bool = False
    """True if an answer does not close it; its actions close it."""
    completes: bool = False
    """True if it completes an earlier entry, with which it is edited and removed."""
    keys_condition: Callable[[S, Q], bool] | None = None
    """True if its keys work now; None for always."""
    first_action: Callable[[S, Q], str] | None = None
    """The action that is offered first now, whatever the order of the rows."""
    key_order: Callable[[S, Q], Sequence[str]] | None = None
    """Actions that come first behind the key that they share now, in this order; the first of them labels the key.
    """

    @cached_property
    def rows_by_key(self) -> dict[str, list[ActionRow[S, R, Q]]]:
        """The rows of each key; under "" the rows of all keys."""
        keyed = [row for row in self.actions if row.key]
        return {"": keyed} | {row.key: [each for each in keyed if each.key == row.key] for row in keyed}

    def row(self, name: str) -> ActionRow[S, R, Q] | None:
        """Return the row of an action by its name in an answer; None if there is none."""
        for row in self.actions:
            if row.name == name if isinstance(row, Action) else name.startswith(row.prefix):
                return row
        return None

    def resolve(self, name: str) -> Callable[[R, Q, Answer], None]:
        """Return the function that applies an answer. Raises LookupError if there is no such action."""
        row = self.row(name)
        if row is None:
            raise LookupError(f"{self.name} has no action {name}")
        return row.resolve

    def offer(self, state: S, question: Q, name: str) -> Offer | None:
        """Return the offer of that name without computing any other; None if it is not offered."""
        for row in self.actions:
            if isinstance(row, Action):
                if row.name == name:
                    return row.offer(state, question, self._key(state, question, row))
            elif name.startswith(row.prefix):
                return next((each for each in self._family(state, question, row) if each.name == name), None)
        return None

    def objection(self, state: S, question: Q, answer: Answer) -> Refusal | None:
        """Return the rule against an answer, as in `offer_objection`."""
        offer = self.offer(state, question, answer.offer) if self.row(answer.offer) else None
        return offer_objection(offer, answer)

    def offers(self, state: S, question: Q) -> tuple[Offer, ...]:
        """Return everything that is offered now."""
        found: list[Offer] = []
        for row in self.actions:
            if isinstance(row, ActionFamily):
                found.extend(self._family(state, question, row))
            elif offer := row.offer(state, question, self._key(state, question, row)):
                found.append(offer)
        return _named_first(found, (self.first_action(state, question),) if self.first_action else ())

    def offers_with_keys(self, state: S, question: Q, key: str = "") -> Iterator[Offer]:
        """Yield the offers that have a key, or that key, in the order in which the key lists them.

        Each is computed when it is read.
        """
        rows = self.rows_by_key.get(key)
        if not rows or (self.keys_condition is not None and not self.keys_condition(state, question)):
            return
        for row in _named_first(rows, self.key_order(state, question) if self.key_order else ()):
            if isinstance(row, ActionFamily):
                yield from row.offers(state, question, row.key)
            elif row.key_now(state, question) and (offer := row.offer(state, question, row.key)) and offer.key:
                yield offer

    def _family(self, state: S, question: Q, row: ActionFamily[S, R, Q]) -> Iterator[Offer]:
        return row.offers(state, question, self._key(state, question, row))

    def _key(self, state: S, question: Q, row: ActionRow[S, R, Q]) -> str:
        if not row.key or (self.keys_condition is not None and not self.keys_condition(state, question)):
            return ""
        return row.key_now(state, question) if isinstance(row, Action) else row.key

    def question(self, state: S, question: Q, is_hidden: bool = False) -> Question:
        """Return the question; its text and offers are computed when they are read.

        is_hidden: include the choices that only a tap can pick.
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

    def offers_for_key(self, key: str = "") -> Iterator[Offer]:
        if key not in self._kind.rows_by_key:
            return iter(())
        offers = self._kind.offers_with_keys(self._state, self._question, key)
        return offers if self._unlisted else map(without_hidden_choices, offers)

    def find_offer(self, name: str) -> Offer | None:
        offer = self._kind.offer(self._state, self._question, name)
        return offer if offer is None or self._unlisted else without_hidden_choices(offer)


LISTED_NUMBERS = 8
"""Most numbers among the interpretations of a card."""

CARD_HAS_NO_EFFECT = tr("That card does nothing now.")
CARD_NOT_OFFERED = tr("That can't be chosen in this game.")


CardRow = ActionRow[Any, Any, Any]
RowCard = tuple[CardRow, CommandCard]


def cards_of_rows(rows: Iterable[CardRow], facts: Any) -> Iterator[RowCard]:
    """Yield the cards of these rows, each with its row."""
    for row in rows:
        for card in row.cards(facts) if row.cards else ():
            yield row, card


def command_cards(
    kinds: Iterable[QuestionKind[Any, Any, Any]], facts: Any, last: Iterable[CommandCard]
) -> dict[str, CommandCard]:
    """Return every card by its id, in the order of the printed sheet. last: cards that answer no question."""
    found = {card.id: card for kind in kinds for _, card in cards_of_rows(kind.actions, facts)}
    return {card.id: card for card in sorted((*found.values(), *last), key=lambda card: card.place)}


def undo_and_help_cards(place: int) -> tuple[CommandCard, CommandCard]:
    """Return the cards that every game has: undo, and help for the next tapped piece."""
    undo = CommandCard("undo", tr("Take back"), (), "undo", place=place)
    return undo, CommandCard("what", tr("What is this?"), (), "what", place=place)


def unusable_card_meaning(card: CommandCard) -> TapMeaning:
    """Return the meaning of a card that nothing asks for now."""
    return closed_card_meaning(card.fallback or CARD_HAS_NO_EFFECT)


def closed_card_meaning(reason: Message) -> TapMeaning:
    """Return the meaning of a card that has no effect now, with the reason."""
    return TapMeaning(reason, is_refusal=True)


def card_meaning(asked: Question, row: CardRow, card: CommandCard) -> TapMeaning:
    """Return the offer with the card's values; its first missing part becomes the list of interpretations."""
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
    # A part with one possible value that is filled in on the keys is not asked for a card either.
    only = isinstance(missing, Pick) and missing.is_assumed and len(ways) == 1
    return TapMeaning(offer.label, None if only else missing.text, ways)


def _family_meaning(asked: Question, family: ActionFamily[Any, Any, Any], card: CommandCard) -> TapMeaning:
    """Return the meaning of a card of a family: the actions that it stands for are asked if there are several."""
    meant = [offer for offer in asked.offers if _is_card_for(family, card, offer)]
    able = [offer for offer in meant if not offer.closed]
    closed = next((offer.closed.text for offer in meant if offer.closed), None)
    if not able:
        return closed_card_meaning(closed) if closed else unusable_card_meaning(card)
    ways = tuple(Interpretation(offer.label, Answer(asked.number, offer.name, ())) for offer in able)
    return TapMeaning(card.label, asked.text if len(ways) > 1 else None, ways)


def _is_card_for(family: ActionFamily[Any, Any, Any], card: CommandCard, offer: Offer) -> bool:
    own, rest = offer.name.startswith(family.prefix), offer.name.removeprefix(family.prefix)
    return own and family.is_card_for is not None and family.is_card_for(card.id, rest)


def _missing_part(offer: Offer, values: tuple[Value, ...]) -> tuple[Part | None, Reason | None]:
    """Return the first part without a value, or why one of the values is not possible."""
    if offer.closed:  # a closed offer may have no parts
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
    """Return the labels and values that can answer a part, of numbers the default first and then the lowest.

    Numbers that need confirmation and those beyond a short list are entered at the question itself.
    """
    if isinstance(part, Pick):
        return [(choice.label, choice.value) for choice in part.choices if not choice.closed]
    assert isinstance(part, Amount)
    highest = min(part.high, part.soft_limit.limit) if part.soft_limit else part.high
    others = (n for n in range(part.low, highest + 1) if n != part.default)
    numbers = (part.default, *islice(others, LISTED_NUMBERS - 1))
    return [(tr("{n}", n=n), n) for n in numbers]
