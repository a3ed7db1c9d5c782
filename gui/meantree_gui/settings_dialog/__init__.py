"""The Settings dialog, with the user's keyboard shortcuts."""
