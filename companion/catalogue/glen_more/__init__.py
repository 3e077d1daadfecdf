"""The pieces of Glen More, the game of 2010: all of them, as data. Knows no rule."""
