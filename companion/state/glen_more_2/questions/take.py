"""The question of a turn: which tile is taken (GM-RND-02, GM-TAK-01..08), World's End, or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from companion.engine.caching import LazyItems, memoize_last, memoize_per_state
from companion.engine.message import Message, literal, tr, trn, with_button_wording
from companion.engine.offers import NO, YES, Answer, Choice, Part, Pick, Reason, Value
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import TURN, Action, CommandCard, Form, QuestionKind, Resolution
from companion.state.glen_more_2.course import count_tiles_that_fit, discard_passed_tiles, fire_trigger
from companion.state.glen_more_2.effects import gain_compensation_point, gain_piece
from companion.state.glen_more_2.facts import WORLDS_END, Facts, LearnedFact
from companion.state.glen_more_2.model import State, is_neutral_figure
from companion.state.glen_more_2.payment import is_affordable
from companion.state.glen_more_2.piece_locations import piece_choices
from companion.state.glen_more_2.questions import activation
from companion.state.glen_more_2.referee.placement import GlenMore2TakeableTiles, takeable_tiles
from companion.state.glen_more_2.rondel import (
    can_worlds_end_be_laid,
    possible_worlds_end_places,
    possible_worlds_end_places_passed,
)
from companion.state.glen_more_2.ruleset import discard_pile_owner, stop_objections
from companion.state.glen_more_2.text import labels
from companion.state.territory.model import OpenQuestion
from companion.state.territory.rondel import (
    AHEAD_PREFIX,
    ahead_label,
    ahead_value,
    discard_tile_under,
    move_figure,
    target_index,
)
from companion.state.territory.takeable_tiles import why_tile_must_be_taken
from companion.state.territory.track import (
    Space,
    number_ahead,
    tile_index,
    tile_indexes_ahead,
    with_laid_tile,
)


@memoize_last
def takeable_choices(state: State, figure: str) -> tuple[Choice, ...]:
    """Return every tile ahead, nearest first, with objections to taking it (GM-TAK-01, GM-TAK-06)."""
    return tuple(_one_by_one(state, figure))


def _one_by_one(state: State, figure: str) -> Iterator[Choice]:
    """Yield every tile ahead with its objections; each is computed when it is read."""
    return (_choice_with_objections(state, figure, n) for n in _numbers(state))


def _choice_with_objections(state: State, figure: str, n: int) -> Choice:
    """Return one tile ahead with objections to taking it."""
    look = _choice_by_rule if state.tracks_territories and _taker(state, figure) else _choice_ahead
    return look(state, figure, n)


def _taker(state: State, figure: str) -> str:
    """Return the player who takes a tile with this figure; "" for the die's own moves."""
    return state.turn.acting_player if is_neutral_figure(figure) else figure


def _numbers(state: State) -> Iterator[int]:
    """Return the numbers of all tiles ahead except World's End, from 1."""
    places = enumerate(tile_indexes_ahead(state.track), 1)
    return (n for n, place in places if state.track[place].piece != WORLDS_END)


@memoize_per_state
def _choice_by_rule(state: State, figure: str, n: int) -> Choice:
    """Return one tile ahead, closed if its player cannot pay or place it."""
    space, rules = _choice_ahead(state, figure, n), takeable_tiles(state, _taker(state, figure))
    if not space.then:
        known = state.facts.pieces.get(space.value)
        return _closed_by(space, rules.why_not(known)) if known else space
    named = _names_by_rule(state, figure, space.then[0])
    against = None
    if all(choice.closed for choice in named.choices):
        against = Reason("GM-TAK-01", tr("No tile that it can be can be taken."))
    return replace(space, closed=space.closed or against, then=(named,))


