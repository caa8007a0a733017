"""The reader of text that has no format; `choice` is its door."""
