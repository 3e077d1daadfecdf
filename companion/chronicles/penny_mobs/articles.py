"""The sixteen members explained, and which rule is behind an event of theirs. Words only."""

from __future__ import annotations

from itertools import chain

from companion.chronicles.penny_mobs import mob
from companion.chronicles.penny_mobs.members import ANDERSON, LAIRD, MEMBERS, MUSCLE, QUACK, SLUG, Member
from companion.chronicles.penny_mobs.rule_words import RULE_WORDS
from companion.engine.look_up import Article
from companion.engine.message import literal, tr
from companion.state.glen_more_2.expansions import Explained

_ABOUT = (
    tr("Members of the mobs lie in jail; pennies put on them come to whoever takes them, and so do their powers."),
    *RULE_WORDS["C8-13"],
    tr("At the end each -1 penny at home costs you 1 point, each +1 penny before you brings 1."),
)
_MORE_RULES = {QUACK: ("C8-36",), MUSCLE: ("C8-38",), LAIRD: ("C8-21",), ANDERSON: ("C8-32",)}


def _of_member(member: Member) -> Article:
    rules = (member.rule, *_MORE_RULES.get(member.id, ()))
    text = (
        *chain.from_iterable(RULE_WORDS[rule] for rule in rules),
        tr("What it costs at the end is printed on its card."),
    )
    return Article(member.id, literal(member.name), text, member.rule)


ARTICLES = (Article(SLUG, tr("Penny Mobs"), _ABOUT), *map(_of_member, MEMBERS.values()))
EXPLAINED: Explained = {
    mob.MemberCame: lambda e: e.member,
    mob.PennyLaid: lambda _e: "C8-10",
    mob.MemberTaken: lambda e: e.member,
    mob.PennyGiven: lambda _e: "C8-35",
    mob.TokenUsed: lambda e: e.member,
    mob.MemberPlaced: lambda e: e.member,
    mob.PowerUsed: lambda e: e.member,
    mob.BruceWorked: lambda _e: "C8-18",
    mob.Sponged: lambda _e: "C8-29",
}
