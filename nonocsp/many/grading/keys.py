"""Values in a text by what their keys say: the answer, or what is none (a draft, the clues).

Keys are those of JSON and Python, of objects without quotes, and words before a bracket, as
``Initial: [[…]]`` or ``not [[…]]``. Brackets are matched in one pass, whatever stands between.
"""

from __future__ import annotations

import re
from collections import deque
from typing import NamedTuple

#: Words of keys whose values are not answers, and those that also name objects with the answer.
_GIVEN = r"puzzle|problem|task|question|prompt|inputs?|given|examples?"
_NO_ANSWER = re.compile(
    rf"perception|perceived|drafts?|initial|start(?:ing)?|clues?|hints?|constraints?|empty|unsolved"
    rf"|original|reasoning|thoughts?|thinking|scratch(?:pad)?|analysis|explanation|steps|attempts"
    rf"|previous|incorrect|wrong|not|instead|rather|checks?|verification|transposed?"
    rf"|columns?|cols|{_GIVEN}"
)
_MAY_HOLD_ONE = re.compile(_GIVEN)
_ANSWER = re.compile(
    "answers?|solutions?|results?|output|predict(?:ion|ed)|response|solved|completed|corrected"
)
#: Parts of a grid.
_PART = {"row", "line", "cell"}
#: Words that make a sentence of a label.
_SAID = {"is", "was", "are", "were"}

_BRACKETS = re.compile(r""""(?:[^"\\\n]|\\.)*+"?|(?<!\w)'(?:[^'\\\n]|\\.)*+'?|[\[\](){}]""")
_OPENER = {"]": "[", ")": "(", "}": "{"}
_KEY = re.compile(
    r"""(?P<q>["'])(?P<key>[^"'\n]{1,40})(?P=q)\s*:\s*"""
    r"""|(?<![\w.])(?P<name>[A-Za-z_]\w{0,40})\s*=\s*(?:\w+\.)?(?:array)?(?=[\[({"'Nn])"""
    r"""|(?:(?P<member>[{,])\s*|(?<![\w-]))(?P<label>[A-Za-z][\w \t-]{0,30})[*_`]*:"""
    r"""[ \t]*[*_`]*(?=[\[{("'])"""
    r"""|\b(?P<word>not|instead|rather)(?:[ \t]+(?:of|than))?[ \t]+[*_`]*(?=[\[{(])"""
)
#: A value of Python is an answer if it is a list as it stands, and no code that makes one.
LIST = re.compile(r"""\(?\s*[\[(]\s*(?:["']|[\[(][^\[\]()]*[\])]\s*[,\])])""")
#: One without content is an answer, too, if no code behind it changes what it names.
_EMPTY = re.compile(r"""(?:None|null|""|''|\(?[\[({]\s*+[\])}]\)?)[ \t]*(?:[;#]|$)""", re.MULTILINE)
_CHANGED = re.compile(r"(?<!\w)(\w+)\s*(?:\.\w|\[|[+*|]?=[^=])")
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'', re.DOTALL)
_END = re.compile(r"[,\n})\]]")
_TRUTH = re.compile(r"(?:true|false)\b", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z][a-z]{2}")


#: Stands for values that are not answers; it is neither a cell nor blank.
REMOVED = "\0"

#: Characters of a value that is neither a text nor a list.
_MOST = 1000

#: Answers inside answers that are followed.
_LEVELS = 4


class Value(NamedTuple):
    """A value with a key that says what it is."""

    key: str
    start: int
    end: int | None
    """None: it is cut off."""
    rank: int
    """0 for no answer; the higher, the more it is one."""
    depth: int
    """How many brackets are around it."""
    whole: tuple[int, int]
    """Where the outermost of these begins and ends."""


