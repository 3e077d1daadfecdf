"""Layout of instructions and turn log on the home page, and the sheet with all of them.

An arrow marks each instruction, a tick the entries of the turn log. Each instruction begins a line if there is
space, else it follows another one after white space; it continues in the next line only if nothing else fits.
Instructions are never cut: letters become smaller, then the turn log follows the last words in a shortened form.
Shortening omits causes before amounts and amounts before the number of entries, because players most often miss
coins and points that the companion entered by itself.

`possible_line_breakings` breaks instructions into lines, `shorter_lines` shortens the turn log, `TodoSettings`
chooses the best combination for a box, and `todo_leaves` is the sheet with everything, with the reasons of
uncertain counts below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import pairwise, product
from typing import NamedTuple

from companion.engine.caching import Lazy
from companion.engine.message import Message, join_list, tr, trn
from companion.games.glen_more_2.screens.counts import overdue_cost_strips, uncertain_strips
from companion.screens.game_screens import SmallTable
from companion.screens.paper import (
    BIG,
    BOLD,
    MIDDLE,
    NARROW,
    SMALL,
    SMALLEST,
    WIDE,
    Box,
    Face,
    Fitted,
    ascent_of,
    capital_height,
    ink_box,
    text_height,
    text_width,
    wrap_words,
)
from companion.screens.pen import Pen
from companion.screens.tables import Leaf, Strip, heading_strip, split_into_pages, strips_height
from companion.state.glen_more_2.text.history_text import shortened_log_lines
from companion.state.glen_more_2.text.labels import coin_change_text, point_change_text
from companion.state.glen_more_2.view import View

ARROW_MARK = "\u00a0»\u00a0"
"""Placeholder in a line for an arrow before its instruction, as wide as the arrow with the space around it."""
CONTINUATION_PENALTY = 10
"""Penalty for an instruction that begins after another one and continues in the next line."""
MAX_SEPARATE = 6
"""With more instructions, either all begin a line or none does."""


class LineBreaking(NamedTuple):
    """One way to break instructions into lines."""

    runs: tuple[str, ...]
    """Instructions that follow each other, from the beginning of a line on."""
    lines: tuple[str, ...]
    run_on: int
    """Instructions after another one in a line; one that continues in the next counts CONTINUATION_PENALTY."""


@lru_cache(maxsize=512)
def possible_line_breakings(marked: tuple[str, ...], room: int, face: Face) -> tuple[LineBreaking, ...]:
    """Return the ways to break lines, least run-on first; for many instructions only all apart or all together."""
    gaps = len(marked) - 1
    ways = product((True, False), repeat=gaps) if gaps < MAX_SEPARATE else ((True,) * gaps, (False,) * gaps)
    found = []
    for begins in ways:
        starts = [0, *(at for at, new in enumerate(begins, 1) if new), len(marked)]
        runs = tuple(" ".join(marked[first:last]) for first, last in pairwise(starts))
        lines = _apart(runs, room, face)
        found.append(LineBreaking(runs, lines, _run_on(marked, lines)))
    return tuple(sorted(found, key=lambda each: each.run_on))


def _apart(runs: Sequence[str], room: int, face: Face) -> tuple[str, ...]:
    """Return the lines with each run on its own lines."""
    return tuple(line for each in runs for line in _wrapped(each, room, face))


def _run_on(marked: Sequence[str], lines: Sequence[str]) -> int:
    """Return the amount of run-on, see `LineBreaking.run_on`."""
    begun = [part for line in lines for part in line.removeprefix(ARROW_MARK).split(ARROW_MARK)[1:]]
    whole = {each.removeprefix(ARROW_MARK) for each in marked}
    return sum(1 if each.strip(" ") in whole else CONTINUATION_PENALTY for each in begun)


def _wrapped(marked: str, room: int, face: Face) -> list[str]:
    """Return the wrapped lines; the first arrow stands in the indent and takes no width."""
    first, *lines = wrap_words(marked.removeprefix(ARROW_MARK), room, face)
    return [ARROW_MARK + first, *lines]


def line_width(line: str, face: Face) -> int:
    """Return the width of a line in pixels, without the arrow in the indent."""
    return text_width(line.removeprefix(ARROW_MARK), face)


def narrow_last_lines(breaking: LineBreaking, room: int, count: int, face: Face) -> LineBreaking:
    """Return the breaking with narrower last lines if `count` pixels do not fit after the last one."""
    if line_width(breaking.lines[-1], face) <= room - count:
        return breaking
    lines = (*_apart(breaking.runs[:-1], room, face), *_wrapped(breaking.runs[-1], room - count, face))
    return LineBreaking(
        breaking.runs, lines, breaking.run_on + (CONTINUATION_PENALTY if len(lines) > len(breaking.lines) else 0)
    )


ALL_WORDS, FEWER_WORDS, CUT_WORDS, ONLY_AMOUNTS, ONLY_NUMBER = range(5)
"""What is left of the newest entry: all words, fewer words, their beginning, amounts only, or a number only."""
FORM_PENALTIES = {ALL_WORDS: 0, FEWER_WORDS: 0, CUT_WORDS: 1, ONLY_AMOUNTS: 1, ONLY_NUMBER: 2}
"""How bad a form is: to avoid it, letters become smaller and the market is left out."""


class TurnLog(NamedTuple):
    """The entries of the current turn."""

    lines: Sequence[Message] = ()
    """Entries, the newest first."""
    coins: Sequence[int] = ()
    """Coins that each entry gave or took from the player on turn."""
    points: Sequence[int] = ()
    """Points that each entry gave or took from the player on turn."""
    owner: Message | None = None
    """Player to name with a sum if the newest entry is about another player; None if not needed."""


class ShortLine(NamedTuple):
    """A short form of the turn log, and what it leaves out."""

    text: str
    left: int = ALL_WORDS


def shorter_lines(pen: Pen, turn_log: TurnLog, cut: bool = False) -> Iterator[ShortLine]:
    """Yield shorter and shorter forms; `cut`: text may end in the middle."""
    if not turn_log.lines:
        yield ShortLine("")
        return
    newest = pen.translate(turn_log.lines[0])
    yield ShortLine(_joined(newest, *_unshown_entries(pen, turn_log, 1)))
    if len(turn_log.lines) > 1:
        yield ShortLine(_joined(newest, _amounts(pen, turn_log, 1)), FEWER_WORDS)
    fewer = [pen.translate(each) for each in shortened_log_lines(turn_log.lines[0])]
    yield from (ShortLine(_with_amounts(pen, turn_log, each), FEWER_WORDS) for each in fewer)
    if cut:
        yield from (ShortLine(_with_amounts(pen, turn_log, each), CUT_WORDS) for each in _beginnings(fewer[-1]))
    if amounts := _amounts(pen, turn_log, 0):
        yield from (ShortLine(each, ONLY_AMOUNTS) for each in (_marked_as_sum(pen, turn_log, amounts), amounts))
    yield ShortLine(str(len(turn_log.lines)), ONLY_NUMBER)


def turn_log_in_one_line(pen: Pen, turn_log: TurnLog, face: Face, room: int) -> ShortLine:
    """Return the form that fits one line: as many words as possible, else the number with the key to the sheet."""
    if not turn_log.lines:
        return ShortLine("")
    if told := joined_lines(pen, turn_log, face, room):
        return ShortLine(told)
    *ways, number = shorter_lines(pen, turn_log)
    keyed = pen.translate(tr("BACK: {n} booked", n=len(turn_log.lines)))
    ways = [*ways, ShortLine(keyed, ONLY_NUMBER)]
    return next((line for line in ways if pen.has_room(line.text, face, room)), number)


def joined_lines(pen: Pen, turn_log: TurnLog, face: Face, room: int) -> str:
    """Return as many entries as fit, newest first, with the number of the others; "" if none fits."""
    texts = [pen.translate(each) for each in turn_log.lines]
    lines = [_joined(*texts[:n], *_unshown_entries(pen, turn_log, n)) for n in range(len(texts), 0, -1)]
    lines += [] if _amounts(pen, turn_log, 1) else texts[:1]
    return next((line for line in lines if pen.has_room(line, face, room)), "")


def _beginnings(text: str) -> Iterator[str]:
    """Yield fewer and fewer of the first words; a number is never without what it counts."""
    words = text.split()
    least = max((at + 2 for at, word in enumerate(words) if any(map(str.isdigit, word))), default=1)
    yield from (f"{' '.join(words[:n])}…" for n in range(len(words) - 1, least - 1, -1))


def _joined(*instructions: str) -> str:
    return " · ".join(each for each in instructions if each)


def _with_amounts(pen: Pen, turn_log: TurnLog, words: str) -> str:
    """Return the words with all amounts that they do not include."""
    own = _amounts(pen, turn_log._replace(coins=turn_log.coins[:1], points=turn_log.points[:1]), 0)
    return _joined(words, _amounts(pen, turn_log, 1 if own in words else 0))


def _amounts(pen: Pen, turn_log: TurnLog, shown_count: int) -> str:
    """Return the sums of all but the first `shown_count` entries; "" if they are 0."""
    coins, points = turn_log.coins[shown_count:], turn_log.points[shown_count:]
    sums = [coin_change_text(sum(coins))] if sum(coins) else []
    sums += [point_change_text(sum(points))] if sum(points) else []
    if not sums:
        return ""
    named = (
        tr("{player}: {what}", player=turn_log.owner, what=join_list(sums)) if turn_log.owner else join_list(sums)
    )
    return pen.translate(named)


def _marked_as_sum(pen: Pen, turn_log: TurnLog, amounts: str) -> str:
    """Return the amounts, marked as a sum if several entries add up to them."""
    several = any(sum(map(bool, kind)) > 1 for kind in (turn_log.coins, turn_log.points))
    return pen.translate(tr("{amounts} in all", amounts=amounts)) if several else amounts


def _unshown_entries(pen: Pen, turn_log: TurnLog, shown_count: int) -> Iterator[str]:
    """Yield the number and sums of the entries not shown, worded so that they do not look like instructions."""
    if count := len(turn_log.lines) - shown_count:
        earlier, amounts = tr("{count} more booked", count=count), _amounts(pen, turn_log, shown_count)
        yield pen.translate(tr("{what}: {coins}", what=earlier, coins=amounts) if amounts else earlier)


class TodoText(NamedTuple):
    """The text of turn log and instructions."""

    turn_log: TurnLog
    """Turn log; may be shortened."""
    instructions: Sequence[str]
    """Instructions in the language of the picture, the next one first; those that do not fit are counted."""
    side: Message | None = None
    """Text at the right of the turn log on tight paper: the tiles left in the deck."""
    shows_first_only: bool = False
    """True if instructions are ticked off one by one, so that only the first is shown."""


class TodoSizes(NamedTuple):
    """Faces and distances of the zone on one kind of panel."""

    instruction_faces: tuple[Face, ...]
    """Faces for instructions to try, largest first."""
    turn_log_faces: Face
    small: Face
    """Face of the turn log if the instructions need space, and of the text at the right."""
    indent: int
    """Pixels from the signs to the text."""
    gap: int
    """Pixels between turn log and instructions."""
    min_letter: int
    """Minimum size of letters that can be read across the table."""
    instructions_first: bool = False


SIZES = {
    BIG: TodoSizes(tuple(Face(n, BOLD) for n in (40, 30, 26, 24, 20, 17)), Face(24, BOLD), Face(17), 40, 14, 24),
    MIDDLE: TodoSizes(
        (*(Face(n, BOLD) for n in (30, 26, 22, 20, 17, 15)), Face(16, NARROW), Face(13, BOLD)),
        Face(20, BOLD),
        Face(15),
        28,
        8,
        20,
    ),
    WIDE: TodoSizes(
        tuple(Face(n, BOLD) for n in (20, 17, 15, 13)), Face(13), Face(13), 15, 2, 15, instructions_first=True
    ),
    SMALL: TodoSizes(
        tuple(Face(n, BOLD) for n in (18, 15, 13)), Face(13), Face(13), 13, 2, 15, instructions_first=True
    ),
}
MIN_SIZE_FOR_FULL_LEADING = 15
"""Letters smaller than this need one pixel less of line spacing."""
LEADING = 5
"""Pixels between the capitals of a line and the baseline above, in addition to the descenders."""


class TodoSetting(NamedTuple):
    """One way to set instructions and turn log."""

    face: Face
    lines: tuple[str, ...]
    turn_log_face: Face | None
    """Face of the turn log's own line; None if there is no space for it."""
    shown_count: int
    """Number of instructions in these lines."""
    count_text: str = ""
    """Text after the tick if the turn log has no line of its own."""
    rest_of_entry: int = ALL_WORDS
    """What is left of the newest entry."""
    run_on: int = 0
    """Amount of run-on, see `LineBreaking.run_on`."""
    count_face: Face = SMALLEST
    """Face of the text after the tick."""


