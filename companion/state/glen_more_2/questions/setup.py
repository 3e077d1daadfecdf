"""Set-up with buttons alone: who plays, what is used, and laying out the rondel (GM-SET-01..16)."""

from __future__ import annotations

from companion.engine.message import Said, literal, say, say_n
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question, Reason, Text
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.expansions import PLUGS, Switch, plugs_of, switch
from companion.state.glen_more_2.facts import Learned
from companion.state.glen_more_2.model import Open, State
from companion.state.glen_more_2.piece_locations import may_come
from companion.state.glen_more_2.questions.question_kinds import kind
from companion.state.glen_more_2.resolution import Course
from companion.state.glen_more_2.ring import room
from companion.state.glen_more_2.steps import at_once, step
from companion.state.glen_more_2.turns import start_deck_done

FEWEST, MOST = 2, 4
SPACES_FEWEST, SPACES_MOST, SPACES_USUAL = 11, 22, 14
"""With fewer the start tiles find no room, with more the layout would use up deck A."""
START_DECK = "S"


def ask_seat(state: State, question: Open) -> Question:
    """Home tiles in the order of the pawns, the last pawn first (GM-SET-05..07)."""
    seated = [p.id for p in state.players]
    choices = tuple(
        Choice(
            colour,
            labels.colour(colour),
            closed=Reason("GM-SET-01", say("This colour plays already.")) if colour in seated else None,
            piece=f"home_{colour}",
        )
        for colour in state.facts.colours
    )
    few = Reason("GM-CMP-01", say("The game needs 2 to 4 players; {n} so far.", n=len(seated)))
    seat = Offer("seat", say("Next player"), (Pick("colour", say("Which colour is next?"), choices),))
    done = Offer("done", say("That is everybody"), closed=few if len(seated) < FEWEST else None)
    return Question(
        question.number,
        question.kind,
        _seat_text(state),
        (done, seat) if len(seated) >= FEWEST else (seat, done),
        rule="GM-SET-05",
    )


def _seat_text(state: State) -> Said:
    if not state.players:
        return say("Tap the home tiles in the order of the pawns, the last pawn first.")
    last = state.players[-1]
    return say(
        "{player}: {coins} coins. Tap the next home tile, or OK when everybody is in.",
        player=labels.figure(state, last.id),
        coins=last.coins,
    )


def settle_seat(course: Course, question: Open, answer: Answer) -> None:
    if answer.offer == "seat":
        seats = len(course.state.players)
        course.do(ev.PlayerSeated(str(answer.values[0]), course.state.facts.start_coins[seats]))
    if answer.offer == "done" or len(course.state.players) == MOST:
        course.settle(question)
        _all_seated(course)


def _all_seated(course: Course) -> None:
    state = course.state
    if len(state.players) == FEWEST:
        course.do(ev.DieChosen(True, "GM-SET-08"))
    elif state.house.use_die:
        course.do(ev.DieChosen(True, "GM-SET-09"))
    if state.house.short_game:
        course.do(ev.WorldsEndChosen(True))
    if not state.spaces:
        course.ask("spaces")
    course.ask("start")


def ask_spaces(_state: State, question: Open) -> Question:
    """The number of rondel spaces: printed nowhere, asked once (GM-SET-15)."""
    text = say("How many spaces does your rondel have?")
    part = Amount("spaces", text, SPACES_FEWEST, SPACES_MOST, SPACES_USUAL)
    return Question(
        question.number, question.kind, text, (Offer("spaces", say("Count them"), (part,)),), rule="GM-SET-15"
    )


def settle_spaces(course: Course, question: Open, answer: Answer) -> None:
    spaces = int(answer.values[0])
    course.settle(question)
    course.do(ev.SpacesCounted(spaces))
    course.do(ev.FactLearned(Learned("", "rondel_spaces", spaces)))