@memoize_per_state
def _names_by_rule(state: State, figure: str, part: Part) -> Pick:
    """Return the possible identities of a face-down tile; those the player cannot take are closed.

    At referee depth the tile must be identified. All unidentified tiles of a deck share one list, which is
    computed once.
    """
    assert isinstance(part, Pick)
    rules = takeable_tiles(state, _taker(state, figure))
    told = ((choice, state.facts.pieces[choice.value]) for choice in part.choices if choice.value)
    return replace(part, choices=tuple(_closed_by(choice, rules.why_not(known)) for choice, known in told))


def _closed_by(choice: Choice, against: Reason | None) -> Choice:
    return replace(choice, closed=against) if against and not choice.closed else choice


@memoize_last
def has_takeable_tile(state: State, figure: str) -> bool:
    """True if a tile ahead can be taken; stops at the first."""
    player_id = _taker(state, figure)
    if not state.tracks_territories or not player_id:
        return any(not space.closed for space in _one_by_one(state, figure))
    rules = takeable_tiles(state, player_id)
    return any(_is_able(state, rules, _choice_ahead(state, figure, n)) for n in _numbers(state))


def _is_able(state: State, rules: GlenMore2TakeableTiles, tile: Choice) -> bool:
    """True if the rules allow the tile; faster, because no reason is computed."""
    if tile.closed:
        return False
    for part in tile.then:
        assert isinstance(part, Pick)
        return any(_is_able(state, rules, named) for named in part.choices if named.value)
    known = state.facts.pieces.get(tile.value)
    return known is None or rules.can_be_taken(known)


@memoize_last
def tiles_ahead_choices(state: State, figure: str) -> tuple[Choice, ...]:
    """Return every tile ahead, nearest first, with objections to stopping; an unidentified one may be named."""
    return tuple(_choice_ahead(state, figure, n) for n in _numbers(state))


@memoize_per_state
def _choice_ahead(state: State, figure: str, n: int) -> Choice:
    """Return one tile ahead."""
    place = tile_indexes_ahead(state.track)[n - 1]
    space = state.track[place]
    label, brief = _ahead_labels(state, n, space, beyond=0 <= tile_index(state.track, WORLDS_END) < place)
    if space.piece:
        closed, caution = stop_objections(state, figure, space.piece)
        caution = caution or barred_tile_reason(state, space.piece)
        return Choice(space.piece, label, closed, caution, piece=space.piece, brief=brief)
    return Choice(f"{AHEAD_PREFIX}{n}", label, then=(_names(state, figure, space.deck),), brief=brief)


def _ahead_labels(state: State, n: int, space: Space, *, beyond: bool) -> tuple[Message, Message]:
    """Return the label and the key label. Taking a tile beyond World's End ends the player's turns (GM-END-03)."""
    tile = labels.tile_label(state.facts, space)
    if beyond:
        return tr("tile {n} ahead, past World's End: {tile}", n=n, tile=tile), tr("{n}: past", n=n)
    return ahead_label(n, tile), literal(str(n))


@memoize_per_state
def _names(state: State, figure: str, deck: str) -> Pick:
    """Return the possible identities of an unidentified tile, without those closed for this figure."""
    choices = piece_choices(state, deck)
    choices = tuple(_with_objections(state, figure, each) if each.value else each for each in choices)
    # Steady: it is another tile each time, also after a take was undone.
    return Pick("piece", tr("Which tile is it?"), choices, starts_at_default=True)


def _with_objections(state: State, figure: str, choice: Choice) -> Choice:
    """Return the choice with reasons why the tile cannot or should not be it."""
    closed, caution = stop_objections(state, figure, choice.value)
    against = caution or barred_tile_reason(state, choice.value)
    return replace(choice, closed=choice.closed or closed, caution=against)


@memoize_last
def reachable_choices(state: State, figure: str) -> tuple[Choice, ...]:
    """Return the tiles ahead with World's End among them: moving onto it is a turn too (GM-END-03)."""
    return tuple(iterate_reachable_choices(state, figure))


