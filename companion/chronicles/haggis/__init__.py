"""V Address to a Haggis: tokens on tables, three scorings with the die (C5-01 to C5-26)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.chronicles.haggis import gaining, members, serving, setting, words
from companion.chronicles.haggis.pieces import SLUG, with_pieces
from companion.chronicles.haggis.tables import CHANGES, Haggis, HaggisGained, HaggisPassed, HaggisReturned, drawer
from companion.chronicles.haggis.tapping import ways
from companion.engine.message import tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion, ExpansionRule
from companion.state.glen_more_2.questions.question_kinds import QuestionKind


def unseen(now: Haggis, viewer: str) -> Haggis:
    """Only the own tokens; of the others how many."""
    held = {
        player_id: tokens if player_id == viewer else ("",) * len(tokens) for player_id, tokens in now.held.items()
    }
    return replace(now, held=held)


CHRONICLE = Expansion(
    slug=SLUG,
    number=5,
    minutes=10,
    name=tr("Address to a Haggis"),
    words=("haggis", "drovers_inn", "ye_olde_inn", "creek_inn", "beast_feast_inn", "shetland"),
    drawer=drawer,
    events=tuple(CHANGES),
    changes=CHANGES,
    kinds={
        setting.LETTERS_ASKED: QuestionKind(setting.ask_letters, setting.settle_letters),
        setting.STICKERS_ASKED: QuestionKind(setting.ask_stickers, setting.settle_stickers),
        setting.VALUES_ASKED: QuestionKind(setting.ask_values, setting.settle_values),
        setting.SHOW: QuestionKind(setting.ask_show, setting.settle_show),
        gaining.GAIN: QuestionKind(gaining.ask_gain, gaining.settle_gain),
        gaining.FULL: QuestionKind(gaining.ask_full, gaining.settle_full),
        gaining.ONCE: QuestionKind(gaining.ask_once, gaining.settle_once),
        members.TAKE: QuestionKind(members.ask_take, members.settle_take),
        members.GIVE: QuestionKind(members.ask_give, members.settle_give),
        serving.ROLL: QuestionKind(serving.ask_roll, serving.settle_roll),
        serving.AGAIN: QuestionKind(serving.ask_again, serving.settle_again),
        serving.BUY: QuestionKind(serving.ask_buy, serving.settle_buy),
        serving.OURSELVES: QuestionKind(serving.ask_ourselves, serving.settle_ourselves),
    },
    facts=with_pieces,
    switches=(ExpansionRule(members.ONCE_A_GAME, "C8-40", 0, tr("Oonagh McHagg throws again once a game only")),),
    reactions={ev.TileTaken: gaining.tile_taken, ev.TileGiven: gaining.tile_taken},
    hooks={
        "set_up": setting.set_up,
        "laid_out": setting.laid_out,
        "round_scored": serving.after_round,
        "final_scored": serving.after_round,
    },
    follow_ups={"show": setting.show, "next": serving.go_on, "ourselves": serving.entered},
    offers={"ledger": gaining.entries, "correct": gaining.corrections, "start": setting.change_facts},
    settles={
        gaining.SHEEP: gaining.settle_entry,
        gaining.FREE: gaining.settle_entry,
        gaining.COUNT: gaining.settle_count,
        setting.LETTERS_OFFER: setting.settle_new_letters,
        setting.STICKERS_OFFER: setting.settle_new_stickers,
    },
    lines=words.lines,
    reasons={SLUG: tr("Haggis")},
    causes={gaining.WHY: tr("a haggis token"), serving.ROLL: tr("a haggis roll")},
    taps=ways,
    told=words.TOLD,
    put_back=words.PUT_BACK,
    secret=unseen,
    public={
        HaggisGained: lambda e: replace(e, token="") if not e.face_up else e,
        HaggisReturned: lambda e: replace(e, token=""),
        HaggisPassed: lambda e: replace(e, token=""),
    },
    slots=setting.new_stickers,
)
