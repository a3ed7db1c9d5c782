"""Error rates: how many edits lead from one text to the other."""
