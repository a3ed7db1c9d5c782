"""The project file: corpus, annotations with their history, team, settings; one SQLite file, ``.meantree``."""