class TodoSettings:
    """All settings for lines of one width, each computed once; a box uses the first that fits."""

    def __init__(self, pen: Pen, wide: int, texts: TodoText) -> None:
        self._pen, self._saying = pen, texts
        self._usual = Lazy(lambda: _settings_with_all(pen, wide, texts))
        self._all = Lazy(lambda: _with_smallest(pen, wide, texts, self._usual.value))
        self._fewer = Lazy(lambda: _settings_with_some(pen, wide, texts))

    def shows_all(self, high: int, apart: bool = False) -> bool:
        """True if all instructions fit unshortened into `high` pixels; `apart`: each begins a line."""
        if not self._saying.instructions:
            return True
        setting = _first_that_fits(self._pen, high, self._all.value if apart else self._usual.value)
        return setting is not None and not (apart and setting.run_on)

    def cost(self, high: int) -> tuple[bool, int]:
        """Return whether the smallest face is needed, and how much of the turn log is lost (0 to 2)."""
        setting = self._setting(high) if self._saying.instructions else None
        return (setting.face == SMALLEST, FORM_PENALTIES[setting.rest_of_entry]) if setting else (False, 0)

    def hidden_count(self, high: int) -> int:
        """Return the number of instructions that are counted instead of shown."""
        if not self._saying.instructions or self._saying.shows_first_only:
            return 0
        setting = self._setting(high)
        return len(self._saying.instructions) - (setting.shown_count if setting else 1)

    def say(self, box: Box) -> None:
        """Draw the zone into the box."""
        pen, saying, sizes = self._pen, self._saying, SIZES[self._pen.paper.panel]
        if not saying.instructions:
            _draw_turn_log(
                pen, box, box.y + capital_height(sizes.turn_log_faces), saying, sizes.turn_log_faces, ""
            )
            return
        setting = self._setting(box.h) or _smallest(pen, box, saying)
        more = _more(pen, saying, setting.shown_count)
        if setting.turn_log_face is None:
            last = box.y + capital_height(setting.face) + (len(setting.lines) - 1) * _pitch(setting)
            _draw_instructions(pen, box, box.y + capital_height(setting.face), setting)
            _draw_counts(pen, box.right, last, setting.count_face, more, setting.count_text)
        elif sizes.instructions_first:
            _draw_instructions(pen, box, box.y + capital_height(setting.face), setting)
            under = box.y + _instructions_height(setting) + _gap(setting.turn_log_face, sizes)
            _draw_turn_log(
                pen, box, under + capital_height(setting.turn_log_face), saying, setting.turn_log_face, more
            )
        else:
            first = box.y + capital_height(setting.turn_log_face)
            _draw_turn_log(pen, box, first, saying, setting.turn_log_face, more)
            _draw_instructions(pen, box, first + sizes.gap + capital_height(setting.face), setting)

    def _setting(self, high: int) -> TodoSetting | None:
        """Return the most readable setting with all instructions; else one with as many as fit."""
        return _first_that_fits(self._pen, high, self._all.value) or _first_that_fits(
            self._pen, high, self._fewer.value
        )


