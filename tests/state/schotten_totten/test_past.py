"""What went wrong at the table is taken back, changed in the past, taken out; and how the history is read."""

from __future__ import annotations

import pytest

from companion.engine.history import History
from companion.engine.journal import SCHEMA, Header
from companion.engine.offers import Answer, Refusal
from companion.scoring.schotten_totten.border import Side
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten.game import reconcile_table
from companion.state.schotten_totten.house_rules import HouseRules
from companion.state.schotten_totten.model import State
from companion.state.schotten_totten.questions.place import place_value
from tests.state.schotten_totten.table import GAME


def game(*pieces: str, variants: tuple[str, ...] = ()) -> History:
    """Two players, Ann begins; then these pieces are tapped."""
    history = History(GAME, Header(SCHEMA, GAME.slug, GAME.rules_version, GAME.setup(HouseRules())))
    for name in ("Ann", "Ben"):
        say(history, "seat", "seat", "new", name)
    for each in variants:
        say(history, "start", "variant", each)
    say(history, "start", "go", "A")
    tap(history, *pieces)
    return history


def say(history: History, kind: str, offer: str, *values: str, anyway: bool = False) -> None:
    entries = history.propose(Answer(history.state.find_question(kind).number, offer, values, anyway))
    assert not isinstance(entries, Refusal), str(entries.reason.text)
    history.add(entries)


def tap(history: History, *pieces: str) -> None:
    for piece in pieces:
        (way,) = GAME.tap_meaning(history.state, piece).interpretations
        entries = history.propose(way.answer)
        assert not isinstance(entries, Refusal), str(entries.reason.text)
        history.add(entries)


def undone(history: History) -> list[str]:
    """What goes back where."""
    before, gone = history.state, [*reversed(history.standing[-1].events)]
    history.add(history.propose_undo())
    return [str(line.text) for line in GAME.undo_instructions(before, gone)]


def lies(history: History, stone: int) -> str:
    state: State = history.state
    return f"{' '.join(state.stone(stone).a)} / {' '.join(state.stone(stone).b)}".strip()


WON: dict[str, dict[Side, int]] = {"A": {"A": 5, "B": 2}, "B": {"A": 2, "B": 5}}
PLAYED = (
    "red-7",
    "place-a1",
    "green-1",
    "place-b2",
    "red-8",
    "place-a1",
    "green-2",
    "place-b2",
    "red-9",
    "place-a1",
)


def place_of(history: History, card: str) -> tuple[int, Answer]:
    """The entry that said where a card lies."""
    for entry in history.standing:
        for event in entry.events:
            if getattr(event, "card", "") == card and hasattr(event, "stone"):
                assert isinstance(entry.answer, Answer)
                return entry.number, entry.answer
    raise LookupError(card)


def test_undo_drops_the_card_that_waits_before_anything_else() -> None:
    history = game("red-7", "place-a1", "green-1")
    assert undone(history) == ["green 1 back to Ben"]
    assert (history.state.waiting, lies(history, 1)) == (None, "red-7 /")
    assert history.state.find_question("claim"), "Ann may claim again"
    assert undone(history) == ["Ann: 1 card back onto its pile, if drawn", "red 7 off stone 1"]
    assert history.state.waiting.card == "red-7"
    assert undone(history) == ["red 7 back to Ann"]


def test_a_card_that_waits_survives_a_restart() -> None:
    history = game("red-7", "place-a1", "green-1")
    again = History(GAME, history.header, history.entries)
    assert again.state == history.state
    assert again.state.waiting.card == "green-1"
    tap(again, "place-b5")
    assert lies(again, 5) == "/ green-1"


def test_a_card_at_the_wrong_stone_is_moved_three_plays_later_by_its_stone_alone() -> None:
    history = game(*PLAYED)
    number, answer = place_of(history, "green-1")
    asked = GAME.question(history.state_before(6), answer.question)
    assert asked
    assert answer.values == (place_value(2, "B"),), "the form opens with what was said"
    past = history.propose_edit(number, Answer(answer.question, "place", (place_value(4, "B"),)))
    assert (past.refusal, past.unfit_entries) == (None, ())
    old = history.state
    history.add(past.entries)
    assert [lies(history, n) for n in (1, 2, 4)] == ["red-7 red-8 red-9 /", "/ green-2", "/ green-1"]
    told = [str(line.text) for line in reconcile_table(old, history.state)]
    assert told == ["Green 1: stone 4, side of Ben"]


def test_a_wrong_claim_is_taken_back_and_what_came_after_stays() -> None:
    history = game(*PLAYED, "stone-1", "green-4", "place-b5")
    [claim] = [e for e in history.standing if any(type(event).__name__ == "StoneClaimed" for event in e.events)]
    past = history.propose_edit(claim.number, None)
    assert past.unfit_entries == ()
    old = history.state
    history.add(past.entries)
    assert (history.state.stone(1).owner, lies(history, 5)) == (None, "/ green-4")
    assert [str(line.text) for line in reconcile_table(old, history.state)] == ["Stone 1: back into the row"]


def test_a_claim_is_taken_back_by_undo_with_the_stone_going_back() -> None:
    history = game(*PLAYED, "stone-1")
    assert undone(history) == ["Stone 1 back into the row"]
    assert history.state.stone(1).owner is None


