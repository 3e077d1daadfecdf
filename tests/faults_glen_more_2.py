"""Faults to be sown into a journal of Glen More II, each breaking a rule; for tests of the second referee.

A fault changes rows and says whether it found a place for it. What people entered, counted or put right is left
alone: that is their word. Imports nothing of the product.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.faults_glen_more import changed, dropped, inserted, repeated
from tests.independent_rondel_glen_more_2 import LAID_BY_PEOPLE, SEEN_BY_PEOPLE

Event = dict[str, Any]
Rows = list[dict[str, Any]]
Holds = Callable[[Event], bool]
Fault = Callable[[Rows], bool]
GOODS = ("wood", "stone", "barley", "sheep", "cattle")
HOME = ((0, 0), (1, 0))
SAID = {"EntryMade", "Overruled", "CountSet", "LateEntryMade", "FactLearned", "DepthChosen"}
SCORED = ("scots_in_home_castle", "landmarks", "whisky", "persons", "territory", "coins")


def _plain(row: dict[str, Any]) -> bool:
    """Nothing in it is people's own word."""
    answer = row.get("answer", {})
    by_people = answer.get("question") == 0 or answer.get("offer") in LAID_BY_PEOPLE | SEEN_BY_PEOPLE
    return "events" in row and not by_people and not SAID & {event["type"] for event in row["events"]}


def _of(fault: Callable[[list[Event]], bool], also: str = "") -> Fault:
    """Into the first row that has a place for it; also: what else happens in that row."""
    return lambda rows: any(
        fault(row["events"])
        for row in rows
        if _plain(row) and (not also or any(event["type"] == also for event in row["events"]))
    )


def _entered(fault: Callable[[list[Event]], bool]) -> Fault:
    """Into an entry of a sale: it goes by the rules, whoever enters it."""
    return lambda rows: any(
        fault(row["events"])
        for row in rows
        if row.get("answer", {}).get("offer") == "sell" and not _overruled(row)
    )


def _overruled(row: dict[str, Any]) -> bool:
    return any(event["type"] in ("Overruled", "LateEntryMade") for event in row["events"])


def _events(rows: Rows) -> Iterator[tuple[list[Event], int, Event]]:
    for row in rows:
        if _plain(row):
            yield from ((row["events"], at, event) for at, event in enumerate(list(row["events"])))


def _facts(rows: Rows) -> dict[str, Any]:
    facts: dict[str, Any] = rows[0]["setup"]["facts"]
    return facts


def why(*starts: str) -> Holds:
    return lambda event: event.get("why", "").startswith(starts)


def source(*starts: str) -> Holds:
    return lambda event: event["source"].startswith(starts)


def of_a_tile(event: Event) -> bool:
    """Points of a tile go by its id; those of a scoring and of crests don't, nor what people enter."""
    other = (*SCORED, "armadale_castle", "exchange", "tile", "other", "card", "correction")
    return event["source"] not in other and ":" not in event["source"]


def more(field: str, by: int = 1) -> dict[str, Callable[[Event], int]]:
    return {field: lambda event: event[field] + by}


def other_good(event: Event) -> str:
    return GOODS[(GOODS.index(event["good"]) + 1) % 5]


def another(field: str = "player") -> Callable[[Event], str]:
    """Somebody else who plays: three of the four colours sit in every game that this is sown in."""
    return lambda event: "green" if event[field] != "green" else "yellow"


def _laid(event: Event) -> bool:
    return not event["piece"].startswith("home_") and not event.get("why")


def _printed(rebuild: bool, river: bool) -> Callable[[dict[str, Any]], bool]:
    return lambda piece: bool(piece["rebuild"]) == rebuild and bool(piece["river"]) == river


def lies(holds: Callable[[dict[str, Any]], bool], x: int, y: int) -> Fault:
    """The first such tile is laid there instead."""

    def sow(rows: Rows) -> bool:
        pieces = _facts(rows)["pieces"]
        for events, at, event in _events(rows):
            if event["type"] == "TilePlaced" and _laid(event) and holds(pieces[event["piece"]]):
                events[at] = {**event, "x": x, "y": y}
                return (event["x"], event["y"]) != (x, y)
        return False

    return sow


