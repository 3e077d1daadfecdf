"""Table tasks of the current turn: what players must do on the table or enter. Texts only.

Setup steps before the first turn (box and chronicles), the die, tiles to discard and lay, costs to pay or enter,
effects of cards, crests and tiles, and unused activations at referee depth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from companion.engine.caching import memoize_last
from companion.engine.message import Message, join_list, tr, trn, with_button_wording
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.course import count_tiles_to_lay
from companion.state.glen_more_2.effects import home_castle_spaces_left
from companion.state.glen_more_2.expansions import SetupStage, SetupStep
from companion.state.glen_more_2.facts import DECKS, Effect
from companion.state.glen_more_2.model import DIE, State, Tile
from companion.state.glen_more_2.payment import (
    entered_tile_cost,
    events_since_taking,
    has_own_goods_payment,
    is_cost_missing,
    possible_costs,
    scots_to_pay,
    turns_with_missing_cost,
)
from companion.state.glen_more_2.referee import activation
from companion.state.glen_more_2.referee.activation import ACTIVATION, LOCH_NESS
from companion.state.glen_more_2.referee.territory_tiles import spot_label
from companion.state.glen_more_2.rondel import can_worlds_end_be_laid, is_game_over, is_on_worlds_end
from companion.state.glen_more_2.ruleset import expansions_of, rules_of
from companion.state.glen_more_2.text import labels
from companion.state.glen_more_2.view import TableTask
from companion.state.territory.track import Space, figure_index


def tiles_thrown_out_by_die(state: State) -> list[ev.TileDiscarded]:
    """Return the tiles that the die discarded before this turn, until the player on turn moves (GM-DIE-05)."""
    if state.phase not in ("take", "roll"):
        return []
    return [each for each in state.turn_events if isinstance(each, ev.TileDiscarded) and each.rule == "GM-DIE-05"]


def discards_shown_by_place(state: State) -> Counter[str]:
    """Return, by deck, the discarded tiles that are shown by their place and not with the refill's discards."""
    return Counter(each.deck for each in _thrown_out_now(state) if not each.piece)


def die_tasks(state: State) -> Iterator[Message]:
    """Yield tasks for tiles that the die discarded automatically; an unidentified one is named by its place."""
    stays = figure_index(state.track, DIE) >= 0
    thrown = _thrown_out_now(state)
    for each in thrown:
        if not each.piece:
            yield _by_place(state, each, _beside_die(state) if each is thrown[-1] else None)
        elif state.phase == "take":
            yield _by_name(labels.piece_label(state.facts, each.piece, each.deck), stays)


def _thrown_out_now(state: State) -> list[ev.TileDiscarded]:
    return tiles_thrown_out_by_die(state)


def _by_name(tile: Message, stays: bool) -> Message:
    if stays:
        return tr("Take {tile} off the rondel, the die goes there", tile=tile)
    return tr("Take {tile} and the die off the rondel", tile=tile)


def _by_place(state: State, thrown: ev.TileDiscarded, beside: Message | None) -> Message:
    """Return the task for a tile named by its place, counted from the die on the table and by its neighbour."""
    at = next(i for i, event in enumerate(state.turn_events) if event is thrown)
    moved = (each for each in reversed(state.turn_events[:at]) if isinstance(each, ev.PawnMoved))
    ahead = next(each.ahead for each in moved if each.figure == DIE)
    if figure_index(state.track, DIE) < 0:
        return tr("Take off tile {n} ahead of the die, and the die", n=ahead)
    if beside:
        return tr("Take off tile {n} ahead of the die ({beside}): the die goes there", n=ahead, beside=beside)
    return tr("Take off tile {n} ahead of the die: the die goes there", n=ahead)


def _beside_die(state: State) -> Message | None:
    """Return the pawn or identified tile next to the die, preferably a pawn."""
    at = figure_index(state.track, DIE)
    behind = state.track[at - 1] if at else Space()
    before = state.track[at + 1] if at + 1 < len(state.track) else Space()
    if before.figures or (before.piece and not behind.figures):
        return tr("right behind {what}", what=_space_label(state, before))
    if behind.figures or behind.piece:
        return tr("right in front of {what}", what=_space_label(state, behind))
    return None


