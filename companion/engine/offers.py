"""What a question offers: the typed answers people may give, and why others are closed.

One generator per question makes these values; buttons, page and random player read the same ones.
Never decides anything about a particular game. Thousands of these are made for each answer and none can hold
itself, so the garbage collector need not walk through them (gc=False).

Choices that stand in no list because only a tap can pick them: offers as lists show them. Refuses nothing.

What players are called: a list of names of earlier games, or a new one that nobody else has. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

import msgspec

from companion.engine.caching import LazyItems
from companion.engine.message import Message, literal, looks_like, plain_line, tr

Value = str | int

# What every game with dice says alike, so that the companion can roll for it.

ROLL = "roll"
"""The kind of a question about a die; a roll that is taken back stays as it fell. Whoever lets the companion roll
it is not asked again: the words of that offer say so."""

BY_CHANCE = "companion_rolls"
"""The name of an offer whose values the companion's own die fills in; nobody is asked for them."""


YES, NO, NONE, SKIP = tr("yes"), tr("no"), tr("none"), tr("skip")
"""Short words, as in `Choice.brief`, of a question whether something is done: each has its key in all of them."""


class Reason(msgspec.Struct, frozen=True, gc=False):
    """Why something is closed or doubtful."""

    rule: str
    """The id of the rule; "" where no rule of a game is behind it."""
    text: Message
    """One sentence, with the values that make it so."""
    go_on: Message | None = None
    """What people choose who go on with an entry missing; None where none is, and they did it anyway."""


class Choice(msgspec.Struct, frozen=True, gc=False):
    """One thing that can be picked."""

    value: str
    """What stands in the answer, kept on disk; never its place in this list."""
    label: Message
    """Its words in a list."""
    closed: Reason | None = None
    """A hard rule: it can't be picked at all. None = open."""
    caution: Reason | None = None
    """A soft rule: it can be picked, but people are asked first. None = no doubt."""
    then: tuple[Part, ...] = ()
    """Further parts that only this choice needs; they come before the parts that follow the pick."""
    piece: str = ""
    """What may be tapped instead of picking it; "" for nothing."""
    group: Message | None = None
    """The heading under which long lists are folded; None = under none."""
    brief: Message | None = None
    """A word of 7 or 8 letters for the key that picks it at once; None: it is picked in a list."""
    is_hidden: bool = False
    """Only a tap can pick it: it stands in no list and on no page, for what it says is secret."""
    note: Message | None = None
    """What it brings, where that is known: a list says it of the row under the cursor."""
    alike: bool = False
    """It has no row of its own, a tap picks it: nobody could tell it from one before it, or it says only how an
    entry was made.
    """
    about: str = ""
    """What explains this row, where no piece does; "" where its piece or its entry does."""
    change: Message | None = None
    """What choosing it does, in a verb, where people change one of `Pick.several`; None: it is changed."""
    at: str = ""
    """Where on a map it is chosen, as `cell_value`; "" where its value is that cell."""
    sure: Reason | None = None
    """Asked once more, no first, before an answer with it is given: what comes of it, and the words that mean it.
    No rule speaks against it; None: it is nothing big.
    """


class Pick(msgspec.Struct, frozen=True, tag="pick", gc=False):
    """One of several things."""

    name: str
    """Its name within the offer, another for each part of a form. Answers go by the order of parts; but where
    another past asks for other parts, each value goes to the part of its name.
    """
    text: Message
    """The title of its list."""
    choices: Sequence[Choice]
    """In the order of the list, closed ones too."""
    default: str = ""
    """The value of the choice where people start; "" for the first that is open."""
    assumed: bool = False
    """The buttons fill the default in unasked, and one step back lets people pick another."""
    steady: bool = False
    """People always start at the default, whatever they picked last: it means something else every time."""
    in_front: tuple[str, ...] = ()
    """Up to eight values that are likely now, the likeliest first: on keys, and the list behind them."""
    in_order: bool = False
    """On keys its choices stand as they are listed, for fingers know that order; else the likeliest lies on OK."""
    put_off: bool = False
    """On keys OK leaves it unanswered: a press too many of the key that goes on everywhere must tell nothing."""
    several: bool = False
    """People change one after the other: the list stays open with its cursor where it was, until BACK."""
    back: Message | None = None
    """As in `Amount.back`, on a map."""
    brief: Message | None = None
    """What is picked in two words or three, before what was picked once; None: its text says it."""


