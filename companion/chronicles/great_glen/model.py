"""The ten cards of the Great Glen: what each compares, and where its counts come from. Data only.

The Great Glen as it stands: cards laid out and voted on, tokens used up, counts of the end; and its events.

Asks nothing; what a viewer may not see of a vote is taken out here.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.engine.message import Message, tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import ExpansionState
from companion.state.glen_more_2.model import State

SLUG = "great_glen"
PRIZE = 10
CARDS_IN_PLAY = 5
MAX_DISCARDS = "most_discards"
MAX_SETS = "most_sets"
MAX_CASTLES = "most_castles_with_scot"
SMALLEST = "smallest_territory"


class GreatCard(msgspec.Struct, frozen=True):
    """One of the ten cards; the books print no names of theirs."""

    id: str
    """Ours, as in the journal."""
    name: Message
    """What we call it, by what it compares."""
    rule: str
    """C7-16 to C7-25."""
    counted: Message | None = None
    """What people are asked to count at the end; None where the companion knows it."""


CARDS = {
    card.id: card
    for card in (
        GreatCard("most_animals", tr("Most animals"), "C7-16", tr("sheep and cattle")),
        GreatCard("largest_square", tr("Largest square"), "C7-17", tr("the side of the largest square of tiles")),
        GreatCard("most_stone_and_wood", tr("Most stone and wood"), "C7-18", tr("stone and wood")),
        GreatCard(MAX_SETS, tr("Most sets"), "C7-19"),
        GreatCard(MAX_CASTLES, tr("Most castles with a Scot"), "C7-20", tr("castles with a Scot of your own")),
        GreatCard("most_whisky_tiles", tr("Most whisky tiles"), "C7-21", tr("whisky tiles")),
        GreatCard(SMALLEST, tr("Smallest territory"), "C7-22"),
        GreatCard(
            "largest_animal_group", tr("Largest group of animal tiles"), "C7-23", tr("animal tiles in one group")
        ),
        GreatCard("farthest_scot", tr("Farthest Scot"), "C7-24", tr("movement points to the farthest Scot")),
        GreatCard(MAX_DISCARDS, tr("Most discards"), "C7-25"),
    )
}

TOKENS = {2: (3, 3), 3: (3, 2), 4: (4, 3)}
"""Aye and Nay tokens of each player, by the number of players (C7-04)."""


ACCEPTED, REFUSED = "accepted", "refused"


class Vote(msgspec.Struct, frozen=True):
    """What one player laid in a vote; 0 and 0: hidden from this viewer, or no token was left."""

    player: str
    aye: int
    """Tokens, 0 to 2 (C7-05)."""
    nay: int
    """Tokens, 0 to 2."""


class Glen(msgspec.Struct, frozen=True):
    """What lies out and what was voted."""

    cards: dict[str, str] = {}
    """The five laid out -> "" while nobody voted on it, then ACCEPTED or REFUSED (C7-09)."""
    used: dict[str, tuple[int, int]] = {}
    """Player -> Aye and Nay tokens laid so far (C7-04)."""
    doubled: tuple[str, ...] = ()
    """Players who laid two tokens in one vote, which is allowed once, with 2 players only (C7-05)."""
    voices: tuple[Vote, ...] = ()
    """Of the vote that runs; empty between votes."""
    together: tuple[int, int] = (0, 0)
    """Aye and Nay tokens laid in votes counted together: whose they were, nobody told."""
    twice: int = 0
    """How often somebody laid two in such a vote (C7-05)."""
    counts: dict[str, dict[str, int]] = {}
    """Accepted card -> player -> what the table counted at the end (C7-13)."""

    def open_cards(self) -> list[str]:
        """Cards that nobody has voted on yet."""
        return [card for card, fate in self.cards.items() if not fate]

    def accepted(self) -> list[str]:
        return [card for card, fate in self.cards.items() if fate == ACCEPTED]


class GreatCardLaid(ev.Event, frozen=True):
    """One of the five cards lies beside the rondel."""

    card: str
    """`Card.id`."""


class VoteCast(ev.Event, frozen=True):
    """A player laid tokens in the vote that runs."""

    player: str
    aye: int
    """Tokens; 0 in what others see before all fists open (C7-08)."""
    nay: int
    """Tokens, as above."""


class CardVoted(ev.Event, frozen=True):
    """A vote is over: the card will be scored, or not (C7-09)."""

    card: str
    aye: int
    """Tokens of everybody together."""
    nay: int
    """Tokens of everybody together."""
    accepted: bool
    """Kept beside the tokens: a later reading of C7-09 must not change old votes."""


class VotesCounted(ev.Event, frozen=True):
    """The tokens of the vote that is about to end were counted together: whose they were, nobody told."""

    aye: int
    """Tokens."""
    nay: int
    """Tokens."""


class GreatCardSet(ev.Event, frozen=True):
    """A correction: how a card was voted on, or that another one lies there."""

    card: str
    """As it was believed."""
    fate: str
    """"" for no vote yet, `ACCEPTED` or `REFUSED`."""
    really: str = ""
    """The card that lies there; "" for this one."""


class VotingTokensSet(ev.Event, frozen=True):
    """A correction: how many voting tokens a player has left."""

    player: str
    aye: int
    """Tokens left."""
    nay: int
    """Tokens left."""


class CardCounted(ev.Event, frozen=True):
    """What a player has of the thing an accepted card compares."""

    card: str
    player: str
    count: int
    """In the unit of the card: goods, tiles, castles, movement points."""


def _visible(now: Glen, viewer: str) -> Glen:
    """Until all fists open, a viewer knows who has spoken, but what only of the own voice (C7-08)."""
    hidden = {v.player: (v.aye, v.nay) for v in now.voices if v.player != viewer}
    used = {}
    for player_id, (aye, nay) in now.used.items():
        hidden_aye, hidden_nay = hidden.get(player_id, (0, 0))
        used[player_id] = (aye - hidden_aye, nay - hidden_nay)
    # That somebody laid two tokens shows when the fists open, not before (C7-05).
    doubled = tuple(player_id for player_id in now.doubled if sum(hidden.get(player_id, ())) < 2)
    voices = tuple(Vote(v.player, 0, 0) if v.player in hidden else v for v in now.voices)
    return replace(now, used=used, doubled=doubled, voices=voices)


OWN_STATE = ExpansionState(
    SLUG,
    begin=lambda state: Glen(used={p.id: (0, 0) for p in state.players}),
    visible=_visible,
)
"""The cards and the votes now."""


def tokens_left(state: State, player_id: str) -> tuple[int, int]:
    """Aye and Nay tokens that a player still has (C7-04)."""
    aye, nay = TOKENS[len(state.players)]
    used_aye, used_nay = OWN_STATE.of(state).used[player_id]
    return aye - used_aye, nay - used_nay


def all_tokens_left(state: State) -> tuple[int, int]:
    """Aye and Nay tokens that all players together still have, whoever laid the others (C7-04)."""
    left = [tokens_left(state, player.id) for player in state.players]
    aye, nay = OWN_STATE.of(state).together
    return sum(each for each, _ in left) - aye, sum(each for _, each in left) - nay


def personal_pile_owner(state: State) -> str:
    """While that card lies out and was not refused, tiles go to the pile of whoever's move it is (C7-25)."""
    fate = OWN_STATE.of(state).cards.get(MAX_DISCARDS, REFUSED)
    return "" if fate == REFUSED else state.turn.player
