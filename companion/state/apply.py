"""From an event and a state to the next state. Nothing else makes states; nothing here decides anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.state import events as ev
from companion.state.facts import DAVID_HUME, DECKS, GOODS, PERSON, WORLDS_END, Facts, Learned, Piece, in_order
from companion.state.market import start_filled
from companion.state.model import DIE, Deck, Open, Player, Space, State, Tile, Turn
from companion.state.plugs import place_of_plug, plugs_of
from companion.state.ring import (
    fixture_put,
    laid,
    moved,
    place_of,
    place_of_piece,
    rotated,
    tiles_ahead,
    with_space,
    without_tile,
)

Change = Callable[[State, Any], State]
CHANGES: dict[type[ev.Event], Change] = {}


def change(kind: type[ev.Event]) -> Callable[[Change], Change]:
    """Registers what an event of this kind does to a state."""

    def register(function: Change) -> Change:
        CHANGES[kind] = function
        return function

    return register


def apply(state: State, event: ev.Event) -> State:
    """The state after `event`."""
    return CHANGES[type(event)](state, event)


def with_player(state: State, who: str, **fields: Any) -> State:
    """The state with these fields of a player's counts changed."""
    players = tuple(replace(p, **fields) if p.id == who else p for p in state.players)
    return replace(state, players=players)


def sure(player: Player, *counts: str) -> tuple[str, ...]:
    """The doubtful counts without these."""
    return tuple(c for c in player.doubtful if c not in counts)


def scored(player: Player, source: str, points: int) -> dict[str, int]:
    return {**player.points, source: player.points.get(source, 0) + points}


def learned(facts: Facts, fact: Learned) -> Facts:
    """The facts with one more of them known."""
    if not fact.piece and fact.field not in Facts.__struct_fields__:
        return replace(facts, more={**facts.more, fact.field: fact.value})
    if not fact.piece:
        return replace(facts, **{fact.field: fact.value})
    if (
        fact.field == "is"
    ):  # says only on which piece a sticker is: the slot is free for the tile that it belongs to
        return facts
    piece = facts.pieces.get(fact.piece, Piece(fact.piece))
    return replace(facts, pieces={**facts.pieces, fact.piece: replace(piece, **{fact.field: fact.value})})


# ---- set-up


@change(ev.PlayerSeated)
def _(state: State, e: ev.PlayerSeated) -> State:
    return replace(state, players=(*state.players, Player(e.player, e.name, e.coins)))


@change(ev.PlayerNamed)
def _(state: State, e: ev.PlayerNamed) -> State:
    return with_player(state, e.player, name=e.name)


@change(ev.DieChosen)
def _(state: State, e: ev.DieChosen) -> State:
    return replace(state, use_die=e.used)


@change(ev.WorldsEndChosen)
def _(state: State, e: ev.WorldsEndChosen) -> State:
    return replace(state, short_game=e.on_top)


@change(ev.HouseRuleChanged)
def _(state: State, e: ev.HouseRuleChanged) -> State:
    value = e.value if e.name == "difference_above_five" else bool(e.value)
    return replace(state, house=replace(state.house, **{e.name: value}))


@change(ev.FactLearned)
def _(state: State, e: ev.FactLearned) -> State:
    return replace(state, facts=learned(state.facts, e.fact), learned=(*state.learned, e.fact))


@change(ev.ChronicleChosen)
def _(state: State, e: ev.ChronicleChosen) -> State:
    others = [slug for slug in state.chronicles if slug != e.slug]
    return replace(state, chronicles=tuple(sorted([*others, e.slug], key=place_of_plug) if e.used else others))


@change(ev.SwitchChanged)
def _(state: State, e: ev.SwitchChanged) -> State:
    return replace(state, switches={**state.switches, e.name: e.value})


@change(ev.StepsSet)
def _(state: State, e: ev.StepsSet) -> State:
    return replace(state, steps=e.steps)


@change(ev.Later)
def _(state: State, _e: ev.Later) -> State:
    return state


@change(ev.PawnStopped)
def _(state: State, _e: ev.PawnStopped) -> State:
    return state


@change(ev.RefillSkipped)
def _(state: State, _e: ev.RefillSkipped) -> State:
    return replace(state, turn=replace(state.turn, no_refill=True))


@change(ev.FixturePut)
def _(state: State, e: ev.FixturePut) -> State:
    spaces = (Space((), e.piece, fixed=True), *(Space(fixed=True) for _ in range(e.size - 1)))
    return replace(state, line=fixture_put(state.line, state.spaces, spaces))


