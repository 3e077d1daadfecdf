"""Filling in an offer with five keys: the next part, its rows, and where the cursor starts.

A pick is a list, with headings if it is long; an amount is a number. Decides no rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import msgspec

from companion.engine.game import CORRECTION
from companion.engine.message import Message, tr
from companion.engine.offers import (
    COMPANION_ROLLS,
    Amount,
    Answer,
    Choice,
    Offer,
    Part,
    Pick,
    Place,
    Question,
    Value,
)
from companion.menu.menu_state import MenuContext, OfferForm

MAX_FLAT_ROWS = 9
"""A pick with more choices is shown under its headings."""


def parts_left(offer: Offer, values: Sequence[Value]) -> list[Part] | None:
    """Return the parts that remain after `values`; None if the values do not fit the offer."""
    parts = list(offer.parts)
    for value in values:
        if not parts:
            return None
        part = parts.pop(0)
        if isinstance(part, Pick):
            picked = next((c for c in part.choices if c.value == value), None)
            if picked is None:
                return None
            parts[:0] = picked.then
    return parts


def next_part(offer: Offer, values: Sequence[Value]) -> Part | None:
    """Return the part to ask after `values`; None if the form is complete."""
    left = parts_left(offer, values)
    return left[0] if left and offer.name != COMPANION_ROLLS else None


def sole_choice(part: Part | None) -> str:
    """Return the value of a pick's only choice if it just leads to further parts; else "".

    A closed choice, one that needs a confirmation, and the cells of a map are never skipped.
    """
    listed = _with_rows(part) if isinstance(part, Pick) and not isinstance(part, Place) else []
    only = listed[0] if len(listed) == 1 else None
    return only.value if only and only.then and not (only.closed or only.caution) else ""


MAX_COUNTS_AT_ONCE = 4
"""Counts that can be shown beside the one that is asked."""


def counts_after(offer: Offer, values: Sequence[Value]) -> tuple[Amount, ...]:
    """Return the counts that can be confirmed together with the part after `values`.

    Empty if anything else remains, or more than MAX_COUNTS_AT_ONCE counts.
    """
    left = (parts_left(offer, values) or ())[1:]
    counts = tuple(part for part in left if isinstance(part, Amount) and part.is_own_count and part.brief)
    return counts if len(counts) == len(left) <= MAX_COUNTS_AT_ONCE else ()


MAX_KEY_PAGES, KEYS_PER_PAGE = 2, 4
"""Pages of keys with suggestions, and suggestions on each; the fifth key turns the page."""


def has_numbers_on_keys(number: int, turned: int) -> bool:
    """True if some of `number` suggestions are on the page of keys after `turned` turns."""
    return turned < MAX_KEY_PAGES and KEYS_PER_PAGE * turned < number


def quick_numbers(part: Part | None, form: OfferForm) -> tuple[int, ...]:
    """Return the numbers that are on keys now; () if a number is set instead, as in a history edit."""
    if not isinstance(part, Amount) or (form.edit and form.old_values):
        return ()
    numbers = tuple(n for n in part.suggestions if part.low <= n <= part.high)
    return numbers if has_numbers_on_keys(len(numbers), form.key_page) else ()


def pick_headings(part: Pick) -> tuple[Message, ...]:
    """Return the headings of a long pick in order of appearance; () for a short one."""
    choices = _with_rows(part)
    if len(choices) <= MAX_FLAT_ROWS or isinstance(part, Place):
        return ()
    return tuple(dict.fromkeys(c.group for c in choices if c.group))


def _with_rows(part: Pick) -> list[Choice]:
    return [c for c in part.choices if not c.is_tap_only]


def pick_rows(part: Pick, group: Message | None) -> list[Message | Choice]:
    """Return the rows of a pick: the choices of an open heading, else headings and choices without one, in order.

    On a map the open cells come before the closed ones, unless the part is `in_order`.
    """
    choices = _with_rows(part)
    if isinstance(part, Place) and not part.in_order:
        return [*sorted(choices, key=lambda choice: choice.closed is not None)]
    if not pick_headings(part):
        return [*choices]
    if group is None:
        return list(dict.fromkeys(c.group or c for c in choices))
    return [c for c in choices if c.group == group]


def part_title(question: Question, form: OfferForm, part: Part) -> Message:
    """Return the title of this part, with the question's text if the list of offers was skipped."""
    begins = not form.values and len(question.offers) == 1 and not question.non_blocking
    if not begins or part.text == question.text:
        return part.text
    return tr("{question} {part}", question=question.text, part=part.text)


