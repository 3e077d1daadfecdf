"""Glen More on the page."""