def _first_that_fits(pen: Pen, high: int, settings: Iterable[TodoSetting]) -> TodoSetting | None:
    """Return the first setting that fits."""
    sizes = SIZES[pen.paper.panel]
    for each in settings:
        beside = capital_height(each.turn_log_face) + _gap(each.turn_log_face, sizes) if each.turn_log_face else 0
        # The descenders of the lower part extend below it.
        beside += _tails(each.turn_log_face) if each.turn_log_face and sizes.instructions_first else 0
        if beside + _instructions_height(each) <= high:
            return each
    return None


def _gap(turn_log: Face, sizes: TodoSizes) -> int:
    """Return the pixels between both parts; in the smallest face accents extend farthest."""
    return sizes.gap + (1 if turn_log == SMALLEST else 0)


def _settings_with_all(pen: Pen, wide: int, texts: TodoText) -> list[TodoSetting]:
    """Return settings with all instructions, most readable first; the turn log is in its own line or follows."""
    sizes, told = SIZES[pen.paper.panel], _shown_count(texts)
    ways = [
        *_settings_with_log_line(pen, wide, texts, told, sizes.instruction_faces),
        *_settings_without_log_line(pen, wide, texts, told, sizes.instruction_faces),
    ]
    ways.sort(key=lambda way: _readability_key(way, sizes))
    # The sort is stable: among equal settings the order from before stays.
    return sorted(ways, key=lambda way: _setting_key(way, pen.paper.tight))


