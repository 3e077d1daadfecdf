"""What referees of several games do alike with tiles that lie: pay, step, find ways to use one. Knows no game."""
