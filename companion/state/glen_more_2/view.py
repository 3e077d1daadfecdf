"""The visible part of a game as frozen values, for screens, pages and history, and its outline for the engine.

A view does not contain secrets. It knows no screen. `outline_of` derives what lists and headings show.
"""

from __future__ import annotations

import msgspec

from companion.engine.caching import Lazy, lazy_constant, memoize_last
from companion.engine.game import Figure, GameOutline
from companion.engine.message import Message, can_be_drawn, join_list, literal, tr
from companion.engine.offers import MapTile
from companion.scoring.gains import Result
from companion.state.glen_more_2.model import DIE, TurnPoints
from companion.state.glen_more_2.text.labels import colour_label


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """One player's counts."""

    id: str
    """Player id, as in questions and answers."""
    colour: str
    """Colour of the player's pieces."""
    name: str
    """Name; "" for a player who is named by colour."""
    points: int
    """Victory points so far; can be negative (GM-END-11)."""
    coins: int
    """Coins; negative if an entry is missing."""
    barrels: int
    """Whisky barrels."""
    scots_home: int
    """Scots in the home castle; only these are scored (GM-SCR-03)."""
    landmarks: int
    """Number of landmark cards."""
    persons: int
    """Number of persons in a scoring: David Hume counts two (GM-PER-07)."""
    tiles: int
    """Size of the territory: the home tile 2, a stack 1, persons 0 (GM-END-08)."""
    crests: int
    """Clan markers on the board."""
    markers_left: int
    """Clan markers left in the supply, of 10 (GM-CMP-04)."""
    uncertain_counts: tuple[str, ...] = ()
    """Names of the uncertain counts above; shown with "?"."""
    sources: tuple[tuple[str, int], ...] = ()
    """Points by source, sorted by source id; `View.source_words` has the labels."""
    lines: tuple[Message, ...] = ()
    """Lines of the chronicles about this player."""
    line_icons: tuple[str, ...] = ()
    """Icon name for each of `lines`, from the game's icon set; "" for none."""
    acts_for: tuple[str, ...] = ()
    """Neutral figures that this player acts for now."""
    has_left: bool = False
    """Left before the end: has no more turns, is not compared and cannot win."""


class RowView(msgspec.Struct, frozen=True, gc=False):
    """A market row (GM-MKT-10)."""

    good: str
    filled: int
    """Number of spaces with coins, from the left, 0 to 3."""
    coins: int
    """Number of coins in the row."""
    buy: int | None
    """Price of the next good; None = the row is full (GM-MKT-03)."""
    sell: int | None
    """Coins for selling one good; None = the row is empty (GM-MKT-07)."""
    label: Message | None = None
    """Label; None only in views that were built by hand."""


class SpaceView(msgspec.Struct, frozen=True, gc=False):
    """One space of the rondel."""

    figures: tuple[str, ...]
    """Player ids, "die" or "neutral:…"."""
    piece: str
    """Id of the piece there; "" for none or an unknown one."""
    label: Message | None
    """Label of that piece; None if the space is empty."""
    deck: str
    """Deck letter of the tile; "" for none."""
    ahead: int
    """Number of the tile ahead of the last figure, from 1; 0 if it is not ahead."""
    is_known: bool
    """False if a tile is there and its identity is unknown."""
    is_anonymous: bool = False
    """The tile has no printed name; only users who tap pieces on the page need its id."""


class ExtraSheet(msgspec.Struct, frozen=True, gc=False):
    """Extra scoring of a chronicle, after a round's scoring."""

    title: Message
    """Title."""
    result: Result
    text: Message | None = None
    """Text for all players beside the points."""
    is_immediate: bool = False
    """No question was asked since the round's own scoring, so the table of that has not been read yet."""

    @property
    def waits(self) -> bool:
        """True if it scores nothing and the round's table has not been read: it is shown after that one."""
        return self.is_immediate and not any(scored.gains for scored in self.result.players)


class NeutralView(msgspec.Struct, frozen=True, gc=False):
    """A neutral figure of an expansion."""

    id: str
    """Figure id, as in `View.on_turn`."""
    label: Message
    """Name."""
    icon: str
    """Icon name in the game's icon set."""
    picture: tuple[str, ...]
    """Small picture: rows of "#" and " "."""


NOT_SCORED: Lazy[Result | None] = lazy_constant(None)
NO_SOURCES: Lazy[tuple[tuple[str, Message], ...]] = lazy_constant(())


