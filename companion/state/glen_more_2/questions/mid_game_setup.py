"""Mid-game setup: the companion joins a running game and asks for decks, rondel, market, cards and counts.

Each answer is an entry of its own, so that a wrong one can be undone alone. Entered counts are certain until
something unknown may have changed them. Chronicles ask last.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.engine.message import Message, literal, tr, trn, with_button_wording
from companion.engine.offers import NO, YES, Amount, Answer, Choice, Part, Pick
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Action, Form, QuestionKind, Resolution
from companion.state.glen_more_2.course import fire_trigger, hook_action
from companion.state.glen_more_2.facts import DECKS, PERSON, START_DECK
from companion.state.glen_more_2.model import DIE, HOME_TILE_SIZE, Player, State
from companion.state.glen_more_2.questions.corrections import (
    enter_card_holder,
    enter_marker,
    marker_form,
    move_piece_elsewhere,
)
from companion.state.glen_more_2.questions.scoring import MAX_COUNTS, card_holder_form
from companion.state.glen_more_2.questions.setup import FIRST_MID_GAME_QUESTION, MID_GAME_HOOK
from companion.state.glen_more_2.scoring_rounds import count_value
from companion.state.glen_more_2.text import labels
from companion.state.territory.market import SPACES_PER_ROW
from companion.state.territory.model import OpenQuestion

QUICK_NUMBERS = tuple(range(8))
"""Numbers that are counted at a glance; each has a key, and none is preset."""


# The rondel from the last figure forward: all tiles, then, if it is not full, the empty spaces between figures.


def ask_rondel_contents(resolution: Resolution) -> None:
    """Ask for the tiles and empty spaces on the rondel."""
    resolution.ask("mid_rondel")


def _figures(state: State) -> list[str]:
    return [figure for space in state.track for figure in space.figures]


def _room(state: State, entered: tuple[str | int, ...]) -> int:
    """Return the spaces not entered yet and without a figure; one space of the rondel stays empty (GM-SET-15)."""
    return max(0, state.spaces - 1 - len(_figures(state)) - sum(map(int, entered)))


def _rondel_text(state: State, question: OpenQuestion) -> Message:
    figures, told = _figures(state), len(question.args)
    if told == len(figures) - 1:
        return _ahead_of_all(state, figures)
    return _between_text(state, figures, told % len(figures), empty=told >= len(figures))


def _ahead_of_all(state: State, figures: list[str]) -> Message:
    return tr(
        "How many tiles lie ahead of {player}, the foremost?", player=labels.figure_label(state, figures[-1])
    )


def _between_text(state: State, figures: list[str], at: int, *, empty: bool) -> Message:
    behind, ahead = (labels.figure_label(state, figure) for figure in figures[at : at + 2])
    if empty:
        return tr("How many empty spaces are between {player} and {other}?", player=behind, other=ahead)
    return tr("How many tiles lie between {player} and {other}?", player=behind, other=ahead)


def _rondel(state: State, question: OpenQuestion) -> Form:
    """Return the form for the next number; ahead of the first figure the rondel is usually full."""
    room, text = _room(state, question.args), _rondel_text(state, question)
    if len(question.args) == len(_figures(state)) - 1:
        return Form(text, (Amount("spaces", text, 0, room, room),))
    return Form(text, (Amount("spaces", text, 0, room, 0, suggestions=QUICK_NUMBERS),))


def _enter_rondel(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Ask for the next number; after the last one record the rondel."""
    state, figures = resolution.state, len(_figures(resolution.state))
    told = (*question.args, int(answer.values[0]))
    while len(told) < 2 * figures - 1 and not _room(state, told):
        told = (*told, 0)
    if len(told) < 2 * figures - 1:
        resolution.ask("mid_rondel", "", *told)
        return
    tiles, empty = told[:figures], (*told[figures:], 0)
    gaps = tuple(n for pair in zip(tiles, empty, strict=True) for n in pair)
    resolution.do(ev.RondelEntered(_track_entries(state, gaps)))
    resolution.ask("mid_older")


def _track_entries(state: State, entered: tuple[str | int, ...]) -> tuple[tuple[str, str], ...]:
    ring: list[tuple[str, str]] = []
    for at, figure in enumerate(_figures(state)):
        tiles, *empty = map(int, entered[2 * at : 2 * at + 2])
        ring += [(figure, ""), *[("", state.deck)] * tiles, *[("", "")] * sum(empty)]
    return tuple(ring)


# Tiles of the previous deck are further back.


def _older_text(state: State, _question: OpenQuestion) -> Message:
    return tr("How many tiles on the rondel are still of deck {deck}?", deck=_previous_deck(state))


def _previous_deck(state: State) -> str:
    return DECKS[DECKS.index(state.deck) - 1]


def _older_tiles_form(state: State, question: OpenQuestion) -> Form:
    """Return the form for tiles of the previous deck; at least those that cannot be of the current deck."""
    text, tiles = _older_text(state, question), count_tiles_on_rondel(state)
    deck = state.deck_of(state.deck)
    least = min(tiles, max(0, tiles - (deck.size - deck.left)))
    return Form(
        text,
        (Amount("tiles", text, 0, tiles, least, suggestions=tuple(range(least, least + len(QUICK_NUMBERS)))),),
    )


