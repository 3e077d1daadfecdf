"""What people see happen in play, each with its sentence. Words only."""

from __future__ import annotations

from companion.engine.message import Said, listed, literal, say, say_n
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.expansions import PLUGS, reason_words
from companion.state.glen_more_2.history_text.table import tells
from companion.state.glen_more_2.labels import figure, piece
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.questions.scoring import round_words

# ---- set-up


@tells(ev.PlayerSeated)
def _(_state: State, e: ev.PlayerSeated) -> Said:
    return say("{player} plays with {coins} coins", player=labels.colour(e.player), coins=e.coins)


@tells(ev.PlayerNamed)
def _(_state: State, e: ev.PlayerNamed) -> Said:
    return say("{player} is called {name}", player=labels.colour(e.player), name=e.name)


@tells(ev.DieChosen)
def _(_state: State, e: ev.DieChosen) -> Said:
    return say("with the die") if e.used else say("without the die")


@tells(ev.WorldsEndChosen)
def _(_state: State, e: ev.WorldsEndChosen) -> Said:
    return say("World's End on top of D") if e.on_top else say("World's End in the middle of D")


@tells(ev.HouseRuleChanged)
@tells(ev.SwitchChanged)
def _(_state: State, e: ev.HouseRuleChanged | ev.SwitchChanged) -> Said:
    return say("house rule {rule} is now {n}", rule=literal(e.name), n=e.value)


@tells(ev.ChronicleChosen)
def _(_state: State, e: ev.ChronicleChosen) -> Said:
    plug = PLUGS.get(e.slug)
    name = plug.name if plug else literal(e.slug)
    return say("with {chronicle}", chronicle=name) if e.used else say("without {chronicle}", chronicle=name)


@tells(ev.SpacesCounted)
def _(_state: State, e: ev.SpacesCounted) -> Said:
    return say("the rondel has {n} spaces", n=e.spaces)


@tells(ev.FactLearned)
def _(state: State, e: ev.FactLearned) -> Said | None:
    """The number of spaces has its own sentence."""
    return say("what {tile} is, is now known", tile=piece(state.facts, e.fact.piece)) if e.fact.piece else None


@tells(ev.PlayBegan)
def _(_state: State, _e: ev.PlayBegan) -> Said:
    return say("play begins")


# ---- rondel and decks


@tells(ev.TileTaken)
def _(state: State, e: ev.TileTaken) -> Said:
    tile = piece(state.facts, e.piece, e.deck)
    return say("{player} takes {tile}", player=figure(state, e.player), tile=tile)


@tells(ev.TileGiven)
def _(state: State, e: ev.TileGiven) -> Said:
    return say("{player} gets {tile}", player=figure(state, e.player), tile=piece(state.facts, e.piece, e.deck))


@tells(ev.TileNamed)
def _(state: State, e: ev.TileNamed) -> Said:
    return say("the tile of {player} is {tile}", player=figure(state, e.player), tile=piece(state.facts, e.piece))


@tells(ev.TileDiscarded)
def _(state: State, e: ev.TileDiscarded) -> Said:
    return say("{tile} is discarded ({rule})", tile=piece(state.facts, e.piece, e.deck), rule=e.rule)


@tells(ev.PawnStopped)
def _(state: State, e: ev.PawnStopped) -> Said:
    return say("{figure} stops on {tile}", figure=figure(state, e.figure), tile=piece(state.facts, e.piece))


@tells(ev.FigureLeft)
def _(state: State, e: ev.FigureLeft) -> Said:
    return say("{figure} leaves the game ({rule})", figure=figure(state, e.figure), rule=e.rule)


@tells(ev.DieRolled)
def _(_state: State, e: ev.DieRolled) -> Said:
    return say("the die shows {n}", n=e.face)


@tells(ev.DieWaited)
def _(_state: State, e: ev.DieWaited) -> Said:
    return say("the die waits for a tile ({rule})", rule=e.rule)


@tells(ev.DeckEmptied)
def _(_state: State, e: ev.DeckEmptied) -> Said:
    return say("deck {deck} is empty", deck=e.letter)


@tells(ev.DeckCounted)
def _(_state: State, e: ev.DeckCounted) -> Said:
    return say_n("{n} tile is left in deck {deck}", "{n} tiles are left in deck {deck}", e.left, deck=e.letter)


# ---- counts of a player