def _paid_late(rows: Rows) -> bool:
    """A good is given only when the tile lies."""
    for events, at, event in _events(rows):
        if event["type"] == "GoodsGiven" and event["why"].startswith("cost:"):
            later = next((n for n in range(at, len(events)) if events[n]["type"] == "TilePlaced"), None)
            if later:
                events.insert(later, events.pop(at))
                return True
    return False


def _bought_for_nothing(rows: Rows) -> bool:
    """A good is bought while a tile is laid that costs none."""
    for events, at, event in _events(rows):
        if event["type"] == "TilePlaced" and _laid(event) and not _facts(rows)["pieces"][event["piece"]]["cost"]:
            events.insert(at, {"type": "GoodBought", "player": event["player"], "good": "wood", "coins": 2})
            return True
    return False


def _far_activated(rows: Rows) -> bool:
    """A tile of the own territory that touches no new one is activated."""
    lie: dict[str, dict[str, tuple[int, int]]] = {}
    new = (0, 0)
    for row in rows[1:]:
        for at, event in enumerate(row.get("events", ())):
            if event["type"] == "TilePlaced":
                new = (event["x"], event["y"])
                lie.setdefault(event["player"], {})[event["piece"]] = new
            elif event["type"] == "TileActivated" and event["by"] == "placing" and _plain(row):
                for piece, (x, y) in lie[event["player"]].items():
                    near = max(abs(new[0] - x), abs(new[1] - y)) <= 1
                    top = [each for each, cell in lie[event["player"]].items() if cell == (x, y)][-1] == piece
                    if not near and top and piece != event["piece"]:
                        row["events"][at] = {**event, "piece": piece, "x": x, "y": y}
                        return True
    return False


def _covered_activated(rows: Rows) -> bool:
    """What lies under a rebuild tile is activated in its place."""
    under: dict[tuple[str, int, int], list[str]] = {}
    for row in rows[1:]:
        for event in row.get("events", ()):
            if event["type"] == "TilePlaced":
                under.setdefault((event["player"], event["x"], event["y"]), []).append(event["piece"])
            elif event["type"] == "TileActivated" and _plain(row):
                stack = under.get((event["player"], event["x"], event["y"]), [])
                if len(stack) > 1:
                    event["piece"] = stack[0]
                    return True
    return False


def done_twice(by: str) -> Fault:
    """A tile is activated a second time and brings once more what it brings."""

    def sow(rows: Rows) -> bool:
        for events, at, event in _events(rows):
            block = [dict(each) for each in events[at : at + 2]]
            used = event["type"] == "TileActivated" and event["by"] == by
            if used and [each["type"] for each in block[1:]] == ["MovementGained"]:
                events[at:at] = block
                return True
        return False

    return sow


def _ness_again(rows: Rows) -> bool:
    """It activates the home castle too, which was not used yet."""
    for events, at, event in _events(rows):
        castle = {"piece": f"home_castle_{event.get('player')}", "x": 1, "y": 0, "step": -1}
        by_card = event["type"] == "TileActivated" and event["by"] == "loch_ness"
        if by_card and event["piece"] != castle["piece"]:
            why = f"activation:{castle['piece']}"
            moved = {"type": "MovementGained", "player": event["player"], "n": 1, "why": why}
            events[at:at] = [{**event, **castle}, moved]
            return True
    return False


def _steps_back_and_forth(rows: Rows) -> bool:
    """Until no point can be left."""
    for events, at, e in _events(rows):
        if e["type"] == "ScotMoved":
            back = {**e, "from_x": e["to_x"], "from_y": e["to_y"], "to_x": e["from_x"], "to_y": e["from_y"]}
            events[at + 1 : at + 1] = [dict(each) for _ in range(5) for each in (back, e)]
            return True
    return False


