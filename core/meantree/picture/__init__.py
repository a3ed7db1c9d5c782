"""Pictures as plain data: layouts and colours that the window and the reports both draw from."""
