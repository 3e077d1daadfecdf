"""Meanings of a tap on a piece or a command card, as answers that the open questions offer.

A tap is evidence of what happened. If it has one meaning it is entered; if several, the players choose. Command
cards are not named here: each kind of question says which cards answer it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from companion.engine.caching import memoize_last
from companion.engine.game import CORRECTION, Interpretation, TapMeaning
from companion.engine.message import Message, literal, tr
from companion.engine.offers import Answer, Choice, Offer, Pick, Question
from companion.engine.question_kinds import (
    CARD_HAS_NO_EFFECT,
    CardRow,
    CommandCard,
    RowCard,
    card_meaning,
    cards_of_rows,
    closed_card_meaning,
)
from companion.state.glen_more_2.effects import is_card_held
from companion.state.glen_more_2.facts import CARD, HOME, WORLDS_END, Facts, Piece, is_unknown_slot
from companion.state.glen_more_2.instructions.table_tasks import tiles_thrown_out_by_die
from companion.state.glen_more_2.model import State, is_neutral_figure
from companion.state.glen_more_2.piece_locations import fits_deck, located_pieces, location_text, tile_owner
from companion.state.glen_more_2.questions.corrections import TAKEN_PREFIX
from companion.state.glen_more_2.questions.mid_game_setup import CARD_HOLDERS_QUESTION
from companion.state.glen_more_2.questions.setup import layout_deck
from companion.state.glen_more_2.questions.take import takeable_choices
from companion.state.glen_more_2.questions.turn_end import next_player_choices
from companion.state.glen_more_2.rondel import possible_worlds_end_places
from companion.state.glen_more_2.ruleset import (
    Ruleset,
    build_question,
    expansion_interpretations,
    ordered_questions,
    rules_of,
    stop_objections,
    unidentified_expansion_pieces,
)
from companion.state.glen_more_2.text import labels
from companion.state.territory.model import OpenQuestion
from companion.state.territory.rondel import AHEAD_PREFIX
from companion.state.territory.track import number_ahead, tile_index, tile_indexes_ahead

PLAY_NOT_BEGUN, GAME_OVER = tr("The first turn has not begun."), tr("The game is over.")


def command_card_meaning(state: State, card: str) -> TapMeaning:
    """Return the meaning of a command card: the action of an open question that the card stands for."""
    found = []
    for question in ordered_questions(state):
        # Every player's ledger is open, and a card does not say which player it means.
        if question.kind == "ledger" and question.player not in _ledger_players(state):
            continue
        if said := _cards_by_id(rules_of(state), state.facts)[question.kind].get(card):
            found.append((question, card_meaning(build_question(state, question), *said)))
            if question.kind != "ledger" or question.player != state.last_turn_player:
                break
    if len(found) > 1:
        return _choose_player(state, found)
    return found[0][1] if found else closed_card_meaning(_unusable_card_reason(state, card))


def _unusable_card_reason(state: State, card: str) -> Message:
    """Return why a card answers no open question."""
    rules = rules_of(state)
    kinds = [kind.actions for kind in rules.kinds.values()]
    if own := _find_card(kinds, state.facts, card):
        return own.fallback or _no_ledger_reason(state)
    for each in rules.library.all_expansions():
        if _find_card((*(kind.actions for kind in each.questions), *each.actions.values()), state.facts, card):
            return tr("{chronicle} is not played in this game.", chronicle=each.name)
    return CARD_HAS_NO_EFFECT


def _no_ledger_reason(state: State) -> Message:
    return (
        GAME_OVER
        if state.phase == "over"
        else PLAY_NOT_BEGUN
        if state.phase in ("setup", "layout")
        else CARD_HAS_NO_EFFECT
    )


def _find_card(tables: Iterable[Iterable[CardRow]], facts: Facts, card: str) -> CommandCard | None:
    return next((told for rows in tables for _, told in cards_of_rows(rows, facts) if told.id == card), None)


def _choose_player(state: State, meant: list[tuple[OpenQuestion, TapMeaning]]) -> TapMeaning:
    """Return the choice between two players, one who has just laid the last tile and one who has not moved yet."""
    able = [(question, told) for question, told in meant if told.interpretations]
    ways = tuple(
        Interpretation(
            tr("{player}: {entry}", player=labels.figure_label(state, question.player), entry=way.label),
            way.answer,
        )
        for question, told in able
        for way in told.interpretations
    )
    if not able:
        return meant[0][1]
    look = meant[0][1].description
    return TapMeaning(look, tr("{entry}: for whom?", entry=look) if len(able) > 1 else None, ways)


@memoize_last
def _cards_by_id(rules: Ruleset, facts: Facts) -> dict[str, dict[str, RowCard]]:
    """Return, for each kind of question, the cards that answer it, each with its action."""
    return {
        kind.name: {card.id: (row, card) for row, card in cards_of_rows(kind.actions, facts)}
        for kind in rules.kinds.values()
    }


def _ledger_players(state: State) -> tuple[str, ...]:
    """Return the players a card may mean: the one who has just played and the one on turn, otherwise the first."""
    now = [player for player in (state.last_turn_player, state.turn.player) if player]
    return tuple(now) or tuple(player.id for player in state.remaining_players[:1])


TOOK_TEXT = tr("took it")
LIES_AHEAD_TEXT = tr("It is still ahead, not taken")


def tap_meaning(state: State, piece: str) -> TapMeaning:
    """Return every meaning of this tap, the most likely first."""
    if piece.startswith("card:"):
        return command_card_meaning(state, piece.removeprefix("card:"))
    known = state.facts.pieces.get(piece)
    # Chronicles come first: most of their pieces mean nothing to the base game. Tiles also have core meanings.
    if own := expansion_interpretations(state, piece):
        core = _base_game_meaning(state, known) if known and known.deck else None
        ways = (*own, *(core.interpretations if core else ()))
        title = labels.tap_title(state.facts, piece)
        return TapMeaning(location_text(state, piece), title if len(ways) > 1 else None, ways)
    return _base_game_meaning(state, known)


def _base_game_meaning(state: State, known: Piece | None) -> TapMeaning:
    """Return the meaning of this piece in the base game."""
    if known is None:
        return TapMeaning(tr("You play this game without that piece; put it back into the box."))
    look = location_text(state, known.id)
    if duty := _open_question_meaning(state, known.id, look):
        return duty
    if known.category == CARD:
        return _landmark_card(state, known, look)
    if known.category == HOME or known.deck == "":
        return TapMeaning(look)
    if layout := state.find_question("layout"):
        return TapMeaning(look, None, tuple(_readings_of_question(build_question(state, layout), known.id)))
    if take := state.find_question("take"):
        return _rondel_tile_meaning(state, take, known, look)
    if end := state.find_question("end"):
        return _meaning_after_taking(state, end, known, look)
    return TapMeaning(look)


def _open_question_meaning(state: State, piece: str, look: Message) -> TapMeaning | None:
    """Return the meaning as a choice of a blocking question, or None."""
    for waiting in state.open_questions:
        if rules_of(state).kinds[waiting.kind].non_blocking:
            continue
        asked = build_question(state, waiting)
        if ways := tuple(_readings_of_question(asked, piece)):
            return TapMeaning(look, asked.text if len(ways) > 1 else None, ways)
    return None


def _readings_of_question(question: Question, piece: str) -> list[Interpretation]:
    found = []
    for offer in question.offers:
        # Only choices that one tap completes; a form with more parts must be filled in by players.
        if offer.closed or len(offer.parts) != 1 or not isinstance(offer.parts[0], Pick):
            continue
        for choice in offer.parts[0].choices:
            if choice.piece == piece and not choice.closed and not choice.then:
                found.append(Interpretation(choice.label, Answer(question.number, offer.name, (choice.value,))))
            elif choice.piece == piece and question.kind == CARD_HOLDERS_QUESTION:
                found += _holder_readings(question, offer, choice)
    return found


def _holder_readings(question: Question, offer: Offer, choice: Choice) -> list[Interpretation]:
    """Return the players who may hold the tapped piece, if nothing else is asked about it."""
    (holder,) = choice.then
    people = holder.choices if isinstance(holder, Pick) else ()
    return [
        Interpretation(each.label, Answer(question.number, offer.name, (choice.value, each.value)))
        for each in people
        if not each.closed and not each.then
    ]


def _landmark_card(state: State, known: Piece, look: Message) -> TapMeaning:
    """Return the meaning of a landmark card: a counted one is confirmed; another may come with this tile."""
    card = known.id.removeprefix("card_")
    if state.turn.has_moved and card == state.turn.tile and is_card_held(state, card):
        return TapMeaning(look, is_repeat=True)  # The card came with this turn's tile.
    ledger = next((o for o in state.open_questions if o.kind == "ledger" and o.player == state.turn.player), None)
    if not state.turn.has_moved or ledger is None or is_card_held(state, card):
        return TapMeaning(look)
    player = labels.figure_label(state, state.turn.player)
    text = tr("{player} gets the card {card}", player=player, card=labels.landmark_label(state.facts, card))
    return TapMeaning(look, text, (Interpretation(text, Answer(ledger.number, "landmark", (card,))),))


# While a tile is expected.


def _rondel_tile_meaning(state: State, take: OpenQuestion, known: Piece, look: Message) -> TapMeaning:
    """Return the meaning of a tile while one is expected: taken, just identified, or in an unexpected place."""
    if known.id == WORLDS_END:
        return _worlds_end_meaning(state, take, look)
    player = labels.figure_label(state, take.player)
    spaces = takeable_choices(state, state.turn.figure)
    if closed := next((c.closed for c in spaces if c.value == known.id and c.closed), None):
        return TapMeaning(closed.text)
    thrown = any(each.piece == known.id for each in tiles_thrown_out_by_die(state))
    ways = () if thrown else take_interpretations(state, take.number, "take", known)
    if ways and tile_index(state.track, known.id) < 0:
        ways = (*ways, *_thrown_out_readings(state, known))
    if len(ways) > 1:
        return TapMeaning(look, _which_ahead(state, player, known), ways, in_order=True)
    if ways and known.id == state.turn.previous_tile:
        # The tile was laid by a tap a moment ago, so this may be the same tap read twice.
        return TapMeaning(look, _is_taken(player, known), ways)
    return TapMeaning(look, None, ways) if ways or thrown else _elsewhere_meaning(state, known, look)


def _which_ahead(state: State, player: Message, known: Piece) -> Message:
    """Return the title; tiles are counted from the figure that moves, which may not be the player's pawn."""
    tile = labels.name_in_sentence(known)
    if is_neutral_figure(state.turn.figure):
        figure = labels.figure_label(state, state.turn.figure)
        if tile:
            return tr(
                "{player}: which tile ahead of {figure} was {tile}?", player=player, figure=figure, tile=tile
            )
        return tr("{player}: which tile ahead of {figure} was it?", player=player, figure=figure)
    if tile:
        return tr("{player}: which tile ahead was {tile}?", player=player, tile=tile)
    return tr("{player}: which tile ahead was it?", player=player)


