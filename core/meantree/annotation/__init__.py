"""What annotators say of a translation: frames, error spans and corrections, how they are edited, other formats."""