@change(ev.FigureJoined)
def _(state: State, e: ev.FigureJoined) -> State:
    return replace(state, line=laid(state.line, Space((e.figure,)))[0])


@change(ev.SpacesCounted)
def _(state: State, e: ev.SpacesCounted) -> State:
    return replace(state, spaces=e.spaces)


@change(ev.PlayBegan)
def _(state: State, _e: ev.PlayBegan) -> State:
    state = replace(state, facts=with_plugs(state))
    figures = [p.id for p in state.players] + ([DIE] if state.use_die else [])
    sizes = {letter: state.facts.decks[letter] + (letter == "D") for letter in DECKS}  # World's End lies in D
    decks = tuple(Deck(letter, size, size) for letter, size in sizes.items())
    began = replace(
        state,
        line=tuple(Space((figure,)) for figure in figures),
        decks=decks,
        deck="S",
        market=dict.fromkeys(GOODS, start_filled(len(state.players))),
    )
    return replace(began, drawers={p.slug: p.drawer(began) for p in plugs_of(began) if p.drawer})


def with_plugs(state: State) -> Facts:
    """The facts with the pieces that the chronicles bring."""
    facts = state.facts
    for plug in plugs_of(state):
        if plug.facts:
            facts = plug.facts(facts, state)
    return in_order(_told_before(facts))


def _told_before(facts: Facts) -> Facts:
    """What the owner told of the chronicles' pieces in earlier games."""
    for name, value in facts.more.items():
        sort, _, rest = name.partition(".")
        piece, _, field = rest.partition(".")
        if sort == "tile" and piece in facts.pieces and field in Piece.__struct_fields__:
            facts = learned(facts, Learned(piece, field, value))
    return facts


# ---- rondel


@change(ev.TileLaid)
def _(state: State, e: ev.TileLaid) -> State:
    decks = tuple(replace(d, left=max(0, d.left - 1)) if d.letter == e.deck else d for d in state.decks)
    return replace(
        state,
        line=laid(state.line, Space((), e.piece, e.deck))[0],
        decks=decks,
        deck=e.deck,
        turn=replace(state.turn, laid=(*state.turn.laid, Tile(e.piece, e.deck))),
        finishing=max(0, state.finishing - 1) if state.finishing >= 0 else -1,
    )


@change(ev.TurnBegan)
def _(state: State, e: ev.TurnBegan) -> State:
    ledgers = tuple(Open(state.asked + 1 + i, "ledger", p.id) for i, p in enumerate(state.players))
    return replace(
        state,
        line=rotated(state.line, state.spaces),
        turn=Turn(
            state.turn.number + 1,
            e.figure,
            after_round=_just_scored(state),
            before=_laid_last(state),
            acting=e.acting,
        ),
        open=ledgers,
        asked=state.asked + len(ledgers),
        rolled=0,
        finishing=-1,
    )


def _just_scored(state: State) -> bool:
    """Nothing has happened since the last scoring: its round is done and the turn that brought it is over."""
    return bool(state.scored) and state.scored_in == state.turn.number


def _laid_last(state: State) -> str:
    return state.turn.laid[-1].piece if state.turn.laid else ""


@change(ev.ActingChanged)
def _(state: State, e: ev.ActingChanged) -> State:
    return replace(state, turn=replace(state.turn, acting=e.player))


@change(ev.TileTold)
def _(state: State, e: ev.TileTold) -> State:
    place = tiles_ahead(state.line)[e.ahead - 1]
    space = replace(state.line[place], piece=e.piece)
    untold = e.ahead if e.piece != WORLDS_END else 0
    return replace(state, line=with_space(state.line, place, space), turn=replace(state.turn, untold=untold))


@change(ev.PawnMoved)
def _(state: State, e: ev.PawnMoved) -> State:
    place = tiles_ahead(state.line)[e.ahead - 1]
    turn = replace(state.turn, untold=e.ahead) if state.line[place].untold else state.turn
    line = rotated(moved(state.line, e.figure, place), state.spaces)
    return replace(state, line=line, turn=turn, die_waits=state.die_waits and e.figure != DIE)


@change(ev.TileTaken)
def _(state: State, e: ev.TileTaken) -> State:
    line = without_tile(state.line, place_of(state.line, state.turn.figure))
    turn = replace(state.turn, tile=e.piece, deck=e.deck)
    return _given(replace(state, line=line, turn=turn), e.player, Tile(e.piece, e.deck))


