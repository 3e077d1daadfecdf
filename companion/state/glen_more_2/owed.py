"""What people still owe in this turn: what the hands do, and what only they can tell. Words only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from companion.engine.memoize import memoize_last
from companion.engine.message import Message, listed, or_by_hand, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.effects import room_for_scots
from companion.state.glen_more_2.facts import DECKS, PERSON, Effect
from companion.state.glen_more_2.model import DIE, State, Tile
from companion.state.glen_more_2.owed_to_die import owed_to_die, told_by_place, waiting_die
from companion.state.glen_more_2.payment import (
    cost_is_owed,
    own_goods_paid,
    paid_for_tile,
    readings_of,
    scots_to_pay,
    unpaid_turns,
)
from companion.state.glen_more_2.preparation import preparation
from companion.state.glen_more_2.referee.unspent import not_entered_words, unspent_words
from companion.state.glen_more_2.refill import to_lay
from companion.state.glen_more_2.ruleset import rules_of
from companion.state.glen_more_2.standings import standings_now
from companion.state.glen_more_2.view import Owed
from companion.state.glen_more_2.worlds_end import game_ends, is_on_worlds_end, may_be_laid

LOCH_NESS = "loch_ness"
BOOKED = ("coin", "whisky", "vp")
"""What a step may give that is counted here."""
HANDS_ARE_BUSY = ("take", "turn", "roll")
"""Phases with work left to do; whoever ends a turn says that its work is done."""
ENDS_GAME = tr("OK ends the turn and the game")


@memoize_last
def owed(state: State) -> tuple[Owed, ...]:
    """What is done first stands first; a refill ends the turn and stands last. After the end the box is packed."""
    if state.phase == "over":
        return ()
    return (
        *_left_unpaid(state),
        # Where the die went, and that it goes there, comes before whoever takes a tile now.
        *(Owed(text) for text in (*_come(state), *_gone_home(state))),
        *(Owed(text) for text in owed_to_die(state)),
        *_asked_at_rest(state),
        *_cost(state),
        *(Owed(text) for text in _by_hand(state)),
        *(Owed(text) for text in (refill_words(state) if state.opened("end") else ())),
        *(Owed(text, "entry") for text in _worlds_end_is_due(state)),
        *(Owed(text) for text in waiting_die(state)),
    )


Kind = TypeVar("Kind", bound=ev.Event)


def _of_kind(state: State, kind: type[Kind]) -> list[Kind]:
    """Those of what happened; mostly there are none."""
    return [each for each in state.happened if isinstance(each, kind)] if kind in _kinds(state.happened) else []


@memoize_last
def _kinds(happened: tuple[ev.Event, ...]) -> frozenset[type[ev.Event]]:
    return frozenset(map(type, happened))


def before_question(state: State) -> tuple[Message, ...]:
    """What is left to do while a question in front of people hides the home page.

    Not what that page alone leads to: the question that waits there, the cost, and what its OK does.
    """
    kinds = rules_of(state).kinds
    if state.phase not in HANDS_ARE_BUSY or all(kinds[opened.kind].non_blocking for opened in state.open):
        return ()
    at_home = [*_asked_at_rest(state), *(each for each in _cost(state) if each.by == "entry"), Owed(ENDS_GAME)]
    return tuple(each.text for each in owed(state) if each not in at_home)


def _asked_at_rest(state: State) -> Iterator[Owed]:
    """The question that waits on the home screen; at the end of a turn it is told as what the hands do."""
    rules = rules_of(state)
    if prepare := state.opened("prepare"):
        yield from (Owed(step) for step in preparation(state)[int(prepare.args[0]) :])
        return
    for opened in state.open:
        kind = rules.kinds[opened.kind]
        if kind.non_blocking and opened.kind not in ("ledger", "end"):
            yield Owed(kind.question(state, opened).text, "entry")
            return


def _left_unpaid(state: State) -> Iterator[Owed]:
    """What the turn before left to be entered: it is missed when others go on, so nothing comes before it.

    What a tile of an earlier turn cost again when its player is to take the next one. How it is entered says the
    sheet of what is to be done.
    """
    left: dict[str, Message] = {}
    for event in _of_kind(state, ev.CountsDoubted):
        row = rules_of(state).events[type(event)]
        if row.owed and (text := row.owed(state, event)):
            left[event.player] = text
    own = state.turn.player
    if state.phase == "take" and own not in left and (turns := unpaid_turns(state, own)):
        who = labels.figure(state, own)
        left[own] = tr("{player}: the cost of turn {n} is not entered yet", player=who, n=turns[-1])
    if len(left) > 1:
        players = listed(labels.figure(state, player_id) for player_id in left)
        yield Owed(tr("Costs not entered yet: {players}", players=players), "entry")
        return
    yield from (Owed(text, "entry") for text in left.values())


# ---- somebody came or went home between two turns


def _come(state: State) -> Iterator[Message]:
    """What who comes later gets: what everybody got at the beginning (GM-SET-01, GM-SET-02, GM-SET-07)."""
    for each in _of_kind(state, ev.PlayerJoinedLate):
        who = labels.figure(state, each.player)
        yield trn(
            "{player}: home tile, 10 Scots, 10 clan markers, {n} coin; 1 Scot onto the start village",
            "{player}: home tile, 10 Scots, 10 clan markers, {n} coins; 1 Scot onto the start village",
            each.coins,
            player=who,
        )
        yield tr("Put the pawn of {player} behind all others on the rondel", player=who)


def _gone_home(state: State) -> Iterator[Message]:
    """The pawn goes, or the die takes over its place; what those who stayed have all passed goes too.

    GM-SET-08, GM-RND-05.
    """
    replaced = [each.player for each in _of_kind(state, ev.DieJoined)]
    for player_id in replaced:
        yield tr("Put the die where the pawn of {player} stood", player=labels.figure(state, player_id))
    for each in _of_kind(state, ev.PlayerLeft):
        if each.player not in replaced:
            yield tr("Take the pawn of {player} off the rondel", player=labels.figure(state, each.player))
    if state.phase not in ("take", "roll"):
        return
    gone = [e for e in _of_kind(state, ev.TileDiscarded) if e.rule == "GM-RND-05"]
    if words := _counted(state, [Tile(e.piece, e.deck) for e in gone]):
        yield _passed(words)


def _passed(tiles: Sequence[Message]) -> Message:
    """A neutral figure may well stand behind them: it is no player, and holds none (GM-DIE-09, C4-20)."""
    return tr("Discard {tiles}, passed by all players", tiles=listed(tiles))


# ---- the cost that nobody has told, and what hands pay of it


def _cost(state: State) -> Iterator[Owed]:
    if scots := scots_to_pay(state):
        text = trn("Pay {n} Scot: from a tile to your supply", "Pay {n} Scots: from tiles to your supply", scots)
        yield Owed(text)
    if cost_is_owed(state):
        yield Owed(tr("Before OK enter the tile's cost, even 0"), "entry")
    elif (paid := paid_for_tile(state)) is not None:
        tile = labels.called(state.facts.pieces[state.turn.tile])
        if own_goods_paid(state):
            yield Owed(_asked_with_ok(tile), "entry")
        elif len(readings_of(paid)) > 1:
            # What was bought may be a part of it: the others lay on tiles, and nobody has entered them.
            rest = tr("OK: say the rest of the cost, own goods too")
            yield Owed(_asked_for_rest(tile) if state.follows else rest, "entry")
        else:
            yield Owed(_remembered_with_ok(tile, labels.costs(paid)), "entry")


def _asked_with_ok(tile: Message | None) -> Message:
    """Nobody has said which goods paid: one question comes before the turn ends."""
    return tr("OK asks what {tile} costs", tile=tile) if tile else tr("OK asks what this tile costs")


def _asked_for_rest(tile: Message | None) -> Message:
    """The same where something has been paid that may be all of it."""
    return tr("OK asks if {tile} cost more", tile=tile) if tile else tr("OK asks if this tile cost more")


def _remembered_with_ok(tile: Message | None, cost: Message) -> Message:
    if tile:
        return tr("OK also remembers the cost of {tile}: {cost}", tile=tile, cost=cost)
    return tr("OK also remembers its cost: {cost}", cost=cost)


# ---- what cards, crests and tiles leave to the hands


def _by_hand(state: State) -> Iterator[Message]:
    if state.follows:
        yield from not_entered_words(state)
        yield from unspent_words(state)
    yield from _clan_markers(state)
    causes = state.turn.todo
    for cause in dict.fromkeys(causes):
        if (text := _cause_text(state, cause)) is not None:
            yield text
    for expansion in rules_of(state).expansions:
        if expansion.owed:
            yield from expansion.owed(state)
    if reminds_of_loch_ness(state) and f"landmark:{LOCH_NESS}" not in causes and not state.turn.work.by_card:
        card = state.facts.landmarks[LOCH_NESS]
        yield tr("{name}: {text}", name=card.name, text=card.text)


def _clan_markers(state: State) -> Iterator[Message]:
    """What a crest gives is booked; its marker lies there only when hands have put it (GM-CLN-01)."""
    for each in _of_kind(state, ev.CrestTaken):
        crest = labels.crest(state.facts, each.crest)
        if each.player == state.turn.player:
            yield tr("Put a clan marker on {crest}", crest=crest)
        else:
            who = labels.figure(state, each.player)
            yield tr("{player} puts a clan marker on {crest}", player=who, crest=crest)


def reminds_of_loch_ness(state: State) -> bool:
    """Its owner activates one more tile: at any moment of a turn, or by house rule only after laying one.

    Not after moving onto World's End: the player is out of the game then (GM-END-03).
    """
    player_id = state.turn.player
    if not player_id or LOCH_NESS not in state.player(player_id).landmarks or is_on_worlds_end(state, player_id):
        return False
    # The turn of a neutral figure is nobody's own.
    if state.turn.acting:
        return False
    # Chronicles may say that a card doesn't work now.
    if not any(s.name == player_id and s.has_working(LOCH_NESS) for s in standings_now(state)):
        return False
    if state.house.loch_ness_any_time:
        return state.phase in ("take", "turn")
    known = state.facts.pieces.get(state.turn.tile)
    return state.phase == "turn" and bool(state.turn.deck) and not (known and known.category == PERSON)


def _cause_text(state: State, cause: str) -> Message | None:
    category, _, id = cause.partition(":")
    match category:
        case "landmark":
            card = state.facts.landmarks[id]
            return tr("{name}: {text}", name=card.name, text=card.text) if _left(state, card.effects) else None
        case "crest":
            crest = state.facts.crests[id]
            lasting = crest.timing == "permanent"
            left = lasting or _left(state, crest.effects)
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


def _left(state: State, steps: tuple[Effect, ...]) -> list[Effect]:
    """The steps that nothing booked and no question asks about."""
    return [step for step in steps if _is_by_hand(state, step)]


def _is_by_hand(state: State, step: Effect) -> bool:
    match step.op:
        case "gain":
            return step.what not in BOOKED
        case "scots":
            # Asked, unless none of them could go home anyway.
            return not (state.turn.player and room_for_scots(state.player(state.turn.player)))
        case "clan_marker" | "landmark_card" | "take_piece" | "remove_tiles" | "from_discards":
            return False
    return True


def _tile_text(state: State, id: str) -> Message | None:
    """Each step in words; the effects by name only where one of them has none."""
    known = state.facts.pieces.get(id)
    left = _left(state, known.one_time or ()) if known else []
    if not left:
        return None
    words = [_step_words(step) for step in left]
    tile = labels.the_tile(state.facts, id)
    told = [each for each in words if each is not None]
    if len(told) < len(words):
        return tr("Do what {tile} says", tile=tile)
    return tr("{name}: {text}", name=tile, text=listed(told))


def _step_words(step: Effect) -> Message | None:
    match step.op:
        case "gain" if step.what == "any_good":
            return trn("Put {n} good of your choice on it", "Put {n} goods of your choice on it", step.n)
        case "gain" if step.what in labels.GOODS_WORDS:
            return tr("Put {n} {good} on it", n=step.n, good=labels.GOODS_WORDS[step.what])
        case "scot_on_tile":
            return trn("Put {n} Scot on it", "Put {n} Scots on it", step.n)
        case "scots":
            return trn("Put {n} Scot on any of your tiles", "Put {n} Scots on any of your tiles", step.n)
    return None


# ---- the end of a turn


@memoize_last
def refill_words(state: State) -> tuple[Message, ...]:
    """What goes off the rondel at the end of a turn, and what is laid; or that the game ends with it."""
    return tuple(_refill(state))


def _refill(state: State) -> Iterator[Message]:
    thrown = _thrown_out(state)
    if thrown:
        tile = labels.tile(state.facts, thrown)
        figure = labels.figure(state, state.turn.figure)
        yield tr("Discard {tile}: the one that {figure} moves onto", tile=tile, figure=figure)
    if discarded := _discarded(state, thrown):
        if _fell_under_the_die(state):
            yield tr("Discard {tiles}", tiles=listed(discarded))
        else:
            yield _passed(discarded)
    shares = _shares(state)
    match shares:
        case ():
            pass
        case [(deck, n)]:
            yield tr("Lay {n} from {deck}", n=n, deck=deck)
        case [(deck, n), (following, more), *_]:
            yield tr("Lay {n} from {deck}, then {more} from {next}", n=n, deck=deck, more=more, next=following)
    if state.short_game and not state.worlds_end_found and _takes_from_d(shares):
        yield tr("The first tile of D is World's End")
    if game_ends(state):
        yield ENDS_GAME


def _takes_from_d(shares: Iterable[tuple[str, int]]) -> bool:
    return any(deck == "D" for deck, _ in shares)


def _worlds_end_is_due(state: State) -> Iterator[Message]:
    """It lies somewhere in deck D, and only a tap tells that it is out; in a short game it is the first."""
    told = state.worlds_end_found or state.short_game or is_on_worlds_end(state, state.turn.player)
    if state.opened("end") and not told and may_be_laid(state) and _takes_from_d(_shares(state)):
        yield or_by_hand(tr("Tap World's End if it is laid"), tr("Enter World's End if it is laid"))


def _thrown_out(state: State) -> Tile | None:
    """The tile that the figure on turn moved onto without taking it (GM-TAK-07, C4-16); the die says so itself."""
    if state.turn.figure == DIE:
        return None
    for moved, then in pairwise(state.happened):
        onto = isinstance(moved, ev.PawnMoved) and moved.figure == state.turn.figure
        if onto and isinstance(then, ev.TileDiscarded) and then.rule != "GM-RND-05":
            return Tile(then.piece, then.deck)
    return None


def _fell_under_the_die(state: State) -> bool:
    """Whether a tile went out as it was laid, for the die waited for its space."""
    return any(e.rule == "GM-DIE-07" for e in _of_kind(state, ev.TileDiscarded))


def _discarded(state: State, thrown: Tile | None) -> list[Message]:
    """What the turn discarded, but for what is told by its place."""
    tiles = list(state.turn.discarded)
    if thrown in tiles:
        tiles.remove(thrown)
    for deck in told_by_place(state).elements():
        if (nameless := Tile("", deck)) in tiles:
            tiles.remove(nameless)
    return _counted(state, tiles)


def _counted(state: State, tiles: Sequence[Tile]) -> list[Message]:
    """Tiles of which something can be said by that, the others counted by deck."""
    named = [(tile, labels.tile(state.facts, tile)) for tile in tiles]
    words = [said for tile, said in named if said != labels.of_deck(tile.deck)]
    for deck in DECKS:
        if n := sum(tile.deck == deck and said == labels.of_deck(deck) for tile, said in named):
            words.append(labels.tiles_of(deck, n))
    return words


@memoize_last
def _shares(state: State) -> tuple[tuple[str, int], ...]:
    """How many tiles of which deck the refill lays (GM-RND-07)."""
    lay, shares = to_lay(state), []
    for deck in state.decks[DECKS.index(state.deck) :]:
        share = min(lay, deck.left)
        if share:
            shares.append((deck.letter, share))
        lay -= share
    return tuple(shares)