def iterate_reachable_choices(state: State, figure: str) -> Iterator[Choice]:
    """Yield the tiles ahead with World's End among them; each is computed when it is read."""
    spaces = _one_by_one(state, figure)
    if end := _worlds_end(state, figure):
        yield from islice(spaces, number_ahead(state.track, tile_index(state.track, WORLDS_END)) - 1)
        yield end
    yield from spaces


def find_reachable_choice(state: State, figure: str, value: Value) -> Choice | None:
    """Return one of `reachable_choices` by its value, or None."""
    if value == WORLDS_END:
        return _worlds_end(state, figure)
    for n in range(1, len(tile_indexes_ahead(state.track)) + 1):
        if value == ahead_value(state.track, n):
            return _choice_with_objections(state, figure, n)
    return None


def _worlds_end(state: State, figure: str) -> Choice | None:
    n = number_ahead(state.track, tile_index(state.track, WORLDS_END))
    if not n:
        return None
    against, brief = stop_objections(state, figure, WORLDS_END), tr("{n}: End", n=n)
    return Choice(WORLDS_END, tr("tile {n} ahead: onto World's End", n=n), *against, piece=WORLDS_END, brief=brief)


def has_reachable_tile(state: State, figure: str) -> bool:
    """True if a tile ahead can be taken or World's End can be reached."""
    end = _worlds_end(state, figure)
    return has_takeable_tile(state, figure) or bool(end and not end.closed)


def barred_tile_reason(state: State, piece: str) -> Reason | None:
    """Return why a pawn may pass this tile but not stop on it (GM-TIL-08), or None."""
    known = state.facts.pieces.get(piece)
    if not (known and known.barred):
        return None
    return Reason("GM-TIL-08", tr("No pawn may stop on {tile}.", tile=labels.piece_label(state.facts, piece)))


AHEAD_OF_ALL = "foremost"
COMPENSATION_PICK = Pick(
    "instead",
    tr("What instead?"),
    (
        Choice("coin", tr("1 coin"), brief=tr("coin")),
        Choice("movement", tr("1 movement point"), brief=tr("movement")),
    ),
)
"""What a player gets who cannot take a tile (GM-TAK-07)."""


def _text(state: State, question: OpenQuestion) -> Message:
    player = labels.figure_label(state, question.player)
    if state.turn.acting_player:
        return with_button_wording(
            tr("{player}, tap the tile for {figure}", player=player, figure=_on_turn(state)),
            tr("{player}, take a tile for {figure}", player=player, figure=_on_turn(state)),
        )
    return with_button_wording(
        tr("{player}, tap the tile you take", player=player), tr("{player}, take a tile", player=player)
    )


def _on_turn(state: State) -> Message:
    return labels.figure_label(state, state.turn.figure)


def tile_prompt(state: State) -> Message:
    """Return the title over the tiles ahead, which are counted from the figure that moves."""
    if is_neutral_figure(state.turn.figure):
        return tr("Which tile ahead of {figure}? Count tiles only.", figure=_on_turn(state))
    return tr("Which tile ahead of you? Count tiles only.")


def _take(state: State, _question: OpenQuestion) -> Form:
    label, figure = tr("Take a tile"), state.turn.figure
    if not tile_indexes_ahead(state.track):
        return Form(label, closed=Reason("GM-RND-02", tr("No tile lies ahead.")), has_key=False)
    if not has_reachable_tile(state, figure):
        return Form(label, closed=Reason("GM-TAK-07", tr("No tile ahead can be taken.")), has_key=False)
    tiles = LazyItems(
        lambda: iterate_reachable_choices(state, figure), lambda value: find_reachable_choice(state, figure, value)
    )
    return Form(
        label, LazyItems(lambda: (Pick("tile", tile_prompt(state), tiles, starts_at_default=True, in_order=True),))
    )


