"""The annotation editor: frames of a translation and a reference, corrected by keyboard or mouse."""
