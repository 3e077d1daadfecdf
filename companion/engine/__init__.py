"""What every game needs: questions, answers, the journal, undo, menus. Knows no game."""
