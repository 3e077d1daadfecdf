"""Members at referee depth: the tiles on which they stand, and powers that change tiles and goods.

Without referee depth `powers` handles the same members by entries.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.chronicles.penny_mobs.model import (
    ANDERSON,
    CASTLE,
    DARKIE,
    LAIRD,
    MAIL,
    MEMBERS,
    OWN_STATE,
    SLUG,
    SNITCH,
    BruceCoinSpent,
    MemberPlaced,
    PowerUsed,
    TokenUsed,
)
from companion.chronicles.penny_mobs.questions import (
    MOVE_QUESTION,
    member_cause,
    member_form,
    move_form,
    move_member,
    move_text,
    other_players,
    sell_stack,
    tile_question_part,
    why_used_up,
)
from companion.engine.message import Message, tr, trn
from companion.engine.offers import NONE, Answer, Choice, Part, Pick, Place, Reason, cell_value, parse_cell
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import payment
from companion.state.glen_more_2.actions import Action, Form, QuestionKind, Resolution, do_nothing
from companion.state.glen_more_2.expansions import RefereeExtension
from companion.state.glen_more_2.facts import Piece
from companion.state.glen_more_2.model import CASTLE_CELL, Player, State
from companion.state.glen_more_2.referee.placement import removal_objection
from companion.state.glen_more_2.referee.territory_tiles import (
    cell_label,
    placement_rules,
    printed_piece,
    scots_in_supply,
    spot_choice,
    spot_label,
    territory_map,
    tile_ground,
    tile_grounds,
)
from companion.state.glen_more_2.text import labels
from companion.state.territory import scots as steps
from companion.state.territory.corrections import remove_stack
from companion.state.territory.grid import MAX_GOODS_PER_TILE, Cell, Spot, neighbours
from companion.state.territory.market import sell_price
from companion.state.territory.model import OpenQuestion
from companion.state.territory.placement import TileGround, candidate_cells
from companion.state.territory.trading import current_purse, purse_without_coins

MEMBERS_ON_TILES = (SNITCH, DARKIE, CASTLE)
SUPPLY = "supply"
STEAL_QUESTION, JUMP_QUESTION, CARRY_QUESTION, WALK_ACTION = (
    f"{SLUG}.steal",
    f"{SLUG}.jump",
    f"{SLUG}.carry",
    f"{SLUG}.walk",
)


def member_cell(state: State, member: str) -> Cell | None:
    """Return the tile on which a member stands, or None."""
    where = OWN_STATE.of(state).member_positions.get(member)
    return Cell(*where) if where else None


def is_member_on(state: State, member: str, player_id: str, cell: Cell) -> bool:
    """True if the member stands on this tile of the player's territory."""
    return OWN_STATE.of(state).hosts.get(member) == player_id and member_cell(state, member) == cell


def count_member_scots(state: State, player_id: str) -> int:
    """Return the number of a player's Scots that represent Kenneth, Fergus or Mike."""
    now = OWN_STATE.of(state)
    return sum(now.controls(player_id, member) and member in now.member_positions for member in MEMBERS_ON_TILES)


# A Scot becomes Kenneth, Fergus or Mike (C8-24, C8-27, C8-33).


def placement_form(member: str, state: State, player_id: str) -> Form:
    """Return the form for placing a member: player, tile, and origin of the Scot. A rare entry once he is
    placed."""
    hosts = tuple(
        Choice(c.value, c.label, then=_tiles(state, member, c.value)) for c in other_players(state, player_id)
    )
    who = Pick("player", tr("Who is he with now?"), hosts)
    if member in OWN_STATE.of(state).member_positions:
        return Form(tr("{member} stands elsewhere", member=MEMBERS[member].name), (who,), is_rare=True)
    origin = tuple(_origins(state, player_id))
    none = Reason(MEMBERS[member].rule, tr("No Scot is left."))
    return member_form(
        member, who, Pick("from", tr("Where does the Scot come from?"), origin), closed=None if origin else none
    )


def _tiles(state: State, member: str, host: str) -> tuple[Part, ...]:
    """Return the question for the tile; none for Mike, who stands on the home castle."""
    if member == CASTLE:
        return ()
    return (tile_question_part(state, host),)


def _origins(state: State, player_id: str) -> Iterator[Choice]:
    if scots_in_supply(state, player_id):
        yield Choice(SUPPLY, tr("from the supply"))
    for spot in state.player(player_id).territory.spots:
        if spot.scots:
            yield spot_choice(state, spot)


