"""Data frames of pandas or polars, both by way of Arrow."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn, TypeAlias

import pyarrow
import pyarrow.csv
from pyarrow import compute

from regrade.client.errors import NotSent

# A DataFrame of either library, or a table of pyarrow; none of them publishes types for all.
Frame: TypeAlias = Any
LIBRARIES = ("pandas", "polars")
ARROW = "arrow"
KEYS = ("query_id", "doc_id")


def frame_of(table: Frame, as_: str | None) -> Frame:
    """A table as a frame of the library named, by default of the one that is installed.

    Raises:
        NotSent: an unknown library, or none is installed.
    """
    name = as_ or next(filter(find_spec, LIBRARIES), None)
    if name == ARROW:
        return table
    if name not in LIBRARIES or find_spec(name) is None:
        known = f"{' or '.join(LIBRARIES)} must be installed, or as_={ARROW!r} asked for"
        raise NotSent(f"There is no {name or 'library'} for frames: {known}.", code="no_frames")
    if name == "pandas":
        return table.to_pandas()
    return importlib.import_module(name).from_arrow(table)


def table_of(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Frame:
    """Rows as a table; without rows its columns have no type."""
    values = list(zip(*rows, strict=True)) or [()] * len(columns)
    return pyarrow.table(dict(zip(columns, map(list, values), strict=True)))


def read_columns(path: Path, columns: Sequence[str], kept: dict[str, str]) -> Frame:
    """Columns of a file in a TREC form, parted by blanks; `kept` has a type for each one kept."""
    if not path.stat().st_size:
        empty = pyarrow.schema(list(kept.items()))
        return empty.empty_table()
    return pyarrow.csv.read_csv(
        path,
        read_options=pyarrow.csv.ReadOptions(column_names=list(columns)),
        parse_options=pyarrow.csv.ParseOptions(delimiter=" ", quote_char=False),
        convert_options=pyarrow.csv.ConvertOptions(
            include_columns=list(kept), column_types=kept, strings_can_be_null=False
        ),
    )


@contextmanager
def as_file(given: Path | str | Frame, value: str) -> Iterator[Path]:
    """The path given, or a temporary file in TREC's form with the lines of the frame given.

    Args:
        given: a path, or a frame with the columns query_id, doc_id and the value's.
        value: "score" of a run, or "relevance" of labels.

    Raises:
        NotSent: no such columns, an id that no file can hold, a value that is no number.
    """
    if isinstance(given, Path | str):
        yield Path(given)
        return
    table = _checked(_arrow(given, value), value)
    lines = [table[name].to_pylist() for name in (*KEYS, value)]
    form = "{} Q0 {} 0 {!r} frame\n" if value == "score" else "{} 0 {} {}\n"
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{value}s.txt"
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(form.format(*line) for line in zip(*lines, strict=True))
        yield path


def _arrow(frame: Frame, value: str) -> Frame:
    columns = [*KEYS, value]
    missing = [name for name in columns if name not in list(getattr(frame, "columns", ()))]
    if isinstance(frame, pyarrow.Table):
        missing = [name for name in columns if name not in frame.column_names]
    if missing:
        sentence = f"A path or a frame with the columns {', '.join(columns)} is needed."
        raise NotSent(f"{sentence} Missing: {', '.join(missing)}.", code="bad_frame")
    if isinstance(frame, pyarrow.Table):
        return frame.select(columns)
    if hasattr(frame, "to_arrow"):
        return frame.select(columns).to_arrow()
    try:
        return pyarrow.Table.from_pandas(frame[columns], preserve_index=False)
    except (pyarrow.ArrowInvalid, pyarrow.ArrowTypeError) as error:
        raise NotSent(f"The frame cannot be written: {error}.", code="bad_frame") from error


def _checked(table: Frame, value: str) -> Frame:
    kinds = dict.fromkeys(KEYS, pyarrow.string())
    kinds[value] = pyarrow.float64() if value == "score" else pyarrow.int64()
    for name in KEYS:  # 12.0 is not the id 12
        if pyarrow.types.is_floating(table[name].type):
            _refuse(name, "numbers with a point", "ids")
    try:
        table = table.cast(pyarrow.schema(list(kinds.items())))
    except (pyarrow.ArrowInvalid, pyarrow.ArrowNotImplementedError) as error:
        raise NotSent(f"The frame cannot be written: {error}.", code="bad_frame") from error
    for name, bad in _unwritable(table, value):
        if found := table[name].filter(bad).slice(0, 1).to_pylist():
            shown = "nothing" if found[0] is None else repr(found[0])
            _refuse(name, f"{shown} in a row", "what a line can hold")
    return table


def _unwritable(table: Frame, value: str) -> Iterator[tuple[str, Frame]]:
    """Which cells of each column cannot be written; a line that begins with # would be skipped."""
    for name, bad in zip(KEYS, (r"^$|^#|\s|\v", r"^$|\s|\v"), strict=True):
        matched = compute.match_substring_regex(table[name], bad)
        yield name, compute.fill_null(matched, True)
    is_number = compute.is_finite(table[value])
    yield value, compute.invert(compute.fill_null(is_number, False))


def _refuse(column: str, found: str, wanted: str) -> NoReturn:
    sentence = f"The frame's column {column} has {found}, not {wanted}."
    raise NotSent(sentence, code="bad_frame")