class SoftLimit(msgspec.Struct, frozen=True, gc=False):
    """What speaks softly against a number that is too large by what the companion has counted."""

    enough: int
    """So many are in no doubt."""
    reason: Reason
    """Why people are asked about more."""


class Amount(msgspec.Struct, frozen=True, tag="amount", gc=False):
    """A whole number."""

    name: str
    """As in `Pick.name`."""
    text: Message
    """What is counted, as a title."""
    low: int
    """The least that may be answered."""
    high: int
    """The most that may be answered."""
    default: int
    """Where people start."""
    why: Message | None = None
    """Why it is asked, where the title doesn't say it."""
    stride: int = 5
    """How far a held key moves it."""
    steady: bool = False
    """People always start at the default, whatever they gave last: fingers learn the way to each number."""
    counted: bool = False
    """The default is what the companion has of what is counted here: on keys OK leaves it, UP is one more, DOWN is
    one fewer, and one other lies on held UP.
    """
    brief: Message | None = None
    """What is counted in a word or two, for example whose; None: it is never said beside others."""
    yes_no: bool = False
    """It is one or none, and asked so: 1 is yes, 0 no."""
    quick: tuple[int, ...] = ()
    """Up to eight numbers that are likely, in the order of the keys that pick them; others are set behind them."""
    back: Message | None = None
    """What a step back leads to, in a word of 7 or 8 letters for its key; None: nothing that needs a name."""
    beyond: SoftLimit | None = None
    """Which numbers are asked about before they are taken; None: none is."""
    untold: bool = False
    """What was answered is a secret later on: no words say it, and whoever changes it sets it anew."""


class Text(msgspec.Struct, frozen=True, tag="text", gc=False):
    """A few words that people type."""

    name: str
    """As in `Pick.name`."""
    text: Message
    """What is to be typed, as a title."""
    longest: int = 40
    """Letters at most."""
    taken: tuple[str, ...] = ()
    """What it may not be: people would mistake one for the other."""


class MapTile(msgspec.Struct, frozen=True, gc=False):
    """One tile on a map: what people must see of it there."""

    x: int
    """East of the home tile."""
    y: int
    """North of it."""
    label: Message
    """What is printed on it, as short as people say it."""
    sign: str = ""
    """There may be a picture of it by this name."""
    lines: tuple[tuple[str, str], ...] = ()
    """What runs over it, and along which axis: ("river", "north_south")."""
    pieces: tuple[tuple[str, int], ...] = ()
    """What lies on it, and how many of each."""
    figures: int = 0
    """How many stand on it."""
    height: int = 1
    """How many tiles lie on each other; this one is on top."""
    marked: bool = False
    """What is asked starts from here."""


class Place(Pick, frozen=True, tag="place", gc=False):
    """One of the cells of a map; each choice has one (`cell_in`). The likeliest open one is the default, or stands
    first; closed ones come last, but with `in_order`, where each stands beside its neighbours.
    """

    map_tiles: tuple[MapTile, ...] = ()
    """What lies there already."""
    laid: MapTile | None = None
    """What is put into the cell, drawn under the cursor; None where nothing is (its place is of no account)."""


def cell_value(x: int, y: int) -> str:
    """What stands in an answer for a cell."""
    return f"{x},{y}"


def cell_of(value: str) -> tuple[int, int]:
    """The cell of such a value; ValueError for any other."""
    x, y = value.split(",")
    return int(x), int(y)


def cell_in(choice: Choice) -> str:
    """The cell of a choice of a map."""
    return choice.at or choice.value


Part = Pick | Place | Amount | Text


class Preset(msgspec.Struct, frozen=True, gc=False):
    """A whole answer to an offer that people give often: a row of its own in lists."""

    label: Message
    """Its words in a list."""
    values: tuple[Value, ...]
    """Of all parts of the offer; they are offered and open."""
    brief: Message | None = None
    """As in `Choice.brief`."""
    afterwards: bool = False
    """Only where people look for what was forgotten: in a turn that runs the row would be in the way."""


