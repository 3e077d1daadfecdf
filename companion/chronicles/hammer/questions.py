"""The Englishman's turn (C4-09 to C4-24), entries of any turn (C4-26 to C4-29) and the correction of the
marker."""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.hammer.model import (
    CHURCH,
    ENGLAND_ROW,
    ENGLISHMAN,
    MONUMENT,
    SLUG,
    MarkerSet,
    controller,
    marker_transfer,
)
from companion.engine.message import Message, literal, tr, trn
from companion.engine.offers import Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Action, Form, QuestionKind, Resolution, expansion_card
from companion.state.glen_more_2.course import discard_passed_tiles, fire_trigger
from companion.state.glen_more_2.expansions import FIRST_EXPANSION_STEP, cause_id
from companion.state.glen_more_2.facts import WORLDS_END
from companion.state.glen_more_2.model import Player, State
from companion.state.glen_more_2.questions.corrections import only_in_play
from companion.state.glen_more_2.questions.scoring import NO_HOLDER
from companion.state.glen_more_2.questions.take import (
    locate_worlds_end,
    stays_on_rondel,
    takeable_choices,
    wait_for_tiles,
    wait_for_tiles_form,
    worlds_end_form,
)
from companion.state.glen_more_2.ruleset import discard_pile_owner
from companion.state.glen_more_2.text import labels
from companion.state.territory.activation_options import ActivationOption
from companion.state.territory.grid import Spot
from companion.state.territory.market import buy_price, sell_price
from companion.state.territory.model import OpenQuestion
from companion.state.territory.rondel import AHEAD_PREFIX, move_figure
from companion.state.territory.track import Space, figure_index, tile_index, tile_indexes_ahead

HOLDER_QUESTION, TURN_QUESTION = f"{SLUG}.holder", f"{SLUG}.use"
MARKER_ENTRY, BARREL_ENTRY, MONUMENT_ENTRY = f"{SLUG}.marker", f"{SLUG}.barrel", f"{SLUG}.monument"
CHURCH_POINTS, CHURCH_DECK = 4, "B"
MONUMENT_POINTS, MONUMENT_DECK = 3, "C"


def begin_englishman_turn(resolution: Resolution) -> None:
    """Begin an additional turn of the player who controls the Englishman (C4-10)."""
    if holder := controller(resolution.state):
        resolution.ask(TURN_QUESTION, holder)
    else:
        resolution.ask(HOLDER_QUESTION)


# The owner of the marker is asked if unknown: the Englishman is last only after all pawns have passed him (C4-09).

WHO_HAS_MARKER = tr("The Englishman's turn. Who has the England marker?")


def _players(state: State, _question: OpenQuestion) -> Form:
    return Form(
        WHO_HAS_MARKER,
        (
            Pick(
                "player",
                WHO_HAS_MARKER,
                tuple(Choice(p.id, labels.figure_label(state, p.id)) for p in state.remaining_players),
            ),
        ),
    )


