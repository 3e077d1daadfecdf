"""Setup questions: players, die, chronicles, house rules, depth, and laying out the rondel (GM-SET-01..16).

Also the way into a running game: instead of laying out the rondel, players enter its state (`mid_game_setup`). A
chronicle that has no "taken_up" hook cannot be set up in the middle of a game. At any time between two turns
players can switch to scorekeeper depth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.engine.game import player_range_text
from companion.engine.message import Message, join_list, tr, trn, with_button_wording
from companion.engine.offers import Amount, Answer, Choice, Pick, Reason, players_names_pick
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Action, Form, QuestionKind, Resolution
from companion.state.glen_more_2.course import (
    advance_course,
    finish_start_deck,
    fire_trigger,
    has_blocking_question,
)
from companion.state.glen_more_2.expansions import ExpansionRule
from companion.state.glen_more_2.facts import START_DECK, LearnedFact
from companion.state.glen_more_2.instructions.table_tasks import setup_tasks
from companion.state.glen_more_2.model import HouseRules, State
from companion.state.glen_more_2.piece_locations import possible_pieces, unique_choices
from companion.state.glen_more_2.ruleset import expansion_rule, expansions_of, ordered_questions, rules_of
from companion.state.glen_more_2.text import labels
from companion.state.territory.model import SCOREKEEPER, OpenQuestion
from companion.state.territory.track import count_layable_tiles
from companion.state.territory.words import DEPTH_NAMES, DEPTH_WORDS


def depth_form(state: State, _question: OpenQuestion) -> Form:
    """Return the form to change the depth; closed if a chronicle does not support referee depth."""
    label = tr("Depth: {depth}", depth=DEPTH_NAMES[state.depth])
    if why := referee_unavailable_reason(state):
        return Form(label, closed=Reason("", why))
    choices = tuple(Choice(depth, words) for depth, words in DEPTH_WORDS.items())
    pick = Pick("depth", tr("How much does the companion follow?"), choices, state.depth, starts_at_default=True)
    return Form(label, (pick,))


def referee_unavailable_reason(state: State) -> Message | None:
    """Return why territories cannot be tracked with the chronicles in play, or None."""
    return next(filter(None, (each.referee_unavailable_reason for each in expansions_of(state))), None)


def choose_depth(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Record the chosen depth if it differs from the current one."""
    depth = str(answer.values[0])
    if depth != resolution.state.depth:
        resolution.do(ev.DepthChosen(depth))


def switch_to_scorekeeper(resolution: Resolution) -> None:
    """Stop tracking territories."""
    if resolution.state.tracks_territories:
        resolution.do(ev.DepthChosen(SCOREKEEPER))


MID_GAME_HOOK = "taken_up"
FIRST_MID_GAME_QUESTION = "mid_decks"
"""Kind of the first question of a mid-game setup, see `mid_game_setup`."""


def mid_game_form(state: State, _question: OpenQuestion) -> Form:
    """Return the form that starts a mid-game setup; closed with the reason if it is not possible."""
    return Form(tr("We are already playing"), closed=_mid_game_objection(state))


def _mid_game_objection(state: State) -> Reason | None:
    if not state.spaces:
        return Reason("GM-SET-15", tr("First count the spaces of the rondel."))
    if state.tracks_territories:
        return Reason("", tr("A territory is followed only from the start of the game."))
    unable = (x for x in expansions_of(state) if MID_GAME_HOOK not in x.hooks and (x.state or x.figures))
    for expansion in unable:
        return Reason("", tr("With {chronicle} only from the start of the game.", chronicle=expansion.name))
    return None


