"""What people see happen in play, each with its sentence. Words only."""

from __future__ import annotations

from companion.engine.message import Message, listed, literal, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.expansions import EXPANSIONS, reason_words
from companion.state.glen_more_2.history_text.table import tells
from companion.state.glen_more_2.labels import figure, piece
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.questions.scoring import round_words

# ---- set-up


@tells(ev.PlayerSeated)
def _(_state: State, e: ev.PlayerSeated) -> Message:
    return tr("{player} plays with {coins} coins", player=labels.colour(e.player), coins=e.coins)


@tells(ev.PlayerNamed)
def _(_state: State, e: ev.PlayerNamed) -> Message:
    return tr("{player} is called {name}", player=labels.colour(e.player), name=e.name)


@tells(ev.DieChosen)
def _(_state: State, e: ev.DieChosen) -> Message:
    return tr("with the die") if e.used else tr("without the die")


@tells(ev.WorldsEndChosen)
def _(_state: State, e: ev.WorldsEndChosen) -> Message:
    return tr("World's End on top of D") if e.on_top else tr("World's End in the middle of D")


@tells(ev.HouseRuleChanged)
@tells(ev.SwitchChanged)
def _(_state: State, e: ev.HouseRuleChanged | ev.SwitchChanged) -> Message:
    return tr("house rule {rule} is now {n}", rule=literal(e.name), n=e.value)


@tells(ev.ChronicleChosen)
def _(_state: State, e: ev.ChronicleChosen) -> Message:
    plug = EXPANSIONS.get(e.slug)
    name = plug.name if plug else literal(e.slug)
    return tr("with {chronicle}", chronicle=name) if e.used else tr("without {chronicle}", chronicle=name)


@tells(ev.SpacesCounted)
def _(_state: State, e: ev.SpacesCounted) -> Message:
    return tr("the rondel has {n} spaces", n=e.spaces)


@tells(ev.FactLearned)
def _(state: State, e: ev.FactLearned) -> Message | None:
    """The number of spaces has its own sentence."""
    return tr("what {tile} is, is now known", tile=piece(state.facts, e.fact.piece)) if e.fact.piece else None


@tells(ev.PlayBegan)
def _(_state: State, _e: ev.PlayBegan) -> Message:
    return tr("play begins")


# ---- rondel and decks


@tells(ev.TileTaken)
def _(state: State, e: ev.TileTaken) -> Message:
    tile = piece(state.facts, e.piece, e.deck)
    return tr("{player} takes {tile}", player=figure(state, e.player), tile=tile)


@tells(ev.TileGiven)
def _(state: State, e: ev.TileGiven) -> Message:
    return tr("{player} gets {tile}", player=figure(state, e.player), tile=piece(state.facts, e.piece, e.deck))


@tells(ev.TileNamed)
def _(state: State, e: ev.TileNamed) -> Message:
    return tr("the tile of {player} is {tile}", player=figure(state, e.player), tile=piece(state.facts, e.piece))


@tells(ev.TileDiscarded)
def _(state: State, e: ev.TileDiscarded) -> Message:
    return tr("{tile} is discarded ({rule})", tile=piece(state.facts, e.piece, e.deck), rule=e.rule)


@tells(ev.PawnStopped)
def _(state: State, e: ev.PawnStopped) -> Message:
    return tr("{figure} stops on {tile}", figure=figure(state, e.figure), tile=piece(state.facts, e.piece))


@tells(ev.FigureLeft)
def _(state: State, e: ev.FigureLeft) -> Message:
    return tr("{figure} leaves the game ({rule})", figure=figure(state, e.figure), rule=e.rule)


@tells(ev.DieRolled)
def _(_state: State, e: ev.DieRolled) -> Message:
    return tr("the die shows {n}", n=e.face)


@tells(ev.DieWaited)
def _(_state: State, e: ev.DieWaited) -> Message:
    return tr("the die waits for a tile ({rule})", rule=e.rule)


@tells(ev.DeckEmptied)
def _(_state: State, e: ev.DeckEmptied) -> Message:
    return tr("deck {deck} is empty", deck=e.letter)


@tells(ev.DeckCounted)
def _(_state: State, e: ev.DeckCounted) -> Message:
    return trn("{n} tile is left in deck {deck}", "{n} tiles are left in deck {deck}", e.left, deck=e.letter)


# ---- counts of a player


@tells(ev.LandmarkGained)
def _(state: State, e: ev.LandmarkGained) -> Message:
    return tr("{player}: card {card}", player=figure(state, e.player), card=labels.landmark(state.facts, e.card))


