"""Set-up with buttons alone: who plays, what is used, and laying out the rondel (GM-SET-01..16)."""

from __future__ import annotations

from companion.engine.message import Message, literal, tr, trn
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question, Reason, Text
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.course import fire
from companion.state.glen_more_2.expansions import EXPANSIONS, ExpansionRule, expansions_of, switch
from companion.state.glen_more_2.facts import START_DECK, Learned
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.piece_locations import may_come
from companion.state.glen_more_2.questions.question_kinds import question_kind
from companion.state.glen_more_2.refill import start_deck_done
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import room

FEWEST, MOST = 2, 4
MIN_SPACES, MAX_SPACES, SPACES_USUAL = 11, 22, 14
"""With fewer the start tiles find no room, with more the layout would use up deck A."""


def ask_seat(state: State, question: OpenQuestion) -> Question:
    """Home tiles in the order of the pawns, the last pawn first (GM-SET-05..07)."""
    seated = [p.id for p in state.players]
    choices = tuple(
        Choice(
            colour,
            labels.colour(colour),
            closed=Reason("GM-SET-01", tr("This colour plays already.")) if colour in seated else None,
            piece=f"home_{colour}",
        )
        for colour in state.facts.colours
    )
    few = Reason("GM-CMP-01", tr("The game needs 2 to 4 players; {n} so far.", n=len(seated)))
    seat = Offer("seat", tr("Next player"), (Pick("colour", tr("Which colour is next?"), choices),))
    done = Offer("done", tr("That is everybody"), closed=few if len(seated) < FEWEST else None)
    return Question(
        question.number,
        question.kind,
        _seat_text(state),
        (done, seat) if len(seated) >= FEWEST else (seat, done),
        rule="GM-SET-05",
    )


def _seat_text(state: State) -> Message:
    if not state.players:
        return tr("Tap the home tiles in the order of the pawns, the last pawn first.")
    last = state.players[-1]
    return tr(
        "{player}: {coins} coins. Tap the next home tile, or OK when everybody is in.",
        player=labels.figure(state, last.id),
        coins=last.coins,
    )