def _with_smallest(pen: Pen, wide: int, texts: TodoText, usual: Sequence[TodoSetting]) -> list[TodoSetting]:
    """Return these settings, and those with everything in the smallest face."""
    least = _in_smallest(pen, wide, texts, _shown_count(texts))
    return sorted([*usual, *least], key=lambda way: _setting_key(way, pen.paper.tight))


def _shown_count(texts: TodoText) -> int:
    """Return the number of instructions that are shown if all fit."""
    return 1 if texts.shows_first_only else len(texts.instructions)


def _setting_key(setting: TodoSetting, tight: bool) -> tuple[int, int, int]:
    """Return the sort key of a setting.

    On tight paper cut text is as bad as two instructions that continue in the next line. Large paper allows cut
    text less, and prefers run-on to the smallest face.
    """
    worse = FORM_PENALTIES[setting.rest_of_entry]
    if tight:
        return worse > 1, setting.run_on // CONTINUATION_PENALTY + 2 * (setting.rest_of_entry == CUT_WORDS), worse
    return worse, setting.face == SMALLEST, setting.run_on


def _settings_with_some(pen: Pen, wide: int, texts: TodoText) -> list[TodoSetting]:
    """Return settings with fewer instructions, finally only the first; a turn log of only a number comes last."""
    faces = SIZES[pen.paper.panel].instruction_faces
    ways = [
        way
        for told in range(len(texts.instructions) - 1, 0, -1)
        for way in (
            *_settings_without_log_line(pen, wide, texts, told, faces),
            *_in_smallest(pen, wide, texts, told),
        )
    ]
    return sorted(ways, key=lambda way: way.rest_of_entry == ONLY_NUMBER)


