"""Setup questions: players, house rules, depth and the layout of the rondel (G1-SET-01 to G1-SET-06)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from companion.engine.game import player_range_text
from companion.engine.message import Message, join_list, literal, tr, trn, with_button_wording
from companion.engine.offers import (
    EARLIER_NAME_PREFIX,
    NEW_NAME,
    Answer,
    Choice,
    Pick,
    Reason,
    player_name_pick,
    players_names_pick,
)
from companion.state.glen_more import events as ev
from companion.state.glen_more import text
from companion.state.glen_more.course import fire_trigger, lay_next_tile, tiles_to_lay
from companion.state.glen_more.model import DECKS, DIE, MAX_PLAYERS, MIN_PLAYERS, State
from companion.state.glen_more.resolution import Action, Form, QuestionKind, Resolution, done_card
from companion.state.territory.model import OpenQuestion
from companion.state.territory.words import DEPTH_NAMES, DEPTH_WORDS

UNNAMED = "unnamed"
HOUSE_WORDS = {
    "warehouse_start": tr("with 2 or 3 players coins lie on the market at the start"),
    "skipped_leave_at_once": tr("tiles that all have passed leave at once"),
    "mey_doubles_bonnets": tr("Castle of Mey doubles bonnets too"),
    "duart_counts_start": tr("Duart Castle counts the start village"),
    "die_counts_spaces": tr("the die counts spaces, not tiles"),
    "points_are_secret": tr("points are secret until the last scoring"),
}
REFEREE_HOUSE_WORDS = {
    "loch_ness_place_before_paying": tr("the Scot paid for Loch Ness still counts for its place"),
}
"""House rules that matter only where territories are tracked."""


def _seat_text(state: State, _question: OpenQuestion) -> Message:
    if not state.players:
        return tr("Who begins? Then the others clockwise, in the order of the pawns.")
    return tr("{Player} plays. Who is next?", Player=text.figure_label(state, state.players[-1].id))


def _seat(state: State, _question: OpenQuestion) -> Form:
    """Return the form for the next player, in the order of the pawns (G1-SET-03)."""
    label, n = tr("Next player"), len(state.players)
    if n == MAX_PLAYERS:
        full = player_range_text(literal("Glen More"), MIN_PLAYERS, MAX_PLAYERS)
        return Form(label, closed=Reason("G1-CMP-01", full))
    taken = tuple(p.name for p in state.players if p.name)
    pick = player_name_pick(state.earlier_names, taken)
    words = tr("without a name: player {n}", n=n + 1)
    choices = (Choice(UNNAMED, words), *pick.choices, *_villages(state, words))
    return Form(label, (replace(pick, choices=choices),))


def _villages(state: State, words: Message) -> tuple[Choice, ...]:
    """Return hidden choices for the start villages: tapping one seats the next player (G1-CMP-07)."""
    seated = {p.village: text.figure_label(state, p.id) for p in state.players if p.village}
    return tuple(
        Choice(tile.id, words, _sits(seated.get(tile.id)), piece=tile.id, is_hidden=True)
        for tile in state.facts.tiles.values()
        if not tile.deck
    )


def _sits(who: Message | None) -> Reason | None:
    return Reason("G1-SET-02", tr("{player} has it.", player=who)) if who else None


def _everybody(state: State, _question: OpenQuestion) -> Form:
    few = tr("The game needs 2 to 5 players; {n} so far.", n=len(state.players))
    closed = None if len(state.players) >= MIN_PLAYERS else Reason("G1-CMP-01", few)
    # After players have tapped start villages, this is the suggested row; it keeps its place in the list.
    return Form(tr("That is everybody"), closed=closed, is_suggested=closed is None)


def _sit(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    which = str(answer.values[0])
    village = which if which in resolution.state.facts.tiles else ""
    seat = f"p{len(resolution.state.players) + 1}"
    resolution.do(ev.PlayerSeated(seat, _said_name(answer.values), village))


def _said_name(values: tuple[str | int, ...]) -> str:
    """Return the name in an answer to a list of names, "" for none."""
    which = str(values[0])
    if which == NEW_NAME:
        return str(values[1])
    return which.removeprefix(EARLIER_NAME_PREFIX) if which.startswith(EARLIER_NAME_PREFIX) else ""


def _all_seated(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.close_all("seat")
    resolution.ask("start")


def _start_text(state: State, _question: OpenQuestion) -> Message:
    n = len(state.players)
    if state.use_die:
        return trn("{n} player, with the die.", "{n} players, with the die.", n)
    return trn("{n} player, without the die.", "{n} players, without the die.", n)


def name_form(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form that names a player, or None without players."""
    players = {p.id: (text.figure_label(state, p.id), p.name) for p in state.players}
    return Form(tr("Name a player"), (players_names_pick(players, state.earlier_names),)) if players else None


