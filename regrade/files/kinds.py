from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from enum import Enum
from itertools import chain
from pathlib import Path

from regrade.files.errors import BadInput
from regrade.files.json_lines import refuse_document
from regrade.files.lines import Line


class Kind(Enum):
    """How a text file lays out its records."""

    TSV = "tab-separated lines"
    JSON_LINES = "one JSON object a line"
    MARKUP = "TREC SGML or XML"
    COLONS = "lines of number:query"


USUAL = (Kind.TSV, Kind.JSON_LINES, Kind.MARKUP)
NUMBER_AND_COLON = re.compile("[0-9]+:")
SUFFIXES = {".tsv": Kind.TSV, ".jsonl": Kind.JSON_LINES, ".ndjson": Kind.JSON_LINES}


def tell_kind(
    path: Path, lines: Iterator[Line], known: Collection[Kind] = USUAL
) -> tuple[Kind, Iterator[Line]]:
    """Detect the kind of a file from its name or first non-blank line, and return the lines too.

    Raises:
        BadInput: neither the name nor the first line is of a known kind, or the file is one JSON
            document.
    """
    first = next(line for line in lines if line.text.strip())
    kind = SUFFIXES.get(_suffix(path)) or _kind_of_line(first.text)
    if kind in (None, Kind.JSON_LINES):
        refuse_document(path, first)
    if kind is None or kind not in known:
        kinds = ", ".join(kind.value for kind in known)
        raise BadInput(
            path,
            first.number,
            f"this is none of the kinds read here: {kinds}",
            code="unknown_file_kind",
        )
    return kind, chain([first], lines)


def is_tar_name(path: Path) -> bool:
    return path.name.lower().endswith((".tar", ".tar.gz", ".tgz"))


def _suffix(path: Path) -> str:
    suffix = path.suffix.lower()
    return path.with_suffix("").suffix.lower() if suffix == ".gz" else suffix


def _kind_of_line(text: str) -> Kind | None:
    if text.lstrip().startswith("<"):
        return Kind.MARKUP
    if text.lstrip().startswith("{"):
        return Kind.JSON_LINES
    if "\t" in text:
        return Kind.TSV
    return Kind.COLONS if NUMBER_AND_COLON.match(text) else None
