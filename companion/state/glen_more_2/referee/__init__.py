"""Rules that only the referee depth of Glen More II needs: territory maps, placement and activation."""
