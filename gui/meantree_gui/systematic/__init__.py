"""The page of systematic errors: features by how often they fire, and the segments behind each."""
