"""The dataclasses of options and counters are those of params.def."""

import pytest

from nonocsp.kernel import generate_params as params


@pytest.mark.parametrize("module", params.MODULES, ids=lambda path: path.name)
def test_the_source_is_up_to_date(module):
    source = module.read_text()
    assert params.filled(source) == source, "run `make params`"


def test_every_line_of_params_def_is_read():
    text = (params.HERE / "params.def").read_text()
    macros = ("CHOICE", "FLAG", "SEED", "WHOLE", "REAL", "COUNTER", "SECONDS", "TEXTBOOK_")
    lines = [line for line in text.splitlines() if line.startswith(macros)]
    assert len(lines) == len(list(params.parameters())) > 60
