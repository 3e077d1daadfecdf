"""Turn questions: playing a card, claiming stones, or playing nothing (ST-TRN-01, ST-CLM, ST-TAC-03)."""

from __future__ import annotations

from companion.engine.caching import LazyItems
from companion.engine.message import Message, tr, with_button_wording
from companion.engine.offers import Answer, Choice, Pick, Place, Reason
from companion.scoring.schotten_totten.border import CLAN_CARDS, TACTICS, Side, other_joker, other_side
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten import labels
from companion.state.schotten_totten.course import draw_card, fire_trigger, play_recruiter, side_to_play
from companion.state.schotten_totten.legal_plays import (
    cannot_lay,
    claimable_stones,
    judged_claim,
    judged_claims,
    may_play_tactics,
    why_must_lay,
    why_not_card,
)
from companion.state.schotten_totten.model import OpenQuestion, State
from companion.state.schotten_totten.resolution import Action, Form, QuestionKind, Resolution, nothing_card
from companion.state.schotten_totten.suggestions import border_map_tiles, stone_cell
from companion.state.schotten_totten.text import named_claim_reason, short_owner_text

TACTICS_GROUP = tr("Tactics cards")
WHICH_CARD, WHICH_STONE = tr("Which card?"), tr("Which stone?")
PASSES_FOR_DEAD_END = 2
"""Number of consecutive passes after which the round can end (ST-END-05)."""


def _play_text(state: State, question: OpenQuestion) -> Message:
    side = side_to_play(state)
    who = labels.figure_label(state, question.player)
    if not cannot_lay(state, side):
        return with_button_wording(
            tr("{Player}, tap the card that you lay.", Player=who), tr("{Player}, which card?", Player=who)
        )
    if may_play_tactics(state, side):
        return tr("{Player}, only tactics or nothing can be played.", Player=who)
    return tr("{Player} can lay nothing.", Player=who)


def card_pick(state: State, side: Side) -> Pick:
    """Return a choice of all cards, grouped by colour. Cards that cannot be played are hidden choices for taps.

    The Jokers are alike, so only one of them is shown (ST-ELT-02).
    """
    choices: list[Choice] = []
    for id in (*CLAN_CARDS, *TACTICS):
        closed = why_not_card(state, id, side)
        colour = id.partition("-")[0]
        twin = any(each.piece == other_joker(id) and not each.closed for each in choices)
        group = labels.COLOUR_WORDS[colour] if id in CLAN_CARDS else TACTICS_GROUP
        choices.append(
            Choice(id, labels.card_label(id), closed, piece=id, group=group, is_hidden=closed is not None or twin)
        )
    return Pick("card", WHICH_CARD, tuple(choices))


def _card(state: State, _question: OpenQuestion) -> Form:
    side = side_to_play(state)
    return Form(tr("Lay a card"), (card_pick(state, side),), has_key=not cannot_lay(state, side), hint=tr("card"))


