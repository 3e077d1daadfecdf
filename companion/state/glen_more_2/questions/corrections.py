"""Putting right what is wrong: always possible, never part of a question, marked in the history."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.engine.message import Message, literal, tr
from companion.engine.offers import Amount, Answer, Choice, Pick, Reason, Text
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.course import fire
from companion.state.glen_more_2.die_moves import aim_die, take_again
from companion.state.glen_more_2.facts import (
    CARD,
    DAVID_HUME,
    DECKS,
    FIXTURE,
    HOME,
    START_DECK,
    TOKEN,
    WORLDS_END,
    Facts,
    Learned,
)
from companion.state.glen_more_2.market import SPACES
from companion.state.glen_more_2.model import Deck, OpenQuestion, Player, Space, State
from companion.state.glen_more_2.piece_locations import once_each
from companion.state.glen_more_2.placing import put_elsewhere, put_on_space
from companion.state.glen_more_2.questions import territories
from companion.state.glen_more_2.questions.about_tiles import about_tile, tell_again
from companion.state.glen_more_2.questions.cards_held import NOBODY, card_form, place_card
from companion.state.glen_more_2.questions.crests import no_marker
from companion.state.glen_more_2.questions.late_cost import book_late_cost, late_cost
from companion.state.glen_more_2.questions.people import (
    book_colour,
    book_latecomer,
    book_leaving,
    colour_form,
    latecomer_form,
    leaving_form,
)
from companion.state.glen_more_2.questions.scoring import whose_count
from companion.state.glen_more_2.questions.setup import MAX_SPACES, MIN_SPACES, name_player, player_names
from companion.state.glen_more_2.questions.take import resolve_take
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import tiles_ahead
from companion.state.glen_more_2.rows import Action, Form, QuestionKind
from companion.state.glen_more_2.ruleset import expansions_of

EMPTY = "empty"
WORLDS_END_COUNTS = tr("Count World's End too, if it lies among them.")
MAX_FACT = 60
OVERTAKEN = ("untold_end", "hit")
"""Questions about certain spaces: when the ring was put right they are asked anew."""


FormNow = Callable[[State, OpenQuestion], Form | None]
SPACE, TAKEN = "space:", "taken:"
"""How a space is told in answers: this and its number, counted from the back, from 0; TAKEN: and taken there."""
ENDED, BEFORE = ("over",), ("setup", "layout")


def in_play(form: FormNow) -> FormNow:
    """Only while the game is played: not in set-up, and not after the end."""

    def offered(state: State, question: OpenQuestion) -> Form | None:
        return form(state, question) if _laid_out(state) and state.phase not in ENDED else None

    return offered


def _laid_out(state: State) -> bool:
    """The rondel lies; what chronicles ask before the first turn may come after it."""
    return state.phase not in BEFORE or state.stage == "laid_out"


def what_scores(form: FormNow) -> FormNow:
    """While the game is played, and after the end, when the final scoring comes again."""

    def offered(state: State, question: OpenQuestion) -> Form | None:
        return form(state, question) if _laid_out(state) else None

    return offered


def _people(state: State) -> tuple[Choice, ...]:
    return tuple(Choice(p.id, labels.figure(state, p.id)) for p in state.players)


def _count(state: State, _question: OpenQuestion) -> Form | None:
    return Form(tr("A player's count"), (whose_count(state, state.players),))


def _row(state: State, _question: OpenQuestion) -> Form | None:
    choices = tuple(
        Choice(
            good,
            labels.row(state, good),
            then=(Amount("filled", tr("Coins lie on how many spaces?"), 0, SPACES, state.market[good]),),
        )
        for good in state.market
    )
    return Form(tr("A row of the market"), (Pick("good", tr("Which row?"), choices),))


def _deck(state: State, _question: OpenQuestion) -> Form | None:
    """Any deck but the start tiles, which all lie from the beginning."""
    decks = (d for d in state.decks if d.letter != START_DECK)
    choices = tuple(Choice(d.letter, literal(d.letter), then=(_left(state, d),)) for d in decks)
    return Form(tr("Tiles left in a deck"), (Pick("deck", tr("Which deck?"), choices),))


def _left(state: State, deck: Deck) -> Amount:
    title = tr("How many tiles are left in deck {deck}?", deck=deck.letter)
    hidden = deck.letter == DECKS[-1] and not state.worlds_end_found
    return Amount("left", title, 0, deck.size + 5, deck.left, WORLDS_END_COUNTS if hidden else None)


def _space_names(state: State) -> list[Message]:
    """Every space of the ring from the back, with what is on it."""
    names = []
    for place in range(max(state.spaces - 1, len(state.line))):
        if place >= len(state.line):
            names.append(tr("space {n}: empty", n=place + 1))
            continue
        space = state.line[place]
        on_it: Message = labels.tile(state.facts, space) if space.has_tile else tr("empty")
        if space.figures:
            on_it = labels.figure(state, space.figures[0])
        names.append(tr("space {n}: {what}", n=place + 1, what=on_it))
    return names


def _spaces(state: State, then: tuple[Pick, ...] = (), figure: bool = False) -> Pick:
    """Every space, counted from the back; where a figure stands only World's End has room for more."""
    spaces = []
    for place, name in enumerate(_space_names(state)):
        space = state.line[place] if place < len(state.line) else Space()
        closed = _not_there(space, figure)
        spaces.append(Choice(f"{SPACE}{place}", name, closed, then=then))
    return Pick("space", tr("Which space, from the back?"), tuple(spaces))


