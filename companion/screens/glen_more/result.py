"""A scoring: who got how many points for what, and under it why. Works nothing out itself."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.message import Message, listed, tr
from companion.scoring.gains import Gain, Result, Scored
from companion.scoring.places import tie_broken
from companion.screens.glen_more.counts import head
from companion.screens.matrix import MatrixRow, signed, table_pages
from companion.screens.paper import signed_plain
from companion.screens.pen import Pen
from companion.screens.strips import Leaf, Strip, heading, in_pages, room, sentence
from companion.state.glen_more.labels import round_title, source
from companion.state.glen_more.outline import outline_of
from companion.state.glen_more.view import View


def result_leaves(pen: Pen, view: View) -> list[Leaf]:
    """The last scoring; in the end with the winner on top."""
    title = round_title(view.result.round) if view.result else tr("Scoring")
    return _leaves(pen, view, view.result, title)


def standings_leaves(pen: Pen, view: View) -> list[Leaf]:
    """What the next scoring would bring now."""
    return _leaves(pen, view, view.coming, tr("If scored now"))


def _leaves(pen: Pen, view: View, result: Result | None, title: Message) -> list[Leaf]:
    if result is None:
        return [Leaf(title, (sentence(pen, tr("Nothing has been scored yet.")),))]
    top = [sentence(pen, line)] if (line := _outcome(view, result)) else []
    table = table_pages(pen, [*_rows(result)], _sums(result), *top, head(pen, view))
    why = [*_reasons(pen, view, result)]
    pages = [*table, *(in_pages(why, room(pen)) if why else ())]
    return [Leaf(title, page) for page in pages]


def _outcome(view: View, result: Result) -> Message | None:
    """Who won."""
    if not view.over or not result.winners:
        return None
    names = listed(outline_of(view).figure(who).label for who in view.winners)
    return (
        tr("Shared victory: {names}.", names=names)
        if len(view.winners) > 1
        else tr("Winner: {names}.", names=names)
    )


def _rows(result: Result) -> Iterator[MatrixRow]:
    """A line for each source."""
    for each in dict.fromkeys(gain.source for scored in result.players for gain in scored.gains):
        yield MatrixRow(source(each), tuple(_cell(scored, each) for scored in result.players))


def _sums(result: Result) -> list[MatrixRow]:
    place = tr("Place (by goods)") if tie_broken(result.players) else tr("Place")
    return [
        MatrixRow(tr("Total"), tuple(signed_plain(scored.points) for scored in result.players), bold=True),
        MatrixRow(place, tuple(f"{scored.rank}." for scored in result.players)),
    ]


def _cell(scored: Scored, name: str) -> str:
    points = sum(gain.points for gain in scored.gains if gain.source == name)
    return signed(points)


def _reasons(pen: Pen, view: View, result: Result) -> Iterator[Strip]:
    """For each source a heading, and under it each player's points with the reason in words."""
    for name in dict.fromkeys(gain.source for scored in result.players for gain in scored.gains):
        yield heading(pen, source(name))
        for scored in result.players:
            for gain in scored.gains:
                if gain.source == name:
                    yield sentence(pen, _reason(view, scored, gain))


def _reason(view: View, scored: Scored, gain: Gain) -> Message:
    who = outline_of(view).figure(scored.name).label
    return tr("{player} {points}: {why}", player=who, points=signed(gain.points), why=gain.because)
