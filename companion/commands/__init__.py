"""One module a command; each imports what it needs when it runs, so that no command waits for another's parts."""
