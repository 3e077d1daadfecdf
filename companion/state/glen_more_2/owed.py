"""What people still owe in this turn: what the hands do, and what only they can tell. Words only."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.message import Message, listed, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels, rulings
from companion.state.glen_more_2.effects import room_for_scots
from companion.state.glen_more_2.facts import DECKS, PERSON, Effect
from companion.state.glen_more_2.model import DIE, State
from companion.state.glen_more_2.preparation import preparation
from companion.state.glen_more_2.refill import to_lay
from companion.state.glen_more_2.ruleset import rules_of
from companion.state.glen_more_2.standings import standings_now
from companion.state.glen_more_2.view import Owed
from companion.state.glen_more_2.worlds_end import is_on_worlds_end

LOCH_NESS = "loch_ness"
BOOKED = ("coin", "whisky", "vp")
"""What a step may give that is counted here."""


def owed(state: State) -> tuple[Owed, ...]:
    """What is done first stands first; a refill ends the turn and stands last."""
    return (
        *_asked_at_rest(state),
        *(Owed(text) for text in _thrown_out(state)),
        *_cost(state),
        *(Owed(text) for text in _by_hand(state)),
        *(Owed(text) for text in (refill_words(state) if state.opened("end") else ())),
        *(Owed(text) for text in waiting_die(state)),
    )


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


# ---- the die has moved, and nobody was asked


def thrown_out(state: State) -> list[ev.TileDiscarded]:
    """What the die threw out on the way to this turn, as long as the player on turn has not moved (GM-DIE-05)."""
    if state.phase != "take":
        return []
    return [each for each in state.happened if isinstance(each, ev.TileDiscarded) and each.rule == "GM-DIE-05"]


def _thrown_out(state: State) -> Iterator[Message]:
    if not rulings.die_moves_unasked(state):
        return
    for each in thrown_out(state):
        tile = labels.piece(state.facts, each.piece, each.deck)
        if any(DIE in space.figures for space in state.line):
            yield tr("Take {tile} off the rondel, the die goes there", tile=tile)
        else:
            yield tr("Take {tile} and the die off the rondel", tile=tile)


# ---- the cost that nobody has told


def cost_is_owed(state: State) -> bool:
    """A tile of unknown cost was taken and nothing entered that can have paid for it, nor that it was free."""
    turn = state.turn
    known = state.facts.pieces.get(turn.tile)
    if state.phase != "turn" or not turn.deck or (known and known.cost is not None):
        return False
    return not any(_pays(event, turn.player) for event in _since_the_taking(state))


def _since_the_taking(state: State) -> tuple[ev.Event, ...]:
    """What was entered before it was for something else: a good bought, the pay for a neutral figure."""
    takings = [at for at, event in enumerate(state.happened) if isinstance(event, ev.TileTaken)]
    return state.happened[takings[-1] :] if takings else state.happened


def _pays(event: ev.Event, player_id: str) -> bool:
    """What a player entered for the cost: coins, barrels, a good bought for it, a Scot, or that there is none."""
    if isinstance(event, ev.CoinsPaid | ev.BarrelsPaid | ev.ScotsMoved):
        less = not isinstance(event, ev.ScotsMoved) or event.by < 0
        return less and event.player == player_id and event.why == "entered"
    if isinstance(event, ev.EntryMade):
        return event.player == player_id and event.entry == labels.FREE
    return isinstance(event, ev.GoodBought) and event.player == player_id


def _cost(state: State) -> Iterator[Owed]:
    if cost_is_owed(state):
        yield Owed(tr("Enter what the tile cost"), "entry")


# ---- what cards, crests and tiles leave to the hands


def _by_hand(state: State) -> Iterator[Message]:
    causes = state.turn.todo
    for cause in dict.fromkeys(causes):
        if (text := _cause_text(state, cause)) is not None:
            yield text
    for expansion in rules_of(state).expansions:
        if expansion.owed:
            yield from expansion.owed(state)
    if reminds_of_loch_ness(state) and f"landmark:{LOCH_NESS}" not in causes:
        card = state.facts.landmarks[LOCH_NESS]
        yield tr("{name}: {text}", name=card.name, text=card.text)


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
        case "tile":
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
    tile = labels.piece(state.facts, id)
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


def refill_words(state: State) -> Iterator[Message]:
    """What goes off the rondel at the end of a turn, and what is laid."""
    if state.turn.discarded:
        yield tr("Discard {tiles}", tiles=listed(_discarded(state)))
    match _shares(state):
        case []:
            pass
        case [(deck, n)]:
            left = state.deck_of(deck).left
            yield tr("Lay {n} from {deck} ({left} left)", n=n, deck=deck, left=left)
        case [(deck, n), (following, more), *_]:
            yield tr("Lay {n} from {deck}, then {more} from {next}", n=n, deck=deck, more=more, next=following)


def waiting_die(state: State) -> Iterator[Message]:
    """Where the die that waits stands, and what becomes of the tile laid next (GM-DIE-07)."""
    if not state.die_waits or state.phase not in ("take", "turn", "roll"):
        return
    if state.opened("end") and to_lay(state):
        if state.chronicles:
            yield tr("The first without a Chronicle symbol goes out: the die takes its space")
        else:
            yield tr("The first goes out: the die takes its space")
    elif state.chronicles:
        yield tr("The die stands ahead of all tiles; it throws out the next one laid without a Chronicle symbol")
    else:
        yield tr("The die stands ahead of all tiles; it throws out the next one laid")


def _discarded(state: State) -> list[Message]:
    """Told tiles by name, the others counted by deck."""
    tiles = [labels.tile(state.facts, t) for t in state.turn.discarded if t.piece]
    for deck in DECKS:
        if n := sum(not t.piece and t.deck == deck for t in state.turn.discarded):
            tiles.append(trn("{n} tile of deck {deck}", "{n} tiles of deck {deck}", n, deck=deck))
    return tiles


def _shares(state: State) -> list[tuple[str, int]]:
    """How many tiles of which deck the refill lays (GM-RND-07)."""
    lay, shares = to_lay(state), []
    for deck in state.decks[DECKS.index(state.deck) :]:
        share = min(lay, deck.left)
        if share:
            shares.append((deck.letter, share))
        lay -= share
    return shares
