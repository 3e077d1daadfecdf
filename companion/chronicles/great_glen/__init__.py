"""VII Great Glen Gathering: five cards, a vote after each person taken, prizes at the end (C7-01 to C7-27)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.chronicles.great_glen import questions as asks
from companion.chronicles.great_glen.cards import CARDS, MAX_DISCARDS, SLUG
from companion.chronicles.great_glen.glen import (
    CHANGES,
    REFUSED,
    CardCounted,
    CardVoted,
    GreatCardLaid,
    VoiceHeard,
    drawer,
    glen,
    tokens_left,
    unseen,
)
from companion.chronicles.great_glen.scoring import parts
from companion.engine.game import PutBack
from companion.engine.message import Message, tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.expansions import Expansion, ExpansionRule
from companion.state.glen_more_2.model import State


def pile(state: State) -> str:
    """While that card lies out and was not refused, tiles go to the pile of whoever's move it is (C7-25)."""
    fate = glen(state).cards.get(MAX_DISCARDS, REFUSED)
    return "" if fate == REFUSED else state.turn.player


def lines(state: State, player_id: str) -> tuple[Message, ...]:
    if not player_id:
        return tuple(
            tr("{card}: {fate}", card=CARDS[card].name, fate=FATES[fate])
            for card, fate in glen(state).cards.items()
        )
    aye, nay = tokens_left(state, player_id)
    return (tr("Aye {aye}, Nay {nay}", aye=aye, nay=nay),)


FATES = {"": tr("open"), "accepted": tr("accepted"), "refused": tr("refused")}


def told_laid(_state: State, e: GreatCardLaid) -> Message:
    return tr("the card {card} lies out", card=CARDS[e.card].name)


def told_vote(_state: State, e: CardVoted) -> Message:
    fate = FATES["accepted" if e.accepted else "refused"]
    return tr("{card}: {aye} Aye, {nay} Nay, {fate}", card=CARDS[e.card].name, aye=e.aye, nay=e.nay, fate=fate)


def told_count(state: State, e: CardCounted) -> Message:
    return tr("{card}: {player} {n}", card=CARDS[e.card].name, player=labels.figure(state, e.player), n=e.count)


def put_back_voice(state: State, e: VoiceHeard) -> PutBack:
    return PutBack(tr("{player} takes the voting token back", player=labels.figure(state, e.player)))


def nothing(_state: State, _event: Any) -> None:
    return None


CHRONICLE = Expansion(
    slug=SLUG,
    number=7,
    minutes=10,
    name=tr("Great Glen Gathering"),
    words=("great_glen", "gathering", "voting", "aye", "most_discards"),
    drawer=drawer,
    events=tuple(CHANGES),
    changes=CHANGES,
    kinds=asks.KINDS,
    switches=(
        ExpansionRule(f"{SLUG}.hume_calls", "C7-10", 0, tr("David Hume calls a vote too")),
        ExpansionRule(f"{SLUG}.zero_gives_nothing", "C7-15", 0, tr("nobody gets a prize when all have none")),
        ExpansionRule(f"{SLUG}.hume_counts_once", "C7-19", 0, tr("David Hume is one person in a set")),
    ),
    reactions={ev.PersonGained: asks.person_taken},
    hooks={"laid_out": asks.lay_cards, "before_final": asks.ask_counts},
    follow_ups={"vote": asks.call_vote},
    pile=pile,
    scoring=parts,
    lines=lines,
    reasons={SLUG: tr("Great Glen cards")},
    told={GreatCardLaid: told_laid, CardVoted: told_vote, CardCounted: told_count, VoiceHeard: nothing},
    put_back={VoiceHeard: put_back_voice},
    secret=unseen,
    public={VoiceHeard: lambda e: replace(e, aye=0, nay=0)},
)
