"""Corrections: set the recorded state to what is on the table. Always available, marked in the history.

Moving a tile also corrects what was recorded at its new place, the counts and its landmark card.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.engine.message import Message, literal, tr
from companion.engine.offers import Amount, Answer, Choice, Pick, Reason, Text
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Action, Form, QuestionKind, Resolution
from companion.state.glen_more_2.course import fire_trigger
from companion.state.glen_more_2.effects import LAID_BY_CORRECTION, ask_placement
from companion.state.glen_more_2.facts import (
    CARD,
    DAVID_HUME,
    DECKS,
    FIXTURE,
    HOME,
    LANDMARK,
    PERSON,
    START_DECK,
    TOKEN,
    WORLDS_END,
    Facts,
    LearnedFact,
)
from companion.state.glen_more_2.model import HOME_TILE_SIZE, Deck, Player, State
from companion.state.glen_more_2.piece_locations import fits_deck, located_pieces, tile_owner, unique_choices
from companion.state.glen_more_2.questions import territory_corrections
from companion.state.glen_more_2.questions.crests import no_marker_reason
from companion.state.glen_more_2.questions.die import resolve_roll, restart_turn_after_correction
from companion.state.glen_more_2.questions.payments import enter_overdue_cost, overdue_cost_form
from companion.state.glen_more_2.questions.players import (
    colour_form,
    enter_colour,
    enter_latecomer,
    enter_leaving,
    latecomer_form,
    leaving_form,
)
from companion.state.glen_more_2.questions.scoring import NO_HOLDER, card_holder_form, count_pick, set_card_holder
from companion.state.glen_more_2.questions.setup import MAX_SPACES, MIN_SPACES, name_player, player_name_pick
from companion.state.glen_more_2.questions.take import record_deck, resolve_take
from companion.state.glen_more_2.questions.tile_facts import enter_tile_fact, tile_fact_form
from companion.state.glen_more_2.referee.territory_tiles import find_spot
from companion.state.glen_more_2.ruleset import expansions_of
from companion.state.glen_more_2.text import labels
from companion.state.territory.corrections import place_stack, remove_stack
from companion.state.territory.market import SPACES_PER_ROW
from companion.state.territory.model import OpenQuestion
from companion.state.territory.track import Space, tile_index, tile_indexes_ahead

CATEGORY_QUESTION, REBUILD_QUESTION = "sort", "rebuild"
TILE_QUESTIONS = (CATEGORY_QUESTION, REBUILD_QUESTION)
"""Questions about a tile that a player has; until its kind is known it is not counted."""


def move_piece_to_space(resolution: Resolution, piece: str, place: int) -> None:
    """Record a known tile on a space. The tile recorded there moves, unidentified, to this tile's old place.

    A player who was recorded as its owner took another tile: the number of tiles stays, the card is removed.
    """
    line = resolution.state.track
    believed = line[place] if place < len(line) else Space()
    deck = resolution.state.facts.pieces[piece].deck or believed.deck or resolution.state.deck
    old, owner = tile_index(line, piece), tile_owner(resolution.state, piece)
    # A tile is in one place only, so it leaves the territory or pile where it was recorded.
    if old < 0:
        _lift_from_territory(resolution, piece, owner)
        resolution.do(ev.PiecePlaced(piece, "deck"))
    resolution.do(ev.SpaceSet(place, piece, deck))
    if old >= 0 and old != place:
        resolution.do(ev.SpaceSet(old, "", believed.deck))
    if owner:
        _withdraw_tile_questions(resolution, piece)
        _move_card(resolution, piece, "")
        resolution.do(ev.CountsMarkedUncertain(owner, ("barrels", "coins", "persons", "tiles")))


def move_piece_elsewhere(resolution: Resolution, piece: str, place: str) -> None:
    """Record a tile with a player, on the pile, out of the game or in its deck, with everything it counts for."""
    before = tile_owner(resolution.state, piece)
    if place == "discards" and (deck := _unknown_deck_on_pile(resolution.state, piece)):
        resolution.do(ev.DiscardNamed(piece, deck))
        record_deck(resolution, piece, deck)
        return
    waited = cancel_placement(resolution, piece)
    remove_tile_from_territories(resolution, piece)
    resolution.do(ev.PiecePlaced(piece, place))
    after = tile_owner(resolution.state, piece)
    if resolution.state.tracks_territories and after and resolution.state.facts.pieces[piece].category != PERSON:
        ask_placement(resolution, after, piece, LAID_BY_CORRECTION)
    if before == after:
        return
    _withdraw_tile_questions(resolution, piece)
    for player_id, by in ((before, -1), (after, 1)):
        if player_id and not (waited and by < 0):
            _count_tile(resolution, player_id, piece, by)
            resolution.do(ev.CountsMarkedUncertain(player_id, ("barrels", "coins")))
    if place != "removed":  # A card stays with the owner of a tile that left the territory (GM-EDG-05).
        _move_card(resolution, piece, after)


def _lift_from_territory(resolution: Resolution, piece: str, owner: str) -> None:
    """Take the tile out of the tracked territory; players enter what is really there."""
    if not cancel_placement(resolution, piece) and owner and find_spot(resolution.state.player(owner), piece):
        remove_tile_from_territories(resolution, piece)
        _count_tile(resolution, owner, piece, -1)


def cancel_placement(resolution: Resolution, piece: str) -> bool:
    """Cancel the open placement of a taken tile. True if there was one."""
    waiting = [o for o in resolution.state.open_questions if o.kind in ("place", "printed") and o.args[0] == piece]
    for question in waiting:
        resolution.close(question)
    return bool(waiting)


def remove_tile_from_territories(resolution: Resolution, piece: str) -> None:
    """Take the tile out of every territory; covered tiles are on top again with everything on them."""
    for player in resolution.state.players:
        spot = find_spot(player, piece)
        if spot is None:
            continue
        remove_stack(resolution, player.id, spot)
        below = [each for each in spot.pieces if each != piece]
        if below:
            place_stack(resolution, player.id, below, spot, spot.cell)


def _withdraw_tile_questions(resolution: Resolution, piece: str) -> None:
    """Close questions about the tile; it counts as if the answer had been postponed."""
    for asked in [o for o in resolution.state.open_questions if o.kind in TILE_QUESTIONS and o.args[0] == piece]:
        resolution.close(asked)
        if asked.kind == CATEGORY_QUESTION:
            resolution.do(ev.TileCountChanged(asked.player, 1, "later", "GM-TRN-03"))


def _unknown_deck_on_pile(state: State, piece: str) -> str:
    """Return the deck of an unidentified tile on the common pile that may be this piece; "" if there is none."""
    if piece in located_pieces(state):
        return ""
    decks = (tile.deck for tile in reversed(state.discards) if not (tile.piece or tile.pile))
    return next((deck for deck in decks if fits_deck(state.facts.pieces[piece], deck)), "")


def _count_tile(resolution: Resolution, player_id: str, piece: str, by: int) -> None:
    """Change the number of tiles in a territory; persons are not counted there, a rebuild tile adds nothing."""
    known, player = resolution.state.facts.pieces[piece], resolution.state.player(player_id)
    if known.category == PERSON:
        return
    if known.rebuild:
        # At these bounds the count did not include the tile, because it was corrected by hand before.
        if player.rebuilds + by >= 0:
            resolution.do(ev.TileCountChanged(player_id, 0, "rebuilt" if by > 0 else "uncovered", "GM-RBD-11"))
    elif player.tiles + by >= HOME_TILE_SIZE:
        resolution.do(ev.TileCountChanged(player_id, by, "corrected"))


def _move_card(resolution: Resolution, piece: str, player: str) -> None:
    if resolution.state.facts.pieces[piece].category == LANDMARK:
        resolution.do(ev.CardPlaced(piece, player))


EMPTY_SPACE = "empty"
WORLDS_END_HINT = tr("Count World's End too, if it lies among them.")
MAX_FACT_NUMBER = 60
OBSOLETE_QUESTIONS = ("untold_end", "hit")
"""Questions about spaces that are asked again after a correction of the rondel."""


FormFunction = Callable[[State, OpenQuestion], Form | None]
SPACE_PREFIX, TAKEN_PREFIX = "space:", "taken:"
"""Prefixes of a space in answers, before its number from the back (from 0); "taken:" also takes the tile."""
PHASES_AFTER_PLAY, PHASES_BEFORE_PLAY = ("over",), ("setup", "layout")


def only_in_play(form: FormFunction) -> FormFunction:
    """Return the form function restricted to play: not in setup, not after the end."""

    def offered(state: State, question: OpenQuestion) -> Form | None:
        return form(state, question) if _is_laid_out(state) and state.phase not in PHASES_AFTER_PLAY else None

    return offered


def _is_laid_out(state: State) -> bool:
    """True if the rondel is laid out; questions of chronicles before the first turn may follow."""
    return state.phase not in PHASES_BEFORE_PLAY or state.stage == "laid_out"


def in_play_or_after_end(form: FormFunction) -> FormFunction:
    """Return the form function restricted to play and after the end, when the final scoring is repeated."""

    def offered(state: State, question: OpenQuestion) -> Form | None:
        return form(state, question) if _is_laid_out(state) else None

    return offered


def _player_choices(state: State) -> tuple[Choice, ...]:
    return tuple(Choice(p.id, labels.figure_label(state, p.id)) for p in state.players)


def _count(state: State, _question: OpenQuestion) -> Form | None:
    return Form(tr("A player's count"), (count_pick(state, state.players),))


def _row(state: State, _question: OpenQuestion) -> Form | None:
    choices = tuple(
        Choice(
            good,
            labels.market_row_label(state, good),
            then=(Amount("filled", tr("Coins lie on how many spaces?"), 0, SPACES_PER_ROW, state.market[good]),),
        )
        for good in state.market
    )
    return Form(tr("A row of the market"), (Pick("good", tr("Which row?"), choices),))


def _deck(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form for any deck except the start tiles, which are all laid at the beginning."""
    decks = (d for d in state.decks if d.letter != START_DECK)
    choices = tuple(Choice(d.letter, literal(d.letter), then=(_tiles_left(state, d),)) for d in decks)
    return Form(tr("Tiles left in a deck"), (Pick("deck", tr("Which deck?"), choices),))


