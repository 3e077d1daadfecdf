"""The ledger: what a player enters in the own turn, or later because it was forgotten (GM-TRN-05, GM-TRN-09)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.memoize import memoize_last
from companion.engine.message import tr
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.effects import ask_good, gain_landmark, room_for_scots, take_crest
from companion.state.glen_more_2.facts import GOODS
from companion.state.glen_more_2.market import buy_price, sell_price
from companion.state.glen_more_2.model import HOME_TILES, MAX_SCOTS, OpenQuestion, Player, State
from companion.state.glen_more_2.questions.crests import crest_pick, no_marker, road_coins
from companion.state.glen_more_2.questions.question_kinds import question_kind
from companion.state.glen_more_2.resolution import Resolution

MAX_COINS, MAX_BARRELS, MAX_REMOVED = 40, 25, 5
MAX_POINTS, POINTS_USUAL = 60, 8
TURN_PHASES = ("take", "turn")
SOURCES = {
    "exchange": tr("an exchange"),
    "tile": tr("a tile or landmark"),
    "other": tr("something else"),
}
COINS_IN = Offer("coins_in", tr("Coins gained"), (Amount("coins", tr("How many coins?"), 1, MAX_COINS, 1),))
COINS_OUT = Offer("coins_out", tr("Coins paid"), (Amount("coins", tr("How many coins?"), 1, MAX_COINS, 1),))
BARRELS_OUT = Offer(
    "barrels_out", tr("Barrels given"), (Amount("barrels", tr("How many barrels?"), 1, MAX_BARRELS, 1),)
)


def ask_ledger(state: State, question: OpenQuestion) -> Question:
    """All entries of one player; the keys only for the player on turn."""
    player = state.player(question.player)
    own = question.player == state.turn.player
    offers = [o for o in _offers(state, player, own) if o is not None]
    text = tr("Entries of {player}", player=labels.figure(state, player.id))
    return Question(
        question.number, question.kind, text, tuple(offers), question.player, non_blocking=True, rule="GM-TRN-09"
    )


def _offers(state: State, player: Player, own: bool) -> list[Offer | None]:
    return [
        _barrel(state, player),
        _sell(state, own),
        _buy(state, own),
        _points(own),
        COINS_IN,
        COINS_OUT,
        _crest(state, player, own),
        _scots_in(player),
        _scots_out(player),
        BARRELS_OUT,
        _landmark(state),
        _removed(player),
        _sinclair(state, player),
    ]


def _barrel(state: State, player: Player) -> Offer:
    """A barrel; the owner of MacGregor may take 3 points instead (GM-CRS-09)."""
    label = tr("1 barrel")
    if not state.has_lasting(player.id, "macgregor"):
        return Offer("barrel", label)
    which = (Choice("barrel", tr("the barrel")), Choice("points", tr("3 points instead (MacGregor)")))
    return Offer("barrel", label, (Pick("which", tr("The barrel, or 3 points?"), which),))


@memoize_last
def _sell(state: State, own: bool) -> Offer:
    choices = []
    for good in GOODS:
        price = sell_price(state.market[good])
        closed = (
            None
            if price
            else Reason("GM-MKT-07", tr("The {good} row holds no coins.", good=labels.GOODS_WORDS[good]))
        )
        label = tr("{good}: {n}", good=labels.GOODS_WORDS[good], n=price or 0)
        choices.append(Choice(good, label, closed))
    pick = Pick("good", tr("Sell which good?"), tuple(choices))
    none = Reason("GM-MKT-07", tr("No row holds coins."))
    return _unless_closed(Offer("sell", tr("Sell a good"), (pick,), key="BACK" if own else ""), pick, none)


@memoize_last
def _buy(state: State, own: bool) -> Offer:
    choices = []
    for good in GOODS:
        price = buy_price(state.market[good])
        closed = (
            None if price else Reason("GM-MKT-03", tr("The {good} row is full.", good=labels.GOODS_WORDS[good]))
        )
        label = tr("{good}: {n}", good=labels.GOODS_WORDS[good], n=price or 0)
        choices.append(Choice(good, label, closed))
    pick = Pick("good", tr("Buy which good?"), tuple(choices))
    full = Reason("GM-MKT-03", tr("All rows are full."))
    return _unless_closed(Offer("buy", tr("Buy a good"), (pick,), key="BACK+" if own else ""), pick, full)


def _unless_closed(offer: Offer, pick: Pick, reason: Reason) -> Offer:
    """An offer is closed when nothing in its list is open."""
    return offer if any(not c.closed for c in pick.choices) else replace(offer, closed=reason)


def _points(own: bool) -> Offer:
    sources = tuple(Choice(name, words) for name, words in SOURCES.items())
    parts = (
        Pick("source", tr("Points from what?"), sources),
        Amount("points", tr("How many points?"), 1, MAX_POINTS, POINTS_USUAL),
    )
    return Offer("points", tr("Points"), parts, key="UP" if own else "")


def _crest(state: State, player: Player, own: bool) -> Offer:
    """A clan marker placed by an exchange or forgotten before."""
    closed = None if player.markers > 0 else no_marker()
    parts = (crest_pick(state, player),) if closed is None else ()
    return Offer("crest", tr("A clan marker"), parts, closed=closed, key="UP+" if own else "")


def _scots_in(player: Player) -> Offer:
    free = room_for_scots(player)
    full = Reason("GM-CMP-03", tr("{n} Scots stand in the home castle, more there are not.", n=player.scots))
    label = tr("Scots into the home castle")
    if not free:
        return Offer("scots_in", label, closed=full)
    return Offer("scots_in", label, (Amount("scots", tr("How many Scots come home?"), 1, free, 1),))


def _scots_out(player: Player) -> Offer:
    none = Reason("GM-CMP-03", tr("No Scot stands in the home castle."))
    label = tr("Scots out of the home castle")
    if player.scots <= 0:
        return Offer("scots_out", label, closed=none)
    return Offer("scots_out", label, (Amount("scots", tr("How many Scots leave?"), 1, player.scots, 1),))


@memoize_last
def _landmark(state: State) -> Offer:
    held = {card: p.id for p in state.players for card in p.landmarks}
    choices = []
    for card in state.facts.landmarks:
        closed = None
        if card in held:
            closed = Reason("GM-ONE-04", tr("{player} has it.", player=labels.figure(state, held[card])))
        choices.append(Choice(card, labels.landmark(state.facts, card), closed, piece=f"card_{card}"))
    pick = Pick("card", tr("Which card?"), tuple(choices))
    gone = Reason("GM-ONE-04", tr("All landmark cards are taken."))
    return _unless_closed(Offer("landmark", tr("A landmark card"), (pick,)), pick, gone)


def _removed(player: Player) -> Offer:
    """Tiles may leave the territory, never the home tile (GM-EDG-04)."""
    label, most = tr("Tiles removed"), player.tiles - HOME_TILES
    if most < 1:
        return Offer(
            "removed", label, closed=Reason("GM-EDG-04", tr("Only the home tile lies there by the book."))
        )
    parts = (
        Amount("tiles", tr("How many tiles left the territory?"), 1, min(most, MAX_REMOVED), 1),
        Amount("scots", tr("How many Scots came to the home castle from them?"), 0, MAX_SCOTS, 0),
    )
    return Offer("removed", label, parts)


def _sinclair(state: State, player: Player) -> Offer | None:
    """1 coin in place of a good, for its owner only (GM-CRS-22)."""
    owns = state.has_lasting(player.id, "sinclair")
    return Offer("sinclair", tr("1 coin for a good (Sinclair)")) if owns else None


def settle_ledger(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Books an entry; what belongs to a turn that is over, or not yet begun, is marked late."""
    player_id, state = question.player, resolution.state
    if player_id != state.turn.player or state.phase not in TURN_PHASES:
        resolution.do(ev.BookedLate(player_id))
    resolution.do(ev.EntryMade(player_id, answer.offer))
    _book(resolution, player_id, answer.offer, answer.values)


