"""Cards, state and events of the Great Glen.

Ten cards say what they compare and how it is counted; five are in play. The state holds how each card was voted
on, the tokens laid and the counts of the end. `_visible` hides the votes of others.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.engine.message import Message, tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import ExpansionState
from companion.state.glen_more_2.model import State

SLUG = "great_glen"
PRIZE_POINTS = 10
CARDS_IN_PLAY = 5
MAX_DISCARDS = "most_discards"
MAX_SETS = "most_sets"
MAX_CASTLES = "most_castles_with_scot"
SMALLEST_TERRITORY = "smallest_territory"


class GreatCard(msgspec.Struct, frozen=True):
    """One of the ten cards."""

    id: str
    """Identifier used in the journal; the rulebook prints no names."""
    name: Message
    """Our name of the card, by what it compares."""
    rule: str
    """Rule id, C7-16 to C7-25."""
    count_text: Message | None = None
    """What players count at the end; None if the companion knows it."""


CARDS = {
    card.id: card
    for card in (
        GreatCard("most_animals", tr("Most animals"), "C7-16", tr("sheep and cattle")),
        GreatCard("largest_square", tr("Largest square"), "C7-17", tr("the side of the largest square of tiles")),
        GreatCard("most_stone_and_wood", tr("Most stone and wood"), "C7-18", tr("stone and wood")),
        GreatCard(MAX_SETS, tr("Most sets"), "C7-19"),
        GreatCard(MAX_CASTLES, tr("Most castles with a Scot"), "C7-20", tr("castles with a Scot of your own")),
        GreatCard("most_whisky_tiles", tr("Most whisky tiles"), "C7-21", tr("whisky tiles")),
        GreatCard(SMALLEST_TERRITORY, tr("Smallest territory"), "C7-22"),
        GreatCard(
            "largest_animal_group", tr("Largest group of animal tiles"), "C7-23", tr("animal tiles in one group")
        ),
        GreatCard("farthest_scot", tr("Farthest Scot"), "C7-24", tr("movement points to the farthest Scot")),
        GreatCard(MAX_DISCARDS, tr("Most discards"), "C7-25"),
    )
}

TOKENS_BY_PLAYER_COUNT = {2: (3, 3), 3: (3, 2), 4: (4, 3)}
"""Aye and Nay tokens of each player, by number of players (C7-04)."""


ACCEPTED, REFUSED = "accepted", "refused"


class Vote(msgspec.Struct, frozen=True):
    """Tokens of one player in a vote; 0 and 0 if hidden from this viewer or no token was left."""

    player: str
    aye: int
    """Aye tokens, 0 to 2 (C7-05)."""
    nay: int
    """Nay tokens, 0 to 2."""


class Glen(msgspec.Struct, frozen=True):
    """Cards in play and their votes."""

    cards: dict[str, str] = {}
    """Each of the five cards and "" (not voted on), ACCEPTED or REFUSED (C7-09)."""
    used_tokens: dict[str, tuple[int, int]] = {}
    """Aye and Nay tokens laid so far, by player (C7-04)."""
    doubled_players: tuple[str, ...] = ()
    """Players who laid two tokens in one vote; allowed once, with 2 players only (C7-05)."""
    votes: tuple[Vote, ...] = ()
    """Votes in the open vote; empty between votes."""
    anonymous_tokens: tuple[int, int] = (0, 0)
    """Aye and Nay tokens counted together, whose owners are unknown."""
    anonymous_double_votes: int = 0
    """Number of times that two tokens were laid in a vote counted together (C7-05)."""
    counts: dict[str, dict[str, int]] = {}
    """Count of each player for each accepted card, entered at the end (C7-13)."""

    def open_cards(self) -> list[str]:
        """Cards that have not been voted on."""
        return [card for card, fate in self.cards.items() if not fate]

    def accepted_cards(self) -> list[str]:
        """Return the cards that were accepted and will be scored (C7-09)."""
        return [card for card, fate in self.cards.items() if fate == ACCEPTED]


class GreatCardLaid(ev.Event, frozen=True):
    """One of the five cards was laid beside the rondel."""

    card: str
    """`GreatCard.id`."""


class VoteCast(ev.Event, frozen=True):
    """A player laid tokens in the open vote."""

    player: str
    aye: int
    """Tokens; 0 for other viewers until all fists open (C7-08)."""
    nay: int
    """Tokens; 0 for other viewers until all fists open (C7-08)."""


class CardVoted(ev.Event, frozen=True):
    """A vote ended: the card will be scored or not (C7-09)."""

    card: str
    aye: int
    """Tokens of all players."""
    nay: int
    """Tokens of all players."""
    accepted: bool
    """Stored beside the tokens, so that a later reading of C7-09 does not change old votes."""


class VotesCounted(ev.Event, frozen=True):
    """The tokens of the open vote were counted together, without their owners."""

    aye: int
    """Tokens."""
    nay: int
    """Tokens."""


class GreatCardSet(ev.Event, frozen=True):
    """A correction: the result of a card's vote, or another card in its place."""

    card: str
    """Card as recorded so far."""
    result: str
    """"" for not voted on, `ACCEPTED` or `REFUSED`."""
    correct_card: str = ""
    """Card that really lies there; "" for `card`."""