def _is_taken(player: Message, known: Piece) -> Message:
    if tile := labels.name_in_sentence(known):
        return tr("{player}: is {tile} taken?", player=player, tile=tile)
    return tr("{player}: is this tile taken?", player=player)


def _worlds_end_meaning(state: State, take: OpenQuestion, look: Message) -> TapMeaning:
    """Return the move onto World's End (GM-END-03); if its place is unknown, the tap may only tell the place."""
    player = labels.figure_label(state, take.player)
    if state.is_worlds_end_known:
        move = Interpretation(
            tr("{player} moves onto World's End", player=player),
            Answer(take.number, "worlds_end"),
            brief=TOOK_TEXT,
        )
        # World's End was laid by a tap a moment ago, so this may be the same tap read twice.
        again = state.turn.previous_tile == WORLDS_END
        return TapMeaning(look, tr("{player}: onto World's End?", player=player) if again else None, (move,))
    places = possible_worlds_end_places(state)
    aheads = [n for n, place in enumerate(tile_indexes_ahead(state.track), 1) if place in places]
    moves = (
        Interpretation(
            tr("{player} moves onto it, tile {n} ahead", player=player, n=n),
            Answer(take.number, "worlds_end", (f"{AHEAD_PREFIX}{n}",)),
        )
        for n in aheads
    )
    ways = (*moves, *_worlds_end_readings(state))
    return TapMeaning(look, tr("World's End: what happened?") if ways else None, ways)


