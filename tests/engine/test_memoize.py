"""Long lists are made once for each moment, and anew for the next."""

from companion.engine.caching import memoize_last, memoize_per_state
from companion.engine.game import CORRECTION
from companion.engine.history import History
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer, new_history
from companion.games.glen_more_2.catalogue.box import Box
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.random_play import play_step
from companion.state.glen_more_2.game import GlenMore2
from companion.state.glen_more_2.model import HouseRules


def played(answers: int) -> History:
    history, player = (
        new_history(GlenMore2(), effective_facts(Box()), HouseRules()),
        RandomPlayer(RandomGamePlan(3, 2)),
    )
    for _ in range(answers):
        play_step(history, player)
    return history


def test_the_same_moment_is_worked_out_once_and_another_one_anew() -> None:
    worked_out = []

    @memoize_last
    def listed(first: tuple[int, ...], last: tuple[int, ...]) -> list[int]:
        worked_out.append(first)
        return [*first, *last]

    one, equal, other = (1, 2), tuple(range(1, 3)), (3, 4)
    assert listed(one, other) is listed(one, other)
    assert listed(equal, other) == listed(first=one, last=other) == [1, 2, 3, 4]
    assert listed(other, one) == [3, 4, 1, 2]
    assert worked_out == [one, equal, one, other]


def test_what_a_moment_asks_of_several_is_worked_out_once_each_until_the_next_moment() -> None:
    worked_out = []

    @memoize_per_state
    def listed(state: tuple[int, ...], who: str) -> list[int]:
        worked_out.append((state, who))
        return [*state, len(who)]

    one, equal = (1, 2), tuple(range(1, 3))
    assert listed(one, "ann") is listed(one, "ann")
    assert listed(one, "ben") is not listed(one, "ann")
    assert listed(equal, "ann") == listed(one, who="ann") == [1, 2, 3]
    assert worked_out == [(one, "ann"), (one, "ben"), (equal, "ann"), (one, "ann")]


def test_a_moment_looked_at_again_asks_what_it_asked_first() -> None:
    history = played(60)
    game, seen = history.game, []
    for position in range(60):
        state = history.state_before(position)
        seen.append((game.questions(state), game.question(state, CORRECTION)))
    for position in reversed(range(60)):
        state, afresh = history.state_before(position), GlenMore2()
        assert (game.questions(state), game.question(state, CORRECTION)) == seen[position]
        assert (afresh.questions(state), afresh.question(state, CORRECTION)) == seen[position]
