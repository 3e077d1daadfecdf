"""Sources of points in a table: their words and their order, both from the view. Knows no source by its id.

A scoring: who got how many points for what, and why. Each of it stands once.

What two words explain stands in a table; what needs a sentence stands behind it. Serves scoring rounds, the final
scoring and "if it were scored now". Works nothing out itself.

Every point by its source, a column for each player. Decides nothing: the view tells who got what from where.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from companion.engine.message import Message, literal, tr
from companion.games.glen_more_2.screens import icons
from companion.games.glen_more_2.screens.counts import confirmed_count_leaves, short_counts
from companion.games.glen_more_2.screens.expansion_lines import line_leaves
from companion.scoring.gains import Gain, Result, Scored, is_tie_broken
from companion.screens import frame
from companion.screens.icons import POINTS_ICON, Icon
from companion.screens.paper import Box, line_height, signed_plain, text_height, text_width
from companion.screens.pen import Pen
from companion.screens.tables import (
    Cell,
    Leaf,
    MatrixRow,
    ReasonRow,
    Strip,
    SumRow,
    has_room,
    head_strip,
    heading_strip,
    reason_pages,
    sentence_strip,
    signed_points,
    split_into_pages,
    strip_room,
    table_pages,
)
from companion.state.glen_more_2.text.labels import round_title
from companion.state.glen_more_2.view import View, outline_of


def source_words(view: View, source: str) -> Message:
    """The view's words for a source at the head of a line; one that it doesn't tell is shown by its id."""
    words = dict(view.source_words).get(source) or literal(source.replace("_", " "))
    return Message("{What}", (("What", words),))


def ordered_sources(view: View, sources: Iterable[str]) -> list[str]:
    """Sources as the view lists them, others after these by their ids."""
    known = [source for source, _ in view.source_words]
    there = set(sources)
    return [*(s for s in known if s in there), *sorted(there - set(known))]


BEFORE, TOTAL, PLACE = tr("Points before"), tr("Total"), tr("Place")
PLACE_BY_GOODS = tr("Place (by goods)")
FEWEST = tr("fewest")
NO_RESULT = tr("Nothing has been scored yet.")
NO_GAINS = tr("Nobody gets points.")


def result_leaves(pen: Pen, view: View) -> list[Leaf]:
    """The pages of what was scored last: a chronicle's own scoring comes before the round that it followed.

    One that was over at once without points comes behind the round: nobody has read that yet.
    """
    title, later = _title(view.result), list[Leaf]()
    for sheet in reversed([each for each in view.apart if not each.waits]):
        # What stood before it is the total of what it followed.
        total, place, _ = _sums(sheet.result)
        above = [total] if later else [total, place]
        said = [sheet.said] if sheet.said else []
        later += scoring_leaves(pen, view, sheet.result, sheet.title, above, (), len(later), said)
    sums = _sums(view.result) if view.result else []
    if later:
        # The latest has everybody's place.
        del sums[1]
    scored = partial(scoring_leaves, pen, view, view.result, title, sums, before=len(later))
    behind = _without_points(pen, view)
    # Whatever the page's number is, the line that names it is one line.
    before = len(later) + len(scored(short_counts(view.counts, 0))) + len(behind)
    return [
        *later,
        *scored(short_counts(view.counts, before + 1)),
        *behind,
        *confirmed_count_leaves(pen, view, title),
    ]


def _without_points(pen: Pen, view: View) -> list[Leaf]:
    """What is told of the scorings that wait behind the round: its table has their totals."""
    waiting = ((each.title, each.said) for each in view.apart if each.waits)
    told = (
        (title, split_into_pages([sentence_strip(pen, said)], strip_room(pen))) for title, said in waiting if said
    )
    return [Leaf(title, page) for title, pages in told for page in pages]


def standings_leaves(pen: Pen, view: View) -> list[Leaf]:
    """The pages of what a scoring would bring now, then what the chronicles have to show."""
    title = tr("If scored now · deck {deck}: {n} left", deck=view.deck, n=view.left)
    coming = view.if_scored_now
    sums = _sums(coming) if coming else []
    scored = scoring_leaves(pen, view, coming, title if view.deck else tr("If scored now"), sums)
    return [*scored, *line_leaves(pen, view)]


def _title(result: Result | None) -> Message:
    return tr("Scoring") if result is None else round_title(result.round)


def scoring_leaves(
    pen: Pen,
    view: View,
    result: Result | None,
    title: Message,
    sums: Sequence[SumRow] = (),
    note: Sequence[Message] = (),
    before: int = 0,
    said: Sequence[Message] = (),
) -> list[Leaf]:
    """First the table with the sums and a line under them, then what takes sentences.

    before: pages before it; said: what all are told of it, first of the sentences.
    """
    if result is None:
        return [Leaf(title, (sentence_strip(pen, NO_RESULT),))]
    head = head_strip(pen, outline_of(view), [scored.name for scored in result.players])
    rows, told = _lines(pen, view, result)
    strips = [sentence_strip(pen, each) for each in said]
    strips += (
        _reasons(pen, view, result, told) if rows or told else [] if said else [sentence_strip(pen, NO_GAINS)]
    )
    behind = partial(_behind, result, rows, told, before + 2, len(split_into_pages(strips, strip_room(pen))))
    tables = reason_pages(pen, rows, sums, note, head, behind) if rows or sums else []
    if tables and not rows:
        tables, strips = _filled(pen, tables[0], strips)
    reasons = split_into_pages(strips, strip_room(pen))
    return [Leaf(title, page) for page in (*tables, *reasons)]


def _behind(
    result: Result,
    rows: Sequence[ReasonRow],
    told: Sequence[str],
    page: int,
    reasons: int,
    shown: int,
    tables: int,
) -> SumRow | None:
    """What is not among the first lines of the table brings so much to each.

    page: the first behind it; reasons, tables: how many pages of sentences and of lines come there.
    """
    sources = {*told, *(each.source for each in rows[shown:])}
    if not sources or not rows:
        return None
    more = (sum(gain.points for gain in scored.gains if gain.source in sources) for scored in result.players)
    return SumRow(_more_on(page, page + tables + reasons - 1), tuple(signed_points(points) for points in more))


def _more_on(first: int, last: int) -> Message:
    if first >= last:
        return tr("more on page {page}", page=first)
    return tr("pages {first}–{last}", first=first, last=last)


def _filled(
    pen: Pen, page: tuple[Strip, ...], strips: Sequence[Strip]
) -> tuple[list[tuple[Strip, ...]], list[Strip]]:
    """The page with as many of the strips as it has room for; those that go on behind it, under their heading."""
    left, taken = strip_room(pen) - sum(strip.height for strip in page), 0
    while taken < len(strips) and strips[taken].height <= left:
        left -= strips[taken].height
        taken += 1
    while taken and strips[taken - 1].keep:
        taken -= 1
    over = [strip for strip in strips[:taken] if strip.keep][-1:]
    rest = [*strips[taken:]]
    if rest and not rest[0].keep:
        rest = [*over, *rest]
    return [(*page, *strips[:taken])], rest


def _lines(pen: Pen, view: View, result: Result) -> tuple[list[ReasonRow], list[str]]:
    """The sources that two words explain as lines of the table, and those that take sentences."""
    rows, told = [], []
    for source in _sources(view, result):
        row = _line(view, result, source)
        if all(gain.short for _, gain in _gains(result, source)) and has_room(pen, row):
            rows.append(row)
        else:
            told.append(source)
    return rows, told


def _line(view: View, result: Result, source: str) -> ReasonRow:
    least = {who for _, gain in _gains(result, source) for who in gain.fewest}
    cells = tuple(_cell(scored, source, scored.name in least) for scored in result.players)
    return ReasonRow(_icon(view, source), source_words(view, source), cells, source)


def _icon(view: View, source: str) -> Icon:
    """A category's, the one of the chronicle that scored, or the star."""
    return icons.SCORED.get(source) or icons.IN_LISTS.get(dict(view.source_icons).get(source, ""), POINTS_ICON)


