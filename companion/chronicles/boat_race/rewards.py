"""Reward tokens: what is printed on one is entered when it is taken, and remembered as a fact of the box.

Only the token that was taken is ever entered; those that go back stay face down (C1-18).
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.boat_race.race import OWN_STATE, SLUG, RewardTaken, path
from companion.chronicles.boat_race.words import castle_words
from companion.engine.message import Message, tr, trn
from companion.engine.offers import Amount, Answer, Choice, Pick
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import GOODS, Facts, Learned
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.questions.corrections import in_play
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, ActionFamily, Form, QuestionKind, nothing
from companion.state.glen_more_2.sources import source

REWARD, TOKEN, BY_HAND = f"{SLUG}.reward", f"{SLUG}.token", f"{SLUG}.by_hand"
KNOWN = f"{SLUG}.reward_"
FACT_WORDS = {f"{KNOWN}{n}": tr("reward token {n}", n=n) for n in range(1, 17)}
FORGOTTEN = "forgotten"
DRAWN = "drawn"
"""Among the arguments of a question: the token is not chosen."""
MAX_AMOUNT = 15


def known_rewards(facts: Facts) -> dict[str, str]:
    """Fact -> what it is ("coins:2"), in the order in which people met them."""
    found = {name: str(value) for name, value in facts.more.items() if name.startswith(KNOWN)}
    # Shorter names first: by letters alone reward_10 would come before reward_9.
    order = sorted(found, key=lambda name: (len(name), name))
    return {name: found[name] for name in order if reward_words(found[name])}


def _known_words(facts: Facts) -> dict[str, Message]:
    """The same in words."""
    found = {name: reward_words(reward) for name, reward in known_rewards(facts).items()}
    return {name: words for name, words in found.items() if words is not None}


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


NAMED = {"coins": "coin", "barrels": "whisky", "points": "vp", "movement": "move"}
"""What the core calls them."""


def _kinds() -> dict[str, Message]:
    """What a token may show."""
    return {
        "coins": tr("coins"),
        "barrels": tr("barrels"),
        "points": tr("points"),
        "movement": tr("movement points"),
        **labels.GOODS_WORDS,
    }


def _what_it_shows(*more: Choice) -> Pick:
    """What kind of reward, and how much of it."""
    kinds = tuple(
        Choice(kind, words, then=(Amount("n", labels.HOW_MANY[NAMED.get(kind, kind)], 1, MAX_AMOUNT, 1),))
        for kind, words in _kinds().items()
    )
    return Pick("kind", tr("What is on it?"), (*kinds, *more))


# ---- one of the tokens of a castle, chosen unseen by the others (C1-17)


def ask_reward(resolution: Resolution, player_id: str, castle: str) -> None:
    """A boat is at a castle: only where tokens lie (C1-21)."""
    if OWN_STATE.of(resolution.state).tokens[castle]:
        resolution.ask(REWARD, player_id, castle)


def second_reward(_state: State, player_id: str, castle: str) -> tuple[ev.Event, ...]:
    """One more token of the castle, whoever else gives it: drawn, not chosen (C8-36, C8-38)."""
    return (ev.QuestionAsked(REWARD, player_id, (castle, DRAWN)),)


def where_it_lies(state: State, player_id: str) -> tuple[tuple[str, Message], ...]:
    """The castle that the boat reached last, neutral ones too, while tokens lie there (C1-20, C1-21)."""
    now = OWN_STATE.of(state)
    reached = path(now, player_id)[: now.boats[player_id].reached][-1:]
    return tuple((castle, castle_words(state, castle)) for castle in reached if now.tokens[castle])


def _reward_text(state: State, question: OpenQuestion) -> Message:
    if DRAWN in question.args:
        return tr(
            "{player} draws 1 more token of {castle}, unseen. What is on it?",
            player=labels.figure(state, question.player),
            castle=castle_words(state, str(question.args[0])),
        )
    return tr(
        "{player} looks at the tokens of {castle} and takes 1; the others go back face down. Which one?",
        player=labels.figure(state, question.player),
        castle=castle_words(state, str(question.args[0])),
    )


def _known(state: State, _question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    for name, words in _known_words(state.facts).items():
        yield name.removeprefix(KNOWN), Form(words)


def _take_known(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    reward = known_rewards(resolution.state.facts)[answer.offer]
    _take_token(resolution, question)
    _gain(resolution, question.player, reward)


def _take_new(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """A reward that nobody had named is remembered."""
    _take_token(resolution, question)
    reward = f"{answer.values[0]}:{answer.values[1]}"
    if reward not in known_rewards(resolution.state.facts).values():
        # Forgotten ones are counted too: journals answer by these numbers, so a used one never names another
        # reward.
        names = [name for name in resolution.state.facts.more if name.startswith(KNOWN)]
        resolution.do(ev.FactLearned(Learned("", f"{KNOWN}{len(names) + 1}", reward)))
    _gain(resolution, question.player, reward)


def _take_by_hand(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    _take_token(resolution, question)
    resolution.do(ev.ManualStepDue(BY_HAND))


def _take_token(resolution: Resolution, question: OpenQuestion) -> None:
    resolution.do(RewardTaken(question.player, str(question.args[0])))


def _gain(resolution: Resolution, player_id: str, reward: str) -> None:
    """Counts are booked; goods and movement are left to the hands where territories are not followed."""
    kind, _, number = reward.partition(":")
    match kind:
        case "coins":
            resolution.do(ev.CoinsGained(player_id, int(number), source(TOKEN)))
        case "barrels":
            resolution.do(ev.BarrelsGained(player_id, int(number), source(TOKEN)))
        case "points":
            resolution.do(ev.PointsScored(player_id, int(number), source(TOKEN)))
        case _ if not resolution.state.follows:
            resolution.do(ev.ManualStepDue(BY_HAND))
        case "movement":
            resolution.do(ev.MovementGained(player_id, int(number), source(TOKEN)))
        case _:
            for _each in range(int(number)):
                resolution.ask("good_onto", player_id, kind, source(TOKEN))


def _none_taken(_state: State, question: OpenQuestion) -> Form | None:
    """Who draws a second one has used a power for it."""
    return None if DRAWN in question.args else Form(tr("No token is taken"))


# ---- a correction: what is on a token


def _tokens_known(state: State, _question: OpenQuestion) -> Form | None:
    known = _known_words(state.facts)
    if not known:
        return None
    now = _what_it_shows(Choice(FORGOTTEN, tr("there is no such token")))
    which = tuple(Choice(name, words, then=(now,)) for name, words in known.items())
    return Form(tr("What is on a reward token"), (Pick("token", tr("Which one?"), which),))


def _set_token(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    name, *shown = answer.values
    # A fact can only be told anew, never be taken back; this word is no reward, so it isn't offered any more.
    reward = FORGOTTEN if shown[0] == FORGOTTEN else f"{shown[0]}:{shown[1]}"
    resolution.do(ev.FactLearned(Learned("", str(name), reward)))


KINDS = (
    QuestionKind(
        REWARD,
        _reward_text,
        (
            ActionFamily(KNOWN, _known, _take_known),
            Action("new", Form(tr("Another reward"), (_what_it_shows(),)), _take_new),
            Action("by_hand", Form(tr("We do it ourselves")), _take_by_hand),
            Action("none", _none_taken, nothing),
        ),
        rule="C1-17",
    ),
)
CORRECTIONS = (Action(REWARD, in_play(_tokens_known), _set_token),)