@change(ev.TileGiven)
def _(state: State, e: ev.TileGiven) -> State:
    pile = list(state.discards)
    tile = Tile(e.piece, e.deck)
    same = [t for t in pile if t.deck == e.deck and t.piece in (e.piece, "")]
    for lying in sorted(same, key=lambda t: t.piece != e.piece)[:1]:
        pile.remove(lying)
    return _given(replace(state, discards=tuple(pile)), e.player, tile)


def _given(state: State, who: str, tile: Tile) -> State:
    return with_player(state, who, taken=(*state.player(who).taken, tile))


@change(ev.TileNamed)
def _(state: State, e: ev.TileNamed) -> State:
    taken = list(state.player(e.player).taken)
    place = max(i for i, tile in enumerate(taken) if tile.piece == e.was)
    taken[place] = replace(taken[place], piece=e.piece)
    named = state.turn.player == e.player and state.turn.tile == e.was
    turn = replace(state.turn, tile=e.piece) if named else state.turn
    return with_player(replace(state, turn=turn), e.player, taken=tuple(taken))


@change(ev.TileDiscarded)
def _(state: State, e: ev.TileDiscarded) -> State:
    tile = Tile(e.piece, e.deck, e.pile)
    return replace(
        state,
        line=rotated(without_tile(state.line, e.at), state.spaces),
        discards=(*state.discards, tile),
        turn=replace(state.turn, discarded=(*state.turn.discarded, tile)),
    )


@change(ev.FigureLeft)
def _(state: State, e: ev.FigureLeft) -> State:
    line = tuple(replace(s, figures=tuple(f for f in s.figures if f != e.figure)) for s in state.line)
    line = rotated(line, state.spaces)
    return replace(state, line=line, use_die=state.use_die and e.figure != DIE)


@change(ev.DieRolled)
def _(state: State, e: ev.DieRolled) -> State:
    return replace(state, rolled=e.face)


@change(ev.DieWaited)
def _(state: State, _e: ev.DieWaited) -> State:
    bare = tuple(replace(s, figures=tuple(f for f in s.figures if f != DIE)) for s in state.line)
    line = laid(rotated(bare, state.spaces), Space((DIE,)))[0]
    return replace(state, line=line, die_waits=True)


@change(ev.DeckEmptied)
def _(state: State, e: ev.DeckEmptied) -> State:
    decks = tuple(replace(d, left=0) if d.letter == e.letter else d for d in state.decks)
    return replace(state, decks=decks, deck=state.next_deck(e.letter) or e.letter)


@change(ev.DeckCounted)
def _(state: State, e: ev.DeckCounted) -> State:
    decks = tuple(replace(d, left=e.left) if d.letter == e.letter else d for d in state.decks)
    return replace(state, decks=decks, deck=_deck_laid(state, e))


def _deck_laid(state: State, e: ev.DeckCounted) -> str:
    """A deck that was believed to be empty is laid on; counting a later one changes nothing."""
    back = e.left and DECKS.index(e.letter) < DECKS.index(state.deck)
    return e.letter if back else state.deck


# ---- counts of a player


@change(ev.PersonGained)
def _(state: State, e: ev.PersonGained) -> State:
    return with_player(state, e.player, persons=(*state.player(e.player).persons, e.piece))


@change(ev.LandmarkGained)
def _(state: State, e: ev.LandmarkGained) -> State:
    return with_player(state, e.player, landmarks=(*state.player(e.player).landmarks, e.card))


@change(ev.TilesChanged)
def _(state: State, e: ev.TilesChanged) -> State:
    player = state.player(e.player)
    rebuilds = player.rebuilds + (e.kind == "rebuilt") - (e.kind == "uncovered")
    return with_player(state, e.player, tiles=player.tiles + e.by, rebuilds=rebuilds)


@change(ev.CoinsGained)
def _(state: State, e: ev.CoinsGained) -> State:
    player = state.player(e.player)
    return with_player(state, e.player, coins=player.coins + e.coins)


@change(ev.CoinsPaid)
def _(state: State, e: ev.CoinsPaid) -> State:
    player = state.player(e.player)
    return with_player(state, e.player, coins=player.coins - e.coins)


