"""Stable models of `win(X) :- move(X,Y), not win(Y).` by clingo: CPU seconds and how many were found.

Arguments: a file with an edge `a b` on each line, and how many models to look for (0: all).
"""

import sys
import time

import clingo


def main(path: str, models: str) -> None:
    facts = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            a, b = line.split()
            facts.append(f"move({a},{b}).")
    start = time.process_time()
    control = clingo.Control(["--warn=none", models])
    control.add("base", [], "\n".join(facts) + "win(X) :- move(X,Y), not win(Y).")
    control.ground([("base", [])])
    found = 0
    with control.solve(yield_=True) as handle:
        for _ in handle:
            found += 1
    print(time.process_time() - start)
    print(found)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
