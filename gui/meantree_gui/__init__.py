"""The window: thin Qt views over the models of ``meantree``."""
