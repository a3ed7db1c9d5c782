"""The layers of an analysis: each one component that says what it provides, requires, and is made by."""
