"""What only the referee of Glen More knows: territories, what lies on them, what activating and moving bring."""
