"""The state behind the window: the open corpus, its scores, the selection, and the data of the pages. No widgets."""
