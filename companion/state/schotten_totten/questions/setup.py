"""Setup, round and correction questions: players, variants, rounds, starters, names, notes and marks.

Rules: ST-SET-03, ST-RND-01, ST-RND-04. A wrong play or claim is not corrected here; players edit or undo its
entry.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.game import player_range_text
from companion.engine.message import Message, join_list, literal, tr
from companion.engine.offers import (
    EARLIER_NAME_PREFIX,
    NEW_NAME,
    Amount,
    Answer,
    Choice,
    Pick,
    Reason,
    Text,
    player_name_pick,
    players_names_pick,
)
from companion.scoring.schotten_totten.border import SIDES, Side
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten import labels
from companion.state.schotten_totten.course import begin_next_round, fire_trigger
from companion.state.schotten_totten.model import MAX_ROUNDS, PLAYERS, VARIANTS, OpenQuestion, State
from companion.state.schotten_totten.resolution import Action, Form, QuestionKind, Resolution
from companion.state.schotten_totten.text import round_end_reason

UNNAMED = "unnamed"
TACTICS_HOUSE_RULES = (
    *("discarded_are_seen", "first_moment_counts", "joker_declared", "joker_after_loss", "shield_bearer_strength"),
    *("one_technique_a_stone", "recruiter_draws", "ruse_without_target", "traitor_takes_troops", "traitor_stays"),
)
"""House rules that matter only with tactics cards."""


def _seat_text(state: State, _question: OpenQuestion) -> Message:
    if not state.players:
        return tr("Who sits at side A, near the panel?")
    return tr("{Player} plays. Who sits across?", Player=labels.figure_label(state, state.players[-1].id))


def _seat(state: State, _question: OpenQuestion) -> Form:
    label, n = tr("Next player"), len(state.players)
    if n == PLAYERS:
        return Form(
            label, closed=Reason("ST-CMP-01", player_range_text(literal("Schotten Totten"), PLAYERS, PLAYERS))
        )
    pick = player_name_pick(state.names, tuple(p.name for p in state.players if p.name))
    nameless = Choice(UNNAMED, tr("without a name: player {n}", n=n + 1))
    return Form(label, (replace(pick, choices=(nameless, *pick.choices)),))


def _sit(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Record a player; the second completes the seats (ST-CMP-01)."""
    seated = len(resolution.state.players)
    resolution.do(ev.PlayerSeated(SIDES[seated], entered_name(answer.values)))
    if seated + 1 == PLAYERS:
        resolution.close_all("seat")
        resolution.ask("start")


def entered_name(values: tuple[str | int, ...]) -> str:
    """Return the name in an answer to a list of names, "" for none."""
    which = str(values[0])
    if which == NEW_NAME:
        return str(values[1])
    return which.removeprefix(EARLIER_NAME_PREFIX) if which.startswith(EARLIER_NAME_PREFIX) else ""


def _start_text(state: State, _question: OpenQuestion) -> Message:
    what = [labels.VARIANT_WORDS[each] for each in state.variants] or [tr("the basic game")]
    return tr("{What}. Rounds: {n}.", What=join_list(what), n=state.rounds)


def _go(state: State, _question: OpenQuestion) -> Form:
    """Return the form for the starter. Players decide who it is by the rulebook (ST-SET-03)."""
    return Form(tr("Who begins?"), (_starters(state, tr("Who begins?")),))


def _starters(state: State, title: Message, default: str = "") -> Pick:
    several = tuple(Choice(p.id, labels.figure_label(state, p.id)) for p in state.players)
    return Pick("starter", title, several, default, starts_at_default=True)