@tells(ev.LandmarkGained)
def _(state: State, e: ev.LandmarkGained) -> Said:
    return say("{player}: card {card}", player=figure(state, e.player), card=labels.landmark(state.facts, e.card))


@tells(ev.TilesChanged)
def _(state: State, e: ev.TilesChanged) -> Said | None:
    """A tile that is laid was just taken: nothing to add."""
    who = figure(state, e.player)
    if e.kind == "rebuilt":
        return say("{player}: it covers another tile", player=who)
    if e.kind == "corrected" and e.by > 0:
        return say_n("{player}: {n} tile more", "{player}: {n} tiles more", e.by, player=who)
    if e.by >= 0:
        return None
    return say_n("{player}: {n} tile fewer", "{player}: {n} tiles fewer", -e.by, player=who)


@tells(ev.CoinsGained)
def _(state: State, e: ev.CoinsGained) -> Said:
    why = labels.cause(state.facts, e.why)
    who = figure(state, e.player)
    return say_n("{player} +{n} coin ({why})", "{player} +{n} coins ({why})", e.coins, player=who, why=why)


@tells(ev.CoinsPaid)
def _(state: State, e: ev.CoinsPaid) -> Said:
    why = labels.cause(state.facts, e.why)
    who = figure(state, e.player)
    return say_n("{player} -{n} coin ({why})", "{player} -{n} coins ({why})", e.coins, player=who, why=why)


@tells(ev.GoodBought)
def _(state: State, e: ev.GoodBought) -> Said:
    good = labels.row(state, e.good)
    return say("{player} buys {good} for {n}", player=figure(state, e.player), good=good, n=e.coins)


@tells(ev.GoodSold)
def _(state: State, e: ev.GoodSold) -> Said:
    good = labels.row(state, e.good)
    return say("{player} sells {good} for {n}", player=figure(state, e.player), good=good, n=e.coins)


@tells(ev.BarrelsGained)
def _(state: State, e: ev.BarrelsGained) -> Said:
    why = labels.cause(state.facts, e.why)
    who = figure(state, e.player)
    return say_n("{player} +{n} barrel ({why})", "{player} +{n} barrels ({why})", e.barrels, player=who, why=why)


@tells(ev.BarrelsPaid)
def _(state: State, e: ev.BarrelsPaid) -> Said:
    why = labels.cause(state.facts, e.why)
    who = figure(state, e.player)
    return say_n("{player} -{n} barrel ({why})", "{player} -{n} barrels ({why})", e.barrels, player=who, why=why)


@tells(ev.ScotsMoved)
def _(state: State, e: ev.ScotsMoved) -> Said:
    who = figure(state, e.player)
    if e.by >= 0:
        return say_n("{player}: {n} Scot comes home", "{player}: {n} Scots come home", e.by, player=who)
    return say_n("{player}: {n} Scot leaves home", "{player}: {n} Scots leave home", -e.by, player=who)


@tells(ev.CrestTaken)
def _(state: State, e: ev.CrestTaken) -> Said:
    crest = labels.crest(state.facts, e.crest)
    return say("{player}: marker on {crest}", player=figure(state, e.player), crest=crest)


@tells(ev.PointsScored)
def _(state: State, e: ev.PointsScored) -> Said:
    points, why = literal(f"{e.points:+}"), source(state, e.source)
    return say("{player} {n} points ({why})", player=figure(state, e.player), n=points, why=why)


def source(state: State, name: str) -> Said:
    """Where points came from."""
    return SOURCE_WORDS.get(name) or reason_words(name) or labels.cause(state.facts, name)


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


# ---- how it was done


@tells(ev.BookedLate)
def _(state: State, e: ev.BookedLate) -> Said:
    return say("booked late for {player}", player=figure(state, e.player))


@tells(ev.Overruled)
def _(_state: State, e: ev.Overruled) -> Said:
    return say("done although {rule} speaks against it", rule=e.rule) if e.rule else say("done anyway")


# ---- scoring


@tells(ev.GoodsCounted)
def _(state: State, e: ev.GoodsCounted) -> Said:
    who = figure(state, e.player)
    return say_n("{player}: {n} good", "{player}: {n} goods", e.goods, player=who)


@tells(ev.RoundScored)
def _(_state: State, e: ev.RoundScored) -> Said:
    return say("{round} done", round=round_words(e.round))


@tells(ev.GameEnded)
def _(state: State, e: ev.GameEnded) -> Said:
    return say("the game is won by {players}", players=listed(figure(state, w) for w in e.winners))
