"""What can be read in the program: its keys, its metrics, the semantic roles."""
