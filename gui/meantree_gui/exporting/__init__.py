"""What leaves the window: pictures, scores, and where they are written."""
