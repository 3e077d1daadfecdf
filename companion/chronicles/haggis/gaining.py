"""Tokens gained: for a sheep or at once, face up or drawn, with a full table, out of an empty supply.

Never tells the others which token was drawn (C5-06).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from companion.chronicles.haggis.arithmetic import MAX_FACE_UP, VALUES
from companion.chronicles.haggis.pieces import (
    FOR_A_TOKEN,
    LETTERS,
    MAX_HELD,
    SLUG,
    TILES,
    letters,
    once_fact,
    value_of,
)
from companion.chronicles.haggis.setup import SHOW_NEXT
from companion.chronicles.haggis.tapping import tapped_token
from companion.chronicles.haggis.tokens import (
    OWN_STATE,
    HaggisCounted,
    HaggisGained,
    HaggisReturned,
    HaggisUpSet,
    possible_in_supply,
    possible_on_table,
)
from companion.chronicles.haggis.words import numbers
from companion.engine.message import Message, tr
from companion.engine.offers import NO, YES, Amount, Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.effects import ask_good
from companion.state.glen_more_2.expansions import Gain, Refereed
from companion.state.glen_more_2.facts import Learned
from companion.state.glen_more_2.model import OpenQuestion, Player, State
from companion.state.glen_more_2.questions.ledger import entry
from companion.state.glen_more_2.referee.paying import why_not_goods
from companion.state.glen_more_2.referee.use import OF_EXPANSIONS, Use
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form, QuestionKind, expansion_card, nothing
from companion.state.glen_more_2.sources import source
from companion.state.territory.grid import Spot

GAIN, FULL, ONCE = f"{SLUG}.gain", f"{SLUG}.full", f"{SLUG}.once"
TOKEN, PRICE = f"{SLUG}.token_gained", {"sheep": 1}
SHEEP, FREE, COUNT, FACE_UP = f"{SLUG}.sheep", f"{SLUG}.free", f"{SLUG}.count", f"{SLUG}.face_up"


# ---- entries: a token for a sheep (C5-11), or one that came with a tile (C5-12)


def _for_a_sheep(state: State, question: OpenQuestion) -> Form:
    """One press for whoever has such a tile, once a tile is taken: nothing is activated before (C5-11).

    In the list, on top all through the turn so that hands know where it lies, for whoever is known to have one.
    """
    label, closed, player = tr("A haggis token for 1 sheep"), _empty(state), state.player(question.player)
    if state.follows:  # the tile that is activated offers it; here only what nobody saw
        return Form(
            label, closed=closed or why_not_goods(state, player.id, PRICE, "C5-11"), seldom=True, keyed=False
        )
    no_inn, own_inn = _no_inn(state, player), state.turn.player == player.id and _has_inn(player)
    return Form(
        label,
        closed=closed,
        caution=no_inn,
        keyed=own_inn and state.turn.took,
        likely=own_inn and not closed,
        seldom=no_inn is not None,
    )


def uses(state: State, _player_id: str, spot: Spot) -> Iterator[Use]:
    """Which of the six sell a token nobody publishes: each may be pressed once, people see the symbol (C5-11)."""
    if spot.top in TILES and not _empty(state):
        yield Use(OF_EXPANSIONS, TOKEN, PRICE, {TOKEN: 1}, paid_later=True)


def _come(resolution: Resolution, player_id: str, _spot: Spot) -> None:
    gain(resolution, player_id, "sheep")


def _has_inn(player: Player) -> bool:
    return any(tile.piece in TILES for tile in player.taken)


def _no_inn(state: State, player: Player) -> Reason | None:
    """None of the player's tiles is or can be one of the six."""
    if _has_inn(player) or any(not tile.piece and _may_hold_inns(state, tile.deck) for tile in player.taken):
        return None
    return Reason(
        "C5-11", tr("The companion knows no haggis tile of {player}.", player=labels.figure(state, player.id))
    )


def _may_hold_inns(state: State, deck: str) -> bool:
    return deck in LETTERS and letters(state.facts).get(deck, 1) > 0


def _for_nothing(state: State, _question: OpenQuestion) -> Form:
    return Form(tr("A haggis token without paying"), closed=_empty(state))


def _empty(state: State) -> Reason | None:
    """No token is gained then, and no sheep is paid (C5-10)."""
    if OWN_STATE.of(state).in_supply():
        return None
    return Reason("C5-10", tr("No haggis token is left in the supply."))


def _book_for_a_sheep(resolution: Resolution, player_id: str, _answer: Answer) -> None:
    gain(resolution, player_id, "sheep")


