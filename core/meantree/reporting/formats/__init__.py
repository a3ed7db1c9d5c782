"""The formats of reports: HTML, PDF, LaTeX and workbooks; each sets the blocks of one content."""