def _cell(scored: Scored, source: str, fewest: bool) -> Cell:
    gains = [gain for gain in scored.gains if gain.source == source]
    points = sum(gain.points for gain in gains)
    if fewest:
        return Cell(signed_points(points) if points else "", FEWEST)
    return Cell(signed_points(points), next((gain.short for gain in gains), None))


def _sources(view: View, result: Result) -> list[str]:
    return ordered_sources(view, {gain.source for scored in result.players for gain in scored.gains})


def _gains(result: Result, source: str) -> list[tuple[str, Gain]]:
    return [(scored.name, gain) for scored in result.players for gain in scored.gains if gain.source == source]


def _sums(result: Result) -> list[SumRow]:
    total = tuple(signed_plain(scored.points) for scored in result.players)
    place = tuple(f"{scored.rank}." for scored in result.players)
    before = tuple(signed_plain(scored.points_before) for scored in result.players)
    words = PLACE_BY_GOODS if is_tie_broken(result.players) else PLACE
    return [SumRow(TOTAL, total), SumRow(words, place), SumRow(BEFORE, before)]


def _reasons(pen: Pen, view: View, result: Result, sources: Sequence[str]) -> list[Strip]:
    """For each source a heading, and under it each player's points with the reason in words."""
    strips: list[Strip] = []
    for source in sources:
        strips.append(heading_strip(pen, source_words(view, source), _icon(view, source)))
        strips += [_reason(pen, view, who, gain) for who, gain in _gains(result, source)]
    return strips


