"""What one chronicle may ask of another. Each is answered by the chronicle that knows it (`Expansion.answers`).

The default is what holds where that chronicle is not in the game. Nobody looks into another chronicle's state.
"""

from __future__ import annotations

from companion.engine.message import Message
from companion.state.glen_more_2.events import Event
from companion.state.glen_more_2.expansions import Query
from companion.state.glen_more_2.model import State

SWAPS_ON_THE_MOUNTAIN: Query[[State], str] = Query("swaps_on_the_mountain", "")
"""Who may swap something on the mountain for a good (C8-41); "" = nobody."""

SELLS_TWICE_IN_PASSING: Query[[State], str] = Query("sells_twice_in_passing", "")
"""Who may use the bonus space of a sale tile in passing too (C8-42); "" = nobody."""

SCOT_IN_ANOTHER_CASTLE: Query[[State], str] = Query("scot_in_another_castle", "")
"""Whose Scot stands in another player's home castle (C7-20, C8-33); "" = nobody's."""

TAKES_A_TOKEN: Query[[State], str] = Query("takes_a_token", "")
"""Who may take a token from another player before a haggis scoring (C8-39); "" = nobody."""

THROWS_AGAIN: Query[[State], str] = Query("throws_again", "")
"""Who may have a roll of a haggis scoring thrown again (C8-40); "" = nobody."""

TURNED_CARDS: Query[[State], frozenset[str]] = Query("turned_cards", frozenset())
"""Landmark cards that lie on their other side (C6-11, C8-43)."""

BOATS_RACE: Query[[State], bool] = Query("boats_race", False)
"""Whether boats are in the game (C6-22)."""

ROWS_FREE_PAST_BOATS: Query[[State], str] = Query("rows_free_past_boats", "")
"""Whose boat passes those of others for no movement (C8-37); "" = nobody's."""

WHEN_BOATS_PASS: Query[[State, str, str], tuple[Event, ...]] = Query("when_boats_pass", ())
"""What comes of it where the boat of the first player goes past that of the second (C8-35)."""

REWARDS_WHERE_IT_LIES: Query[[State, str], tuple[tuple[str, Message], ...]] = Query("rewards_where_it_lies", ())
"""The castle that a player's boat reached last, with its words, while reward tokens lie there (C8-36, C1-21)."""

SECOND_REWARD: Query[[State, str, str], tuple[Event, ...]] = Query("second_reward", ())
"""The events that give a player the reward of a castle once more (C8-36, C8-38)."""