def count_tiles_on_rondel(state: State) -> int:
    """Return the number of tiles on the rondel."""
    return sum(space.has_tile for space in state.track)


def _enter_older(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    state, older = resolution.state, int(answer.values[0])
    ring: list[tuple[str, str]] = []
    for space in state.track:
        letter = _previous_deck(state) if space.has_tile and older > 0 else space.deck
        older -= space.has_tile
        ring.append((space.figures[0] if space.figures else "", letter))
    resolution.do(ev.RondelEntered(tuple(ring)))
    resolution.ask("mid_market")


MID_RONDEL_QUESTIONS = (
    QuestionKind("mid_rondel", _rondel_text, (Action("spaces", _rondel, _enter_rondel),)),
    QuestionKind("mid_older", _older_text, (Action("older", _older_tiles_form, _enter_older),)),
)


MID_GAME_COUNTS = ("points", "coins", "barrels", "scots", "tiles", "persons")
UNCERTAIN_COUNTS = ("coins", "barrels", "tiles", "persons")
DIE_LAST = "last"
MidGameForm = Callable[[State, OpenQuestion], Form | None]
CARD_HOLDERS_QUESTION = "mid_cards"
"""Kind of the question about card, person and marker owners; a tap of a piece asks about that piece."""


def _decks(state: State, _question: OpenQuestion) -> Form:
    choices = tuple(_deck(state, letter) for letter in DECKS if letter != START_DECK)
    return Form(_DECKS_TEXT, (Pick("deck", _DECKS_TEXT, choices, in_order=True),))


_DECKS_TEXT = tr("Which deck are you laying from now?")


def _deck(state: State, letter: str) -> Choice:
    """Return the choice of a deck with its tiles left, and whether the previous deck's round was scored."""
    size, before = state.deck_of(letter).size, DECKS[DECKS.index(letter) - 1]
    least = 0 if letter == DECKS[-1] else 1
    left = Amount("left", tr("How many tiles are left in deck {deck}?", deck=letter), least, size, size // 2)
    scored = Pick(
        "scored",
        tr("Was the scoring after deck {deck} done?", deck=before),
        (Choice("yes", tr("Yes"), brief=YES), Choice("no", tr("No, it comes now"), brief=NO)),
    )
    then = (left,) if before == START_DECK else (left, scored)
    return Choice(letter, literal(letter), then=then, brief=literal(letter))


def _enter_deck(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    deck, left, *scored = answer.values
    before = DECKS[DECKS.index(str(deck)) - 1]
    resolution.do(ev.DeckEntered(str(deck), int(left), before if scored == ["no"] else ""))
    if resolution.state.use_die:
        resolution.ask("mid_die")
    else:
        ask_rondel_contents(resolution)


# Place of the die among the pawns, which are in seating order.


def _die(state: State, _question: OpenQuestion) -> Form:
    ahead = tuple(
        Choice(p.id, tr("right ahead of {player}", player=labels.figure_label(state, p.id))) for p in state.players
    )
    places = (Choice(DIE_LAST, tr("at the very back")), *ahead)
    return Form(_DIE_TEXT, (Pick("place", _DIE_TEXT, places),))


_DIE_TEXT = tr("Where does the die stand?")


def _enter_die(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Record the die directly ahead of a figure; tiles may be between them."""
    figures = [p.id for p in resolution.state.players]
    place = 0 if answer.values[0] == DIE_LAST else figures.index(str(answer.values[0])) + 1
    figures.insert(place, DIE)
    resolution.do(ev.RondelEntered(tuple((figure, "") for figure in figures)))
    ask_rondel_contents(resolution)


_MARKET_TEXT = tr("The market: coins lie on how many spaces of each row?")


def _market(state: State, _question: OpenQuestion) -> Form:
    parts = tuple(
        Amount(
            good,
            tr("{good}: coins on how many spaces?", good=labels.market_row_label(state, good)),
            0,
            SPACES_PER_ROW,
            filled,
            suggestions=QUICK_NUMBERS,
        )
        for good, filled in state.market.items()
    )
    return Form(_MARKET_TEXT, parts)


def _enter_market(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    for good, filled in zip(resolution.state.market, answer.values, strict=True):
        resolution.do(ev.RowSet(good, int(filled)))
    resolution.ask(CARD_HOLDERS_QUESTION)


def _form_on_keys(form: MidGameForm) -> MidGameForm:
    """Return the form function with owners and numbers on keys, because many pieces are entered in a row."""

    def keyed(state: State, question: OpenQuestion) -> Form | None:
        made = form(state, question)
        return replace(made, parts=tuple(map(_piece_first, made.parts))) if made else None

    return keyed


def _piece_first(part: Part) -> Part:
    if not isinstance(part, Pick):
        return part
    return replace(part, choices=tuple(replace(c, then=tuple(map(_part_on_keys, c.then))) for c in part.choices))


def _part_on_keys(part: Part) -> Part:
    if isinstance(part, Amount):
        return replace(part, suggestions=QUICK_NUMBERS)
    if not isinstance(part, Pick):
        return part
    people = (replace(c, brief=c.label, then=tuple(map(_part_on_keys, c.then))) for c in part.choices)
    return replace(part, choices=tuple(people), in_order=True)


def _person(state: State, _question: OpenQuestion) -> Form | None:
    people = tuple(Choice(p.id, labels.figure_label(state, p.id)) for p in state.players)
    holder = Pick("player", tr("Who has it?"), people)
    held = {piece for p in state.players for piece in p.persons}
    persons = tuple(
        Choice(p.id, labels.piece_label(state.facts, p.id), then=(holder,), piece=p.id)
        for p in state.facts.pieces.values()
        if p.category == PERSON and p.id not in held
    )
    return Form(tr("Owner of a person"), (Pick("piece", tr("Which person?"), persons),)) if persons else None


def _enter_person(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    move_piece_elsewhere(resolution, str(answer.values[0]), str(answer.values[1]))


def _all_entered_form(state: State, _question: OpenQuestion) -> Form:
    """Return the form that ends the list, with the number of pieces entered; the panel shows it nowhere else."""
    told = sum(len(p.landmarks) + len(p.persons) + len(p.crests) for p in state.players)
    if not told:
        return Form(tr("That is all"), hint=tr("done"))
    words = trn("That is all: {n} entered", "That is all: {n} entered", told)
    return Form(words, hint=tr("done: {n}", n=told))


def _finish_cards(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.close(question)
    resolution.ask("mid_counts", resolution.state.players[0].id)


def _counts_text(state: State, question: OpenQuestion) -> Message:
    return tr("What does {player} have?", player=labels.figure_label(state, question.player))


def _counts(state: State, question: OpenQuestion) -> Form:
    player, name = state.player(question.player), labels.figure_label(state, question.player)
    parts = []
    for count in MID_GAME_COUNTS:
        low = {"tiles": HOME_TILE_SIZE, "points": -MAX_COUNTS["points"]}.get(count, 0)
        text = tr("{player}: how many {count}?", player=name, count=labels.COUNT_LABELS[count])
        now = max(low, count_value(player, count))
        parts.append(
            Amount(count, text, low, MAX_COUNTS[count], now, suggestions=_suggestions(state, player, count))
        )
    return Form(_counts_text(state, question), tuple(parts))


def _suggestions(state: State, player: Player, count: str) -> tuple[int, ...]:
    """Return the numbers on keys: small ones; for tiles those around the average of tiles taken."""
    if count == "points":
        return ()
    if count == "persons":
        return tuple(n + len(player.persons) for n in QUICK_NUMBERS)
    if count != "tiles":
        return QUICK_NUMBERS
    laid = sum(deck.size - deck.left for deck in state.decks) - count_tiles_on_rondel(state)
    each = max(HOME_TILE_SIZE + 1, HOME_TILE_SIZE + laid // len(state.players))
    return tuple(n for n in (each + beside for beside in (-1, 0, 1, 2, -3, -2, 3, 4)) if n >= HOME_TILE_SIZE)


def _enter_counts(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Record the counts and ask for the next player's, or begin play."""
    for count, value in zip(MID_GAME_COUNTS, answer.values, strict=True):
        resolution.do(ev.CountSet(question.player, count, int(value)))
    seats = [p.id for p in resolution.state.players]
    coming = seats[seats.index(question.player) + 1 :]
    if coming:
        resolution.ask("mid_counts", coming[0])
    else:
        fire_trigger(resolution, "laid_out")
        # After the questions that chronicles ask in every new game: card display, seating.
        hook_action(MID_GAME_HOOK)(resolution)


MID_GAME_QUESTIONS = (
    QuestionKind(FIRST_MID_GAME_QUESTION, _DECKS_TEXT, (Action("decks", _decks, _enter_deck),)),
    QuestionKind("mid_die", _DIE_TEXT, (Action("die", _die, _enter_die),)),
    *MID_RONDEL_QUESTIONS,
    QuestionKind("mid_market", _MARKET_TEXT, (Action("market", _market, _enter_market),)),
    QuestionKind(
        CARD_HOLDERS_QUESTION,
        with_button_wording(
            tr("Who has landmark cards, persons, clan markers? Tap them or pick them."),
            tr("Who has landmark cards, persons, clan markers? Pick them."),
        ),
        (
            Action("done", _all_entered_form, _finish_cards),
            Action("card", _form_on_keys(card_holder_form), enter_card_holder, hint=tr("card")),
            Action("person", _form_on_keys(_person), _enter_person, hint=tr("person")),
            Action("marker", _form_on_keys(marker_form), enter_marker, hint=tr("marker")),
        ),
        stays_open=True,
    ),
    QuestionKind("mid_counts", _counts_text, (Action("counts", _counts, _enter_counts),)),
)
