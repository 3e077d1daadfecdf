"""Questions and their offers: the typed answers that a player may give, and why others are closed.

A `Question` has `Offer`s; an offer has parts (`Pick`, `Place`, `Amount`, `Text`) that are filled in to make an
`Answer`. Buttons, page and random play read the same values. Knows no game.

Thousands of these values are made per answer and none can refer to itself, so the garbage collector need not track
them (gc=False).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

import msgspec

from companion.engine.caching import LazyItems
from companion.engine.message import Message, literal, looks_like, plain_line, tr

Value = str | int

# All games with dice share these names, so that the companion can roll for them.

ROLL_QUESTION = "roll"
"""Kind of a die-roll question. An undone roll keeps its face.
Choosing COMPANION_ROLLS starts automatic rolling for
the rest of the game.
"""

COMPANION_ROLLS = "companion_rolls"
"""Name of an offer whose values the companion's own random generator fills in."""


YES, NO, NONE, SKIP = tr("yes"), tr("no"), tr("none"), tr("skip")
"""Short texts, as in `Choice.brief`, of yes/no questions; each has the same key in all of them."""


class Reason(msgspec.Struct, frozen=True, gc=False):
    """Why something is closed or needs confirmation."""

    rule: str
    """The id of the rule; "" if no rule of a game is behind it."""
    text: Message
    """One sentence that includes the values the rule depends on."""
    go_on: Message | None = None
    """Label of the choice to continue with an entry missing; None if no entry is missing: the action was done
    anyway.
    """


class Choice(msgspec.Struct, frozen=True, gc=False):
    """One thing that can be picked."""

    value: str
    """Its value in answers, stored on disk; never its position in the list."""
    label: Message
    """Its text in a list."""
    closed: Reason | None = None
    """The hard rule that forbids it; None if it is open."""
    caution: Reason | None = None
    """The soft rule against it: it can be picked after a confirmation. None for no rule."""
    then: tuple[Part, ...] = ()
    """Further parts that only this choice needs; they come before the parts that follow the pick."""
    piece: str = ""
    """The piece whose tap picks it; "" for none."""
    group: Message | None = None
    """The heading under which long lists collect it; None for none."""
    brief: Message | None = None
    """Label of 7 or 8 letters for the key that picks it at once; None if it is picked in a list."""
    is_hidden: bool = False
    """True if only a tap can pick it, because its label would reveal a secret: in no list and on no page."""
    note: Message | None = None
    """What it brings, if known; shown in a list for the row under the cursor."""
    is_tap_only: bool = False
    """True if it has no row of its own and only a tap picks it: it looks like an earlier choice, or differs only
    in how the entry was made.
    """
    help_key: str = ""
    """Key of the help article for this row; "" if its piece or its entry has the article."""
    change_verb: Message | None = None
    """Verb for what choosing it does in a list with `Pick.several`; None for "change"."""
    cell: str = ""
    """Its cell on a map, as `cell_value`; "" if its value is that cell."""
    confirmation: Reason | None = None
    """Confirmation asked before an answer with this choice is given: the consequence and the confirming label. The
    default is no.

    Not caused by a rule; None for no confirmation.
    """


class Pick(msgspec.Struct, frozen=True, tag="pick", gc=False):
    """A part that is answered with one of several choices."""

    name: str
    """Its name within the offer, unique in a form. Answers list values in the order of the parts; after a history
    edit, values are assigned to parts by these names.
    """
    text: Message
    """The title of its list."""
    choices: Sequence[Choice]
    """In the order of the list, closed choices included."""
    default: str = ""
    """The value of the choice under the cursor at first; "" for the first open one."""
    is_assumed: bool = False
    """True if the keys fill in the default without asking; one step back lets the player pick another."""
    starts_at_default: bool = False
    """True if the cursor always starts at the default, whatever was picked last."""
    suggestions: tuple[str, ...] = ()
    """Up to eight suggested values, the most likely first: they get keys, the rest is in the list behind them."""
    in_order: bool = False
    """True if keys show the choices in list order, because players know that order; else the most likely is on OK.
    """
    is_postponable: bool = False
    """True if OK on the keys leaves it unanswered, so that one press too many enters nothing."""
    several: bool = False
    """True if players change several entries in turn: the list stays open with its cursor in place until BACK."""
    back: Message | None = None
    """As in `Amount.back`, on a map."""
    brief: Message | None = None
    """What is picked, in two or three words, shown before an earlier pick; None for its text."""


