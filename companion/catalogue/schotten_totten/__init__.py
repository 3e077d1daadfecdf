"""The pieces of Schotten Totten: cards, stones and places for stickers. Knows no rule."""
