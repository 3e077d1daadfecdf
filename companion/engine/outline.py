"""A game in outline: the little that lists, headings, sounds and the page need of a view, whatever the game.

Who plays, who is on turn, whether it is over, what has just been scored. Never the game's own things: what its
pictures show, only its own view and screens know.
"""

from __future__ import annotations

import msgspec

from companion.engine.message import Message, literal, tr, trn


class Figure(msgspec.Struct, frozen=True, gc=False):
    """Somebody, or something, that has turns: a player, a die, a neutral figure."""

    id: str
    """As in a question's `asked` and in answers."""
    label: Message
    """What people call it."""
    name: str = ""
    """The name that a person gave; "" for who goes by a colour or has no name of its own."""
    colour: str = ""
    """The colour of the player's pieces, for pages in colour; "" for who has none."""
    seat: int | None = None
    """A player's place at the table, from 0: glass in black and white marks players by it. None: no player."""
    points: int | None = None
    """The points so far; None where a game counts none."""
    is_die: bool = False
    """Whether it is a die that has turns, and no figure."""
    icon: str = ""
    """The name of its picture in the game's set of icons, for who has no seat; "" for none."""
    picture: tuple[str, ...] = ()
    """That picture in small: rows of "#" and " ", for where the set has none of that name."""

    def is_called(self, who: str) -> bool:
        """Whether `who` is its id or the name it has here."""
        return bool(who) and who in (self.id, self.name)

    @property
    def has_own_name(self) -> bool:
        """Whether it goes by a name of no language: that may be shortened, and is written as people write it."""
        return self.label.text == literal("").text


class GameOutline(msgspec.Struct, frozen=True, gc=False):
    """What every game can say of a view; the defaults are those of a game without such a thing."""

    title: Message
    """What the list of games calls it, for example who plays."""
    figures: tuple[Figure, ...] = ()
    """All that may have turns: players first, in the order of their seats."""
    turn: int = 0
    """The number of the turn, 0 before the first; another number is another turn."""
    between: Message | None = None
    """What is under way while nobody has the turn, as a title; None where there is no such thing."""
    on_turn: str = ""
    """The figure on turn, "" for nobody. The panel takes its time for a picture when turn or figure change."""
    over: bool = False
    """Whether nothing is left to play."""
    winners: tuple[str, ...] = ()
    """The ids of those who have won, several for a shared victory; none before the end."""
    sheets: tuple[str, ...] = ()
    """The kinds of sheets that there is something to show on now, see `GameScreens.sheets`."""
    announced: str = ""
    """The sheet that is put in front of people by itself as long as they have not gone on: a fresh result."""
    results: int = 0
    """How many results there have been: with another number the sheet in `announced` is another one."""
    subject: str = ""
    """What this turn is about, for example its tile, as a word: what was entered last for it is offered again."""

    def figure(self, who: str) -> Figure:
        """The figure with that id or name; one that nobody knows goes by what it is asked as."""
        return next((each for each in self.figures if each.is_called(who)), unknown_figure(who))

    @property
    def announcement(self) -> tuple[str, int] | tuple[()]:
        """Which result is put in front of people; () for none. A new one is another value."""
        return (self.announced, self.results) if self.announced else ()

    @property
    def players(self) -> tuple[Figure, ...]:
        """The figures that are players, in the order of their seats."""
        return tuple(each for each in self.figures if each.seat is not None)


def unknown_figure(who: str) -> Figure:
    """A figure that nobody told us about: it goes by its id."""
    return Figure(who, literal(who))


def for_players(name: str | Message, low: int, high: int) -> Message:
    """For how many players something is."""
    if low == high:
        return trn("{name} is for {n} player.", "{name} is for {n} players.", low, name=name)
    return tr("{name} is for {n} to {most} players.", name=name, n=low, most=high)