def _widths(pen: Pen) -> tuple[int, int]:
    """Of the names, and of the points with the room behind them."""
    face = pen.paper.face("note" if pen.paper.tight else "body", bold=True)
    return pen.paper.inner.w * (30 if pen.paper.tight else 24) // 100, text_width("+888", face) + pen.paper.px(6)


def _reason(pen: Pen, view: View, who: str, gain: Gain) -> Strip:
    paper = pen.paper
    face = paper.face("note" if paper.tight else "body")
    fitted = pen.fit(gain.because, paper.inner.w - sum(_widths(pen)), strip_room(pen) * 2 // 3, face, 5)
    high = text_height(len(fitted.lines), fitted.face) + paper.px(1 if paper.tight else 3)
    return Strip(high, partial(_draw_reason, view=view, who=who, gain=gain))


def _draw_reason(pen: Pen, box: Box, view: View, who: str, gain: Gain) -> None:
    face = pen.paper.face("note" if pen.paper.tight else "body")
    name, points = _widths(pen)
    line = line_height(face)
    label = Box(box.x, box.y, name - pen.paper.px(6), line)
    frame.draw_player_label(pen, label, outline_of(view), who, face)
    figure = Box(box.x + name, box.y, points - pen.paper.px(6), line)
    pen.text(figure, signed_points(gain.points), face.strong, align="right")
    pen.text(box.from_left(name + points), gain.because, face, lines=5)


TITLE = tr("Points so far")


def points_leaves(pen: Pen, view: View) -> list[Leaf]:
    """Where everybody's points came from, for whoever asks in mid-game why they have so many."""
    return points_table(pen, view, TITLE, [dict(player.sources) for player in view.players])


def points_table(pen: Pen, view: View, title: Message, gained: Sequence[Mapping[str, int]]) -> list[Leaf]:
    """gained: by source, in the order of the players; sources that gave nobody anything are left out."""
    sources = ordered_sources(view, {source for each in gained for source, points in each.items() if points})
    if not sources:
        return []
    lines = [
        MatrixRow(source_words(view, s), tuple(signed_points(each.get(s, 0)) for each in gained)) for s in sources
    ]
    total = MatrixRow(TOTAL, tuple(signed_plain(sum(each.values())) for each in gained), bold=True)
    head = head_strip(pen, outline_of(view), [player.id for player in view.players])
    return [Leaf(title, strips) for strips in table_pages(pen, lines, [total], head)]