class SoftLimit(msgspec.Struct, frozen=True, gc=False):
    """A limit above which a number must be confirmed, from what the companion has counted."""

    limit: int
    """The largest number that needs no confirmation."""
    reason: Reason
    """Why a larger number must be confirmed."""


class Amount(msgspec.Struct, frozen=True, tag="amount", gc=False):
    """A part that is answered with a whole number."""

    name: str
    """As in `Pick.name`."""
    text: Message
    """What is counted, as a title."""
    low: int
    """The smallest allowed number."""
    high: int
    """The largest allowed number."""
    default: int
    """The number shown at first."""
    why: Message | None = None
    """Why it is asked, if the title does not say it."""
    stride: int = 5
    """Step size while a key is held."""
    starts_at_default: bool = False
    """True if it always starts at the default, whatever was entered last, so that the number of presses stays the
    same.
    """
    is_own_count: bool = False
    """True if the default is the companion's own count: OK confirms it, UP is one more, DOWN is one fewer, held UP
    sets another number.
    """
    brief: Message | None = None
    """What is counted, in one or two words; None if it is never shown beside other amounts."""
    is_yes_no: bool = False
    """True if it is asked as yes (1) or no (0)."""
    suggestions: tuple[int, ...] = ()
    """Up to eight suggested numbers, in the order of the keys that pick them; others are set behind them."""
    back: Message | None = None
    """Label of 7 or 8 letters for the BACK key; None for the usual one."""
    soft_limit: SoftLimit | None = None
    """The limit above which a number must be confirmed; None for none."""
    is_secret: bool = False
    """True if the value is secret once given: never shown in the history; editing starts from the default."""


class Text(msgspec.Struct, frozen=True, tag="text", gc=False):
    """A part that is answered with typed words."""

    name: str
    """As in `Pick.name`."""
    text: Message
    """What is typed, as a title."""
    max_length: int = 40
    """The maximum number of letters."""
    used_texts: tuple[str, ...] = ()
    """Texts that are in use; one that looks the same is refused."""


class MapTile(msgspec.Struct, frozen=True, gc=False):
    """One tile on a map, with what players must see of it."""

    x: int
    """Cells to the east of the home tile."""
    y: int
    """Cells to the north of the home tile."""
    label: Message
    """What is printed on it, in short."""
    sign: str = ""
    """The name of its picture, which may be missing; "" for none."""
    lines: tuple[tuple[str, str], ...] = ()
    """What crosses it and along which axis: ("river", "north_south")."""
    pieces: tuple[tuple[str, int], ...] = ()
    """The kinds of pieces on it, each with its number."""
    figures: int = 0
    """The number of figures on it."""
    height: int = 1
    """The number of tiles stacked here; this one is on top."""
    marked: bool = False
    """True if it is the tile that the question is about."""


class Place(Pick, frozen=True, tag="place", gc=False):
    """A pick of one of the cells of a map; each choice has a cell (`choice_cell`).

    The most likely open cell is the default or first; closed ones come last, except with `in_order`, where
    neighbours are adjacent.
    """

    map_tiles: tuple[MapTile, ...] = ()
    """The tiles on the map."""
    new_tile: MapTile | None = None
    """The tile to be placed, drawn under the cursor; None for none (x and y are ignored)."""


def cell_value(x: int, y: int) -> str:
    """Return the value that stands for a cell in an answer."""
    return f"{x},{y}"


