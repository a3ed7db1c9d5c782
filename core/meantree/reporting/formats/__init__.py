"""The formats of reports: HTML, PDF and workbooks; each sets the blocks of one content."""
