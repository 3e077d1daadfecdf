"""What may be seen of a game: frozen values for screens, pages and history.

A secret is absent from a view, not hidden in it. Knows no screen.

Glen More II in outline, made from a view: what lists, headings and the page need of it. Decides nothing.
"""

from __future__ import annotations

import msgspec

from companion.engine.caching import Lazy, computed_value, memoize_last
from companion.engine.game import Figure, GameOutline
from companion.engine.message import Message, join_list, literal, tr
from companion.engine.offers import MapTile
from companion.scoring.gains import Result
from companion.state.glen_more_2.model import DIE, TurnPoints
from companion.state.glen_more_2.text.labels import colour_label


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """One player's counts."""

    id: str
    """As in questions and answers."""
    colour: str
    """Of the player's pieces."""
    name: str
    """"" for a player who goes by the colour."""
    points: int
    """Victory points so far, below zero too (GM-END-11)."""
    coins: int
    """Below zero where an entry is missing."""
    barrels: int
    """Whisky barrels."""
    scots_home: int
    """Scots in the home castle; only these are scored (GM-SCR-03)."""
    landmarks: int
    """Landmark cards."""
    persons: int
    """As a scoring counts them: David Hume is two (GM-PER-07)."""
    tiles: int
    """Size of the territory: the home tile 2, a stack 1, persons 0 (GM-END-08)."""
    crests: int
    """Clan markers on the board."""
    markers_left: int
    """Clan markers left in the supply, of 10 (GM-CMP-04)."""
    doubtful: tuple[str, ...] = ()
    """Which of the counts above may be behind the table, by their names here; shown with "?"."""
    sources: tuple[tuple[str, int], ...] = ()
    """Points by source, sorted by its id; for words see `View.source_words`."""
    lines: tuple[Message, ...] = ()
    """What the chronicles show of this player."""
    line_icons: tuple[str, ...] = ()
    """For each of `lines` the name of its picture in the game's set of icons; "" for none."""
    plays: tuple[str, ...] = ()
    """Neutral figures whose turns are this player's now."""
    left: bool = False
    """Went home before the end: not on turn any more, not compared, and can't win."""


class RowView(msgspec.Struct, frozen=True, gc=False):
    """A market row (GM-MKT-10)."""

    good: str
    filled: int
    """Spaces with coins, from the left, 0 to 3."""
    coins: int
    """All coins that lie in it."""
    buy: int | None
    """What the next good costs; None = the row is full (GM-MKT-03)."""
    sell: int | None
    """What selling one brings; None = the row is empty (GM-MKT-07)."""
    label: Message | None = None
    """What people call it; None only in views made by hand."""


class SpaceView(msgspec.Struct, frozen=True, gc=False):
    """One space of the ring, from the last figure forward."""

    figures: tuple[str, ...]
    """Players' ids, "die", "neutral:…"."""
    piece: str
    """The id of what lies there; "" for nothing, or when nobody told."""
    label: Message | None
    """How people call that; None where nothing lies."""
    deck: str
    """The letter of the tile; "" where there is none."""
    ahead: int
    """Which tile ahead of the last figure it is, from 1; 0 when it is none."""
    known: bool
    """False: a tile lies there that nobody told about."""
    nameless: bool = False
    """Nothing is printed on it that people call it by; only whoever taps pieces on a page needs its id."""


class ExtraSheet(msgspec.Struct, frozen=True, gc=False):
    """A chronicle's scoring of its own, after that of a round."""

    title: Message
    """What people call it."""
    result: Result
    said: Message | None = None
    """What the whole table is told of it beside the points."""
    at_once: bool = False
    """Nobody was asked anything since the round's own scoring: its table has not been read yet."""

    @property
    def waits(self) -> bool:
        """It brings nobody points and the round's own table has not been read: it comes behind that."""
        return self.at_once and not any(scored.gains for scored in self.result.players)


class NeutralView(msgspec.Struct, frozen=True, gc=False):
    """A neutral figure of an expansion, as people know it."""

    id: str
    """As in `View.on_turn`."""
    label: Message
    """Its name alone."""
    icon: str
    """The name of its picture in the game's set of icons."""
    picture: tuple[str, ...]
    """The picture in small: rows of "#" and " "."""


