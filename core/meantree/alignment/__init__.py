"""Links between the words of a hypothesis and those of a reference."""
