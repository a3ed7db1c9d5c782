"""Several copies of a project, or parts of one, become one: what each keeps, how that is joined, and written."""