def place_member(member: str, resolution: Resolution, player_id: str, answer: Answer) -> None:
    """Place a Scot of the player as the member, with a token under it (C8-24, C8-27, C8-33)."""
    host, *rest = map(str, answer.values)
    cell = CASTLE_CELL if member == CASTLE else Cell(*parse_cell(rest.pop(0)))
    if rest and rest[0] != SUPPLY:
        spot = Cell(*parse_cell(rest[0]))
        resolution.do(ev.ScotRemoved(player_id, spot.x, spot.y, 1, member_cause(member)))
    if OWN_STATE.of(resolution.state).tokens.get(member, 0):
        resolution.do(TokenUsed(member))
    resolution.do(MemberPlaced(member, host, *cell))


# A member must move when a Scot comes to its tile or the tile is removed (C8-26, C8-28, C8-34).


def _must_go(state: State, members: tuple[str, ...], player_id: str, cell: Cell) -> Iterator[ev.Event]:
    for member in members:
        waits = any(o.kind == MOVE_QUESTION and o.args[0] == member for o in state.open_questions)
        if is_member_on(state, member, player_id, cell) and not waits:
            yield ev.QuestionAsked(MOVE_QUESTION, OWN_STATE.of(state).owners[member], (member, player_id))


def move_on_after_step(_before: State, e: ev.ScotMoved, after: State) -> Iterator[ev.Event]:
    """Ask for another place for a member on whose tile a Scot arrives (C8-26, C8-28, C8-34)."""
    yield from _must_go(after, MEMBERS_ON_TILES, e.player, Cell(e.to_x, e.to_y))


def move_on_after_placing(_before: State, e: ev.ScotPlaced, after: State) -> Iterator[ev.Event]:
    """Ask Mike to move from a home castle that gets a Scot. The other members react only to Scots that move."""
    yield from _must_go(after, (CASTLE,), e.player, Cell(e.x, e.y))


def move_on_after_removal(_before: State, e: ev.TileRemoved, after: State) -> Iterator[ev.Event]:
    """Ask for another place for a member whose tile was removed (C8-26, C8-28, C8-34)."""
    cell = Cell(e.x, e.y)
    if cell not in after.player(e.player).territory.by_cell():
        yield from _must_go(after, MEMBERS_ON_TILES, e.player, cell)


# A tile placed beside Fergus costs a coin (C8-27).


def placement_toll(state: State, player_id: str, cell: Cell) -> tuple[int, str]:
    """Return the coins for a tile touching Fergus by edge or corner, and their cause; 0 for his owner (C8-27)."""
    now, where = OWN_STATE.of(state), member_cell(state, DARKIE)
    touches = where is not None and now.hosts.get(DARKIE) == player_id and where in neighbours(cell)
    return (1 if touches and now.owners.get(DARKIE) != player_id else 0), member_cause(DARKIE)


def hand_toll_to_owner(_before: State, e: ev.CoinsPaid, after: State) -> Iterator[ev.Event]:
    """Give the coin to the owner of Fergus, who then moves him (C8-28)."""
    owner = OWN_STATE.of(after).owners.get(DARKIE, "")
    if after.tracks_territories and owner and e.why == member_cause(DARKIE):
        yield ev.CoinsGained(owner, e.coins, member_cause(DARKIE))
        yield ev.QuestionAsked(MOVE_QUESTION, owner, (DARKIE, e.player))


# Peggy McLaird's reserved tile costs coins for other players (C8-20).


def why_too_expensive(state: State, player_id: str, piece: Piece) -> Reason | None:
    """Return why a player cannot pay both the owner of the reservation and the tile (C8-20)."""
    now = OWN_STATE.of(state)
    tile, coins = now.reserved
    if piece.id != tile or not coins or now.owners.get(LAIRD, player_id) == player_id:
        return None
    left = purse_without_coins(current_purse(state, player_id), coins)
    if left.coins >= 0 and payment.unaffordable_tile_reason(state, player_id, piece, left) is None:
        return None
    more = trn("It is reserved: {n} coin more is too much.", "It is reserved: {n} coins more are too much.", coins)
    return Reason("C8-20", more)


# Kenneth moves and steals (C8-25).


def _walk(state: State, question: OpenQuestion) -> Form | None:
    now, where = OWN_STATE.of(state), member_cell(state, SNITCH)
    if (
        not state.tracks_territories
        or where is None
        or state.turn.work.movement_points <= 0
        or not now.controls(question.player, SNITCH)
    ):
        return None
    host = now.hosts[SNITCH]
    near = steps.spots_one_step_away(state.player(host).territory, where)
    cells = tuple(spot_choice(state, spot) for spot in near)
    there = Place("to", tr("Where does he go?"), cells, map_tiles=territory_map(state, host))
    return Form(tr("{member} goes on", member=MEMBERS[SNITCH].name), (there,)) if cells else None


