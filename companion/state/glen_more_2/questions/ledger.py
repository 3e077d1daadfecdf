"""The ledger: what a player enters in the own turn, or later because it was forgotten (GM-TRN-05, GM-TRN-09)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.memoize import lately
from companion.engine.message import say
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.effects import ask_good, gain_landmark, room_for_scots, take_crest
from companion.state.glen_more_2.facts import GOODS
from companion.state.glen_more_2.market import buy_price, sell_price
from companion.state.glen_more_2.model import HOME_TILES, SCOTS_MOST, Open, Player, State
from companion.state.glen_more_2.questions.crests import crest_pick, no_marker, road_coins
from companion.state.glen_more_2.questions.question_kinds import kind
from companion.state.glen_more_2.resolution import Course

COINS_MOST, BARRELS_MOST, REMOVED_MOST = 40, 25, 5
POINTS_MOST, POINTS_USUAL = 60, 8
TURN_PHASES = ("take", "turn")
SOURCES = {
    "exchange": say("an exchange"),
    "tile": say("a tile or landmark"),
    "other": say("something else"),
}
COINS_IN = Offer("coins_in", say("Coins gained"), (Amount("coins", say("How many coins?"), 1, COINS_MOST, 1),))
COINS_OUT = Offer("coins_out", say("Coins paid"), (Amount("coins", say("How many coins?"), 1, COINS_MOST, 1),))
BARRELS_OUT = Offer(
    "barrels_out", say("Barrels given"), (Amount("barrels", say("How many barrels?"), 1, BARRELS_MOST, 1),)
)


def ask_ledger(state: State, question: Open) -> Question:
    """All entries of one player; the keys only for the player on turn."""
    player = state.player(question.player)
    own = question.player == state.turn.player
    offers = [o for o in _offers(state, player, own) if o is not None]
    text = say("Entries of {player}", player=labels.figure(state, player.id))
    return Question(
        question.number, question.kind, text, tuple(offers), question.player, home=True, rule="GM-TRN-09"
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
    label = say("1 barrel")
    if not state.has_lasting(player.id, "macgregor"):
        return Offer("barrel", label)
    which = (Choice("barrel", say("the barrel")), Choice("points", say("3 points instead (MacGregor)")))
    return Offer("barrel", label, (Pick("which", say("The barrel, or 3 points?"), which),))


@lately
def _sell(state: State, own: bool) -> Offer:
    choices = []
    for good in GOODS:
        price = sell_price(state.market[good])
        closed = (
            None
            if price
            else Reason("GM-MKT-07", say("The {good} row holds no coins.", good=labels.GOODS_WORDS[good]))
        )
        label = say("{good}: {n}", good=labels.GOODS_WORDS[good], n=price or 0)
        choices.append(Choice(good, label, closed))
    pick = Pick("good", say("Sell which good?"), tuple(choices))
    none = Reason("GM-MKT-07", say("No row holds coins."))
    return _unless_closed(Offer("sell", say("Sell a good"), (pick,), key="BACK" if own else ""), pick, none)


@lately
def _buy(state: State, own: bool) -> Offer:
    choices = []
    for good in GOODS:
        price = buy_price(state.market[good])
        closed = (
            None if price else Reason("GM-MKT-03", say("The {good} row is full.", good=labels.GOODS_WORDS[good]))
        )
        label = say("{good}: {n}", good=labels.GOODS_WORDS[good], n=price or 0)
        choices.append(Choice(good, label, closed))
    pick = Pick("good", say("Buy which good?"), tuple(choices))
    full = Reason("GM-MKT-03", say("All rows are full."))
    return _unless_closed(Offer("buy", say("Buy a good"), (pick,), key="BACK+" if own else ""), pick, full)


def _unless_closed(offer: Offer, pick: Pick, reason: Reason) -> Offer:
    """An offer is closed when nothing in its list is open."""
    return offer if any(not c.closed for c in pick.choices) else replace(offer, closed=reason)


def _points(own: bool) -> Offer:
    sources = tuple(Choice(name, words) for name, words in SOURCES.items())
    parts = (
        Pick("source", say("Points from what?"), sources),
        Amount("points", say("How many points?"), 1, POINTS_MOST, POINTS_USUAL),
    )
    return Offer("points", say("Points"), parts, key="UP" if own else "")


def _crest(state: State, player: Player, own: bool) -> Offer:
    """A clan marker placed by an exchange or forgotten before."""
    closed = None if player.markers > 0 else no_marker()
    parts = (crest_pick(state, player),) if closed is None else ()
    return Offer("crest", say("A clan marker"), parts, closed=closed, key="UP+" if own else "")


def _scots_in(player: Player) -> Offer:
    free = room_for_scots(player)
    full = Reason("GM-CMP-03", say("{n} Scots stand in the home castle, more there are not.", n=player.scots))
    label = say("Scots into the home castle")
    if not free:
        return Offer("scots_in", label, closed=full)
    return Offer("scots_in", label, (Amount("scots", say("How many Scots come home?"), 1, free, 1),))


def _scots_out(player: Player) -> Offer:
    none = Reason("GM-CMP-03", say("No Scot stands in the home castle."))
    label = say("Scots out of the home castle")
    if player.scots <= 0:
        return Offer("scots_out", label, closed=none)
    return Offer("scots_out", label, (Amount("scots", say("How many Scots leave?"), 1, player.scots, 1),))


@lately
def _landmark(state: State) -> Offer:
    held = {card: p.id for p in state.players for card in p.landmarks}
    choices = []
    for card in state.facts.landmarks:
        closed = None
        if card in held:
            closed = Reason("GM-ONE-04", say("{player} has it.", player=labels.figure(state, held[card])))
        choices.append(Choice(card, labels.landmark(state.facts, card), closed, piece=f"card_{card}"))
    pick = Pick("card", say("Which card?"), tuple(choices))
    gone = Reason("GM-ONE-04", say("All landmark cards are taken."))
    return _unless_closed(Offer("landmark", say("A landmark card"), (pick,)), pick, gone)


def _removed(player: Player) -> Offer:
    """Tiles may leave the territory, never the home tile (GM-EDG-04)."""
    label, most = say("Tiles removed"), player.tiles - HOME_TILES
    if most < 1:
        return Offer(
            "removed", label, closed=Reason("GM-EDG-04", say("Only the home tile lies there by the book."))
        )
    parts = (
        Amount("tiles", say("How many tiles left the territory?"), 1, min(most, REMOVED_MOST), 1),
        Amount("scots", say("How many Scots came to the home castle from them?"), 0, SCOTS_MOST, 0),
    )
    return Offer("removed", label, parts)


def _sinclair(state: State, player: Player) -> Offer | None:
    """1 coin in place of a good, for its owner only (GM-CRS-22)."""
    owns = state.has_lasting(player.id, "sinclair")
    return Offer("sinclair", say("1 coin for a good (Sinclair)")) if owns else None


def settle_ledger(course: Course, question: Open, answer: Answer) -> None:
    """Books an entry; what belongs to a turn that is over, or not yet begun, is marked late."""
    who, state = question.player, course.state
    if who != state.turn.player or state.phase not in TURN_PHASES:
        course.do(ev.BookedLate(who))
    course.do(ev.EntryMade(who, answer.offer))
    _book(course, who, answer.offer, answer.values)


def _book(course: Course, who: str, entry: str, values: tuple[str | int, ...]) -> None:
    market = course.state.market
    match entry:
        case "sell":
            good = str(values[0])
            course.do(ev.GoodSold(who, good, sell_price(market[good]) or 0))
        case "buy":
            good = str(values[0])
            course.do(ev.GoodBought(who, good, buy_price(market[good]) or 0))
        case "points":
            course.do(ev.PointsScored(who, int(values[1]), str(values[0])))
        case "barrel" if values == ("points",):
            course.do(ev.PointsScored(who, 3, "crest:macgregor"))
        case "barrel":
            course.do(ev.BarrelsGained(who, 1, "entered"))
        case "barrels_out":
            course.do(ev.BarrelsPaid(who, int(values[0]), "entered"))
        case "coins_in":
            course.do(ev.CoinsGained(who, int(values[0]), "entered"))
        case "coins_out":
            course.do(ev.CoinsPaid(who, int(values[0]), "entered"))
        case "sinclair":
            course.do(ev.CoinsPaid(who, 1, "sinclair"))
        case _:
            _book_pieces(course, who, entry, values)


def _book_pieces(course: Course, who: str, entry: str, values: tuple[str | int, ...]) -> None:
    match entry:
        case "crest":
            coins = road_coins(course.state, values)
            ask_good(course, who, "any_good", "marker")  # the one it was exchanged for (GM-ACT-16)
            take_crest(course, who, str(values[0]), coins)
        case "landmark":
            gain_landmark(course, who, str(values[0]))
        case "scots_in":
            course.do(ev.ScotsMoved(who, int(values[0]), "entered"))
        case "scots_out":
            course.do(ev.ScotsMoved(who, -int(values[0]), "entered"))
        case "removed":
            remove_tiles(course, who, int(values[0]), int(values[1]))


def remove_tiles(course: Course, who: str, tiles: int, scots: int) -> None:
    """Tiles out of the game, their Scots to the home castle, cards kept (GM-EDG-04, GM-EDG-05)."""
    player = course.state.player(who)
    tiles = min(tiles, player.tiles - HOME_TILES)
    if tiles > 0:
        course.do(ev.TilesChanged(who, -tiles, "removed", "GM-EDG-04"))
    if home := min(scots, room_for_scots(player)):
        course.do(ev.ScotsMoved(who, home, "removed"))


kind("ledger", ask_ledger, settle_ledger, rests=True)