def settle_seat(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    if answer.offer == "seat":
        seats = len(resolution.state.players)
        resolution.do(ev.PlayerSeated(str(answer.values[0]), resolution.state.facts.start_coins[seats]))
    if answer.offer == "done" or len(resolution.state.players) == MOST:
        resolution.close(question)
        _all_seated(resolution)


def _all_seated(resolution: Resolution) -> None:
    state = resolution.state
    if len(state.players) == FEWEST:
        resolution.do(ev.DieChosen(True, "GM-SET-08"))
    elif state.house.use_die:
        resolution.do(ev.DieChosen(True, "GM-SET-09"))
    if state.house.short_game:
        resolution.do(ev.WorldsEndChosen(True))
    if not state.spaces:
        resolution.ask("spaces")
    resolution.ask("start")


def ask_spaces(_state: State, question: OpenQuestion) -> Question:
    """The number of rondel spaces: printed nowhere, asked once (GM-SET-15)."""
    text = tr("How many spaces does your rondel have?")
    part = Amount("spaces", text, MIN_SPACES, MAX_SPACES, SPACES_USUAL)
    return Question(
        question.number, question.kind, text, (Offer("spaces", tr("Count them"), (part,)),), rule="GM-SET-15"
    )


def settle_spaces(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    spaces = int(answer.values[0])
    resolution.close(question)
    resolution.do(ev.SpacesCounted(spaces))
    resolution.do(ev.FactLearned(Learned("", "rondel_spaces", spaces)))


def ask_start(state: State, question: OpenQuestion) -> Question:
    """Everything as it will be, with one OK; each can be changed first."""
    waiting = Reason("GM-SET-15", tr("First count the spaces of the rondel."))
    offers = [Offer("go", tr("Lay out the rondel"), closed=None if state.spaces else waiting)]
    if len(state.players) > FEWEST:
        offers.append(Offer("die", tr("Play without the die") if state.use_die else tr("Play with the die")))
    place = tr("World's End in the middle of D") if state.short_game else tr("World's End on top of D")
    offers += [
        Offer("worlds_end", place),
        Offer("name", tr("Name a player"), (_who(state),)),
        Offer("house", tr("House rules"), (_house(state),)),
    ]
    if EXPANSIONS:
        offers.insert(-1, Offer("chronicle", tr("Chronicles"), (_chronicles(state),)))
    return Question(question.number, question.kind, _start_text(state), tuple(offers), rule="GM-SET-18")


def _start_text(state: State) -> Message:
    die = tr("with the die") if state.use_die else tr("without the die")
    end = tr("on top of D") if state.short_game else tr("in the middle of D")
    return trn(
        "{n} player, {die}. Put World's End {end} and 1 Scot on each start village.",
        "{n} players, {die}. Put World's End {end} and 1 Scot on each start village.",
        len(state.players),
        die=die,
        end=end,
    )


def _who(state: State) -> Pick:
    """A player, then a name of earlier games or a new one."""
    text = Text("name", tr("What is the name?"), 12)
    known = tuple(Choice(f"name:{n}", literal(n)) for n in state.names)
    new = Choice("new", tr("another name"), then=(text,))
    names = Pick("which", tr("Which name?"), (*known, new))
    return Pick(
        "player",
        tr("Which player?"),
        tuple(Choice(p.id, labels.figure(state, p.id), then=(names,)) for p in state.players),
    )


def _chronicles(state: State) -> Pick:
    """Every chronicle that was found, to be put in or taken out (C0-01, C0-02)."""
    choices = []
    for plug in sorted(EXPANSIONS.values(), key=lambda p: p.number):
        few = tr("{name} is for {n} to {most} players.", name=plug.name, n=plug.fewest, most=plug.most)
        fits = plug.fewest <= len(state.players) <= plug.most
        longer = tr("{name}, +{n} min", name=plug.name, n=plug.minutes)
        label = tr("with: {name}", name=longer) if plug.slug in state.chronicles else longer
        choices.append(Choice(plug.slug, label, None if fits else Reason("C0-01", few)))
    return Pick("chronicle", tr("Which chronicle?"), tuple(choices))


HOUSE_WORDS = {
    "refill_after_die": tr("lay tiles after the die's move too"),
    "die_discards_beyond_worlds_end": tr("a die that crosses World's End still throws out a tile"),
    "rebuild_needs_scot_on_neighbour": tr("a rebuild tile needs a Scot on a neighbour"),
    "loch_ness_any_time": tr("Loch Ness at any moment of the turn"),
    "crest_placement_optional": tr("a clan marker may be left unplaced"),
    "mckenzie": tr("McKenzie is in the game"),
    "difference_above_five": tr("points for a lead of 6 or more"),
}


def _house(state: State) -> Pick:
    choices = []
    for name, words in HOUSE_WORDS.items():
        now = getattr(state.house, name)
        if name == "difference_above_five":
            numbers = Amount("points", words, 8, 30, now)
            choices.append(Choice(name, tr("{rule}: {n}", rule=words, n=now), then=(numbers,)))
        else:
            label = tr("yes: {rule}", rule=words) if now else tr("no: {rule}", rule=words)
            choices.append(Choice(name, label))
    choices += [_switch(state, s) for plug in expansions_of(state) for s in plug.switches]
    return Pick("rule", tr("Which house rule is changed?"), tuple(choices))


def _switch(state: State, one: ExpansionRule) -> Choice:
    """A chronicle's house rule: yes or no, or a number."""
    now = switch(state, one.name)
    if one.most > 1:
        number = Amount("value", one.words, 0, one.most, now)
        return Choice(one.name, tr("{rule}: {n}", rule=one.words, n=now), then=(number,))
    return Choice(one.name, tr("yes: {rule}", rule=one.words) if now else tr("no: {rule}", rule=one.words))


def settle_start(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    state = resolution.state
    match answer.offer:
        case "die":
            resolution.do(ev.DieChosen(not state.use_die, "GM-SET-09"))
        case "worlds_end":
            resolution.do(ev.WorldsEndChosen(not state.short_game))
        case "name":
            name_player(resolution, answer)
        case "house":
            _change_rule(resolution, answer)
        case "chronicle":
            slug = str(answer.values[0])
            resolution.do(ev.ChronicleChosen(slug, slug not in state.chronicles))
        case _:
            resolution.close(question)
            fire(resolution, "started")


def _change_rule(resolution: Resolution, answer: Answer) -> None:
    """The core's own rules by their names, a chronicle's by its slug and a dot; a plain yes or no is turned."""
    name, state = str(answer.values[0]), resolution.state
    own = "." not in name
    now = getattr(state.house, name) if own else switch(state, name)
    value = int(answer.values[1]) if len(answer.values) > 1 else int(not now)
    resolution.do(ev.HouseRuleChanged(name, value) if own else ev.SwitchChanged(name, value))


def name_player(resolution: Resolution, answer: Answer) -> None:
    """A name picked from earlier games or written anew."""
    player_id, picked = str(answer.values[0]), str(answer.values[1])
    name = str(answer.values[2]).strip() if picked == "new" else picked.removeprefix("name:")
    resolution.do(ev.PlayerNamed(player_id, name))


def layout_deck(state: State) -> str:
    """The deck whose tile is laid next: first the S tiles, then A (GM-SET-13, GM-SET-14)."""
    return START_DECK if state.deck_of(START_DECK).left else "A"


def ask_layout(state: State, question: OpenQuestion) -> Question:
    """Tap each tile as it is laid, or OK for all that nobody taps."""
    start = state.deck_of(START_DECK).left
    decks = ([START_DECK] if start else []) + (["A"] if room(state.line, state.spaces) > start else [])
    coming = {p.id: labels.piece(state.facts, p.id) for letter in decks for p in may_come(state, letter)}
    pieces = tuple(Choice(id, label, piece=id) for id, label in coming.items())
    offers = (
        Offer("done", tr("All is laid"), key="OK"),
        Offer("laid", tr("A tile is laid"), (Pick("piece", tr("Which tile?"), pieces),)),
    )
    return Question(
        question.number, question.kind, _layout_text(state), offers, non_blocking=True, rule="GM-SET-13"
    )


def _layout_text(state: State) -> Message:
    free = room(state.line, state.spaces)
    start = min(free, state.deck_of(START_DECK).left)
    rest = free - start
    if not start:
        return tr("Lay {a} more tiles of A. Tap them in order, or OK.", a=rest)
    return tr(
        "Lay {s} S tiles in front of the foremost figure, then {a} tiles of A. Tap them in order, or OK.",
        s=start,
        a=rest,
    )


def settle_layout(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    if answer.offer == "laid":
        _lay_told(resolution, str(answer.values[0]))
    else:
        while room(resolution.state.line, resolution.state.spaces):
            resolution.do(ev.TileLaid("", layout_deck(resolution.state)))
    if not room(resolution.state.line, resolution.state.spaces):
        resolution.close(question)
        start_deck_done(resolution)
        fire(resolution, "laid_out")


def _lay_told(resolution: Resolution, piece: str) -> None:
    """A tile with its name; an A tile means that the start tiles lie already."""
    deck = resolution.state.facts.pieces[piece].deck
    while deck == "A" and resolution.state.deck_of(START_DECK).left:
        resolution.do(ev.TileLaid("", START_DECK))
    resolution.do(ev.TileLaid(piece, deck or layout_deck(resolution.state)))


question_kind("seat", ask_seat, settle_seat)
question_kind("spaces", ask_spaces, settle_spaces)
question_kind("start", ask_start, settle_start)
question_kind("layout", ask_layout, settle_layout, non_blocking=True)
