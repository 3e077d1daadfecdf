"""Events of landmark cards: turning a card and carrying out its event (C6-10 to C6-14).

`trigger_event` asks for the payment if there is one; `carry_out_event` turns the card and applies the effect. At
referee depth `TERRITORY_EFFECTS` change tiles, goods and Scots; otherwise `EFFECTS` change counts and the rest is
a table instruction. The exchange of Duart Castle is always made by the players, as no rulebook says what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from companion.chronicles.interactions import HAS_BOAT_RACE
from companion.chronicles.turbulent.model import (
    ARMADALE,
    BOAT_REMINDER,
    CHAPTERS,
    CHURCH,
    DONAN,
    DUART,
    DUNVEGAN,
    FORT_GEORGE,
    GATHERING_IDS,
    INVERNESS,
    LOCHY,
    LOMOND,
    MEY,
    MOIL,
    MOIL_COINS,
    MONUMENT,
    MORAR,
    NESS,
    PAYMENT_QUESTION,
    REMOVAL_CARDS,
    REMOVED_TILES,
    SHEEP_POINTS,
    SHIEL,
    SLUG,
    STALKER,
    STONE_POINTS,
    STORR,
    WADE,
    WALLACE,
    Chapter,
    RowEmptied,
    SideTurned,
    cards_left_to_turn,
    cards_turned_by,
    chapter_of,
    event_cause,
    manual_step,
    rule_of,
)
from companion.chronicles.turbulent.scoring import tables_to_ask
from companion.engine.message import Message, tr, trn
from companion.engine.offers import NONE, Amount, Answer, Choice, Part, Pick, Place, Reason, parse_cell
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import payment
from companion.state.glen_more_2.actions import Action, Form, QuestionKind, Resolution, do_nothing
from companion.state.glen_more_2.effects import ask_clan_marker, home_castle_spaces_left
from companion.state.glen_more_2.expansions import FIRST_EXPANSION_STEP, activator_id
from companion.state.glen_more_2.facts import GOODS, WORLDS_END
from companion.state.glen_more_2.model import CASTLE_CELL, State
from companion.state.glen_more_2.questions.ledger import remove_tiles
from companion.state.glen_more_2.referee.activation import ACTIVATION
from companion.state.glen_more_2.referee.activation_forms import ACTIVATION_FORMS
from companion.state.glen_more_2.referee.territory_tiles import (
    find_spot,
    printed_piece,
    scots_in_supply,
    spot_choice,
    territory_map,
)
from companion.state.glen_more_2.ruleset import expansion_rule, run_query
from companion.state.glen_more_2.text import labels
from companion.state.territory.activation import used_tiles
from companion.state.territory.activation_options import ActivationOption
from companion.state.territory.grid import Cell, Spot, touching_spots
from companion.state.territory.market import buy_price, coins_in_row
from companion.state.territory.model import OpenQuestion
from companion.state.territory.track import figure_index
from companion.state.territory.trading import pay_goods

EVENT_GAIN, SCOT_QUESTION, ABROAD_QUESTION = f"{SLUG}.symbol", f"{SLUG}.scot", f"{SLUG}.abroad"
MAX_TILES_ABROAD = 2
"""Number of other players' tiles that Donan Castle activates (C6-23)."""
SHEEP_PRICE = {"sheep": 2}
MAX_STONES = 15
EventValues = Sequence[int]


def event_activation_options(state: State, player_id: str, spot: Spot) -> Iterator[ActivationOption]:
    """Yield the event symbol of a Gathering tile, while the player has a card to turn (C6-10, C6-13)."""
    if spot.top in GATHERING_IDS and cards_left_to_turn(state, player_id):
        yield ActivationOption(FIRST_EXPANSION_STEP, EVENT_GAIN, get={EVENT_GAIN: 1})


def why_event_unavailable(state: State, player_id: str, chapter: Chapter) -> Reason | None:
    """Return why an event cannot be paid in full or its tile is missing; then the card is only turned (C6-12)."""
    player = state.player(player_id)
    if chapter.scots > sum(spot.scots for spot in player.territory.spots):
        return Reason(chapter.rule, tr("So many Scots don't stand in the territory."))
    if chapter.id == DUNVEGAN:
        return payment.unaffordable_goods_reason(state, player_id, SHEEP_PRICE, chapter.rule)
    if chapter.id == ARMADALE and not _stones(state, player_id):
        return payment.unaffordable_goods_reason(state, player_id, {"stone": 1}, chapter.rule)
    if chapter.id == SHIEL and find_spot(player, SHIEL) is None:
        return Reason(chapter.rule, tr("Loch Shiel is not in the territory."))
    return None


