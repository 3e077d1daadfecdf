"""Reward tokens: what is printed on them is told when one is taken, and remembered as facts of the box.

Only the token that was taken is ever told; those that go back stay face down (C1-18).
"""

from __future__ import annotations

from companion.chronicles.boat_race.race import SLUG, RewardTaken, race
from companion.chronicles.boat_race.words import castle_words
from companion.engine.message import Said, say, say_n
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import GOODS, Facts, Learned
from companion.state.glen_more_2.model import Open, State
from companion.state.glen_more_2.resolution import Course

REWARD, TOKEN, BY_HAND = f"{SLUG}.reward", f"{SLUG}.token", f"{SLUG}.by_hand"
KNOWN = f"{SLUG}.reward_"
FORGOTTEN = "forgotten"
MOST = 15


def known_rewards(facts: Facts) -> dict[str, str]:
    """Fact -> what it is ("coins:2"), in the order in which people met them."""
    found = {name: str(value) for name, value in facts.more.items() if name.startswith(KNOWN)}
    order = sorted(found, key=lambda name: (len(name), name))
    return {name: found[name] for name in order if reward_words(found[name])}


def reward_words(reward: str) -> Said | None:
    """A reward in words; None for what isn't one."""
    kind, _, number = reward.partition(":")
    if not number.isdecimal():
        return None
    n = int(number)
    match kind:
        case "coins":
            return say_n("{n} coin", "{n} coins", n)
        case "barrels":
            return say_n("{n} barrel", "{n} barrels", n)
        case "points":
            return say_n("{n} point", "{n} points", n)
        case "movement":
            return say_n("{n} movement point", "{n} movement points", n)
    return say("{n} {good}", n=n, good=labels.GOODS_WORDS[kind]) if kind in GOODS else None


def _new() -> Pick:
    """What kind of reward, and how much of it."""
    amount = Amount("n", say("How many?"), 1, MOST, 1)
    kinds = {
        "coins": say("coins"),
        "barrels": say("barrels"),
        "points": say("points"),
        "movement": say("movement points"),
        **labels.GOODS_WORDS,
    }
    return Pick("kind", say("What is on it?"), tuple(Choice(k, w, then=(amount,)) for k, w in kinds.items()))


def ask_reward(state: State, question: Open) -> Question:
    """One of the tokens of this castle, chosen unseen by the others (C1-17)."""
    text = say(
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
        Offer("new", say("Another reward"), (_new(),)),
        Offer("by_hand", say("We do it ourselves")),
        Offer("none", say("No token is taken")),
    )
    return Question(question.number, question.kind, text, offers, question.player, rule="C1-17")


def settle_reward(course: Course, question: Open, answer: Answer) -> None:
    who, castle = question.player, str(question.args[0])
    course.settle(question)
    if answer.offer == "none":
        return
    course.do(RewardTaken(who, castle))
    if answer.offer == "by_hand":
        course.do(ev.Told(BY_HAND))
        return
    reward = known_rewards(course.state.facts).get(answer.offer, "")
    if answer.offer == "new":
        reward = _told_anew(course, answer)
    _gain(course, who, reward)


def _told_anew(course: Course, answer: Answer) -> str:
    """A reward that nobody had told about is remembered."""
    reward = f"{answer.values[0]}:{answer.values[1]}"
    if reward not in known_rewards(course.state.facts).values():
        names = [name for name in course.state.facts.more if name.startswith(KNOWN)]
        course.do(ev.FactLearned(Learned("", f"{KNOWN}{len(names) + 1}", reward)))
    return reward


def _gain(course: Course, who: str, reward: str) -> None:
    """Counts are booked, goods and movement are left to the hands."""
    kind, _, number = reward.partition(":")
    match kind:
        case "coins":
            course.do(ev.CoinsGained(who, int(number), TOKEN))
        case "barrels":
            course.do(ev.BarrelsGained(who, int(number), TOKEN))
        case "points":
            course.do(ev.PointsScored(who, int(number), TOKEN))
        case _:
            course.do(ev.Told(BY_HAND))


def ask_again(course: Course, who: str, castle: str) -> None:
    """A boat is at a castle: only where tokens lie (C1-21)."""
    if race(course.state).tokens[castle]:
        course.ask(REWARD, who, castle)


def change_reward(facts: Facts) -> Offer | None:
    """What was told of a token is put right, or forgotten."""
    known = known_rewards(facts)
    if not known:
        return None
    kinds = _new()
    forget = Choice(FORGOTTEN, say("there is no such token"))
    now = Pick(kinds.name, kinds.text, (*kinds.choices, forget))
    which = tuple(
        Choice(name, words, then=(now,)) for name, r in known.items() if (words := reward_words(r)) is not None
    )
    return Offer(REWARD, say("What is on a reward token"), (Pick("token", say("Which one?"), which),))


def settle_change(course: Course, _question: Open, answer: Answer) -> None:
    name, *told = answer.values
    reward = FORGOTTEN if told[0] == FORGOTTEN else f"{told[0]}:{told[1]}"
    course.do(ev.FactLearned(Learned("", str(name), reward)))
