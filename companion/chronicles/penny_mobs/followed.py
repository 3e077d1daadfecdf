"""Members where territories are followed: on which tiles they stand, what they steal and cost, carry off and take.

Elsewhere all that is people's word (`powers`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.chronicles.penny_mobs.entry import by_member, done_already, member_form, others, sell
from companion.chronicles.penny_mobs.members import ANDERSON, CASTLE, DARKIE, LAIRD, MAIL, MEMBERS, SLUG, SNITCH
from companion.chronicles.penny_mobs.mob import OWN_STATE, BruceWorked, MemberPlaced, PowerUsed, TokenUsed
from companion.chronicles.penny_mobs.reactions import MOVES, move, move_to, moves_text, tile_of
from companion.engine.message import Message, tr, trn
from companion.engine.offers import NONE, Answer, Choice, Part, Pick, Place, Reason, cell_of, cell_value
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.expansions import Refereed
from companion.state.glen_more_2.facts import Piece
from companion.state.glen_more_2.laying import laying_rules
from companion.state.glen_more_2.market import sell_price
from companion.state.glen_more_2.model import OpenQuestion, Player, State
from companion.state.glen_more_2.referee import paying
from companion.state.glen_more_2.referee.placing import why_not_removed
from companion.state.glen_more_2.referee.tiles import CASTLE_CELL, ground, grounds, printed, scots_left
from companion.state.glen_more_2.referee.words import cell_words, spot_choice, spot_words, tracts
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form, QuestionKind, nothing
from companion.state.territory import scots as steps
from companion.state.territory.grid import GOODS_ON_A_TILE, Cell, Spot, around
from companion.state.territory.placement import Ground, places
from companion.state.territory.trading import purse_of, without_coins

STANDING = (SNITCH, DARKIE, CASTLE)
SUPPLY = "supply"
STEAL, JUMP, CARRY, WALK = f"{SLUG}.steal", f"{SLUG}.jump", f"{SLUG}.carry", f"{SLUG}.walk"


def at(state: State, member: str) -> Cell | None:
    """The tile on which a member stands."""
    where = OWN_STATE.of(state).stands.get(member)
    return Cell(*where) if where else None


def is_there(state: State, member: str, player_id: str, cell: Cell) -> bool:
    return OWN_STATE.of(state).host.get(member) == player_id and at(state, member) == cell


def abroad(state: State, player_id: str) -> int:
    """Scots of a player that are Kenneth, Fergus or Mike."""
    now = OWN_STATE.of(state)
    return sum(now.controls(player_id, member) and member in now.stands for member in STANDING)


# ---- a Scot becomes Kenneth, Fergus or Mike (C8-24, C8-27, C8-33)


def stands_with(member: str, state: State, player_id: str) -> Form:
    """With whom, on which tile, and where the Scot comes from; once he stands he goes on by his own rules."""
    hosts = tuple(Choice(c.value, c.label, then=_tiles(state, member, c.value)) for c in others(state, player_id))
    who = Pick("player", tr("Who is he with now?"), hosts)
    if member in OWN_STATE.of(state).stands:
        return Form(tr("{member} stands elsewhere", member=MEMBERS[member].name), (who,), seldom=True)
    origin = tuple(_origins(state, player_id))
    none = Reason(MEMBERS[member].rule, tr("No Scot is left."))
    return member_form(
        member, who, Pick("from", tr("Where does the Scot come from?"), origin), closed=None if origin else none
    )


def _tiles(state: State, member: str, host: str) -> tuple[Part, ...]:
    """Mike stands on the home castle alone."""
    if member == CASTLE:
        return ()
    return (tile_of(state, host),)


def _origins(state: State, player_id: str) -> Iterator[Choice]:
    if scots_left(state, player_id):
        yield Choice(SUPPLY, tr("from the supply"))
    for spot in state.player(player_id).territory.spots:
        if spot.scots:
            yield spot_choice(state, spot)


def place(member: str, resolution: Resolution, player_id: str, answer: Answer) -> None:
    host, *rest = map(str, answer.values)
    cell = CASTLE_CELL if member == CASTLE else Cell(*cell_of(rest.pop(0)))
    if rest and rest[0] != SUPPLY:
        spot = Cell(*cell_of(rest[0]))
        resolution.do(ev.ScotRemoved(player_id, spot.x, spot.y, 1, by_member(member)))
    if OWN_STATE.of(resolution.state).tokens.get(member, 0):
        resolution.do(TokenUsed(member))
    resolution.do(MemberPlaced(member, host, *cell))


# ---- somebody comes, or the tile goes: he has to go too (C8-26, C8-28, C8-34)


def _must_go(state: State, members: tuple[str, ...], player_id: str, cell: Cell) -> Iterator[ev.Event]:
    for member in members:
        waits = any(o.kind == MOVES and o.args[0] == member for o in state.open)
        if is_there(state, member, player_id, cell) and not waits:
            yield ev.QuestionAsked(MOVES, OWN_STATE.of(state).owner[member], (member, player_id))


def stepped(_before: State, e: ev.ScotMoved, after: State) -> Iterator[ev.Event]:
    yield from _must_go(after, STANDING, e.player, Cell(e.to_x, e.to_y))


def put(_before: State, e: ev.ScotPlaced, after: State) -> Iterator[ev.Event]:
    """Onto the home castle only: the others mind moving alone."""
    yield from _must_go(after, (CASTLE,), e.player, Cell(e.x, e.y))


def lifted(_before: State, e: ev.TileRemoved, after: State) -> Iterator[ev.Event]:
    yield from _must_go(after, STANDING, e.player, Cell(e.x, e.y))


# ---- Fergus costs whoever lays a tile beside him (C8-27)


def toll(state: State, player_id: str, cell: Cell) -> tuple[int, str]:
    """A coin, by an edge or a corner; never of his owner."""
    now, where = OWN_STATE.of(state), at(state, DARKIE)
    touches = where is not None and now.host.get(DARKIE) == player_id and where in around(cell)
    return (1 if touches and now.owner.get(DARKIE) != player_id else 0), by_member(DARKIE)


def toll_paid(_before: State, e: ev.CoinsPaid, after: State) -> Iterator[ev.Event]:
    """It comes to his owner, who then puts him elsewhere (C8-28)."""
    owner = OWN_STATE.of(after).owner.get(DARKIE, "")
    if after.follows and owner and e.why == by_member(DARKIE):
        yield ev.CoinsGained(owner, e.coins, by_member(DARKIE))
        yield ev.QuestionAsked(MOVES, owner, (DARKIE, e.player))


# ---- Peggy McLaird's reserved tile costs whoever else takes it (C8-20)


def too_dear(state: State, player_id: str, piece: Piece) -> Reason | None:
    """Her owner is paid first, in coins; what is left has to pay the tile."""
    now = OWN_STATE.of(state)
    tile, coins = now.reserved
    if piece.id != tile or not coins or now.owner.get(LAIRD, player_id) == player_id:
        return None
    left = without_coins(purse_of(state, player_id), coins)
    if left.coins >= 0 and paying.why_too_dear(state, player_id, piece, left) is None:
        return None
    more = trn("It is reserved: {n} coin more is too much.", "It is reserved: {n} coins more are too much.", coins)
    return Reason("C8-20", more)


# ---- Kenneth walks and steals (C8-25)


def _walk(state: State, question: OpenQuestion) -> Form | None:
    now, where = OWN_STATE.of(state), at(state, SNITCH)
    if (
        not state.follows
        or where is None
        or state.turn.work.moves <= 0
        or not now.controls(question.player, SNITCH)
    ):
        return None
    host = now.host[SNITCH]
    near = steps.steps_from(state.player(host).territory, where)
    cells = tuple(spot_choice(state, spot) for spot in near)
    there = Place("to", tr("Where does he go?"), cells, tracts=tracts(state, host))
    return Form(tr("{member} goes on", member=MEMBERS[SNITCH].name), (there,)) if cells else None


def _walks(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    host, cell = OWN_STATE.of(resolution.state).host[SNITCH], Cell(*cell_of(str(answer.values[0])))
    resolution.do(MemberPlaced(SNITCH, host, *cell))
    resolution.do(ev.MovementSpent(question.player, 1, by_member(SNITCH)))
    spot = resolution.state.player(host).territory.at(cell)
    guarded = spot.scots or is_there(resolution.state, DARKIE, host, cell)
    if spot.goods and not guarded:
        resolution.ask(STEAL, question.player)


def _loot(state: State) -> tuple[str, Spot]:
    host, where = OWN_STATE.of(state).host[SNITCH], at(state, SNITCH)
    assert where is not None
    return host, state.player(host).territory.at(where)


def _steal(state: State, _question: OpenQuestion) -> Form:
    goods = tuple(Choice(good, labels.GOODS_WORDS[good]) for good in _loot(state)[1].goods)
    return Form(tr("He steals"), (Pick("good", tr("Which good?"), goods),) if len(goods) > 1 else ())


def _steals(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    host, spot = _loot(resolution.state)
    good = str(answer.values[0]) if answer.values else next(iter(spot.goods))
    resolution.do(ev.GoodsGiven(host, spot.x, spot.y, good, 1, by_member(SNITCH)))
    resolution.ask("good_onto", question.player, good, by_member(SNITCH))
    resolution.ask(JUMP, question.player, SNITCH, host)


def _steal_text(_state: State, _question: OpenQuestion) -> Message:
    return tr("{member}: does he steal a good?", member=MEMBERS[SNITCH].name)


# ---- Derek carries a tile off (C8-31, C8-32)


def anderson(state: State, player_id: str) -> Form:
    """Which tile of whom; where to is asked next."""
    owners = []
    for other in others(state, player_id):
        tiles = _may_be_stolen(state, other.value)
        which = Place("tile", tr("Which tile?"), tiles, tracts=tracts(state, other.value))
        bare = Reason("C8-32", tr("Nothing there can be stolen."))
        able = any(not tile.closed for tile in tiles)
        owners.append(Choice(other.value, other.label, None if able else bare, then=(which,)))
    whose = Pick("from", tr("From whose territory?"), tuple(owners))
    return member_form(ANDERSON, whose, closed=done_already(state, ANDERSON))


def _may_be_stolen(state: State, owner: str) -> tuple[Choice, ...]:
    trade = Reason("C8-32", tr("Trade tiles can't be stolen."))
    untold = Reason("C8-32", tr("If it is a trade tile, it can't be stolen."))
    return tuple(
        Choice(
            cell_value(*spot.cell),
            spot_words(state, spot),
            trade if printed(state, spot.top).kind == "trade" else why_not_removed(state, owner, spot),
            caution=untold if printed(state, spot.top).kind is None else None,
        )
        for spot in state.player(owner).territory.spots
    )


def book_anderson(resolution: Resolution, player_id: str, answer: Answer) -> None:
    owner, where = map(str, answer.values)
    resolution.ask(CARRY, player_id, owner, *cell_of(where))


def _stolen(state: State, question: OpenQuestion) -> tuple[str, Spot]:
    owner, x, y = question.args
    return str(owner), state.player(str(owner)).territory.at(Cell(int(x), int(y)))


def _carry_text(state: State, question: OpenQuestion) -> Message:
    owner, spot = _stolen(state, question)
    tile, player = spot_words(state, spot), labels.figure(state, owner)
    return tr("{tile} of {player}: where does it go?", tile=tile, player=player)


def _carry(state: State, question: OpenQuestion) -> Form | None:
    owner, spot = _stolen(state, question)
    people = []
    for other in others(state, owner):
        cells = tuple(Choice(cell_value(*cell), cell_words(cell)) for cell in _room(state, other.value, spot))
        if cells:
            to = Place("to", tr("Where does it lie?"), cells, tracts=tracts(state, other.value))
            people.append(Choice(other.value, other.label, then=(to,)))
    whom = Pick("player", tr("To whose territory?"), tuple(people))
    return Form(tr("It is stolen"), (whom,)) if people else None


def _room(state: State, player_id: str, spot: Spot) -> Iterator[Cell]:
    """By all rules but that of the Scot; a stack goes as it is."""
    player, whole = state.player(player_id), ground(state, spot.top)
    held = [each.cell for each in player.territory.spots]
    alone = Ground(whole.marks, whole.kind)
    found = places(player.territory, alone, grounds(state, player), laying_rules(state.house), held)
    return (each.cell for each in found if not each.rule)


def _carries(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Nothing is activated and nothing gained; goods and Scots come to the old owner's castle, a card stays."""
    owner, spot = _stolen(resolution.state, question)
    new, cell = str(answer.values[0]), Cell(*cell_of(str(answer.values[1])))
    resolution.do(PowerUsed(ANDERSON))
    resolution.do(ev.TileRemoved(owner, spot.top, spot.x, spot.y))
    resolution.do(ev.TilesChanged(owner, -1, "removed", "C8-31"))
    _to_the_castle(resolution, resolution.state.player(owner), spot)
    for piece in spot.pieces:
        resolution.do(ev.TilePlaced(new, piece, cell.x, cell.y, ev.CORRECTED))
    resolution.do(ev.TilesChanged(new, 1, "laid", "C8-31"))