def _not_there(space: Space, figure: bool) -> Reason | None:
    """Why nothing else can be on a space: a figure stands there, or it is covered for good."""
    if space.fixed and not (figure and space.has_tile):
        return Reason("GM-RND-06", tr("No tile can lie there."))
    held = space.figures and not (figure and space.piece == WORLDS_END)
    return Reason("GM-RND-02", tr("A pawn stands there.")) if held else None


def _figure(state: State, _question: OpenQuestion) -> Form | None:
    """Which space a figure stands on."""
    where = _spaces(state, figure=True)
    figures = (f for space in state.line for f in space.figures)
    players = tuple(Choice(f, labels.figure(state, f), then=(where,)) for f in figures)
    return Form(tr("Where a pawn stands"), (Pick("figure", tr("Which pawn?"), players),))


def _space(state: State, _question: OpenQuestion) -> Form | None:
    """What lies on a space: nothing, or an untold tile of a deck; a named one may be tapped."""
    decks = (Choice(d.letter, labels.of_deck(d.letter)) for d in state.decks)
    tiles = (each for each in _tiles(state.facts) if each[0] != DAVID_HUME)
    named = (Choice(id, name, piece=id, group=deck) for id, name, deck in tiles)
    what = Pick("content", tr("What lies there?"), (Choice(EMPTY, tr("nothing")), *decks, *named))
    return Form(tr("What lies on a space"), (_spaces(state, (what,)),))


def _found(state: State, _question: OpenQuestion) -> Form | None:
    """A known tile lies on that space, whatever was believed; a tap can say that it is taken there."""
    where = _spaces(state)
    where = replace(where, choices=(*where.choices, *_taken_from(state)))
    return Form(tr("A tile lies on the rondel"), (_pieces(state, where, DAVID_HUME),))


def _taken_from(state: State) -> tuple[Choice, ...]:
    """The spaces ahead of the pawn on turn, while it has not moved."""
    if not state.opened("take"):
        return ()
    player = labels.figure(state, state.turn.player)
    return tuple(
        Choice(f"{TAKEN}{place}", tr("{player} takes it: tile {n} ahead", player=player, n=n), unlisted=True)
        for n, place in enumerate(tiles_ahead(state.line), 1)
        if not _not_there(state.line[place], figure=False)
    )


def _pieces(state: State, then: Pick, but: str) -> Pick:
    """Every tile but one: World's End is never taken, David Hume never lies on the rondel."""
    tiles = ((id, name, deck) for id, name, deck in _tiles(state.facts) if id != but)
    pieces = once_each(Choice(id, name, then=(then,), piece=id, group=deck) for id, name, deck in tiles)
    return Pick("piece", tr("Which tile?"), pieces)


