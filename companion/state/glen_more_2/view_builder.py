"""From a state to what may be seen of it. Changes nothing and decides nothing."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine.lazy import Lazy
from companion.engine.message import Message, tr
from companion.scoring.glen_more_2.final import places
from companion.scoring.glen_more_2.standing import Gain, Result, Scored
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import PERSON
from companion.state.glen_more_2.market import buy_price, coins_in, sell_price
from companion.state.glen_more_2.model import Player, Space, State
from companion.state.glen_more_2.point_sources import AFTERWARDS, with_words
from companion.state.glen_more_2.ring import ahead_of, last_figure, place_of
from companion.state.glen_more_2.ruleset import expansions_of, rules_of
from companion.state.glen_more_2.standings import final_result, persons_counted, round_result, standings_now
from companion.state.glen_more_2.table_instructions import table_instructions
from companion.state.glen_more_2.view import NOT_SCORED, PlayerView, RowView, SpaceView, View
from companion.state.glen_more_2.worlds_end import is_on_worlds_end

LOCH_NESS = "loch_ness"
IN_PLAY = ("take", "turn", "deck", "roll", "count")


def view_of(state: State) -> View:
    """What everybody at the table may see; the base game has no secrets."""
    playing = state.phase in IN_PLAY
    result: Result | None = _result(state)
    # Lazy: it takes a whole scoring, and most pictures never show it.
    coming: Lazy[Result | None] = Lazy(lambda: _if_scored_now(state)) if playing else NOT_SCORED
    return View(
        phase=state.phase,
        turn=state.turn.number,
        on_turn=state.turn.figure,
        next_up=_next_up(state),
        players=tuple(_player(state, p) for p in state.players),
        market=tuple(_row(state, row) for row in state.market),
        ring=tuple(_space(state, place, space) for place, space in enumerate(state.line)),
        spaces=state.spaces,
        deck=state.deck,
        left=state.deck_of(state.deck).left if state.deck else 0,
        discards=tuple(t.piece or t.deck for t in state.discards),
        table_instructions=(table_instructions(state),) if state.phase == "turn" else (),
        manual_steps=_manual_steps(state),
        taken=labels.piece(state.facts, state.turn.tile, state.turn.deck) if state.turn.deck else None,
        result=result,
        fresh=state.phase == "over" or (state.turn.after_round and not state.turn.took),
        over=state.phase == "over",
        coming=coming,
        chronicles=tuple(p.name for p in expansions_of(state)),
        lines=_lines(state, ""),
        stands=_stands(state),
        no_tile=_took_nothing(state),
        sources=Lazy(lambda: with_words(state, _sources(state, result, coming.value))),
    )


def _took_nothing(state: State) -> bool:
    """A pawn has moved and neither took a tile nor stands on anything (GM-TAK-07)."""
    turn = state.turn
    moved = state.phase == "turn" and turn.player == turn.figure
    return moved and not turn.deck and _stands(state) is None


def _stands(state: State) -> Message | None:
    """What the figure on turn has stopped on: World's End, a fixture, a tile that nobody takes."""
    place = place_of(state.line, state.turn.figure) if state.phase == "turn" and not state.turn.deck else -1
    if place < 0 or not _shown(state, place).piece:
        return None
    return labels.tile(state.facts, _shown(state, place))


def _sources(state: State, *results: Result | None) -> set[str]:
    """Every source of points that anybody may ask about."""
    scored = (player for result in results if result for player in result.players)
    gained = {gain.source for player in scored for gain in player.gains}
    return gained.union(*(p.points for p in state.players))


def _next_up(state: State) -> str:
    """The next figure from behind, the one on turn left out while it has not moved."""
    figures = [f for space in state.line for f in space.figures]
    if state.phase in ("take", "roll"):
        return figures[1] if len(figures) > 1 else ""
    return last_figure(state.line)


def _player(state: State, p: Player) -> PlayerView:
    return PlayerView(
        id=p.id,
        colour=p.id,
        name=p.name,
        points=p.total,
        coins=p.coins,
        barrels=p.barrels,
        scots_home=p.scots,
        landmarks=len(p.landmarks),
        persons=persons_counted(p),
        tiles=p.tiles,
        crests=len(p.crests),
        markers_left=p.markers,
        # By the names of this view, so that a screen finds the count that the mark stands beside.
        doubtful=tuple("scots_home" if c == "scots" else c for c in p.doubtful),
        sources=tuple(sorted(p.points.items())),
        lines=_lines(state, p.id),
    )


def _lines(state: State, player_id: str) -> tuple[Message, ...]:
    """What the chronicles show beside a player's counts, or ("") for the table."""
    if not state.expansion_states:
        return ()
    return tuple(line for x in expansions_of(state) if x.lines for line in x.lines(state, player_id))


def _row(state: State, good: str) -> RowView:
    filled = state.market[good]
    return RowView(good, filled, coins_in(filled), buy_price(filled), sell_price(filled), labels.row(state, good))


def _space(state: State, place: int, space: Space) -> SpaceView:
    label = labels.tile(state.facts, _shown(state, place)) if space.has_tile or space.fixed else None
    return SpaceView(
        space.figures, space.piece, label, space.deck, ahead_of(state.line, place), not space.unidentified
    )


def _shown(state: State, place: int) -> Space:
    """What a space shows: of a fixture the first space carries the name."""
    while state.line[place].fixed and not state.line[place].piece:
        place -= 1
    return state.line[place]