def _worlds_end_readings(state: State) -> tuple[Interpretation, ...]:
    """Return a reading for each unidentified tile that may be World's End."""
    return tuple(_found_reading(state, WORLDS_END, place) for place in possible_worlds_end_places(state))


def take_interpretations(state: State, question: int, offer: str, known: Piece) -> tuple[Interpretation, ...]:
    """Return a reading for each tile ahead that this piece may be."""
    places = tile_indexes_ahead(state.track)
    for ahead, place in enumerate(places, 1):
        if state.track[place].piece == known.id:
            return (
                Interpretation(
                    _ahead_label(state, ahead, place), Answer(question, offer, (known.id,)), brief=TOOK_TEXT
                ),
            )
    if known.id in located_pieces(state):
        return ()
    return tuple(
        Interpretation(
            _ahead_label(state, ahead, place),
            Answer(question, offer, (f"{AHEAD_PREFIX}{ahead}", known.id)),
            brief=literal(str(ahead)),
        )
        for ahead, place in enumerate(places, 1)
        if state.track[place].is_unidentified and fits_deck(known, state.track[place].deck)
    )


def _ahead_label(state: State, ahead: int, place: int) -> Message:
    return tr("tile {n} ahead, {tile}", n=ahead, tile=labels.tile_label(state.facts, state.track[place]))