def _to_the_castle(resolution: Resolution, owner: Player, spot: Spot) -> None:
    """What finds no room is lost (C0-10)."""
    room = GOODS_ON_A_TILE - sum(owner.territory.at(CASTLE_CELL).goods.values())
    for good in [good for good, n in spot.goods.items() for _ in range(n)][:room]:
        resolution.do(ev.GoodsGained(owner.id, *CASTLE_CELL, good, 1, by_member(ANDERSON)))
    if spot.scots:
        resolution.do(ev.ScotPlaced(owner.id, *CASTLE_CELL, spot.scots, by_member(ANDERSON)))


# ---- Bruce takes a good that another's tile has made (C8-18)


def mail(state: State, player_id: str) -> Form:
    none = Reason("C8-18", tr("No coin lies on Bruce McMail.")) if not OWN_STATE.of(state).bruce else None
    rows = tuple(_made(state, player_id))
    nobody = Reason("C8-18", tr("No animal or material tile of another has made a good in this turn."))
    closed = none or (None if rows else nobody)
    return member_form(MAIL, Pick("what", tr("Which good?"), rows), closed=closed)


def _made(state: State, player_id: str) -> Iterator[Choice]:
    """Goods of this turn that still lie where they were made, kept or sold at once."""
    maker, seen = state.turn.player, set()
    for event in state.happened if maker and maker != player_id else ():
        if not isinstance(event, ev.GoodsGained) or event.player != maker or (event.x, event.y) in seen:
            continue
        made_by = event.why.removeprefix("activation:")
        spot = next((s for s in state.player(maker).territory.spots if s.top == made_by), None)
        makes = printed(state, made_by).kind in ("animal", "material")
        if spot is None or not makes or event.good not in spot.goods:
            continue
        seen.add((event.x, event.y))
        words = tr("{good}: {tile}", good=labels.GOODS_WORDS[event.good], tile=spot_words(state, spot))
        price = sell_price(state.market[event.good])
        sold = (Choice("sold", tr("sold for {n}", n=price)),) if price else ()
        where = Pick("to", tr("Where does the good go?"), (Choice("kept", tr("onto a tile")), *sold))
        yield Choice(f"{spot.x} {spot.y} {event.good}", words, then=(where,))


