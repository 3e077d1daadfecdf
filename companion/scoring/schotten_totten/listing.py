"""Claims as text for people, a line for each stone. Knows no language: `translate` brings the reader's."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.message import Translate, tr
from companion.scoring.schotten_totten.because import because
from companion.scoring.schotten_totten.border import SIDES, Side
from companion.scoring.schotten_totten.claims import Claim


def listing(claims: Sequence[Claim], winner: Side | None, to_move: Side, translate: Translate) -> str:
    """All that can be said of one border, ready to print."""
    if winner:
        return translate(tr("Winner: {names}.", names=winner))
    if not claims:
        return translate(tr("No side of {who} is full at a stone that is still free.", who=to_move))
    names = {side: side for side in SIDES}
    yes, no = translate(tr("can be claimed")), translate(tr("not yet"))
    width = max(len(yes), len(no))
    return "\n".join(
        f"{translate(tr('Stone {n}', n=claim.stone))}  {(yes if claim.claimable else no).ljust(width)}  "
        f"{translate(because(claim, names))}"
        for claim in claims
    )
