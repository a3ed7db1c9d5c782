"""The project file: corpus, annotators, their annotations with history, settings; one SQLite file, ``.meantree``."""
