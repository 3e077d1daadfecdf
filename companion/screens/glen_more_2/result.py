"""A scoring as a table, and behind it the arithmetic of every player and source.

Serves scoring rounds, the final scoring and "if it were scored now". Works nothing out itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.engine.message import Message, tr
from companion.scoring.glen_more_2.final import goods_decided
from companion.scoring.glen_more_2.standing import Gain, Result, Scored
from companion.screens import player_labels, reason_table
from companion.screens.glen_more_2 import icons
from companion.screens.glen_more_2.expansion_lines import line_leaves
from companion.screens.glen_more_2.point_sources import in_order, source_words
from companion.screens.icons import POINTS
from companion.screens.matrix import NOTHING, MatrixRow, head_strip, line_strip
from companion.screens.paper import Box, line_height, signed_plain, text_height
from companion.screens.pen import Pen
from companion.screens.reason_table import Cell, ReasonRow, SumRow, reason_pages
from companion.screens.strips import Leaf, Strip, heading, in_pages, room
from companion.state.glen_more_2.outline import outline_of
from companion.state.glen_more_2.view import View

BEFORE, TOTAL, PLACE = tr("Before"), tr("Total"), tr("Place")
PLACE_BY_GOODS = tr("Place (by goods)")
FEWEST = tr("fewest")
COUNTED = tr("Counted at the table")
NO_RESULT = tr("Nothing has been scored yet.")
NO_GAINS = tr("Nobody gets points.")


def result_leaves(pen: Pen, view: View) -> list[Leaf]:
    """The pages of what was scored last: a chronicle's own scoring comes before the round that it followed."""
    title = _title(view.result)
    later = [
        leaf for sheet in reversed(view.apart) for leaf in scoring_leaves(pen, view, sheet.result, sheet.title)
    ]
    return [*later, *scoring_leaves(pen, view, view.result, title), *_counted_leaves(pen, view, title)]


def _counted_leaves(pen: Pen, view: View, title: Message) -> list[Leaf]:
    """Which numbers stand because people said so."""
    rows = [_reason(pen, view, who, words) for who, words in view.counted]
    return [Leaf(title, page) for page in in_pages([heading(pen, COUNTED), *rows], room(pen))] if rows else []


def standings_leaves(pen: Pen, view: View) -> list[Leaf]:
    """The pages of what a scoring would bring now, then what the chronicles have to show."""
    title = tr("If scored now · deck {deck}: {n} left", deck=view.deck, n=view.left)
    scored = scoring_leaves(pen, view, view.if_scored_now, title if view.deck else tr("If scored now"))
    return [*scored, *line_leaves(pen, view)]


def _title(result: Result | None) -> Message:
    if result is None:
        return tr("Scoring")
    return tr("Final scoring") if result.round == "final" else tr("Scoring round {deck}", deck=result.round)


def scoring_leaves(pen: Pen, view: View, result: Result | None, title: Message) -> list[Leaf]:
    """First the table, then the arithmetic."""
    if result is None:
        return [Leaf(title, (_sentence(pen, NO_RESULT),))]
    head = head_strip(pen, outline_of(view), [scored.name for scored in result.players])
    if reason_table.fits(pen):
        tables = reason_pages(pen, _told_lines(view, result), *_told_sums(result), head)
    else:
        tables = table_pages(pen, _lines(view, result), _sums(result), head)
    reasons = in_pages(_reasons(pen, view, result), room(pen))
    return [Leaf(title, strips) for strips in (*tables, *reasons)]


def table_pages(
    pen: Pen, lines: Sequence[MatrixRow], sums: Sequence[MatrixRow], head: Strip
) -> list[tuple[Strip, ...]]:
    """Lines, then sums; where that is more than one page the sums come first."""
    for close in (False, True):
        natural = [line_strip(pen, each, close) for each in (*lines, *sums)]
        if sum(strip.height for strip in (head, *natural)) <= room(pen):
            return [(head, *natural)]
    # The sums first: who turns no page has seen what matters.
    return in_pages([line_strip(pen, each) for each in (*sums, *lines)], room(pen), [head])