def stone_parts(state: State, player_id: str, card: str) -> tuple[Part, ...]:
    """Return the question for the number of stones, own or from the market (C6-28); empty for other cards."""
    if card != ARMADALE:
        return ()
    most = _stones(state, player_id)
    return (Amount("stones", tr("How many stones?"), 1, most, most),)


def _stones(state: State, player_id: str) -> int:
    """Return the largest number of stones that the player can pay."""
    able = range(1, MAX_STONES + 1)
    return max(
        (n for n in able if not payment.unaffordable_goods_reason(state, player_id, {"stone": n}, "")), default=0
    )


def pay_scots(resolution: Resolution, player_id: str, card: str) -> None:
    """Ask for each Scot that pays the event."""
    for _ in range(CHAPTERS[card].scots):
        resolution.ask("scot_from", player_id, event_cause(card))


def _dunvegan_on_tiles(resolution: Resolution, player_id: str, _values: EventValues) -> None:
    """Pay 2 sheep and score 7 points (C6-20)."""
    pay_goods(resolution, player_id, SHEEP_PRICE, event_cause(DUNVEGAN))
    resolution.do(ev.PointsScored(player_id, SHEEP_POINTS, event_cause(DUNVEGAN)))


def _armadale_on_tiles(resolution: Resolution, player_id: str, values: EventValues) -> None:
    """Pay stones and score 3 points each (C6-28)."""
    (stones,) = values
    pay_goods(resolution, player_id, {"stone": stones}, event_cause(ARMADALE))
    resolution.do(ev.PointsScored(player_id, STONE_POINTS * stones, event_cause(ARMADALE), (stones,)))


def _remove_placed_tiles(card: str) -> Callable[[Resolution, str, EventValues], None]:
    """Return the effect that asks for two tiles to remove (C6-21, C6-30)."""

    def effect(resolution: Resolution, player_id: str, _values: EventValues) -> None:
        for _ in range(REMOVED_TILES):
            resolution.ask("remove", player_id, event_cause(card))

    return effect


def _shiel_on_tiles(resolution: Resolution, player_id: str, _values: EventValues) -> None:
    """Lose a point and place up to 2 Scots on the tile (C6-27)."""
    resolution.do(ev.PointsScored(player_id, -1, event_cause(SHIEL)))
    player = resolution.state.player(player_id)
    spot, n = find_spot(player, SHIEL), min(2, scots_in_supply(resolution.state, player_id))
    if spot and n:
        resolution.do(ev.ScotPlaced(player_id, spot.x, spot.y, n, event_cause(SHIEL)))


def _lochy(resolution: Resolution, player_id: str, _values: EventValues) -> None:
    """Gain a cattle on the tile, else on the home castle; then all animal tiles may be activated (C6-24)."""
    player = resolution.state.player(player_id)
    spot = find_spot(player, LOCHY) or player.territory.at(CASTLE_CELL)
    if spot.room:
        resolution.do(ev.GoodsGained(player_id, spot.x, spot.y, "cattle", 1, event_cause(LOCHY)))
    state = resolution.state
    animals = [s.top for s in player.territory.spots if printed_piece(state, s.top).kind == "animal"]
    _may_activate(resolution, player_id, animals)


def _church(resolution: Resolution, player_id: str, _values: EventValues) -> None:
    """Let the player activate the tile and all its neighbours (C6-35)."""
    player = resolution.state.player(player_id)
    if spot := find_spot(player, CHURCH):
        _may_activate(resolution, player_id, [each.top for each in touching_spots(player.territory, spot.cell)])


def _may_activate(resolution: Resolution, player_id: str, pieces: Sequence[str]) -> None:
    if pieces:
        resolution.do(ev.AllMayActivate(player_id, tuple(pieces)))


def _moil_on_tiles(resolution: Resolution, player_id: str, _values: EventValues) -> None:
    """Gain 2 coins and ask for a Scot that moves home (C6-31)."""
    resolution.do(ev.CoinsGained(player_id, MOIL_COINS, event_cause(MOIL)))
    if tiles_near_castle_with_scots(resolution.state, player_id):
        resolution.ask(SCOT_QUESTION, player_id, MOIL)


