"""The history in words: every event that people see has its sentence, and the sentence is right."""

from __future__ import annotations

import re

import pytest

from companion.engine.event_rows import answer_text
from companion.engine.message import Message, tr
from companion.engine.offers import Answer, Offer, Question
from companion.games.definition import RandomGame
from companion.games.glen_more_2.definition import GAME
from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.games.random_play import play_step
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.event_rows import EVENT_ROWS
from companion.state.glen_more_2.facts import LearnedFact
from companion.state.glen_more_2.model import ScoreHistory, Tile, TurnPoints
from companion.state.glen_more_2.text.history_text import history_text
from tests.sampled import half
from tests.state.glen_more_2.table import Table

SENTENCES = [
    (ev.PlayerSeated("green", coins=8), "Green plays with 8 coins"),
    (ev.PlayerNamed("red", "Ann"), "Red is called Ann"),
    (ev.DieChosen(True), "with the die"),
    (ev.DieChosen(False), "without the die"),
    (ev.WorldsEndChosen(True), "World's End on top of D"),
    (ev.WorldsEndChosen(False), "World's End in the middle of D"),
    (ev.HouseRuleChanged("mckenzie", 0), "house rule mckenzie is now 0"),
    (ev.ChronicleRuleChanged("boats.far", 1), "house rule boats.far is now 1"),
    (ev.ChronicleChosen("boats", True), "with boats"),
    (ev.ChronicleChosen("boats", False), "without boats"),
    (ev.SpacesCounted(14), "the rondel has 14 spaces"),
    (ev.FactLearned(LearnedFact("halkirk", "rebuild", False)), "Halkirk is not a rebuild tile"),
    (ev.FactLearned(LearnedFact("halkirk", "rebuild", True)), "Halkirk is a rebuild tile"),
    (ev.FactLearned(LearnedFact("halkirk", "sort", "person")), "Halkirk is a person"),
    (ev.FactLearned(LearnedFact("halkirk", "sort", "landmark")), "Halkirk is a landmark tile"),
    (ev.FactLearned(LearnedFact("A-7", "deck", "A")), ""),
    (ev.FactLearned(LearnedFact("A-7", "name", "Moor")), "Seven Sheep Hill is called Moor"),
    (ev.FactLearned(LearnedFact("A-7", "symbol", True)), "Seven Sheep Hill: chronicle symbol entered"),
    (ev.FactLearned(LearnedFact("", "rondel_spaces", 14)), ""),
    (ev.PlayBegan(), "play begins"),
    (ev.TileTaken("red", "halkirk", "A"), "Red takes Halkirk"),
    (ev.TileTaken("red", "", "A"), "Red takes a tile of deck A"),
    (ev.TileGiven("red", "david_hume", ""), "Red gets David Hume"),
    (ev.TileNamed("red", "halkirk", "A-7"), "the tile of Red is Halkirk"),
    (ev.DiscardNamed("halkirk", "A"), "Halkirk lies on the discard pile"),
    (ev.TileDiscarded("", "B", 1, "GM-RND-05"), "a tile of deck B is discarded"),
    (ev.PawnStopped("red", "worlds_end"), "Red stops on World's End"),
    (ev.FigureLeft("die"), "the die leaves the game"),
    (ev.DieRolled(2), "the die shows 2"),
    (ev.DieWaited(), "the die waits for a tile"),
    (ev.DeckEmptied("A"), "deck A is empty"),
    (ev.DeckCounted("A", 1), "1 tile is left in deck A, not 9"),
    (ev.DeckCounted("A", 3), "3 tiles are left in deck A, not 9"),
    (ev.TileLaid("", "A"), "1 tile laid"),
    (ev.TileLaid("halkirk", "A"), "1 tile laid (Halkirk)"),
    (ev.LandmarkGained("red", "inverness"), "Red: card Inverness"),
    (ev.TileCountChanged("red", 0, "rebuilt"), "Red: it covers another tile"),
    (ev.TileCountChanged("red", 1, "laid"), ""),
    (ev.TileCountChanged("red", -2, "removed"), "Red: 2 tiles fewer"),
    (ev.TileCountChanged("red", 1, "corrected"), "Red: 1 tile more"),
    (ev.CoinsGained("red", 1, "entered"), "Red +1 coin"),
    (ev.CoinsGained("red", 3, "landmark:castle_stalker"), "Red +3 coins (Castle Stalker)"),
    (ev.CoinsPaid("red", 2, "roads"), "Red -2 coins (the roads)"),
    (ev.GoodBought("red", "cattle", 2), "Red buys cattle for 2"),
    (ev.GoodSold("red", "sheep", 3), "Red sells sheep for 3"),
    (ev.BarrelsGained("red", 1, "crest:mckenzie"), "Red +1 barrel (McKenzie)"),
    (ev.BarrelsPaid("red", 2, "cost"), "Red -2 barrels (the cost of the tile)"),
    (ev.HomeScotsChanged("red", 1, "entered"), "Red: 1 Scot comes home"),
    (ev.HomeScotsChanged("red", -2, "cost"), "Red: 2 Scots leave home"),
    (ev.CrestTaken("red", "ross"), "Red: marker on Ross"),
    (ev.PointsScored("red", 8, "exchange"), "Red +8 points (exchange)"),
    (ev.PointsScored("red", -6, "territory"), "Red -6 points (size of the territory)"),
    (ev.PointsScored("red", 3, "crest:douglas"), "Red +3 points (Douglas)"),
    (ev.PointsScored("red", 2, "tile:halkirk"), "Red +2 points (Halkirk)"),
    (ev.LateEntryMade("blue"), "Entered late for Blue"),
    (ev.BoughtGoodSpent("red", "sheep"), "Red gives the bought sheep"),
    (ev.EntryMade("red", "free"), ""),
    (ev.EntryMade("red", "late_free"), "Red: an earlier tile was free"),
    (ev.EntryMade("red", "late_goods"), "Red: an earlier tile: own goods"),
    (ev.EntryMade("red", "late_never"), "Red: an earlier tile's cost stays open"),
    (ev.Overruled("GM-TAK-01"), "done anyway, against a rule"),
    (ev.Overruled(""), "done anyway"),
    (ev.CountEntered("red", "scots", 4), "Red: Scots in the home castle 4"),
    (ev.CountEntered("red", "scots", 0), ""),
    (ev.GoodsCounted("red", 1), "Red: 1 good"),
    (ev.RoundScored("A", {}), "scoring round A done"),
    (ev.RoundScored("final", {}), "final scoring done"),
    (ev.GameEnded(("red", "blue")), "the game is won by Red, Blue"),
    (ev.CountSet("red", "coins", 4), "Red's coins 4, not 5"),
    (ev.RowSet("wood", 1), "the wood row holds coins on 1 space"),
    (ev.PawnPlaced("die", 2), "the die stands on space 3"),
    (ev.SpaceSet(2, "", ""), "nothing lies on space 3"),
    (ev.SpaceSet(2, "halkirk", "A"), "Halkirk lies on space 3"),
    (ev.PiecePlaced("halkirk", "blue"), "Halkirk is with Blue"),
    (ev.PiecePlaced("halkirk", "removed"), "Halkirk is out of the game"),
    (ev.CardPlaced("inverness", ""), "Inverness: nobody"),
    (ev.MarkerPlaced("ross", "red"), "Ross: Red"),
    (ev.ColourChanged("red", "green"), "Red plays Green from now on"),
    (ev.ColourChanged("red", "blue"), "Red and Blue swap colours"),
    (ev.DieJoined("red"), "the die joins where the pawn of Red stood (house ruling)"),
    (ev.PlayerLeft("red"), "Red goes home: the pawn leaves the rondel, the points stay (house ruling)"),
    (ev.PlayerJoinedLate("green", 5), "Green joins with 5 coins, the pawn at the back (house ruling)"),
    (ev.MidGameSetupBegan(), "set up in mid-game"),
    (ev.DeckEntered("B", 7), "7 tiles are left in deck B"),
    (ev.RondelEntered((("red", ""), ("", "A"), ("", ""), ("", "B"))), "2 tiles lie on the rondel"),
    (ev.MarkerPlaced("douglas", "red", 2), "Douglas: 2 markers of Red, not 0"),
    (ev.ScoringWithdrawn(), "the final scoring comes again"),
    (ev.NoteMade("late"), "note: late"),
    (ev.RefillBegan(1), "end of Red's turn"),
]