def parse_cell(value: str) -> tuple[int, int]:
    """Return the cell (x, y) of such a value. Raises ValueError for any other value."""
    x, y = value.split(",")
    return int(x), int(y)


def choice_cell(choice: Choice) -> str:
    """Return the cell value of a choice on a map."""
    return choice.cell or choice.value


Part = Pick | Place | Amount | Text


class Preset(msgspec.Struct, frozen=True, gc=False):
    """A complete answer that is given often, as a list row of its own."""

    label: Message
    """Its text in a list."""
    values: tuple[Value, ...]
    """The values of all parts of the offer; they must be offered and open."""
    brief: Message | None = None
    """As in `Choice.brief`."""
    is_for_late_entry: bool = False
    """True if it is shown only when a forgotten entry is added later, not during the turn."""


class Fallback(msgspec.Struct, frozen=True, gc=False):
    """What replaces an answer if an edited history does not offer it."""

    question: str
    """The kind of question that has the replacement."""
    offer: str
    """The name of the replacing offer; it needs no values."""
    loss: Message
    """What the replacement lacks."""


class SharedQuestion(msgspec.Struct, frozen=True, gc=False):
    """The question that all offers behind one key answer together."""

    title: Message
    """The title of their list."""
    hint: Message
    """As in `Offer.hint`, for the key that opens the list."""


class Offer(msgspec.Struct, frozen=True, gc=False):
    """One way to answer a question: a button (no parts) or a short form."""

    name: str
    """Its name in answers, stored on disk."""
    label: Message
    """Its text on a button or in a list."""
    parts: Sequence[Part] = ()
    """The parts to fill in, in this order; a picked choice may add more. Use `LazyItems` if they are expensive,
    because keys do not read them.
    """
    closed: Reason | None = None
    """The hard rule that forbids it: it is shown, and refused. None if it is open."""
    caution: Reason | None = None
    """The soft rule against it: it must be confirmed. None for no rule."""
    key: str = ""
    """The key that opens it directly while its question waits on the home screen: "OK", "UP", "DOWN", "BACK", with
    "+" for a long press; "" for none. An offer with "DOWN" comes first in the list that DOWN opens.
    """
    hint: Message | None = None
    """Verb of 7 or 8 letters for the key line; None for the label."""
    presets: tuple[Preset, ...] = ()
    """Complete answers shown before it in lists."""
    is_suggested: bool = False
    """True if it is suggested: an unasked list starts with the cursor on it, and the home screen shows it first.
    """
    is_rare: bool = False
    """True if it is rarely needed: lists of all possible entries show it behind one common row."""
    sign: str = ""
    """The name of its picture, if it differs from the offer's name; the picture may be missing."""
    fallback: Fallback | None = None
    """What replaces it if an edited history does not offer it; None for nothing."""
    is_done_once: bool = False
    """True if it is done only once: afterwards the cursor moves on to the suggested row."""
    shared_question: SharedQuestion | None = None
    """The question that it answers together with the other offers of its key; None if it is an act of its own."""
    fact_piece: str = ""
    """The id of the piece that it enters a fact about; "" for none."""
    is_on_home_page: bool = False
    """For corrections: True if it is also among the entries of a turn, behind the common row if `is_rare`."""


class OfferSource(Protocol):
    """Makes the offers of a question on demand, only those that are read."""

    def every(self) -> tuple[Offer, ...]:
        """Return all offers, in order."""

    def offers_for_key(self, key: str = "") -> Iterator[Offer]:
        """Yield the offers that have a key, or that key; each is made when it is read."""

    def find_offer(self, name: str) -> Offer | None:
        """Return the offer with that name; None if there is none."""


