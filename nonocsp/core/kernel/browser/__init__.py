"""The kernel in the browser: its build, and its door for Python in the browser."""
