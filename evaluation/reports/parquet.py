"""A comparison as Apache Parquet, for notebooks: the rows of the CSV in columns with types."""

from __future__ import annotations

import io
from typing import Any

from evaluation.comparisons.results import ComparedRuns
from evaluation.reports.rows import comparison_table
from regrade.tables import as_text

HASH_KEY = "regrade.content_hash"


def comparison_parquet(compared: ComparedRuns) -> bytes:
    """One row for each label set, run and measure, numbers in full; the same rows, same bytes.

    A column is boolean, of whole numbers, of numbers in double precision, or text; what a row
    lacks is null. The comparison's hash is in the file's metadata.
    """
    import pyarrow as pa
    from pyarrow import parquet

    rows = comparison_table(compared)
    names = list(dict.fromkeys(name for row in rows for name in row))
    columns = {name: [_cell(row.get(name)) for row in rows] for name in names}
    arrays = {name: pa.array(column, _type(column)) for name, column in columns.items()}
    table = pa.table(arrays).replace_schema_metadata({HASH_KEY: compared.content_hash})
    stream = io.BytesIO()
    parquet.write_table(table, stream, compression="zstd")
    return stream.getvalue()


def _cell(value: Any) -> Any:
    """Infinite numbers are words in the rows, and lists text."""
    infinite = {"infinite": float("inf"), "-infinite": float("-inf")}
    return infinite.get(value, value) if isinstance(value, str) else as_text(value)


def _type(column: list[Any]) -> str:
    types = {type(value) for value in column if value is not None}
    if types == {bool}:
        return "bool"
    if types == {int}:
        return "int64"
    return "double" if types and types <= {int, float} else "string"