class Question:
    """An open question. Text and offers may be given as functions that make them when they are read."""

    __slots__ = (
        "_keyed",
        "_offers",
        "_source",
        "_text",
        "completes",
        "kind",
        "non_blocking",
        "number",
        "player",
        "rule",
        "secret",
    )

    def __init__(
        self,
        number: int,
        kind: str,
        text: Message | Callable[[], Message],
        offers: tuple[Offer, ...] | OfferSource,
        player: str = "",
        secret: str = "",
        non_blocking: bool = False,
        rule: str = "",
        completes: bool = False,
    ) -> None:
        """Make a question.

        - player: id of the player who answers; "" for all.
        - secret: id of the only player who may see it; "" for all.
        - non_blocking: it waits on the home screen; any other question is shown in front of everything.
        - completes: it completes an earlier entry; in an edited history without that entry its answer is dropped.
        """
        self.number, self.kind, self.player, self.secret = number, kind, player, secret
        self.non_blocking, self.rule, self.completes = non_blocking, rule, completes
        self._text = text
        self._keyed: tuple[Offer, ...] | None = None
        self._offers: tuple[Offer, ...] | None = offers if isinstance(offers, tuple) else None
        self._source: OfferSource | None = None if isinstance(offers, tuple) else offers

    @property
    def text(self) -> Message:
        """The question's text."""
        if not isinstance(self._text, Message):
            self._text = self._text()
        return self._text

    @property
    def offers(self) -> tuple[Offer, ...]:
        """All offers, in order."""
        if self._offers is None:
            self._offers = self._source.every() if self._source else ()
        return self._offers

    @property
    def offers_with_keys(self) -> tuple[Offer, ...]:
        """The offers that have a key, in the order in which the key lists them."""
        if self._keyed is None:
            keyed = (
                (offer for offer in self.offers if offer.key)
                if self._source is None
                else self._source.offers_for_key()
            )
            self._keyed = tuple(keyed)
        return self._keyed

    def offers_for_key(self, key: str) -> Iterator[Offer]:
        """Yield the offers of one key; each is made when it is read."""
        if self._source and self._keyed is None:
            return self._source.offers_for_key(key)
        return (offer for offer in self.offers_with_keys if offer.key == key)

    def offer(self, name: str) -> Offer | None:
        """Return the offer with that name; None if there is none."""
        if self._offers is None and self._source:
            return self._source.find_offer(name)
        return next((offer for offer in self.offers if offer.name == name), None)

    def _read(self) -> tuple[object, ...]:
        plain = (self.number, self.kind, self.player, self.secret, self.non_blocking, self.rule)
        return (*plain, self.text, self.offers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Question) and self._read() == other._read()

    def __hash__(self) -> int:
        return hash((self.number, self.kind))

    def __repr__(self) -> str:
        return f"Question({self.number}, {self.kind!r}, {str(self.text)!r}, {[o.name for o in self.offers]})"


class Answer(msgspec.Struct, frozen=True, tag="answer", omit_defaults=True):
    """An answer to a question."""

    question: int
    """The number of its question; CORRECTION (0) is always open."""
    offer: str
    """The name of one of its offers."""
    values: tuple[Value, ...] = ()
    """The values of all parts, in order: picked, counted or typed."""
    anyway: bool = False
    """True if it is given although a soft rule speaks against it."""


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """A refused answer, with the reason."""

    reason: Reason
    is_soft: bool = False
    """True if the answer may be given again with `anyway`."""

    def refuses(self, answer: Answer) -> bool:
        """True if this answer is refused, considering its `anyway`."""
        return not (self.is_soft and answer.anyway)


def refuse_answer(rule: str, text: Message) -> Refusal:
    """Return a hard refusal. rule: the id of the rule, "" for none."""
    return Refusal(Reason(rule, text))


STALE = refuse_answer("", tr("That question is already answered."))
NOT_OFFERED = refuse_answer("", tr("That is not offered here."))


def refusal_reason(question: Question, answer: Answer) -> Refusal | None:
    """Return why `answer` is refused for `question`; None if it is accepted. Everything offered is legal."""
    against = offer_objection(question.offer(answer.offer), answer)
    return against if against and against.refuses(answer) else None