def _in_smallest(pen: Pen, wide: int, texts: TodoText, shown_count: int) -> Iterator[TodoSetting]:
    """Yield settings in the smallest face; a line of the turn log is included only if it has words."""
    yield from _settings_without_log_line(pen, wide, texts, shown_count, (SMALLEST,))
    if texts.turn_log.lines:
        faces = (*SIZES[pen.paper.panel].instruction_faces[::-1], SMALLEST)
        yield from (
            way
            for way in _settings_with_log_line(pen, wide, texts, shown_count, faces, SMALLEST)
            if not FORM_PENALTIES[way.rest_of_entry]
        )


def _settings_with_log_line(
    pen: Pen, wide: int, texts: TodoText, shown_count: int, faces: Sequence[Face], least: Face | None = None
) -> Iterator[TodoSetting]:
    """Yield settings with a line for the turn log, in its usual faces or in `least`."""
    sizes, more = SIZES[pen.paper.panel], _more(pen, texts, shown_count)
    room = wide - sizes.indent - (text_width(more, sizes.small.strong) + 8 if more else 0)
    for booked in (
        [least] if least else _turn_log_faces_to_try(texts, sizes, len(texts.instructions) - shown_count)
    ):
        line = turn_log_in_one_line(pen, texts.turn_log, booked, room)
        for face in faces:
            for lines, run_on in _set(pen, wide, texts, shown_count, face):
                yield TodoSetting(face, lines, booked, shown_count, rest_of_entry=line.left, run_on=run_on)


