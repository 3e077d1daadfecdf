"""The pictures of Glen More on the panel."""