def book_mail(resolution: Resolution, player_id: str, answer: Answer) -> None:
    (x, y, good), to = str(answer.values[0]).split(), str(answer.values[1])
    maker = resolution.state.turn.player
    resolution.do(BruceWorked())
    resolution.do(ev.CoinsGained(maker, 1, by_member(MAIL)))
    resolution.do(ev.GoodsGiven(maker, int(x), int(y), good, 1, by_member(MAIL)))
    if to == "kept":
        resolution.ask("good_onto", player_id, good, by_member(MAIL))
    else:
        sell(resolution, player_id, good)


_STAYS = Action("stays", Form(tr("He stays where he is"), hint=NONE), nothing)
KINDS = (
    QuestionKind(
        STEAL,
        _steal_text,
        (Action("steals", _steal, _steals), Action("none", Form(tr("He steals nothing"), hint=NONE), nothing)),
        rule="C8-25",
    ),
    QuestionKind(JUMP, moves_text, (Action("to", move_to, move), _STAYS), rule="C8-25"),
    QuestionKind(
        CARRY,
        _carry_text,
        (Action("carries", _carry, _carries), Action("none", Form(tr("It stays"), hint=NONE), nothing)),
        rule="C8-31",
    ),
)
AT_END = (Action(WALK, _walk, _walks),)
REFEREE = Refereed(toll=toll, too_dear=too_dear, abroad=abroad)
PLACED = {member: (partial(stands_with, member), partial(place, member)) for member in STANDING}