@tells(ev.TilesChanged)
def _(state: State, e: ev.TilesChanged) -> Message | None:
    """A tile that is laid was just taken: nothing to add."""
    player = figure(state, e.player)
    if e.kind == "rebuilt":
        return tr("{player}: it covers another tile", player=player)
    if e.kind == "corrected" and e.by > 0:
        return trn("{player}: {n} tile more", "{player}: {n} tiles more", e.by, player=player)
    if e.by >= 0:
        return None
    return trn("{player}: {n} tile fewer", "{player}: {n} tiles fewer", -e.by, player=player)


@tells(ev.CoinsGained)
def _(state: State, e: ev.CoinsGained) -> Message:
    why = labels.cause(state.facts, e.why)
    player = figure(state, e.player)
    return trn("{player} +{n} coin ({why})", "{player} +{n} coins ({why})", e.coins, player=player, why=why)


@tells(ev.CoinsPaid)
def _(state: State, e: ev.CoinsPaid) -> Message:
    why = labels.cause(state.facts, e.why)
    player = figure(state, e.player)
    return trn("{player} -{n} coin ({why})", "{player} -{n} coins ({why})", e.coins, player=player, why=why)


@tells(ev.GoodBought)
def _(state: State, e: ev.GoodBought) -> Message:
    good = labels.row(state, e.good)
    return tr("{player} buys {good} for {n}", player=figure(state, e.player), good=good, n=e.coins)


@tells(ev.GoodSold)
def _(state: State, e: ev.GoodSold) -> Message:
    good = labels.row(state, e.good)
    return tr("{player} sells {good} for {n}", player=figure(state, e.player), good=good, n=e.coins)


@tells(ev.BarrelsGained)
def _(state: State, e: ev.BarrelsGained) -> Message:
    why = labels.cause(state.facts, e.why)
    player = figure(state, e.player)
    return trn("{player} +{n} barrel ({why})", "{player} +{n} barrels ({why})", e.barrels, player=player, why=why)


@tells(ev.BarrelsPaid)
def _(state: State, e: ev.BarrelsPaid) -> Message:
    why = labels.cause(state.facts, e.why)
    player = figure(state, e.player)
    return trn("{player} -{n} barrel ({why})", "{player} -{n} barrels ({why})", e.barrels, player=player, why=why)


@tells(ev.ScotsMoved)
def _(state: State, e: ev.ScotsMoved) -> Message:
    player = figure(state, e.player)
    if e.by >= 0:
        return trn("{player}: {n} Scot comes home", "{player}: {n} Scots come home", e.by, player=player)
    return trn("{player}: {n} Scot leaves home", "{player}: {n} Scots leave home", -e.by, player=player)


@tells(ev.CrestTaken)
def _(state: State, e: ev.CrestTaken) -> Message:
    crest = labels.crest(state.facts, e.crest)
    return tr("{player}: marker on {crest}", player=figure(state, e.player), crest=crest)


@tells(ev.PointsScored)
def _(state: State, e: ev.PointsScored) -> Message:
    points, why = literal(f"{e.points:+}"), source(state, e.source)
    return tr("{player} {n} points ({why})", player=figure(state, e.player), n=points, why=why)


def source(state: State, name: str) -> Message:
    """Where points came from."""
    return SOURCE_WORDS.get(name) or reason_words(name) or labels.cause(state.facts, name)


SOURCE_WORDS = {
    "exchange": tr("exchange"),
    "tile": tr("tile"),
    "other": tr("other"),
    "scots_in_home_castle": tr("Scots at home"),
    "landmarks": tr("landmark cards"),
    "whisky": tr("barrels"),
    "persons": tr("persons"),
    "territory": tr("size of the territory"),
    "coins": tr("coins"),
    "correction": tr("correction"),
    "armadale_castle": literal("Armadale Castle"),
}


# ---- how it was done


@tells(ev.BookedLate)
def _(state: State, e: ev.BookedLate) -> Message:
    return tr("booked late for {player}", player=figure(state, e.player))


@tells(ev.Overruled)
def _(_state: State, e: ev.Overruled) -> Message:
    return tr("done although {rule} speaks against it", rule=e.rule) if e.rule else tr("done anyway")


# ---- scoring


@tells(ev.GoodsCounted)
def _(state: State, e: ev.GoodsCounted) -> Message:
    player = figure(state, e.player)
    return trn("{player}: {n} good", "{player}: {n} goods", e.goods, player=player)


@tells(ev.RoundScored)
def _(_state: State, e: ev.RoundScored) -> Message:
    return tr("{round} done", round=round_words(e.round))


@tells(ev.GameEnded)
def _(state: State, e: ev.GameEnded) -> Message:
    return tr("the game is won by {players}", players=listed(figure(state, w) for w in e.winners))
