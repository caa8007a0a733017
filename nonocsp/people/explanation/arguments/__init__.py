"""Why there is one solution or none: `argument` chooses a short proof, `wording` says its steps."""