def offer_objection(offer: Offer | None, answer: Answer) -> Refusal | None:
    """Return the rule against `answer` for the offer that it names; None for no rule.

    offer: None if there is no such offer. A soft rule is returned even if the answer has `anyway`, so that the
    broken rule can be shown.
    """
    if offer is None:
        return NOT_OFFERED
    if offer.closed:
        return Refusal(offer.closed)
    cautions = [offer.caution] if offer.caution else []
    trouble = _parts_refusal(list(offer.parts), list(answer.values), cautions)
    if trouble:
        return trouble
    return Refusal(cautions[0], is_soft=True) if cautions else None


def _parts_refusal(parts: list[Part], values: list[Value], cautions: list[Reason]) -> Refusal | None:
    """Return why the values do not fit the parts; None if they fit. Collect soft rules in `cautions`.

    A picked choice may add parts of its own.
    """
    while parts:
        if not values:
            return refuse_answer("", tr("The answer is not complete."))
        part, value = parts.pop(0), values.pop(0)
        if isinstance(part, Pick):
            choice = find_choice(part, value)
            if choice is None:
                return NOT_OFFERED
            if choice.closed:
                return Refusal(choice.closed)
            if choice.caution:
                cautions.append(choice.caution)
            parts[:0] = choice.then
        elif trouble := _value_refusal(part, value):
            return trouble
        elif isinstance(part, Amount) and part.soft_limit and int(value) > part.soft_limit.limit:
            cautions.append(part.soft_limit.reason)
    return refuse_answer("", tr("The answer has more parts than the question.")) if values else None


def find_choice(part: Pick, value: Value) -> Choice | None:
    """Return the choice with that value; None if there is none. Computes only this one if the list has `find`."""
    if isinstance(part.choices, LazyItems) and part.choices.find:
        return part.choices.find(value)
    return next((choice for choice in part.choices if choice.value == value), None)


def _value_refusal(part: Amount | Text, value: Value) -> Refusal | None:
    if isinstance(part, Amount):
        if not isinstance(value, int) or isinstance(value, bool):
            return refuse_answer("", tr("A number is needed here."))
        if not part.low <= value <= part.high:
            return refuse_answer("", tr("It must be from {low} to {high}.", low=part.low, high=part.high))
        return None
    if not isinstance(value, str) or not value.strip() or len(value) > part.max_length:
        return refuse_answer("", tr("Up to {n} letters are needed here.", n=part.max_length))
    if any(looks_like(value, taken) for taken in part.used_texts):
        return refuse_answer("", tr("{name} is taken; choose another name.", name=value))
    return None


def parts_with_values(parts: Sequence[Part], values: Sequence[Value]) -> Iterator[tuple[Part, Value]]:
    """Yield each part of an answer with its value, including parts added by picked choices."""
    left = list(parts)
    for value in values:
        if not left:
            return
        part = left.pop(0)
        yield part, value
        left[:0] = parts_after_value(part, value)


def final_confirmation(offer: Offer, values: Sequence[Value]) -> Reason | None:
    """Return the confirmation (`Choice.sure`) that these values need; None for none."""
    picks = ((part, value) for part, value in parts_with_values(offer.parts, values) if isinstance(part, Pick))
    picked = (choice for part, value in picks for choice in part.choices if choice.value == value)
    return next((choice.confirmation for choice in picked if choice.confirmation), None)


def parts_after_value(part: Part, value: Value) -> tuple[Part, ...]:
    """Return the further parts that this value of a part needs."""
    choices = part.choices if isinstance(part, Pick) else ()
    return next((choice.then for choice in choices if choice.value == value), ())


def value_text(part: Part, value: Value) -> Message:
    """Return a value as text. Hidden choices and untold amounts are not named, because they may be secret."""
    if isinstance(part, Amount) and part.is_secret:
        return tr("secret")
    if not isinstance(part, Pick):
        return literal(str(value))
    return next((choice.label for choice in part.choices if choice.value == value), tr("what was tapped"))


