"""A tile is put where it really is, whatever was believed: what was believed there, counts and card go along.

Asks nothing; that it is so, people have said.
"""

from __future__ import annotations

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.effects import ONLY_LAID, ask_place
from companion.state.glen_more_2.facts import LANDMARK, PERSON
from companion.state.glen_more_2.model import HOME_TILES, Space, State
from companion.state.glen_more_2.piece_locations import fits, gone, owner_of
from companion.state.glen_more_2.questions.take import learn_deck
from companion.state.glen_more_2.referee.tiles import spot_of
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import place_of_piece
from companion.state.territory.corrections import lay_again

SORT, REBUILD = "sort", "rebuild"
ABOUT_TILE = (SORT, REBUILD)
"""Questions about a tile that somebody has; until its sort is told it is not counted."""


def put_on_space(resolution: Resolution, piece: str, place: int) -> None:
    """A known tile lies on that space. What was believed to lie there lies, nameless, where this tile was.

    Whoever was believed to have it took another one: the number of tiles stays, the card goes.
    """
    line = resolution.state.line
    believed = line[place] if place < len(line) else Space()
    deck = resolution.state.facts.pieces[piece].deck or believed.deck or resolution.state.deck
    old, owner = place_of_piece(line, piece), owner_of(resolution.state, piece)
    # Not on the rondel: it leaves hands, territory or pile where it was believed, for a tile is in one place.
    if old < 0:
        _off_the_map(resolution, piece, owner)
        resolution.do(ev.PiecePlaced(piece, "deck"))
    resolution.do(ev.SpaceSet(place, piece, deck))
    if old >= 0 and old != place:
        resolution.do(ev.SpaceSet(old, "", believed.deck))
    if owner:
        _not_asked_any_more(resolution, piece)
        _card_goes_along(resolution, piece, "")
        resolution.do(ev.CountsDoubted(owner, ("barrels", "coins", "persons", "tiles")))


def put_elsewhere(resolution: Resolution, piece: str, place: str) -> None:
    """A tile is with somebody else, on the pile, out of the game or in its deck: what it counts for goes along."""
    before = owner_of(resolution.state, piece)
    if place == "discards" and (deck := _untold_on_pile(resolution.state, piece)):
        resolution.do(ev.DiscardNamed(piece, deck))
        learn_deck(resolution, piece, deck)
        return
    waited = lies_nowhere(resolution, piece)
    lift(resolution, piece)
    resolution.do(ev.PiecePlaced(piece, place))
    after = owner_of(resolution.state, piece)
    if resolution.state.follows and after and resolution.state.facts.pieces[piece].category != PERSON:
        ask_place(resolution, after, piece, ONLY_LAID)
    if before == after:
        return
    _not_asked_any_more(resolution, piece)
    for player_id, by in ((before, -1), (after, 1)):
        if player_id and not (waited and by < 0):
            _count_tile(resolution, player_id, piece, by)
            resolution.do(ev.CountsDoubted(player_id, ("barrels", "coins")))
    if place != "removed":  # a card stays with the owner of a tile that left the territory (GM-EDG-05)
        _card_goes_along(resolution, piece, after)


def _off_the_map(resolution: Resolution, piece: str, owner: str) -> None:
    """It lies in no territory that is followed; what really lies there people tell."""
    if not lies_nowhere(resolution, piece) and owner and spot_of(resolution.state.player(owner), piece):
        lift(resolution, piece)
        _count_tile(resolution, owner, piece, -1)


def lies_nowhere(resolution: Resolution, piece: str) -> bool:
    """Whether a tile that was taken still waited for its place, and does so no more."""
    waiting = [o for o in resolution.state.open if o.kind in ("place", "printed") and o.args[0] == piece]
    for question in waiting:
        resolution.close(question)
    return bool(waiting)


def lift(resolution: Resolution, piece: str) -> None:
    """It lies in no territory any more; what it covered lies there again, with all that was on it."""
    for player in resolution.state.players:
        spot = spot_of(player, piece)
        if spot is None:
            continue
        resolution.do(ev.TileRemoved(player.id, spot.top, spot.x, spot.y))
        below = [each for each in spot.pieces if each != piece]
        if below:
            lay_again(resolution, player.id, below, spot, spot.cell)


def _not_asked_any_more(resolution: Resolution, piece: str) -> None:
    """What the tile is was asked of who doesn't have it: not any more. It counts as if that were said later."""
    for asked in [o for o in resolution.state.open if o.kind in ABOUT_TILE and o.args[0] == piece]:
        resolution.close(asked)
        if asked.kind == SORT:
            resolution.do(ev.TilesChanged(asked.player, 1, "later", "GM-TRN-03"))


def _untold_on_pile(state: State, piece: str) -> str:
    """The deck of the tile on the common pile that this one must be; "" where it is elsewhere, or none fits."""
    if piece in gone(state):
        return ""
    decks = (tile.deck for tile in reversed(state.discards) if not (tile.piece or tile.pile))
    return next((deck for deck in decks if fits(state.facts.pieces[piece], deck)), "")


def _count_tile(resolution: Resolution, player_id: str, piece: str, by: int) -> None:
    """One tile more or fewer in a territory; persons are counted as such, a rebuild tile adds nothing."""
    known, player = resolution.state.facts.pieces[piece], resolution.state.player(player_id)
    if known.category == PERSON:
        return
    if known.rebuild:
        # Below these bounds the count never held the tile: it was put right by hand before.
        if player.rebuilds + by >= 0:
            resolution.do(ev.TilesChanged(player_id, 0, "rebuilt" if by > 0 else "uncovered", "GM-RBD-11"))
    elif player.tiles + by >= HOME_TILES:
        resolution.do(ev.TilesChanged(player_id, by, "corrected"))


def _card_goes_along(resolution: Resolution, piece: str, player: str) -> None:
    if resolution.state.facts.pieces[piece].category == LANDMARK:
        resolution.do(ev.CardPlaced(piece, player))
