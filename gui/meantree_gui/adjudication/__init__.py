"""What an adjudicator sees and decides: annotators side by side and the gold standard."""
