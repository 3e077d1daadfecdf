"""The question of a turn: which tile is taken (GM-RND-02, GM-TAK-01..08), World's End, or nothing at all."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.engine.lazy import LazyItems
from companion.engine.message import Message, literal, or_by_hand, tr, trn
from companion.engine.offers import NO, YES, Answer, Choice, Pick, Reason, Value
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.course import fire
from companion.state.glen_more_2.effects import gain_piece
from companion.state.glen_more_2.facts import WORLDS_END, Facts, Learned
from companion.state.glen_more_2.model import OpenQuestion, Space, State, is_neutral
from companion.state.glen_more_2.moves import move_pawn
from companion.state.glen_more_2.payment import in_reach
from companion.state.glen_more_2.questions import use
from companion.state.glen_more_2.questions.ahead import (
    AHEAD,
    can_be_reached,
    can_be_taken,
    lying_ahead,
    reach_one_by_one,
    tile_ahead,
)
from companion.state.glen_more_2.referee.gaining import instead_of_a_tile
from companion.state.glen_more_2.refill import can_lay, discard_passed
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import ahead_of, laid, place_of, place_of_piece, tiles_ahead
from companion.state.glen_more_2.rows import TURN, Action, CommandCard, Form, QuestionKind
from companion.state.glen_more_2.ruleset import objection, pile_of
from companion.state.glen_more_2.worlds_end import may_be_laid, unidentified_of_d, unidentified_passed

FOREMOST = "foremost"
INSTEAD = Pick(
    "instead",
    tr("What instead?"),
    (
        Choice("coin", tr("1 coin"), brief=tr("coin")),
        Choice("movement", tr("1 movement point"), brief=tr("movement")),
    ),
)
"""What a player gets who can take nothing (GM-TAK-07)."""


def _text(state: State, question: OpenQuestion) -> Message:
    player = labels.figure(state, question.player)
    if state.turn.acting:
        return or_by_hand(
            tr("{player}, tap the tile for {figure}", player=player, figure=_on_turn(state)),
            tr("{player}, take a tile for {figure}", player=player, figure=_on_turn(state)),
        )
    return or_by_hand(
        tr("{player}, tap the tile you take", player=player), tr("{player}, take a tile", player=player)
    )


def _on_turn(state: State) -> Message:
    return labels.figure(state, state.turn.figure)


def which_tile(state: State) -> Message:
    """Over the tiles ahead: they are counted from the figure that moves."""
    if is_neutral(state.turn.figure):
        return tr("Which tile ahead of {figure}? Count tiles only.", figure=_on_turn(state))
    return tr("Which tile ahead of you? Count tiles only.")


def _take(state: State, _question: OpenQuestion) -> Form:
    label, figure = tr("Take a tile"), state.turn.figure
    if not tiles_ahead(state.line):
        return Form(label, closed=Reason("GM-RND-02", tr("No tile lies ahead.")), keyed=False)
    if not can_be_reached(state, figure):
        return Form(label, closed=Reason("GM-TAK-07", tr("No tile ahead can be taken.")), keyed=False)
    tiles = LazyItems(lambda: reach_one_by_one(state, figure), lambda value: tile_ahead(state, figure, value))
    return Form(label, LazyItems(lambda: (Pick("tile", which_tile(state), tiles, steady=True, in_order=True),)))


def worlds_end_form(state: State, _question: OpenQuestion) -> Form | None:
    """Moving onto World's End (GM-END-03); where nobody told where it lies, it is told now.

    While hardly anybody expects it on the rondel, few turns need it.
    """
    label = tr("Move onto World's End")
    # Another tile may have to be taken first.
    caution = objection(state, state.turn.figure, WORLDS_END)[1]
    if state.worlds_end_found:
        return Form(label, caution=caution)
    if not (where := _places_of_end(state)):
        return None
    parts = (Pick("where", tr("Which tile ahead is it?"), where, in_order=True),)
    return Form(label, parts, caution=caution, seldom=not may_be_laid(state))


def _nothing(state: State, question: OpenQuestion) -> Form | None:
    """What a player who can take nothing gets (GM-TAK-07)."""
    if not _some_may_be_thrown_out(state):
        return None
    parts = LazyItems(
        lambda: (Pick("tile", tr("Move to which tile?"), _may_be_thrown_out(state), in_order=True), INSTEAD)
    )
    return Form(tr("No tile can be taken"), parts, keyed=_looks_so(state, question.player))


def _looks_so(state: State, player_id: str) -> bool:
    """Of most tiles ahead the cost is known, and no purse pays one; own goods and sales are for people to say.

    Where territories are followed it is known of each tile, and one that can be taken is enough.
    """
    figure = state.turn.figure
    if state.follows and figure == player_id:
        return not can_be_taken(state, figure)
    unable: list[bool | None] = []
    for choice in reach_one_by_one(state, figure):
        if choice.closed or choice.caution:
            continue
        able = in_reach(state, player_id, choice.value)
        if able:
            return False
        unable.append(able)
    return unable.count(None) < unable.count(False)


def _may_be_thrown_out(state: State) -> tuple[Choice, ...]:
    """Any tile, also one that this figure can't take (GM-TAK-07); nothing that stays where it lies."""
    spaces = lying_ahead(state, state.turn.figure)
    return tuple(replace(c, closed=None) for c in spaces if not stays(state, c.value))


