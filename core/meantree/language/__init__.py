"""Languages: their names, what the program has for each, which one texts are in, and words where nothing analyses."""
