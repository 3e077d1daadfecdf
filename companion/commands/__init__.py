"""The commands. Each is imported when it is called, and imports what it needs when it runs."""
