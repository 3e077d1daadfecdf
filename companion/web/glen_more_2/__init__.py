"""What only the page shows of Glen More II."""