NOT_SCORED: Lazy[Result | None] = computed_value(None)
NO_SOURCES: Lazy[tuple[tuple[str, Message], ...]] = computed_value(())


class TableTask(msgspec.Struct, frozen=True, gc=False):
    """Something that people must still do in this turn."""

    text: Message
    """A short sentence without a full stop, most an order: "Discard S-2"."""
    by: str = "hands"
    """"hands" do it and the companion is told nothing, or "entry": it is tapped or entered."""


class BestGain(msgspec.Struct, frozen=True, gc=False):
    """The most points that somebody got at once."""

    player: str
    points: int
    cause: Message
    turn: int


GOODS_LEFT_LABEL = tr("Goods on tiles")
"""What decides between those with the most points (GM-TIE-01), among the counts of a result."""


class CountView(msgspec.Struct, frozen=True, gc=False):
    """A player's count in the last scoring."""

    player: str
    count: Message
    """What people call it."""
    value: int
    confirmed: bool
    """People have said so; else it is only what the companion has booked."""
    corrected: bool = False
    """People have said so, and the companion had another number."""
    followed: bool = False
    """The territories told it: nobody was asked."""


class ScoreHistoryView(msgspec.Struct, frozen=True, gc=False):
    """How the points came."""

    turns: tuple[TurnPoints, ...] = ()
    """Everybody's points after each scoring, once the game is over at the end of each turn too; oldest first."""
    best: BestGain | None = None
    """None until the game is over, and where nobody ever got any."""


class View(msgspec.Struct, frozen=True):
    """Everything the table may see."""

    phase: str
    """As `State.phase`."""
    turn: int
    """Its number; 0 before the first."""
    on_turn: str
    """The figure on turn: a player's id, "die", "neutral:…"; "" before the game, in scorings, after the end."""
    next_up: str
    """The figure that comes next if nothing else moves; "" when there is none, in a scoring and after the end."""
    players: tuple[PlayerView, ...]
    """In the order of the pawns at the start, the last first (GM-SET-05)."""
    market: tuple[RowView, ...]
    """The five goods, then the rows of chronicles."""
    ring: tuple[SpaceView, ...]
    """From the last figure's space forward; spaces that are free beyond the foremost are not in it."""
    spaces: int
    """Spaces of the rondel; 0 = not counted yet."""
    deck: str
    """The letter now laid; "" before play and after the end."""
    left: int
    """Tiles in that deck, as far as the companion counted."""
    discards: tuple[str, ...]
    """The discard pile: ids, or letters where nobody told; the oldest first."""
    acting: str = ""
    """The player who plays the neutral figure on turn; "" in a turn of one's own."""
    booked: tuple[Message, ...] = ()
    """What the companion booked in this turn and on the way to it, with the cause; the latest first."""
    booked_coins: tuple[int, ...] = ()
    """What each of them gave or took of the money of whose turn it is."""
    booked_points: tuple[int, ...] = ()
    """The same of the points."""
    turn_log_owner: Message | None = None
    """Who that is, where the latest of `booked` is about somebody else; None where nobody could mistake it."""
    owed: tuple[TableTask, ...] = ()
    """What people still do; what is done first stands first. Nothing of it may be left out where it is shown."""
    doubts: tuple[Message, ...] = ()
    """Why counts have a "?"."""
    unpaid: bool = False
    """Somebody took a tile of which nobody has said yet what it cost."""
    before_question: tuple[Message, ...] = ()
    """Of that, what is left to do while a question in front of people hides the home page."""
    taken: Message | None = None
    """The tile of this turn; None before one is taken."""
    result: Result | None = None
    """The last scoring, players by the order of `players`; None before the first."""
    counts: tuple[CountView, ...] = ()
    """The counts that `result` went by: player by player, each of them with the same."""
    equalled_scots: tuple[Message, ...] = ()
    """Why counts that look different brought nobody points."""
    apart: tuple[ExtraSheet, ...] = ()
    """The chronicles' own scorings since then, the oldest first."""
    scorings: int = 0
    """How many sheets of results there have been; another number is a new one."""
    fresh: bool = False
    """`result` is new and nobody has gone on since; at the end it stays so."""
    counting: bool = False
    """Its counts are asked for, or whether they are right."""
    scoring: Message | None = None
    """The scoring that is under way, as a title: the last turn is over, and the next has not begun."""
    over: bool = False
    """Whether the game is over."""
    coming: Lazy[Result | None] = msgspec.field(default=NOT_SCORED, name="if_scored_now")
    """What `if_scored_now` is made of."""
    chronicles: tuple[Message, ...] = ()
    """Names of those in play."""
    lines: tuple[Message, ...] = ()
    """What the chronicles have to show; a player's own stand with the player."""
    line_icons: tuple[str, ...] = ()
    """As in `PlayerView.line_icons`."""
    source_icons: tuple[tuple[str, str], ...] = ()
    """The names of the pictures of what the chronicles score, by source."""
    story: ScoreHistoryView = ScoreHistoryView()
    """Empty until something is scored."""
    neutrals: tuple[NeutralView, ...] = ()
    """The neutral figures of the expansions in play; the die isn't one of them."""
    territories: tuple[tuple[MapTile, ...], ...] = ()
    """What lies where, in the order of the players; () where nobody follows it."""
    sources: Lazy[tuple[tuple[str, Message], ...]] = msgspec.field(default=NO_SOURCES, name="source_words")
    """What `source_words` is made of."""

    @property
    def if_scored_now(self) -> Result | None:
        """The scoring as it would be now; worked out when it is first read."""
        return self.coming.value

    @property
    def source_words(self) -> tuple[tuple[str, Message], ...]:
        """What people call each source of points, in the order of a table."""
        return self.sources.value


