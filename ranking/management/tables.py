from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from ranking.management.fitting import fitted, shown_width
from regrade.files.csv_cells import csv_writer

FORMATS = ("table", "csv", "json")


def render(rows: Sequence[Mapping[str, Any]], style: str) -> str:
    """Rows as an aligned table that fits its place, as CSV with a header, or as a JSON list."""
    if style == "json":
        return json.dumps(rows, indent=2, ensure_ascii=False, allow_nan=False)
    if style == "csv":
        return _csv(rows)
    return fitted([_cells(row) for row in rows], shown_width())


def _csv(rows: Sequence[Mapping[str, Any]]) -> str:
    stream = io.StringIO()
    if rows:
        columns = dict.fromkeys(key for row in rows for key in row)
        write = csv_writer(stream)
        write(columns)
        for row in rows:
            write([_cell(row.get(column, "")) for column in columns])
    return stream.getvalue().rstrip("\n")


def _cells(row: Mapping[str, Any]) -> dict[str, Any]:
    """Lists and objects, which have a place in JSON only, become text."""
    return {key: _cell(value) for key, value in row.items()}


def _cell(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return " ".join(str(item) for item in value)
    if isinstance(value, Mapping):
        return " ".join(f"{key}={item}" for key, item in value.items())
    return value
