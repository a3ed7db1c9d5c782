"""What is drawn of one pair by one metric; the window, its exports and the reports draw the same."""
