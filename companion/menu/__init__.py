"""The menu: five keys and taps over open questions. Pure functions of the open screens; knows no game."""
