"""The final result: winner, places, points over time as a graph, the game in numbers, and the final scoring.

Each line of the graph has its own dashes and ends at its player's mark, so it needs no legend. The winners come
with the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from companion.engine.message import Message, join_list, literal, tr, trn
from companion.games.glen_more_2.screens.counts import count_rows, counts_legend, counts_note
from companion.games.glen_more_2.screens.expansion_lines import line_leaves
from companion.games.glen_more_2.screens.result import points_table, scoring_leaves
from companion.scoring.gains import ORDINALS, ordinal, players_with_most_points
from companion.screens import frame
from companion.screens.paper import (
    BIG,
    BOLD,
    SERIF,
    SMALLEST,
    Box,
    Face,
    capital_height,
    line_height,
    number_with_minus_sign,
    text_width,
)
from companion.screens.pen import Pen
from companion.screens.tables import (
    Leaf,
    MatrixRow,
    Strip,
    SumRow,
    head_strip,
    line_strip,
    sentence_strip,
    signed_points,
    split_into_pages,
    strips_height,
)
from companion.state.glen_more_2.model import DIE, TurnPoints
from companion.state.glen_more_2.view import GOODS_LEFT_LABEL, BestGain, PlayerView, View, outline_of

POINTS_OVER_TIME = tr("Points, turn by turn")
IN_NUMBERS = tr("The game in numbers")
SHARED_VICTORY, SHARED_VICTORY_ON_GOODS = tr("Shared victory"), tr("Shared victory on goods")
"""Titles for when the names do not fit beside the marks."""
TURNS, TILES, LANDMARKS = tr("Turns"), tr("Tiles"), tr("Landmark cards")

DASHES: tuple[tuple[int, tuple[int, int]], ...] = (
    (3, (1, 0)),
    (2, (7, 4)),
    (1, (1, 0)),
    (2, (2, 3)),
    (1, (6, 3)),
    (1, (2, 2)),
)
"""Line style by seat: thickness, then pixels drawn and left out."""


class FinalPlace(NamedTuple):
    """A player's place at the end of the game."""

    rank: int
    """From 1; players who tie in points and goods have the same rank."""
    who: str
    """Id of the player."""
    points: int


def opening_leaves(
    pen: Pen, view: View, note: Sequence[Message] = (), where: Sequence[Message] = ()
) -> list[Leaf]:
    """Return winner, places and graph on one page if the paper is large enough, else on two.

    `note`: how reliable the counts are. `where`: the page of the final scoring. Both are on the first page.
    """
    if pen.paper.tight:
        lines = Leaf(POINTS_OVER_TIME, (Strip(strips_height(pen), partial(_graph, view=view)),))
        first = Leaf(
            _victory(view, winner_ids(view)), whole=partial(_places_alone, view=view, note=note, where=where)
        )
        return [first, lines] if len(view.score_history.turns) > 1 else [first]
    return [
        Leaf(_victory(view, winner_ids(view)), whole=partial(_draw_on_one_page, view=view, note=(*note, *where)))
    ]


def winner_ids(view: View) -> tuple[str, ...]:
    """Return the ids of the winners."""
    return view.result.winners if view.result else ()


def final_places(view: View) -> list[FinalPlace]:
    """Return all places, best first; without a result by points."""
    if view.result:
        found = [FinalPlace(scored.rank, scored.name, scored.points) for scored in view.result.players]
        return sorted(found, key=lambda each: (each.rank, each.who not in winner_ids(view)))
    points = [player.points for player in view.players]
    found = [FinalPlace(1 + sum(p > each.points for p in points), each.id, each.points) for each in view.players]
    return sorted(found, key=lambda each: each.rank)


def _victory(view: View, won: Sequence[str]) -> Message:
    names = join_list(outline_of(view).figure(who).label for who in won)
    if not won:
        return tr("The game is over")
    if is_decided_by_goods(view):
        return trn("{names} wins on goods", "{names} win on goods", len(won), names=names)
    return trn("{names} wins", "{names} win together", len(won), names=names)


def shared_places(view: View) -> tuple[Message, ...]:
    """Return sentences about places that players share because of equal goods or points (GM-TIE-02).

    A place is shared because of equal points if its players' goods were not counted.
    """
    found = final_places(view)
    shared = sorted({each.rank for each in found if sum(other.rank == each.rank for other in found) > 1} - {1})
    counted = {each.player for each in view.counts if each.count == GOODS_LEFT_LABEL}
    level = {each.rank for each in found if each.who in counted}
    return tuple(
        tr("Place {n} is shared: equal goods.", n=rank)
        if rank in level
        else tr("Place {n} is shared: equal points.", n=rank)
        for rank in shared
    )


