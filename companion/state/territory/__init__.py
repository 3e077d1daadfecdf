"""The territories, rondel and market that several games share. Imports none of them."""
