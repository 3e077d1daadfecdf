"""Scoring of the mobs: Mike's Scot, John's cards, Sibyl's points, penalties and pennies (C8-13, C8-14, C8-30).

The last part reads penalties and pennies from a document of `companion score`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from companion.chronicles.interactions import TURNED_CARDS
from companion.chronicles.penny_mobs.model import CASTLE, MEMBERS, MIN_SHARED_POINTS, OWN_STATE, SLUG, SPONGE, Mob
from companion.engine.message import Message, tr
from companion.engine.offers import Amount, Answer
from companion.scoring.gains import PlayerGain, player_gain
from companion.scoring.glen_more_2.document import ExpansionKeys
from companion.scoring.glen_more_2.model import GainsPart, ScoringPart, Standing, StandingsPart
from companion.scoring.score_sheet import NUMBER_TEXT, Key, Number
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Action, Form, QuestionKind, Resolution
from companion.state.glen_more_2.facts import LearnedFact
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ruleset import expansion_rule, run_query
from companion.state.territory.model import OpenQuestion

PENALTY_QUESTION = f"{SLUG}.penalty"
MAX_PENALTY, DEFAULT_PENALTY = 20, 6
CATEGORIES = ("scots_in_home_castle", "landmarks", "whisky", "persons")


def penalty_fact(member: str) -> str:
    """Return the name of the box fact with a member's penalty."""
    return f"{PENALTY_QUESTION}.{member}"


def penalty_of(state: State, member: str) -> int | None:
    """Return the points that a controlled member costs; None while this box fact is unknown."""
    known = state.facts.more.get(penalty_fact(member))
    return None if known is None else int(known)


def expected_end_points(state: State, player_id: str) -> dict[str, int]:
    """Return the points a player would lose and gain by members and pennies now, by source (C8-13, C8-14)."""
    now = OWN_STATE.of(state)
    gone = [
        *penalty_gains(state, now, player_id),
        *penny_gains(player_id, now.plus_pennies[player_id], now.minus_pennies[player_id]),
    ]
    return {one.gain.source: one.gain.points for one in gone}


def penalty_gains(state: State, now: Mob, player_id: str) -> Iterator[PlayerGain]:
    """Yield the penalty of each of a player's members (C8-13)."""
    for member, owner in now.owners.items():
        if owner == player_id and (cost := penalty_of(state, member)):
            yield player_gain(player_id, member, -cost, tr("{member} costs this", member=MEMBERS[member].name))


def penny_gains(player_id: str, plus: int, minus: int) -> Iterator[PlayerGain]:
    """Yield the points of pennies: 1 for each +1 penny, -1 for each -1 penny (C8-14)."""
    if plus != minus:
        yield player_gain(player_id, SLUG, plus - minus, tr("+1 x {plus}, -1 x {minus}", plus=plus, minus=minus))


def scoring_parts(state: State) -> tuple[ScoringPart, ...]:
    """Return the scoring parts of the mobs."""
    now = OWN_STATE.of(state)

    def counts(standings: tuple[Standing, ...]) -> tuple[Standing, ...]:
        return tuple(_with_cards(_with_mike(s, now), now, state) for s in standings)

    def dues(standings: Sequence[Standing], _before: Sequence[PlayerGain]) -> Iterator[PlayerGain]:
        for standing in standings:
            player_id = standing.name
            yield from (
                *penalty_gains(state, now, player_id),
                *penny_gains(player_id, now.plus_pennies[player_id], now.minus_pennies[player_id]),
            )

    def sponge(_standings: Sequence[Standing], before: Sequence[PlayerGain]) -> Iterator[PlayerGain]:
        owner = now.owners.get(SPONGE, "")
        only = bool(expansion_rule(state, f"{SLUG}.sibyl_categories_only"))
        for name, source, points in _by_source(before) if owner else ():
            counts = source in CATEGORIES if only else source != SLUG  # Pennies are no source (C8-30).
            if name != owner and points >= MIN_SHARED_POINTS and counts:
                because = tr("1 of {n} points", n=points)
                yield player_gain(name, SPONGE, -1, because)
                yield player_gain(owner, SPONGE, 1, because)

    return (
        StandingsPart(SLUG, counts),
        # Only the final scoring has this step (C8-13, C0-13).
        GainsPart(SLUG, "dues", dues),
        # Last, because it needs the points of all other parts (C8-30).
        GainsPart(SLUG, "handed_on", sponge),
    )


