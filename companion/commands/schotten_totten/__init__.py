"""What only Schotten Totten brings to the command line."""
