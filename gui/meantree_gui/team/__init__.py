"""The annotators of a project: who annotates what, how far they are, and files that go to them and come back."""