def _tiles(facts: Facts) -> tuple[tuple[str, Message, Message], ...]:
    """Every tile's id, name and heading."""
    tiles = (p for p in facts.pieces.values() if p.category not in (HOME, CARD, FIXTURE, TOKEN))
    return tuple((p.id, labels.piece(facts, p.id), _deck_words(p.deck)) for p in tiles)


def _deck_words(deck: str | None) -> Message:
    return labels.group_of(deck) if deck else tr("other tiles")


def _piece(state: State, _question: OpenQuestion) -> Form | None:
    places = (*_people(state), *(Choice(place, words) for place, words in labels.PLACES.items()))
    return Form(tr("Where a tile is"), (_pieces(state, Pick("place", tr("Where is it?"), places), WORLDS_END),))


def marker_form(state: State, _question: OpenQuestion) -> Form | None:
    """Whose marker lies on a crest; on one that is used again and again, how many."""
    full = {p.id: None if p.markers > 0 else no_marker() for p in state.players}
    nobody = Choice(NOBODY, tr("nobody"))
    once = tuple(Choice(p.id, labels.figure(state, p.id), full[p.id]) for p in state.players)
    crests = []
    for id, crest in state.facts.crests.items():
        often = tuple(Choice(p.id, labels.figure(state, p.id), then=(_markers(p, id),)) for p in state.players)
        holders = Pick("player", tr("Whose marker lies there?"), (*(often if crest.repeatable else once), nobody))
        crests.append(Choice(id, labels.crest(state.facts, id), then=(holders,)))
    return Form(tr("Whose marker lies on a crest"), (Pick("crest", tr("Which crest?"), tuple(crests)),))


def _markers(player: Player, crest: str) -> Amount:
    lying = player.crests.count(crest)
    return Amount("markers", tr("How many markers lie there?"), 0, lying + max(0, player.markers), lying)


def _fact(state: State, _question: OpenQuestion) -> Form | None:
    """Numbers on pieces that a chronicle in play asked for once: they can be told anew."""
    choices = []
    for expansion in expansions_of(state):
        for fact, value in state.facts.more.items():
            of_a_piece = any(fact.endswith(id) for id in state.facts.pieces)  # what a piece shows may be a secret
            if fact.startswith(f"{expansion.slug}.") and isinstance(value, int) and not of_a_piece:
                plain = literal(fact.partition(".")[2].replace("_", " ").replace(".", " "))
                what = expansion.fact_words.get(fact, plain)
                new = tr("What should it be?")
                part = Amount("value", new, 0, MAX_FACT, min(value, MAX_FACT))
                label = tr("{chronicle}: {what} = {value}", chronicle=expansion.name, what=what, value=str(value))
                choices.append(Choice(fact, label, then=(part,)))
    if not choices:
        return None
    return Form(tr("A fact of the box"), (Pick("fact", tr("Which one?"), tuple(choices)),))


def _rondel(state: State, _question: OpenQuestion) -> Form | None:
    text = tr("How many spaces does your rondel have?")
    now = min(max(state.spaces, MIN_SPACES), MAX_SPACES)
    return Form(tr("Spaces of the rondel"), (Amount("spaces", text, MIN_SPACES, MAX_SPACES, now),))


def _name(state: State, _question: OpenQuestion) -> Form | None:
    return Form(tr("A player's name"), (player_names(state),)) if state.players else None


# ---- what the answers do


def _book_fact(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.FactLearned(Learned("", str(answer.values[0]), answer.values[1])))


def _book_note(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.NoteMade(str(answer.values[0])))


def _book_row(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.RowSet(str(answer.values[0]), int(answer.values[1])))


def _book_deck(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.DeckCounted(str(answer.values[0]), int(answer.values[1])))


