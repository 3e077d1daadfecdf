"""The rules of Glen More, the game of 2010. Draws nothing and opens no file."""
