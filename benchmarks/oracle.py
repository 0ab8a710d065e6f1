"""Fetches the oracle of exact BM25 rankings: Anserini 0.24, which is Lucene 9.9.

`./dev bench oracle` puts its jar under REGRADE_HOME and says where it lies and which Java would
run it. Only `./dev bench bm25 --exact` and the script that makes the golden files use it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.lexical.oracle import OracleMissing, java_version, oracle_jar
from config import environment

CHECKOUT = Path(__file__).resolve().parents[1]


def main(arguments: list[str]) -> int:
    if arguments:
        sys.stdout.write(__doc__ or "")
        return 0 if arguments[0] in {"-h", "--help"} else 2
    home = environment.folder("REGRADE_HOME", CHECKOUT / ".regrade")
    try:
        sys.stdout.write(f"jar: {oracle_jar(home, say)}\n")
        sys.stdout.write(f"java: {java_version()}\n")
    except OracleMissing as missing:
        say(str(missing))
        return 1
    return 0


def say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
