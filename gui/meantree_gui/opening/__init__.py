"""How texts come into the window: files, folders, projects, what is pasted, and what was open last."""