@change(ev.GoodBought)
def _(state: State, e: ev.GoodBought) -> State:
    market = {**state.market, e.good: state.market[e.good] + 1}
    coins = state.player(e.player).coins - e.coins
    return with_player(replace(state, market=market), e.player, coins=coins)


@change(ev.GoodSold)
def _(state: State, e: ev.GoodSold) -> State:
    market = {**state.market, e.good: state.market[e.good] - 1}
    coins = state.player(e.player).coins + e.coins
    return with_player(replace(state, market=market), e.player, coins=coins)


@change(ev.BarrelsGained)
def _(state: State, e: ev.BarrelsGained) -> State:
    return with_player(state, e.player, barrels=state.player(e.player).barrels + e.barrels)


@change(ev.BarrelsPaid)
def _(state: State, e: ev.BarrelsPaid) -> State:
    return with_player(state, e.player, barrels=state.player(e.player).barrels - e.barrels)


@change(ev.ScotsMoved)
def _(state: State, e: ev.ScotsMoved) -> State:
    player = state.player(e.player)
    turn = replace(state.turn, scots_entered=state.turn.scots_entered or e.player == state.turn.player)
    state = replace(state, turn=turn)
    return with_player(state, e.player, scots=player.scots + e.by, doubtful=sure(player, "scots"))


@change(ev.CrestTaken)
def _(state: State, e: ev.CrestTaken) -> State:
    return with_player(state, e.player, crests=(*state.player(e.player).crests, e.crest))


@change(ev.PointsScored)
def _(state: State, e: ev.PointsScored) -> State:
    player = state.player(e.player)
    return with_player(state, e.player, points=scored(player, e.source, e.points))


@change(ev.Doubted)
def _(state: State, e: ev.Doubted) -> State:
    player = state.player(e.player)
    return with_player(state, e.player, doubtful=tuple(sorted({*player.doubtful, *e.counts})))


# ---- questions and the course of a turn


@change(ev.Told)
def _(state: State, e: ev.Told) -> State:
    return replace(state, turn=replace(state.turn, todo=(*state.turn.todo, e.cause)))


@change(ev.BookedLate)
def _(state: State, _e: ev.BookedLate) -> State:
    return state


@change(ev.Overruled)
def _(state: State, _e: ev.Overruled) -> State:
    return state


@change(ev.Noted)
def _(state: State, _e: ev.Noted) -> State:
    return state


@change(ev.Asked)
def _(state: State, e: ev.Asked) -> State:
    number = state.asked + 1
    return replace(state, asked=number, open=(*state.open, Open(number, e.kind, e.player, e.args)))


@change(ev.Settled)
def _(state: State, e: ev.Settled) -> State:
    settled = next((o for o in state.open if o.number == e.number), None)
    turn = state.turn
    if settled and settled.kind == "take":
        turn = replace(turn, question=settled.number, took=True)
    elif settled and settled.kind == "movement":
        turn = replace(turn, movement_told=True)
    elif settled and turn.took:
        turn = replace(turn, touched=True)
    return replace(state, turn=turn, open=tuple(o for o in state.open if o.number != e.number))


@change(ev.EntryMade)
def _(state: State, e: ev.EntryMade) -> State:
    turn = replace(state.turn, entries=state.turn.entries + (e.player == state.turn.player), touched=True)
    return replace(state, turn=turn)


@change(ev.TurnEnding)
def _(state: State, e: ev.TurnEnding) -> State:
    return replace(state, finishing=e.to_lay)


@change(ev.TurnEnded)
def _(state: State, _e: ev.TurnEnded) -> State:
    return replace(state, finishing=-1)


@change(ev.PhaseChanged)
def _(state: State, e: ev.PhaseChanged) -> State:
    return replace(state, phase=e.phase)


# ---- scoring


@change(ev.RoundDue)
def _(state: State, e: ev.RoundDue) -> State:
    return replace(state, due=(*state.due, e.round))


@change(ev.Counted)
def _(state: State, e: ev.Counted) -> State:
    return _count_set(state, e.player, e.count, e.value)


@change(ev.GoodsCounted)
def _(state: State, e: ev.GoodsCounted) -> State:
    return replace(state, goods={**state.goods, e.player: e.goods})


@change(ev.RoundScored)
def _(state: State, e: ev.RoundScored) -> State:
    return replace(
        state,
        due=tuple(r for r in state.due if r != e.round),
        scored=(*state.scored, e.round),
        scored_in=state.turn.number,
        result=e.result,
    )