def _book(resolution: Resolution, player_id: str, entry: str, values: tuple[str | int, ...]) -> None:
    market = resolution.state.market
    match entry:
        case "sell":
            good = str(values[0])
            resolution.do(ev.GoodSold(player_id, good, sell_price(market[good]) or 0))
        case "buy":
            good = str(values[0])
            resolution.do(ev.GoodBought(player_id, good, buy_price(market[good]) or 0))
        case "points":
            resolution.do(ev.PointsScored(player_id, int(values[1]), str(values[0])))
        case "barrel" if values == ("points",):
            resolution.do(ev.PointsScored(player_id, 3, "crest:macgregor"))
        case "barrel":
            resolution.do(ev.BarrelsGained(player_id, 1, "entered"))
        case "barrels_out":
            resolution.do(ev.BarrelsPaid(player_id, int(values[0]), "entered"))
        case "coins_in":
            resolution.do(ev.CoinsGained(player_id, int(values[0]), "entered"))
        case "coins_out":
            resolution.do(ev.CoinsPaid(player_id, int(values[0]), "entered"))
        case "sinclair":
            resolution.do(ev.CoinsPaid(player_id, 1, "sinclair"))
        case _:
            _book_pieces(resolution, player_id, entry, values)


def _book_pieces(resolution: Resolution, player_id: str, entry: str, values: tuple[str | int, ...]) -> None:
    match entry:
        case "crest":
            coins = road_coins(resolution.state, values)
            ask_good(resolution, player_id, "any_good", "marker")  # the one it was exchanged for (GM-ACT-16)
            take_crest(resolution, player_id, str(values[0]), coins)
        case "landmark":
            gain_landmark(resolution, player_id, str(values[0]))
        case "scots_in":
            resolution.do(ev.ScotsMoved(player_id, int(values[0]), "entered"))
        case "scots_out":
            resolution.do(ev.ScotsMoved(player_id, -int(values[0]), "entered"))
        case "removed":
            remove_tiles(resolution, player_id, int(values[0]), int(values[1]))


def remove_tiles(resolution: Resolution, player_id: str, tiles: int, scots: int) -> None:
    """Tiles out of the game, their Scots to the home castle, cards kept (GM-EDG-04, GM-EDG-05)."""
    player = resolution.state.player(player_id)
    tiles = min(tiles, player.tiles - HOME_TILES)
    if tiles > 0:
        resolution.do(ev.TilesChanged(player_id, -tiles, "removed", "GM-EDG-04"))
    if home := min(scots, room_for_scots(player)):
        resolution.do(ev.ScotsMoved(player_id, home, "removed"))


question_kind("ledger", ask_ledger, settle_ledger, non_blocking=True)
