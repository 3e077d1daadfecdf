"""Mutation testing with mutmut: prints the share of changes in the code that the tests notice.

It fails below GOAL; `mutmut results` then names the survivors.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
GOAL = 80
NOTICED_RESULTS = ("killed", "timeout", "suspicious", "segfault", "caught_by_type_check")


def score(counts: dict[str, int]) -> float:
    """Return the percentage of changes that made a test fail; changes that no test runs count as unnoticed."""
    tried = counts["total"] - counts.get("skipped", 0)
    return 100 * sum(counts.get(kind, 0) for kind in NOTICED_RESULTS) / tried if tried else 0.0


def main() -> int:
    """Run mutmut, continuing its last run, and return the exit code."""
    mutmut = [sys.executable, "-m", "mutmut"]
    subprocess.run([*mutmut, "run", "--max-children", "2"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    subprocess.run([*mutmut, "export-cicd-stats"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    counts = json.loads((ROOT / "mutants" / "mutmut-cicd-stats.json").read_text(encoding="utf-8"))
    reached = score(counts)
    print(f"mutation score: {reached:.1f} % of {counts['total']} changes noticed (goal {GOAL} %)")
    return 0 if reached >= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
