"""A report of what is open, as it will be printed."""