OF_REFEREE = {*ev.REFEREE_EVENTS}
"""Tried in `test_referee_words`."""
TOLD = {row.event for row in EVENT_ROWS if row.history or row.group_history} - OF_REFEREE
SILENT = {
    ev.TurnBegan,
    ev.TileIdentified,
    ev.PawnMoved,
    ev.PersonGained,
    ev.ManualStepRequired,
    ev.CountsMarkedUncertain,
    ev.CostSettled,
    ev.QuestionAsked,
    ev.QuestionClosed,
    ev.TurnEnded,
    ev.StageEntered,
    ev.RoundScheduled,
    ev.ExpansionScored,
    ev.ActingChanged,
    ev.PendingStepsSet,
    ev.FollowUpQueued,
    ev.FixturePlaced,
    ev.FigureJoined,
    ev.RefillSkipped,
}
"""The course of the game between what people see happen: another event of the same entry tells of it."""


def test_every_event_has_a_row_and_is_told_or_meant_to_be_silent() -> None:
    assert {row.event for row in EVENT_ROWS} - OF_REFEREE == set(ev.EVENT_TYPES)
    assert len({row.event for row in EVENT_ROWS}) == len(EVENT_ROWS)
    assert {row.event for row in EVENT_ROWS} - SILENT - OF_REFEREE == TOLD


