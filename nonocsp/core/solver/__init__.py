"""From a puzzle to its solutions: one, all, their number; the engines that find them."""