def _space_label(state: State, space: Space) -> Message:
    return labels.figure_label(state, space.figures[0]) if space.figures else labels.tile_label(state.facts, space)


def waiting_die_tasks(state: State) -> Iterator[Message]:
    """Yield where the waiting die is and what happens to the next tile laid (GM-DIE-07)."""
    if not state.is_die_waiting or state.phase not in ("take", "turn", "roll"):
        return
    if state.find_question("end") and count_tiles_to_lay(state):
        if state.chronicles:
            yield tr("The first without a Chronicle symbol is discarded: the die takes its space")
        else:
            yield tr("The first is discarded: the die takes its space")
        yield tr("Lay one tile more, on the space that the die leaves")
    elif state.chronicles:
        yield tr("The die stands ahead of all tiles; it discards the next one laid without a Chronicle symbol")
    else:
        yield tr("The die stands ahead of all tiles; it discards the next one laid")


def setup_tasks(state: State) -> tuple[Message, ...]:
    """Return all setup steps in order (GM-SET-01 to GM-SET-17, C0-02): by stage, the base game's first."""
    own = (step for x in expansions_of(state) if x.preparation for step in x.preparation(state))
    return tuple(step.text for step in sorted((*_base_game_steps(state), *own), key=lambda step: step.stage))


def _base_game_steps(state: State) -> Iterator[SetupStep]:
    yield SetupStep(SetupStage.SHUFFLE, tr("Shuffle decks A, B, C and D, each on its own"))
    end = tr("World's End on top of deck D") if state.short_game else tr("World's End half-way down deck D")
    yield SetupStep(SetupStage.SHUFFLED, end)
    each = tr("Each player: home tile, 10 Scots, 10 clan markers; 1 Scot onto the start village")
    yield SetupStep(SetupStage.PLAYERS, each)
    coins = join_list(
        tr("{player} {n}", player=labels.figure_label(state, player.id), n=player.coins)
        for player in state.players
    )
    yield SetupStep(SetupStage.PLAYERS, tr("Give out coins: {coins}", coins=coins))
    yield SetupStep(SetupStage.CARDS, tr("Landmark cards and David Hume beside the clan board"))
    if any(state.market.values()):
        yield SetupStep(SetupStage.MARKET, tr("1 coin onto the 1 of each market row"))
    pawns = join_list(labels.figure_label(state, p.id) for p in state.players)
    onto = tr("Pawns onto the rondel, the last first: {pawns}", pawns=pawns)
    yield SetupStep(SetupStage.RONDEL, tr("{step}, then the die", step=onto) if state.use_die else onto)


GAIN_ENTRIES = ("points", "barrel", "coins_in", "crest")
"""Entries for gains of tiles that players used manually; goods and Scots are entered as corrections."""


def unused_activation_tasks(state: State) -> Iterator[Message]:
    """Yield unused movement points, and usable tiles once nothing is to be laid or paid."""
    if moves := state.turn.work.movement_points:
        yield trn("{n} movement point left", "{n} movement points left", moves)
    if not state.find_question("end") or is_cost_missing(state):
        return
    if able := [spot_label(state, spot) for spot in ACTIVATION.usable_spots(state)]:
        yield tr("Can still be used: {tiles}", tiles=join_list(able))
    if full := [spot_label(state, spot) for spot in ACTIVATION.full_spots(state)]:
        yield tr("Full: {tiles}", tiles=join_list(full))
    if unknown_tiles := [spot_label(state, spot) for spot in activation.tiles_with_unknown_activation(state)]:
        yield trn(
            "Not known what it gives: {tiles}",
            "Not known what they give: {tiles}",
            len(unknown_tiles),
            tiles=join_list(unknown_tiles),
        )


