"""Pictures for the e-ink panel and for paper: made from frozen values, by words in any language.

Nothing here changes a game, and only a game's own folder knows it.
"""
