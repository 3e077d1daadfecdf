"""Pictures for the e-ink panel and PDF files for paper, drawn from immutable values in any language.

Screens never change a game. Only a game's own folder knows the rules of that game.
"""