RESULT, STANDINGS, FINAL, COUNTS, TABLE_TASKS, UNCERTAIN_COUNTS = (
    "result",
    "standings",
    "final",
    "counts",
    "duties",
    "doubts",
)
"""The kinds of sheets: the last scoring, what it would bring now, the end, all counts, what is owed, why "?"."""
POINTS_SHEET = "points"
"""Where the points so far came from."""
TERRITORIES = "territories"
"""What lies in everybody's territory, where it is followed."""


@memoize_last
def outline_of(view: View) -> GameOutline:
    """The outline of a view; the same view gives the same one."""
    players = tuple(_player(player, seat) for seat, player in enumerate(view.players))
    neutrals = (Figure(each.id, each.label, icon=each.icon, picture=each.picture) for each in view.neutrals)
    names = (each.label for each in players)
    return GameOutline(
        title=join_list(names) if players else tr("a game that is being set up"),
        figures=(*players, Figure(DIE, tr("The die"), colour=DIE, is_die=True), *neutrals),
        turn=view.turn,
        between=view.scoring,
        on_turn=view.on_turn,
        over=view.over,
        winners=view.result.winners if view.over and view.result else (),
        sheets=_sheets(view),
        announced=FINAL if view.over else RESULT if view.fresh else "",
        results=view.scorings,
        subject=str(view.taken) if view.taken else "",
    )


def _player(player: PlayerView, seat: int) -> Figure:
    named = player.name if player.name != player.colour else ""
    label = literal(named) if named else colour_label(player.colour or player.id)
    if player.left:
        label = literal(f"({named})") if named else tr("({player})", player=label)
    return Figure(player.id, label, named, player.colour, seat, player.points)


def _sheets(view: View) -> tuple[str, ...]:
    # One sentence stands whole on the turn screen; what is booked may not.
    duties = not view.over and (len(view.owed) > 1 or bool(view.booked))
    there = {
        FINAL: view.over,
        # The end has it too.
        RESULT: view.result is not None and not view.over,
        STANDINGS: view.coming is not NOT_SCORED,
        COUNTS: bool(view.ring),
        # The end has its own table of them.
        POINTS_SHEET: not view.over and any(player.sources for player in view.players),
        TERRITORIES: bool(view.turn and view.territories),
        TABLE_TASKS: duties,
        # Else that one has it too, under the same key.
        UNCERTAIN_COUNTS: bool(view.on_turn and view.doubts) and not duties and not view.over,
    }
    return tuple(kind for kind, has in there.items() if has)