class VotingTokensSet(ev.Event, frozen=True):
    """A correction of a player's voting tokens."""

    player: str
    aye: int
    """Tokens left."""
    nay: int
    """Tokens left."""


class CardCounted(ev.Event, frozen=True):
    """A player's count for an accepted card."""

    card: str
    player: str
    count: int
    """In the unit of the card: goods, tiles, castles or movement points."""


def _visible(now: Glen, viewer: str) -> Glen:
    """Return the state as a viewer may see it: other players' votes are hidden until all fists open (C7-08)."""
    hidden = {v.player: (v.aye, v.nay) for v in now.votes if v.player != viewer}
    used = {}
    for player_id, (aye, nay) in now.used_tokens.items():
        hidden_aye, hidden_nay = hidden.get(player_id, (0, 0))
        used[player_id] = (aye - hidden_aye, nay - hidden_nay)
    # Two tokens of one player become visible only when the fists open (C7-05).
    doubled = tuple(player_id for player_id in now.doubled_players if sum(hidden.get(player_id, ())) < 2)
    voices = tuple(Vote(v.player, 0, 0) if v.player in hidden else v for v in now.votes)
    return replace(now, used_tokens=used, doubled_players=doubled, votes=voices)


OWN_STATE = ExpansionState(
    SLUG,
    begin=lambda state: Glen(used_tokens={p.id: (0, 0) for p in state.players}),
    visible=_visible,
)
"""Cards and votes of the Great Glen."""


def tokens_left(state: State, player_id: str) -> tuple[int, int]:
    """Return the Aye and Nay tokens that a player still has (C7-04)."""
    aye, nay = TOKENS_BY_PLAYER_COUNT[len(state.players)]
    used_aye, used_nay = OWN_STATE.of(state).used_tokens[player_id]
    return aye - used_aye, nay - used_nay


def all_tokens_left(state: State) -> tuple[int, int]:
    """Return the Aye and Nay tokens that all players together still have (C7-04)."""
    left = [tokens_left(state, player.id) for player in state.players]
    aye, nay = OWN_STATE.of(state).anonymous_tokens
    return sum(each for each, _ in left) - aye, sum(each for _, each in left) - nay


def personal_pile_owner(state: State) -> str:
    """Return the owner of the personal discard pile: the player on turn while that card is in play and not
    refused, else "" (C7-25).
    """
    fate = OWN_STATE.of(state).cards.get(MAX_DISCARDS, REFUSED)
    return "" if fate == REFUSED else state.turn.player