def name_player(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Record the name of a player."""
    resolution.do(ev.PlayerNamed(str(answer.values[0]), _said_name(answer.values[1:])))


def _house(state: State, _question: OpenQuestion) -> Form:
    choices = tuple(
        Choice(name, tr("yes: {rule}", rule=words) if getattr(state.house, name) else tr("no: {rule}", rule=words))
        for name, words in (HOUSE_WORDS | (REFEREE_HOUSE_WORDS if state.tracks_territories else {})).items()
    )
    return Form(tr("House rules"), (Pick("rule", tr("Which house rule do you want to change?"), choices),))


def _change_house(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.HouseRuleChanged(str(answer.values[0])))


def _depth(state: State, _question: OpenQuestion) -> Form:
    """Return the form for the depth: how much the companion tracks."""
    choices = tuple(Choice(depth, words) for depth, words in DEPTH_WORDS.items())
    pick = Pick("depth", tr("How much does the companion follow?"), choices, state.depth, starts_at_default=True)
    return Form(tr("Depth: {depth}", depth=DEPTH_NAMES[state.depth]), (pick,))


def choose_depth(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Record the depth if it changes."""
    depth = str(answer.values[0])
    if depth != resolution.state.depth:
        resolution.do(ev.DepthChosen(depth))


def _begin(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.close_all("start")
    fire_trigger(resolution, "started")


def _layout_text(state: State, _question: OpenQuestion) -> Message:
    """Return what players lay out: pawns, tiles and coins (G1-SET-04, G1-SET-05)."""
    names = [text.figure_label(state, p.id) for p in state.players] + [tr("the die")] * (DIE in _figures(state))
    pawns = tr("Pawns onto the rondel, from behind: {pawns}.", pawns=join_list(names))
    tiles = tr("Ahead of them {tiles}.", tiles=join_list(_coming(state)))
    hands = tr("{pawns} {tiles}", pawns=pawns, tiles=tiles)
    if any(state.market.values()):
        hands = tr("{hands} 1 coin onto the 1 of each market row.", hands=hands)
    return with_button_wording(tr("{hands} Tap the tiles, or OK.", hands=hands), hands)


def _figures(state: State) -> set[str]:
    return {figure for space in state.track for figure in space.figures}


def _coming(state: State) -> list[Message]:
    """Return the number of tiles to lay from each deck, as texts."""
    left, n, found = dict(state.tiles_left), tiles_to_lay(state), Counter[str]()
    for deck in DECKS:
        found[deck] = min(n - found.total(), left[deck])
    return [
        trn("{n} tile of deck {deck}", "{n} tiles of deck {deck}", n, deck=deck) for deck, n in found.items() if n
    ]


def tiles_to_lay_text(state: State) -> list[Message]:
    """Return which tiles players must lay now, deck by deck."""
    return _coming(state)


def tile_choices_from_decks(state: State, decks: tuple[str, ...]) -> tuple[Choice, ...]:
    """Return the tiles of these decks that may still be in them: not taken, not on the rondel, not discarded."""
    away = identified_tiles_outside_decks(state)
    seen: set[Message] = set()
    choices = []
    for tile in state.facts.tiles.values():
        if tile.deck in decks and tile.id not in away:
            label = text.tile_label(tile)
            choices.append(Choice(tile.id, label, piece=tile.id, is_tap_only=label in seen))
            seen.add(label)
    return tuple(choices)


def identified_tiles_outside_decks(state: State) -> set[str]:
    """Return the ids of identified tiles that have left their decks."""
    taken = {piece for p in state.players for piece in p.taken_tiles}
    return taken | {space.piece for space in state.track} | {tile.piece for tile in state.removed_tiles}


def current_decks(state: State) -> tuple[str, ...]:
    """Return the deck in use and the next one, because the count of a deck may be too high."""
    return tuple(deck for deck in DECKS if state.tiles_left.get(deck))[:2]


def laid_tile_form(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form that identifies a laid tile, or None if no tile has to be laid."""
    decks = current_decks(state)
    if not (decks and tiles_to_lay(state)):
        return None
    # Tiles of the next deck are hidden choices for taps: such a tap shows that the count of this deck was wrong.
    later = (replace(choice, is_hidden=True) for choice in tile_choices_from_decks(state, decks[1:]))
    choices = (*tile_choices_from_decks(state, decks[:1]), *later)
    return Form(tr("Lay a tile"), (Pick("piece", tr("Which tile?"), choices),)) if choices else None


def _lay_known(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    lay_next_tile(resolution, str(answer.values[0]))
    if not tiles_to_lay(resolution.state):
        _laid_out(resolution, question, answer)


def _laid_out(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    while tiles_to_lay(resolution.state):
        lay_next_tile(resolution)
    resolution.close_all("layout")
    fire_trigger(resolution, "laid_out")


SETUP_KINDS = (
    QuestionKind(
        "seat",
        _seat_text,
        (Action("seat", _seat, _sit), Action("done", _everybody, _all_seated, cards=done_card)),
        rule="G1-SET-02",
        stays_open=True,
    ),
    QuestionKind(
        "start",
        _start_text,
        (
            Action("go", Form(tr("Lay out the rondel")), _begin, cards=done_card),
            Action("name", name_form, name_player),
            Action("house", _house, _change_house),
            Action("depth", _depth, choose_depth, is_done_once=True),
        ),
        stays_open=True,
    ),
    QuestionKind(
        "layout",
        _layout_text,
        (
            Action("laid_out", Form(tr("Laid out")), _laid_out, cards=done_card),
            Action("laid", laid_tile_form, _lay_known),
        ),
        rule="G1-SET-04",
        stays_open=True,
    ),
)
