"""Reward tokens: what is printed on them is told when one is taken, and remembered as facts of the box.

Only the token that was taken is ever told; those that go back stay face down (C1-18).
"""

from __future__ import annotations

from companion.chronicles.boat_race.race import SLUG, RewardTaken, race
from companion.chronicles.boat_race.words import castle_words
from companion.engine.message import Message, tr, trn
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import GOODS, Facts, Learned
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution

REWARD, TOKEN, BY_HAND = f"{SLUG}.reward", f"{SLUG}.token", f"{SLUG}.by_hand"
KNOWN = f"{SLUG}.reward_"
FORGOTTEN = "forgotten"
MOST = 15


def known_rewards(facts: Facts) -> dict[str, str]:
    """Fact -> what it is ("coins:2"), in the order in which people met them."""
    found = {name: str(value) for name, value in facts.more.items() if name.startswith(KNOWN)}
    order = sorted(found, key=lambda name: (len(name), name))
    return {name: found[name] for name in order if reward_words(found[name])}


def reward_words(reward: str) -> Message | None:
    """A reward in words; None for what isn't one."""
    kind, _, number = reward.partition(":")
    if not number.isdecimal():
        return None
    n = int(number)
    match kind:
        case "coins":
            return trn("{n} coin", "{n} coins", n)
        case "barrels":
            return trn("{n} barrel", "{n} barrels", n)
        case "points":
            return trn("{n} point", "{n} points", n)
        case "movement":
            return trn("{n} movement point", "{n} movement points", n)
    return tr("{n} {good}", n=n, good=labels.GOODS_WORDS[kind]) if kind in GOODS else None


def _new() -> Pick:
    """What kind of reward, and how much of it."""
    amount = Amount("n", tr("How many?"), 1, MOST, 1)
    kinds = {
        "coins": tr("coins"),
        "barrels": tr("barrels"),
        "points": tr("points"),
        "movement": tr("movement points"),
        **labels.GOODS_WORDS,
    }
    return Pick("kind", tr("What is on it?"), tuple(Choice(k, w, then=(amount,)) for k, w in kinds.items()))


def ask_reward(state: State, question: OpenQuestion) -> Question:
    """One of the tokens of this castle, chosen unseen by the others (C1-17)."""
    text = tr(
        "{player} looks at the tokens of {castle} and takes 1; the others go back face down. Which one?",
        player=labels.figure(state, question.player),
        castle=castle_words(state, str(question.args[0])),
    )
    known = tuple(
        Offer(name, words)
        for name, reward in known_rewards(state.facts).items()
        if (words := reward_words(reward)) is not None
    )
    offers = (
        *known,
        Offer("new", tr("Another reward"), (_new(),)),
        Offer("by_hand", tr("We do it ourselves")),
        Offer("none", tr("No token is taken")),
    )
    return Question(question.number, question.kind, text, offers, question.player, rule="C1-17")


def settle_reward(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    player_id, castle = question.player, str(question.args[0])
    resolution.close(question)
    if answer.offer == "none":
        return
    resolution.do(RewardTaken(player_id, castle))
    if answer.offer == "by_hand":
        resolution.do(ev.ManualStepDue(BY_HAND))
        return
    reward = known_rewards(resolution.state.facts).get(answer.offer, "")
    if answer.offer == "new":
        reward = _told_anew(resolution, answer)
    _gain(resolution, player_id, reward)


def _told_anew(resolution: Resolution, answer: Answer) -> str:
    """A reward that nobody had told about is remembered."""
    reward = f"{answer.values[0]}:{answer.values[1]}"
    if reward not in known_rewards(resolution.state.facts).values():
        names = [name for name in resolution.state.facts.more if name.startswith(KNOWN)]
        resolution.do(ev.FactLearned(Learned("", f"{KNOWN}{len(names) + 1}", reward)))
    return reward


def _gain(resolution: Resolution, player_id: str, reward: str) -> None:
    """Counts are booked, goods and movement are left to the hands."""
    kind, _, number = reward.partition(":")
    match kind:
        case "coins":
            resolution.do(ev.CoinsGained(player_id, int(number), TOKEN))
        case "barrels":
            resolution.do(ev.BarrelsGained(player_id, int(number), TOKEN))
        case "points":
            resolution.do(ev.PointsScored(player_id, int(number), TOKEN))
        case _:
            resolution.do(ev.ManualStepDue(BY_HAND))


def ask_again(resolution: Resolution, player_id: str, castle: str) -> None:
    """A boat is at a castle: only where tokens lie (C1-21)."""
    if race(resolution.state).tokens[castle]:
        resolution.ask(REWARD, player_id, castle)


def change_reward(facts: Facts) -> Offer | None:
    """What was told of a token is put right, or forgotten."""
    known = known_rewards(facts)
    if not known:
        return None
    kinds = _new()
    forget = Choice(FORGOTTEN, tr("there is no such token"))
    now = Pick(kinds.name, kinds.text, (*kinds.choices, forget))
    which = tuple(
        Choice(name, words, then=(now,)) for name, r in known.items() if (words := reward_words(r)) is not None
    )
    return Offer(REWARD, tr("What is on a reward token"), (Pick("token", tr("Which one?"), which),))


def settle_change(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    name, *told = answer.values
    reward = FORGOTTEN if told[0] == FORGOTTEN else f"{told[0]}:{told[1]}"
    resolution.do(ev.FactLearned(Learned("", str(name), reward)))
