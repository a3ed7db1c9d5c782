"""Textual entailment: features of whether one text follows from the other (Padó, Galley, Jurafsky & Manning 2009)."""
