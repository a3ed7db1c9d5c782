"""What is open, how it scores and what is looked at: the state behind the window, without widgets."""
