# mypy: ignore-errors
"""A checker of LRAT proofs: python lrat_checker.py CLAUSES.cnf PROOF

It prints ``s VERIFIED UNSAT`` and exits with 0; or the first line that does not follow, with 1;
with 2 if a file cannot be read, as where a number is not written as every reader takes it.
Clauses are numbered from 1 as the file has them. A line ``ID LITERALS 0 HINTS 0`` adds a clause: if
none of its literals holds, each hint but the last leaves one literal, which must then hold, and the
last leaves none. ``ID d IDS 0`` deletes clauses."""

import gzip
import re
import sys

NUMBER = re.compile("0|-?[1-9][0-9]*").fullmatch


class Refused(Exception):
    """A line that is malformed or does not follow."""


def words_of(line):
    return [word for word in line.removesuffix("\n").split(" ") if word]


def numbers_of(words):
    if not all(map(NUMBER, words)):
        raise ValueError("expected numbers such as 7 and -7, one space between two")
    return [*map(int, words)]


def read_clauses(lines):
    """The clauses of a DIMACS file, by number."""
    words = [word for line in lines if line[:1] != "c" for word in words_of(line)]
    if words[:2] != ["p", "cnf"]:
        raise ValueError("expected 'p cnf'")
    clauses, clause = {}, []
    for literal in numbers_of(words[2:])[2:]:
        if literal:
            clause.append(literal)
        else:
            clauses[len(clauses) + 1], clause = tuple(clause), []
    if clause or len(clauses) != int(words[3]):
        raise ValueError(f"expected {words[3]} clauses, each with a 0 at its end")
    return clauses


def follow(clause, hints, clauses):
    """Check that a clause follows from clauses by unit propagation in the order of the hints."""
    false = set(clause)
    for hint in hints:
        left = {literal for literal in clauses[hint] if literal not in false}
        if not left:
            return
        if len(left) > 1:
            raise Refused(f"clause {hint} leaves {len(left)} literals")
        false.add(-left.pop())
    raise Refused("the hints end without a contradiction")


def check(clauses, lines):
    """Check a proof that clauses cannot hold together; they change with its steps."""
    last = max(clauses, default=0)
    for number, line in enumerate(lines, start=1):
        try:
            step, *words = words_of(line)
            is_deletion = words[0] == "d"
            step, *numbers = numbers_of([step, *words[is_deletion:]])
            if is_deletion and numbers[-1] == 0:
                for one in numbers[:-1]:
                    del clauses[one]
                continue
            end = numbers.index(0)
            if step <= last or numbers[-1] or end == len(numbers) - 1:
                raise Refused("expected a greater number, literals, 0, hints, 0")
            clause, last = tuple(numbers[:end]), step
            follow(clause, numbers[end + 1 : -1], clauses)
            clauses[last] = clause
            if not clause:
                return
        except (LookupError, ValueError):
            raise Refused(f"line {number}: a word is malformed, missing or unknown") from None
        except Refused as error:
            raise Refused(f"line {number}: {error}") from None
    raise Refused("the proof ends without the empty clause")


def opened(name):
    return (gzip.open if name.endswith(".gz") else open)(name, "rt", encoding="utf-8", newline="\n")


def run(function, usage, **more):
    """Call a function with the two files of the command, and print what it finds."""
    if len(sys.argv) != 3:
        print(usage, file=sys.stderr)
        return 2
    try:
        print(function(*sys.argv[1:], **more))
        return 0
    except Refused as error:
        print("not verified:", error)
        return 1
    except Exception as error:
        print("cannot be read:", str(error) or type(error).__name__, file=sys.stderr)
        return 2


def main(clauses, proof):
    with opened(clauses) as first, opened(proof) as second:
        check(read_clauses(first), second)
    return "s VERIFIED UNSAT"


if __name__ == "__main__":
    sys.exit(run(main, __doc__))