class Fallback(msgspec.Struct, frozen=True, gc=False):
    """What stands for an offer in another past that doesn't offer it."""

    question: str
    """The kind of question that has it."""
    offer: str
    """Its name there; it needs no values."""
    lost: Message
    """What it doesn't do of the other."""


class SharedQuestion(msgspec.Struct, frozen=True, gc=False):
    """The one question that the offers behind a key answer now."""

    title: Message
    """Over their list."""
    hint: Message
    """As in `Offer.hint`, of the key that opens it."""


class Offer(msgspec.Struct, frozen=True, gc=False):
    """One way to answer a question: a button (no parts) or a short form."""

    name: str
    """Its name in answers, kept on disk."""
    label: Message
    """Its words on a button or in a list."""
    parts: Sequence[Part] = ()
    """What is filled in, in this order; a picked choice may bring more. Keys show none of it: `LazyItems` where
    it is much work.
    """
    closed: Reason | None = None
    """A hard rule speaks against it: it is shown, and refused. None = open."""
    caution: Reason | None = None
    """A soft rule speaks against it: people are asked first. None = no doubt."""
    key: str = ""
    """The button that opens it at once while its question waits on the home screen: "OK", "UP", "DOWN", "BACK",
    or the same with "+" for a long press; "" for none. What has "DOWN" stands first in the list that DOWN opens.
    """
    hint: Message | None = None
    """A verb of 7 or 8 letters for the line of keys; None = the label."""
    ready: tuple[Preset, ...] = ()
    """Whole answers that stand in lists before it."""
    likely: bool = False
    """A list that is put in front of people begins on it, not on its first row; what rests has it on top."""
    is_rare: bool = False
    """Few turns need it: lists of all that can be entered keep it behind one row."""
    sign: str = ""
    """What the row stands for, where its name doesn't tell; there may be a picture of it."""
    fallback: Fallback | None = None
    """What does the rest of it where another past doesn't offer it; None: nothing does."""
    once: bool = False
    """Done once, people want something else: the cursor doesn't stay on it, but goes on to what is likely."""
    together: SharedQuestion | None = None
    """What it answers with the others of its key; None: each is an act of its own."""
    tells: str = ""
    """The id of the piece that it tells a fact of; "" for none."""
    is_on_home_page: bool = False
    """Of a correction: it stands among what happened in a turn too, behind one row where it is `seldom`."""


class OfferSource(Protocol):
    """Makes the offers of a question when somebody reads them, and only those that are wanted."""

    def every(self) -> tuple[Offer, ...]:
        """All of them, in order."""

    def keyed(self, key: str = "") -> Iterator[Offer]:
        """Those that a button opens at once, or that button; each is made when it is read."""

    def named(self, name: str) -> Offer | None:
        """The one with that name."""


