"""What players must do with pieces: the to-do list of a turn, and changes of the table after history editing."""