def rank_of(key: str) -> int | None:
    """What a key says: 0 for no answer, the higher the more it is the answer; None for nothing.

    >>> [*map(rank_of, ("final_answer", "solution", "solvedGrid", "initial grid", "grid"))]
    [3, 2, 1, 0, None]
    """
    words = [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", key)]
    if any(map(_NO_ANSWER.fullmatch, words)):
        return 0
    if not _PART.isdisjoint(words):
        return None
    if "final" in words:
        return 3
    if words in (["answer"], ["solution"]):
        return 2
    return 1 if any(map(_ANSWER.fullmatch, words)) else None


class Keys:
    """The values of a text by their keys. Cost: linear.

    >>> text = '{"answer": [1], "draft": [0]}'
    >>> keys = Keys(text)
    >>> keys.answer().key, keys.without_others()
    ('answer', '{"answer": [1], "draft": \\x00  }')
    """

    def __init__(self, text: str, size: int = 0) -> None:
        """``size``: how many characters a value has at least that is an answer by its key alone."""
        self.text, self._size = text, size
        self.ends: dict[int, int] = {}
        """Where the brackets that open at a place are closed."""
        self._match()
        self.values = self._values()

    def _match(self) -> None:
        stack: list[int] = []
        is_open = dict.fromkeys("[({", 0)
        for token in _BRACKETS.finditer(self.text):
            sign = token[0]
            if sign in is_open:
                stack.append(token.start())
                is_open[sign] += 1
            elif sign in _OPENER and is_open[_OPENER[sign]]:
                begun = -1
                while begun < 0 or self.text[begun] != _OPENER[sign]:
                    begun = stack.pop()
                    is_open[self.text[begun]] -= 1
                self.ends[begun] = token.end()

    def _values(self) -> list[Value]:
        text, found, behind = self.text, list[Value](), 0
        begins, around = deque(sorted(self.ends)), list[int]()
        changed = {each[1]: each.start() for each in _CHANGED.finditer(text)}
        for each in _KEY.finditer(text):
            key, start = each["key"] or each["name"] or each["label"] or each["word"], each.end()
            rank = rank_of(key)
            if rank is None or each.start() < behind:
                continue
            is_code = each["name"] and not LIST.match(text, start)
            if is_code and (changed.get(key, 0) > each.start() or not _EMPTY.match(text, start)):
                continue
            is_sentence = each["label"] and not _SAID.isdisjoint(key.split())
            is_around = each["key"] and text.startswith("{", start) and _MAY_HOLD_ONE.fullmatch(key)
            if is_sentence or is_around:
                continue
            end = self._end(start)
            if rank and each["label"] and not each["member"]:
                # What announces a value is known elsewhere; what follows the value is a remark.
                line = text.find("\n", start) % (len(text) + 1)
                if end and end < line and LIST.match(text, start):
                    found.append(Value("", end, line, 0, 0, (end, line)))
                continue
            if end == start or (rank and not self._may_be_answer(rank, start, end)):
                continue
            while begins and begins[0] < start:
                while around and self.ends[around[-1]] <= begins[0]:
                    around.pop()
                around.append(begins.popleft())
            while around and self.ends[around[-1]] <= start:
                around.pop()
            first = around[0] if around else start
            whole = (first, self.ends[first]) if around else (start, end or start + 1)
            found.append(Value(key, start, end, rank, len(around), whole))
            if not rank:
                behind = len(text) if end is None else end
        return found

    def _may_be_answer(self, rank: int, start: int, end: int | None) -> bool:
        """Whether a value is not a truth value and, where the key is unsure, more than a remark."""
        if rank > 1:
            return _TRUTH.match(self.text, start) is None
        if end is not None and end - start < self._size:
            return False
        if self.text[start : start + 1] in ("'", '"'):
            return _WORD.search(self.text, start, len(self.text) if end is None else end) is None
        return self.text[start : start + 1] == "{" or LIST.match(self.text, start) is not None

    def _end(self, start: int) -> int | None:
        """Where a list, an object, a text or a word ends."""
        sign = self.text[start : start + 1]
        if sign in ("[", "(", "{"):
            return self.ends.get(start)
        if sign in ('"', "'"):
            found = _TEXT.match(self.text, start)
            return found.end() if found else None
        found = _END.search(self.text, start, start + _MOST)
        return found.start() if found else min(len(self.text), start + _MOST)

    def others(self) -> list[str]:
        """The keys of what is not an answer."""
        return [each.key for each in self.values if each.key and not each.rank]

    def without_others(self) -> str:
        """The text with a character without meaning, and blanks, for what is not an answer."""
        parts, at = list[str](), 0
        for each in self.values:
            if not each.rank:
                end = len(self.text) if each.end is None else each.end
                blank = REMOVED + re.sub(r"[^\n]", " ", self.text[each.start + 1 : end])
                parts += [self.text[at : each.start], blank]
                at = end
        return "".join([*parts, self.text[at:]])

    def answer(self) -> Value | None:
        """The value that is the answer: that with the surest key in the last object with one."""
        inside, found = [each for each in self.values if each.rank], None
        inside = [each for each in inside if each.whole == inside[-1].whole]
        for _ in range(_LEVELS):  # inside an answer may be one
            if inside:
                found = max(inside, key=lambda each: (each.rank, -each.depth, each.start))
                end = len(self.text) if found.end is None else found.end
                inside = [each for each in inside if found.start < each.start < end]
        return found