def _by_source(before: Sequence[PlayerGain]) -> Iterator[tuple[str, str, int]]:
    """Yield player, source and points; the points of a category are one source (C8-30)."""
    seen = set()
    for one in before:
        name, source = one.name, one.gain.source
        if source not in CATEGORIES:
            yield name, source, one.gain.points
        elif (name, source) not in seen:
            seen.add((name, source))
            yield name, source, sum(g.gain.points for g in before if (g.name, g.gain.source) == (name, source))


def _with_mike(standing: Standing, now: Mob) -> Standing:
    """Return the standing with one Scot of the host less and Mike's Scot more; Castle Moil doubles later
    (C8-33)."""
    if not now.mike_owner:
        return standing
    scots = standing.scots_in_home_castle
    if standing.name == now.hosts[CASTLE]:
        scots = max(0, scots - 1)
    if standing.name == now.mike_owner:
        scots += 1
    return replace(standing, scots_in_home_castle=scots)


def _with_cards(standing: Standing, now: Mob, state: State) -> Standing:
    """Return the standing with unturned cards under John's tokens counted for his owner (C8-43)."""
    turned = run_query(TURNED_CARDS, state)
    held = {card for p in state.players for card in p.landmarks if card not in turned}
    claimed = {card: player_id for card, player_id in now.card_tokens.items() if card in held}
    mine = [card for card in standing.landmarks if card not in claimed or claimed[card] == standing.name]
    more = [card for card, player_id in claimed.items() if player_id == standing.name and card not in mine]
    # Only the count of cards moves; a card's lasting effect stays with the player who has it.
    working_cards = standing.landmarks if standing.working_cards is None else standing.working_cards
    return replace(standing, landmarks=(*mine, *more), working_cards=working_cards)


def ask_penalties(state: State) -> Iterator[ev.Event]:
    """Ask for unknown penalties of controlled members (C8-13)."""
    for member in OWN_STATE.of(state).owners:
        if penalty_of(state, member) is None:
            yield ev.QuestionAsked(PENALTY_QUESTION, "", (member,))


def _penalty_text(_state: State, question: OpenQuestion) -> Message:
    return tr("How many points does {member} cost at the end?", member=MEMBERS[str(question.args[0])].name)


def _penalty(state: State, question: OpenQuestion) -> Form:
    text = _penalty_text(state, question)
    return Form(text, (Amount("points", text, 0, MAX_PENALTY, DEFAULT_PENALTY),))


def _learn_penalty(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    fact = penalty_fact(str(question.args[0]))
    resolution.do(ev.FactLearned(LearnedFact("", fact, int(answer.values[0]))))


KINDS = (
    QuestionKind(PENALTY_QUESTION, _penalty_text, (Action("penalty", _penalty, _learn_penalty),), rule="C8-13"),
)


MAX_MEMBERS = 16


def document_gains(standings: Sequence[Standing], _before: Sequence[PlayerGain]) -> Iterator[PlayerGain]:
    """Yield the points of penalties and pennies in the document (C8-13, C8-14)."""
    for standing in standings:
        counted = standing.expansion_standings[SLUG]
        for penalty in filter(None, counted.get("member_penalties", ())):
            yield player_gain(standing.name, SLUG, -penalty, tr("a member costs {n}", n=penalty))
        yield from penny_gains(standing.name, counted.get("pennies_plus", 0), counted.get("pennies_minus", 0))


SCORE_KEYS = ExpansionKeys(
    keys={
        "member_penalties": Key(
            Annotated[list[Number], Meta(max_length=MAX_MEMBERS)],
            tr("a list of at most {most} whole numbers from 0: what each member costs", most=MAX_MEMBERS),
            "never",
        ),
        "pennies_plus": Key(Number, NUMBER_TEXT, "never"),
        "pennies_minus": Key(Number, NUMBER_TEXT, "never"),
    },
    parts=(GainsPart(SLUG, "dues", document_gains),),
)