def begin_mid_game_setup(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    """Skip the setup and ask for the current table step by step."""
    resolution.close(question)
    fire_trigger(resolution, "started")
    advance_course(resolution)
    while (waiting := ordered_questions(resolution.state)) and has_blocking_question(resolution.state):
        # A chronicle's questions about the box wait for a later game; this setup asks for the current table.
        resolution.close(waiting[0])
        advance_course(resolution)
    for kind in ("layout", "prepare"):
        if step := resolution.state.find_question(kind):
            resolution.close(step)
    resolution.do(ev.MidGameSetupBegan())
    resolution.ask(FIRST_MID_GAME_QUESTION)


def mid_game_question(slug: str, name: Message, corrections: tuple[Action, ...]) -> QuestionKind:
    """Return a chronicle's question at the hook "taken_up": what has changed since the start, as corrections."""
    text = tr("{chronicle}: what is no longer as at the start?", chronicle=name)
    return QuestionKind(
        f"{slug}.{MID_GAME_HOOK}",
        text,
        (Action("done", Form(tr("That is all")), _finish_progress), *corrections),
        stays_open=True,
    )


def _finish_progress(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.close(question)


def mid_game_hook(slug: str) -> Callable[[State], Iterator[ev.Event]]:
    """Return the hook that opens this question, for `Expansion.hooks`."""

    def ask(_state: State) -> Iterator[ev.Event]:
        yield ev.QuestionAsked(f"{slug}.{MID_GAME_HOOK}")

    return ask


MIN_PLAYERS, MAX_PLAYERS = 2, 4
MIN_SPACES, MAX_SPACES, USUAL_SPACES = 11, 22, 14
"""With fewer spaces the start tiles do not fit; with more the layout would use up deck A."""


# Players: home tiles in the order of the pawns, the last pawn first (GM-SET-05..07).


def _seat_text(state: State, _question: OpenQuestion) -> Message:
    if not state.players:
        tap = tr("Tap the home tiles in the order of the pawns, the last pawn first.")
        return with_button_wording(tap, tr("Choose who plays, in the order of the pawns, the last pawn first."))
    last = state.players[-1]
    player = labels.figure_label(state, last.id)
    tap = tr("{player}: {coins} coins. Tap the next home tile.", player=player, coins=last.coins)
    return with_button_wording(tap, tr("{player}: {coins} coins. Who is next?", player=player, coins=last.coins))


def _next_seat(state: State, _question: OpenQuestion) -> Form:
    seated = [p.id for p in state.players]
    choices = tuple(
        Choice(
            colour,
            labels.colour_label(colour),
            closed=Reason("GM-SET-01", tr("This colour is taken.")) if colour in seated else None,
            piece=f"home_{colour}",
        )
        for colour in state.facts.colours
    )
    return Form(tr("Next player"), (Pick("colour", tr("Which colour is next?"), choices),))


def _is_enough_players(state: State) -> bool:
    return len(state.players) >= MIN_PLAYERS


def _all_seated_form(state: State, _question: OpenQuestion) -> Form:
    few = Reason("GM-CMP-01", tr("The game needs 2 to 4 players; {n} so far.", n=len(state.players)))
    enough = _is_enough_players(state)
    # After tapping home tiles one key press confirms that all are seated; the row keeps its place.
    return Form(tr("That is everybody"), closed=None if enough else few, is_suggested=enough)


def _sit(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    seats = len(resolution.state.players)
    resolution.do(ev.PlayerSeated(str(answer.values[0]), coins=resolution.state.facts.start_coins[seats]))


def _all_seated(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.close(question)
    state = resolution.state
    if len(state.players) == MIN_PLAYERS:
        resolution.do(ev.DieChosen(True, "GM-SET-08"))
    elif state.house.use_die:
        resolution.do(ev.DieChosen(True, "GM-SET-09"))
    if state.house.short_game:
        resolution.do(ev.WorldsEndChosen(True))
    if not state.spaces:
        resolution.ask("spaces")
    resolution.ask("start")


# The number of rondel spaces is not printed anywhere and asked once (GM-SET-15).

_SPACES_TEXT = tr("How many spaces does your rondel have?")
_SPACES = Amount("spaces", _SPACES_TEXT, MIN_SPACES, MAX_SPACES, USUAL_SPACES)


def _count_spaces(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    spaces = int(answer.values[0])
    resolution.do(ev.SpacesCounted(spaces))
    resolution.do(ev.FactLearned(LearnedFact("", "rondel_spaces", spaces)))


# Everything as it will be, with one OK; each setting can be changed first.


def _start_text(state: State, _question: OpenQuestion) -> Message:
    die = tr("with the die") if state.use_die else tr("without the die")
    end = tr("on top of D") if state.short_game else tr("in the middle of D")
    # Setup instructions follow step by step; a small panel has no space to show them twice.
    text = trn(
        "{n} player, {die}, World's End {end}.",
        "{n} players, {die}, World's End {end}.",
        len(state.players),
        die=die,
        end=end,
    )
    # More than two names do not fit over the list; the numbers are in the list of chronicles.
    on = join_list(x.name if len(state.chronicles) < 3 else x.numeral for x in expansions_of(state))
    return tr("{text} Chronicles: {names}.", text=text, names=on) if state.chronicles else text


def _start_form(state: State, _question: OpenQuestion) -> Form:
    waiting = Reason("GM-SET-15", tr("First count the spaces of the rondel."))
    return Form(tr("Lay out the rondel"), closed=None if state.spaces else waiting)


def _die(state: State, _question: OpenQuestion) -> Form | None:
    if len(state.players) == MIN_PLAYERS:
        return None
    return Form(tr("Play without the die") if state.use_die else tr("Play with the die"))


def _worlds_end(state: State, _question: OpenQuestion) -> Form:
    if state.short_game:
        return Form(tr("Play the full game: World's End in the middle of D"))
    return Form(tr("Play the short game: World's End on top of D"))


def _name(state: State, _question: OpenQuestion) -> Form:
    """Return the form for a player and a name, from earlier games or new."""
    return Form(tr("Name a player"), (player_name_pick(state),))


def _last_names(state: State) -> dict[str, str]:
    """Return the names of the last game for players with the same colours, if some still lack them."""
    told = {p.id: state.last_names[p.id] for p in state.players if p.id in state.last_names}
    fits = len(set(told.values())) == len(state.players)
    return told if fits and any(p.name != told[p.id] for p in state.players) else {}


def _same_names(state: State, _question: OpenQuestion) -> Form | None:
    names = _last_names(state)
    return Form(tr("Names as last time: {names}", names=join_list(names.values()))) if names else None


def _name_all(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    for player_id, name in _last_names(resolution.state).items():
        resolution.do(ev.PlayerNamed(player_id, name))


def player_name_pick(state: State) -> Pick:
    """Return the choice of a player and a name, from earlier games or new, without names of other players."""
    players = {p.id: (labels.figure_label(state, p.id), p.name) for p in state.players}
    return players_names_pick(players, state.earlier_names, state.last_names)


def _chronicles(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form to add or remove installed chronicles (C0-01, C0-02)."""
    choices = []
    for each in rules_of(state).library.expansions.values():
        few = player_range_text(each.name, each.min_players, each.max_players)
        fits = each.min_players <= len(state.players) <= each.max_players
        on = tr("{number} {name}: in the game", number=each.numeral, name=each.name)
        off = tr("{number} {name}, +{n} min", number=each.numeral, name=each.name, n=each.minutes)
        label, change = (on, tr("take out")) if each.slug in state.chronicles else (off, tr("add"))
        choices.append(Choice(each.slug, label, None if fits else Reason("C0-01", few), change_verb=change))
    if not choices:
        return None
    return Form(tr("Chronicles"), (Pick("chronicle", tr("Which chronicles?"), tuple(choices), several=True),))


HOUSE_RULE_LABELS = {
    "refill_after_die": tr("lay tiles after the die's move too"),
    "die_discards_beyond_worlds_end": tr("a die that crosses World's End still discards a tile"),
    "rebuild_needs_scot_on_neighbour": tr("a rebuild tile needs a Scot on a neighbour"),
    "loch_ness_any_time": tr("Loch Ness at any moment of the turn"),
    "crest_placement_optional": tr("a clan marker may be left unplaced"),
    "mckenzie": tr("McKenzie is in the game"),
    "difference_above_five": tr("points for a lead of 6 or more"),
}


def _house(state: State, _question: OpenQuestion) -> Form:
    choices = []
    for name, words in HOUSE_RULE_LABELS.items():
        now = getattr(state.house, name)
        if name == "difference_above_five":
            numbers = Amount("points", words, 8, 30, now)
            choices.append(Choice(name, tr("{rule}: {n}", rule=words, n=now), then=(numbers,)))
        else:
            choices.append(Choice(name, _current_value_label(words, bool(now))))
    choices += [_rule_choice(state, rule) for x in expansions_of(state) for rule in x.house_rules]
    changed = _changed_rules(state)
    label = tr("House rules: {n} changed", n=changed) if changed else tr("House rules")
    return Form(
        label, (Pick("rule", tr("Which house rules do you want to change?"), tuple(choices), several=True),)
    )


def _changed_rules(state: State) -> int:
    """Return the number of house rules that differ from their defaults."""
    usual, rules = HouseRules(), (rule for x in expansions_of(state) for rule in x.house_rules)
    own = [name for name in HOUSE_RULE_LABELS if getattr(state.house, name) != getattr(usual, name)]
    return len(own) + sum(expansion_rule(state, rule.name) != rule.default for rule in rules)


def _rule_choice(state: State, one: ExpansionRule) -> Choice:
    """Return the choice of a chronicle's house rule: yes or no, or a number."""
    now = expansion_rule(state, one.name)
    if one.most > 1:
        number = Amount("value", one.words, 0, one.most, now)
        return Choice(one.name, tr("{rule}: {n}", rule=one.words, n=now), then=(number,))
    return Choice(one.name, _current_value_label(one.words, bool(now)))


def _current_value_label(rule: Message, now: bool) -> Message:
    return tr("{Rule}: yes", Rule=rule) if now else tr("{Rule}: no", Rule=rule)


def _begin(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.close(question)
    fire_trigger(resolution, "started")


def _change_die(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.DieChosen(not resolution.state.use_die, "GM-SET-09"))


def _change_worlds_end(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.WorldsEndChosen(not resolution.state.short_game))


def _change_chronicle(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    slug = str(answer.values[0])
    resolution.do(ev.ChronicleChosen(slug, slug not in resolution.state.chronicles))
    if referee_unavailable_reason(resolution.state):
        switch_to_scorekeeper(resolution)


def _change_rule(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Record the changed house rule: the core's by name, a chronicle's by "slug.name".

    Without a value it is toggled.
    """
    name, state = str(answer.values[0]), resolution.state
    own = "." not in name
    now = getattr(state.house, name) if own else expansion_rule(state, name)
    value = int(answer.values[1]) if len(answer.values) > 1 else int(not now)
    resolution.do(ev.HouseRuleChanged(name, value) if own else ev.ChronicleRuleChanged(name, value))


def name_player(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Record a player's name, picked from earlier games or new."""
    player_id, picked = str(answer.values[0]), str(answer.values[1])
    name = str(answer.values[2]).strip() if picked == "new" else picked.removeprefix("name:")
    resolution.do(ev.PlayerNamed(player_id, name))


# Setup steps, one by one; they do not block the layout.


def _step_text(state: State, question: OpenQuestion) -> Message:
    return setup_tasks(state)[int(question.args[0])]


def _step_done(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.close(question)
    following = int(question.args[0]) + 1
    if following < len(setup_tasks(resolution.state)):
        resolution.ask("prepare", "", following)


def _all_prepared(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.close(question)


# The rondel is laid out: each tile is tapped as it is laid, or OK lays all as unidentified.


def layout_deck(state: State) -> str:
    """Return the deck of the next tile: first the start tiles, then A (GM-SET-13, GM-SET-14)."""
    return START_DECK if state.deck_of(START_DECK).left else "A"


def _layout_text(state: State, _question: OpenQuestion) -> Message:
    start, figures, rest = _tiles_and_figures_to_lay(state)
    tiles, more = labels.tile_count_label(START_DECK, start), trn("{n} tile of A", "{n} tiles of A", rest)
    joined = join_list(labels.figure_label(state, figure) for figure in figures)
    where = tr("in front of the die") if state.use_die else tr("in front of the foremost pawn")
    if not start:
        lay = trn("Lay {n} more tile of A.", "Lay {n} more tiles of A.", rest)
    elif figures:
        lay = tr(
            "Lay {tiles} {where}, put {figure} in front of them, then lay {more}.",
            tiles=tiles,
            where=where,
            figure=joined,
            more=more,
        )
    else:
        lay = tr("Lay {tiles} {where}, then {more}.", tiles=tiles, where=where, more=more)
    tap = trn("{lay} Tap it, or press OK.", "{lay} Tap them in order, or press OK.", start + rest, lay=lay)
    return with_button_wording(tap, tr("{lay} Then press OK.", lay=lay))


def _tiles_and_figures_to_lay(state: State) -> tuple[int, list[str], int]:
    """Return what is still to lay, with actions of chronicles: start tiles, joining figures, tiles of A."""
    resolution = Resolution(state)
    _lay_unknown_tile(resolution)
    laid = [event.deck for event in resolution.events if isinstance(event, ev.TileLaid)]
    joined = [event.figure for event in resolution.events if isinstance(event, ev.FigureJoined)]
    start = laid.count(START_DECK)
    return start, joined, len(laid) - start


def _tile_laid(state: State, _question: OpenQuestion) -> Form:
    start, _figures, rest = _tiles_and_figures_to_lay(state)
    decks = ([START_DECK] if start else []) + (["A"] if rest > 0 else [])
    coming = {
        p.id: labels.piece_label(state.facts, p.id) for letter in decks for p in possible_pieces(state, letter)
    }
    pieces = unique_choices(Choice(id, label, piece=id) for id, label in coming.items())
    return Form(tr("Name a tile laid on the rondel"), (Pick("piece", tr("Which tile?"), pieces),))


def _lay_rest(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    _lay_unknown_tile(resolution)
    _end_layout(resolution, question)


def _lay_unknown_tile(resolution: Resolution) -> None:
    while count_layable_tiles(resolution.state.track, resolution.state.spaces):
        resolution.do(ev.TileLaid("", layout_deck(resolution.state)))


def _lay_one(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    _lay_known_tile(resolution, str(answer.values[0]))
    if not count_layable_tiles(resolution.state.track, resolution.state.spaces):
        _end_layout(resolution, question)


def _end_layout(resolution: Resolution, question: OpenQuestion) -> None:
    resolution.close(question)
    # When the rondel is laid out the setup is complete, even if steps were not confirmed.
    if prepare := resolution.state.find_question("prepare"):
        resolution.close(prepare)
    finish_start_deck(resolution)
    fire_trigger(resolution, "laid_out")


def _lay_known_tile(resolution: Resolution, piece: str) -> None:
    """Lay an identified tile; a tile of A means that all start tiles are laid already."""
    deck = resolution.state.facts.pieces[piece].deck
    while deck == "A" and resolution.state.deck_of(START_DECK).left:
        resolution.do(ev.TileLaid("", START_DECK))
    resolution.do(ev.TileLaid(piece, deck or layout_deck(resolution.state)))


SETUP_QUESTIONS = (
    QuestionKind(
        "seat",
        _seat_text,
        (Action("seat", _next_seat, _sit), Action("done", _all_seated_form, _all_seated)),
        rule="GM-SET-05",
        stays_open=True,
    ),
    QuestionKind(
        "spaces",
        _SPACES_TEXT,
        (Action("spaces", Form(tr("Count them"), (_SPACES,)), _count_spaces),),
        rule="GM-SET-15",
    ),
    QuestionKind(
        "start",
        _start_text,
        (
            Action("go", _start_form, _begin),
            Action("die", _die, _change_die),
            Action("worlds_end", _worlds_end, _change_worlds_end),
            Action("names", _same_names, _name_all),
            Action("name", _name, name_player),
            Action("depth", depth_form, choose_depth, is_done_once=True),
            Action("chronicle", _chronicles, _change_chronicle),
            Action("house", _house, _change_rule),
            Action("playing", mid_game_form, begin_mid_game_setup),
        ),
        rule="GM-SET-18",
        stays_open=True,
    ),
    QuestionKind(
        "prepare",
        _step_text,
        (
            Action("done", Form(tr("This step is done")), _step_done, key="OK", hint=tr("done")),
            Action("all", Form(tr("All of the set-up is done")), _all_prepared, key="OK+", hint=tr("all done")),
        ),
        rule="GM-SET-18",
        non_blocking=True,
        stays_open=True,
    ),
    QuestionKind(
        "layout",
        _layout_text,
        (
            Action("done", Form(tr("All tiles lie on the rondel")), _lay_rest, key="OK", hint=tr("laid")),
            Action("laid", _tile_laid, _lay_one),
        ),
        rule="GM-SET-13",
        non_blocking=True,
        stays_open=True,
    ),
)