def enter_shown_card(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Record a shown card, which then waits for its stone; Recruiter takes effect at once (ST-RUS-03)."""
    card, side = str(answer.values[0]), side_to_play(resolution.state)
    if card == "recruiter":
        resolution.do(ev.RusePlayed(side, card))
        play_recruiter(resolution)
        fire_trigger(resolution, "played")
        return
    resolution.do(ev.CardShown(side, card))
    fire_trigger(resolution, "waits")


def _nothing(state: State, _question: OpenQuestion) -> Form:
    """Return the form for playing nothing. If no clan card can be played, it takes the key of the cards."""
    side = side_to_play(state)
    now = cannot_lay(state, side)
    label = tr("{Player} lays nothing", Player=labels.figure_label(state, side))
    return Form(
        label,
        caution=why_must_lay(state, side),
        has_key=now,
        hint=tr("nothing"),
        is_suggested=now,
        is_rare=not now,
    )


def _pass(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    """Record a pass. The player draws only with tactics cards and space in the hand (ST-TRN-07, ST-TAC-07)."""
    resolution.do(ev.Passed(side_to_play(resolution.state)))
    if resolution.state.tactical and resolution.state.pile:
        draw_card(resolution)
    fire_trigger(resolution, "played")


def _dead_end(state: State, _question: OpenQuestion) -> Form | None:
    if state.passes < PASSES_FOR_DEAD_END:
        return None
    return Form(tr("Nobody can go on: the round is over"))


def _end(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    fire_trigger(resolution, "ended")


def _claim_text(state: State, question: OpenQuestion) -> Message:
    return tr("{Player}, which stone do you claim?", Player=labels.figure_label(state, question.player))


def _claim(state: State, question: OpenQuestion) -> Form:
    """Return the form for claiming a stone; stones that cannot be claimed give the reason (ST-CLM-02)."""
    side: Side = "A" if question.player == "A" else "B"
    label = tr("{Player} claims a stone", Player=labels.figure_label(state, side))
    full = [claim.stone for claim in judged_claims(state, side)]
    if not state.house.claims_are_marked:
        return Form(label, (_unmarked(state, side),), has_key=bool(full), hint=tr("claim"))
    choices = tuple(_stone(state, side, number) for number, _ in enumerate(state.stones, 1))
    able = [choice.value for choice in choices if not choice.closed]
    theirs = [str(claim.stone) for claim in claimable_stones(state).values() if claim.by != side]
    usual = next(iter((*able, *theirs, *map(str, full))), "")
    text = _claim_text(state, question)

    def stones() -> tuple[Place]:
        lie, only = border_map_tiles(state), len(able) == 1
        return (
            Place(
                "stone",
                text,
                choices,
                usual,
                only,
                starts_at_default=True,
                in_order=True,
                map_tiles=lie,
                brief=WHICH_STONE,
            ),
        )

    hint = tr("claim") if able else tr("when?") if theirs else tr("why not?")
    return Form(label, LazyItems(stones), has_key=bool(full), hint=hint, is_suggested=bool(able))


def _stone(state: State, side: Side, number: int) -> Choice:
    """Return a stone as a choice, with the reason why it can or cannot be claimed."""
    closed, claim = why_not_claim(state, side, number), judged_claim(state, side, number)
    note = None
    if claim and not closed:
        note = tr("Stone {n}: {because}.", n=number, because=named_claim_reason(state, claim))
    id = f"{labels.STONE_PREFIX}{number}"
    return Choice(str(number), labels.stone_label(number), closed, piece=id, note=note, cell=stone_cell(number))


def _unmarked(state: State, side: Side) -> Pick:
    """Return the choice without marks: a default would reveal a single claimable stone, the map all of them."""
    choices = (
        Choice(
            str(number),
            labels.stone_label(number),
            why_not_claim(state, side, number),
            piece=f"{labels.STONE_PREFIX}{number}",
            is_hidden=judged_claim(state, side, number) is None,
        )
        for number, _ in enumerate(state.stones, 1)
    )
    return Pick("stone", WHICH_STONE, tuple(choices))


def why_not_claim(state: State, side: Side, number: int) -> Reason | None:
    """Return why a player cannot claim a stone in the own claiming step, or None."""
    stone = state.stone(number)
    if stone.owner:
        return Reason("ST-CLM-07", short_owner_text(state, number))
    claim = judged_claim(state, side, number)
    if claim and claim.claimable:
        return None
    theirs = judged_claim(state, other_side(side), number)
    early = why_too_early(state, other_side(side), number) if theirs and theirs.claimable else None
    who = labels.figure_label(state, side)
    if early and claim is None:
        # The stone does not show which player is meant, so the text gives both reasons.
        return Reason(early.rule, tr("{early} {Player} still lacks cards there.", early=early.text, Player=who))
    if early:
        return early
    if claim is None:
        return Reason("ST-PRF-02", tr("{Player} still lacks cards at stone {n}.", Player=who, n=number))
    return Reason(claim.why, tr("Stone {n} stays: {why}.", n=number, why=named_claim_reason(state, claim)))


def why_too_early(state: State, side: Side, number: int) -> Reason:
    """Return that it is not the claiming step of the player who could claim it (ST-CLM-01, ST-EXP-01)."""
    who = labels.figure_label(state, side)
    if state.expert:
        text = tr("Experts claim before they lay a card: {player} can claim stone {n} then.", player=who, n=number)
        return Reason("ST-EXP-01", text)
    if cannot_lay(state, side):
        return Reason(
            "ST-CLM-01", tr('First choose "nothing", then {player} claims stone {n}.', player=who, n=number)
        )
    return Reason("ST-CLM-01", tr("{Player} lays a card first, then claims stone {n}.", Player=who, n=number))


def _claim_it(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Record the claim; the course then checks whether it wins the round (ST-END-04)."""
    side: Side = "A" if question.player == "A" else "B"
    claim = judged_claim(resolution.state, side, int(answer.values[0]))
    assert claim is not None
    resolution.do(ev.StoneClaimed(side, claim.stone, claim.why, claim))


TURN_KINDS = (
    QuestionKind(
        "claim",
        _claim_text,
        (Action("claim", _claim, _claim_it, "OK"),),
        rule="ST-CLM-03",
        non_blocking=True,
        stays_open=True,
    ),
    QuestionKind(
        "play",
        _play_text,
        (
            Action("card", _card, enter_shown_card, "UP"),
            Action("nothing", _nothing, _pass, "UP", cards=nothing_card),
            Action("dead_end", _dead_end, _end, "DOWN"),
        ),
        rule="ST-TRN-01",
        non_blocking=True,
        stays_open=True,
    ),
)