def _tiles_left(state: State, deck: Deck) -> Amount:
    title = tr("How many tiles are left in deck {deck}?", deck=deck.letter)
    hidden = deck.letter == DECKS[-1] and not state.is_worlds_end_known
    return Amount("left", title, 0, deck.size + 5, deck.left, WORLDS_END_HINT if hidden else None)


def _space_names(state: State) -> list[Message]:
    """Return the label of every space of the rondel from the back, with its content."""
    names = []
    for place in range(max(state.spaces - 1, len(state.track))):
        if place >= len(state.track):
            names.append(tr("space {n}: empty", n=place + 1))
            continue
        space = state.track[place]
        on_it: Message = labels.tile_label(state.facts, space) if space.has_tile else tr("empty")
        if space.figures:
            on_it = labels.figure_label(state, space.figures[0])
        names.append(tr("space {n}: {what}", n=place + 1, what=on_it))
    return names


def _spaces(state: State, then: tuple[Pick, ...] = (), figure: bool = False) -> Pick:
    """Return the choice of a space, counted from the back; a space with a figure is closed, except World's End."""
    spaces = []
    for place, name in enumerate(_space_names(state)):
        space = state.track[place] if place < len(state.track) else Space()
        closed = _space_objection(space, figure)
        spaces.append(Choice(f"{SPACE_PREFIX}{place}", name, closed, then=then))
    return Pick("space", tr("Which space, from the back?"), tuple(spaces))