def ask_start(state: State, question: Open) -> Question:
    """Everything as it will be, with one OK; each can be changed first."""
    waiting = Reason("GM-SET-15", say("First count the spaces of the rondel."))
    offers = [Offer("go", say("Lay out the rondel"), closed=None if state.spaces else waiting)]
    if len(state.players) > FEWEST:
        offers.append(Offer("die", say("Play without the die") if state.use_die else say("Play with the die")))
    place = say("World's End in the middle of D") if state.short_game else say("World's End on top of D")
    offers += [
        Offer("worlds_end", place),
        Offer("name", say("Name a player"), (_who(state),)),
        Offer("house", say("House rules"), (_house(state),)),
    ]
    if PLUGS:
        offers.insert(-1, Offer("chronicle", say("Chronicles"), (_chronicles(state),)))
    return Question(question.number, question.kind, _start_text(state), tuple(offers), rule="GM-SET-18")


def _start_text(state: State) -> Said:
    die = say("with the die") if state.use_die else say("without the die")
    end = say("on top of D") if state.short_game else say("in the middle of D")
    return say_n(
        "{n} player, {die}. Put World's End {end} and 1 Scot on each start village.",
        "{n} players, {die}. Put World's End {end} and 1 Scot on each start village.",
        len(state.players),
        die=die,
        end=end,
    )


def _who(state: State) -> Pick:
    """A player, then a name of earlier games or a new one."""
    text = Text("name", say("What is the name?"), 12)
    known = tuple(Choice(f"name:{n}", literal(n)) for n in state.names)
    new = Choice("new", say("another name"), then=(text,))
    names = Pick("which", say("Which name?"), (*known, new))
    return Pick(
        "player",
        say("Which player?"),
        tuple(Choice(p.id, labels.figure(state, p.id), then=(names,)) for p in state.players),
    )


def _chronicles(state: State) -> Pick:
    """Every chronicle that was found, to be put in or taken out (C0-01, C0-02)."""
    choices = []
    for plug in sorted(PLUGS.values(), key=lambda p: p.number):
        few = say("{name} is for {n} to {most} players.", name=plug.name, n=plug.fewest, most=plug.most)
        fits = plug.fewest <= len(state.players) <= plug.most
        longer = say("{name}, +{n} min", name=plug.name, n=plug.minutes)
        label = say("with: {name}", name=longer) if plug.slug in state.chronicles else longer
        choices.append(Choice(plug.slug, label, None if fits else Reason("C0-01", few)))
    return Pick("chronicle", say("Which chronicle?"), tuple(choices))


HOUSE_WORDS = {
    "refill_after_die": say("lay tiles after the die's move too"),
    "die_discards_beyond_worlds_end": say("a die that crosses World's End still throws out a tile"),
    "rebuild_needs_scot_on_neighbour": say("a rebuild tile needs a Scot on a neighbour"),
    "loch_ness_any_time": say("Loch Ness at any moment of the turn"),
    "crest_placement_optional": say("a clan marker may be left unplaced"),
    "mckenzie": say("McKenzie is in the game"),
    "difference_above_five": say("points for a lead of 6 or more"),
}


def _house(state: State) -> Pick:
    choices = []
    for name, words in HOUSE_WORDS.items():
        now = getattr(state.house, name)
        if name == "difference_above_five":
            numbers = Amount("points", words, 8, 30, now)
            choices.append(Choice(name, say("{rule}: {n}", rule=words, n=now), then=(numbers,)))
        else:
            label = say("yes: {rule}", rule=words) if now else say("no: {rule}", rule=words)
            choices.append(Choice(name, label))
    choices += [_switch(state, s) for plug in plugs_of(state) for s in plug.switches]
    return Pick("rule", say("Which house rule is changed?"), tuple(choices))


def _switch(state: State, one: Switch) -> Choice:
    """A chronicle's house rule: yes or no, or a number."""
    now = switch(state, one.name)
    if one.most > 1:
        number = Amount("value", one.words, 0, one.most, now)
        return Choice(one.name, say("{rule}: {n}", rule=one.words, n=now), then=(number,))
    return Choice(one.name, say("yes: {rule}", rule=one.words) if now else say("no: {rule}", rule=one.words))


