.PHONY: test lint types docs bench params

test:
	python -m pytest

lint:
	ruff check .
	ruff format --check .

types:
	mypy

docs:
	python -m sphinx -W -b html docs docs/_build/html

bench:
	python -m benchmarks run --set tiny --set random --set n-dom --engine kernel --engine python-sat --engine cp-sat --repeats 3
	python -m benchmarks report build/bench.jsonl

params:
	python nonocsp/core/kernel/generate_params.py