def _donan(resolution: Resolution, player_id: str, _values: EventValues) -> None:
    """Ask for up to 2 different tiles of other players to activate (C6-23)."""
    resolution.ask(ABROAD_QUESTION, player_id, DONAN, MAX_TILES_ABROAD)


TERRITORY_EFFECTS: dict[str, Callable[[Resolution, str, EventValues], None]] = {
    DUNVEGAN: _dunvegan_on_tiles,
    ARMADALE: _armadale_on_tiles,
    FORT_GEORGE: _remove_placed_tiles(FORT_GEORGE),
    MEY: _remove_placed_tiles(MEY),
    SHIEL: _shiel_on_tiles,
    LOCHY: _lochy,
    CHURCH: _church,
    MOIL: _moil_on_tiles,
    DONAN: _donan,
}


# Scots that move home without movement points (C6-21, C6-31).


def tiles_near_castle_with_scots(state: State, player_id: str) -> tuple[Spot, ...]:
    """Return the tiles other than the home castle that have Scots."""
    return tuple(s for s in state.player(player_id).territory.spots if s.scots and s.cell != CASTLE_CELL)


def _scot_text(state: State, question: OpenQuestion) -> Message:
    name, player = chapter_of(question).name, labels.figure_label(state, question.player)
    return tr("{card}: which Scot of {player} comes to the home castle?", card=name, player=player)


def _scot(state: State, question: OpenQuestion) -> Form | None:
    choices = tuple(spot_choice(state, spot) for spot in tiles_near_castle_with_scots(state, question.player))
    title = _scot_text(state, question)
    lie = territory_map(state, question.player)
    return Form(tr("A Scot comes home"), (Place("tile", title, choices, map_tiles=lie),)) if choices else None