def _take_control(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id = str(answer.values[0])
    resolution.do(marker_transfer(resolution.state, player_id, "C4-09"))
    resolution.do(ev.ActingChanged(player_id))
    resolution.ask(TURN_QUESTION, player_id)


# On his turn the player pays and takes a tile, discards one for a stack of the England row, or moves him to
# World's End.


def _use_text(state: State, question: OpenQuestion) -> Message:
    return tr("The Englishman's turn: {player} plays him.", player=labels.figure_label(state, question.player))


def _pay(state: State, question: OpenQuestion) -> Form:
    """Return the offer to pay; closed if the row is full, with a caution if the coins do not suffice (C4-17)."""
    price, coins = buy_price(state.market[ENGLAND_ROW]), state.player(question.player).coins
    if price is None:
        return Form(tr("Pay and take a tile"), closed=Reason("C4-17", tr("The England row is full.")))
    label = tr("Pay {n} and take a tile", n=price)
    if all(choice.closed for choice in takeable_choices(state, ENGLISHMAN)):
        return Form(label, caution=Reason("C4-15", tr("No tile ahead can be taken.")))
    if coins >= price:
        return Form(label)
    text = trn(
        "The companion counts {n} coin; it costs {price}.",
        "The companion counts {n} coins; it costs {price}.",
        coins,
        price=price,
    )
    return Form(label, caution=Reason("C4-17", text))


def _pay_and_take(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    """Pay as for a purchase: coins on the leftmost free space of the England row (C4-11)."""
    resolution.do(
        ev.GoodBought(question.player, ENGLAND_ROW, buy_price(resolution.state.market[ENGLAND_ROW]) or 0)
    )
    # The cost of the tile itself is paid when it is taken, as in any turn (C4-12, C4-13).
    resolution.ask("take", question.player)


def _discard(state: State, _question: OpenQuestion) -> Form:
    """Return the offer to discard any tile except those that stay on the rondel (C4-16, C4-18)."""
    coins = sell_price(state.market[ENGLAND_ROW])
    label = trn("Discard a tile, take {n} coin", "Discard a tile, take {n} coins", coins or 0)
    if coins is None:
        label = tr("Discard a tile")
    choices = _tiles_ahead(state)
    if all(choice.closed for choice in choices):
        return Form(label, closed=Reason("C4-16", tr("No tile lies ahead.")))
    # Tiles are counted and assigned to keys as when he takes one.
    return Form(label, (Pick("tile", _THROW_OUT, choices, starts_at_default=True, in_order=True),))


def _tiles_ahead(state: State) -> tuple[Choice, ...]:
    """Return the tiles ahead, nearest first. World's End is listed with the reason why it is never discarded."""
    spaces = ((n, state.track[place]) for n, place in enumerate(tile_indexes_ahead(state.track), 1))
    return tuple(
        _worlds_end_ahead(n) if space.piece == WORLDS_END else _tile_ahead(state, n, space)
        for n, space in spaces
        if space.piece == WORLDS_END or not stays_on_rondel(state, space.piece)
    )


def _tile_ahead(state: State, n: int, space: Space) -> Choice:
    label = tr("tile {n} ahead, {tile}", n=n, tile=labels.tile_label(state.facts, space))
    return Choice(f"{AHEAD_PREFIX}{n}", label, piece=space.piece, brief=literal(str(n)))


def _worlds_end_ahead(n: int) -> Choice:
    why = Reason("C4-18", tr("World's End is never discarded."))
    # A tap of World's End means that the Englishman moves onto it.
    return Choice(f"{AHEAD_PREFIX}{n}", tr("{n}: World's End", n=n), why, brief=tr("{n}: End", n=n))


_THROW_OUT = tr("Discard which tile ahead of him? Count tiles only.")


def _throw_out(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Move the Englishman, discard the tile and pay out the rightmost stack of the row (C4-16)."""
    ahead = int(str(answer.values[0]).removeprefix(AHEAD_PREFIX))
    place = tile_indexes_ahead(resolution.state.track)[ahead - 1]
    tile = resolution.state.track[place]
    move_figure(resolution, ENGLISHMAN, place)
    at = figure_index(resolution.state.track, ENGLISHMAN)
    # Discarded before the tiles that all pawns have passed: this tile goes to the pile of the player who plays him
    # (C7-25).
    resolution.do(ev.TileDiscarded(tile.piece, tile.deck, at, "C4-16", discard_pile_owner(resolution.state)))
    discard_passed_tiles(resolution)
    # With an empty row the player gets nothing for the discarded tile (C4-16).
    if stack := sell_price(resolution.state.market[ENGLAND_ROW]):
        resolution.do(ev.GoodSold(question.player, ENGLAND_ROW, stack))
    fire_trigger(resolution, "taken")


def _worlds_end(state: State, question: OpenQuestion) -> Form | None:
    """Return the offer of World's End, where it lies or may lie. An unknown position is asked for (C4-24)."""
    return worlds_end_form(state, question)


def _to_worlds_end(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Move the Englishman to World's End; nothing is paid, taken or discarded for it (C4-24)."""
    locate_worlds_end(resolution, answer.values)
    place = tile_index(resolution.state.track, WORLDS_END)
    move_figure(resolution, ENGLISHMAN, place)
    discard_passed_tiles(resolution)
    resolution.do(ev.PawnStopped(ENGLISHMAN, WORLDS_END))
    fire_trigger(resolution, "taken")


_ENGLAND, _CHURCH = tr("The England marker"), tr("1 barrel for 4 points")


def _marker(state: State, question: OpenQuestion) -> Form:
    label = _ENGLAND
    if controller(state) != question.player:
        return Form(label)
    has = tr("{player} has the marker already.", player=labels.figure_label(state, question.player))
    return Form(label, closed=Reason("C4-29", has))


def _take_marker(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    """The England symbol was activated (C4-29)."""
    resolution.do(ev.EntryMade(question.player, MARKER_ENTRY))
    resolution.do(marker_transfer(resolution.state, question.player, "C4-29"))


def _barrel(state: State, question: OpenQuestion) -> Form:
    """Return the entry for the owner of Glenfinnan Church; a rare entry for others who may have taken it
    (C4-26)."""
    label, player = tr("Glenfinnan Church: 1 barrel for 4 points"), state.player(question.player)
    if state.tracks_territories:
        return Form(label, closed=_no_barrel(player) or _no_church(state, player), has_key=False, is_rare=True)
    if closed := _no_church(state, player):
        return Form(label, closed=closed, has_key=False, is_rare=True)
    owns = _owns(player, CHURCH)
    return Form(label, caution=_no_barrel(player), has_key=owns and player.barrels > 0)


def _no_barrel(player: Player) -> Reason | None:
    return Reason("C4-26", tr("The companion counts no barrel.")) if player.barrels < 1 else None


def barrel_activation_options(_state: State, _player_id: str, spot: Spot) -> Iterator[ActivationOption]:
    """Yield the activation of Glenfinnan Church: 4 points for a barrel (C4-26, C4-29)."""
    if spot.top == CHURCH:
        points = {"vp": CHURCH_POINTS}
        yield ActivationOption(
            FIRST_EXPANSION_STEP, BARREL_ENTRY, get=points, source=cause_id(BARREL_ENTRY, CHURCH), barrels=1
        )


def _owns(player: Player, card: str) -> bool:
    return card in player.landmarks or any(tile.piece == card for tile in player.taken_tiles)


def _no_church(state: State, player: Player) -> Reason | None:
    """Return why the player cannot have Glenfinnan Church. None if the player has it or an unidentified tile may
    be it.
    """
    if _owns(player, CHURCH):
        return None
    if owner := next((p.id for p in state.players if _owns(p, CHURCH)), ""):
        return Reason("C4-26", tr("{player} has Glenfinnan Church.", player=labels.figure_label(state, owner)))
    if _has_unidentified_tile(player, CHURCH_DECK):
        return None
    name = labels.figure_label(state, player.id)
    return Reason("C4-26", tr("{player} has not taken Glenfinnan Church.", player=name))


def _give_barrel(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    """Glenfinnan Church was activated (C4-26)."""
    resolution.do(ev.EntryMade(question.player, BARREL_ENTRY))
    resolution.do(ev.BarrelsPaid(question.player, 1, cause_id(BARREL_ENTRY, CHURCH)))
    resolution.do(ev.PointsScored(question.player, CHURCH_POINTS, cause_id(BARREL_ENTRY, CHURCH)))


def _has_unidentified_tile(player: Player, deck: str) -> bool:
    return any(not tile.piece and tile.deck == deck for tile in player.taken_tiles)


def _monument(state: State, question: OpenQuestion) -> Form | None:
    """Return the entry for the owner of Glenfinnan Monument or a player who may have taken it unidentified
    (C4-27).
    """
    player, owner = state.player(question.player), any(_owns(p, MONUMENT) for p in state.players)
    if not (_owns(player, MONUMENT) or (not owner and _has_unidentified_tile(player, MONUMENT_DECK))):
        return None
    # At referee depth activating the tile scores it, so this entry is rare.
    return Form(tr("Glenfinnan Monument: 3 points"), is_rare=state.tracks_territories)


def _score_monument(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    """Glenfinnan Monument was activated (C4-27)."""
    resolution.do(ev.EntryMade(question.player, MONUMENT_ENTRY))
    resolution.do(ev.PointsScored(question.player, MONUMENT_POINTS, cause_id(MONUMENT_ENTRY, MONUMENT)))


_NOT_HIS_TURN = tr("It is not the Englishman's turn.")
_USE_CARD = expansion_card("englishman", tr("Pay for the Englishman"), 4, fallback=_NOT_HIS_TURN)


def _holder(state: State, _question: OpenQuestion) -> Form:
    """Return the choice of the marker's owner among the players who have not left."""
    players = tuple(Choice(p.id, labels.figure_label(state, p.id)) for p in state.remaining_players)
    nobody = Choice(NO_HOLDER, tr("nobody"))
    return Form(tr("Owner of the England marker"), (Pick("player", tr("Who has it?"), (*players, nobody)),))


def _set_holder(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Set the owner of the marker. If the Englishman's turn has just begun, begin it again for the new owner."""
    holder = "" if answer.values[0] == NO_HOLDER else str(answer.values[0])
    resolution.do(MarkerSet(holder))
    waiting = [o for o in resolution.state.open_questions if o.kind in (HOLDER_QUESTION, TURN_QUESTION)]
    for question in waiting:
        resolution.close(question)
    if waiting:
        resolution.do(ev.ActingChanged(holder))
        begin_englishman_turn(resolution)


KINDS = (
    QuestionKind(HOLDER_QUESTION, WHO_HAS_MARKER, (Action("holder", _players, _take_control),)),
    QuestionKind(
        TURN_QUESTION,
        _use_text,
        (
            Action("use", _pay, _pay_and_take, cards=_USE_CARD),
            Action("discard", _discard, _throw_out),
            Action("worlds_end", _worlds_end, _to_worlds_end),
            Action("lay_first", wait_for_tiles_form, wait_for_tiles),
        ),
        rule="C4-10",
    ),
)
CORRECTIONS = (Action(HOLDER_QUESTION, only_in_play(_holder), _set_holder),)
ENTRIES = (
    Action(BARREL_ENTRY, _barrel, _give_barrel, "DOWN", tr("church"), expansion_card("church", _CHURCH, 4)),
    Action(MARKER_ENTRY, _marker, _take_marker, cards=expansion_card("england", _ENGLAND, 4)),
    Action(MONUMENT_ENTRY, _monument, _score_monument),
)