def settle_start(course: Course, question: Open, answer: Answer) -> None:
    state = course.state
    match answer.offer:
        case "die":
            course.do(ev.DieChosen(not state.use_die, "GM-SET-09"))
        case "worlds_end":
            course.do(ev.WorldsEndChosen(not state.short_game))
        case "name":
            name_player(course, answer)
        case "house":
            _change_rule(course, answer)
        case "chronicle":
            slug = str(answer.values[0])
            course.do(ev.ChronicleChosen(slug, slug not in state.chronicles))
        case _:
            course.settle(question)
            course.then("moment:set_up", "begin_play")


def _change_rule(course: Course, answer: Answer) -> None:
    """The core's own rules by their names, a chronicle's by its slug and a dot; a plain yes or no is turned."""
    name, state = str(answer.values[0]), course.state
    own = "." not in name
    now = getattr(state.house, name) if own else switch(state, name)
    value = int(answer.values[1]) if len(answer.values) > 1 else int(not now)
    course.do(ev.HouseRuleChanged(name, value) if own else ev.SwitchChanged(name, value))


def begin_play(course: Course) -> None:
    """Pawns, die and market stand; the rondel is laid out next."""
    course.do(ev.PlayBegan())
    at_once(course, "play_began")
    course.go("seated")
    course.ask("layout")


step("begin_play", begin_play)


def name_player(course: Course, answer: Answer) -> None:
    """A name picked from earlier games or written anew."""
    who, picked = str(answer.values[0]), str(answer.values[1])
    name = str(answer.values[2]).strip() if picked == "new" else picked.removeprefix("name:")
    course.do(ev.PlayerNamed(who, name))


def layout_deck(state: State) -> str:
    """The deck whose tile is laid next: first the S tiles, then A (GM-SET-13, GM-SET-14)."""
    return START_DECK if state.deck_of(START_DECK).left else "A"


def ask_layout(state: State, question: Open) -> Question:
    """Tap each tile as it is laid, or OK for all that nobody taps."""
    start = state.deck_of(START_DECK).left
    decks = ([START_DECK] if start else []) + (["A"] if room(state.line, state.spaces) > start else [])
    coming = {p.id: labels.piece(state.facts, p.id) for letter in decks for p in may_come(state, letter)}
    pieces = tuple(Choice(id, label, piece=id) for id, label in coming.items())
    offers = (
        Offer("done", say("All is laid"), key="OK"),
        Offer("laid", say("A tile is laid"), (Pick("piece", say("Which tile?"), pieces),)),
    )
    return Question(question.number, question.kind, _layout_text(state), offers, home=True, rule="GM-SET-13")


def _layout_text(state: State) -> Said:
    free = room(state.line, state.spaces)
    start = min(free, state.deck_of(START_DECK).left)
    rest = free - start
    if not start:
        return say("Lay {a} more tiles of A. Tap them in order, or OK.", a=rest)
    return say(
        "Lay {s} S tiles in front of the foremost figure, then {a} tiles of A. Tap them in order, or OK.",
        s=start,
        a=rest,
    )


def settle_layout(course: Course, question: Open, answer: Answer) -> None:
    if answer.offer == "laid":
        _lay_told(course, str(answer.values[0]))
    else:
        while room(course.state.line, course.state.spaces):
            _lay(course, "", layout_deck(course.state))
    if not room(course.state.line, course.state.spaces):
        course.settle(question)
        start_deck_done(course)
        course.then("moment:laid_out", "next_turn")


def _lay_told(course: Course, piece: str) -> None:
    """A tile with its name; an A tile means that the start tiles lie already."""
    deck = course.state.facts.pieces[piece].deck
    while deck == "A" and course.state.deck_of(START_DECK).left:
        _lay(course, "", START_DECK)
    _lay(course, piece, deck or layout_deck(course.state))


def _lay(course: Course, piece: str, deck: str) -> None:
    course.do(ev.TileLaid(piece, deck))
    if deck == START_DECK and not course.state.deck_of(START_DECK).left:
        at_once(course, "start_tiles_laid")


kind("seat", ask_seat, settle_seat)
kind("spaces", ask_spaces, settle_spaces)
kind("start", ask_start, settle_start)
kind("layout", ask_layout, settle_layout, rests=True)