def _comes(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Move a Scot to the home castle; Fort George asks again for any number of Scots."""
    card, player_id = chapter_of(question).id, question.player
    cell = Cell(*parse_cell(str(answer.values[0])))
    resolution.do(ev.ScotRemoved(player_id, cell.x, cell.y, 1, event_cause(card)))
    resolution.do(ev.ScotPlaced(player_id, *CASTLE_CELL, 1, event_cause(card)))
    if card == FORT_GEORGE and tiles_near_castle_with_scots(resolution.state, player_id):
        resolution.ask(SCOT_QUESTION, player_id, card)


# Tiles of other players are activated (C6-23).


def _abroad_text(_state: State, question: OpenQuestion) -> Message:
    n, card = int(question.args[1]), chapter_of(question).name
    return trn(
        "{card}: which tile of another player is activated?",
        "{card}: which of up to {n} tiles of others is activated?",
        n,
        card=card,
    )


def _abroad(state: State, question: OpenQuestion) -> Form | None:
    people = []
    for other in state.remaining_players:
        if other.id == question.player:
            continue
        used = used_tiles(state)
        spots = (spot for spot in other.territory.spots if spot.top not in used)
        if rows := ACTIVATION_FORMS.tile_choices(state, question.player, spots):
            which = Place("tile", tr("Which tile is activated?"), rows, map_tiles=territory_map(state, other.id))
            people.append(Choice(other.id, labels.figure_label(state, other.id), then=(which,)))
    who = Pick("player", tr("Whose?"), tuple(people))
    return Form(_abroad_text(state, question), (who,)) if people else None


def _activate_abroad(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    owner, where, *way = map(str, answer.values)
    player_id, left = question.player, int(question.args[1]) - 1
    spot = resolution.state.player(owner).territory.at(Cell(*parse_cell(where)))
    by = activator_id(event_cause(DONAN))
    ACTIVATION_FORMS.enter_option(resolution, player_id, spot, way, by, _gain_abroad)
    if left:
        resolution.ask(ABROAD_QUESTION, player_id, DONAN, left)


def _gain_abroad(resolution: Resolution, player_id: str, spot: Spot, what: str, n: int, why: str) -> None:
    """Record a gain of another player's tile; goods go onto own tiles."""
    if what in GOODS:
        for _ in range(n):
            resolution.ask("good_onto", player_id, what, why)
    else:
        ACTIVATION.gain(resolution, player_id, spot, what, n, why)


TERRITORY_KINDS = (
    QuestionKind(
        SCOT_QUESTION,
        _scot_text,
        (
            Action("home", _scot, _comes),
            Action("none", Form(tr("No Scot comes home"), hint=NONE), do_nothing),
        ),
        rule=rule_of,
    ),
    QuestionKind(
        ABROAD_QUESTION,
        _abroad_text,
        (
            Action("activate", _abroad, _activate_abroad),
            Action("none", Form(tr("No tile is activated"), hint=NONE), do_nothing),
        ),
        rule=rule_of,
    ),
)


EVENT_QUESTION, HOME_QUESTION, SWAP_QUESTION, TABLE_QUESTION = (
    f"{SLUG}.which",
    f"{SLUG}.home",
    f"{SLUG}.swap",
    f"{SLUG}.table",
)
# Named by id and not imported: this chronicle can be played without the one that has them.
ENGLISHMAN, ENGLAND_ROW = "neutral:englishman", "england"
WILLIAM_WALLACE, MACLEAN = "william_wallace", "maclean"
ONLY_TURN_RULE, REMOVE_ONE_RULE = f"{SLUG}.wallace_only_turns", f"{SLUG}.removes_one"
WALLACE_POINTS, MACLEAN_POINTS, MORAR_POINTS = 4, 3, 9
WADE_COINS = 1

EffectValues = Sequence[int]
EventEffect = Callable[[Resolution, str, EffectValues], None]
"""Effect of an event for a player; the values are those entered with the payment."""


def trigger_event(resolution: Resolution, player_id: str, card: str) -> None:
    """Ask for the payment of an event if it has one (C6-33), else carry it out."""
    if (
        card in REMOVAL_CARDS
        and run_query(HAS_BOAT_RACE, resolution.state)
        and not resolution.state.tracks_territories
    ):
        # The companion does not know where boats lie, so players are reminded before they pay (C1-31).
        resolution.do(ev.ManualStepRequired(BOAT_REMINDER))
    if CHAPTERS[card].has_cost:
        resolution.ask(PAYMENT_QUESTION, player_id, card)
    else:
        carry_out_event(resolution, player_id, card)


def turn_without_event(resolution: Resolution, player_id: str, card: str) -> None:
    """Turn the card without carrying out its event (C6-12)."""
    resolution.do(SideTurned(player_id, card, False))


def carry_out_event(
    resolution: Resolution, player_id: str, card: str, values: EffectValues = (), home: int = 0
) -> None:
    """Turn the card and carry out its event once (C6-11). `home`: Scots paid from the home castle."""
    # The card is turned first: Loch Ness counts itself (C6-29) and Wallace Monument must not offer itself (C6-19).
    resolution.do(SideTurned(player_id, card, True))
    if home:
        resolution.do(ev.HomeScotsChanged(player_id, -home, event_cause(card)))
    if resolution.state.tracks_territories:
        pay_scots(resolution, player_id, card)
    in_territories = TERRITORY_EFFECTS.get(card) if resolution.state.tracks_territories else None
    if effect := in_territories or EFFECTS.get(card):
        effect(resolution, player_id, values)
    if resolution.state.tracks_territories and card != DUART:  # No rulebook says what it exchanges.
        return
    if CHAPTERS[card].instruction and manual_step(card) not in resolution.state.turn.instruction_causes:
        resolution.do(ev.ManualStepRequired(manual_step(card)))


def _ask_table(resolution: Resolution, player_id: str, _values: EffectValues) -> None:
    """Ask for unknown tables of the turned cards; asked once for each box."""
    for card in tuple(tables_to_ask(resolution.state)):
        resolution.ask(TABLE_QUESTION, player_id, card)


def _wallace(resolution: Resolution, player_id: str, _values: EffectValues) -> None:
    """Score 4 points with William Wallace and ask for another event (C6-19)."""
    if WILLIAM_WALLACE in resolution.state.player(player_id).persons:
        resolution.do(ev.PointsScored(player_id, WALLACE_POINTS, event_cause(WALLACE)))
    if cards_left_to_turn(resolution.state, player_id):
        resolution.ask(EVENT_QUESTION, player_id, WALLACE)


def _dunvegan(resolution: Resolution, player_id: str, _values: EffectValues) -> None:
    """Score 7 points for the 2 sheep paid (C6-20)."""
    resolution.do(ev.PointsScored(player_id, SHEEP_POINTS, event_cause(DUNVEGAN)))


def _remove(resolution: Resolution, player_id: str, values: EffectValues) -> None:
    """Remove two tiles; Scots on them go to the home castle (C6-21, C6-30)."""
    # The form of the payment contains the number of tiles only by a house rule.
    *tiles, scots = values
    remove_tiles(resolution, player_id, tiles[0] if tiles else REMOVED_TILES, scots)


def _stalker(resolution: Resolution, player_id: str, _values: EffectValues) -> None:
    """Ask for a tile of the discard pile or of a personal pile (C6-22, C7-25)."""
    resolution.ask("from_discards", player_id, event_cause(STALKER))


def _duart(resolution: Resolution, player_id: str, _values: EffectValues) -> None:
    """Score 3 points with an own marker on MacLean; the exchange itself is entered (C6-25)."""
    if MACLEAN in resolution.state.player(player_id).crests:
        resolution.do(ev.PointsScored(player_id, MACLEAN_POINTS, event_cause(DUART)))


def _shiel(resolution: Resolution, player_id: str, _values: EffectValues) -> None:
    """Lose a point (C6-27)."""
    resolution.do(ev.PointsScored(player_id, -1, event_cause(SHIEL)))


def _armadale(resolution: Resolution, player_id: str, values: EffectValues) -> None:
    """Buy the stones that come from the market and score 3 points for each stone (C6-28)."""
    for _ in range(sum(values[1:])):
        resolution.do(ev.GoodBought(player_id, "stone", buy_price(resolution.state.market["stone"]) or 0))
    if stones := sum(values):
        resolution.do(ev.PointsScored(player_id, STONE_POINTS * stones, event_cause(ARMADALE), (stones,)))


def _ness(resolution: Resolution, player_id: str, _values: EffectValues) -> None:
    """Gain a coin for each own card on its event side, including this one (C6-29)."""
    resolution.do(ev.CoinsGained(player_id, len(cards_turned_by(resolution.state, player_id)), event_cause(NESS)))


def _moil(resolution: Resolution, player_id: str, _values: EffectValues) -> None:
    """Gain 2 coins and ask whether a Scot moves home (C6-31)."""
    resolution.do(ev.CoinsGained(player_id, MOIL_COINS, event_cause(MOIL)))
    if home_castle_spaces_left(resolution.state.player(player_id)):
        resolution.ask(HOME_QUESTION, player_id, MOIL)


def _morar(resolution: Resolution, player_id: str, _values: EffectValues) -> None:
    """Score 9 points for the 2 Scots paid (C6-32)."""
    resolution.do(ev.PointsScored(player_id, MORAR_POINTS, event_cause(MORAR)))


def _lomond(resolution: Resolution, player_id: str, _values: EffectValues) -> None:
    """Gain all coins of the England row (C6-34)."""
    if coins := coins_in_row(resolution.state.market.get(ENGLAND_ROW, 0)):
        resolution.do(RowEmptied(player_id, ENGLAND_ROW, coins))


def _monument(resolution: Resolution, player_id: str, _values: EffectValues) -> None:
    """Ask for a tile that changes places with the Englishman (C6-36)."""
    if can_swap_englishman(resolution.state):
        resolution.ask(SWAP_QUESTION, player_id)


def can_swap_englishman(state: State) -> bool:
    """True if the Englishman is on the rondel, not on World's End, and is not about to move (C6-36)."""
    place = figure_index(state.track, ENGLISHMAN)
    moves = state.turn.figure == ENGLISHMAN and state.phase == "take"
    return place >= 0 and not moves and state.phase != "over" and state.track[place].piece != WORLDS_END


def _wade(resolution: Resolution, player_id: str, _values: EffectValues) -> None:
    """Gain 1 coin, which may pay for the clan marker that is asked for (C6-37)."""
    resolution.do(ev.CoinsGained(player_id, WADE_COINS, event_cause(WADE)))
    ask_clan_marker(resolution, player_id, event_cause(WADE))


EFFECTS: dict[str, EventEffect] = {
    STORR: _ask_table,
    INVERNESS: _ask_table,
    WALLACE: _wallace,
    DUNVEGAN: _dunvegan,
    FORT_GEORGE: _remove,
    MEY: _remove,
    STALKER: _stalker,
    DUART: _duart,
    SHIEL: _shiel,
    ARMADALE: _armadale,
    NESS: _ness,
    MOIL: _moil,
    MORAR: _morar,
    LOMOND: _lomond,
    MONUMENT: _monument,
    WADE: _wade,
}


def may_remove_one(state: State) -> bool:
    """True if a house rule allows one tile to be removed instead of two (C6-21)."""
    return bool(expansion_rule(state, REMOVE_ONE_RULE))


def may_only_turn(state: State) -> bool:
    """True if a house rule turns the second card of Wallace Monument without its event (C6-19)."""
    return bool(expansion_rule(state, ONLY_TURN_RULE))
