"""What every game needs: questions, answers, actions, events, the journal, undo. Knows no game."""
