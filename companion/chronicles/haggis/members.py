"""Two members of another chronicle sit at this table (C8-39, C8-40); whoever has them is read there, plain.

Looked for: `state.drawers.get("penny_mobs")`, in it `owner`, a dict from member ids to the player whose member
may be used now; "fraser_mcstarve" and "oonagh_mchagg" are read. That either was used is counted here (`taken`,
`rerolls`), so nobody has to tell that chronicle. Without it, nothing is asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.haggis.gaining import back_parts, own_taps
from companion.chronicles.haggis.pieces import MAX_HELD, SLUG
from companion.chronicles.haggis.tables import HaggisPassed, HaggisReturned, haggis
from companion.chronicles.haggis.tapping import token_choices
from companion.engine.message import tr
from companion.engine.offers import Answer, Offer, Pick, Question
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.expansions import switch
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution

TAKE, GIVE = f"{SLUG}.take", f"{SLUG}.give"
TAKER, THROWER = "fraser_mcstarve", "oonagh_mchagg"
ONCE_A_GAME = f"{SLUG}.reroll_once_a_game"


def owner_of(state: State, member: str) -> str:
    """Whose member it is, "" where nobody can use it."""
    owner: dict[str, str] = getattr(state.drawers.get("penny_mobs"), "owner", {})
    return owner.get(member, "")


def may_throw_again(state: State) -> str:
    """Who may have this roll thrown again: once in each scoring, by house rule once a game (C8-40)."""
    now = haggis(state)
    used = now.rerolls if switch(state, ONCE_A_GAME) else now.again
    return "" if used else owner_of(state, THROWER)


def ask_taker(state: State) -> Iterator[ev.Event]:
    """Before the first roll, once a game (C5-14, C8-39)."""
    owner = owner_of(state, TAKER)
    if owner and not haggis(state).taken and _givers(state, owner):
        yield ev.QuestionAsked(TAKE, owner)


def _givers(state: State, owner: str) -> list[str]:
    return [p.id for p in state.players if p.id != owner and haggis(state).held[p.id]]


def ask_take(state: State, question: OpenQuestion) -> Question:
    """From any player, who chooses which; with a full table one goes back first (C8-39, C5-09)."""
    owner = question.player
    full = len(haggis(state).held[owner]) >= MAX_HELD
    parts = back_parts(state, owner) if full else ()
    offers = [Offer("no", tr("Not now"))]
    for player_id in _givers(state, owner):
        name = labels.figure(state, player_id)
        label = (
            tr("One goes back, one comes from {player}", player=name)
            if full
            else tr("One from {player}", player=name)
        )
        offers.append(Offer(f"from_{player_id}", label, parts))
    text = tr("Fraser McStarve: does {player} take a haggis token?", player=labels.figure(state, owner))
    return Question(question.number, question.kind, text, tuple(offers), owner, rule="C8-39")


def settle_take(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    if answer.offer == "no":
        return
    owner, giver = question.player, answer.offer.removeprefix("from_")
    if len(haggis(resolution.state).held[owner]) >= MAX_HELD:
        resolution.do(HaggisReturned(owner, str(answer.values[0]) if answer.values else ""))
    if haggis(resolution.state).tagged:
        resolution.ask(GIVE, giver, owner)
    else:
        resolution.do(HaggisPassed(giver, owner))


def ask_give(state: State, question: OpenQuestion) -> Question:
    """The giver chooses; which one, nobody else is told."""
    text = tr(
        "{player}: choose a haggis token for {to} and tap it.",
        player=labels.figure(state, question.player),
        to=labels.figure(state, str(question.args[0])),
    )
    pick = Pick("token", tr("Tap it"), token_choices(state, own_taps(state, question.player), tr("Not tapped")))
    return Question(
        question.number, question.kind, text, (Offer("token", text, (pick,)),), question.player, rule="C8-39"
    )


def settle_give(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    resolution.do(HaggisPassed(question.player, str(question.args[0]), str(answer.values[0])))