def _walks(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    host, cell = OWN_STATE.of(resolution.state).hosts[SNITCH], Cell(*parse_cell(str(answer.values[0])))
    resolution.do(MemberPlaced(SNITCH, host, *cell))
    resolution.do(ev.MovementPaid(question.player, 1, member_cause(SNITCH)))
    spot = resolution.state.player(host).territory.at(cell)
    guarded = spot.scots or is_member_on(resolution.state, DARKIE, host, cell)
    if spot.goods and not guarded:
        resolution.ask(STEAL_QUESTION, question.player)


def _loot(state: State) -> tuple[str, Spot]:
    host, where = OWN_STATE.of(state).hosts[SNITCH], member_cell(state, SNITCH)
    assert where is not None
    return host, state.player(host).territory.at(where)


def _steal(state: State, _question: OpenQuestion) -> Form:
    goods = tuple(Choice(good, labels.GOODS_LABELS[good]) for good in _loot(state)[1].goods)
    return Form(tr("He steals"), (Pick("good", tr("Which good?"), goods),) if len(goods) > 1 else ())


def _steals(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    host, spot = _loot(resolution.state)
    good = str(answer.values[0]) if answer.values else next(iter(spot.goods))
    resolution.do(ev.GoodsGiven(host, spot.x, spot.y, good, 1, member_cause(SNITCH)))
    resolution.ask("good_onto", question.player, good, member_cause(SNITCH))
    resolution.ask(JUMP_QUESTION, question.player, SNITCH, host)


def _steal_text(_state: State, _question: OpenQuestion) -> Message:
    return tr("{member}: does he steal a good?", member=MEMBERS[SNITCH].name)


# Derek moves a tile to another territory (C8-31, C8-32).


def anderson_form(state: State, player_id: str) -> Form:
    """Return the form for the tile and its owner; the destination is asked next."""
    owners = []
    for other in other_players(state, player_id):
        tiles = _may_be_stolen(state, other.value)
        which = Place("tile", tr("Which tile?"), tiles, map_tiles=territory_map(state, other.value))
        bare = Reason("C8-32", tr("Nothing there can be stolen."))
        able = any(not tile.closed for tile in tiles)
        owners.append(Choice(other.value, other.label, None if able else bare, then=(which,)))
    whose = Pick("from", tr("From whose territory?"), tuple(owners))
    return member_form(ANDERSON, whose, closed=why_used_up(state, ANDERSON))


def _may_be_stolen(state: State, owner: str) -> tuple[Choice, ...]:
    trade = Reason("C8-32", tr("Trade tiles can't be stolen."))
    unknown_kind = Reason("C8-32", tr("If it is a trade tile, it can't be stolen."))
    return tuple(
        Choice(
            cell_value(*spot.cell),
            spot_label(state, spot),
            trade if printed_piece(state, spot.top).kind == "trade" else removal_objection(state, owner, spot),
            caution=unknown_kind if printed_piece(state, spot.top).kind is None else None,
        )
        for spot in state.player(owner).territory.spots
    )


def use_anderson(resolution: Resolution, player_id: str, answer: Answer) -> None:
    """Ask where the chosen tile goes (C8-31)."""
    owner, where = map(str, answer.values)
    resolution.ask(CARRY_QUESTION, player_id, owner, *parse_cell(where))


def _stolen(state: State, question: OpenQuestion) -> tuple[str, Spot]:
    owner, x, y = question.args
    return str(owner), state.player(str(owner)).territory.at(Cell(int(x), int(y)))


def _carry_text(state: State, question: OpenQuestion) -> Message:
    owner, spot = _stolen(state, question)
    tile, player = spot_label(state, spot), labels.figure_label(state, owner)
    return tr("{tile} of {player}: where does it go?", tile=tile, player=player)


def _carry(state: State, question: OpenQuestion) -> Form | None:
    owner, spot = _stolen(state, question)
    people = []
    for other in other_players(state, owner):
        cells = tuple(Choice(cell_value(*cell), cell_label(cell)) for cell in _room(state, other.value, spot))
        if cells:
            to = Place("to", tr("Where does it lie?"), cells, map_tiles=territory_map(state, other.value))
            people.append(Choice(other.value, other.label, then=(to,)))
    whom = Pick("player", tr("To whose territory?"), tuple(people))
    return Form(tr("It is stolen"), (whom,)) if people else None


def _room(state: State, player_id: str, spot: Spot) -> Iterator[Cell]:
    """Yield the free cells by the placement rules, without the rule of the Scot; a stack moves as a whole."""
    player, whole = state.player(player_id), tile_ground(state, spot.top)
    held = [each.cell for each in player.territory.spots]
    alone = TileGround(whole.marks, whole.kind)
    found = candidate_cells(
        player.territory, alone, tile_grounds(state, player), placement_rules(state.house), held
    )
    return (each.cell for each in found if not each.rule)


def _carries(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Move the tile. Nothing is activated or gained; goods and Scots go to the old owner's castle, a card stays
    (C8-31).
    """
    owner, spot = _stolen(resolution.state, question)
    new, cell = str(answer.values[0]), Cell(*parse_cell(str(answer.values[1])))
    resolution.do(PowerUsed(ANDERSON))
    remove_stack(resolution, owner, spot)
    resolution.do(ev.TileCountChanged(owner, -1, "removed", "C8-31"))
    _to_the_castle(resolution, resolution.state.player(owner), spot)
    for piece in spot.pieces:
        resolution.do(ev.TilePlaced(new, piece, cell.x, cell.y, ev.CORRECTED))
    resolution.do(ev.TileCountChanged(new, 1, "laid", "C8-31"))


def _to_the_castle(resolution: Resolution, owner: Player, spot: Spot) -> None:
    """Move goods and Scots to the home castle; goods without space are lost (C0-10)."""
    room = MAX_GOODS_PER_TILE - sum(owner.territory.at(CASTLE_CELL).goods.values())
    for good in [good for good, n in spot.goods.items() for _ in range(n)][:room]:
        resolution.do(ev.GoodsGained(owner.id, *CASTLE_CELL, good, 1, member_cause(ANDERSON)))
    if spot.scots:
        resolution.do(ev.ScotPlaced(owner.id, *CASTLE_CELL, spot.scots, member_cause(ANDERSON)))


# Bruce takes a good that another player's tile has produced (C8-18).


def mail_form(state: State, player_id: str) -> Form:
    """Return the form of Bruce McMail: a good produced this turn, to be placed or sold (C8-18)."""
    none = Reason("C8-18", tr("No coin lies on Bruce McMail.")) if not OWN_STATE.of(state).bruce_coins else None
    rows = tuple(_made(state, player_id))
    nobody = Reason("C8-18", tr("No animal or material tile of another has made a good in this turn."))
    closed = none or (None if rows else nobody)
    return member_form(MAIL, Pick("what", tr("Which good?"), rows), closed=closed)


def _made(state: State, player_id: str) -> Iterator[Choice]:
    """Yield the goods produced this turn that are still on their tile, to be placed or sold at once."""
    maker, seen = state.turn.player, set()
    for event in state.turn_events if maker and maker != player_id else ():
        if not isinstance(event, ev.GoodsGained) or event.player != maker or (event.x, event.y) in seen:
            continue
        made_by = event.why.removeprefix("activation:")
        spot = next((s for s in state.player(maker).territory.spots if s.top == made_by), None)
        makes = printed_piece(state, made_by).kind in ("animal", "material")
        if spot is None or not makes or event.good not in spot.goods:
            continue
        seen.add((event.x, event.y))
        words = tr("{good}: {tile}", good=labels.GOODS_LABELS[event.good], tile=spot_label(state, spot))
        price = sell_price(state.market[event.good])
        sold = (Choice("sold", tr("sold for {n}", n=price)),) if price else ()
        where = Pick("to", tr("Where does the good go?"), (Choice("kept", tr("onto a tile")), *sold))
        yield Choice(f"{spot.x} {spot.y} {event.good}", words, then=(where,))


def use_mail(resolution: Resolution, player_id: str, answer: Answer) -> None:
    """Pay 1 of Bruce's coins to the producer and take the good (C8-18)."""
    (x, y, good), to = str(answer.values[0]).split(), str(answer.values[1])
    maker = resolution.state.turn.player
    resolution.do(BruceCoinSpent())
    resolution.do(ev.CoinsGained(maker, 1, member_cause(MAIL)))
    resolution.do(ev.GoodsGiven(maker, int(x), int(y), good, 1, member_cause(MAIL)))
    if to == "kept":
        resolution.ask("good_onto", player_id, good, member_cause(MAIL))
    else:
        sell_stack(resolution, player_id, good)


_STAYS = Action("stays", Form(tr("He stays where he is"), hint=NONE), do_nothing)
PLACED_MEMBER_KINDS = (
    QuestionKind(
        STEAL_QUESTION,
        _steal_text,
        (Action("steals", _steal, _steals), Action("none", Form(tr("He steals nothing"), hint=NONE), do_nothing)),
        rule="C8-25",
    ),
    QuestionKind(JUMP_QUESTION, move_text, (Action("to", move_form, move_member), _STAYS), rule="C8-25"),
    QuestionKind(
        CARRY_QUESTION,
        _carry_text,
        (Action("carries", _carry, _carries), Action("none", Form(tr("It stays"), hint=NONE), do_nothing)),
        rule="C8-31",
    ),
)
END_ACTIONS = (Action(WALK_ACTION, _walk, _walks),)
REFEREE = RefereeExtension(
    toll=placement_toll, unaffordable_reason=why_too_expensive, scots_outside_territory=count_member_scots
)
PLACEMENT_ENTRIES = {
    member: (partial(placement_form, member), partial(place_member, member)) for member in MEMBERS_ON_TILES
}
