"""Which chronicle comes first at a hook point where it matters: the one table (C0-13).

At a hook point, those that are not named follow the named ones by their numbers. Calls nobody itself.

What one chronicle may ask of another. Each is answered by the chronicle that knows it (`Expansion.answers`).

The default is what holds where that chronicle is not in the game. Nobody looks into another chronicle's state.
"""

from __future__ import annotations

from companion.engine.message import Message
from companion.state.glen_more_2.expansions import Query
from companion.state.glen_more_2.model import State
from companion.state.territory.events import Event

HOOK_ORDER: dict[str, tuple[str, ...]] = {
    # The mountain first: its coins and goods are counted by all that is asked after it (C2-17).
    "before_final": ("highlander", "boat_race", "penny_mobs"),
    # The points of a round that people say themselves belong to it; the haggis is a scoring of its own, after it.
    "round_scored": ("turbulent", "haggis"),
    "final_scored": ("turbulent", "haggis"),
}


MOUNTAIN_SWAPPER: Query[[State], str] = Query("swaps_on_the_mountain", "")
"""Who may swap something on the mountain for a good (C8-41); "" = nobody."""

DOUBLE_SELLER: Query[[State], str] = Query("sells_twice_in_passing", "")
"""Who may use the bonus space of a sale tile in passing too (C8-42); "" = nobody."""

OWNER_OF_SCOT_ABROAD: Query[[State], str] = Query("scot_in_another_castle", "")
"""Whose Scot stands in another player's home castle (C7-20, C8-33); "" = nobody's."""

TOKEN_TAKER: Query[[State], str] = Query("takes_a_token", "")
"""Who may take a token from another player before a haggis scoring (C8-39); "" = nobody."""

REROLL_OWNER: Query[[State], str] = Query("throws_again", "")
"""Who may have a roll of a haggis scoring thrown again (C8-40); "" = nobody."""

TURNED_CARDS: Query[[State], frozenset[str]] = Query("turned_cards", frozenset())
"""Landmark cards that lie on their other side (C6-11, C8-43)."""

HAS_BOAT_RACE: Query[[State], bool] = Query("boats_race", False)
"""Whether boats are in the game (C6-22)."""

FREE_ROWER: Query[[State], str] = Query("rows_free_past_boats", "")
"""Whose boat passes those of others for no movement (C8-37); "" = nobody's."""

EVENTS_WHEN_BOATS_PASS: Query[[State, str, str], tuple[Event, ...]] = Query("when_boats_pass", ())
"""What comes of it where the boat of the first player goes past that of the second (C8-35)."""

REWARD_CASTLES: Query[[State, str], tuple[tuple[str, Message], ...]] = Query("rewards_where_it_lies", ())
"""The castle that a player's boat reached last, with its words, while reward tokens lie there (C8-36, C1-21)."""

SECOND_REWARD_EVENTS: Query[[State, str, str], tuple[Event, ...]] = Query("second_reward", ())
"""The events that give a player the reward of a castle once more (C8-36, C8-38)."""