def _manual_steps(state: State) -> tuple[Message, ...]:
    """What is left for the hands in this turn, and what nobody has told about the tile."""
    lines = [line for cause in state.turn.todo if (line := _cause_text(state, cause)) is not None]
    if state.die_waits and state.phase in ("take", "turn"):
        lines.append(_die_waits(state))
    if reminds_of_loch_ness(state) and f"landmark:{LOCH_NESS}" not in state.turn.todo:
        lines += filter(None, [_cause_text(state, f"landmark:{LOCH_NESS}")])
    known = state.facts.pieces.get(state.turn.tile)
    if (
        state.phase == "turn"
        and state.turn.deck
        and not state.turn.entries
        and (known is None or known.cost is None)
    ):
        lines.append(tr("The cost is not known: enter coins and barrels, if any."))
    return tuple(lines)


def _die_waits(state: State) -> Message:
    """Where the die stands, and what becomes of the tile that will be laid next (GM-DIE-07)."""
    if state.chronicles:
        return tr("The die stands ahead of all tiles; it throws out the next one laid without a Chronicle symbol.")
    return tr("The die stands ahead of all tiles; it throws out the next one laid.")


def reminds_of_loch_ness(state: State) -> bool:
    """Its owner activates one more tile: at any moment of a turn, or by house rule only after laying one.

    Not after moving onto World's End: the player is out of the game then (GM-END-03).
    """
    player_id = state.turn.player
    if not player_id or LOCH_NESS not in state.player(player_id).landmarks or is_on_worlds_end(state, player_id):
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
            return tr("{name}: {text}", name=card.name, text=card.text)
        case "crest":
            crest = state.facts.crests[id]
            return tr("{name}: {text}", name=crest.name, text=crest.text)
        case "tile":
            return tr("Do the one-time effects of {tile} by hand.", tile=labels.piece(state.facts, id))
        case "movement_point":
            return tr("Take 1 movement point.")
        case "scot_on_neighbour":
            return tr("A Scot must stand on a neighbour of the place, not only on the covered tile.")
        case "none_from_discards":
            return tr("The discard pile is empty: no tile comes from it.")
        case "none_removed":
            return tr("Only the home tile lies there: no tile leaves.")
        case "no_marker":
            return tr("No clan marker is left: that part is lost (GM-EDG-09).")
    return rules_of(state).causes.get(cause)


def _result(state: State) -> Result | None:
    if state.result is None:
        return None
    result = with_names(state, msgspec.convert(state.result, Result))
    return _as_it_ended(state, result) if state.phase == "over" else result


def _as_it_ended(state: State, result: Result) -> Result:
    """The final scoring with what came after it, and who won in the end: a chronicle may score once more."""
    totals = {p.id: p.total for p in state.players}
    ranks = places(totals, state.goods)
    players = tuple(_afterwards(scored, totals[scored.name], ranks[scored.name]) for scored in result.players)
    return msgspec.structs.replace(result, players=players, winners=state.winners)


def _afterwards(scored: Scored, now: int, rank: int) -> Scored:
    more = now - scored.points
    gains = scored.gains
    if more:
        gains += (Gain(AFTERWARDS, more, tr("scored after the final scoring: {points}", points=more)),)
    return msgspec.structs.replace(scored, points=now, rank=rank, gains=gains)


def _if_scored_now(state: State) -> Result:
    """The scoring table if it came now."""
    coming = next((d for d in ("A", "B", "C") if d not in state.scored), "final")
    result = final_result(state) if coming == "final" else round_result(state, coming)
    return with_names(state, result)


def with_names(state: State, result: Result) -> Result:
    """The reasons tell players by their names, not by their ids."""
    names = {p.id: labels.figure(state, p.id) for p in state.players}
    return msgspec.structs.replace(
        result,
        players=tuple(
            msgspec.structs.replace(
                scored,
                gains=tuple(
                    msgspec.structs.replace(gain, because=_named(gain.because, names)) for gain in scored.gains
                ),
            )
            for scored in result.players
        ),
    )


def _named(message: Any, names: dict[str, Message]) -> Any:
    """A sentence with players' ids replaced by their names, however deep they stand."""
    if isinstance(message, str):
        return names.get(message, message)
    if not isinstance(message, Message):
        return message
    values = tuple((hole, _named(value, names)) for hole, value in message.values)
    return msgspec.structs.replace(message, values=values)


def summary(state: State) -> dict[str, Any]:
    """The state in plain JSON, for checks from outside."""
    return {
        "schema": 1,
        "phase": state.phase,
        "turn": state.turn.number,
        "on_turn": state.turn.figure,
        "ring": [msgspec.to_builtins(_plain_space(space)) for space in state.line],
        "spaces": state.spaces,
        "decks": {d.letter: d.left for d in state.decks},
        "deck": state.deck,
        "market": dict(state.market),
        "discards": [msgspec.to_builtins(t) for t in state.discards],
        "players": [_plain_player(p) for p in state.players],
        "winners": list(state.winners),
    }


def _plain_space(space: Space) -> dict[str, Any]:
    return {"figures": list(space.figures), "piece": space.piece, "deck": space.deck}


def _plain_player(p: Player) -> dict[str, Any]:
    return {
        "id": p.id,
        "name": p.name,
        "points": p.total,
        "points_by_source": dict(sorted(p.points.items())),
        "coins": p.coins,
        "barrels": p.barrels,
        "scots_in_home_castle": p.scots,
        "landmarks": list(p.landmarks),
        "persons": persons_counted(p),
        "tiles": p.tiles,
        "crests": list(p.crests),
        "doubtful": list(p.doubtful),
    }
