"""V Address to a Haggis: tokens on tables, three scorings with the die (C5-01 to C5-26)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.chronicles.haggis import gaining, members, serving, setting, words
from companion.chronicles.haggis.pieces import SLUG, with_pieces
from companion.chronicles.haggis.tables import CHANGES, Haggis, HaggisGained, HaggisPassed, HaggisReturned, drawer
from companion.chronicles.haggis.tapping import ways
from companion.engine.message import say
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Chronicle, Switch
from companion.state.glen_more_2.questions.question_kinds import Kind


def unseen(now: Haggis, viewer: str) -> Haggis:
    """Only the own tokens; of the others how many."""
    held = {who: tokens if who == viewer else ("",) * len(tokens) for who, tokens in now.held.items()}
    return replace(now, held=held)


CHRONICLE = Chronicle(
    slug=SLUG,
    number=5,
    minutes=10,
    name=say("Address to a Haggis"),
    words=("haggis", "drovers_inn", "ye_olde_inn", "creek_inn", "beast_feast_inn", "shetland"),
    drawer=drawer,
    events=tuple(CHANGES),
    changes=CHANGES,
    kinds={
        setting.LETTERS_ASKED: Kind(setting.ask_letters, setting.settle_letters),
        setting.STICKERS_ASKED: Kind(setting.ask_stickers, setting.settle_stickers),
        setting.VALUES_ASKED: Kind(setting.ask_values, setting.settle_values),
        setting.SHOW: Kind(setting.ask_show, setting.settle_show),
        gaining.GAIN: Kind(gaining.ask_gain, gaining.settle_gain),
        gaining.FULL: Kind(gaining.ask_full, gaining.settle_full),
        gaining.ONCE: Kind(gaining.ask_once, gaining.settle_once),
        members.TAKE: Kind(members.ask_take, members.settle_take),
        members.GIVE: Kind(members.ask_give, members.settle_give),
        serving.ROLL: Kind(serving.ask_roll, serving.settle_roll),
        serving.AGAIN: Kind(serving.ask_again, serving.settle_again),
        serving.BUY: Kind(serving.ask_buy, serving.settle_buy),
        serving.OURSELVES: Kind(serving.ask_ourselves, serving.settle_ourselves),
    },
    facts=with_pieces,
    switches=(Switch(members.ONCE_A_GAME, "C8-40", 0, say("Oonagh McHagg throws again once a game only")),),
    reactions={ev.TileTaken: gaining.tile_taken, ev.TileGiven: gaining.tile_taken},
    moments={
        "set_up": setting.set_up,
        "laid_out": setting.laid_out,
        "round_scored": serving.after_round,
        "final_scored": serving.after_round,
    },
    steps={"show": setting.show, "next": serving.go_on, "ourselves": serving.entered},
    offers={"ledger": gaining.entries, "correct": gaining.corrections, "start": setting.change_facts},
    settles={
        gaining.SHEEP: gaining.settle_entry,
        gaining.FREE: gaining.settle_entry,
        gaining.COUNT: gaining.settle_count,
        setting.LETTERS_OFFER: setting.settle_new_letters,
        setting.STICKERS_OFFER: setting.settle_new_stickers,
    },
    lines=words.lines,
    reasons={SLUG: say("Haggis")},
    causes={gaining.WHY: say("a haggis token"), serving.ROLL: say("a haggis roll")},
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