def _begin(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.close_all("start")
    start_round(resolution, str(answer.values[0]))
    fire_trigger(resolution, "started")


def start_round(resolution: Resolution, starter: str) -> None:
    """Record the start of the next round."""
    begin_next_round(resolution, next(side for side in SIDES if side == starter))


def _variants(state: State, _question: OpenQuestion) -> Form:
    """Return the form for the variants, which are independent switches (ST-TAC-01, ST-EXP-02)."""
    choices = tuple(_variant(each, each in state.variants) for each in VARIANTS)
    on = [labels.VARIANT_WORDS[each] for each in state.variants]
    label = tr("Variants: {on}", on=join_list(on)) if on else tr("Variants: none")
    return Form(label, (Pick("variant", tr("Which variants?"), choices, several=True),))


def _variant(name: str, on: bool) -> Choice:
    change = tr("take out") if on else tr("add")
    return Choice(name, labels.variant_setting(labels.VARIANT_WORDS[name], on), change_verb=change)


def _change_variant(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.VariantChanged(str(answer.values[0])))


def _rounds(state: State, _question: OpenQuestion) -> Form:
    """Return the form for the number of rounds (ST-RND-01)."""
    rounds = Amount("rounds", tr("How many rounds?"), 1, MAX_ROUNDS, state.rounds, starts_at_default=True)
    return Form(tr("Rounds: {n}", n=state.rounds), (rounds,))


def _choose_rounds(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.RoundsChosen(int(answer.values[0])))


def name_form(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form that names a player, or None without players."""
    players: dict[str, tuple[Message, str]] = {
        p.id: (labels.figure_label(state, p.id), p.name) for p in state.players
    }
    return Form(tr("Name a player"), (players_names_pick(players, state.names),)) if players else None


def name_player(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Record the name of a player."""
    side: Side = "A" if answer.values[0] == "A" else "B"
    resolution.do(ev.PlayerNamed(side, entered_name(answer.values[1:])))


def _house(state: State, _question: OpenQuestion) -> Form:
    choices = tuple(
        Choice(name, labels.rule_setting(words, getattr(state.house, name) in (True, "on_play")))
        for name, words in labels.HOUSE_WORDS.items()
        if state.tactical or name not in TACTICS_HOUSE_RULES
    )
    return Form(
        tr("House rules"), (Pick("rule", tr("Which house rules do you want to change?"), choices, several=True),)
    )


def change_house(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Record that a house rule was turned on or off."""
    resolution.do(ev.HouseRuleChanged(str(answer.values[0])))


def _next_text(state: State, _question: OpenQuestion) -> Message:
    return round_end_reason(state, state.results[-1])


def _next(state: State, _question: OpenQuestion) -> Form:
    """Return the form for the next starter: suggests the loser, at equal stones the other player (ST-RND-04)."""
    winner = state.results[-1].winner or state.starter
    asked = tr("Who begins round {n} of {rounds}?", n=state.round + 1, rounds=state.rounds)
    return Form(tr("Next round"), (_starters(state, asked, "B" if winner == "A" else "A"),))


def _begin_next(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    start_round(resolution, str(answer.values[0]))
    fire_trigger(resolution, "again")


SETUP_KINDS = (
    QuestionKind("seat", _seat_text, (Action("seat", _seat, _sit),), rule="ST-CMP-01", stays_open=True),
    QuestionKind(
        "start",
        _start_text,
        (
            Action("variant", _variants, _change_variant),
            Action("rounds", _rounds, _choose_rounds),
            Action("go", _go, _begin),
            Action("name", name_form, name_player),
            Action("house", _house, change_house),
        ),
        rule="ST-SET-03",
        stays_open=True,
    ),
    QuestionKind("next", _next_text, (Action("next", _next, _begin_next),), rule="ST-RND-04"),
)


MAX_NOTE_LENGTH = 80


def _text(_state: State, _question: OpenQuestion) -> Message:
    return tr("What is wrong?")


def _marks(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form that turns marks of claimable stones on or off, or None.

    Finding claimable stones is part of the game for some players (ST-CLM-03).
    """
    if not state.round:
        return None
    marked = state.house.claims_are_marked
    return Form(tr("Mark no stones") if marked else tr("Mark what can be claimed"))


def _change_marks(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.HouseRuleChanged("claims_are_marked"))


def _make_note(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.NoteMade(str(answer.values[0])))


CORRECTION_KINDS = (
    QuestionKind(
        "correct",
        _text,
        (
            Action("marks", _marks, _change_marks),
            Action("name", name_form, name_player),
            Action("note", Form(tr("A note"), (Text("words", tr("Which words?"), MAX_NOTE_LENGTH),)), _make_note),
        ),
    ),
)
