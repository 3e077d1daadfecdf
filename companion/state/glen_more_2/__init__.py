"""The rules of Glen More II. Reads no file and no clock, rolls no die, draws nothing; names no chronicle."""