def missing_gain_tasks(state: State) -> Iterator[Message]:
    """Yield a task for manually used tiles while fewer gains than tiles are entered."""
    used = activation.manually_used_tiles(state)
    if used and sum(map(_says_gain, events_since_taking(state))) < len(used):
        yield tr("DOWN: enter what {tiles} gave", tiles=join_list(spot_label(state, spot) for spot in used))


def _says_gain(event: ev.Event) -> bool:
    if isinstance(event, ev.EntryMade):
        return event.entry in GAIN_ENTRIES
    return isinstance(event, ev.GoodsSet | ev.ScotsSet)


COUNTED_EFFECTS = ("coin", "whisky", "vp")
"""Gains that the companion counts."""
PHASES_WITH_HOME_TASK = ("take", "turn", "roll")
"""Phases with tasks on the home page; ending a turn confirms its tasks."""
ENDS_GAME = tr("OK ends the turn and the game")


@memoize_last
def table_tasks(state: State) -> tuple[TableTask, ...]:
    """Return the tasks in the order in which they are done, the refill last; none after the end of the game."""
    if state.phase == "over":
        return ()
    return (
        *_missing_cost_tasks(state),
        # Where the die went comes before the tasks of the player who takes a tile now.
        *(TableTask(text) for text in (*_latecomer_tasks(state), *_leaver_tasks(state))),
        *(TableTask(text) for text in die_tasks(state)),
        *_asked_at_rest(state),
        *_cost_tasks(state),
        *(TableTask(text) for text in _manual_tasks(state)),
        *(TableTask(text) for text in (refill_task_texts(state) if state.find_question("end") else ())),
        *(TableTask(text, "entry") for text in _worlds_end_is_due(state)),
        *(TableTask(text) for text in waiting_die_tasks(state)),
    )


Kind = TypeVar("Kind", bound=ev.Event)


def _of_kind(state: State, kind: type[Kind]) -> list[Kind]:
    """Return the latest events of one type; mostly there are none."""
    return (
        [each for each in state.turn_events if isinstance(each, kind)] if kind in _kinds(state.turn_events) else []
    )


@memoize_last
def _kinds(happened: tuple[ev.Event, ...]) -> frozenset[type[ev.Event]]:
    return frozenset(map(type, happened))


def tasks_before_question(state: State) -> tuple[Message, ...]:
    """Return the tasks that remain while a blocking question hides the home page.

    Left out: the question that waits there, the cost, and what the home page's OK does.
    """
    kinds = rules_of(state).kinds
    if state.phase not in PHASES_WITH_HOME_TASK or all(
        kinds[opened.kind].non_blocking for opened in state.open_questions
    ):
        return ()
    at_home = [
        *_asked_at_rest(state),
        *(each for each in _cost_tasks(state) if each.kind == "entry"),
        TableTask(ENDS_GAME),
    ]
    return tuple(each.text for each in table_tasks(state) if each not in at_home)


def _asked_at_rest(state: State) -> Iterator[TableTask]:
    """Yield the non-blocking question on the home screen; setup steps appear as single tasks."""
    rules = rules_of(state)
    if prepare := state.find_question("prepare"):
        yield from (TableTask(step) for step in setup_tasks(state)[int(prepare.args[0]) :])
        return
    for opened in state.open_questions:
        kind = rules.kinds[opened.kind]
        if kind.non_blocking and opened.kind not in ("ledger", "end"):
            yield TableTask(kind.question(state, opened).text, "entry")
            return


def _missing_cost_tasks(state: State) -> Iterator[TableTask]:
    """Yield costs that the previous turn left unentered; they come first because later players would miss them.

    The cost of an earlier turn's tile is repeated when its player is to take the next one. The sheet of tasks
    explains how to enter it.
    """
    left: dict[str, Message] = {}
    for event in _of_kind(state, ev.CountsMarkedUncertain):
        row = rules_of(state).events[type(event)]
        if row.missing_entry and (text := row.missing_entry(state, event)):
            left[event.player] = text
    own = state.turn.player
    if state.phase == "take" and own not in left and (turns := turns_with_missing_cost(state, own)):
        who = labels.figure_label(state, own)
        left[own] = tr("{player}: the cost of turn {n} is not entered yet", player=who, n=turns[-1])
    if len(left) > 1:
        players = join_list(labels.figure_label(state, player_id) for player_id in left)
        yield TableTask(tr("Costs not entered yet: {players}", players=players), "entry")
        return
    yield from (TableTask(text, "entry") for text in left.values())


