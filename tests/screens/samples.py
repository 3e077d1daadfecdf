"""Views and pages as they come up at a table, and some that are as long as they can get."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.caching import lazy_constant
from companion.engine.message import Message, join_list, literal, tr, trn
from companion.menu.pages import (
    ArticlePage,
    Hint,
    HomePage,
    InvitationPage,
    KeysPage,
    ListItem,
    ListPage,
    NoticePage,
    NumberPage,
    Page,
    SheetPage,
    StickerPage,
)
from companion.scoring.gains import Gain, PlayerResult, Result
from companion.state.glen_more_2.model import TurnPoints
from companion.state.glen_more_2.text.labels import GOODS_LABELS
from companion.state.glen_more_2.text.scoring_text import label_sources
from companion.state.glen_more_2.view import (
    BestGain,
    CountView,
    PlayerView,
    RowView,
    ScoreHistoryView,
    TableTask,
    View,
)
from tests.screens import maps
from tests.state.glen_more_2.table import bare_state

HINTS = (
    Hint("OK", tr("Done")),
    Hint("UP", tr("Market")),
    Hint("DOWN", tr("Enter")),
    Hint("BACK", tr("Menu")),
    Hint("OK+", tr("Points")),
    Hint("UNDO", tr("Undo")),
)
LIST_HINTS = (Hint("OK", tr("Choose")), Hint("BACK", tr("Back")))
MARKET = (
    RowView("wood", 1, 1, 2, 1),
    RowView("stone", 0, 0, 1, None),
    RowView("barley", 2, 3, 3, 2),
    RowView("sheep", 3, 6, None, 3),
    RowView("cattle", 2, 3, 3, 2),
)
SOURCES = (
    ("scots_in_home_castle", 14),
    ("landmarks", 9),
    ("whisky", 3),
    ("persons", 5),
    ("tile", 22),
    ("exchange", 16),
    ("macgregor", 6),
    ("territory", -9),
    ("armadale_castle", 8),
    ("coins", 11),
    ("correction", -1),
)


def player(
    id: str, name: str = "", points: int = 31, doubtful: tuple[str, ...] = (), count: int = 2
) -> PlayerView:
    """A player with some counts."""
    return PlayerView(
        id=id,
        colour=id,
        name=name,
        points=points,
        coins=count + 3,
        barrels=count,
        scots_home=max(0, count - 1),
        landmarks=count // 2,
        persons=count // 3,
        tiles=9 + count,
        crests=1,
        markers_left=8,
        uncertain_counts=doubtful,
        sources=SOURCES,
    )


ANN = player("red", "Ann", 31, count=3)
BOB = player("blue", "Bob", 28, ("barrels",), count=1)
CLAIRE = player("yellow", "Claire", 25, count=4)
DAN = player("green", "Dan", 19, ("points", "coins"), count=0)

RESULT = Result(
    "B",
    (
        PlayerResult(
            "Ann",
            31,
            44,
            1,
            (
                Gain(
                    "scots_in_home_castle",
                    5,
                    tr("{b} more than {c}: {e} points ({a} to {d})", a=5, b=4, c="Bob", d=1, e=5),
                    tr("{n} more", n=4),
                    ("Bob", "Dan"),
                ),
                Gain(
                    "landmarks",
                    8,
                    tr("{b} more than {c}: {e} points ({a} to {d})", a=6, b=6, c="Dan", d=0, e=8),
                    tr("{n} more", n=6),
                    ("Bob", "Claire", "Dan"),
                ),
            ),
        ),
        PlayerResult(
            "Bob",
            28,
            30,
            3,
            (
                Gain(
                    "whisky",
                    2,
                    tr("{b} more than {c}: {e} points ({a} to {d})", a=2, b=2, c="Ann, Dan", d=0, e=2),
                    tr("{n} more", n=2),
                    ("Ann", "Claire", "Dan"),
                ),
            ),
        ),
        PlayerResult(
            "Claire",
            25,
            33,
            2,
            (
                Gain(
                    "scots_in_home_castle",
                    3,
                    tr("{b} more than {c}: {e} points ({a} to {d})", a=4, b=3, c="Bob", d=1, e=3),
                    tr("{n} more", n=3),
                    ("Bob", "Dan"),
                ),
                Gain(
                    "persons",
                    5,
                    tr("{b} more than {c}: {e} points ({a} to {d})", a=4, b=4, c="Dan", d=0, e=5),
                    tr("{n} more", n=4),
                    ("Ann", "Bob", "Dan"),
                ),
            ),
        ),
        PlayerResult("Dan", 19, 19, 4, ()),
    ),
)


def _long_gains(points: int) -> tuple[Gain, ...]:
    lead = tr(
        "{more} more than {who}: {points} points ({count} to {fewest})",
        count=tr("2 × {n} = {m}", n=4, m=8),
        more=7,
        who="Bartholomew",
        fewest=1,
        points=8,
    )
    tiles = tr(
        "{more} tiles more than {who}: {points} points ({n} to {fewest})",
        n=16,
        more=3,
        who="Maximilianne",
        fewest=13,
        points=-9,
    )
    return (
        *(
            Gain(source, points, lead, tr("{n} more", n=7), ("green",))
            for source in ("scots_in_home_castle", "landmarks", "whisky", "persons")
        ),
        Gain("territory", -9, tiles, tr("{n} more", n=13), ("green",)),
        Gain(
            "coins",
            11,
            trn("{n} coin left, points: {points}", "{n} coins left, points: {points}", 11, points=11),
            trn("{n} coin", "{n} coins", 11),
        ),
        Gain("armadale_castle", 8, tr("{n} coins are worth {more} more each: {points}", n=8, more=1, points=8)),
    )


FINAL = Result(
    "final",
    (
        PlayerResult("red", 96, 121, 1, _long_gains(8)),
        PlayerResult("blue", 91, 121, 1, _long_gains(5)),
        PlayerResult("yellow", 60, 58, 3, _long_gains(-3)),
        PlayerResult("green", 8, -12, 4, ()),
    ),
    winners=("red", "blue"),
)

COUNTS = tuple(
    CountView(each.id, words, at + n, confirmed=at != 2 or n > 1, corrected=(at, n) == (1, 0))
    for at, each in enumerate((ANN, BOB, CLAIRE, DAN))
    for n, words in enumerate((tr("Scots at home"), tr("Landmark cards"), tr("Whisky barrels"), tr("Persons")))
)

LANDS = (maps.large().map_tiles, maps.first().map_tiles, maps.first().map_tiles, ())
"""Their territories."""

VIEW = View(
    territories=LANDS,
    phase="acting",
    turn=14,
    on_turn="red",
    next_up="blue",
    players=(ANN, BOB, CLAIRE, DAN),
    market=MARKET,
    track=(),
    spaces=14,
    deck="B",
    left=7,
    discards=(),
    turn_log=(
        tr("{change} ({cause})", change=tr("its card"), cause=literal("Loch Lochy")),
        tr("Took {tile}", tile="Loch Lochy"),
    ),
    table_tasks=(
        TableTask(tr("Put {n} Scot on it", n=1)),
        TableTask(tr("Discard {tiles}", tiles="S-2")),
        TableTask(tr("Lay {n} from {deck} ({left} left)", n=3, deck="B", left=4)),
    ),
    taken_tile=literal("Loch Lochy"),
    result=RESULT,
    counts=COUNTS,
    next_scoring=lazy_constant(replace(RESULT, round="B")),
    sources=lazy_constant(label_sources(bare_state(), dict(SOURCES))),
)
LONG_PLAYERS = (
    player("red", "Maximilianne", 121, ("points", "coins", "tiles", "barrels"), count=12),
    player("blue", "Bartholomew", -12, ("points", "scots_home"), count=10),
    player("yellow", "Wilhelmina", 108, count=14),
    player("green", "Konstantinos", 99, ("points", "coins", "tiles", "landmarks", "persons"), count=11),
)
LONG = replace(
    VIEW,
    players=LONG_PLAYERS,
    territories=(LANDS[0],) * len(LONG_PLAYERS),
    on_turn="green",
    next_up="red",
    left=16,
    table_tasks=(
        TableTask(tr("Before OK enter the tile's cost, even 0"), "entry"),
        TableTask(tr("Put {n} Scot on it", n=1)),
        TableTask(tr("Discard {tiles}", tiles="B-11, Loch Lochy, A-12")),
        TableTask(tr("Lay {n} from {deck} ({left} left)", n=3, deck="B", left=12)),
    ),
    result=FINAL,
    next_scoring=lazy_constant(FINAL),
)
TWO = replace(
    VIEW,
    players=(replace(ANN, name=""), replace(BOB, name="")),
    on_turn="blue",
    next_up="die",
    table_tasks=(),
    taken_tile=None,
)
DIE = replace(
    VIEW,
    on_turn="die",
    next_up="yellow",
    players=(ANN, BOB, CLAIRE),
    table_tasks=(TableTask(tr("The die's turn."), "entry"),),
)
SEATS = ("red", "blue", "yellow", "green")
MARKED = ((1, ""), (2, ""), (2, "A"), (7, ""), (7, "B"), (19, ""), (33, "C"), (40, ""), (40, "final"))
STORY = ScoreHistoryView(
    tuple(
        TurnPoints(turn, SEATS[turn % 4], (3 * turn, 2 * turn, turn // 2, -turn), scored)
        for turn, scored in MARKED
    ),
    BestGain("yellow", 23, tr("Exchange"), 19),
)
OVER = replace(
    LONG, on_turn="", next_up="", deck="", left=0, turn_log=(), table_tasks=(), over=True, score_history=STORY
)
BY_GOODS = replace(
    OVER,
    result=replace(
        FINAL,
        players=(FINAL.players[0], replace(FINAL.players[1], rank=2), *FINAL.players[2:]),
        winners=("red",),
    ),
)
ONE_WINNER = replace(VIEW, result=replace(RESULT, round="final", winners=("Ann",)), over=True, score_history=STORY)

ASK = tr("Which tile does {who} take?", who="Ann")
HOME = HomePage(tr("Tap the tile that Ann takes, or move the pawn and tell us here."), HINTS)
QUESTION = ListPage(
    "question",
    tr("Wood, 2 for this tile: from where?"),
    (
        ListItem(tr("Own goods")),
        ListItem(tr("Market"), trn("{n} coin", "{n} coins", 5)),
        ListItem(tr("Pay with a barrel"), tr("Ann has no barrel."), closed=True),
        ListItem(tr("Not paid; we did it ourselves")),
    ),
    1,
    LIST_HINTS,
    player="red",
)


FIVE_KEYS = ("UP", "DOWN", "OK", "UP+", "DOWN+")
ALWAYS = (Hint("BACK", tr("back")), Hint("UNDO", tr("undo")))


def on_keys(title: Message, *rows: tuple[str, ListItem, Message], asked: str = "") -> KeysPage:
    """A page of keys: of each the key, what it chooses, and its short word."""
    hints = tuple(Hint(key, brief) for key, row, brief in rows if not row.closed)
    white = tuple(Hint(key, brief) for key, row, brief in rows if row.closed)
    keys, items = tuple(row[0] for row in rows), tuple(row[1] for row in rows)
    return KeysPage("question", title, items, keys, (*hints, *ALWAYS), asked, blank_keys=white)


COUNT_ON_KEYS = replace(
    on_keys(
        tr("{player}: Scots in the home castle?", player="Konstantinos"),
        *((key, ListItem(literal(n)), literal(n)) for key, n in zip(FIVE_KEYS[:4], "2013", strict=True)),
        ("DOWN+", ListItem(tr("other …")), tr("other …")),
        asked="red",
    ),
    why=(
        tr(
            "{counted} {walked}",
            counted=tr("Count each Scot once: the companion doubles them for Castle Moil."),
            walked=tr("Scots may have walked home or away since turn {n}.", n=34),
        ),
        tr("Scots in the home castles: {round}", round="A"),
    ),
    rest=(
        tr("Hold OK: all as counted ({counts})", counts="Ann 1, Bob 0, Konstantinos 2"),
        tr("Hold OK: all as counted"),
    ),
)
GOODS_ON_KEYS = on_keys(
    tr("Sell which good?"),
    *(
        (key, ListItem(tr("{good}: {n}", good=words, n=2), sign=good), words)
        for key, (good, words) in zip(FIVE_KEYS[:4], tuple(GOODS_LABELS.items())[:4], strict=True)
    ),
    (
        "DOWN+",
        ListItem(
            GOODS_LABELS["cattle"],
            tr("The {good} row holds no coins.", good=GOODS_LABELS["cattle"]),
            closed=True,
            sign="cattle",
        ),
        GOODS_LABELS["cattle"],
    ),
    asked="red",
)
TILES_ON_KEYS = on_keys(
    tr(
        "First answer: {question}",
        question=tr("{player}: which tile ahead was {tile}?", player="Konstantinos", tile="Castle of Mey"),
    ),
    *(
        (
            key,
            ListItem(
                tr(
                    "{player} took it: {tile}",
                    player="Konstantinos",
                    tile=tr("tile {n} ahead, {tile}", n=n, tile=tr("an unknown tile of deck {deck}", deck="A")),
                )
            ),
            literal(str(n)),
        )
        for n, key in enumerate(FIVE_KEYS[:4], 1)
    ),
    ("DOWN+", ListItem(tr("other …")), tr("other …")),
    asked="green",
)
ONE_OF_THREE = on_keys(
    tr("{Cause}: your own {good}, or bought?", Cause="Drover's Inn", good=GOODS_LABELS["sheep"]),
    ("UP", ListItem(tr("Your own")), tr("own")),
    (
        "DOWN",
        ListItem(tr("Not paid")),
        tr("unpaid"),
    ),
    (
        "OK",
        ListItem(
            tr("{Good} from the market for {n}", Good=GOODS_LABELS["sheep"], n=3),
            tr(
                "The market wants {n} for {good}; the companion has {player} on {coins}.",
                n=3,
                good=GOODS_LABELS["sheep"],
                player="Ann",
                coins=trn("{n} coin", "{n} coins", 1),
            ),
        ),
        tr("buy"),
    ),
    asked="red",
)
KINDS_ON_KEYS = on_keys(
    tr("What kind of tile from deck {deck} is it?", deck="B"),
    *(
        (key, ListItem(label), brief)
        for key, label, brief in zip(
            FIVE_KEYS,
            (
                tr("A rebuild tile"),
                tr("A person"),
                tr("A tile for the territory"),
                tr("A landmark tile"),
                tr("Skip, say it later"),
            ),
            (tr("rebuild"), tr("person"), tr("tile"), tr("landmark"), tr("skip")),
            strict=True,
        )
    ),
    asked="red",
)
CRESTS_ON_KEYS = on_keys(
    tr("{Cause}: which crest gets the clan marker?", Cause="William Wallace"),
    *(
        (key, ListItem(tr("{crest}, road {n}", crest=name, n=n)), literal(brief))
        for n, (key, name, brief) in enumerate(
            zip(
                FIVE_KEYS[:4],
                ("MacPherson", "MacLachlan", "Sutherland", "MacDonald"),
                ("M'Pherson", "M'Lachlan", "Sutherland", "MacDonald"),
                strict=True,
            )
        )
    ),
    ("DOWN+", ListItem(tr("other …")), tr("other …")),
    asked="red",
)
YES_OR_NO = on_keys(
    trn(
        "{Cause}: does the Scot go to the home castle?",
        "{Cause}: how many of the {n} Scots go to the home castle?",
        1,
        Cause="Chisholm",
    ),
    ("DOWN", ListItem(tr("No")), tr("no")),
    ("OK", ListItem(tr("Yes")), tr("yes")),
    asked="red",
)
LONG_ON_KEYS = replace(
    TILES_ON_KEYS,
    title=tr(
        "{n} unknown tiles of deck D are passed. Is World's End among them? The companion has {who} on {m}.",
        n=12,
        who="Maximilianne",
        m=14,
    ),
)


def long_list(cursor: int) -> ListPage:
    """All 23 crests, some taken, as long as names and reasons get."""
    rows = [ListItem(literal(f"Mac{'abcdefghijklmnopqrstuvw'[n]}pherson-Sutherland")) for n in range(23)]
    reason = tr("{who} took this crest in round {n}; it can be taken only once.", who="Maximilianne", n=2)
    for closed in (3, 11, 12, 17):
        rows[closed] = replace(rows[closed], note=reason, closed=True)
    rows[10] = replace(rows[10], note=tr("3 coins for the road"))
    title = tr("Onto which crest does {who} put the clan marker?", who="Konstantinos")
    return ListPage("question", title, tuple(rows), cursor, LIST_HINTS, player="green")


HISTORY = ListPage(
    "history",
    tr("History"),
    (
        ListItem(
            tr("takes {tile}", tile="Loch Lochy"), figure=VIEW.players[0].id, figure_note=tr("turn {n}", n=118)
        ),
        ListItem(
            join_list(
                (tr("takes {tile}", tile="Drover Inn"), tr("sells {good}: +{n} coins", n=2, good=tr("sheep")))
            ),
            figure=VIEW.players[1].id,
            figure_note=tr("turn {n}", n=117),
        ),
        ListItem(tr("rolls {n}", n=3), figure="die", figure_note=tr("turn {n}", n=116)),
        ListItem(tr("play begins"), figure_note=tr("set-up")),
    ),
    1,
    (Hint("OK", tr("look")), Hint("OK+", tr("forgot?")), Hint("BACK", tr("back"))),
)
ENTRY = ListPage(
    "menu",
    tr("{player} {n} points ({why})", player="Ann", n=5, why=tr("exchange")),
    (
        ListItem(tr("Who?"), literal("Ann")),
        ListItem(tr("Points for what?"), tr("an exchange")),
        ListItem(tr("How many points?"), literal("5")),
        ListItem(tr("What was done?"), tr("Points")),
        ListItem(tr("Remove it")),
        ListItem(tr("Back to here"), tr("takes back the {n} entries after it", n=14)),
    ),
    1,
    (Hint("OK", tr("choose")), Hint("BACK", tr("back"))),
)
TABLE_OR_LOG = ListPage(
    "caution",
    tr("{what}. Done already?", what=tr("{player} takes {tile}", player="Ann", tile="Castle Stalker")),
    (
        ListItem(
            tr("Yes"),
            tr(
                "Scored again, with other points: {rounds}.",
                rounds=tr("scoring round {deck}", deck="A"),
            ),
        ),
        ListItem(tr("Not yet")),
        ListItem(tr("Change something else")),
    ),
    0,
    (Hint("OK", tr("choose")), Hint("BACK", tr("back"))),
)
PUT_BACK = ListPage(
    "put_back",
    tr("Put back on the table"),
    (
        ListItem(tr("{tile} onto the rondel, space {n}", tile="Loch Lochy", n=4), ticked=True),
        ListItem(tr("{n} coins into the {good} row", n=2, good="cattle"), ticked=False),
        ListItem(tr("{n} points back to the supply", n=5), ticked=True),
        ListItem(tr("{tile} from the discards to the rondel", tile="B-3"), ticked=False),
    ),
    1,
    (Hint("OK", tr("Tick")), Hint("BACK", tr("Leave"))),
)
COUNT = ListPage(
    "count",
    tr("Before the scoring: Scots in the home castle"),
    (
        ListItem(literal("Ann"), literal("3")),
        ListItem(literal("Bob"), literal("~1")),
        ListItem(literal("Claire"), literal("4")),
        ListItem(literal("Konstantinos"), literal("0")),
        ListItem(tr("All of this is right")),
    ),
    4,
    (Hint("OK", tr("Score")), Hint("UP", tr("Correct"))),
)
COUNT_REST = ListPage(
    "question",
    tr("Counts: {round}", round=tr("final scoring")),
    (ListItem(tr("All is right: score")), ListItem(tr("A count is wrong"))),
    0,
    LIST_HINTS,
)
GAMES = ListPage(
    "games",
    tr("Games"),
    (
        ListItem(tr("Ann, Bob, Claire"), tr("turn {n}", n=14)),
        ListItem(tr("Maximilianne, Bartholomew, Wilhelmina, Konstantinos"), tr("finished")),
        ListItem(tr("New game")),
    ),
    0,
    (Hint("OK", tr("Go on")), Hint("OK+", tr("Delete")), Hint("BACK", tr("Leave"))),
)
GAME = ListPage(
    "menu",
    literal(
        "2026-11-22 20:15, Maximilianne 104, Bartholomew 98, Wilhelmina 104, Konstantinos 87, won together by "
        "Maximilianne, Wilhelmina"
    ),
    (ListItem(tr("Play on")), ListItem(tr("Delete"))),
    0,
    LIST_HINTS,
)
STEPS = (("UP", "+1"), ("UP+", "+5"), ("DOWN", "−1"), ("DOWN+", "−5"))
NUMBER_HINTS = (*(Hint(key, literal(step)) for key, step in STEPS), *LIST_HINTS)
NUMBER = NumberPage(
    tr("How many points for this activation?"),
    7,
    0,
    30,
    NUMBER_HINTS,
    player="red",
    question=tr("What does {tile} give?", tile="Loch Lochy"),
    reason=tr("The companion doesn't know this tile."),
    old_value=5,
)
COUNT_OF_SEVERAL = NumberPage(
    tr("{player}: Scots in the home castle?", player="Konstantinos"),
    2,
    0,
    10,
    (
        *NUMBER_HINTS[:5],
        Hint("OK+", tr("take all")),
        *NUMBER_HINTS[5:],
    ),
    player="red",
    question=tr("Scots in the home castles: {round}", round=tr("scoring round {deck}", deck="A")),
    reason=tr("Scots may have walked home or away."),
    rest=(
        tr(
            "Hold OK: all as counted ({counts})",
            counts=join_list(
                tr("{what} {n}", what=who, n=n) for n, who in enumerate(("Ann", "Bob", "Maximilianne"))
            ),
        ),
        tr("Hold OK: all as counted"),
    ),
    old_value=2,
)
NEGATIVE = NumberPage(
    tr("Set the points of {who}", who="Konstantinos"), -120, -999, 999, NUMBER_HINTS, player="green"
)
REFUSED = NoticePage(
    "refused",
    tr("{tile} lies behind the pawn and cannot be taken.", tile="Loch Lochy"),
    (Hint("OK", tr("Go on")),),
    "GM-TAK-02",
)
ASKS = NoticePage(
    "asks",
    tr(
        "Careful: the companion has {who} on {n} coin, not {m}. Correct it, or did you do it anyway?",
        who="Konstantinos",
        n=1,
        m=4,
    ),
    (Hint("OK", tr("Correct")), Hint("DOWN", tr("Anyway")), Hint("BACK", tr("Cancel"))),
    "GM-CLN-06",
)
ARTICLE = ArticlePage(
    literal("Loch Ness"),
    (
        tr("A landmark: it brings the card of the same name."),
        tr("In each of your turns activate 1 more tile, anywhere in your territory."),
        tr("It works until the end of the game."),
    ),
    (Hint("OK", tr("go on")), Hint("BACK", tr("back"))),
    turn=Hint("DOWN", tr("page")),
)
STICKERS = StickerPage(
    tr("Hammer of the Scots: {kind}", kind=tr("fortresses")),
    literal("General Wade's Military Roads"),
    (literal("Glenfinnan Monument"), literal("Fort George")),
    tr("{n} of {all}", n=112, all=248),
    tr("It is on another piece: {piece}. If that is wrong, tap it once more.", piece="Glenfinnan Church"),
    (Hint("UP", tr("before")), Hint("DOWN", tr("next")), Hint("OK", tr("kinds")), Hint("BACK", tr("back"))),
)
TOLD = NoticePage("told", tr("Loch Ness"))
TROUBLE = NoticePage(
    "trouble",
    tr(
        "The disk of the companion is full, so nothing can be kept: make room on the card or plug in another "
        "one, then press OK to go on where the game stands now."
    ),
    (Hint("OK", tr("Retry")),),
)


def _scoring(view: View) -> View:
    """Before a scoring nobody is on turn."""
    return replace(
        view, phase="count", on_turn="", scoring_title=tr("Scoring round {deck}", deck="B"), is_counting=True
    )


def sheet(kind: str, page: int = 0) -> SheetPage:
    """A part of a table."""
    hints = (Hint("OK", tr("Next")), Hint("OK+", tr("explain")), Hint("BACK", tr("Close")))
    return SheetPage(kind, hints, page)


INVITATION = InvitationPage(
    "http://192.168.178.254:8471/#lV0mXg8dW2n3u5Qp7rYtZw",
    literal("companion.local:8471"),
    (Hint("BACK", tr("withdraw")),),
)


SCENES: dict[str, tuple[View | None, Page]] = {
    "splash": (
        None,
        HomePage(
            tr("Tap the home tiles, the last pawn first."),
            (Hint("OK", tr("New")), Hint("DOWN", tr("Games"))),
        ),
    ),
    "home": (VIEW, HOME),
    "home_long": (LONG, HOME),
    "home_two": (TWO, HOME),
    "home_die": (DIE, HomePage(tr("OK rolls it here; or type in what you rolled."), HINTS)),
    "home_over": (OVER, HomePage(tr("OK shows the final result."), HINTS[:2])),
    "question": (VIEW, QUESTION),
    "long_top": (LONG, long_list(0)),
    "long_middle": (LONG, long_list(11)),
    "long_end": (LONG, long_list(22)),
    "keys_goods": (VIEW, GOODS_ON_KEYS),
    "keys_tiles": (LONG, TILES_ON_KEYS),
    "keys_three": (VIEW, ONE_OF_THREE),
    "keys_kinds": (VIEW, KINDS_ON_KEYS),
    "keys_crests": (VIEW, CRESTS_ON_KEYS),
    "keys_yes_or_no": (VIEW, YES_OR_NO),
    "keys_long": (LONG, LONG_ON_KEYS),
    "history": (VIEW, HISTORY),
    "history_long": (LONG, HISTORY),
    "history_entry": (VIEW, ENTRY),
    "table_or_log": (VIEW, TABLE_OR_LOG),
    "put_back": (VIEW, PUT_BACK),
    "count": (VIEW, COUNT),
    "count_rest": (_scoring(VIEW), COUNT_REST),
    "count_rest_long": (_scoring(LONG), COUNT_REST),
    "games": (None, GAMES),
    "game": (None, GAME),
    "number": (VIEW, NUMBER),
    "number_of_several": (LONG, COUNT_OF_SEVERAL),
    "number_negative": (LONG, NEGATIVE),
    "map": (VIEW, maps.shown(maps.large())),
    "map_rebuilt": (VIEW, maps.shown(maps.large(), "DOWN", "DOWN", "DOWN", "UP", "UP+")),
    "map_closed": (LONG, maps.shown(maps.large(), "UP")),
    "map_begins": (VIEW, maps.shown(maps.first())),
    "map_closed_at_first": (VIEW, maps.shown(maps.first(), "UP")),
    "refused": (VIEW, REFUSED),
    "asks": (LONG, ASKS),
    "told": (VIEW, TOLD),
    "trouble": (None, TROUBLE),
    "article": (VIEW, ARTICLE),
    "sticker_walk": (VIEW, STICKERS),
    "invitation": (VIEW, INVITATION),
    "invitation_over": (VIEW, replace(INVITATION, url="")),
    "result": (VIEW, sheet("result")),
    "result_reasons": (VIEW, sheet("result", 1)),
    "result_long": (LONG, sheet("result")),
    "result_last": (LONG, sheet("result", 99)),
    "standings": (VIEW, sheet("standings")),
    "nothing_scored": (replace(VIEW, next_scoring=lazy_constant(None)), sheet("standings")),
    "final": (ONE_WINNER, sheet("final")),
    "final_shared": (OVER, sheet("final")),
    "final_by_goods": (BY_GOODS, sheet("final")),
    "final_lines": (OVER, sheet("final", 1)),
    "final_numbers": (OVER, sheet("final", 2)),
    "final_sources": (OVER, sheet("final", 3)),
}
"""Every screen as it comes up, by name."""

ACCENTS = str.maketrans("aeiouyAEIOUYcnrsz", "áéíóúýÁÉÍÓÚÝčňřšž")


def pseudo(message: Message) -> str:
    """A made-up language: every text has accents and is 40 % longer; names and numbers stay."""
    text = message.plural if message.plural and message.count != 1 else message.text
    values = {hole: pseudo(value) if isinstance(value, Message) else str(value) for hole, value in message.values}
    return _lengthened(text).format_map(values)


def _lengthened(text: str) -> str:
    """Every word of it longer by two letters in five; the holes stay."""
    return " ".join(word if "{" in word else _longer(word) for word in text.split(" "))


def _longer(word: str) -> str:
    letters = sum(letter.isalpha() for letter in word)
    more = round(letters * 0.4) if letters > 2 else 0
    end = len(word.rstrip(".,:;!?"))
    return (word[:end] + "elnoaiters"[:more] + word[end:]).translate(ACCENTS)
