from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ranking.management.fitting import fitted, shown_width
from regrade.tables import as_text, csv_of_rows

FORMATS = ("table", "csv", "json")


def render(rows: Sequence[Mapping[str, Any]], style: str) -> str:
    """Rows as an aligned table that fits the terminal, as CSV with a header, or as a JSON list."""
    if style == "json":
        return json.dumps(rows, indent=2, ensure_ascii=False, allow_nan=False)
    if style == "csv":
        return csv_of_rows(rows).rstrip("\n")
    cells = [{key: as_text(value) for key, value in row.items()} for row in rows]
    return fitted(cells, shown_width())
