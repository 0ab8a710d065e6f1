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
    columns = {name: _column([row.get(name) for row in rows]) for name in names}
    arrays = {name: pa.array(column, _type(name, column)) for name, column in columns.items()}
    table = pa.table(arrays).replace_schema_metadata({HASH_KEY: compared.content_hash})
    stream = io.BytesIO()
    parquet.write_table(table, stream, compression="zstd")
    return stream.getvalue()


NUMBERS = {"baseline mean", "run mean", "difference", "low", "high", "p", "p_adjusted", "statistic"}
INFINITE = {"infinite": float("inf"), "-infinite": float("-inf")}


def _column(cells: list[Any]) -> list[Any]:
    """Infinite numbers are words among the numbers of a column, and lists text."""
    is_of_numbers = any(isinstance(cell, float) for cell in cells)
    return [_cell(cell, is_of_numbers) for cell in cells]


def _cell(value: Any, is_of_numbers: bool) -> Any:
    if isinstance(value, str):
        return INFINITE.get(value, value) if is_of_numbers else value
    return as_text(value)


def _type(name: str, column: list[Any]) -> str:
    """The same in every file, whether the column has a value or not."""
    if name in NUMBERS:
        return "double"
    types = {type(value) for value in column if value is not None}
    if types == {bool}:
        return "bool"
    if types == {int}:
        return "int64"
    return "double" if types and types <= {int, float} else "string"
