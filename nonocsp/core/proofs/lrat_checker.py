# mypy: ignore-errors
"""A checker of LRAT proofs: python lrat_checker.py CLAUSES.cnf PROOF

It prints ``s VERIFIED UNSAT`` and exits with 0; or the first line that does not follow, with 1;
with 2 if a file cannot be read. Clauses are numbered from 1 as the file has them. A line ``ID
LITERALS 0 HINTS 0`` adds a clause: if none of its literals holds, each hint but the last leaves one
literal, which must then hold, and the last leaves none. ``ID d IDS 0`` deletes clauses."""

import gzip
import sys


class Refused(Exception):
    """A line that is malformed or does not follow."""


def read_clauses(lines):
    """The clauses of a DIMACS file, by number."""
    words = [word for line in lines if line[:1] != "c" for word in line.split()]
    if words[:2] != ["p", "cnf"]:
        raise ValueError("expected 'p cnf'")
    clauses, clause = {}, []
    for literal in map(int, words[4:]):
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
            step, *words = line.split()
            is_deletion = words[0] == "d"
            numbers = [*map(int, words[is_deletion:])]
            if is_deletion and numbers[-1] == 0:
                for one in numbers[:-1]:
                    del clauses[one]
                continue
            end = numbers.index(0)
            if int(step) <= last or numbers[-1] or end == len(numbers) - 1:
                raise Refused("expected a greater number, literals, 0, hints, 0")
            clause, last = tuple(numbers[:end]), int(step)
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
    return (gzip.open if name.endswith(".gz") else open)(name, "rt", encoding="utf-8")


def run(function):
    """Call a function with the words of the command, and print what it finds."""
    try:
        print(function(*sys.argv[1:]))
    except Refused as error:
        sys.exit(print("not verified:", error) or 1)
    except Exception as error:
        sys.exit(print("cannot be read:", error or type(error).__name__, file=sys.stderr) or 2)


def main(clauses, proof):
    with opened(clauses) as first, opened(proof) as second:
        check(read_clauses(first), second)
    return "s VERIFIED UNSAT"


if __name__ == "__main__":
    run(main)
