"""The territories, rondel and market that both Glen More games share. Imports neither game."""
