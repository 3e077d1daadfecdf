"""What only the referee of Glen More II knows: what lies where, what activating and moving bring."""
