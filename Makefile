.PHONY: test lint types docs

test:
	python -m pytest

lint:
	ruff check .
	ruff format --check .

types:
	mypy

docs:
	python -m sphinx -W -b html docs docs/_build/html
