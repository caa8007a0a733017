"""The dataclasses of options and counters are those of params.def."""

import json
from dataclasses import replace

import pytest
from samples import damaged

from nonocsp import Options
from nonocsp.core.base.errors import OptionError
from nonocsp.core.kernel import generate_params as params


@pytest.mark.parametrize("module", params.MODULES, ids=lambda path: path.name)
def test_the_source_is_up_to_date(module):
    source = module.read_text()
    assert params.filled(source) == source, "run `make params`"


def test_every_line_of_params_def_is_read():
    text = (params.HERE / "params.def").read_text()
    macros = (
        "CHOICE",
        "FLAG",
        "SEED",
        "WHOLE",
        "REAL",
        "COUNTER",
        "SECONDS",
        "TEXTBOOK_",
        "PYTHON_",
    )
    lines = [line for line in text.splitlines() if line.startswith(macros)]
    assert len(lines) == len(list(params.parameters())) > 60


NUMBERS = [each for each in params.parameters() if each[0] in ("REAL", "WHOLE")]


@pytest.mark.parametrize(("macro", "line"), NUMBERS, ids=lambda each: each[0])
def test_only_whole_numbers_refuse_fractions(macro, line):
    name, _, least, *_ = line
    value = float(least) + 0.125
    for read in (Options.from_words, lambda words: Options(**{name: value})):
        if macro == "REAL":
            assert read([f"{name}={value}"]).to_dict()[name] == value
        else:
            with pytest.raises(OptionError, match=f"option {name} is a whole number from"):
                read([f"{name}={value}"])


def test_damaged_settings_are_refused_in_one_line_or_differ_in_a_number():
    options = Options(seed=7, ordering="in_order", probing=False, compilation="frontier")
    refused = 0
    for changed in damaged(options.to_json().encode(), 2000, 300):
        try:
            read = Options.from_json(changed.decode(errors="surrogateescape"))
        except OptionError as error:
            assert "\n" not in str(error)
            refused += 1
        else:
            # A digit became another: nothing can tell.
            assert replace(read, seed=7) == options
    assert refused > 700


@pytest.mark.parametrize("name", ["cls", "self", "given", "tuning", "textbook", "two words"])
def test_a_name_that_is_not_an_option_is_refused(name):
    with pytest.raises(OptionError, match=f"^unknown option '{name}'"):
        Options.from_json(json.dumps({name: 1}))
