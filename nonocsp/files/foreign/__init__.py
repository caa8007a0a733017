"""The door for libraries that read what others wrote, and pictures that they read."""
