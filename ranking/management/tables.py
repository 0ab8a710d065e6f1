from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.management.base import CommandParser

from ranking.management.fitting import fitted, shown_width
from regrade.tables import CSV_STYLES, as_text, csv_of_rows, in_style

FORMATS = ("table", *CSV_STYLES, "json")


def add_csv_format(parser: CommandParser) -> None:
    parser.add_argument(
        "--format",
        choices=CSV_STYLES,
        default="csv",
        help="csv (default), or csv-bom, which begins with a byte order mark, for Excel",
    )


def render(rows: Sequence[Mapping[str, Any]], style: str) -> str:
    """Rows as an aligned table that fits the terminal, as CSV with a header, or as a JSON list.

    `csv-bom` is CSV behind a byte order mark, for Excel.
    """
    if style == "json":
        return json.dumps(rows, indent=2, ensure_ascii=False, allow_nan=False)
    if style in CSV_STYLES:
        return in_style(csv_of_rows(rows).rstrip("\n"), style)
    cells = [{key: as_text(value) for key, value in row.items()} for row in rows]
    return fitted(cells, shown_width())