# A player joined or left between two turns.


def _latecomer_tasks(state: State) -> Iterator[Message]:
    """Yield what a late player gets: the same as all players at the start (GM-SET-01, GM-SET-02, GM-SET-07)."""
    for each in _of_kind(state, ev.PlayerJoinedLate):
        who = labels.figure_label(state, each.player)
        yield trn(
            "{player}: home tile, 10 Scots, 10 clan markers, {n} coin; 1 Scot onto the start village",
            "{player}: home tile, 10 Scots, 10 clan markers, {n} coins; 1 Scot onto the start village",
            each.coins,
            player=who,
        )
        yield tr("Put the pawn of {player} behind all others on the rondel", player=who)


def _leaver_tasks(state: State) -> Iterator[Message]:
    """Yield the tasks after a player left: the pawn or its replacement by the die, and passed tiles.

    GM-SET-08, GM-RND-05.
    """
    replaced = [each.player for each in _of_kind(state, ev.DieJoined)]
    for player_id in replaced:
        yield tr("Put the die where the pawn of {player} stood", player=labels.figure_label(state, player_id))
    for each in _of_kind(state, ev.PlayerLeft):
        if each.player not in replaced:
            yield tr("Take the pawn of {player} off the rondel", player=labels.figure_label(state, each.player))
    if state.phase not in ("take", "roll"):
        return
    gone = [e for e in _of_kind(state, ev.TileDiscarded) if e.rule == "GM-RND-05"]
    if words := _tile_texts(state, [Tile(e.piece, e.deck) for e in gone]):
        yield _passed_tiles_text(words)


def _passed_tiles_text(tiles: Sequence[Message]) -> Message:
    """Return the discard task. A neutral figure may be behind the tiles: it is no player (GM-DIE-09, C4-20)."""
    return tr("Discard {tiles}, passed by all players", tiles=join_list(tiles))


def _cost_tasks(state: State) -> Iterator[TableTask]:
    if scots := scots_to_pay(state):
        text = trn("Pay {n} Scot: from a tile to your supply", "Pay {n} Scots: from tiles to your supply", scots)
        yield TableTask(text)
    if is_cost_missing(state):
        yield TableTask(tr("Before OK enter the tile's cost, even 0"), "entry")
    elif (paid := entered_tile_cost(state)) is not None:
        tile = labels.name_in_sentence(state.facts.pieces[state.turn.tile])
        if has_own_goods_payment(state):
            yield TableTask(_asked_with_ok(tile), "entry")
        elif len(possible_costs(paid)) > 1:
            # The good bought may be only a part: own goods may have paid the rest, which was not entered.
            rest = tr("OK: say the rest of the cost, own goods too")
            yield TableTask(_asked_for_rest(tile) if state.tracks_territories else rest, "entry")
        else:
            yield TableTask(_remembered_with_ok(tile, labels.costs_label(paid)), "entry")


def _asked_with_ok(tile: Message | None) -> Message:
    """Return the text if the goods paid are unknown: one question comes before the turn ends."""
    return tr("OK asks what {tile} costs", tile=tile) if tile else tr("OK asks what this tile costs")


def _asked_for_rest(tile: Message | None) -> Message:
    """Return the text if a payment was entered that may not be complete."""
    return tr("OK asks if {tile} cost more", tile=tile) if tile else tr("OK asks if this tile cost more")


def _remembered_with_ok(tile: Message | None, cost: Message) -> Message:
    if tile:
        return tr("OK also remembers the cost of {tile}: {cost}", tile=tile, cost=cost)
    return tr("OK also remembers its cost: {cost}", cost=cost)