def _settings_without_log_line(
    pen: Pen, wide: int, texts: TodoText, shown_count: int, faces: Sequence[Face]
) -> Iterator[TodoSetting]:
    """Yield settings without that line: the turn log is shortened after the last words."""
    more = _more(pen, texts, shown_count)
    for line in _behind_words(pen, texts):
        for face in faces:
            small = _count_face(pen, face)
            for lines, run_on in _set(pen, wide, texts, shown_count, face, _count_width(more, line.text, small)):
                yield TodoSetting(face, lines, None, shown_count, line.text, line.left, run_on, small)


def _behind_words(pen: Pen, texts: TodoText) -> Iterator[ShortLine]:
    yield from shorter_lines(pen, texts.turn_log, cut=pen.paper.tight)


def _readability_key(setting: TodoSetting, sizes: TodoSizes) -> tuple[int, ...]:
    """Return the sort key for readability: separate lines first, then small lines before more large ones.

    Tight paper rather shortens the turn log than uses small letters for instructions.
    """
    small, uncounted = setting.face.size < sizes.min_letter, setting.turn_log_face is None
    first, second = (small, uncounted) if sizes.instructions_first else (uncounted, small)
    low = not sizes.instructions_first and setting.face.size < sizes.small.size + 2
    return (
        setting.run_on,
        low,
        first,
        second,
        bool(setting.rest_of_entry),
        setting.turn_log_face == sizes.small,
        len(setting.lines) > 1,
    )


def _turn_log_faces_to_try(texts: TodoText, sizes: TodoSizes, more: int) -> tuple[Face, ...]:
    """Return the faces of the turn log's line, if there is something to show."""
    return (sizes.turn_log_faces, sizes.small) if texts.turn_log.lines or more or texts.side is not None else ()