class Question:
    """Something the table is asked. Words and offers may be given as what makes them when they are read."""

    __slots__ = (
        "_keyed",
        "_offers",
        "_source",
        "_text",
        "asked",
        "completes",
        "kind",
        "non_blocking",
        "number",
        "rule",
        "secret",
    )

    def __init__(
        self,
        number: int,
        kind: str,
        text: Message | Callable[[], Message],
        offers: tuple[Offer, ...] | OfferSource,
        asked: str = "",
        secret: str = "",
        non_blocking: bool = False,
        rule: str = "",
        completes: bool = False,
    ) -> None:
        """asked: whom ("" = everybody). secret: to whom alone it is shown ("" = no secret). non_blocking: it waits
        on the home screen; any other is put in front of people. completes: it asks on for what one entry began; in
        a past without that entry nobody misses its answer.
        """
        self.number, self.kind, self.asked, self.secret = number, kind, asked, secret
        self.non_blocking, self.rule, self.completes = non_blocking, rule, completes
        self._text = text
        self._keyed: tuple[Offer, ...] | None = None
        self._offers: tuple[Offer, ...] | None = offers if isinstance(offers, tuple) else None
        self._source: OfferSource | None = None if isinstance(offers, tuple) else offers

    @property
    def text(self) -> Message:
        """The question in words."""
        if not isinstance(self._text, Message):
            self._text = self._text()
        return self._text

    @property
    def offers(self) -> tuple[Offer, ...]:
        """Everything that may be answered."""
        if self._offers is None:
            self._offers = self._source.every() if self._source else ()
        return self._offers

    @property
    def offers_with_keys(self) -> tuple[Offer, ...]:
        """The offers that a button opens at once, in the order in which that button tells them."""
        if self._keyed is None:
            keyed = (offer for offer in self.offers if offer.key) if self._source is None else self._source.keyed()
            self._keyed = tuple(keyed)
        return self._keyed

    def keyed(self, key: str) -> Iterator[Offer]:
        """Those of them that this button opens, each made when it is read."""
        if self._source and self._keyed is None:
            return self._source.keyed(key)
        return (offer for offer in self.offers_with_keys if offer.key == key)

    def offer(self, name: str) -> Offer | None:
        """The offer with that name."""
        if self._offers is None and self._source:
            return self._source.named(name)
        return next((offer for offer in self.offers if offer.name == name), None)

    def _read(self) -> tuple[object, ...]:
        plain = (self.number, self.kind, self.asked, self.secret, self.non_blocking, self.rule)
        return (*plain, self.text, self.offers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Question) and self._read() == other._read()

    def __hash__(self) -> int:
        return hash((self.number, self.kind))

    def __repr__(self) -> str:
        return f"Question({self.number}, {self.kind!r}, {str(self.text)!r}, {[o.name for o in self.offers]})"


class Answer(msgspec.Struct, frozen=True, tag="answer", omit_defaults=True):
    """What the table answered."""

    question: int
    """The number of its question; 0 is the one of corrections, which is always open."""
    offer: str
    """The name of one of its offers."""
    values: tuple[Value, ...] = ()
    """One for each part, in order: what was picked, counted or typed."""
    anyway: bool = False
    """People did it although a soft rule speaks against it."""


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """An answer that changes nothing, and why."""

    reason: Reason
    soft: bool = False
    """It may be given again with `anyway`."""

    def stands(self, answer: Answer) -> bool:
        """Whether it keeps this answer out."""
        return not (self.soft and answer.anyway)


def refuse_answer(rule: str, text: Message) -> Refusal:
    """A hard no, with the id of its rule ("" where no rule of a game is behind it)."""
    return Refusal(Reason(rule, text))


STALE = refuse_answer("", tr("That question is already answered."))
NOT_OFFERED = refuse_answer("", tr("That is not offered here."))


def refusal_reason(question: Question, answer: Answer) -> Refusal | None:
    """Why `answer` can't be taken for `question`, or None. Being offered is being legal."""
    against = offer_objection(question.offer(answer.offer), answer)
    return against if against and against.stands(answer) else None


def offer_objection(offer: Offer | None, answer: Answer) -> Refusal | None:
    """What speaks against `answer` for the offer that it names (None: there is no such offer), or None.

    A soft rule too, also where it is given `anyway`: then it is taken, and told which rule it breaks.
    """
    if offer is None:
        return NOT_OFFERED
    if offer.closed:
        return Refusal(offer.closed)
    cautions = [offer.caution] if offer.caution else []
    trouble = _parts_refusal(list(offer.parts), list(answer.values), cautions)
    if trouble:
        return trouble
    return Refusal(cautions[0], soft=True) if cautions else None


def _parts_refusal(parts: list[Part], values: list[Value], cautions: list[Reason]) -> Refusal | None:
    """Walk the form: each value must fit its part, a picked choice may bring parts of its own."""
    while parts:
        if not values:
            return refuse_answer("", tr("The answer is not complete."))
        part, value = parts.pop(0), values.pop(0)
        if isinstance(part, Pick):
            choice = choice_of(part, value)
            if choice is None:
                return NOT_OFFERED
            if choice.closed:
                return Refusal(choice.closed)
            if choice.caution:
                cautions.append(choice.caution)
            parts[:0] = choice.then
        elif trouble := _value_refusal(part, value):
            return trouble
        elif isinstance(part, Amount) and part.beyond and int(value) > part.beyond.enough:
            cautions.append(part.beyond.reason)
    return refuse_answer("", tr("The answer has more parts than the question.")) if values else None


