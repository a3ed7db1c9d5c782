"""What a user chooses once: appearance, analysers, metrics, keys, what is open at the start."""