def _book_for_nothing(resolution: Resolution, player_id: str, _answer: Answer) -> None:
    gain(resolution, player_id, "")


# ---- a correction: how many tokens lie on a table


def _counts(state: State, _question: OpenQuestion) -> Form | None:
    """None before play begins."""
    if not OWN_STATE.is_in(state):
        return None
    players = tuple(_count(state, player.id) for player in state.players)
    return Form(tr("Haggis tokens"), (Pick("player", tr("Whose?"), players),))


def _count(state: State, player_id: str) -> Choice:
    now = OWN_STATE.of(state)
    held = len(now.held[player_id])
    tokens = Amount("tokens", tr("How many haggis tokens?"), 0, min(MAX_HELD, held + now.in_supply()), held)
    return Choice(player_id, tr("{player}: {n}", player=labels.figure(state, player_id), n=held), then=(tokens,))


def _set_count(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id, tokens = answer.values
    resolution.do(HaggisCounted(str(player_id), int(tokens)))


# ---- a correction: what lies face up in the scoring that runs


def _face_up_now(state: State, _question: OpenQuestion) -> Form | None:
    """None while no haggis is scored."""
    if not OWN_STATE.is_in(state) or not OWN_STATE.of(state).round:
        return None
    players = tuple(
        Choice(
            p.id,
            labels.figure(state, p.id),
            then=(Pick("up", tr("What lies face up?"), _up_to_three(state, p.id)),),
        )
        for p in state.players
    )
    return Form(tr("Haggis tokens face up"), (Pick("player", tr("Whose?"), players),))


def _up_to_three(state: State, player_id: str) -> tuple[Choice, ...]:
    now = OWN_STATE.of(state)
    most = min(MAX_FACE_UP, len(now.held[player_id]) + len(now.up(player_id)))
    sets = (values for n in range(most + 1) for values in combinations_with_replacement(VALUES, n))
    return tuple(Choice("up_" + "_".join(map(str, values)), numbers(values)) for values in sets)


def _set_face_up(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id, up = map(str, answer.values)
    resolution.do(HaggisUpSet(player_id, tuple(int(value) for value in up.split("_")[1:] if value)))


# ---- a token comes


def gain(resolution: Resolution, player_id: str, price: str) -> None:
    """Asked where there is something to say: which token it is, or what goes back (C5-05, C5-09, C5-10)."""
    now = OWN_STATE.of(resolution.state)
    if not now.in_supply() and len(now.held[player_id]) < MAX_HELD:
        return
    if len(now.held[player_id]) >= MAX_HELD:
        resolution.ask(FULL, player_id, price)
    elif now.tagged:
        resolution.ask(GAIN, player_id, price)
    else:
        take(resolution, player_id, "", price)


def take(resolution: Resolution, player_id: str, token: str, price: str, face_up: bool = False) -> None:
    """The token lies value side down on the table (C5-08); the sheep is paid now."""
    # The price comes second: with an empty supply or a full table there is no token and no sheep is paid (C5-09,
    # C5-10).
    resolution.do(HaggisGained(player_id, token, face_up))
    if price:
        ask_good(resolution, player_id, price, source(FOR_A_TOKEN))


# ---- with stickers: one of those face up, or one drawn and tapped; nobody is shown which (C5-05, C5-06)


def _gain_text(state: State, question: OpenQuestion) -> Message:
    return tr("{player}: a haggis token. Tap it.", player=labels.figure(state, question.player))


def _face_up(state: State, _question: OpenQuestion) -> Form | None:
    shown = OWN_STATE.of(state).shown
    choices = tuple(Choice(f"{i}", _as_seen(state, token), piece=token) for i, token in enumerate(shown))
    return Form(tr("One that lies face up"), (Pick("shown", tr("Which one?"), choices),)) if shown else None


def _as_seen(state: State, token: str) -> Message:
    """A token that lies face up, as people see it."""
    value = value_of(state, token)
    return tr("the {n}", n=value) if value else tr("a token face up")


def _drawn(state: State, _question: OpenQuestion) -> Form | None:
    now = OWN_STATE.of(state)
    if len(now.shown) >= now.in_supply():
        return None
    return Form(tr("Drawn face down"), (tapped_token(state, tr("Tap it"), possible_in_supply(now)),))


def _none_left(state: State, _question: OpenQuestion) -> Form | None:
    now = OWN_STATE.of(state)
    return None if now.shown or now.in_supply() > 0 else Form(tr("No token is left"))


def _take_face_up(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    token = OWN_STATE.of(resolution.state).shown[int(answer.values[0])]
    take(resolution, question.player, token, str(question.args[0]), face_up=True)
    resolution.do(SHOW_NEXT)


def _take_drawn(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    take(resolution, question.player, str(answer.values[0]), str(question.args[0]))


# ---- five lie on the table: one goes back first, or the new one isn't taken (C5-09)


def _full_text(state: State, question: OpenQuestion) -> Message:
    return tr(
        "{player} has {n} haggis tokens. Does one go back for the new one?",
        player=labels.figure(state, question.player),
        n=MAX_HELD,
    )


def _one_goes_back(state: State, question: OpenQuestion) -> Form:
    return Form(tr("Yes, one goes back"), goes_back(state, question.player), hint=YES)


def goes_back(state: State, player_id: str) -> tuple[Pick, ...]:
    """Which one: tapped, where there are stickers."""
    now = OWN_STATE.of(state)
    if not now.tagged:
        return ()
    return (tapped_token(state, tr("Tap the one that goes back"), possible_on_table(now, player_id)),)


def give_back(resolution: Resolution, player_id: str, answer: Answer) -> None:
    """The token that `goes_back` asked for."""
    resolution.do(HaggisReturned(player_id, str(answer.values[0]) if answer.values else ""))


def _give_back_and_gain(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    give_back(resolution, question.player, answer)
    gain(resolution, question.player, str(question.args[0]))


# ---- at once with a tile


def tile_taken(_before: State, e: ev.TileTaken | ev.TileGiven, after: State) -> Iterator[ev.Event]:
    """A tile that gives a token at once (C5-12); asked once a tile, for it is only pictured."""
    # At the taking where nobody tells us when a tile is laid.
    if not after.follows:
        yield from _once(after, e)


def tile_laid(_before: State, e: ev.TilePlaced, after: State) -> Iterator[ev.Event]:
    """The same where territories are followed."""
    if not e.why:
        yield from _once(after, e)


def _once(after: State, e: ev.TileTaken | ev.TileGiven | ev.TilePlaced) -> Iterator[ev.Event]:
    if e.piece not in TILES:
        return
    gives = after.facts.more.get(once_fact(e.piece))
    if gives is None:
        yield ev.QuestionAsked(ONCE, e.player, (e.piece,))
    elif gives:
        yield from gained_at_once(after, e.player)


def gained_at_once(state: State, player_id: str) -> Iterator[ev.Event]:
    """What `gain` does, where no sheep is paid."""
    now = OWN_STATE.of(state)
    if len(now.held[player_id]) >= MAX_HELD:
        yield ev.QuestionAsked(FULL, player_id, ("",))
    elif now.in_supply() and now.tagged:
        yield ev.QuestionAsked(GAIN, player_id, ("",))
    elif now.in_supply():
        yield HaggisGained(player_id)


def _once_text(state: State, question: OpenQuestion) -> Message:
    tile = labels.piece(state.facts, str(question.args[0]))
    return tr("Does {tile} give a haggis token at once?", tile=tile)


def _gives_none(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.FactLearned(Learned("", once_fact(str(question.args[0])), False)))


def _gives_one(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.FactLearned(Learned("", once_fact(str(question.args[0])), True)))
    gain(resolution, question.player, "")


KINDS = (
    QuestionKind(
        GAIN,
        _gain_text,
        (
            Action("face_up", _face_up, _take_face_up),
            Action("drawn", _drawn, _take_drawn),
            Action("none", _none_left, nothing),
        ),
        rule="C5-05",
    ),
    QuestionKind(
        FULL,
        _full_text,
        (
            Action("back", _one_goes_back, _give_back_and_gain),
            Action("none", Form(tr("No, the new one isn't taken"), hint=NO), nothing),
        ),
        rule="C5-09",
    ),
    QuestionKind(
        ONCE,
        _once_text,
        (
            Action("no", Form(tr("No"), hint=NO), _gives_none),
            Action("yes", Form(tr("Yes"), hint=YES), _gives_one),
        ),
        rule="C5-12",
    ),
)
_SHEEP_CARD = expansion_card("haggis", tr("A haggis token for 1 sheep"), 5)

ENTRIES = (
    Action(SHEEP, _for_a_sheep, entry(_book_for_a_sheep), "DOWN", tr("haggis"), _SHEEP_CARD),
    Action(FREE, _for_nothing, entry(_book_for_nothing), seldom=True),
)
CORRECTIONS = (Action(COUNT, _counts, _set_count), Action(FACE_UP, _face_up_now, _set_face_up))
REFEREE = Refereed(gains={TOKEN: Gain(tr("a haggis token"), _come)}, uses=uses)