class TableTask(msgspec.Struct, frozen=True, gc=False):
    """A task that players must still do in this turn."""

    text: Message
    """Short sentence without a full stop, mostly an instruction: "Discard S-2"."""
    kind: str = "table"
    """"table": done on the table and not entered; "entry": to be tapped or entered."""


class BestGain(msgspec.Struct, frozen=True, gc=False):
    """The most points that a player scored at once."""

    player: str
    points: int
    cause: Message
    turn: int


GOODS_LEFT_LABEL = tr("Goods on tiles")
"""Tie-breaking count (GM-TIE-01), shown among the counts of a result."""


class CountView(msgspec.Struct, frozen=True, gc=False):
    """A player's count in the last scoring."""

    player: str
    count: Message
    """Label of the count."""
    value: int
    confirmed: bool
    """Players confirmed the value; False: only the companion counted it."""
    corrected: bool = False
    """Players corrected the companion's number."""
    is_tracked: bool = False
    """The value comes from tracked territories and was not asked."""


class ScoreHistoryView(msgspec.Struct, frozen=True, gc=False):
    """How the points came about."""

    turns: tuple[TurnPoints, ...] = ()
    """All players' points after each scoring, oldest first; after the end of the game also after each turn."""
    best: BestGain | None = None
    """Most points at once; None before the end of the game or if no points were scored."""


class View(msgspec.Struct, frozen=True):
    """Everything that all players may see."""

    phase: str
    """`State.phase`."""
    turn: int
    """Turn number; 0 before the first."""
    on_turn: str
    """Figure on turn: a player id, "die" or "neutral:…"; "" before the game, in scorings and after the end."""
    next_up: str
    """Figure with the next turn if nothing else moves; "" if there is none, in scorings and after the end."""
    players: tuple[PlayerView, ...]
    """Players in the order of the pawns at the start, the last first (GM-SET-05)."""
    market: tuple[RowView, ...]
    """Market rows: the five goods, then those of chronicles."""
    track: tuple[SpaceView, ...]
    """Spaces of the rondel from the last figure forward, without free spaces ahead of the first figure or tile."""
    spaces: int
    """Number of spaces of the rondel; 0 = not counted yet."""
    deck: str
    """Letter of the deck that is being laid; "" before play and after the end."""
    left: int
    """Tiles left in that deck, as far as the companion counted."""
    discards: tuple[str, ...]
    """Discard pile, oldest first: piece ids, or deck letters of unknown tiles."""
    acting_player: str = ""
    """Player who acts for the neutral figure on turn; "" in a player's own turn."""
    turn_log: tuple[Message, ...] = ()
    """Turn log: what was recorded in this turn and on the way to it, with causes; latest first."""
    turn_log_coins: tuple[int, ...] = ()
    """Change of the coins of the player on turn, for each entry of `booked`."""
    turn_log_points: tuple[int, ...] = ()
    """Change of the points of the player on turn, for each entry of `booked`."""
    turn_log_owner: Message | None = None
    """Player on turn, if the latest entry of `booked` is about another player; None if it is clear."""
    table_tasks: tuple[TableTask, ...] = ()
    """Tasks for players, in the order in which they are done. All of them must be shown."""
    uncertainty_reasons: tuple[Message, ...] = ()
    """Reasons why counts have a "?"."""
    has_unpaid_cost: bool = False
    """A player took a tile with a cost that is not entered yet."""
    tasks_before_question: tuple[Message, ...] = ()
    """The tasks that remain while a blocking question hides the home page."""
    taken_tile: Message | None = None
    """Tile taken in this turn; None before one is taken."""
    result: Result | None = None
    """Result of the last scoring, in the order of `players`; None before the first."""
    counts: tuple[CountView, ...] = ()
    """Counts that `result` used, player by player, in the same order for each."""
    castle_moil_notes: tuple[Message, ...] = ()
    """Explanations why different counts scored no points."""
    extra_scorings: tuple[ExtraSheet, ...] = ()
    """Extra scorings of chronicles after `result`, oldest first."""
    result_count: int = 0
    """Number of result sheets so far; it changes when there is a new one."""
    is_result_new: bool = False
    """`result` is new and no figure has moved since; stays True at the end of the game."""
    is_counting: bool = False
    """The counts of a scoring are being asked for or confirmed."""
    scoring_title: Message | None = None
    """Title of the scoring in progress, between the last turn and the next."""
    over: bool = False
    """True if the game is over."""
    next_scoring: Lazy[Result | None] = msgspec.field(default=NOT_SCORED, name="if_scored_now")
    """Lazy value of `if_scored_now`."""
    chronicles: tuple[Message, ...] = ()
    """Names of the chronicles in play."""
    lines: tuple[Message, ...] = ()
    """Lines of the chronicles about the table; `PlayerView.lines` has those about a player."""
    line_icons: tuple[str, ...] = ()
    """Icon name for each of `lines`, as in `PlayerView.line_icons`."""
    source_icons: tuple[tuple[str, str], ...] = ()
    """(source, icon name) for the point sources of chronicles."""
    score_history: ScoreHistoryView = ScoreHistoryView()
    """How the points came about; empty before the first scoring."""
    neutrals: tuple[NeutralView, ...] = ()
    """Neutral figures of the expansions in play; the die is not included."""
    territories: tuple[tuple[MapTile, ...], ...] = ()
    """Map of each territory, in the order of the players; () at scorekeeper depth."""
    sources: Lazy[tuple[tuple[str, Message], ...]] = msgspec.field(default=NO_SOURCES, name="source_words")
    """Lazy value of `source_words`."""

    @property
    def if_scored_now(self) -> Result | None:
        """Next scoring for the current counts, computed on first access."""
        return self.next_scoring.value

    @property
    def source_words(self) -> tuple[tuple[str, Message], ...]:
        """Label of each point source, in the order of a table."""
        return self.sources.value


