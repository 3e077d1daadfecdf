"""`python -m tools.attack requests|files [COUNT] [SEED]`: exit code 1 if anything was at fault."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tools.attack import files, requests

ATTACKS = {"requests": (requests.attack, 20_000), "files": (files.attack, 1_000)}


def main(arguments: Sequence[str]) -> int:
    """Run one attack; return the exit code."""
    if not arguments or arguments[0] not in ATTACKS:
        print(__doc__, file=sys.stderr)
        return 2
    run, usual = ATTACKS[arguments[0]]
    count, seed = [*map(int, arguments[1:3]), *(usual, 1)[len(arguments) - 1 :]][:2]
    report = run(count, seed)
    print("\n".join(report.lines))
    return int(bool(report.faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
