"""The commands with their options; what they do is loaded when they run."""