def test_every_sentence_is_tried_here() -> None:
    assert {type(event) for event, _ in SENTENCES} == TOLD


@pytest.mark.parametrize(("event", "words"), SENTENCES, ids=lambda value: type(value).__name__)
def test_what_people_read(event: ev.Event, words: str) -> None:
    assert str(history_text(Table(3).state, [event]) or "") == words


@pytest.mark.parametrize("kind", sorted(SILENT, key=lambda kind: kind.__name__))
def test_a_silent_event_adds_nothing(kind: type[ev.Event]) -> None:
    given = {
        "turn": 0,
        "number": 1,
        "to_lay": 0,
        "ahead": 1,
        "args": (),
        "counts": (),
        "steps": (),
        "step": "",
        "trigger": "",
        "phase": "take",
    }
    fields = [f for f in kind.__struct_fields__ if f not in kind.__struct_defaults__]
    event = kind(**{f: given.get(f, "red") for f in fields})
    assert str(history_text(Table(2).state, [event, ev.DieRolled(1)])) == "the die shows 1"


def test_a_whole_turn_reads_in_one_line() -> None:
    table = Table(3)
    table.arrange("red castle_stalker blue S-1 yellow S-3 A?")
    table.takes("red", "castle_stalker")
    assert table.told() == ["Red takes Castle Stalker, card Castle Stalker, +3 coins (Castle Stalker)"]


def test_all_tiles_laid_are_one_breath() -> None:
    state = Table(2).state
    laid = [ev.TileLaid("halkirk", "A"), ev.TileLaid("", "A"), ev.TileLaid("A-7", "A")]
    assert str(history_text(state, laid)) == "3 tiles laid (Halkirk, Seven Sheep Hill)"


def test_players_go_by_their_names_and_a_correction_says_so() -> None:
    table = Table(2)
    table.corrects("name", "red", "new", "Ann")
    table.corrects("count", "red", "coins", 4)
    assert table.told()[-2:] == ["corrected: Red is called Ann", "corrected: Ann's coins 4, not 5"]


def test_words_are_kept_apart_from_their_language() -> None:
    """Nothing that people read is put together before it is translated."""
    for event, words in SENTENCES:
        message = history_text(Table(3).state, [event])
        assert isinstance(message, Message) == bool(words)
        if message is None:
            continue
        assert message.text != words or "{" not in message.text