def _exchange(rows: Rows, sow: Callable[[list[Event], int], bool]) -> bool:
    """At the first exchange that brings points."""
    for events, at, event in _events(rows):
        if event["type"] == "TileActivated" and event.get("step", -1) >= 0:
            brought = [each["type"] for each in events[at:]]
            if "PointsScored" in brought and sow(events, at):
                return True
    return False


def _coin_for_a_good(rows: Rows) -> bool:
    """Without the crest that allows it."""

    def sow(events: list[Event], at: int) -> bool:
        paid = next((n for n in range(at, len(events)) if events[n]["type"] in ("GoodsGiven", "GoodBought")), None)
        if paid is None:
            return False
        events[paid] = {"type": "CoinsPaid", "player": events[at]["player"], "coins": 1, "why": "sinclair"}
        return True

    return _exchange(rows, sow)


def _three_points_for_nothing(rows: Rows) -> bool:
    """A barrel becomes points without the crest that allows it."""
    for events, at, event in _events(rows):
        if event["type"] == "TileActivated" and event.get("step", -1) >= 0:
            barrel = next((n for n in range(at, len(events)) if events[n]["type"] == "BarrelsGained"), None)
            if barrel:
                points = {"type": "PointsScored", "points": 3, "source": "crest:macgregor"}
                events[at + 1 : barrel + 1] = [{**points, "player": event["player"]}]
                return True
    return False


def _scored_late(rows: Rows) -> bool:
    """The scoring comes only after the next turn has begun."""
    for row in rows:
        events = row.get("events", [])
        for at, event in enumerate(events):
            if event["type"] == "RoundScored":
                for later in range(at, len(events)):
                    if events[later]["type"] == "TurnBegan":
                        events.insert(later, events.pop(at))
                        return True
    return False


def _ahead_leaves(rows: Rows) -> bool:
    """A tile that pawns can still take leaves too."""
    for events, at, event in _events(rows):
        if event["type"] == "TileDiscarded" and event["rule"] == "GM-RND-05":
            events.insert(at, {**event, "at": event["at"] + 9})
            return True
    return False


def _where(name: str, fault: Callable[[list[Event]], bool]) -> Fault:
    """Where such an event is, whatever else was said there."""
    return lambda rows: any(
        fault(row["events"]) for row in rows[1:] if any(e["type"] == name for e in row.get("events", ()))
    )


def _douglas(event: Event) -> Event | None:
    return {"type": "CrestTaken", "player": event["player"], "crest": "douglas"}


