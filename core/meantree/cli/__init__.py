"""The ``meantree`` command."""
