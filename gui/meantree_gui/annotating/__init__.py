"""What frames and error spans share on the Annotate page: the open translation, its context, the rows to decide."""
