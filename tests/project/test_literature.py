"""Every source that an explanation cites is in the literature, and every entry is cited."""

import re
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "docs/explanation"
PAGES = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
ENTRIES = re.findall(r"^- \*\*(.+) (\d{4})\.\*\*", PAGES["literature"], re.M)
NAME = r"(?:Van |)[A-ZÀ-Þ][\w-]+"
CITED = re.compile(rf"({NAME}(?: et al\.| and {NAME})?) \(?((?:19|20)\d\d)\)?")
MONTHS = {"January", "June", "November"}


def test_citations_and_literature_agree() -> None:
    cited = {
        source
        for page, text in PAGES.items()
        if page not in ("literature", "results")
        for source in CITED.findall(text)
        if source[0] not in MONTHS
    }
    assert cited == {*ENTRIES}


def test_the_literature_is_sorted() -> None:
    plain = str.maketrans("éèö", "eeo")
    keys = [name.split(" ")[0].casefold().translate(plain) for name, _ in ENTRIES]
    assert keys == sorted(keys)
