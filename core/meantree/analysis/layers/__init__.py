"""The layers of an analysis: what each provides and requires, how it is made, and how it is stored."""
