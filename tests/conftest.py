"""What every test may use."""

pytest_plugins = ["tests.ledger_coverage", "tests.games.course_steps", "pytester"]
