"""Five buttons and taps over open questions: what lies open, and what a press makes of it. Knows no game."""
