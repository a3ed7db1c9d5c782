"""How far people agree with each other, and metrics with people; what translations systematically get wrong."""
