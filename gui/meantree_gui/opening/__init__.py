"""Opening files, folders, projects, pasted texts, and the last session."""