def _elsewhere_meaning(state: State, known: Piece, look: Message) -> TapMeaning:
    """Return the readings of a piece that the companion has in another place.

    It is on tile n and taken or not, or another player took it. The number of the tile is asked second, so that a
    full rondel makes no long list.
    """
    places = [
        place
        for place in tile_indexes_ahead(state.track)
        if state.track[place].piece != WORLDS_END
        and not state.track[place].figures
        and not state.track[place].fixed
    ]
    ways = [*_thrown_out_readings(state, known), *_taken_there(state, known, places)]
    ways += [replace(_found_reading(state, known.id, place), group=LIES_AHEAD_TEXT) for place in places]
    owner = tile_owner(state, known.id)
    ways += [
        Interpretation(
            tr("{player} took it", player=labels.figure_label(state, p.id)),
            Answer(CORRECTION, "piece", (known.id, p.id)),
        )
        for p in sorted(state.remaining_players, key=lambda p: p.id != state.turn.player)
        if p.id != owner and not known.stays
    ]
    return TapMeaning(look, _believed_elsewhere(known), tuple(ways))


def _believed_elsewhere(known: Piece) -> Message:
    if tile := labels.name_in_sentence(known):
        return tr("The companion has {tile} elsewhere. What happened?", tile=tile)
    return tr("The companion has this tile elsewhere. What happened?")


def _thrown_out_readings(state: State, known: Piece) -> Iterator[Interpretation]:
    """Yield the reading as the unidentified tile that the die has just discarded."""
    nameless = any(not each.piece and fits_deck(known, each.deck) for each in tiles_thrown_out_by_die(state))
    if nameless:
        text = tr("The die discarded it")
        yield Interpretation(text, Answer(CORRECTION, "piece", (known.id, "discards")), brief=tr("out"))


def _taken_there(state: State, known: Piece, places: list[int]) -> list[Interpretation]:
    """Return readings that the player takes it from its real place, preferably a tile of its own deck."""
    if not state.find_question("take") or stop_objections(state, state.turn.figure, known.id)[0]:
        return []
    own = [place for place in places if fits_deck(known, state.track[place].deck)]
    player = labels.figure_label(state, state.turn.player)
    ahead = ((number_ahead(state.track, place), place) for place in own or places)
    return [
        Interpretation(
            tr("{player} takes it: tile {n} ahead", player=player, n=n),
            Answer(CORRECTION, "found", (known.id, f"{TAKEN_PREFIX}{place}")),
            brief=literal(str(n)),
            group=tr("{player} takes it from the rondel", player=player),
        )
        for n, place in ahead
    ]


def _found_reading(state: State, piece: str, place: int) -> Interpretation:
    n = number_ahead(state.track, place)
    return Interpretation(
        tr("It is tile {n} ahead", n=n),
        Answer(CORRECTION, "found", (piece, f"space:{place}")),
        brief=literal(str(n)),
    )


# While the turn waits for its end.


def _meaning_after_taking(state: State, end: OpenQuestion, known: Piece, look: Message) -> TapMeaning:
    """Return the meaning of a tile after one was taken: laid out, taken by the next player, or taken instead."""
    if known.id == state.turn.tile:
        return TapMeaning(look)
    following, instead = _taken_by_next_readings(state, end, known), _swap_readings(state, known)
    laid = _laid_readings(state, end, known, likely=not following)
    if laid and laid[0].answer.offer == "laid" and _lays_by_taps(state):
        # The table instruction asks for this tap. If it was meant otherwise, the next tap of the tile asks.
        return TapMeaning(look, None, laid)
    ways = (*following, *laid, *instead) if following else (*laid, *instead)
    if not ways and known.id == WORLDS_END:
        ways = _worlds_end_readings(state)
        return TapMeaning(look, tr("Where is World's End?") if ways else None, ways, in_order=True)
    if not ways and tile_index(state.track, known.id) < 0:
        return _elsewhere_meaning(state, known, look)
    just_laid = any(tile.piece == known.id for tile in state.turn.laid_tiles)
    title = labels.tap_title(state.facts, known.id) if len(ways) > 1 or just_laid else None
    return TapMeaning(look, title if ways else None, ways, in_order=len(following) > 1)


