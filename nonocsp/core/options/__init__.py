"""How a search is asked for and how it ends: options, plugins, limits, stops, events."""
