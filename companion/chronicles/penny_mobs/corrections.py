"""Put right at any time: pennies, who is in jail or controlled by whom, tokens, and where they lie."""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.penny_mobs.event_rows import BRUCE_COINS
from companion.chronicles.penny_mobs.members import (
    CLAIM,
    LAIRD,
    MAIL,
    MEMBERS,
    PENNIES,
    SLUG,
    WANDER,
    Member,
    pool,
)
from companion.chronicles.penny_mobs.mob import JAIL, OUT, OWN_STATE, MemberSet, PenniesSet, TokenGone
from companion.chronicles.queries import TURNED_CARDS
from companion.engine.message import literal, tr
from companion.engine.offers import Amount, Answer, Choice, Pick
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.course import fire
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.questions.corrections import in_play
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form
from companion.state.glen_more_2.ruleset import asked

SET_PENNIES, SET_MEMBER, SET_TOKEN = f"{SLUG}.pennies", f"{SLUG}.member", f"{SLUG}.token"


def _pennies(state: State, _question: OpenQuestion) -> Form | None:
    """All that are in the game can come to one player (C8-35)."""
    if not OWN_STATE.is_in(state):
        return None
    now, most = OWN_STATE.of(state), PENNIES * len(state.players)
    players = tuple(
        Choice(
            p.id,
            labels.figure(state, p.id),
            then=(
                Amount("minus", tr("How many -1 pennies?"), 0, most, max(0, now.minus[p.id])),
                Amount("plus", tr("How many +1 pennies?"), 0, most, now.plus[p.id]),
            ),
        )
        for p in state.players
    )
    return Form(tr("Pennies"), (Pick("player", tr("Whose?"), players),))


def _set_pennies(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id, minus, plus = answer.values
    resolution.do(PenniesSet(str(player_id), int(minus), int(plus)))
    _score_again(resolution)


def _members(state: State, _question: OpenQuestion) -> Form | None:
    if not OWN_STATE.is_in(state):
        return None
    there = pool(len(state.players), state.chronicles)
    members = tuple(Choice(m.id, literal(m.name), then=(_places(state, m),)) for m in there)
    return Form(tr("A member of the mobs"), (Pick("member", tr("Which member?"), members),))


def _places(state: State, member: Member) -> Pick:
    """Out of the game, in jail, or with a player."""
    now = OWN_STATE.of(state)
    most, lying = PENNIES * len(state.players), now.on.get(member.id, 0)
    on_it = Amount("pennies", tr("How many pennies lie on it?"), 0, most, lying)
    with_player: tuple[Amount, ...] = ()
    if member.id == MAIL:
        with_player = (Amount("coins", tr("How many coins lie on it?"), 0, BRUCE_COINS, now.bruce),)
    elif member.tokens:
        left = now.tokens.get(member.id, member.tokens)
        with_player = (Amount("tokens", tr("How many tokens lie on it?"), 0, member.tokens, left),)
    owners = (Choice(p.id, labels.figure(state, p.id), then=with_player) for p in state.players)
    jail, out = Choice(JAIL, tr("in jail"), then=(on_it,)), Choice(OUT, tr("not in the game"))
    return Pick("place", tr("Where is {member}?", member=member.name), (jail, *owners, out))


def _set_member(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    member, place, *number = answer.values
    resolution.do(MemberSet(str(member), str(place), int(number[0]) if number else 0))
    _score_again(resolution)


def _lying(state: State) -> Iterator[Choice]:
    """Every token that lies somewhere."""
    now = OWN_STATE.of(state)
    for crest in now.crests:
        on = tr("{member} on {place}", member=MEMBERS[WANDER].name, place=labels.crest(state.facts, crest))
        yield Choice(f"{WANDER}:crest:{crest}", on)
    turned = asked(TURNED_CARDS, state)
    for card in (card for card in now.cards if card not in turned):  # It left with the card's turning (C8-43).
        on = tr("{member} on {place}", member=MEMBERS[CLAIM].name, place=labels.landmark(state.facts, card))
        yield Choice(f"{CLAIM}:card:{card}", on)
    if tile := now.reserved[0]:
        on = tr("{member} on {place}", member=MEMBERS[LAIRD].name, place=labels.piece(state.facts, tile))
        yield Choice(f"{LAIRD}:tile:{tile}", on)


def _tokens(state: State, _question: OpenQuestion) -> Form | None:
    """None where none lies anywhere."""
    if not OWN_STATE.is_in(state) or not (lying := tuple(_lying(state))):
        return None
    return Form(tr("A token of the mobs is gone"), (Pick("token", tr("Which one?"), lying),))


def _take_token_away(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    member, _, where = str(answer.values[0]).partition(":")
    resolution.do(TokenGone(member, where))


def _score_again(resolution: Resolution) -> None:
    """After the end the final scoring comes again."""
    if resolution.state.phase == "over":
        fire(resolution, "recount")


ROWS = (
    Action(SET_PENNIES, _pennies, _set_pennies),
    Action(SET_MEMBER, _members, _set_member),
    Action(SET_TOKEN, in_play(_tokens), _take_token_away),
)
