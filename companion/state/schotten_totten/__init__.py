"""The rules of Schotten Totten. Imports no other game."""