@change(ev.GameEnded)
def _(state: State, e: ev.GameEnded) -> State:
    return replace(state, winners=e.winners, open=())


# ---- corrections


def _count_set(state: State, who: str, count: str, value: int) -> State:
    """A count is what the table says; points are put right under a source of their own."""
    player = state.player(who)
    if count == "points":
        return with_player(state, who, points=scored(player, "correction", value - player.total))
    if count == "persons":
        tiles = len(player.persons) + (DAVID_HUME in player.persons)
        return with_player(state, who, more_persons=value - tiles, doubtful=sure(player, count))
    return with_player(state, who, **{count: value}, doubtful=sure(player, count))


@change(ev.CountSet)
def _(state: State, e: ev.CountSet) -> State:
    return _count_set(state, e.player, e.count, e.value)


@change(ev.RowSet)
def _(state: State, e: ev.RowSet) -> State:
    return replace(state, market={**state.market, e.good: e.filled})


@change(ev.FigurePlaced)
def _(state: State, e: ev.FigurePlaced) -> State:
    line = state.line + tuple(Space() for _ in range(e.at + 1 - len(state.line)))
    target, old = line[e.at], place_of(line, e.figure)
    if target.has_tile and target.piece != WORLDS_END and not target.fixed:
        # the tile that was believed there lies where the figure was
        line = with_space(line, e.at, Space(target.figures))
        if line[old].has_tile:
            state = replace(state, discards=(*state.discards, Tile(target.piece, target.deck)))
        else:
            line = with_space(line, old, Space(line[old].figures, target.piece, target.deck))
    return replace(state, line=rotated(moved(line, e.figure, e.at), state.spaces))


@change(ev.SpaceSet)
def _(state: State, e: ev.SpaceSet) -> State:
    line = state.line + tuple(Space() for _ in range(e.at + 1 - len(state.line)))
    space = Space(line[e.at].figures, e.piece, e.deck)
    return replace(state, line=rotated(with_space(line, e.at, space), state.spaces))


@change(ev.PiecePlaced)
def _(state: State, e: ev.PiecePlaced) -> State:
    tile, state = _lifted(state, e.piece)
    if e.place == "discards":
        return replace(state, discards=(*state.discards, tile))
    if e.place == "removed":
        return replace(state, removed=(*state.removed, tile))
    if e.place == "deck":
        return state
    if state.facts.pieces[e.piece].sort == PERSON:
        state = with_player(state, e.place, persons=(*state.player(e.place).persons, e.piece))
    return _given(state, e.place, tile)


def _lifted(state: State, piece: str) -> tuple[Tile, State]:
    """The tile and the state without it, wherever it was."""
    place = place_of_piece(state.line, piece)
    deck = state.facts.pieces[piece].deck or ""
    if place >= 0:
        deck = state.line[place].deck
        state = replace(state, line=rotated(without_tile(state.line, place), state.spaces))
    for player in state.players:
        state = with_player(
            state,
            player.id,
            taken=tuple(t for t in player.taken if t.piece != piece),
            persons=tuple(p for p in player.persons if p != piece),
        )
    return Tile(piece, deck), replace(
        state,
        discards=tuple(t for t in state.discards if t.piece != piece),
        removed=tuple(t for t in state.removed if t.piece != piece),
    )


@change(ev.CardPlaced)
def _(state: State, e: ev.CardPlaced) -> State:
    for player in state.players:
        held = tuple(c for c in player.landmarks if c != e.card)
        state = with_player(state, player.id, landmarks=(*held, e.card) if player.id == e.player else held)
    return state


@change(ev.MarkerPlaced)
def _(state: State, e: ev.MarkerPlaced) -> State:
    shared = state.facts.crests[e.crest].repeatable and e.player
    for player in state.players:
        if player.id == e.player or not shared:
            held = tuple(c for c in player.crests if c != e.crest)
            own = (e.crest,) * e.markers if player.id == e.player else ()
            state = with_player(state, player.id, crests=(*held, *own))
    return state


@change(ev.ScoringWithdrawn)
def _(state: State, _e: ev.ScoringWithdrawn) -> State:
    for player, scored_now in zip(state.players, state.result["players"], strict=True):
        points = dict(player.points)
        for gain in scored_now["gains"]:
            points[gain["source"]] -= gain["points"]
        state = with_player(state, player.id, points={source: n for source, n in points.items() if n})
    return replace(state, due=state.scored[-1:], scored=state.scored[:-1], result=None, winners=(), goods={})
