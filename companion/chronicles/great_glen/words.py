"""The Great Glen in words: what the screen says of its cards and of each player's tokens.

Says only what the state holds; changes nothing.
"""

from __future__ import annotations

from companion.chronicles.great_glen.cards import CARDS, SLUG, TOKENS
from companion.chronicles.great_glen.glen import ACCEPTED, OWN_STATE, REFUSED, all_left, tokens_left
from companion.engine.message import Message, tr
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.set_up_steps import Stage, Step

FATES = {"": tr("open"), ACCEPTED: tr("accepted"), REFUSED: tr("refused")}


def goes_out(card: str) -> str:
    """What the hands do with a card that is refused (C7-09), by the name of a cause."""
    return f"{SLUG}.out.{card}"


CAUSES = {
    goes_out(card.id): tr("Put {card} and its tokens into the box", card=card.name) for card in CARDS.values()
}


def lines(state: State, player_id: str) -> tuple[Message, ...]:
    """For the table how each card was voted on, beside a player the tokens left."""
    if not player_id:
        cards = OWN_STATE.of(state).cards.items()
        aye, nay = all_left(state)
        return (
            *(tr("{card}: {fate}", card=CARDS[card].name, fate=FATES[fate]) for card, fate in cards),
            tr("Voting tokens left: Aye {aye}, Nay {nay}", aye=aye, nay=nay),
        )
    if OWN_STATE.of(state).together != (0, 0):
        return ()  # of tokens counted together nobody told whose they were
    aye, nay = tokens_left(state, player_id)
    return (tr("Aye {aye}, Nay {nay}", aye=aye, nay=nay),) if aye or nay else ()


def preparation(state: State) -> tuple[Step, ...]:
    """Cards and voting tokens (C7-03, C7-04)."""
    aye, nay = TOKENS[len(state.players)]
    return (
        Step(Stage.SUPPLY, tr("Shuffle the 10 cards and lay 5 face up beside the rondel")),
        Step(Stage.PLAYERS, tr("Each player {aye} Aye and {nay} Nay tokens", aye=aye, nay=nay)),
    )