def _some_may_be_thrown_out(state: State) -> bool:
    return any(not stays(state, state.line[place].piece) for place in tiles_ahead(state.line))


def nowhere_to_go(state: State) -> bool:
    """Nothing that lies ahead can be taken, thrown out or stopped on."""
    open_ones = _some_may_be_thrown_out(state) or can_be_taken(state, state.turn.figure)
    return not (open_ones or state.worlds_end_found or _places_of_end(state))


def lay_first(state: State, _question: OpenQuestion) -> Form | None:
    """A figure that can go nowhere waits until tiles are laid, or stands ahead of all (GM-DIE-13)."""
    if not nowhere_to_go(state):
        return None
    return Form(tr("Lay tiles first")) if can_lay(state) else Form(tr("Go ahead of all pawns"))


def wait_for_tiles(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    """The turn ends with the refill alone, and the figure that is last then is on turn."""
    _withdraw_unidentified(resolution)
    resolution.close(question)
    if not can_lay(resolution.state):
        line = resolution.state.line
        resolution.do(ev.PawnPlaced(resolution.state.turn.figure, len(line)))
    fire(resolution, "taken")


def _worlds_end_card(_facts: Facts) -> Iterator[CommandCard]:
    otherwise = tr("Nobody can move onto World's End now.")
    yield CommandCard("worlds_end", tr("Onto World's End"), (), "worlds_end", place=TURN, otherwise=otherwise)


def _places_of_end(state: State) -> tuple[Choice, ...]:
    """Unidentified tiles that it can be; with deck D out and none of them left it lies ahead of everything."""
    unidentified = unidentified_of_d(state)
    aheads = [n for n, place in enumerate(tiles_ahead(state.line), 1) if place in unidentified]
    choices = tuple(Choice(f"{AHEAD}{n}", tr("tile {n} ahead", n=n), brief=literal(str(n))) for n in aheads)
    out = not any(deck.left for deck in state.decks)
    return choices or ((Choice(FOREMOST, tr("ahead of all tiles")),) if out else ())


def resolve_take(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """The figure on turn takes a tile, or moves where nothing can be taken."""
    _move(resolution, question, answer.offer, answer.values)


def _resolve_worlds_end(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    _withdraw_unidentified(resolution)
    find_end(resolution, answer.values)
    _move(resolution, question, answer.offer, (WORLDS_END,))


def _move(resolution: Resolution, question: OpenQuestion, offer: str, values: tuple[Value, ...]) -> None:
    _withdraw_unidentified(resolution)
    if not _ask_unidentified(resolution, question, offer, values):
        carry_out(resolution, question, offer, values)


def _withdraw_unidentified(resolution: Resolution) -> None:
    """Another answer came before the one that asked about World's End."""
    if before := resolution.state.opened("untold_end"):
        resolution.close(before)


def find_end(resolution: Resolution, where: tuple[Value, ...]) -> None:
    """World's End lies where the player moves, if nobody told before."""
    if where == (FOREMOST,):
        at = laid(resolution.state.line, Space())[1]
        resolution.do(ev.SpaceSet(at, WORLDS_END, "D"))
    elif where:
        resolution.do(ev.TileIdentified(int(str(where[0]).removeprefix(AHEAD)), WORLDS_END))


def place_meant(state: State, values: tuple[Value, ...]) -> tuple[int, str, tuple[Value, ...]]:
    """The place in the line, the piece that is named, and the values that are left."""
    first = str(values[0])
    if first.startswith(AHEAD):
        return tiles_ahead(state.line)[int(first.removeprefix(AHEAD)) - 1], str(values[1]), values[2:]
    return place_of_piece(state.line, first), first, values[1:]


def _ask_unidentified(
    resolution: Resolution, question: OpenQuestion, offer: str, values: tuple[Value, ...]
) -> bool:
    """No unidentified D tile is discarded before World's End is found, unless the table says so."""
    place, piece, _ = place_meant(resolution.state, values)
    if piece == WORLDS_END:
        return False
    passed = unidentified_passed(resolution.state, place)
    if passed:
        resolution.ask("untold_end", question.player, len(passed), offer, *values)
    return bool(passed)


def carry_out(resolution: Resolution, question: OpenQuestion, offer: str, values: tuple[Value, ...]) -> None:
    """Move, take, discard what was passed; then the tile's own consequences."""
    player_id, figure = question.player, resolution.state.turn.figure
    place, piece, rest = place_meant(resolution.state, values)
    ahead = ahead_of(resolution.state.line, place)
    deck = resolution.state.line[place].deck
    resolution.close(question)
    # Told before the move: how far ahead it lies is counted from where the figure still stands.
    tell(resolution, ahead, piece)
    move_pawn(resolution, figure, ahead, place)
    if stays(resolution.state, piece):
        discard_passed(resolution)
        resolution.do(ev.PawnStopped(figure, piece))
    elif offer == "nothing":
        _take_nothing(resolution, player_id, piece, deck, str(rest[0]))
    else:
        resolution.do(ev.TileTaken(player_id, piece, deck))
        discard_passed(resolution)
        # After the discards: what this move passed is in the pile when Munro draws from it (GM-CRS-19).
        gain_piece(resolution, player_id, piece, deck)
    fire(resolution, "taken")


def stays(state: State, piece: str) -> bool:
    """World's End, a fixture, or a tile that nobody takes: the figure stands on it."""
    known = state.facts.pieces.get(piece)
    return piece == WORLDS_END or bool(known and known.stays)


def tell(resolution: Resolution, ahead: int, piece: str) -> None:
    """An unidentified tile gets its name; a tile whose deck nobody knew is now known to be of this one."""
    space = resolution.state.line[tiles_ahead(resolution.state.line)[ahead - 1]]
    if space.unidentified and piece:
        resolution.do(ev.TileIdentified(ahead, piece))
        learn_deck(resolution, piece, space.deck)


def learn_deck(resolution: Resolution, piece: str, deck: str) -> None:
    known = resolution.state.facts.pieces.get(piece)
    if known and known.deck is None:
        resolution.do(ev.FactLearned(Learned(piece, "deck", deck)))


def _take_nothing(resolution: Resolution, player_id: str, piece: str, deck: str, instead: str) -> None:
    """The tile goes to the pile; a coin or a movement point for it (GM-TAK-07)."""
    place = place_of(resolution.state.line, resolution.state.turn.figure)
    resolution.do(ev.TileDiscarded(piece, deck, place, "GM-TAK-07", pile_of(resolution.state)))
    discard_passed(resolution)
    if instead == "coin":
        resolution.do(ev.CoinsGained(player_id, 1, "nothing"))
    else:
        instead_of_a_tile(resolution, player_id)


# ---- was World's End among the passed tiles that nobody told about?


def _unidentified_text(state: State, question: OpenQuestion) -> Message:
    number, player = int(question.args[0]), labels.figure(state, question.player)
    return or_by_hand(
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


def _which_passed(_state: State, question: OpenQuestion) -> Form:
    numbers = range(1, int(question.args[0]) + 1)
    which = tuple(Choice(str(i), tr("tile {n} of them, from behind", n=i), brief=literal(str(i))) for i in numbers)
    # Of one tile nobody asks which it is.
    pick = Pick("which", tr("Which tile is World's End?"), which, "1", assumed=len(which) == 1, in_order=True)
    return Form(tr("Yes, it is there"), (pick,), hint=YES)


def _not_passed(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    take = resolution.state.opened("take")
    assert take is not None
    carry_out(resolution, take, str(question.args[1]), question.args[2:])


def _passed(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    place, _, _ = place_meant(resolution.state, question.args[2:])
    found = unidentified_passed(resolution.state, place)[int(answer.values[0]) - 1]
    resolution.do(ev.TileIdentified(ahead_of(resolution.state.line, found), WORLDS_END))
    _not_passed(resolution, question, answer)


KINDS = (
    QuestionKind(
        "take",
        _text,
        (
            Action("take", _take, resolve_take, key="OK", hint=tr("take")),
            Action("worlds_end", worlds_end_form, _resolve_worlds_end, cards=_worlds_end_card),
            Action("nothing", _nothing, resolve_take, "DOWN", tr("no tile"), seldom=True),
            *use.BEFORE_TAKING,
            Action("lay_first", lay_first, wait_for_tiles),
        ),
        rule="GM-RND-01",
        non_blocking=True,
        stays_open=True,
    ),
    QuestionKind(
        "untold_end",
        _unidentified_text,
        (Action("no", Form(tr("No"), hint=NO), _not_passed), Action("yes", _which_passed, _passed)),
        rule="GM-END-05",
    ),
)
