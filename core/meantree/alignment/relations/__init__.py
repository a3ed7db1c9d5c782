"""Lexical relations between the words of two texts; ``all_relations`` lists them."""