def _manual_tasks(state: State) -> Iterator[Message]:
    if state.tracks_territories:
        yield from missing_gain_tasks(state)
        yield from unused_activation_tasks(state)
    yield from _clan_markers(state)
    causes = state.turn.instruction_causes
    for cause in dict.fromkeys(causes):
        if (text := _cause_text(state, cause)) is not None:
            yield text
    for expansion in rules_of(state).expansions:
        if expansion.table_tasks:
            yield from expansion.table_tasks(state)
    if (
        activation.can_use_loch_ness(state)
        and f"landmark:{LOCH_NESS}" not in causes
        and not state.turn.work.has_activated_by_card
    ):
        card = state.facts.landmarks[LOCH_NESS]
        yield tr("{name}: {text}", name=card.name, text=card.text)


def _clan_markers(state: State) -> Iterator[Message]:
    """Yield tasks to place clan markers; effects of the crest are counted already (GM-CLN-01)."""
    for each in _of_kind(state, ev.CrestTaken):
        crest = labels.crest_label(state.facts, each.crest)
        if each.player == state.turn.player:
            yield tr("Put a clan marker on {crest}", crest=crest)
        else:
            who = labels.figure_label(state, each.player)
            yield tr("{player} puts a clan marker on {crest}", player=who, crest=crest)


def _cause_text(state: State, cause: str) -> Message | None:
    category, _, id = cause.partition(":")
    match category:
        case "landmark":
            card = state.facts.landmarks[id]
            return (
                tr("{name}: {text}", name=card.name, text=card.text)
                if _unbooked_steps(state, card.effects)
                else None
            )
        case "crest":
            crest = state.facts.crests[id]
            lasting = crest.timing == "permanent"
            left = lasting or _unbooked_steps(state, crest.effects)
            return tr("{name}: {text}", name=crest.name, text=crest.text) if left else None
        case "tile" | "placing" | "person":
            return _tile_text(state, id)
        case "movement_point":
            return tr("Take 1 movement point")
        case "scot_on_neighbour":
            return tr("A Scot must stand beside the place, not only on the covered tile")
        case "none_from_discards":
            return tr("The discard pile is empty: no tile comes from it")
        case "none_removed":
            return tr("Only the home tile lies there: no tile leaves")
        case "no_marker":
            return tr("No clan marker is left: that part is lost")
    return rules_of(state).causes.get(cause)


def _unbooked_steps(state: State, steps: tuple[Effect, ...]) -> list[Effect]:
    """Return the steps that were not counted and are not asked in a question."""
    return [step for step in steps if _is_by_hand(state, step)]


def _is_by_hand(state: State, step: Effect) -> bool:
    match step.op:
        case "gain":
            return step.what not in COUNTED_EFFECTS
        case "scots":
            # A question asks for them, unless none of them could enter the home castle.
            return not (state.turn.player and home_castle_spaces_left(state.player(state.turn.player)))
        case "clan_marker" | "landmark_card" | "take_piece" | "remove_tiles" | "from_discards":
            return False
    return True


def _tile_text(state: State, id: str) -> Message | None:
    """Return each step of a tile as text; if one has no text, a general instruction."""
    known = state.facts.pieces.get(id)
    left = _unbooked_steps(state, known.one_time or ()) if known else []
    if not left:
        return None
    words = [_step_words(step) for step in left]
    tile = labels.tile_in_sentence(state.facts, id)
    told = [each for each in words if each is not None]
    if len(told) < len(words):
        return tr("Do what {tile} says", tile=tile)
    return tr("{name}: {text}", name=tile, text=join_list(told))


def _step_words(step: Effect) -> Message | None:
    match step.op:
        case "gain" if step.what == "any_good":
            return trn("Put {n} good of your choice on it", "Put {n} goods of your choice on it", step.n)
        case "gain" if step.what in labels.GOODS_LABELS:
            return tr("Put {n} {good} on it", n=step.n, good=labels.GOODS_LABELS[step.what])
        case "scot_on_tile":
            return trn("Put {n} Scot on it", "Put {n} Scots on it", step.n)
        case "scots":
            return trn("Put {n} Scot on any of your tiles", "Put {n} Scots on any of your tiles", step.n)
    return None


