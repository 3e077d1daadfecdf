"""Everything of Glen More II that is drawn on the panel."""