def is_decided_by_goods(view: View) -> bool:
    """True if goods decided between the players with the most points (GM-TIE-01)."""
    return (
        view.result is not None and len(players_with_most_points(view.result.players)) > len(winner_ids(view)) > 0
    )


def _draw_on_one_page(pen: Pen, box: Box, view: View, note: Sequence[Message]) -> None:
    big = pen.paper.panel == BIG
    bar = _bar(pen, box, view, 60 if big else 36)
    left = Box(pen.paper.margin, bar.bottom + 6, 240 if big else 140, box.bottom - bar.bottom - 12)
    pitch = 60 if big else 34
    _places(pen, left, view, pitch)
    face, under = pen.paper.face("note"), left.below(pitch * len(view.players) + 6)
    for words in (*shared_places(view), *note):
        under = under.below(pen.text(under, words, face, lines=3).h + 1)
    graph = Box(left.right + 14, left.y + 2, box.right - left.right - 14 - pen.paper.margin, left.h)
    if len(view.score_history.turns) > 1:
        _graph(pen, graph, view)


def _places_alone(pen: Pen, box: Box, view: View, note: Sequence[Message], where: Sequence[Message]) -> None:
    bar = _bar(pen, box, view, 26)
    face = pen.paper.face("note")
    left = Box(pen.paper.margin, bar.bottom + 2, box.w - 2 * pen.paper.margin, box.bottom - bar.bottom - 3)
    # There is space for one line; how reliable the counts are is also on their own page.
    said = _first_line(pen, left.w, face, shared_places(view), note, where)
    foot = line_height(face) if said else 0
    _places(pen, left, view, (left.h - foot) // max(3, len(view.players)))
    if said:
        pen.text(left.below(left.h - foot), said, face)


def _first_line(
    pen: Pen, wide: int, face: Face, shared: Sequence[Message], note: Sequence[Message], where: Sequence[Message]
) -> Message | None:
    """Return what fits into a line: a shared place first, then the page of the final scoring, then the note."""
    parts = [join_list(each) for each in (shared or note, where) if each]
    whole = join_list(parts, " · ")
    if not parts or pen.has_room(whole, face, wide):
        return whole if parts else None
    return join_list(shared or where or note)


def _bar(pen: Pen, box: Box, view: View, high: int) -> Box:
    """Draw the winner white on black, and the number of turns; "player turns" if the history also has others."""
    bar, margin = Box(0, 0, box.w, high), pen.paper.margin
    pen.bar(bar)
    turns = _turns_in_words(view) if view.score_history.turns else literal("")
    side = Face(18 if pen.paper.panel == BIG else 13, BOLD)
    wide = text_width(pen.translate(turns), side)
    pen.write(box.right - margin, (high + capital_height(side)) // 2, turns, side, align="right", white=True)
    face, won = pen.paper.face("name"), winner_ids(view)
    size, x = capital_height(face) + 2, margin
    for who in won:
        frame.draw_mark(pen, Box(x, (high - size) // 2, size, size), outline_of(view), who, white=True)
        x += size + 6
    room = Box(x, 0, box.right - margin - wide - 8 - x, high)
    words = pen.fit(_victory(view, won), room.w, high, face, 2)
    if not words.whole and len(won) > 1:
        words = pen.fit(
            SHARED_VICTORY_ON_GOODS if is_decided_by_goods(view) else SHARED_VICTORY, room.w, high, face, 2
        )
    pen.write_fitted(room, words, middle=True, white=True, person=len(won) == 1)
    return bar


def _turns(view: View) -> int:
    """Return the number of the players' own turns, which the table of numbers adds up to."""
    return sum(_turns_of(view, player) for player in view.players)


def _turns_in_words(view: View) -> Message:
    n = _turns(view)
    if _last_turn(view) == n:
        return trn("{n} turn", "{n} turns", n)
    return trn("{n} player turn", "{n} player turns", n)


def _last_turn(view: View) -> int:
    """Return the number of the last turn in the history."""
    return max((each.turn for each in view.score_history.turns if not each.scoring), default=0)


def _turns_of(view: View, player: PlayerView) -> int:
    return sum(1 for each in view.score_history.turns if each.figure == player.id and not each.scoring)


def _places(pen: Pen, box: Box, view: View, pitch: int) -> None:
    """Draw place, mark, name and points of every player."""
    small = pen.paper.tight
    name = Face(24 if pen.paper.panel == BIG else 15 if small else 17, BOLD)
    points = name if small else Face(40 if pen.paper.panel == BIG else 24, SERIF)
    for at, place in enumerate(final_places(view)):
        y = box.y + at * pitch
        base = y + (pitch + capital_height(points)) // 2
        if at and pitch > 16:
            pen.dots(box.x, y, box.w)
        pen.write(box.x + 2, base, ordinal(place.rank), name)
        mark = frame.mark_size(name) + 1
        x = box.x + 2 + max(text_width(pen.translate(each), name) for each in ORDINALS) + 5
        frame.draw_mark(pen, Box(x, base - mark + 1, mark, mark), outline_of(view), place.who)
        shown = number_with_minus_sign(place.points)
        pen.write(box.right, base, shown, points, align="right")
        label, start = outline_of(view).figure(place.who).label, x + mark + 7
        free = box.right - text_width(shown, points) - 4 - start
        pen.write(start, base, label, name, room=free, person=True)


class GraphScale(NamedTuple):
    """Scale of the graph."""

    box: Box
    low: int
    high: int
    """Points at its bottom and at its top."""
    turns: int

    def at(self, turn: int, points: int) -> tuple[int, int]:
        """Return x and y in pixels of the box."""
        x = (self.box.w - 1) * turn // max(1, self.turns)
        return x, (self.box.h - 1) * (self.high - points) // (self.high - self.low)


def _graph(pen: Pen, box: Box, view: View) -> None:
    """Draw lines over the turns, scorings as vertical lines, and marks at the ends."""
    small = SMALLEST if pen.paper.tight else Face(15 if pen.paper.panel == BIG else 13)
    mark = capital_height(small) + 4
    totals = [points for each in view.score_history.turns for points in each.points]
    step = _step(max(totals) - min(0, *totals), 2 if pen.paper.tight else 5)
    low, high = min(totals) // step * step if min(totals) < 0 else 0, -(-max(*totals, 1) // step) * step
    side = max(text_width(number_with_minus_sign(value), small) for value in (low, high)) + 5
    under = capital_height(small) + 7
    inner = Box(box.x + side, box.y + mark // 2, box.w - side - mark - 6, box.h - under - mark // 2)
    scale = GraphScale(inner, low, high, len(view.score_history.turns))
    for value in range(low, high + 1, step):
        y = inner.y + scale.at(0, value)[1]
        pen.dots(inner.x, y, inner.w)
        base = y + (capital_height(small) + 1) // 2
        pen.write(inner.x - 5, base, number_with_minus_sign(value), small, align="right")
    _posts(pen, scale, view, small)
    for seat in range(len(view.players)):
        thick, dash = DASHES[seat % len(DASHES)]
        path = [
            scale.at(0, 0),
            *(scale.at(n, _points(t, seat)) for n, t in enumerate(view.score_history.turns, 1)),
        ]
        pen.curve(inner, path, thick, dash)
    _ends(pen, scale, view, mark)


def _points(at: TurnPoints, seat: int) -> int:
    """Return the player's points at that time; 0 before a player joined."""
    return at.points[seat] if seat < len(at.points) else 0


def _step(reach: int, lines: int) -> int:
    """Return the points from one grid line to the next, for at most this many lines."""
    return next((step for step in (5, 10, 20, 25, 50, 100) if reach <= lines * step), 200)


def _posts(pen: Pen, scale: GraphScale, view: View, face: Face) -> None:
    """Draw the scorings with names under the graph; two that almost meet have only the first name."""
    named = -99
    for at, each in enumerate(view.score_history.turns, 1):
        if not each.scoring:
            continue
        x = scale.box.x + scale.at(at, scale.low)[0]
        pen.dots_down(x, scale.box.y, scale.box.h)
        letter = "D" if each.scoring == "final" else each.scoring
        if x - named > text_width(letter, face) + 3:
            pen.write(x, scale.box.bottom + capital_height(face) + 5, letter, face.strong, align="centre")
            named = x


def _ends(pen: Pen, scale: GraphScale, view: View, mark: int) -> None:
    """Draw the marks from the top down, moved apart where lines end close together."""
    last = view.score_history.turns[-1].points
    free = scale.box.y - mark
    rows = sorted(range(len(view.players)), key=lambda seat: -last[seat])
    lowest = scale.box.bottom - mark * len(rows)
    for at, seat in enumerate(rows):
        y = scale.box.y + scale.at(0, last[seat])[1] - mark // 2
        y = max(free + mark + 1, min(y, lowest + mark * at))
        place = Box(scale.box.right + 4, y, mark - 1, mark - 1)
        frame.draw_mark(pen, place, outline_of(view), view.players[seat].id)
        free = y


def number_leaves(pen: Pen, view: View) -> list[Leaf]:
    """Return pages with every player's turns, the counts of the final scoring, and the most points at once."""
    head = head_strip(pen, outline_of(view), [player.id for player in view.players])
    turns = MatrixRow(TURNS, tuple(str(_turns_of(view, player)) for player in view.players))
    tiles = MatrixRow(TILES, tuple(str(player.tiles) for player in view.players))
    landmarks = MatrixRow(LANDMARKS, tuple(str(player.landmarks) for player in view.players))
    best = _most_at_once(view)
    strips = [
        *(line_strip(pen, each) for each in (turns, *(count_rows(view) or [landmarks, tiles]))),
        *(sentence_strip(pen, each) for each in _turns_of_others(view)),
        *([sentence_strip(pen, best)] if best else []),
    ]
    return [
        Leaf(IN_NUMBERS, page)
        for page in split_into_pages(strips, strips_height(pen), [head], counts_legend(pen, view))
    ]


def _turns_of_others(view: View) -> list[Message]:
    """Return sentences about turns of neutral figures and all turns, as the history numbers them.

    Most moves of the die end without a refill and only increase the turn number.
    """
    players, turns = {player.id for player in view.players}, [t for t in view.score_history.turns if not t.scoring]
    others = Counter(each.figure for each in turns if each.figure not in players)
    last = _last_turn(view)
    if last == _turns(view):
        return []
    if DIE in others:
        others[DIE] += last - len(turns)
    figure = outline_of(view).figure
    told = [tr("Turns, {figure}: {n}", figure=figure(who).label, n=n) for who, n in others.items()]
    return [*told, tr("All turns, as in the history: {n}", n=last)]


def _most_at_once(view: View) -> Message | None:
    best = view.score_history.best
    if best is None:
        return None
    told: dict[str, int | Message] = {
        "player": outline_of(view).figure(best.player).label,
        "n": best.points,
        "turn": best.turn,
        "cause": best.cause,
    }
    if _came_after_turn(view, best):
        return tr("Most at once: {player}, +{n} after turn {turn} ({cause})", **told)
    return tr("Most at once: {player}, +{n} in turn {turn} ({cause})", **told)


def _came_after_turn(view: View, best: BestGain) -> bool:
    """True if the turn itself brought fewer points, so that a scoring after it brought them."""
    at = [player.id for player in view.players].index(best.player)
    turns = view.score_history.turns
    for before, after in pairwise(turns):
        if after.turn == best.turn and not after.scoring:
            return after.points[at] - before.points[at] < best.points
    return False


BEFORE_FINAL_SCORING, TOGETHER = tr("Before the final scoring"), tr("Total")
"""Points before the final scoring; label of the sum of the final scoring."""


def final_leaves(pen: Pen, view: View) -> list[Leaf]:
    """Return all pages, the most important first; every point is in the points before or in the final scoring."""
    opening, middle = len(opening_leaves(pen, view)), [*number_leaves(pen, view), *_points_before(pen, view)]
    before = opening + len(middle)
    # The page of the final scoring is named on the first page, as it is several pages later on small paper.
    where = (tr("Final scoring: page {n}", n=before + 1),) if view.result else ()
    first = opening_leaves(pen, view, counts_note(view.counts, opening + 1), where)
    return [*first, *middle, *_scored(pen, view, before), *line_leaves(pen, view)]


def _scored(pen: Pen, view: View, before: int) -> list[Leaf]:
    """Return the pages of the final scoring with the sum of what it brought; the totals are with the places."""
    if view.result is None:
        return []
    brought = (sum(gain.points for gain in scored.gains) for scored in view.result.players)
    together = SumRow(TOGETHER, tuple(signed_points(points) for points in brought))
    said = [sheet.text for sheet in view.extra_scorings if sheet.text]
    return scoring_leaves(pen, view, view.result, tr("Final scoring"), [together], before=before, notes=said)


def _points_before(pen: Pen, view: View) -> list[Leaf]:
    """Return pages with all points by source, without those of the final scoring."""
    gained = [dict(player.sources) for player in view.players]
    scored = {each.name: each for each in view.result.players} if view.result else {}
    for player, each in zip(view.players, gained, strict=True):
        for gain in scored[player.id].gains if player.id in scored else ():
            each[gain.source] = each.get(gain.source, 0) - gain.points
    return points_table(pen, view, BEFORE_FINAL_SCORING, gained)