def _lays_by_taps(state: State) -> bool:
    """True if the players tap the tiles they lay: an identified tile is ahead, or only the layout was laid."""
    ahead = (state.track[place] for place in tile_indexes_ahead(state.track))
    told = any(space.piece and space.piece != WORLDS_END and not space.fixed for space in ahead)
    return told or sum(len(player.taken_tiles) for player in state.players) <= 1


def _laid_readings(state: State, end: OpenQuestion, known: Piece, likely: bool) -> tuple[Interpretation, ...]:
    """Return the reading as the refill; if the deck should be empty, only if nothing else is likely."""
    offered = {way.answer.offer: way.answer for way in _readings_of_question(build_question(state, end), known.id)}
    if "laid" in offered and (likely or state.deck_of(state.deck).left):
        return (Interpretation(tr("It was laid out"), offered["laid"], brief=tr("laid")),)
    if "laid_next" in offered:
        return (
            Interpretation(
                tr("It was laid out, deck {deck} is empty", deck=state.deck),
                offered["laid_next"],
                brief=tr("laid"),
            ),
        )
    return ()


def _taken_by_next_readings(state: State, end: OpenQuestion, known: Piece) -> tuple[Interpretation, ...]:
    """Return the reading as taken by the next player, which also ends this turn."""
    taker = next_player_choices(state)
    if taker is None:
        return ()
    player = labels.figure_label(state, taker[0])
    if known.id == WORLDS_END:
        found = state.is_worlds_end_known
        label = tr("{player} moves onto World's End", player=player)
        way = Interpretation(label, Answer(end.number, "next", (WORLDS_END,)), brief=TOOK_TEXT)
        return (way,) if found else ()
    ways = take_interpretations(state, end.number, "next", known)
    return tuple(
        replace(
            way,
            label=tr("{player} took it: {tile}", player=player, tile=way.label),
            brief=way.brief if len(ways) > 1 else TOOK_TEXT,
        )
        for way in ways
    )


def _swap_readings(state: State, known: Piece) -> tuple[Interpretation, ...]:
    """Return the reading as taken instead of the first tile, if nothing was entered since."""
    turn = state.turn
    # Later entries belong to the first tile. A tap cannot say what happens to them; UNDO can.
    if turn.has_later_entries or turn.laid_tiles or not turn.deck or known.id == WORLDS_END:
        return ()
    answer = Answer(turn.take_question, "take", (known.id,))
    passed = any(tile.piece == known.id for tile in turn.discarded_tiles)
    if not passed and tile_index(state.track, known.id) < 0:
        if known.id in located_pieces(state) or not turn.unidentified_ahead or not fits_deck(known, turn.deck):
            return ()
        answer = Answer(turn.take_question, "take", (f"{AHEAD_PREFIX}{turn.unidentified_ahead}", known.id))
    first = labels.piece_label(state.facts, turn.tile, turn.deck)
    text = tr("{player} took it instead of {tile}", player=labels.figure_label(state, turn.player), tile=first)
    return (Interpretation(text, answer, replaces=True, brief=tr("instead")),)


# Stickers that are not enrolled.


def unidentified_pieces(state: State, stickers: set[str]) -> tuple[str, ...]:
    """Return the unnamed slots that an unknown sticker may be on, one for each possible deck.

    While tiles are laid it is one of those; none if no tile is expected. A slot with known facts is another tile:
    a new sticker inherits no facts.
    """
    if own := unidentified_expansion_pieces(state, stickers):
        return own
    placed = located_pieces(state) | stickers
    nameless = [p for p in state.facts.pieces.values() if is_unknown_slot(p) and p.id not in placed]
    firsts = (next((p.id for p in nameless if deck and p.deck == deck), "") for deck in expected_decks(state))
    slots = tuple(dict.fromkeys(slot for slot in firsts if slot))
    return slots[:1] if state.find_question("end") or state.find_question("layout") else slots


def expected_decks(state: State) -> tuple[str, ...]:
    """Return the deck letters of tiles that may be tapped now: laid, unidentified ahead or discarded."""
    ahead = tuple(
        dict.fromkeys(
            state.track[i].deck for i in tile_indexes_ahead(state.track) if state.track[i].is_unidentified
        )
    )
    if state.find_question("from_discards"):
        return tuple(dict.fromkeys(tile.deck for tile in state.discards if not tile.piece))
    if state.find_question("take") or state.find_question("hit"):
        return tuple(
            dict.fromkeys((*ahead, *(each.deck for each in tiles_thrown_out_by_die(state) if not each.piece)))
        )
    if state.find_question("end"):
        return (state.deck, *ahead, state.next_deck(state.deck))
    return (layout_deck(state),) if state.find_question("layout") else ()