def worlds_end_form(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form to move onto World's End (GM-END-03), with its place if that is unknown.

    Rare while World's End is unlikely to be on the rondel.
    """
    label = tr("Move onto World's End")
    # Another tile may have to be taken first.
    caution = stop_objections(state, state.turn.figure, WORLDS_END)[1]
    if state.is_worlds_end_known:
        return Form(label, caution=caution)
    if not (where := _places_of_end(state)):
        return None
    parts = (Pick("where", tr("Which tile ahead is it?"), where, in_order=True),)
    return Form(label, parts, caution=caution, is_rare=not can_worlds_end_be_laid(state))


def _nothing_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form for a player who cannot take a tile (GM-TAK-07), at referee depth closed if one can."""
    if not _some_may_be_thrown_out(state):
        return None
    parts = LazyItems(
        lambda: (
            Pick("tile", tr("Move to which tile?"), _may_be_thrown_out(state), in_order=True),
            COMPENSATION_PICK,
        )
    )
    closed = _why_tile_must_be_taken(state)
    keyed = not closed and _looks_unaffordable(state, question.player)
    return Form(tr("No tile can be taken"), parts, closed, has_key=keyed)


def _why_tile_must_be_taken(state: State) -> Reason | None:
    figure = state.turn.figure
    if not (state.tracks_territories and _taker(state, figure)):
        return None
    takeable = (choice for choice in _one_by_one(state, figure) if not stays_on_rondel(state, choice.value))
    return why_tile_must_be_taken(takeable, "GM-TAK-07")


def _looks_unaffordable(state: State, player_id: str) -> bool:
    """True if the player can pay none of the tiles with a known cost, which are the majority.

    Own goods and sales are not counted. At referee depth the costs of all tiles are known, and one that can be
    taken is enough for False.
    """
    figure = state.turn.figure
    if state.tracks_territories and figure == player_id:
        return not has_takeable_tile(state, figure)
    unable: list[bool | None] = []
    for choice in iterate_reachable_choices(state, figure):
        if choice.closed or choice.caution:
            continue
        able = is_affordable(state, player_id, choice.value)
        if able:
            return False
        unable.append(able)
    return unable.count(None) < unable.count(False)


def _may_be_thrown_out(state: State) -> tuple[Choice, ...]:
    """Return every tile that may be discarded, even one that this figure cannot take (GM-TAK-07)."""
    spaces = tiles_ahead_choices(state, state.turn.figure)
    return tuple(replace(c, closed=None) for c in spaces if not stays_on_rondel(state, c.value))


def _some_may_be_thrown_out(state: State) -> bool:
    return any(not stays_on_rondel(state, state.track[place].piece) for place in tile_indexes_ahead(state.track))


def is_without_target(state: State) -> bool:
    """True if no tile ahead can be taken, discarded or stopped on."""
    open_ones = _some_may_be_thrown_out(state) or has_takeable_tile(state, state.turn.figure)
    return not (open_ones or state.is_worlds_end_known or _places_of_end(state))


def wait_for_tiles_form(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form for a figure that cannot move: wait for new tiles, or go ahead of all pawns (GM-DIE-13)."""
    if not is_without_target(state):
        return None
    return Form(tr("Lay tiles first")) if count_tiles_that_fit(state) else Form(tr("Go ahead of all pawns"))


def wait_for_tiles(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    """End the turn with the refill alone; then the last figure is on turn."""
    _withdraw_unidentified(resolution)
    resolution.close(question)
    if not count_tiles_that_fit(resolution.state):
        line = resolution.state.track
        resolution.do(ev.PawnPlaced(resolution.state.turn.figure, len(line)))
    fire_trigger(resolution, "taken")


def _worlds_end_card(_facts: Facts) -> Iterator[CommandCard]:
    fallback = tr("Nobody can move onto World's End now.")
    yield CommandCard("worlds_end", tr("Onto World's End"), (), "worlds_end", place=TURN, fallback=fallback)


def _places_of_end(state: State) -> tuple[Choice, ...]:
    """Return the tiles that may be World's End; if deck D is empty and none may be, a place ahead of all tiles."""
    unidentified = possible_worlds_end_places(state)
    aheads = [n for n, place in enumerate(tile_indexes_ahead(state.track), 1) if place in unidentified]
    choices = tuple(Choice(f"{AHEAD_PREFIX}{n}", tr("tile {n} ahead", n=n), brief=literal(str(n))) for n in aheads)
    out = not any(deck.left for deck in state.decks)
    return choices or ((Choice(AHEAD_OF_ALL, tr("ahead of all tiles")),) if out else ())


def resolve_take(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Take a tile with the figure on turn, or move without taking one."""
    _move(resolution, question, answer.offer, answer.values)


def _resolve_worlds_end(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    _withdraw_unidentified(resolution)
    locate_worlds_end(resolution, answer.values)
    _move(resolution, question, answer.offer, (WORLDS_END,))


def _move(resolution: Resolution, question: OpenQuestion, offer: str, values: tuple[Value, ...]) -> None:
    _withdraw_unidentified(resolution)
    if not _ask_unidentified(resolution, question, offer, values):
        move_and_take(resolution, question, offer, values)


def _withdraw_unidentified(resolution: Resolution) -> None:
    """Close the question about World's End that an earlier answer opened."""
    if before := resolution.state.find_question("untold_end"):
        resolution.close(before)


def locate_worlds_end(resolution: Resolution, where: tuple[Value, ...]) -> None:
    """Record that World's End is where the player moves, if it was unknown."""
    if where == (AHEAD_OF_ALL,):
        at = with_laid_tile(resolution.state.track, Space())[1]
        resolution.do(ev.SpaceSet(at, WORLDS_END, "D"))
    elif where:
        resolution.do(ev.TileIdentified(int(str(where[0]).removeprefix(AHEAD_PREFIX)), WORLDS_END))


def parse_target(state: State, values: tuple[Value, ...]) -> tuple[int, str, tuple[Value, ...]]:
    """Return the place on the track, the piece id and the remaining values of an answer."""
    first = str(values[0])
    place = target_index(state.track, first)
    return (place, str(values[1]), values[2:]) if first.startswith(AHEAD_PREFIX) else (place, first, values[1:])


def _ask_unidentified(
    resolution: Resolution, question: OpenQuestion, offer: str, values: tuple[Value, ...]
) -> bool:
    """Ask if World's End is among unidentified D tiles that this move would discard. True if it was asked."""
    place, piece, _ = parse_target(resolution.state, values)
    if piece == WORLDS_END:
        return False
    passed = possible_worlds_end_places_passed(resolution.state, place)
    if passed:
        resolution.ask("untold_end", question.player, len(passed), offer, *values)
    return bool(passed)


def move_and_take(resolution: Resolution, question: OpenQuestion, offer: str, values: tuple[Value, ...]) -> None:
    """Move, take the tile, discard passed tiles, then apply the tile."""
    player_id, figure = question.player, resolution.state.turn.figure
    place, piece, rest = parse_target(resolution.state, values)
    ahead = number_ahead(resolution.state.track, place)
    deck = resolution.state.track[place].deck
    resolution.close(question)
    # Identified before the move, because its number ahead is counted from the figure's old place.
    identify_tile(resolution, ahead, piece)
    move_figure(resolution, figure, place)
    if stays_on_rondel(resolution.state, piece):
        discard_passed_tiles(resolution)
        resolution.do(ev.PawnStopped(figure, piece))
    elif offer == "nothing":
        _take_nothing(resolution, player_id, str(rest[0]))
    else:
        resolution.do(ev.TileTaken(player_id, piece, deck))
        discard_passed_tiles(resolution)
        # After the discards, because Munro may draw a tile that this move passed (GM-CRS-19).
        gain_piece(resolution, player_id, piece, deck)
    fire_trigger(resolution, "taken")


def stays_on_rondel(state: State, piece: str) -> bool:
    """True if figures stop on the piece without taking it: World's End, a fixture or a tile that stays."""
    known = state.facts.pieces.get(piece)
    return piece == WORLDS_END or bool(known and known.stays)


def identify_tile(resolution: Resolution, ahead: int, piece: str) -> None:
    """Identify a tile on the rondel and record its deck, if that was unknown."""
    space = resolution.state.track[tile_indexes_ahead(resolution.state.track)[ahead - 1]]
    if space.is_unidentified and piece:
        resolution.do(ev.TileIdentified(ahead, piece))
        record_deck(resolution, piece, space.deck)


def record_deck(resolution: Resolution, piece: str, deck: str) -> None:
    """Record the deck of a piece as a fact of the box, if it was unknown."""
    known = resolution.state.facts.pieces.get(piece)
    if known and known.deck is None:
        resolution.do(ev.FactLearned(LearnedFact(piece, "deck", deck)))


def _take_nothing(resolution: Resolution, player_id: str, instead: str) -> None:
    """Discard the tile and grant a coin or a movement point (GM-TAK-07)."""
    state = resolution.state
    discard_tile_under(resolution, state.turn.figure, "GM-TAK-07", discard_pile_owner(state))
    discard_passed_tiles(resolution)
    if instead == "coin":
        resolution.do(ev.CoinsGained(player_id, 1, "nothing"))
    else:
        gain_compensation_point(resolution, player_id)


# World's End among passed unidentified tiles.


def _unidentified_text(state: State, question: OpenQuestion) -> Message:
    number, player = int(question.args[0]), labels.figure_label(state, question.player)
    return with_button_wording(
        trn(
            "{player} passes {n} tile of deck D that nobody tapped. Is it World's End?",
            "{player} passes {n} tiles of deck D that nobody tapped. Is World's End among them?",
            number,
            player=player,
        ),
        trn(
            "{player} passes {n} tile of deck D. Is it World's End?",
            "{player} passes {n} tiles of deck D. Is World's End among them?",
            number,
            player=player,
        ),
    )


def _passed_form(_state: State, question: OpenQuestion) -> Form:
    numbers = range(1, int(question.args[0]) + 1)
    which = tuple(Choice(str(i), tr("tile {n} of them, from behind", n=i), brief=literal(str(i))) for i in numbers)
    # With one tile there is no choice to make.
    pick = Pick("which", tr("Which tile is World's End?"), which, "1", is_assumed=len(which) == 1, in_order=True)
    return Form(tr("Yes, it is there"), (pick,), hint=YES)


def _deny_passed(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    take = resolution.state.find_question("take")
    assert take is not None
    move_and_take(resolution, take, str(question.args[1]), question.args[2:])


def _identify_passed(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    place, _, _ = parse_target(resolution.state, question.args[2:])
    found = possible_worlds_end_places_passed(resolution.state, place)[int(answer.values[0]) - 1]
    resolution.do(ev.TileIdentified(number_ahead(resolution.state.track, found), WORLDS_END))
    _deny_passed(resolution, question, answer)


TAKE_QUESTIONS = (
    QuestionKind(
        "take",
        _text,
        (
            Action("take", _take, resolve_take, key="OK", hint=tr("take")),
            Action("worlds_end", worlds_end_form, _resolve_worlds_end, cards=_worlds_end_card),
            Action("nothing", _nothing_form, resolve_take, "DOWN", tr("no tile"), is_rare=True),
            *activation.ACTIONS_BEFORE_TAKING,
            Action("lay_first", wait_for_tiles_form, wait_for_tiles),
        ),
        rule="GM-RND-01",
        non_blocking=True,
        stays_open=True,
    ),
    QuestionKind(
        "untold_end",
        _unidentified_text,
        (Action("no", Form(tr("No"), hint=NO), _deny_passed), Action("yes", _passed_form, _identify_passed)),
        rule="GM-END-05",
    ),
)
