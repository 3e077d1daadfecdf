"""What chronicles agree on: their order at shared hook points, and the queries between them.

`HOOK_ORDER` lists, for each hook point where the order matters, the chronicles that come first (C0-13). The others
follow by their numbers. Each query is answered by the chronicle that holds the fact (`Expansion.answers`). Its
default applies when that chronicle is not in play.
"""

from __future__ import annotations

from companion.engine.message import Message
from companion.engine.table_game import Event
from companion.state.glen_more_2.expansions import Query
from companion.state.glen_more_2.model import State

HOOK_ORDER: dict[str, tuple[str, ...]] = {
    # The mountain comes first because the later chronicles count the coins and goods it hands over (C2-17).
    "before_final": ("highlander", "boat_race", "penny_mobs"),
    # Points that players enter themselves belong to the round; the haggis is a separate scoring after it.
    "round_scored": ("turbulent", "haggis"),
    "final_scored": ("turbulent", "haggis"),
}


MOUNTAIN_SWAPPER: Query[[State], str] = Query("swaps_on_the_mountain", "")
"""Player who may swap something on the mountain for a good (C8-41), or ""."""

BONUS_SPACE_SELLER: Query[[State], str] = Query("sells_twice_in_passing", "")
"""Player who may also use the bonus space of a sale tile in passing (C8-42), or ""."""

OWNER_OF_SCOT_ABROAD: Query[[State], str] = Query("scot_in_another_castle", "")
"""Player whose Scot stands in another player's home castle (C7-20, C8-33), or ""."""

TOKEN_TAKER: Query[[State], str] = Query("takes_a_token", "")
"""Player who may take a token from another player before a haggis scoring (C8-39), or ""."""

REROLL_OWNER: Query[[State], str] = Query("throws_again", "")
"""Player who may have a roll of a haggis scoring repeated (C8-40), or ""."""

TURNED_CARDS: Query[[State], frozenset[str]] = Query("turned_cards", frozenset())
"""Landmark cards that are turned to their other side (C6-11, C8-43)."""

HAS_BOAT_RACE: Query[[State], bool] = Query("boats_race", False)
"""True if boats are in play (C6-22)."""

FREE_ROWER: Query[[State], str] = Query("rows_free_past_boats", "")
"""Player whose boat passes other boats without spending movement (C8-37), or ""."""

EVENTS_WHEN_BOATS_PASS: Query[[State, str, str], tuple[Event, ...]] = Query("when_boats_pass", ())
"""Events that follow when the boat of the first player passes the boat of the second (C8-35)."""

REWARD_CASTLES: Query[[State, str], tuple[tuple[str, Message], ...]] = Query("rewards_where_it_lies", ())
"""Castle that a player's boat reached last and its label, while reward tokens lie there (C8-36, C1-21)."""

SECOND_REWARD_EVENTS: Query[[State, str, str], tuple[Event, ...]] = Query("second_reward", ())
"""Events that give a player the reward of a castle a second time (C8-36, C8-38)."""
