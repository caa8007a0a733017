"""Faces for people: command line, page, player and shell. They translate, and decide nothing."""
