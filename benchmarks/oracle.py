"""Fetches the oracle of exact BM25 rankings: Anserini 0.24, which is Lucene 9.9.

`./dev bench oracle` puts its jar under REGRADE_HOME and says where it lies and which Java would
run it. Only `./dev bench bm25 --exact` and the script that makes the golden files use it.
"""

from __future__ import annotations

import sys

from benchmarks.lexical.oracle import OracleMissing, java_version, oracle_jar
from benchmarks.running.command import say
from benchmarks.running.places import home


def main(arguments: list[str]) -> int:
    if arguments:
        sys.stdout.write(__doc__ or "")
        return 0 if arguments[0] in {"-h", "--help"} else 2
    try:
        sys.stdout.write(f"jar: {oracle_jar(home(), say)}\n")
        sys.stdout.write(f"java: {java_version()}\n")
    except OracleMissing as missing:
        say(str(missing))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
