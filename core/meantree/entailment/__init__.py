"""Does one text follow from another? Features of an aligned pair, after Padó, Galley, Jurafsky & Manning (2009)."""