@memoize_last
def refill_task_texts(state: State) -> tuple[Message, ...]:
    """Return what is discarded and laid at the end of a turn, or that the game ends with it."""
    return tuple(_refill_lines(state))


def _refill_lines(state: State) -> Iterator[Message]:
    thrown = _thrown_out(state)
    if thrown:
        tile = labels.tile_label(state.facts, thrown)
        figure = labels.figure_label(state, state.turn.figure)
        yield tr("Discard {tile}: the one that {figure} moves onto", tile=tile, figure=figure)
    if discarded := _discard_texts(state, thrown):
        if _fell_under_the_die(state):
            yield tr("Discard {tiles}", tiles=join_list(discarded))
        else:
            yield _passed_tiles_text(discarded)
    shares = _refill_shares(state)
    match shares:
        case ():
            pass
        case [(deck, n)]:
            yield tr("Lay {n} from {deck}", n=n, deck=deck)
        case [(deck, n), (following, more), *_]:
            yield tr("Lay {n} from {deck}, then {more} from {next}", n=n, deck=deck, more=more, next=following)
    if state.short_game and not state.is_worlds_end_known and _takes_from_d(shares):
        yield tr("The first tile of D is World's End")
    if is_game_over(state):
        yield ENDS_GAME


def _takes_from_d(shares: Iterable[tuple[str, int]]) -> bool:
    return any(deck == "D" for deck, _ in shares)


def _worlds_end_is_due(state: State) -> Iterator[Message]:
    """Yield a reminder to tap World's End. In a short game it is the first tile of D and needs none."""
    told = state.is_worlds_end_known or state.short_game or is_on_worlds_end(state, state.turn.player)
    if (
        state.find_question("end")
        and not told
        and can_worlds_end_be_laid(state)
        and _takes_from_d(_refill_shares(state))
    ):
        yield with_button_wording(tr("Tap World's End if you lay it"), tr("Enter World's End if you lay it"))


def _thrown_out(state: State) -> Tile | None:
    """Return the tile that the figure on turn discarded by moving onto it (GM-TAK-07, C4-16); None for the die."""
    if state.turn.figure == DIE:
        return None
    for moved, then in pairwise(state.turn_events):
        onto = isinstance(moved, ev.PawnMoved) and moved.figure == state.turn.figure
        if onto and isinstance(then, ev.TileDiscarded) and then.rule != "GM-RND-05":
            return Tile(then.piece, then.deck)
    return None


def _fell_under_the_die(state: State) -> bool:
    """True if a tile was discarded as it was laid because the die waited for its space."""
    return any(e.rule == "GM-DIE-07" for e in _of_kind(state, ev.TileDiscarded))


def _discard_texts(state: State, thrown: Tile | None) -> list[Message]:
    """Return the tiles that the turn discarded, without those shown by their place."""
    tiles = list(state.turn.discarded_tiles)
    if thrown in tiles:
        tiles.remove(thrown)
    for deck in discards_shown_by_place(state).elements():
        if (nameless := Tile("", deck)) in tiles:
            tiles.remove(nameless)
    return _tile_texts(state, tiles)


def _tile_texts(state: State, tiles: Sequence[Tile]) -> list[Message]:
    """Return named tiles by label, the others counted by deck."""
    named = [(tile, labels.tile_label(state.facts, tile)) for tile in tiles]
    words = [said for tile, said in named if said != labels.unknown_tile_label(tile.deck)]
    for deck in DECKS:
        if n := sum(tile.deck == deck and said == labels.unknown_tile_label(deck) for tile, said in named):
            words.append(labels.tile_count_label(deck, n))
    return words


@memoize_last
def _refill_shares(state: State) -> tuple[tuple[str, int], ...]:
    """Return how many tiles of which deck the refill lays (GM-RND-07)."""
    lay, shares = count_tiles_to_lay(state), []
    for deck in state.decks[DECKS.index(state.deck) :]:
        share = min(lay, deck.left)
        if share:
            shares.append((deck.letter, share))
        lay -= share
    return tuple(shares)
