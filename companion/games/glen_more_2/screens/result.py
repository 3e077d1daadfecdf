"""Sheets of a scoring: who got how many points for what, and why; and all points by source.

Reasons of a few words are in a table, those that need a sentence follow it. Used for scoring rounds, the final
scoring and "if scored now". Points, and the labels and order of sources, come from the view.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from companion.engine.message import Message, literal, tr
from companion.games.glen_more_2.screens import icons
from companion.games.glen_more_2.screens.counts import confirmed_count_leaves, counts_note
from companion.games.glen_more_2.screens.expansion_lines import line_leaves
from companion.scoring.gains import Gain, PlayerResult, Result, is_tie_broken, ordinal
from companion.screens import frame
from companion.screens.icons import POINTS_ICON, Icon
from companion.screens.paper import Box, line_height, number_with_minus_sign, text_height, text_width
from companion.screens.pen import Pen
from companion.screens.tables import (
    Cell,
    Leaf,
    MatrixRow,
    ReasonRow,
    Strip,
    SumRow,
    head_strip,
    heading_strip,
    notes_fit,
    reason_pages,
    sentence_strip,
    signed_points,
    split_into_pages,
    strips_height,
    table_pages,
)
from companion.state.glen_more_2.text.labels import round_title
from companion.state.glen_more_2.view import View, outline_of


def source_words(view: View, source: str) -> Message:
    """Return the capitalized label of a source; one that the view does not list is shown by its id."""
    words = dict(view.source_words).get(source) or literal(source.replace("_", " "))
    return Message("{What}", (("What", words),))


def ordered_sources(view: View, sources: Iterable[str]) -> list[str]:
    """Return the sources in the order of the view, others after them by id."""
    known = [source for source, _ in view.source_words]
    there = set(sources)
    return [*(s for s in known if s in there), *sorted(there - set(known))]


POINTS_BEFORE, TOTAL, PLACE = tr("Points before"), tr("Total"), tr("Place")
PLACE_BY_GOODS = tr("Place (by goods)")
FEWEST = tr("fewest")
NO_RESULT = tr("Nothing has been scored yet.")
NO_GAINS = tr("Nobody gets points.")


def result_leaves(pen: Pen, view: View) -> list[Leaf]:
    """Return the pages of the last scoring; a chronicle's own scoring comes before the round that it followed.

    A scoring that ended without points comes after the round.
    """
    title, later = _title(view.result), list[Leaf]()
    for sheet in reversed([each for each in view.extra_scorings if not each.waits]):
        # The points before a chronicle's scoring are the totals of what it followed.
        total, place, _ = _sums(pen, sheet.result)
        above = [total] if later else [total, place]
        said = [sheet.text] if sheet.text else []
        later += scoring_leaves(pen, view, sheet.result, sheet.title, above, (), len(later), said)
    sums = _sums(pen, view.result) if view.result else []
    if later:
        # The most recent scoring has every player's place.
        del sums[1]
    scored = partial(scoring_leaves, pen, view, view.result, title, sums, before=len(later))
    behind = _without_points(pen, view)
    # The line that names the page has one line, whatever the number is.
    before = len(later) + len(scored(counts_note(view.counts, 0))) + len(behind)
    return [
        *later,
        *scored(counts_note(view.counts, before + 1)),
        *behind,
        *confirmed_count_leaves(pen, view, title),
    ]


def _without_points(pen: Pen, view: View) -> list[Leaf]:
    """Return pages about scorings that wait after the round; their totals are in the table of the round."""
    waiting = ((each.title, each.text) for each in view.extra_scorings if each.waits)
    told = (
        (title, split_into_pages([sentence_strip(pen, said)], strips_height(pen)))
        for title, said in waiting
        if said
    )
    return [Leaf(title, page) for title, pages in told for page in pages]


def standings_leaves(pen: Pen, view: View) -> list[Leaf]:
    """Return the pages of a scoring at this moment, then the lines of the chronicles."""
    title = tr("If scored now · deck {deck}: {n} left", deck=view.deck, n=view.left)
    coming = view.if_scored_now
    sums = _sums(pen, coming) if coming else []
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
    notes: Sequence[Message] = (),
) -> list[Leaf]:
    """Return the table with sums and a note below, then the reasons that need sentences.

    `before`: number of pages before. `notes`: sentences about the scoring, before the reasons.
    """
    if result is None:
        return [Leaf(title, (sentence_strip(pen, NO_RESULT),))]
    head = head_strip(pen, outline_of(view), [scored.name for scored in result.players])
    rows, told = _lines(pen, view, result)
    strips = [sentence_strip(pen, each) for each in notes]
    strips += (
        _reasons(pen, view, result, told) if rows or told else [] if notes else [sentence_strip(pen, NO_GAINS)]
    )
    behind = partial(
        _points_on_later_pages, result, rows, told, before + 2, len(split_into_pages(strips, strips_height(pen)))
    )
    tables = reason_pages(pen, rows, sums, note, head, behind) if rows or sums else []
    if tables and not rows:
        tables, strips = _filled(pen, tables[0], strips)
    reasons = split_into_pages(strips, strips_height(pen))
    return [Leaf(title, page) for page in (*tables, *reasons)]


def _points_on_later_pages(
    result: Result,
    rows: Sequence[ReasonRow],
    labels: Sequence[str],
    page: int,
    reasons: int,
    shown: int,
    tables: int,
) -> SumRow | None:
    """Return the row with the points that are not in the first lines of the table; None if there are none.

    `page`: first page after the table's first; `reasons`, `tables`: numbers of pages with sentences and with lines
    there.
    """
    sources = {*labels, *(each.source for each in rows[shown:])}
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
    """Return the page with as many strips as fit, and the strips that follow, with their heading repeated."""
    left, taken = strips_height(pen) - sum(strip.height for strip in page), 0
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
    """Return the sources with short reasons as rows of the table, and those that need sentences."""
    rows, told = [], []
    for source in _sources(view, result):
        row = _line(view, result, source)
        if all(gain.short for _, gain in _gains(result, source)) and notes_fit(pen, row):
            rows.append(row)
        else:
            told.append(source)
    return rows, told


def _line(view: View, result: Result, source: str) -> ReasonRow:
    least = {who for _, gain in _gains(result, source) for who in gain.fewest}
    cells = tuple(_cell(scored, source, scored.name in least) for scored in result.players)
    return ReasonRow(_icon(view, source), source_words(view, source), cells, source)


def _icon(view: View, source: str) -> Icon:
    """Return the icon of the source, of the chronicle that scored, or the star."""
    return icons.SOURCE_ICONS.get(source) or icons.ROW_ICONS.get(
        dict(view.source_icons).get(source, ""), POINTS_ICON
    )


def _cell(scored: PlayerResult, source: str, fewest: bool) -> Cell:
    gains = [gain for gain in scored.gains if gain.source == source]
    points = sum(gain.points for gain in gains)
    if fewest:
        return Cell(signed_points(points) if points else "", FEWEST)
    return Cell(signed_points(points), next((gain.short for gain in gains), None))


def _sources(view: View, result: Result) -> list[str]:
    return ordered_sources(view, {gain.source for scored in result.players for gain in scored.gains})


def _gains(result: Result, source: str) -> list[tuple[str, Gain]]:
    return [(scored.name, gain) for scored in result.players for gain in scored.gains if gain.source == source]


def _sums(pen: Pen, result: Result) -> list[SumRow]:
    total = tuple(number_with_minus_sign(scored.points) for scored in result.players)
    place = tuple(pen.translate(ordinal(scored.rank)) for scored in result.players)
    before = tuple(number_with_minus_sign(scored.points_before) for scored in result.players)
    words = PLACE_BY_GOODS if is_tie_broken(result.players) else PLACE
    return [SumRow(TOTAL, total), SumRow(words, place), SumRow(POINTS_BEFORE, before)]


def _reasons(pen: Pen, view: View, result: Result, sources: Sequence[str]) -> list[Strip]:
    """Return for each source a heading and each player's points with the reason."""
    strips: list[Strip] = []
    for source in sources:
        strips.append(heading_strip(pen, source_words(view, source), _icon(view, source)))
        strips += [_reason(pen, view, who, gain) for who, gain in _gains(result, source)]
    return strips