def choice_of(part: Pick, value: Value) -> Choice | None:
    """The choice with that value; of a long list only this one is worked out, if it knows how."""
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
    if not isinstance(value, str) or not value.strip() or len(value) > part.longest:
        return refuse_answer("", tr("Up to {n} letters are needed here.", n=part.longest))
    if any(looks_like(value, taken) for taken in part.taken):
        return refuse_answer("", tr("{name} is taken; choose another name.", name=value))
    return None


def parts_with_values(parts: Sequence[Part], values: Sequence[Value]) -> Iterator[tuple[Part, Value]]:
    """Each part of an answer with its value."""
    left = list(parts)
    for value in values:
        if not left:
            return
        part = left.pop(0)
        yield part, value
        left[:0] = parts_after_value(part, value)


def final_confirmation(offer: Offer, values: Sequence[Value]) -> Reason | None:
    """As `Choice.sure`, of what these values pick."""
    picks = ((part, value) for part, value in parts_with_values(offer.parts, values) if isinstance(part, Pick))
    picked = (choice for part, value in picks for choice in part.choices if choice.value == value)
    return next((choice.sure for choice in picked if choice.sure), None)


def parts_after_value(part: Part, value: Value) -> tuple[Part, ...]:
    """The further parts that this value of a part needs."""
    choices = part.choices if isinstance(part, Pick) else ()
    return next((choice.then for choice in choices if choice.value == value), ())


def value_words(part: Part, value: Value) -> Message:
    """How people say the value of a part; a piece that only a tap may name is not named: it may be a secret."""
    if isinstance(part, Amount) and part.untold:
        return tr("secret")
    if not isinstance(part, Pick):
        return literal(str(value))
    return next((choice.label for choice in part.choices if choice.value == value), tr("what was tapped"))


def clean_typed_text(question: Question | None, answer: Answer) -> Answer:
    """An answer as it may be entered: what people typed in it is made one plain line."""
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


def without_hidden_choices(offer: Offer) -> Offer:
    """The offer without the choices that only a tap can pick."""
    if not offer.parts:
        return offer
    return msgspec.structs.replace(offer, parts=LazyItems(lambda: _visible_parts(offer.parts)))


def _visible_parts(parts: Sequence[Part]) -> tuple[Part, ...]:
    seen, every = set[int](), tuple(parts)
    return tuple(map(_visible_part, every)) if any(_has_hidden_choice(part, seen) for part in every) else every


def _has_hidden_choice(part: Part, seen: set[int]) -> bool:
    """seen: what was looked through before; many choices may lead on to the same part."""
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
"""Letters of a name: small paper has no room for more."""
NEW_NAME, EARLIER_NAME = "new", "name:"
"""What stands in an answer for a name that is typed, and before one of earlier games."""


def players_names_pick(
    players: Mapping[str, tuple[Message, str]], known: Sequence[str], last: Mapping[str, str] | None = None
) -> Pick:
    """Whose name, then which, but none that another player has. Who sat there in the last game stands first.

    players: by id what people call them now and the name they gave; last: names by id in the last game.
    """
    choices = []
    for id, (label, _) in players.items():
        taken = tuple(name for other, (_, name) in players.items() if name and other != id)
        choices.append(Choice(id, label, then=(player_name_pick(known, taken, (last or {}).get(id, "")),)))
    return Pick("player", tr("Which player?"), tuple(choices))


def player_name_pick(known: Sequence[str], taken: tuple[str, ...], last: str = "") -> Pick:
    """A name of earlier games, `last` first, or another one."""
    text = Text("name", tr("What is the name?"), MAX_NAME_LENGTH, taken)
    likely = sorted(known, key=lambda name: name != last)
    free = [name for name in likely if not any(looks_like(name, other) for other in taken)]
    earlier = (Choice(f"{EARLIER_NAME}{name}", literal(name)) for name in free)
    return Pick("which", tr("Which name?"), (*earlier, Choice(NEW_NAME, tr("another name"), then=(text,))))