RESULT, STANDINGS, FINAL, COUNTS, TABLE_TASKS, UNCERTAIN_COUNTS = (
    "result",
    "standings",
    "final",
    "counts",
    "duties",
    "doubts",
)
"""Sheet kinds: last scoring, current standings, final scoring, all counts, tasks, reasons for "?"."""
POINTS_SHEET = "points"
"""Sheet kind: sources of the points so far."""
TERRITORIES_SHEET = "territories"
"""Sheet kind: map of the territories, if tracked."""


@memoize_last
def outline_of(view: View) -> GameOutline:
    """Return the outline of a view (cached for the last view)."""
    players = tuple(_player(player, seat) for seat, player in enumerate(view.players))
    neutrals = (Figure(each.id, each.label, icon=each.icon, picture=each.picture) for each in view.neutrals)
    names = (each.label for each in players)
    return GameOutline(
        title=join_list(names) if players else tr("a game that is being set up"),
        figures=(*players, Figure(DIE, tr("The die"), colour=DIE, is_die=True), *neutrals),
        turn=view.turn,
        phase_title=view.scoring_title,
        on_turn=view.on_turn,
        over=view.over,
        winners=view.result.winners if view.over and view.result else (),
        sheets=_sheets(view),
        announced_sheet=FINAL if view.over else RESULT if view.is_result_new else "",
        result_count=view.result_count,
        subject=str(view.taken_tile) if view.taken_tile else "",
    )


def _player(player: PlayerView, seat: int) -> Figure:
    named = player.name if player.name != player.colour else ""
    drawn = named if can_be_drawn(named) else ""
    label = literal(drawn) if drawn else colour_label(player.colour or player.id)
    if player.has_left:
        label = literal(f"({drawn})") if drawn else tr("({player})", player=label)
    return Figure(player.id, label, named, player.colour, seat, player.points)


def _sheets(view: View) -> tuple[str, ...]:
    # A single sentence fits on the turn screen; the turn log may not.
    duties = not view.over and (len(view.table_tasks) > 1 or bool(view.turn_log))
    there = {
        FINAL: view.over,
        # The final sheet contains it.
        RESULT: view.result is not None and not view.over,
        STANDINGS: view.next_scoring is not NOT_SCORED,
        COUNTS: bool(view.track),
        # The final sheet has its own table of sources.
        POINTS_SHEET: not view.over and any(player.sources for player in view.players),
        TERRITORIES_SHEET: bool(view.turn and view.territories),
        TABLE_TASKS: duties,
        # The tasks sheet contains it, under the same key.
        UNCERTAIN_COUNTS: bool(view.on_turn and view.uncertainty_reasons) and not duties and not view.over,
    }
    return tuple(kind for kind, has in there.items() if has)
