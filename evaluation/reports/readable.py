"""A comparison as a person reads it, and as a notebook does."""

from __future__ import annotations

import io
from typing import Any

from evaluation.comparisons.results import ComparedRuns
from evaluation.reports.by_run import RunCell, RunTable, run_tables
from evaluation.reports.rows import caveats, comparison_table
from evaluation.scores.estimable import sampled
from evaluation.scores.scoring import depth_name
from regrade.measures import Measure
from regrade.prose.numbers import signed, unsigned
from regrade.significance.wording import shown_p
from regrade.tables import as_text

BELOW = {"simulated", "lower is better", "test", "topics", "confidence"}
BELOW |= {"correction", "family", "n_corrected", "method", "seed", "n_resamples", "zero_method"}
BELOW |= {"bounds", "single_precision", "sample"}
WHAT = ("labels", "measure", "baseline", "run")
FIRST = (*WHAT, "baseline mean", "run mean", "difference", "low", "high", "p", "p_adjusted")
ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in "\\|*_`<>[]"})
HASH_KEY = "regrade.content_hash"
NUMBERS = {"baseline mean", "run mean", "difference", "low", "high", "p", "p_adjusted", "statistic"}
INFINITE = {"infinite": float("inf"), "-infinite": float("-inf")}


def readable_rows(compared: ComparedRuns) -> list[dict[str, Any]]:
    """The columns that a person reads; what is the same on every line stands below the table."""
    return [_readable(row) for row in comparison_table(compared)]


def comparison_markdown(compared: ComparedRuns) -> str:
    """A table for each label set as GitHub reads it, runs as rows, and the notes as a list below.

    Means and differences as a page shows them, the best of a column bold. Signs that Markdown would
    read are escaped, so that names and stars stay as they are.
    """
    of_runs = compared.baseline_labels is None
    blocks = [_markdown_table(table, of_runs=of_runs) for table in run_tables(compared)]
    notes = [f"- {_escaped(note)}" for note in caveats(compared, intervals=None)]
    return "\n\n".join([*blocks, "\n".join(notes)]) + "\n"


def _markdown_table(table: RunTable, *, of_runs: bool) -> str:
    simulated = ", simulated assessors" if table.label_set.is_simulated else ""
    sample = sampled(table.label_set)
    estimated = f", {_escaped(sample.text)}" if sample else ""
    heads = ["run", *(_escaped(_with_arrow(measure)) for measure in table.measures)]
    heads += [f"unjudged in {depth_name(cutoff)}" for cutoff in table.cutoffs]
    heads += ["missing"] * table.has_missing
    rows = [
        [
            _escaped(row.name) + (" (baseline)" if row.is_baseline else ""),
            *(_score(cell, of_runs=of_runs) for cell in row.cells),
            *(_share(row.scores.unjudged[cutoff]) for cutoff in table.cutoffs),
            *[str(row.scores.n_missing)] * table.has_missing,
        ]
        for row in table.rows
    ]
    rules = ["---", *["---:"] * (len(heads) - 1)]
    title = f"**{_escaped(table.label_set.name)}**{simulated}{estimated}"
    return "\n".join([title, "", *map(_line, [heads, rules, *rows])])


def _score(cell: RunCell, *, of_runs: bool) -> str:
    mean = f"**{unsigned(cell.mean)}**" if cell.is_best else unsigned(cell.mean)
    if cell.cell is None:
        return mean
    return f"{mean} {signed(cell.cell.difference)}{_escaped(cell.stars(of_runs=of_runs))}"


def _share(share: float | None) -> str:
    return "" if share is None else f"{share:.0%}"


def _with_arrow(measure: Measure) -> str:
    return f"{measure.name} ↓" if measure.lower_is_better else measure.name


def _readable(row: dict[str, Any]) -> dict[str, Any]:
    arrow = " ↓" if row["lower is better"] else ""
    shown = {**row, "measure": row["measure"] + arrow, "p": shown_p(row["p"])}
    if "p_adjusted" in row:
        shown["p_adjusted"] = shown_p(row["p_adjusted"])
    # What a row is of comes first: a table that is too wide repeats it.
    ordered = {column: shown[column] for column in FIRST if column in shown} | shown
    return {column: value for column, value in ordered.items() if column not in BELOW}


def _escaped(text: str) -> str:
    return text.translate(ESCAPED)


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


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


def _column(cells: list[Any]) -> list[Any]:
    """Infinite numbers are words among the numbers of a column, and lists text."""
    is_of_numbers = any(isinstance(cell, float) for cell in cells)
    return [_parquet_cell(cell, is_of_numbers) for cell in cells]


def _parquet_cell(value: Any, is_of_numbers: bool) -> Any:
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
