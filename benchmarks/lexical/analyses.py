"""The oracle's analysis of any texts, to compare ours with."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from benchmarks.lexical.oracle import PROGRAMS, OracleMissing, java_command, java_version
from regrade.text.analyzer import Analyzer

END = (-1).to_bytes(4, "big", signed=True)


def oracle_analyses(jar: Path, texts: Sequence[str], analyzer: Analyzer) -> list[list[str]]:
    """The terms of each text as Anserini gives them; surrogates may stand alone.

    Raises:
        OracleMissing: there is no Java, or its program failed.
    """
    java_version()
    program = PROGRAMS / "Analyses.java"
    parts = (analyzer.tokenizer, analyzer.stemmer, analyzer.stop_words)
    asked = b"".join(map(_packed, texts)) + END
    ran = subprocess.run(java_command(jar, program, *parts), input=asked, capture_output=True)
    if ran.returncode:
        raise OracleMissing(f"{program} failed: {ran.stderr[-1000:].decode()}")
    return _unpacked(ran.stdout)


def _packed(text: str) -> bytes:
    units = text.encode("utf-16-be", "surrogatepass")
    return len(units).to_bytes(4, "big") + units


def _unpacked(data: bytes) -> list[list[str]]:
    found, at = [], 0
    while at < len(data):
        start = at + 4
        at = start + int.from_bytes(data[at:start], "big")
        shown = data[start:at].decode("utf-16-be", "surrogatepass")
        found.append(shown.split("\n") if shown else [])
    return found