def test_laid_nothing_stands_instead_of_a_play_that_never_was() -> None:
    history = game(*PLAYED[:8])
    shown = next(e for e in history.standing if e.answer.values == ("green-1",))
    nothing = Answer(shown.answer.question, "nothing", (), anyway=True)
    past = history.propose_edit(shown.number, nothing)
    assert (past.refusal, past.unfit_entries) == (None, ()), "where it lay is the same play"
    history.add(past.entries)
    assert [lies(history, n) for n in (1, 2)] == ["red-7 red-8 /", "/ green-2"]


def test_a_joker_that_was_a_clan_card_takes_its_declaration_along() -> None:
    history = game("joker-1", "place-a1", variants=("tactics",))
    say(history, "declare", "joker", "red", "7")
    tap(history, "green-1", "place-b2")
    shown = next(e for e in history.standing if e.answer.values == ("joker-1",))
    past = history.propose_edit(shown.number, Answer(shown.answer.question, "card", ("red-9",)))
    assert (past.refusal, past.unfit_entries, past.new_question) == (None, (), None)
    history.add(past.entries)
    assert [lies(history, n) for n in (1, 2)] == ["red-9 /", "/ green-1"]


def test_a_card_that_was_a_technique_is_asked_for_its_stone_before_the_change() -> None:
    history = game("red-7", "place-a1", "green-1", "place-b2", variants=("tactics",))
    shown = next(e for e in history.standing if e.answer.values == ("red-7",))
    technique = Answer(shown.answer.question, "card", ("mud_fight",))
    past = history.propose_edit(shown.number, technique)
    assert past.new_question
    assert past.new_question.kind == "stone"
    whole = history.propose_edit(
        shown.number, technique, also=(Answer(past.new_question.number, "stone", ("5",)),)
    )
    assert (whole.refusal, whole.unfit_entries) == (None, ())
    history.add(whole.entries)
    assert (history.state.stone(5).techniques, lies(history, 2)) == (("mud_fight",), "/ green-1")


def test_a_changed_past_that_ends_a_round_otherwise_says_so() -> None:
    ann, ben = (ev.RoundWon(side, "ST-END-02", {"A": 5, "B": 2}, points) for side, points in WON.items())
    assert GAME.rescoring_text((ann,), (ann,)) is None
    assert str(GAME.rescoring_text((ann,), (ben,))) == "A round was won otherwise: its points are new."
    assert str(GAME.rescoring_text((ann,), ())) == "A round is not over any more."


@pytest.mark.rule("ST-CLM-01")
def test_a_claim_that_another_past_takes_away_says_what_its_player_lacks_there() -> None:
    """Ben's third card at stone 2 lies elsewhere: then Ann, full there, could claim it, and he lacks one."""
    history = game("red-4", "place-a2", "green-4", "place-b2", "red-5", "place-a2", "green-5", "place-b2")
    tap(history, "red-9", "place-a3", "green-6", "place-b2", "red-6", "place-a2", "green-9", "place-b9", "stone-2")
    number, answer = place_of(history, "green-6")
    past = history.propose_edit(number, Answer(answer.question, "place", (place_value(5, "B"),)))
    ((_, refusal),) = past.unfit_entries
    assert refusal.reason.rule == "ST-CLM-01"
    assert str(refusal.reason.text) == "Ann lays a card first, then claims stone 2. Ben still lacks cards there."


def test_the_history_tells_turn_by_turn_what_was_laid_and_why_a_stone_was_claimed() -> None:
    history = game(*PLAYED, "stone-1", variants=("tactics",))
    turns = [str(history.turn_summary(turn)) for turn in history.turns()]
    assert turns[1:4] == ["Ann: red 7 at stone 1", "Ben: green 1 at stone 2", "Ann: red 8 at stone 1"]
    assert turns[-1] == "Ann: red 9 at stone 1, Ann claims stone 1", "why, its entry says"
    assert [(turn.mark.number, turn.mark.figure) for turn in history.turns()][-2:] == [(4, "B"), (5, "A")]
    tap(history, "green-4", "place-b5")
    assert [turn.mark.figure for turn in history.turns()][-2:] == ["A", "B"], "the next card is the other's"
    words = [
        str(GAME.history_text(history.state_before(at), entry.answer, entry.events))
        for at, entry in enumerate(history.standing)
    ]
    assert words[:5] == [
        "Ann plays",
        "Ben plays",
        "Tactics cards: on",
        "round 1: Ann begins",
        "Ann shows red 7",
    ]


@pytest.mark.rule("ST-EXP-01")
def test_an_expert_claims_in_the_own_turn_too() -> None:
    history = game(*PLAYED, "green-4", "place-b5", "stone-1", variants=("expert",))
    assert (history.turns()[-1].mark.number, history.turns()[-1].mark.figure) == (7, "A")


def test_what_was_noted_before_a_claim_makes_no_turn_of_its_own() -> None:
    history = game(*PLAYED)
    history.add(history.propose(Answer(0, "note", ("tea",))))
    tap(history, "stone-1")
    numbers = [turn.mark.number for turn in history.turns()]
    assert numbers == sorted({*numbers})


def test_what_is_to_be_done_names_declared_and_discarded_cards() -> None:
    one = game("joker-1", "place-a1", variants=("tactics",))
    say(one, "declare", "joker", "red", "7")
    tap(one, "banshee", "joker-1")
    two = game("joker-1", "place-a1", variants=("tactics",))
    say(two, "declare", "joker", "green", "7")
    told = [str(line.text) for line in reconcile_table(one.state, two.state)]
    assert told == ["Joker: stone 1, side of Ann, Joker as green 7", "Banshee: back to the hand"]
    assert undone(one) == [
        "Ben: 1 card back onto its pile, if drawn",
        "Joker as red 7 back: stone 1, side of Ann",
    ]
