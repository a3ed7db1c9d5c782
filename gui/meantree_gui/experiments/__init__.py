"""The Experiments page: studies of metrics on the open corpus, as tables and figures."""