def _space_objection(space: Space, figure: bool) -> Reason | None:
    """Return why nothing else can be put on a space: a figure is there, or a fixture covers it."""
    if space.fixed and not (figure and space.has_tile):
        return Reason("GM-RND-06", tr("No tile can lie there."))
    held = space.figures and not (figure and space.piece == WORLDS_END)
    return Reason("GM-RND-02", tr("A pawn stands there.")) if held else None


def _figure(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form for the space of a figure."""
    where = _spaces(state, figure=True)
    figures = (f for space in state.track for f in space.figures)
    players = tuple(Choice(f, labels.figure_label(state, f), then=(where,)) for f in figures)
    return Form(tr("Position of a pawn"), (Pick("figure", tr("Which pawn?"), players),))


def _space(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form for the content of a space: nothing, an unidentified tile of a deck, or a known tile."""
    decks = (Choice(d.letter, labels.unknown_tile_label(d.letter)) for d in state.decks)
    tiles = (each for each in _tiles(state.facts) if each[0] != DAVID_HUME)
    named = (Choice(id, name, piece=id, group=deck) for id, name, deck in tiles)
    what = Pick("content", tr("What lies there?"), (Choice(EMPTY_SPACE, tr("nothing")), *decks, *named))
    return Form(tr("Tile on a space"), (_spaces(state, (what,)),))


def _found_piece_form(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form for a known tile found on a space; a tap can also say that it is taken there."""
    where = _spaces(state)
    where = replace(where, choices=(*where.choices, *_taken_from(state)))
    return Form(tr("A tile lies on the rondel"), (_pieces(state, lambda _: where, DAVID_HUME),))


def _taken_from(state: State) -> tuple[Choice, ...]:
    """Return the spaces ahead of the pawn on turn, until it has moved."""
    if not state.find_question("take"):
        return ()
    player = labels.figure_label(state, state.turn.player)
    return tuple(
        Choice(
            f"{TAKEN_PREFIX}{place}", tr("{player} takes it: tile {n} ahead", player=player, n=n), is_hidden=True
        )
        for n, place in enumerate(tile_indexes_ahead(state.track), 1)
        if not _space_objection(state.track[place], figure=False)
    )


def _pieces(state: State, then: Callable[[str], Pick], but: str) -> Pick:
    """Return the choice of every tile except one: World's End is never taken, David Hume never on the rondel.

    then: the next choice, by the id of the tile.
    """
    tiles = ((id, name, deck) for id, name, deck in _tiles(state.facts) if id != but)
    pieces = unique_choices(Choice(id, name, then=(then(id),), piece=id, group=deck) for id, name, deck in tiles)
    return Pick("piece", tr("Which tile?"), pieces)


def _tiles(facts: Facts) -> tuple[tuple[str, Message, Message], ...]:
    """Return (id, name, heading) of every tile."""
    tiles = (p for p in facts.pieces.values() if p.category not in (HOME, CARD, FIXTURE, TOKEN))
    return tuple((p.id, labels.piece_label(facts, p.id), _deck_words(p.deck)) for p in tiles)


def _deck_words(deck: str | None) -> Message:
    return labels.deck_group_label(deck) if deck else tr("other tiles")


def _piece(state: State, _question: OpenQuestion) -> Form | None:
    elsewhere = tuple(Choice(place, words) for place, words in labels.PLACE_LABELS.items())
    anywhere = Pick("place", tr("Where is it?"), (*_player_choices(state), *elsewhere))
    never_taken = replace(anywhere, choices=elsewhere)

    def places(piece: str) -> Pick:
        return never_taken if state.facts.pieces[piece].stays else anywhere

    return Form(tr("Place of a tile"), (_pieces(state, places, WORLDS_END),))


def marker_form(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form for the owner of a marker on a crest; on a repeatable crest also the number of markers."""
    full = {p.id: None if p.markers > 0 else no_marker_reason() for p in state.players}
    nobody = Choice(NO_HOLDER, tr("nobody"))
    once = tuple(Choice(p.id, labels.figure_label(state, p.id), full[p.id]) for p in state.players)
    crests = []
    for id, crest in state.facts.crests.items():
        often = tuple(
            Choice(p.id, labels.figure_label(state, p.id), then=(_markers(p, id),)) for p in state.players
        )
        holders = Pick("player", tr("Whose marker lies there?"), (*(often if crest.repeatable else once), nobody))
        crests.append(Choice(id, labels.crest_label(state.facts, id), then=(holders,)))
    return Form(tr("Markers on a crest"), (Pick("crest", tr("Which crest?"), tuple(crests)),))


def _markers(player: Player, crest: str) -> Amount:
    lying = player.crests.count(crest)
    return Amount("markers", tr("How many markers lie there?"), 0, lying + max(0, player.markers), lying)


def _fact(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form for numbers that a chronicle in play asked for once."""
    choices = []
    for expansion in expansions_of(state):
        for fact, value in state.facts.more.items():
            of_a_piece = any(fact.endswith(id) for id in state.facts.pieces)  # What a piece shows may be a secret.
            if fact.startswith(f"{expansion.slug}.") and isinstance(value, int) and not of_a_piece:
                plain = literal(fact.partition(".")[2].replace("_", " ").replace(".", " "))
                what = expansion.fact_words.get(fact, plain)
                new = tr("What should it be?")
                part = Amount("value", new, 0, MAX_FACT_NUMBER, min(value, MAX_FACT_NUMBER))
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
    return Form(tr("A player's name"), (player_name_pick(state),)) if state.players else None


def _enter_fact(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.FactLearned(LearnedFact("", str(answer.values[0]), answer.values[1])))


def _enter_note(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.NoteMade(str(answer.values[0])))


def _enter_row(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.RowSet(str(answer.values[0]), int(answer.values[1])))


def _enter_deck(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.DeckCounted(str(answer.values[0]), int(answer.values[1])))


def enter_marker(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Record the corrected owner of a marker on a crest."""
    values = answer.values
    markers = int(values[2]) if len(values) > 2 else 1
    resolution.do(ev.MarkerPlaced(str(values[0]), _person(values[1]), markers))


def _enter_count(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id, count, value = answer.values
    resolution.do(ev.CountSet(str(player_id), str(count), int(value)))
    if count == "scots":
        territory_corrections.mark_excess_scots(resolution, str(player_id))
    _score_again(resolution)


def enter_card_holder(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Record the corrected owner of a landmark card; after the end the final scoring is repeated."""
    set_card_holder(resolution, question, answer)
    _score_again(resolution)


def _score_again(resolution: Resolution) -> None:
    """Repeat the final scoring after one OK, if the game is over."""
    if resolution.state.phase in PHASES_AFTER_PLAY:
        fire_trigger(resolution, "recount")


def correct_rondel(
    correct: Callable[[Resolution, Answer], None],
) -> Callable[[Resolution, OpenQuestion, Answer], None]:
    """Return the resolve function of a correction of the rondel: the figure that is last afterwards is on turn."""

    def resolve(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
        correct(resolution, answer)
        _reopen_rondel_questions(resolution)

    return resolve


def _enter_spaces(resolution: Resolution, answer: Answer) -> None:
    spaces = int(answer.values[0])
    resolution.do(ev.SpacesCounted(spaces))
    resolution.do(ev.FactLearned(LearnedFact("", "rondel_spaces", spaces)))


def _enter_figure(resolution: Resolution, answer: Answer) -> None:
    resolution.do(ev.PawnPlaced(str(answer.values[0]), _place(answer.values[1])))


def _enter_space(resolution: Resolution, answer: Answer) -> None:
    place, content = _place(answer.values[0]), str(answer.values[1])
    if content in resolution.state.facts.pieces:
        move_piece_to_space(resolution, content, place)
    else:
        resolution.do(ev.SpaceSet(place, "", "" if content == EMPTY_SPACE else content))


def _enter_found_piece(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    piece, where = map(str, answer.values)
    move_piece_to_space(resolution, piece, int(where.partition(":")[2]))
    _reopen_rondel_questions(resolution)
    if where.startswith(TAKEN_PREFIX) and (take := resolution.state.find_question("take")):
        resolve_take(resolution, take, Answer(take.number, "take", (piece,)))


def _enter_piece(resolution: Resolution, answer: Answer) -> None:
    move_piece_elsewhere(resolution, str(answer.values[0]), str(answer.values[1]))


def _person(value: str | int) -> str:
    return "" if value == NO_HOLDER else str(value)


def _place(value: str | int) -> int:
    return int(str(value).removeprefix(SPACE_PREFIX))


def _reopen_rondel_questions(resolution: Resolution) -> None:
    """Close questions about the rondel before its correction and determine whose turn it is."""
    overtaken = [o for o in resolution.state.open_questions if o.kind in OBSOLETE_QUESTIONS]
    for question in overtaken:
        resolution.close(question)
    restart_turn_after_correction(resolution)
    if resolution.state.phase == "roll" and any(o.kind == "hit" for o in overtaken) and resolution.state.die_face:
        resolve_roll(resolution)


NOTE_FORM = Form(tr("A note"), (Text("text", tr("What shall we note?"), 120),))

CORRECTION_QUESTIONS = (
    QuestionKind(
        "correct",
        tr("What do you want to correct?"),
        (
            Action("count", in_play_or_after_end(_count), _enter_count),
            Action("late_cost", only_in_play(overdue_cost_form), enter_overdue_cost),
            Action("row", only_in_play(_row), _enter_row),
            Action("deck", only_in_play(_deck), _enter_deck),
            Action("figure", only_in_play(_figure), correct_rondel(_enter_figure)),
            Action("space", only_in_play(_space), correct_rondel(_enter_space)),
            Action("found", only_in_play(_found_piece_form), _enter_found_piece),
            Action("piece", only_in_play(_piece), correct_rondel(_enter_piece)),
            Action("card", in_play_or_after_end(card_holder_form), enter_card_holder),
            Action("marker", only_in_play(marker_form), enter_marker),
            Action("rondel", only_in_play(_rondel), correct_rondel(_enter_spaces)),
            Action("fact", only_in_play(_fact), _enter_fact),
            Action("tile", only_in_play(tile_fact_form), enter_tile_fact),
            Action("note", NOTE_FORM, _enter_note),
            Action("name", _name, name_player),
            Action("colour", colour_form, enter_colour),
            *territory_corrections.TERRITORY_CORRECTIONS,
            Action("leave", leaving_form, correct_rondel(enter_leaving)),
            Action("join", latecomer_form, correct_rondel(enter_latecomer)),
        ),
        non_blocking=True,
        stays_open=True,
    ),
)
"""All corrections. During setup only names and notes are available, after the end also what is scored."""
