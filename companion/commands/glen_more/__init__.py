"""What the command line does for Glen More alone."""