def clean_typed_text(question: Question | None, answer: Answer) -> Answer:
    """Return the answer with its typed texts as plain lines."""
    offer = question.offer(answer.offer) if question else None
    if offer is None:
        return answer
    parts, values = list(offer.parts), list(answer.values)
    for at, value in enumerate(values):
        if not parts:
            break
        part = parts.pop(0)
        if isinstance(part, Text) and isinstance(value, str):
            values[at] = plain_line(value)
        parts[:0] = parts_after_value(part, value)
    return msgspec.structs.replace(answer, values=tuple(values))


def takes_text(part: Part) -> bool:
    """True if the part, or a part nested in its choices, takes text."""
    if isinstance(part, Pick):
        return any(takes_text(inner) for choice in part.choices if not choice.closed for inner in choice.then)
    return isinstance(part, Text)


def without_hidden_choices(offer: Offer) -> Offer:
    """Return the offer without the choices that only a tap can pick."""
    if not offer.parts:
        return offer
    return msgspec.structs.replace(offer, parts=LazyItems(lambda: _visible_parts(offer.parts)))


def _visible_parts(parts: Sequence[Part]) -> tuple[Part, ...]:
    seen, every = set[int](), tuple(parts)
    return tuple(map(_visible_part, every)) if any(_has_hidden_choice(part, seen) for part in every) else every


def _has_hidden_choice(part: Part, seen: set[int]) -> bool:
    """True if the part or a part after it has a hidden choice.

    seen: ids of parts already searched, because many choices may lead to the same part.
    """
    if not isinstance(part, Pick) or id(part) in seen:
        return False
    seen.add(id(part))
    return any(
        choice.is_hidden or (choice.then and any(_has_hidden_choice(each, seen) for each in choice.then))
        for choice in part.choices
    )


def _visible_part(part: Part) -> Part:
    if not isinstance(part, Pick):
        return part
    choices = (_choice_with_visible_parts(choice) for choice in part.choices if not choice.is_hidden)
    return msgspec.structs.replace(part, choices=tuple(choices))


def _choice_with_visible_parts(choice: Choice) -> Choice:
    then = _visible_parts(choice.then)
    return choice if then is choice.then else msgspec.structs.replace(choice, then=then)


MAX_NAME_LENGTH = 12
"""Letters of a name; small panels show no more."""
NEW_NAME, EARLIER_NAME_PREFIX = "new", "name:"
"""Value for a name that is typed, and prefix of the value of a name from earlier games."""


def players_names_pick(
    players: Mapping[str, tuple[Message, str]], known: Sequence[str], last: Mapping[str, str] | None = None
) -> Pick:
    """Return a part that picks a player, then a name that no other player has, the last game's first.

    players: id -> (current label, entered name). known: names of earlier games. last: id -> name in the last game.
    """
    choices = []
    for id, (label, _) in players.items():
        taken = tuple(name for other, (_, name) in players.items() if name and other != id)
        choices.append(Choice(id, label, then=(player_name_pick(known, taken, (last or {}).get(id, "")),)))
    return Pick("player", tr("Which player?"), tuple(choices))


def player_name_pick(known: Sequence[str], used_names: tuple[str, ...], last: str = "") -> Pick:
    """Return a part that picks a name of earlier games, `last` first, or types a new one."""
    text = Text("name", tr("What is the name?"), MAX_NAME_LENGTH, used_names)
    likely = sorted(known, key=lambda name: name != last)
    free = [name for name in likely if not any(looks_like(name, other) for other in used_names)]
    earlier = (Choice(f"{EARLIER_NAME_PREFIX}{name}", literal(name)) for name in free)
    return Pick("which", tr("Which name?"), (*earlier, Choice(NEW_NAME, tr("another name"), then=(text,))))