def test_what_a_tile_was_is_told_after_its_name_was_learned() -> None:
    table = Table(3, box="bare")
    table.arrange("red blue A? A? yellow A? A?", discards=(Tile("", "A"),))
    table.takes("red", "A-7", ahead=3)
    table.answers("sort", "land")
    assert table.told()[-1] == "the A tile is a plain tile"


def test_an_answer_of_which_nothing_came_is_told_as_it_was_given() -> None:
    table = Table(3)
    table.arrange("red castle_stalker blue S-1 yellow S-3 A?")
    table.takes("red", "castle_stalker")
    table.answers("good_cost", "own")
    assert table.told()[-1].endswith("your own wood, or bought? Your own")


def test_a_number_of_which_nothing_came_is_told_with_what_it_counts() -> None:
    table = Table(3)
    table.arrange("red robert_the_bruce blue S-1 yellow S-3 A?")
    table.has("red", coins=20)
    table.takes("red", "robert_the_bruce")
    table.answers("crest", "crest", "mckinnon")
    table.answers("scots_home", "home", 0)
    assert table.told()[-1] == "McKinnon: does the Scot go to the home castle? 0"


def test_what_was_scored_before_a_late_entry_is_said_to_stay() -> None:
    table = Table(3)
    table.arrange(
        "red S-2 blue S-1 yellow S-3 A?", done_scorings=("A",), score_history=course("blue", "", "yellow", "A")
    )
    table.enters("blue", "points", "exchange", 5)
    assert table.told()[-1] == "Blue +5 points (exchange), in Red's turn: scorings before stay as they were"


def test_of_scorings_before_the_turn_that_a_late_entry_belongs_to_nothing_is_said() -> None:
    table = Table(3)
    table.arrange(
        "red S-2 blue S-1 yellow S-3 A?", done_scorings=("A",), score_history=course("yellow", "A", "blue", "")
    )
    table.enters("blue", "points", "exchange", 5)
    assert table.told()[-1] == "Blue +5 points (exchange), in Red's turn"


def course(*turns: str) -> ScoreHistory:
    """Figures and what was scored in their turns."""
    pairs = zip(turns[::2], turns[1::2], strict=True)
    return ScoreHistory(
        turns=tuple(TurnPoints(n, who, (0, 0, 0), scored) for n, (who, scored) in enumerate(pairs))
    )


@pytest.mark.parametrize("seed", half(range(4)))
def test_no_line_of_a_whole_game_is_empty_or_names_a_rule(seed: int) -> None:
    chronicles = tuple(game_rules().library.expansions) if seed else ()
    history, player = GAME.random_play.begin(RandomGame(3, seed, chronicles[seed - 1 : seed + 3]))
    for _ in range(1000):
        if history.game.is_finished(history.state):
            break
        play_step(history, player)
    assert history.game.is_finished(history.state)
    lines = [str(words) for _, words in history.lines()]
    bad = [each for each in lines if not each or each == "done" or re.search(r"\b(GM|C\d)-[A-Z0-9]+", each)]
    assert bad == []
    turns = history.turns()
    assert sum(turn.after - turn.first for turn in turns) == len(lines)
    words = [str(history.turn_summary(turn)) for turn in turns]
    assert not [each for each in words if re.search(r"\b(GM|C\d)-[A-Z0-9]+", each)]


def test_what_was_answered_in_secret_is_not_told() -> None:
    vote = Question(7, "vote", tr("Aye or no?"), (Offer("aye", tr("Aye")), Offer("no", tr("No"))), "red", "red")
    assert str(answer_text(vote, Answer(7, "no"))) == "answered in secret"


def test_tiles_discarded_in_one_answer_are_counted() -> None:
    same = [ev.TileDiscarded("", "A", 1, "GM-RND-05")] * 4
    events = [*same, ev.TileDiscarded("halkirk", "A", 1, "GM-RND-05")]
    line = history_text(Table(2).state, events)
    assert str(line) == "Halkirk is discarded, 4 tiles of deck A are discarded"
