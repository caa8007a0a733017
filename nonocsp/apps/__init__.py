"""Faces for people: command line, page, player and shell. They convert input and output."""