def _set(
    pen: Pen, wide: int, texts: TodoText, shown_count: int, face: Face, count: int = 0
) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield lines with ARROW_MARK before each of `shown_count` instructions if they fit, and the amount of run-on.

    First each in its own lines, then with fewer lines. `count` pixels stay free after the last line.
    """
    room = wide - SIZES[pen.paper.panel].indent
    marked = tuple(ARROW_MARK + each for each in texts.instructions[:shown_count])
    fewest = len(" ".join(marked))
    ways = (narrow_last_lines(way, room, count, face) for way in possible_line_breakings(marked, room, face))
    for way in sorted(ways, key=lambda way: way.run_on):
        widths = [line_width(each, face) for each in way.lines]
        if len(way.lines) < fewest and max(widths) <= room and widths[-1] <= room - count:
            fewest = len(way.lines)
            yield way.lines, way.run_on


def _more(pen: Pen, texts: TodoText, shown_count: int) -> str:
    """Return the text about instructions that are not shown, with the key to the sheet if one is shown
    at a time."""
    n = len(texts.instructions) - shown_count
    if not n:
        return ""
    return pen.translate(tr("BACK: {n} more", n=n) if texts.shows_first_only else tr("{count} more", count=n))


def _count_face(pen: Pen, face: Face) -> Face:
    """Return the face of counts after instructions in this face."""
    return SMALLEST if face == SMALLEST else SIZES[pen.paper.panel].small.strong


def _count_width(more: str, turn_log: str, face: Face) -> int:
    """Return the width of counts and of the turn log after the last words, with the space before them."""
    wide = text_width(more, face) + 8 if more else 0
    return wide + (text_width(turn_log, face) + capital_height(face) + 11 if turn_log else 0)


def _draw_counts(pen: Pen, right: int, base: int, face: Face, more: str, turn_log: str) -> None:
    """Draw the counts and the turn log with its tick at the right end of the last line."""
    if more:
        right = pen.write(right, base, more, face, align="right").x - 8
    if turn_log:
        right = pen.write(right, base, turn_log, face, align="right").x - 3
        pen.tick(right - capital_height(face) - 1, base, face)


def _smallest(pen: Pen, box: Box, texts: TodoText) -> TodoSetting:
    """Return a setting with as much as fits of an instruction that is longer than any expected one."""
    found = pen.fit(texts.instructions[0], box.w - SIZES[pen.paper.panel].indent, box.h, SMALLEST, 9)
    first, *lines = found.lines
    return TodoSetting(found.face, (ARROW_MARK + first, *lines), None, 1, str(len(texts.turn_log.lines) or ""))


def _pitch(setting: TodoSetting) -> int:
    """Return the pixels between baselines; accents never touch the descenders above."""
    face = setting.face
    usual = capital_height(face) + (
        LEADING - 1 if face.size < MIN_SIZE_FOR_FULL_LEADING else max(LEADING, face.size // 3)
    )
    inks = [ink_box(line, face) for line in setting.lines]
    if setting.count_text:
        left, top, right, foot = inks[-1]
        inks[-1] = left, min(top, ink_box(setting.count_text, setting.count_face)[1]), right, foot
    return max(usual, *(above[3] - below[1] + 1 for above, below in pairwise(inks)), 0)


def _instructions_height(setting: TodoSetting) -> int:
    """Return the pixels from the top of the first capital to below the descenders of the last line."""
    return capital_height(setting.face) + (len(setting.lines) - 1) * _pitch(setting) + _tails(setting.face)


def _tails(face: Face) -> int:
    """Return the pixels that descenders reach below the baseline."""
    return face.size // 4


def _draw_instructions(pen: Pen, box: Box, base: int, setting: TodoSetting) -> None:
    """Draw the lines with each arrow at its mark: before the line, or between two words."""
    indent, face = SIZES[pen.paper.panel].indent, setting.face
    for at, line in enumerate(setting.lines):
        y, before = base + at * _pitch(setting), ""
        if line.startswith(ARROW_MARK):
            pen.arrow(box.x + (4 if indent > 20 else 0), y, face)
        for number, words in enumerate(line.removeprefix(ARROW_MARK).split(ARROW_MARK)):
            if number:
                # The arrow is closer to the words it belongs to than to those before it.
                before += ARROW_MARK
                pen.arrow(
                    box.x + indent + text_width(before[:-1], face) - (capital_height(face) // 2 + 1), y, face
                )
            pen.write(box.x + indent + text_width(before, face), y, words.rstrip(" "), face)
            before += words


def _draw_turn_log(pen: Pen, box: Box, base: int, texts: TodoText, face: Face, more: str) -> None:
    """Draw the turn log in one line: as many entries as fit, and at the right the number of further instructions.

    The deck is left out if the newest entry does not fit; if it still does not fit, entries are counted.
    """
    sizes, strong = SIZES[pen.paper.panel], SIZES[pen.paper.panel].small.strong
    right, first = box.right, box.x + sizes.indent
    if more:
        right = pen.write(right, base, more, strong, align="right").x - 8
    side = pen.translate(texts.side) if texts.side else ""
    beside = right - (text_width(side, sizes.small) + 8 if side else 0)
    told = joined_lines(pen, texts.turn_log, face, beside - first)
    if not told and texts.turn_log.lines:
        side, beside = "", right
        told = turn_log_in_one_line(pen, texts.turn_log, face, beside - first).text
    if side:
        pen.write(right, base, side, sizes.small, align="right")
    if told:
        pen.tick(box.x + (2 if sizes.indent > 20 else 0), base, face)
        pen.write(first, base, told, face, room=beside - first)


TITLE, TURN_LOG_TITLE, TO_DO = tr("To do"), tr("Booked"), tr("to do")
MOST_LINES = 12


def todo_leaves(pen: Pen, view: View) -> list[Leaf]:
    """Return the pages of instructions and turn log; smaller letters are preferred to a second page."""
    note, apart = pen.paper.face("note"), _separate_tasks(pen)
    ways = [(*_faces(pen), apart), (note.strong, note, apart), (note.strong, note, 0), (SMALLEST, SMALLEST, apart)]
    found = [split_into_pages(_strips(pen, view, *each), strips_height(pen)) for each in ways]
    pages = next((each for each in found if len(each) == 1), found[0])
    return [Leaf(TITLE, page) for page in pages]


def _faces(pen: Pen) -> tuple[Face, Face]:
    """Return the usual faces of instructions and of the turn log."""
    return pen.paper.face("text", bold=True), pen.paper.face("body")


def _separate_tasks(pen: Pen) -> int:
    """Return the pixels between two instructions."""
    return pen.paper.px(1 if pen.paper.tight else 4)


def _strips(pen: Pen, view: View, instruction_face: Face, turn_log: Face, apart: int) -> list[Strip]:
    """Return the strips in these faces, with `apart` pixels between instructions."""
    strips = [_row(pen, each.text, True, instruction_face, apart) for each in view.table_tasks]
    note = SMALLEST if pen.paper.tight else turn_log
    strips += overdue_cost_strips(pen, view, note)
    if view.turn_log:
        strips += [
            heading_strip(pen, TURN_LOG_TITLE),
            *(_row(pen, each, False, turn_log, apart) for each in view.turn_log),
        ]
    return [*strips, *uncertain_strips(pen, view, note)]


def tasks_over_question(view: View) -> tuple[SmallTable, ...]:
    """Return tables with the instructions for a question that hides the home page, largest letters first.

    The last one only counts the instructions, with the same word as the key that leads to them.
    """
    if not view.tasks_before_question:
        return ()
    counted = (trn("{n} thing to do", "{n} things to do", len(view.tasks_before_question)),)
    said = (
        *((view.tasks_before_question, face) for face in (_usual, _note, _smallest_sheet_faces)),
        (counted, _smallest_sheet_faces),
    )
    return tuple(
        SmallTable(
            partial(_height_of_all, instructions=words, face=face),
            partial(_draw_all, instructions=words, face=face),
        )
        for words, face in said
    )


def _usual(pen: Pen) -> Face:
    return _faces(pen)[0]


def _note(pen: Pen) -> Face:
    return pen.paper.face("note").strong


def _smallest_sheet_faces(_pen: Pen) -> Face:
    return SMALLEST


def _rows_of(pen: Pen, instructions: Sequence[Message], face: Callable[[Pen], Face]) -> list[Strip]:
    return [_row(pen, each, True, face(pen), _separate_tasks(pen)) for each in instructions]


def _height_of_all(pen: Pen, instructions: Sequence[Message], face: Callable[[Pen], Face]) -> int:
    return sum(strip.height for strip in _rows_of(pen, instructions, face))


def _draw_all(pen: Pen, box: Box, instructions: Sequence[Message], face: Callable[[Pen], Face]) -> None:
    for strip in _rows_of(pen, instructions, face):
        strip.draw(pen, box)
        box = box.below(strip.height)


def _indent(pen: Pen) -> int:
    """Return the pixels for the sign before the text."""
    return capital_height(pen.paper.face("text", bold=True)) + pen.paper.px(6)


def _row(pen: Pen, words: Message, is_instruction: bool, face: Face, apart: int) -> Strip:
    fitted = _set_sheet_lines(pen, words, pen.paper.inner.w - _indent(pen), face)
    high = text_height(len(fitted.lines), fitted.face) + apart
    return Strip(high, partial(_draw, words=fitted, is_instruction=is_instruction))


def _set_sheet_lines(pen: Pen, words: Message, wide: int, face: Face) -> Fitted:
    """Return the text in this face, as all rows; in a smaller one only if it does not fit at all."""
    lines = wrap_words(pen.translate(words), wide, face)
    if text_height(len(lines), face) <= strips_height(pen) * 2 // 3 and all(
        text_width(each, face) <= wide for each in lines
    ):
        return Fitted(face, lines)
    return pen.fit(words, wide, strips_height(pen) * 2 // 3, face, MOST_LINES)


def _draw(pen: Pen, box: Box, words: Fitted, is_instruction: bool) -> None:
    """Draw the text as it was measured, independent of the space beside it."""
    sign = pen.arrow if is_instruction else pen.tick
    sign(box.x, box.y + ascent_of(words.face), words.face)
    pen.write_fitted(box.from_left(_indent(pen)), words)