COST, SALE, ROADS = why("cost"), why("sale"), why("roads")
ONCE, CARD, CREST, ACTIVATED = why("placing:"), why("landmark:"), why("crest:"), why("activation:")
TIERS = source(*(f"crest:{crest}" for crest in ("brodie", "grant", "macpherson", "oliphant", "sutherland")))
FAULTS: dict[str, Fault] = {
    # where tiles lie
    "a tile far away": _of(changed("TilePlaced", _laid, **more("x", 7))),
    "a tile on another": lies(_printed(rebuild=False, river=False), 0, 0),
    "a rebuild tile on the ground": lies(lambda piece: bool(piece["rebuild"]), 0, 9),
    "a rebuild tile over another kind": lies(lambda p: bool(p["rebuild"]) and p["kind"] != "castle", 1, 0),
    "a river tile beside the river": lies(_printed(rebuild=False, river=True), 1, 1),
    "a dry tile in the row of the river": lies(_printed(rebuild=False, river=False), -1, 0),
    "a tile in another's territory": _of(changed("TilePlaced", _laid, player=another())),
    "another tile than was taken": _of(
        changed("TilePlaced", _laid, piece=lambda e: "S-1" if e["piece"] != "S-1" else "S-2")
    ),
    "a tile that is taken and never laid": _of(dropped("TilePlaced", _laid)),
    "a tile that is laid twice": _of(repeated("TilePlaced", _laid)),
    "the start village lies elsewhere": _of(changed("ScotPlaced", why("home"), x=1)),
    "two Scots at home": _of(changed("ScotPlaced", why("home"), n=2)),
    "ten Scots at home": _of(changed("ScotPlaced", why("home"), n=10)),
    # what they cost
    "a cost is not paid": _of(dropped("GoodsGiven", COST)),
    "a cost is paid twice": _of(repeated("GoodsGiven", COST)),
    "too many goods are given": _of(changed("GoodsGiven", COST, **more("n", 3))),
    "another good is given": _of(changed("GoodsGiven", COST, good=other_good)),
    "goods come from where nothing lies": _of(changed("GoodsGiven", COST, x=99)),
    "a cost is paid when the tile lies": _paid_late,
    "no coin is paid": _of(dropped("CoinsPaid", COST)),
    "a coin too many is paid": _of(changed("CoinsPaid", COST, **more("coins"))),
    "no barrel is paid": _of(dropped("BarrelsPaid", COST)),
    "two barrels are paid": _of(changed("BarrelsPaid", COST, **more("barrels"))),
    "no Scot is paid": _of(dropped("ScotRemoved", COST)),
    "more Scots than stand there are paid": _of(changed("ScotRemoved", COST, **more("n", 8))),
    # trade
    "a good is bought too dear": _of(changed("GoodBought", **more("coins"))),
    "a good is bought too cheap": _of(changed("GoodBought", **more("coins", -1))),
    "nothing was bought": _of(dropped("GoodBought")),
    "a good is bought twice": _of(repeated("GoodBought")),
    "another good is bought": _of(changed("GoodBought", good=other_good)),
    "a good is bought for nothing": _bought_for_nothing,
    "another player buys": _of(changed("GoodBought", player=another())),
    "a sale brings too much": _entered(changed("GoodSold", **more("coins"))),
    "a sale brings too little": _entered(changed("GoodSold", **more("coins", -1))),
    "a sale without coins": _entered(dropped("GoodSold")),
    "a sale without a good": _entered(dropped("GoodsGiven", SALE)),
    "a sale of two goods": _entered(changed("GoodsGiven", SALE, n=2)),
    "a sale of another good": _entered(changed("GoodSold", good=other_good)),
    "another player is paid for a sale": _entered(changed("GoodSold", player=another())),
    # what is gained once
    "a Scot too few": _of(dropped("ScotPlaced", ONCE)),
    "a Scot too many": _of(changed("ScotPlaced", ONCE, **more("n"))),
    "a Scot on another tile": _of(changed("ScotPlaced", ONCE, x=1, y=0)),
    "a barrel too few": _of(dropped("BarrelsGained", ONCE)),
    "a barrel too many": _of(changed("BarrelsGained", ONCE, **more("barrels"))),
    "no coin of a tile": _of(dropped("CoinsGained", ONCE)),
    "a coin of a tile too many": _of(changed("CoinsGained", ONCE, **more("coins"))),
    "a good of a tile twice": _of(repeated("GoodsGained", ONCE)),
    "a good of a tile on another": _of(changed("GoodsGained", ONCE, x=1, y=0)),
    "no card": _of(dropped("LandmarkGained")),
    "another card": _of(
        changed("LandmarkGained", card=lambda e: "loch_ness" if e["card"] != "loch_ness" else "castle_moil")
    ),
    "a card comes twice": _of(repeated("LandmarkGained")),
    "no coins of a card": _of(dropped("CoinsGained", CARD)),
    "coins of a card too many": _of(changed("CoinsGained", CARD, **more("coins"))),
    "a barrel of a card too many": _of(repeated("BarrelsGained", CARD)),
    "a good of a card too many": _of(repeated("GoodsGained", CARD)),
    "a good of a card too few": _of(dropped("GoodsGained", CARD)),
    "coins that nobody entered": _of(
        inserted("TileLaid", lambda _e: {"type": "CoinsGained", "player": "green", "coins": 3, "why": "entered"})
    ),
    "what is gained once comes after an activation": _of(
        inserted(
            "TileActivated",
            lambda e: {"type": "CoinsGained", "player": e["player"], "coins": 1, "why": f"placing:{e['piece']}"},
        )
    ),
    # clan board, crests
    "a road is not paid": _of(dropped("CoinsPaid", ROADS)),
    "a road is too dear": _of(changed("CoinsPaid", ROADS, **more("coins"))),
    "a crest is taken twice": _of(repeated("CrestTaken", lambda e: e["crest"] != "douglas")),
    "a marker for nothing": _of(inserted("TileActivated", _douglas)),
    "a person comes twice": _of(repeated("PersonGained")),
    "David Hume without his crest": _of(
        changed("PersonGained", lambda e: e["piece"] != "david_hume", piece="david_hume")
    ),
    "coins of a crest too many": _of(changed("CoinsGained", CREST, **more("coins"))),
    "a good of a crest too many": _of(repeated("GoodsGained", CREST)),
    "a Scot of a crest too many": _of(repeated("ScotPlaced", CREST)),
    "no movement of a crest": _of(dropped("MovementGained", CREST)),
    "a higher tier": _of(changed("PointsScored", TIERS, **more("points", 3))),
    "no points of a crest": _of(dropped("PointsScored", source("crest:douglas"))),
    "points of a crest of another": _of(changed("PointsScored", source("crest:douglas"), player=another())),
    "points for movement that was used": _of(
        changed("PointsScored", source("crest:maclachlan"), **more("points"))
    ),
    # activation
    "a tile is activated twice": done_twice("placing"),
    "a tile is activated and brings nothing": _of(repeated("TileActivated", lambda e: e.get("step", -1) < 0)),
    "an exchange is made twice": _of(repeated("TileActivated", lambda e: e.get("step", -1) >= 0)),
    "a tile far away is activated": _far_activated,
    "a covered tile is activated": _covered_activated,
    "another's tile is activated": _of(changed("TileActivated", player=another())),
    "a tile that lies elsewhere is activated": _of(changed("TileActivated", x=99)),
    "Loch Ness without its card": _of(changed("TileActivated", lambda e: e["by"] == "placing", by="loch_ness")),
    "Loch Ness twice for one tile": done_twice("loch_ness"),
    "Loch Ness for two tiles in a turn": _ness_again,
    "Castle of Mey without its card": _of(
        inserted("TilePlaced", lambda e: {"type": "AllMayActivate", "player": e["player"]}, _laid)
    ),
    "a crest activates another kind": _of(
        changed("TileActivated", lambda e: e["piece"].startswith("home_castle"), by="cameron")
    ),
    "goods of a tile that was not activated": _of(dropped("TileActivated"), "GoodsGained"),
    "a good too many": _of(changed("GoodsGained", ACTIVATED, **more("n"))),
    "a good of another kind": _of(changed("GoodsGained", ACTIVATED, good=other_good)),
    "a good on another tile": _of(changed("GoodsGained", ACTIVATED, x=1, y=0)),
    "activated for no good": _of(dropped("GoodsGained", ACTIVATED)),
    "activated for no movement": _of(dropped("MovementGained", ACTIVATED)),
    "a barrel of a distillery too many": _of(changed("BarrelsGained", ACTIVATED, **more("barrels"))),
    "an exchange for nothing": _of(dropped("GoodsGiven", ACTIVATED)),
    "another good is exchanged": _of(changed("GoodsGiven", ACTIVATED, good=other_good)),
    "a point too many": _of(changed("PointsScored", of_a_tile, **more("points"))),
    "an exchange without points": _of(dropped("PointsScored", of_a_tile)),
    "points of another": _of(changed("PointsScored", of_a_tile, player=another())),
    "points of another tile": _of(changed("PointsScored", of_a_tile, source="S-1")),
    "points that nobody entered": _of(changed("PointsScored", of_a_tile, source="exchange")),
    "a coin stands for a good": _coin_for_a_good,
    "points stand for a barrel": _three_points_for_nothing,
    # movement, removing
    "a step too far": _of(changed("ScotMoved", **more("to_x", 2))),
    "a step from nowhere": _of(changed("ScotMoved", from_x=77)),
    "more steps than points": _steps_back_and_forth,
    "more movement than printed": _of(changed("MovementGained", ACTIVATED, **more("n"))),
    "another's Scot moves": _of(changed("ScotMoved", player=another())),
    "the home castle is removed": _of(changed("TileRemoved", x=1, y=0)),
    "a tile is removed that lies nowhere": _of(changed("TileRemoved", x=55)),
    "more goods come home than lay there": _of(changed("GoodsGained", why("removed"), **more("n"))),
    "goods of a removed tile go elsewhere": _of(changed("GoodsGained", why("removed"), x=0)),
    "Scots of a removed tile are lost": _of(dropped("ScotPlaced", why("removed"))),
    "more Scots come home than stood there": _of(changed("ScotPlaced", why("removed"), **more("n"))),
    "two coins for no tile": _of(changed("CoinsGained", why("nothing"), coins=2)),
    "two points of movement for no tile": _of(changed("MovementGained", why("nothing"), n=2)),
    # the rondel
    "one starts with more coins": _of(changed("PlayerSeated", **more("coins"))),
    "a pawn goes further": _of(changed("PawnMoved", lambda e: e["figure"] != "die", **more("ahead"))),
    "what was passed is told otherwise": _of(changed("PawnMoved", lambda e: bool(e.get("passed")), passed=[])),
    "another figure moves": _of(changed("PawnMoved", figure=another("figure"))),
    "another's turn begins": _of(changed("TurnBegan", figure=another("figure"))),
    "a turn without end": _of(dropped("TurnEnded")),
    "a turn without a beginning": _of(dropped("TurnBegan")),
    "another tile is taken": _of(changed("TileTaken", piece=lambda e: "S-1" if e["piece"] != "S-1" else "S-2")),
    "a tile is taken where none lies": _of(repeated("TileTaken")),
    "a tile of another deck is told": _of(changed("TileIdentified", lambda e: e["piece"] != "D-1", piece="D-1")),
    "a tile is not laid": _of(dropped("TileLaid"), "TurnEnded"),
    "a tile too many is laid": _of(repeated("TileLaid"), "TurnEnded"),
    "a tile of a later deck": _of(changed("TileLaid", lambda e: e["deck"] == "A", deck="C", piece="")),
    "a passed tile stays": _of(dropped("TileDiscarded", lambda e: e["rule"] == "GM-RND-05")),
    "a tile ahead leaves": _ahead_leaves,
    "the die goes elsewhere": _of(changed("DieRolled", face=lambda e: e["face"] % 3 + 1), "PawnMoved"),
    "the die shows a four": _of(changed("DieRolled", face=4)),
    "the die's tile stays": _of(dropped("TileDiscarded", lambda e: e["rule"] == "GM-DIE-05")),
    "the die leaves before the end": _of(
        inserted("DieRolled", lambda _e: {"type": "FigureLeft", "figure": "die", "rule": "GM-DIE-06"})
    ),
    "Munro's tile lies not in the pile": _where(
        "TileGiven", changed("TileGiven", lambda e: bool(e["deck"]), piece="worlds_end", deck="D")
    ),
    "World's End is taken": _of(changed("PawnStopped", piece="S-1")),
    "a deck ends early": _of(
        inserted("TurnEnded", lambda _e: {"type": "DeckEmptied", "deck": "B"}),
    ),
    # scoring
    "a scoring is not due": _where("RoundScheduled", dropped("RoundScheduled")),
    "a scoring is due twice": _where("RoundScheduled", repeated("RoundScheduled")),
    "a point too many in a scoring": _where(
        "RoundScored", changed("PointsScored", source(*SCORED), **more("points"))
    ),
    "no points in a scoring": _where("RoundScored", dropped("PointsScored", source(*SCORED))),
    "points of a scoring for another": _where(
        "RoundScored", changed("PointsScored", source(*SCORED), player=another())
    ),
    "a scoring is left out": _where("RoundScored", dropped("RoundScored")),
    "a scoring comes late": _scored_late,
    "others have won": _where("GameEnded", changed("GameEnded", winners=["nobody"])),
    "no end": _where("GameEnded", dropped("GameEnded")),
}
