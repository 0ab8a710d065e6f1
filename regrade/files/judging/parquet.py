"""Judgments as Apache Parquet: typed columns, read as the cells of a text table."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from itertools import islice
from pathlib import Path
from typing import IO, Any

from regrade.files.errors import BadInput, BadValue
from regrade.files.judging.tables import Header, TableRow, name_columns
from regrade.files.lines import refuse_nul
from regrade.files.numbers import whole_or_none
from regrade.files.streams import Progress, open_file

SUFFIX = ".parquet"
ROWS_PER_GROUP = 20_000  # what a writer holds in memory
ROWS_PER_BATCH = 2_000  # what a reader does
INTEGERS = {
    "occasion": "int16",
    "grade": "int16",
    "confidence": "int16",
    "active_ms": "int64",
    "away_ms": "int64",
    "position": "int32",
    "rotation": "int32",
    "guideline_version": "int32",
    "policy_version": "int32",
    "policy_seed": "int64",
}
TIMES = ("created_at", "superseded_at")
SPANS = "spans"


def is_parquet(path: Path) -> bool:
    """Whether a file has Parquet's suffix; its content is never inspected."""
    return path.suffix.lower() == SUFFIX


def write_parquet(
    stream: IO[bytes], columns: Sequence[str], rows: Iterable[Mapping[str, Any]]
) -> None:
    """Write judgments as Parquet, one row group at a time, without holding all in memory.

    Numbers are integers of 16 to 64 bits, times are timestamps in UTC, to the microsecond, and
    spans lists of lists [start, end]. All else is text; an object, such as `extra`, is JSON text.
    Missing values are null. The same rows give the same bytes with the same version of pyarrow.
    """
    import pyarrow as pa
    from pyarrow import parquet

    schema, unwritten = _schema(columns), iter(rows)
    with parquet.ParquetWriter(stream, schema, compression="zstd") as writer:
        while group := list(islice(unwritten, ROWS_PER_GROUP)):
            cells = {name: [_typed(row[name]) for row in group] for name in columns}
            writer.write_batch(pa.RecordBatch.from_pydict(cells, schema=schema))


def read_parquet(
    path: Path, header: Header, progress: Progress | None = None
) -> Iterator[TableRow]:
    """Yield the rows of a Parquet file as `parse_table` yields those of a text, numbered from 1.

    Text is unchanged, null and NaN are empty, integers are digits even in a column of floats, times
    are ISO 8601 to the microsecond, and lists and objects are JSON.

    Raises:
        BadInput: no such file, no Parquet, a column of bytes, text that is not UTF-8 or holds a
            NUL character, or columns as `parse_table` refuses them.
    """
    with open_file(path) as stream, _refusing_damage(path):
        file, number = _opened(stream), 0
        names = name_columns(path, None, file.schema_arrow.names, header)
        for group in range(file.num_row_groups):
            for batch in file.iter_batches(ROWS_PER_BATCH, row_groups=[group]):
                for values in zip(*map(_values, batch.columns), strict=True):
                    number += 1
                    yield _row(path, number, names, values)
            if progress is not None:
                progress(_n_bytes(file.metadata.row_group(group)))


def _opened(stream: IO[bytes]) -> Any:
    from pyarrow import parquet

    return parquet.ParquetFile(stream)


@contextmanager
def _refusing_damage(path: Path) -> Iterator[None]:
    """Turn Arrow's errors, and times outside Python's range, into BadInput."""
    try:
        yield
    except BadInput:
        raise
    except UnicodeDecodeError as error:
        raise BadInput(path, None, "there is text that is not UTF-8", code="not_utf8") from error
    except (ValueError, OverflowError, OSError) as error:  # Arrow's errors are of these kinds
        reason = f"this is no Parquet file, or a damaged one ({_first_line(error)})"
        raise BadInput(path, None, reason, code="not_parquet") from error


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0].rstrip(".")


def _schema(columns: Sequence[str]) -> Any:
    import pyarrow as pa

    def type_of(name: str) -> Any:
        if name in TIMES:
            return pa.timestamp("us", tz="UTC")
        if name == SPANS:
            return pa.list_(pa.list_(pa.int32()))
        return pa.type_for_alias(INTEGERS.get(name, "string"))

    return pa.schema([(name, type_of(name)) for name in columns])


def _typed(value: object) -> object:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else value


def _values(column: Any) -> list[object]:
    """Python values of the column; times are truncated to microseconds."""
    import pyarrow as pa

    if pa.types.is_timestamp(column.type) and column.type.unit == "ns":
        column = column.cast(pa.timestamp("us", tz=column.type.tz), safe=False)
    values: list[object] = column.to_pylist()
    return values


def _row(path: Path, number: int, names: Sequence[str], values: Sequence[object]) -> TableRow:
    try:
        cells = {name: _text(value) for name, value in zip(names, values, strict=True)}
    except BadValue as error:
        raise error.at(path, number) from error
    for text in cells.values():
        refuse_nul(path, number, text)
    return TableRow(number, cells)


def _text(value: object) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        raise BadValue("there is a column of bytes; write it as text", code="column_of_bytes")
    if isinstance(value, datetime):
        return value.replace(tzinfo=value.tzinfo or UTC).astimezone(UTC).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if (number := whole_or_none(value)) is not None:
        return str(number)
    return json.dumps(value, ensure_ascii=False, default=str)


def _n_bytes(group: Any) -> int:
    return sum(group.column(place).total_compressed_size for place in range(group.num_columns))
