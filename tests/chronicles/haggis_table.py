"""A table with haggis: facts of the box all told, and a scoring begun with tokens of one's own choice."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.chronicles.haggis.definition import CHRONICLE
from companion.chronicles.haggis.model import (
    OWN_STATE,
    SLUG,
    STICKERS_FACT,
    TOKEN_IDS,
    Haggis,
    letter_fact,
    value_fact,
)
from companion.chronicles.interactions import REROLL_OWNER, TOKEN_TAKER
from companion.engine.history import History
from companion.engine.message import literal
from companion.engine.offers import Question
from companion.state.glen_more_2.actions import Resolution
from companion.state.glen_more_2.course import advance_course
from companion.state.glen_more_2.expansions import Expansion
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.game import make_library
from companion.state.glen_more_2.model import Rules
from tests.state.glen_more_2.table import COLOURS, Staged, Table, facts_of

ONES, TWOS, THREES = TOKEN_IDS[:5], TOKEN_IDS[5:10], TOKEN_IDS[10:]
SETTLED = {letter_fact("A"): 1, letter_fact("B"): 2, letter_fact("C"): 2, letter_fact("D"): 1}
VALUES = {value_fact(token): value for value, tokens in enumerate((ONES, TWOS, THREES), 1) for token in tokens}


def facts_told(stickers: bool, box: str = "complete", **more: Any) -> Facts:
    facts = facts_of(box)
    return replace(facts, more={**facts.more, **SETTLED, **VALUES, STICKERS_FACT: stickers, **more})


def table_of(
    players: int = 3, stickers: bool = False, switches: dict[str, int] | None = None, **more: Any
) -> Table:
    table = Table(0, facts=facts_told(stickers, **more), chronicles=(SLUG,), switches=switches)
    table.sits(*COLOURS[:players])
    table.answers("start", "go")
    table.answers("layout", "done")
    return table


def shows(table: Table, *tokens: str) -> None:
    """These lie face up in the supply."""
    for token in tokens:
        table.taps(token)


def tokens_of(table: Table) -> Haggis:
    return OWN_STATE.of(table.state)


def holds(table: Table, **held: tuple[str, ...]) -> None:
    """What lies face down on the tables; the history starts here."""
    now = tokens_of(table)
    table.stage(OWN_STATE.put(table.state, replace(now, face_down={**now.face_down, **held})))


def rules_with_members(taker: str, thrower: str) -> Rules:
    """Haggis beside a made-up chronicle that says who may take a token, and who may have a roll thrown again."""
    answers = (TOKEN_TAKER.answered_by(lambda _state: taker), REROLL_OWNER.answered_by(lambda _state: thrower))
    members = Expansion(slug="members", number=99, name=literal("members"), answers=answers)
    return make_library((CHRONICLE, members)).ruleset((SLUG, members.slug))


def scoring(table: Table, round: str = "B", taker: str = "", thrower: str = "") -> None:
    """A scoring round comes and all its counts are right; the haggis scoring begins."""
    scored = {"B": ("A",), "C": ("A", "B"), "final": ("A", "B", "C")}.get(round, ())
    state = replace(table.state, open_questions=(), stage="next", due_scorings=(round,), done_scorings=scored)
    state = replace(state, pending_hooks=(), pending_follow_ups=(), rules=rules_with_members(taker, thrower))
    resolution = Resolution(state)
    advance_course(resolution)
    resolution.store_pending_steps()
    table.history = History(Staged(resolution.state), table.history.header)
    table.answers("count_scots", "counted", *(0 for _ in state.players))
    table.answers("count_rest", "right")


def as_put(question: Question) -> list[Any]:
    """All that anybody is shown of a question."""
    names = (
        question.number,
        question.kind,
        question.player,
        question.secret,
        question.non_blocking,
        question.rule,
    )
    return [*names, question.text, question.offers]


def turned(table: Table, **values: str) -> None:
    """What each says to have turned, after all rolls: "1_3" for two tokens, "" for none."""
    for player_id, of_player in values.items():
        table.answers("haggis.turned", f"these_{of_player}", player=player_id)


def rolls(table: Table, *faces: int) -> None:
    for face in faces:
        table.answers("haggis.roll", f"face_{face}")
