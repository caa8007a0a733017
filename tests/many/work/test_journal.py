"""Files from which work is resumed."""

import subprocess
import sys

import pytest
from hypothesis import given, strategies as st

from nonocsp import FormatError
from nonocsp.many.work.journal import Journal

HEADER = b"for a test\n"


def opened(path):
    return Journal(path, "in use", HEADER, "of other work")


@given(
    st.lists(st.binary(max_size=9).map(lambda line: line.replace(b"\n", b"") + b"\n")), st.data()
)
def test_whatever_is_cut_off_whole_lines_are_left(tmp_path_factory, lines, data):
    path = tmp_path_factory.mktemp("journal") / "file"
    with opened(path) as journal:
        journal.add(b"".join(lines))
    content = path.read_bytes()
    cut = data.draw(st.integers(0, len(content)))
    path.write_bytes(content[:cut])
    kept = max(0, content[:cut].count(b"\n") - 1)
    with opened(path) as journal:
        found = [*journal.lines()]
        assert [line for _, line in found] == lines[:kept]
        journal.cut(found[-1][0] if found else None)
        journal.add(b"new\n")
        assert [line for _, line in journal.lines()] == [*lines[:kept], b"new\n"]
    assert path.read_bytes() == HEADER + b"".join(lines[:kept]) + b"new\n"


@pytest.mark.parametrize("content", [b"mine", b"mine\n", HEADER[:-1] + b"!", b"\n" + HEADER])
def test_other_files_stay_as_they_are(tmp_path, content):
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(FormatError, match="file: of other work"):
        opened(tmp_path / "file")
    assert (tmp_path / "file").read_bytes() == content


@pytest.mark.skipif(sys.platform == "win32", reason="files are not locked there")
def test_a_file_in_use_is_refused(tmp_path):
    code = (
        "from nonocsp.many.work.journal import Journal\n"
        f"Journal({str(tmp_path / 'file')!r}, 'in use', {HEADER!r}, 'of other work')"
    )
    with opened(tmp_path / "file"):
        other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "file: in use" in other.stderr
