"""Everything of Glen More II that is drawn on the panel.

Works out no rule and no points: the view brings them.
"""