def _widths(pen: Pen) -> tuple[int, int]:
    """Return the width of the names, and of the points with the space after them, in pixels."""
    face = pen.paper.face("note" if pen.paper.tight else "body", bold=True)
    return pen.paper.inner.w * (30 if pen.paper.tight else 24) // 100, text_width("+888", face) + pen.paper.px(6)


def _reason(pen: Pen, view: View, player: str, gain: Gain) -> Strip:
    paper = pen.paper
    face = paper.face("note" if paper.tight else "body")
    fitted = pen.fit(gain.because, paper.inner.w - sum(_widths(pen)), strips_height(pen) * 2 // 3, face, 5)
    high = text_height(len(fitted.lines), fitted.face) + paper.px(1 if paper.tight else 3)
    return Strip(high, partial(_draw_reason, view=view, player=player, gain=gain))


def _draw_reason(pen: Pen, box: Box, view: View, player: str, gain: Gain) -> None:
    face = pen.paper.face("note" if pen.paper.tight else "body")
    name, points = _widths(pen)
    line = line_height(face)
    label = Box(box.x, box.y, name - pen.paper.px(6), line)
    frame.draw_player_label(pen, label, outline_of(view), player, face)
    figure = Box(box.x + name, box.y, points - pen.paper.px(6), line)
    pen.text(figure, signed_points(gain.points), face.strong, align="right")
    pen.text(box.from_left(name + points), gain.because, face, lines=5)


TITLE = tr("Points so far")


def points_leaves(pen: Pen, view: View) -> list[Leaf]:
    """Return pages with every player's points by source, during the game."""
    return points_table(pen, view, TITLE, [dict(player.sources) for player in view.players])


def points_table(pen: Pen, view: View, title: Message, gained: Sequence[Mapping[str, int]]) -> list[Leaf]:
    """Return pages of points by source without empty sources; `gained`: points in the order of the players."""
    sources = ordered_sources(view, {source for each in gained for source, points in each.items() if points})
    if not sources:
        return []
    lines = [
        MatrixRow(source_words(view, s), tuple(signed_points(each.get(s, 0)) for each in gained)) for s in sources
    ]
    total = MatrixRow(TOTAL, tuple(number_with_minus_sign(sum(each.values())) for each in gained), bold=True)
    head = head_strip(pen, outline_of(view), [player.id for player in view.players])
    return [Leaf(title, strips) for strips in table_pages(pen, lines, [total], head)]