def recent_key(question: Question, offer: str, subject: str) -> str:
    """Return the key under which the recent values of this kind of answer are stored."""
    return f"{question.kind} {offer} {subject}"


def update_recent(context: MenuContext, question: Question, answer: Answer) -> dict[str, tuple[Value, ...]]:
    """Return `context.recent` with this answer added.

    Answers to blocking questions, which have their own default, and corrections are not added.
    """
    if not question.non_blocking or question.number == CORRECTION or not answer.values:
        return context.recent
    return {**context.recent, recent_key(question, answer.offer, context.subject): answer.values}


def begin_form(question: Question, form: OfferForm, context: MenuContext, last: Value | None = None) -> OfferForm:
    """Return the form with its cursor on `last`, on the recent value, or on the default."""
    offer = question.offer(form.offer)
    part = next_part(offer, form.values) if offer else None
    if last is None and not _ignores_habits(part):
        last = _last_value(question, form, context)
    if isinstance(part, Amount):
        start = last if isinstance(last, int) and not part.is_secret else part.default
        return msgspec.structs.replace(form, cursor=max(part.low, min(part.high, start)))
    if isinstance(part, Pick):
        return msgspec.structs.replace(form, cursor=_row_with_value(pick_rows(part, form.group), part, last))
    return form


def _ignores_habits(part: Part | None) -> bool:
    """True if the cursor always starts at the default."""
    return isinstance(part, Place) or (isinstance(part, Amount | Pick) and part.starts_at_default)


def _last_value(question: Question, form: OfferForm, context: MenuContext) -> Value | None:
    if not question.non_blocking or question.number == CORRECTION:
        return None
    before = context.recent.get(recent_key(question, form.offer, context.subject), ())
    at = len(form.values)
    return before[at] if len(before) > at and before[:at] == form.values else None


def _row_with_value(rows: Sequence[Message | Choice], part: Pick, last: Value | None) -> int:
    """Return the row of the value or its heading if it can be picked; else the first open row.

    If no row is open, return the row of the default, which explains best why.
    """
    values = {c.value: c for c in part.choices if not c.closed}
    wanted = values.get(str(last)) or values.get(part.default)
    for index, row in enumerate(rows):
        if wanted and row in (wanted, wanted.group):
            return index
    still_open = (i for i, row in enumerate(rows) if not is_closed(row, part))
    usual = (i for i, row in enumerate(rows) if isinstance(row, Choice) and row.value == part.default)
    return next(chain(still_open, usual), 0)


def is_closed(row: Message | Choice, part: Pick) -> bool:
    """True if the row is a closed choice or a heading with only closed choices."""
    if isinstance(row, Choice):
        return row.closed is not None
    return all(c.closed for c in part.choices if c.group == row)


def step_back(question: Question, form: OfferForm, context: MenuContext) -> OfferForm | None:
    """Return the form one step back: out of a heading or to the previous part; None to leave the form."""
    offer = question.offer(form.offer)
    if offer is None:
        return None
    if form.group is not None:
        rows = next_pick_rows(offer, form.values)
        out = msgspec.structs.replace(form, group=None)
        at = rows.index(form.group) if form.group in rows else 0
        return msgspec.structs.replace(out, cursor=at)
    if form.key_page:
        return msgspec.structs.replace(form, key_page=form.key_page - 1)
    if not form.values:
        return None
    earlier = msgspec.structs.replace(form, values=form.values[:-1])
    while sole_choice(part := next_part(offer, earlier.values)):
        if not earlier.values:
            return None
        earlier = msgspec.structs.replace(earlier, values=earlier.values[:-1])
    picked = form.values[len(earlier.values)]
    if isinstance(part, Pick) and pick_headings(part):
        group = next((c.group for c in part.choices if c.value == picked), None)
        earlier = msgspec.structs.replace(earlier, group=group)
    return begin_form(question, earlier, context, picked)


def next_pick_rows(offer: Offer, values: Sequence[Value]) -> list[Message | Choice]:
    """Return the top rows of the part after `values` if it is a pick; else []."""
    part = next_part(offer, values)
    return pick_rows(part, None) if isinstance(part, Pick) else []