def signed(points: int) -> str:
    """Points gained or lost; a dot for none."""
    if points == 0:
        return NOTHING
    return f"+{points}" if points > 0 else signed_plain(points)


def _told_lines(view: View, result: Result) -> list[ReasonRow]:
    """A line for each source that gave anybody anything, with the reasons in short."""
    rows = []
    for source in _sources(view, result):
        least = {who for scored in result.players for gain in _gains(scored, source) for who in gain.fewest}
        cells = tuple(_cell(scored, source, scored.name in least) for scored in result.players)
        rows.append(ReasonRow(icons.SCORED.get(source, POINTS), source_words(view, source), cells))
    return rows


def _cell(scored: Scored, source: str, fewest: bool) -> Cell:
    points = _from(scored, source)
    short = next((gain.short for gain in _gains(scored, source) if gain.short), None)
    if fewest:
        return Cell(signed(points) if points else "", FEWEST)
    return Cell(signed(points), short)


def _told_sums(result: Result) -> tuple[SumRow, list[SumRow]]:
    before = tuple(signed_plain(scored.points_before) for scored in result.players)
    total, place = _sums(result)
    return SumRow(total.words, total.cells), [SumRow(BEFORE, before), SumRow(place.words, place.cells)]


def _sources(view: View, result: Result) -> list[str]:
    return in_order(view, {gain.source for scored in result.players for gain in scored.gains})


def _gains(scored: Scored, source: str) -> list[Gain]:
    return [gain for gain in scored.gains if gain.source == source]


def _lines(view: View, result: Result) -> list[MatrixRow]:
    """Points before, then a line for each source that gave anybody anything."""
    before = MatrixRow(BEFORE, tuple(signed_plain(scored.points_before) for scored in result.players))
    return [before, *(_line(view, result, source) for source in _sources(view, result))]


def _line(view: View, result: Result, source: str) -> MatrixRow:
    cells = tuple(signed(_from(scored, source)) for scored in result.players)
    return MatrixRow(source_words(view, source), cells)


def _from(scored: Scored, source: str) -> int:
    return sum(gain.points for gain in _gains(scored, source))


def _sums(result: Result) -> list[MatrixRow]:
    total = tuple(signed_plain(scored.points) for scored in result.players)
    place = tuple(f"{scored.rank}." for scored in result.players)
    by_goods = goods_decided(result.players)
    return [MatrixRow(TOTAL, total, bold=True), MatrixRow(PLACE_BY_GOODS if by_goods else PLACE, place)]


def _reasons(pen: Pen, view: View, result: Result) -> list[Strip]:
    """For each source a heading, and under it each player's sum in words."""
    strips: list[Strip] = []
    for source in _sources(view, result):
        strips.append(heading(pen, source_words(view, source)))
        for scored in result.players:
            strips += [_reason(pen, view, scored.name, gain.because) for gain in _gains(scored, source)]
    return strips or [_sentence(pen, NO_GAINS)]


def _who_width(pen: Pen) -> int:
    return pen.paper.inner.w * (30 if pen.paper.tight else 26) // 100


def _reason(pen: Pen, view: View, who: str, because: Message) -> Strip:
    paper = pen.paper
    face = paper.face("note" if paper.tight else "body")
    fitted = pen.fit(because, paper.inner.w - _who_width(pen), room(pen) // 2, face, 5)
    high = text_height(len(fitted.lines), fitted.face) + paper.px(1 if paper.tight else 3)
    return Strip(high, partial(_draw_reason, view=view, who=who, because=because))


def _draw_reason(pen: Pen, box: Box, view: View, who: str, because: Message) -> None:
    face = pen.paper.face("note" if pen.paper.tight else "body")
    wide = _who_width(pen)
    label = Box(box.x, box.y, wide - pen.paper.px(6), line_height(face))
    player_labels.label(pen, label, outline_of(view), who, face)
    pen.text(box.from_left(wide), because, face, lines=5)


def _sentence(pen: Pen, words: Message) -> Strip:
    face = pen.paper.face("text")
    return Strip(3 * line_height(face), partial(_draw_sentence, words=words))


def _draw_sentence(pen: Pen, box: Box, words: Message) -> None:
    pen.text(box, words, pen.paper.face("text"), lines=2)
