"""The history in words, and what goes back on the table when entries are taken back. Words only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.frame.game import PutBack
from companion.frame.said import Said, listed, literal, say, say_n
from companion.state import events as ev
from companion.state import labels
from companion.state.model import DIE, State
from companion.state.questions.scoring import round_words

Teller = Callable[[State, Any], Said | None]


def _who(state: State, player: str) -> Said:
    return labels.figure(state, player)


def _tile(state: State, piece: str, deck: str) -> Said:
    return labels.piece(state.facts, piece, deck)


TELLERS: dict[type[ev.Event], Teller] = {
    ev.PlayerSeated: lambda s, e: say(
        "{player} plays with {coins} coins", player=labels.colour(e.player), coins=e.coins
    ),
    ev.PlayerNamed: lambda s, e: say("{player} is called {name}", player=labels.colour(e.player), name=e.name),
    ev.DieChosen: lambda s, e: say("with the die") if e.used else say("without the die"),
    ev.WorldsEndChosen: lambda s, e: (
        say("World's End on top of D") if e.on_top else say("World's End in the middle of D")
    ),
    ev.HouseRuleChanged: lambda s, e: say("house rule {rule} is now {n}", rule=literal(e.name), n=e.value),
    ev.SpacesCounted: lambda s, e: say("the rondel has {n} spaces", n=e.spaces),
    ev.PlayBegan: lambda s, e: say("play begins"),
    ev.TileTaken: lambda s, e: say(
        "{player} takes {tile}", player=_who(s, e.player), tile=_tile(s, e.piece, e.deck)
    ),
    ev.TileGiven: lambda s, e: say(
        "{player} gets {tile}", player=_who(s, e.player), tile=_tile(s, e.piece, e.deck)
    ),
    ev.TileDiscarded: lambda s, e: say(
        "{tile} is discarded ({rule})", tile=_tile(s, e.piece, e.deck), rule=e.rule
    ),
    ev.FigureLeft: lambda s, e: say("{figure} leaves the game ({rule})", figure=_who(s, e.figure), rule=e.rule),
    ev.DieRolled: lambda s, e: say("the die shows {n}", n=e.face),
    ev.DieWaited: lambda s, e: say("the die waits for a tile ({rule})", rule=e.rule),
    ev.DeckEmptied: lambda s, e: say("deck {deck} is empty", deck=e.letter),
    ev.DeckCounted: lambda s, e: say("{n} tiles are left in deck {deck}", n=e.left, deck=e.letter),
    ev.LandmarkGained: lambda s, e: say(
        "{player}: card {card}", player=_who(s, e.player), card=labels.landmark(s.facts, e.card)
    ),
    ev.CoinsGained: lambda s, e: say(
        "{player} +{n} coins ({why})", player=_who(s, e.player), n=e.coins, why=labels.cause(s.facts, e.why)
    ),
    ev.CoinsPaid: lambda s, e: say(
        "{player} -{n} coins ({why})", player=_who(s, e.player), n=e.coins, why=labels.cause(s.facts, e.why)
    ),
    ev.GoodBought: lambda s, e: say(
        "{player} buys {good} for {n}", player=_who(s, e.player), good=labels.GOODS_WORDS[e.good], n=e.coins
    ),
    ev.GoodSold: lambda s, e: say(
        "{player} sells {good} for {n}", player=_who(s, e.player), good=labels.GOODS_WORDS[e.good], n=e.coins
    ),
    ev.BarrelsGained: lambda s, e: say(
        "{player} +{n} barrels ({why})", player=_who(s, e.player), n=e.barrels, why=labels.cause(s.facts, e.why)
    ),
    ev.BarrelsPaid: lambda s, e: say(
        "{player} -{n} barrels ({why})", player=_who(s, e.player), n=e.barrels, why=labels.cause(s.facts, e.why)
    ),
    ev.ScotsMoved: lambda s, e: _scots(s, e),
    ev.CrestTaken: lambda s, e: say(
        "{player}: marker on {crest}", player=_who(s, e.player), crest=labels.crest(s.facts, e.crest)
    ),
    ev.PointsScored: lambda s, e: say(
        "{player} {n} points ({why})",
        player=_who(s, e.player),
        n=literal(f"{e.points:+}"),
        why=_source(s, e.source),
    ),
    ev.TilesChanged: lambda s, e: _tiles(s, e),
    ev.BookedLate: lambda s, e: say("booked late for {player}", player=_who(s, e.player)),
    ev.Overruled: lambda s, e: say("done although {rule} speaks against it", rule=e.rule or literal("?")),
    ev.RoundScored: lambda s, e: say("{round} done", round=round_words(e.round)),
    ev.GameEnded: lambda s, e: say("the game is won by {players}", players=listed(_who(s, w) for w in e.winners)),
    ev.Counted: lambda s, e: _count(s, e) if s.player(e.player).scots != e.value else None,
    ev.GoodsCounted: lambda s, e: say("{player}: {n} goods", player=_who(s, e.player), n=e.goods),
    ev.CountSet: lambda s, e: _count(s, e),
    ev.RowSet: lambda s, e: say(
        "the {good} row holds coins on {n} spaces", good=labels.GOODS_WORDS[e.good], n=e.filled
    ),
    ev.FigurePlaced: lambda s, e: say("{figure} stands on space {n}", figure=_who(s, e.figure), n=e.at + 1),
    ev.SpaceSet: lambda s, e: _space(s, e),
    ev.PiecePlaced: lambda s, e: say("{tile} was moved", tile=_tile(s, e.piece, "")),
    ev.CardPlaced: lambda s, e: _holder(s, labels.landmark(s.facts, e.card), e.player),
    ev.MarkerPlaced: lambda s, e: _holder(s, labels.crest(s.facts, e.crest), e.player),
    ev.Noted: lambda s, e: say("note: {text}", text=e.text),
    ev.FactLearned: lambda s, e: say("{what} is now known", what=_fact(s, e)),
}


def _scots(state: State, e: ev.ScotsMoved) -> Said:
    who = _who(state, e.player)
    if e.by >= 0:
        return say_n("{player}: {n} Scot comes home", "{player}: {n} Scots come home", e.by, player=who)
    return say_n("{player}: {n} Scot leaves home", "{player}: {n} Scots leave home", -e.by, player=who)


def _tiles(state: State, e: ev.TilesChanged) -> Said | None:
    if e.by >= 0:
        return None
    who = _who(state, e.player)
    if e.kind == "rebuilt":
        return say("{player}: it covers another tile", player=who)
    return say_n("{player}: {n} tile removed", "{player}: {n} tiles removed", -e.by, player=who)


def _count(state: State, e: ev.Counted | ev.CountSet) -> Said:
    return say("{player}: {count} {n}", player=_who(state, e.player), count=labels.COUNT_WORDS[e.count], n=e.value)


def _space(state: State, e: ev.SpaceSet) -> Said:
    what = labels.piece(state.facts, e.piece, e.deck) if e.deck or e.piece else say("nothing")
    return say("{what} lies on space {n}", what=what, n=e.at + 1)


def _holder(state: State, what: Said, player: str) -> Said:
    return say("{what}: {player}", what=what, player=_who(state, player) if player else say("nobody"))


def _fact(state: State, e: ev.FactLearned) -> Said:
    if not e.fact.piece:
        return say("the number of spaces")
    return say("what {tile} is", tile=_tile(state, e.fact.piece, ""))


def _source(state: State, source: str) -> Said:
    return SOURCE_WORDS.get(source) or labels.cause(state.facts, source)


SOURCE_WORDS = {
    "exchange": say("exchange"),
    "tile": say("tile"),
    "other": say("other"),
    "scots_in_home_castle": say("Scots at home"),
    "landmarks": say("landmark cards"),
    "whisky": say("barrels"),
    "persons": say("persons"),
    "territory": say("size of the territory"),
    "coins": say("coins"),
    "correction": say("correction"),
    "armadale_castle": literal("Armadale Castle"),
}


def told(state: State, events: Sequence[ev.Event]) -> Said:
    """One line: everything notable that came of an answer."""
    laid = [e for e in events if isinstance(e, ev.TileLaid)]
    lines = list(_lines(state, [e for e in events if not isinstance(e, ev.TileLaid)]))
    if laid:
        lines.append(_laid(state, laid))
    return listed(lines) if lines else say("done")


def _lines(state: State, events: Sequence[ev.Event]) -> Iterator[Said]:
    for event in events:
        teller = TELLERS.get(type(event))
        line = teller(state, event) if teller else None
        if line is not None:
            yield line


def _laid(state: State, laid: Sequence[ev.TileLaid]) -> Said:
    known = [labels.piece(state.facts, e.piece) for e in laid if e.piece]
    count = say_n("{n} tile laid", "{n} tiles laid", len(laid))
    return say("{count} ({tiles})", count=count, tiles=listed(known)) if known else count


# ---- taking back

Putter = Callable[[State, Any], PutBack | None]

PUTTERS: dict[type[ev.Event], Putter] = {
    ev.TileTaken: lambda s, e: PutBack(say("{tile} back to the rondel", tile=_tile(s, e.piece, e.deck)), e.piece),
    ev.TileGiven: lambda s, e: PutBack(
        say("{tile} back to where it lay", tile=_tile(s, e.piece, e.deck)), e.piece
    ),
    ev.TileDiscarded: lambda s, e: PutBack(
        say("{tile} from the discard pile back to the rondel", tile=_tile(s, e.piece, e.deck)), e.piece
    ),
    ev.TileLaid: lambda s, e: PutBack(
        say("{tile} from the rondel back on deck {deck}", tile=_tile(s, e.piece, e.deck), deck=e.deck), e.piece
    ),
    ev.PawnMoved: lambda s, e: PutBack(
        say("The die back to where it stood")
        if e.figure == DIE
        else say("The pawn of {player} back to where it stood", player=_who(s, e.figure))
    ),
    ev.LandmarkGained: lambda s, e: PutBack(
        say("The card {card} back from {player}", card=labels.landmark(s.facts, e.card), player=_who(s, e.player)),
        f"card_{e.card}",
    ),
    ev.CrestTaken: lambda s, e: PutBack(
        say("The marker of {player} off {crest}", player=_who(s, e.player), crest=labels.crest(s.facts, e.crest))
    ),
    ev.CoinsGained: lambda s, e: PutBack(
        say("{player} gives back {n} coins", player=_who(s, e.player), n=e.coins)
    ),
    ev.CoinsPaid: lambda s, e: PutBack(say("{player} takes back {n} coins", player=_who(s, e.player), n=e.coins)),
    ev.GoodBought: lambda s, e: PutBack(
        say(
            "{player} takes back {n} coins from the {good} row",
            player=_who(s, e.player),
            n=e.coins,
            good=labels.GOODS_WORDS[e.good],
        )
    ),
    ev.GoodSold: lambda s, e: PutBack(
        say(
            "{n} coins of {player} back to the {good} row",
            player=_who(s, e.player),
            n=e.coins,
            good=labels.GOODS_WORDS[e.good],
        )
    ),
    ev.BarrelsGained: lambda s, e: PutBack(
        say("{player} gives back {n} barrels", player=_who(s, e.player), n=e.barrels)
    ),
    ev.BarrelsPaid: lambda s, e: PutBack(
        say("{player} takes back {n} barrels", player=_who(s, e.player), n=e.barrels)
    ),
    ev.PointsScored: lambda s, e: PutBack(
        say("{player} hands back {n} points", player=_who(s, e.player), n=e.points)
        if e.points >= 0
        else say("{player} gets back {n} points", player=_who(s, e.player), n=-e.points)
    ),
    ev.ScotsMoved: lambda s, e: PutBack(
        say_n(
            "{n} Scot of {player} back out of the home castle",
            "{n} Scots of {player} back out of the home castle",
            e.by,
            player=_who(s, e.player),
        )
        if e.by >= 0
        else say_n(
            "{n} Scot of {player} back into the home castle",
            "{n} Scots of {player} back into the home castle",
            -e.by,
            player=_who(s, e.player),
        )
    ),
    ev.FigureLeft: lambda s, e: PutBack(say("The die back on the rondel")),
}


def put_back(state: State, events: Sequence[ev.Event]) -> tuple[PutBack, ...]:
    """What the hands put back, in the order of taking back."""
    made = (PUTTERS[type(e)](state, e) for e in events if type(e) in PUTTERS)
    return tuple(line for line in made if line is not None)
