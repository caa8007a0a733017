"""The reader of text that has no format."""