def book_marker(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    values = answer.values
    markers = int(values[2]) if len(values) > 2 else 1
    resolution.do(ev.MarkerPlaced(str(values[0]), _person(values[1]), markers))


def _book_count(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id, count, value = answer.values
    resolution.do(ev.CountSet(str(player_id), str(count), int(value)))
    if count == "scots":
        territories.mark_scots(resolution, str(player_id))
    _score_again(resolution)


def book_card(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    place_card(resolution, question, answer)
    _score_again(resolution)


def _score_again(resolution: Resolution) -> None:
    """After the end the final scoring doesn't count, and comes again after one OK."""
    if resolution.state.phase in ENDED:
        fire(resolution, "recount")


def ring(correct: Callable[[Resolution, Answer], None]) -> Callable[[Resolution, OpenQuestion, Answer], None]:
    """A correction of the ring: whoever is last on it afterwards is on turn."""

    def resolve(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
        correct(resolution, answer)
        _ask_anew(resolution)

    return resolve


def _book_spaces(resolution: Resolution, answer: Answer) -> None:
    spaces = int(answer.values[0])
    resolution.do(ev.SpacesCounted(spaces))
    resolution.do(ev.FactLearned(Learned("", "rondel_spaces", spaces)))


def _book_figure(resolution: Resolution, answer: Answer) -> None:
    resolution.do(ev.PawnPlaced(str(answer.values[0]), _place(answer.values[1])))


def _book_space(resolution: Resolution, answer: Answer) -> None:
    place, content = _place(answer.values[0]), str(answer.values[1])
    if content in resolution.state.facts.pieces:
        put_on_space(resolution, content, place)
    else:
        resolution.do(ev.SpaceSet(place, "", "" if content == EMPTY else content))


def _book_found(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    piece, where = map(str, answer.values)
    put_on_space(resolution, piece, int(where.partition(":")[2]))
    _ask_anew(resolution)
    if where.startswith(TAKEN) and (take := resolution.state.opened("take")):
        resolve_take(resolution, take, Answer(take.number, "take", (piece,)))


def _book_piece(resolution: Resolution, answer: Answer) -> None:
    put_elsewhere(resolution, str(answer.values[0]), str(answer.values[1]))


def _person(value: str | int) -> str:
    return "" if value == NOBODY else str(value)


def _place(value: str | int) -> int:
    return int(str(value).removeprefix(SPACE))


def _ask_anew(resolution: Resolution) -> None:
    """What was asked about the ring as it was believed; whose turn it is."""
    overtaken = [o for o in resolution.state.open if o.kind in OVERTAKEN]
    for question in overtaken:
        resolution.close(question)
    take_again(resolution)
    if resolution.state.phase == "roll" and any(o.kind == "hit" for o in overtaken) and resolution.state.rolled:
        aim_die(resolution)


NOTE = Form(tr("A note"), (Text("text", tr("What shall we note?"), 120),))

KINDS = (
    QuestionKind(
        "correct",
        tr("What do you want to correct?"),
        (
            Action("count", what_scores(_count), _book_count),
            Action("late_cost", in_play(late_cost), book_late_cost),
            Action("row", in_play(_row), _book_row),
            Action("deck", in_play(_deck), _book_deck),
            Action("figure", in_play(_figure), ring(_book_figure)),
            Action("space", in_play(_space), ring(_book_space)),
            Action("found", in_play(_found), _book_found),
            Action("piece", in_play(_piece), ring(_book_piece)),
            Action("card", what_scores(card_form), book_card),
            Action("marker", in_play(marker_form), book_marker),
            Action("rondel", in_play(_rondel), ring(_book_spaces)),
            Action("fact", in_play(_fact), _book_fact),
            Action("tile", in_play(about_tile), tell_again),
            Action("note", NOTE, _book_note),
            Action("name", _name, name_player),
            Action("colour", colour_form, book_colour),
            *territories.ROWS,
            Action("leave", leaving_form, ring(book_leaving)),
            Action("join", latecomer_form, ring(book_latecomer)),
        ),
        non_blocking=True,
        stays_open=True,
    ),
)
"""Every correction there is: in set-up names and notes, after the end also what is scored."""
