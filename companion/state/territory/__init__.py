"""Territories, the rondel and the market of both games that have them. Knows neither game."""
