"""Faults to be sown into the events of a game of Glen More, each breaking a rule; for tests of the second referee.

A fault changes a list of events and says whether it found a place for it. Imports nothing of the product.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.independent_referee_glen_more import TILES

Event = dict[str, Any]
Events = list[Event]
Holds = Callable[[Event], bool]
Fault = Callable[[Events], bool]
OTHER_GOOD = {"wood": "stone", "stone": "sheep", "sheep": "cattle", "cattle": "grain", "grain": "wood"}


def _places(events: Events, kind: str, holds: Holds) -> Iterator[int]:
    return (place for place, event in enumerate(events) if event["type"] == kind and holds(event))


def _any(_event: Event) -> bool:
    return True


def why(start: str) -> Holds:
    return lambda event: event.get("why", "").startswith(start)


def changed(kind: str, holds: Holds = _any, **fields: Any) -> Fault:
    """The first such event says something else; a field may be given by what is made of the event."""

    def sow(events: Events) -> bool:
        for place in _places(events, kind, holds):
            events[place] = {
                **events[place],
                **{name: value(events[place]) if callable(value) else value for name, value in fields.items()},
            }
            return True
        return False

    return sow


def dropped(kind: str, holds: Holds = _any) -> Fault:
    def sow(events: Events) -> bool:
        for place in _places(events, kind, holds):
            del events[place]
            return True
        return False

    return sow


def repeated(kind: str, holds: Holds = _any, times: int = 1) -> Fault:
    def sow(events: Events) -> bool:
        for place in _places(events, kind, holds):
            events[place:place] = [dict(events[place]) for _ in range(times)]
            return True
        return False

    return sow


def behind(kind: str, other: str, holds: Holds = _any, holds_other: Holds = _any) -> Fault:
    """The first such event comes only after the next one of another kind, within a turn."""

    def sow(events: Events) -> bool:
        for place in _places(events, kind, holds):
            for later in range(place + 1, len(events)):
                if events[later]["type"] == "TurnEnded":
                    break
                if events[later]["type"] == other and holds_other(events[later]):
                    events.insert(later, events.pop(place))
                    return True
        return False

    return sow


def inserted(after: str, made: Callable[[Event], Event | None], holds: Holds = _any) -> Fault:
    """One event more, right after such a one."""

    def sow(events: Events) -> bool:
        for place in _places(events, after, holds):
            if more := made(events[place]):
                events.insert(place + 1, more)
                return True
        return False

    return sow


def _other_tile(event: Event) -> str:
    return "3-01" if event["piece"] != "3-01" else "3-02"


def _other_good(event: Event) -> str:
    return OTHER_GOOD[event["good"]]


def _other_card(event: Event) -> str:
    return "loch_ness" if event["card"] != "loch_ness" else "loch_shiel"


def _makes_goods(event: Event) -> bool:
    return event["piece"][0] == "0" and event["piece"] != "0-08"


def _of_one_kind(event: Event) -> bool:
    """Not of the abbey, which makes any."""
    return PRODUCED(event) and not event["why"].endswith("2-07")


def another(player: str) -> str:
    return "p2" if player == "p1" else "p1"


def _with_marks(wanted: str) -> Holds:
    return lambda e: TILES[e["piece"]]["marks"] == {wanted} and bool(e["x"] or e["y"])


def _laid(event: Event) -> bool:
    return not event["piece"].startswith("S-")


def _in_scoring(event: Event) -> bool:
    return event["source"] in ("whisky", "chieftains", "special_locations", "coins")


def _in_turn(event: Event) -> bool:
    return event["source"][:1] in "0123"


def _several_ahead(event: Event) -> bool:
    return bool(event.get("passed"))


def _village(event: Event) -> bool:
    return event["piece"].startswith("S-") and event["by"] == "placing"


def _move_far(events: Events) -> bool:
    """Back and forth, until no point can be left."""
    for place in _places(events, "ScotMoved", _any):
        e = events[place]
        back = {**e, "from_x": e["to_x"], "from_y": e["to_y"], "to_x": e["from_x"], "to_y": e["from_y"]}
        events[place + 1 : place + 1] = [dict(each) for _ in range(5) for each in (back, e)]
        return True
    return False


def _far_activated(events: Events) -> bool:
    """A tile of the own territory that does not touch the new one is activated by it."""
    lie: dict[str, dict[tuple[int, int], str]] = {}
    new: tuple[int, int] = (0, 0)
    for place, event in enumerate(events):
        if event["type"] == "TilePlaced":
            new = (event["x"], event["y"])
            lie.setdefault(event["player"], {})[new] = event["piece"]
        if event["type"] == "TileActivated" and event["by"] == "placing":
            for (x, y), piece in lie[event["player"]].items():
                if max(abs(new[0] - x), abs(new[1] - y)) > 1 and piece[:1] in "S0":
                    events[place] = {**event, "piece": piece, "x": x, "y": y}
                    return True
    return False


def _activated_after_moving(events: Events) -> bool:
    return behind("TileActivated", "TurnEnded")(events) or behind("TileActivated", "ScotMoved", _village)(events)


def _discarded_unpassed(events: Events) -> bool:
    """A tile ahead of the first figure leaves the track."""
    for place in _places(events, "TileDiscarded", lambda e: e["rule"] == "G1-TRK-05"):
        events.insert(place, {**events[place], "at": events[place]["at"] + 3})
        return True
    return False


def _wrongly_given_up(events: Events) -> bool:
    """Who took a tile lets it go instead: it could be taken."""
    place = next(_places(events, "TileTaken", _any))
    taken = events[place]
    ends = next(
        n for n in range(place, len(events)) if events[n]["type"] in ("TileLaid", "TileDiscarded", "TurnEnded")
    )
    at = len({event["player"] for event in events[:place] if event["type"] == "PlayerSeated"}) - 1
    die = at < 3 - 1 + 1
    moved = next(e for e in reversed(events[:place]) if e["type"] == "PawnMoved")
    at = at + die + len(moved.get("passed", ()))
    events[place:ends] = [
        {"type": "TileDiscarded", "piece": taken["piece"], "deck": taken["deck"], "at": at, "rule": "G1-TRN-07"}
    ]
    return True


def _scored_late(events: Events) -> bool:
    """The scoring comes after the next turn has begun."""
    for place in _places(events, "RoundScored", lambda e: e["round"] == "1"):
        for later in range(place, len(events)):
            if events[later]["type"] == "TurnBegan":
                events.insert(later, events.pop(place))
                return True
    return False


def _paid_by_a_chieftain_who_is_none(events: Events) -> bool:
    made: set[str] = set()
    for place, event in enumerate(events):
        if event["type"] == "ChieftainMade":
            made.add(event["player"])
        if event["type"] == "ScotRemoved" and event["player"] not in made:
            events[place] = {"type": "ChieftainPaid", "player": event["player"], "why": event["why"]}
            return True
    return False


def _ness_twice(events: Events) -> bool:
    used: set[str] = set()
    for place, event in enumerate(events):
        if event["type"] == "TurnBegan":
            used = set()
        if event["type"] == "TileActivated":
            if event["by"] == "placing" and "loch_ness" in used:
                events[place] = {**event, "by": "loch_ness"}
                return True
            used.add(event["by"])
    for place in _places(events, "TileActivated", lambda e: e["by"] == "loch_ness"):
        before = place - 1
        while events[before]["type"] != "TileTaken":
            if events[before]["type"] == "TileActivated" and events[before]["by"] == "placing":
                events[before] = {**events[before], "by": "loch_ness"}
                return True
            before -= 1
    return False


PRODUCED = why("activation:")
COST, SALE, CARD, PLACING = why("cost:"), why("sale"), why("card:"), why("placing:")
FAULTS: dict[str, Fault] = {
    # where tiles lie
    "a tile far away": changed("TilePlaced", _laid, x=lambda e: e["x"] + 9),
    "a tile on another": changed("TilePlaced", _laid, x=0, y=0),
    "a river tile beside the river": changed("TilePlaced", _with_marks("river"), x=1, y=lambda e: e["y"]),
    "a road tile on the river": changed("TilePlaced", _with_marks("road"), x=0, y=1),
    "a tile in another's territory": changed("TilePlaced", _laid, player=lambda e: another(e["player"])),
    "another tile than was taken": changed("TilePlaced", _laid, piece=_other_tile),
    "a tile that is taken and never laid": dropped("TilePlaced", _laid),
    "a tile that is laid twice": repeated("TilePlaced", _laid),
    # what they cost
    "a cost is not paid": dropped("GoodsGiven", COST),
    "a cost is paid twice": repeated("GoodsGiven", COST),
    "too many goods are given": changed("GoodsGiven", COST, n=lambda e: e["n"] + 5),
    "another good is given": changed("GoodsGiven", COST, good=_other_good),
    "goods come from where nothing lies": changed("GoodsGiven", COST, x=99),
    "a cost is paid after placing": behind("GoodsGiven", "TileActivated", COST),
    "a barrel is not paid": dropped("BarrelsPaid"),
    "two barrels are paid": changed("BarrelsPaid", barrels=2),
    "no Scot is paid": dropped("ScotRemoved"),
    "a chieftain is paid who is none": _paid_by_a_chieftain_who_is_none,
    "a chieftain is not paid": dropped("ChieftainPaid"),
    # trade
    "a good is bought too dear": changed("GoodBought", coins=lambda e: e["coins"] + 1),
    "a good is bought too cheap": changed("GoodBought", coins=lambda e: e["coins"] - 1),
    "nothing was bought": dropped("GoodBought"),
    "a good is bought twice": repeated("GoodBought"),
    "another good is bought": changed("GoodBought", COST, good=_other_good),
    "a good is bought for another tile": changed("GoodBought", COST, why="cost:0-01"),
    "a good is bought to be kept": changed("GoodBought", why="activation:S-01"),
    "another player buys": changed("GoodBought", player=lambda e: another(e["player"])),
    "a sale brings too much": changed("GoodSold", coins=lambda e: e["coins"] + 1),
    "a sale brings too little": changed("GoodSold", coins=lambda e: e["coins"] - 1),
    "a sale without coins": dropped("GoodSold"),
    "a sale without a good": dropped("GoodsGiven", SALE),
    "a sale of another good": changed("GoodSold", good=_other_good),
    # what is gained once
    "a Scot too few": dropped("ScotPlaced", PLACING),
    "a Scot too many": changed("ScotPlaced", PLACING, n=2),
    "a Scot on another tile": changed("ScotPlaced", lambda e: bool(e["x"] or e["y"]), x=0, y=0),
    "no second Scot of Castle Stalker": dropped("ScotPlaced", CARD),
    "a barrel too few": dropped("BarrelsGained", PLACING),
    "a barrel too many": changed("BarrelsGained", barrels=lambda e: e["barrels"] + 1),
    "no card": dropped("LandmarkGained"),
    "another card": changed("LandmarkGained", card=_other_card),
    "coins too many": changed("CoinsGained", coins=4),
    "no coins": dropped("CoinsGained"),
    "a good of a card too few": dropped("GoodsGained", CARD),
    "a good of a card too many": repeated("GoodsGained", CARD),
    # activation
    "a tile is activated twice": repeated("TileActivated"),
    "goods of a tile that was not activated": dropped("TileActivated", _makes_goods),
    "a tile far away is activated": _far_activated,
    "Loch Ness without its card": changed("TileActivated", lambda e: e["by"] == "placing", by="loch_ness"),
    "Loch Oich without its card": changed("TileActivated", lambda e: e["by"] == "placing", by="loch_oich"),
    "Loch Ness twice in a turn": _ness_twice,
    "a tile is activated after movement": _activated_after_moving,
    "another's tile is activated": changed("TileActivated", player=lambda e: another(e["player"])),
    "a good too many": repeated("GoodsGained", PRODUCED),
    "two goods at once": changed("GoodsGained", PRODUCED, n=2),
    "a good of another kind": changed("GoodsGained", _of_one_kind, good=_other_good),
    "a good on another tile": changed("GoodsGained", PRODUCED, x=0, y=0),
    "activated for no good": dropped("GoodsGained", PRODUCED),
    "a point too many": changed("PointsScored", _in_turn, points=lambda e: e["points"] + 1),
    "points without an exchange": dropped("GoodsGiven", PRODUCED),
    "an exchange without points": dropped("PointsScored", _in_turn),
    "points of another": changed("PointsScored", _in_turn, player=lambda e: another(e["player"])),
    "points of another tile": changed("PointsScored", _in_turn, source="1-19x"),
    # movement
    "a step too far": changed("ScotMoved", to_x=lambda e: e["to_x"] + 2),
    "a step from nowhere": changed("ScotMoved", from_x=77),
    "more steps than points": _move_far,
    "more chieftains than points": repeated("ChieftainMade", times=12),
    "a chieftain from nowhere": changed("ChieftainMade", x=77),
    "another's Scot moves": changed("ScotMoved", player=lambda e: another(e["player"])),
    # the track
    "a figure goes too far": changed("PawnMoved", _several_ahead, ahead=lambda e: e["ahead"] - 1),
    "what was passed is told otherwise": changed("PawnMoved", _several_ahead, passed=[]),
    "another figure moves": changed("PawnMoved", figure=lambda e: another(e["figure"])),
    "another's turn begins": changed("TurnBegan", figure=lambda e: another(e["figure"])),
    "a turn without end": dropped("TurnEnded"),
    "another tile is taken": changed("TileTaken", piece=_other_tile),
    "a tile is let go that can be taken": _wrongly_given_up,
    "a tile is not laid": dropped("TileLaid"),
    "a tile too many is laid": inserted("TileLaid", lambda e: {**e, "piece": ""}),
    "a tile of another deck": changed("TileLaid", deck="3", piece=""),
    "a tile of which there is one": repeated("TileLaid", lambda e: bool(e["piece"])),
    "a passed tile stays": dropped("TileDiscarded", lambda e: e["rule"] == "G1-TRK-05"),
    "a tile ahead leaves": _discarded_unpassed,
    "the die goes elsewhere": changed("DieRolled", face=4),
    "the die's tile stays": dropped("TileDiscarded", lambda e: e["rule"] == "G1-DIE-05"),
    # scoring
    "a point too many in a scoring": changed("PointsScored", _in_scoring, points=lambda e: e["points"] + 1),
    "no points in a scoring": dropped("PointsScored", _in_scoring),
    "a scoring is left out": dropped("RoundScored", lambda e: e["round"] != "final"),
    "a scoring comes late": _scored_late,
    "the end without its scoring": dropped("RoundScored", lambda e: e["round"] == "final"),
    "others have won": changed("GameEnded", winners=["p1", "p2"]),
    "no end": dropped("GameEnded"),
    "goods counted otherwise": changed("GoodsCounted", goods=99),
}  # fmt: skip
