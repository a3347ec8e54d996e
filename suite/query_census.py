"""Runs the one-liners of docs/census.md against a census, by DuckDB and by Polars.

    python3 suite/query_census.py BOUTON FOLDER

BOUTON is the program, FOLDER a place for a virtual environment and the census. The same rows are also counted by a
second program: the letters of Proposition 2, one heap after the other.
"""

import json
import pathlib
import re
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent
MIN, MAX = 2, 12


def python(folder):
    """An interpreter that has both libraries."""
    place = folder / "venv"
    interpreter = place / "bin" / "python"
    if not interpreter.exists():
        venv.create(place, with_pip=True)
    wanted = [interpreter, "-m", "pip", "install", "--quiet", "duckdb", "polars"]
    subprocess.run(wanted, check=True)
    return interpreter


def outcomes(elements, count):
    known = []
    for heap in range(count):
        options = {known[heap - s] for s in elements if s <= heap}
        if not options:
            known.append("LR"[heap % 2])
        elif "P" in options or {"L", "R"} <= options:
            known.append("N")
        elif "L" in options:
            known.append("L")
        elif "R" in options:
            known.append("R")
        else:
            known.append("P")
    return "".join(known)


def row(elements):
    """Preperiod, period, and the hash of the period."""
    word = outcomes(elements, 600)
    period = next(p for p in range(1, 200) if word[300:500] == word[300 + p : 500 + p])
    preperiod = next(n for n in range(400) if word[n:500] == word[n + period : 500 + period])
    text = word[preperiod : preperiod + period]
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return preperiod, period, value, "".join(sorted(set(text)))


def expected():
    rows = {}
    for number in range(2 ** (MAX - MIN)):
        word = (number << 1 | 1) << (MIN - 1)
        rows[word] = row([s for s in range(1, 65) if word >> (s - 1) & 1])
    return rows


CHECK = """
import duckdb, polars, json
rows = "SELECT set, preperiod, period, hash, letters, standing FROM 'sets/*.parquet' ORDER BY set"
by_duckdb = duckdb.sql(rows).fetchall()
by_polars = polars.scan_parquet('sets/*.parquet').select('set', 'preperiod', 'period', 'hash', 'letters', 'standing')
assert by_polars.sort('set').collect().rows() == by_duckdb
print(json.dumps(by_duckdb))
"""


def main():
    bouton, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    interpreter = python(folder)
    census = [bouton, "census", "ending-partizan", "--min", str(MIN), "--max", str(MAX), "--out", "sets"]
    subprocess.run(census, check=True, cwd=folder, stdout=subprocess.DEVNULL)
    found = subprocess.run([interpreter, "-c", CHECK], check=True, cwd=folder, capture_output=True, text=True)
    rows = {one[0]: tuple(one[1:5]) for one in json.loads(found.stdout)}
    assert rows == expected(), "the rows are not those of the second program"
    lines = re.findall(r'^(duckdb|python) -c "(.*)"$', (ROOT / "docs/census.md").read_text(), re.MULTILINE)
    assert len(lines) == 4, lines
    for program, text in lines:
        code = f"import duckdb; print(duckdb.sql({text!r}))" if program == "duckdb" else text
        shown = subprocess.run([interpreter, "-c", code], check=True, cwd=folder, capture_output=True, text=True)
        assert shown.stdout.strip(), text
        print(shown.stdout)


main()
