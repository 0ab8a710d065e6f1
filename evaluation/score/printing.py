"""Values as text, in the four formats."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from evaluation.score.printed import Printed
from evaluation.score.scored_run import ScoredRun

Row: TypeAlias = tuple[str, dict[str, float]]
# The run, the topic, and a value for each measure, None where it has none for one topic.
Line: TypeAlias = tuple[str, str, *tuple[float | None, ...]]

ALL_TOPICS = "all"


def render(
    runs: Sequence[ScoredRun],
    style: str,
    *,
    per_topic: bool = False,
    summary: bool = True,
    names_run: bool = False,
    differences: Sequence[Mapping[str, Any]] = (),
) -> str:
    """The values of some runs, ending with a line end.

    Args:
        runs: scored by the same measures on the same topics.
        style: "trec", "table", "csv" or "json".
        per_topic: every topic's values, before the summary.
        summary: the values over all topics.
        names_run: a line with the run's tag, where trec_eval has one.
        differences: for JSON, what is said of each run against the first.
    """
    if style == "json":
        shown = [_json(run, per_topic, summary) for run in runs]
        for run, told in zip(shown, differences, strict=False):
            run["differences"] = told
        return json.dumps(shown, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    blocks = [(run, list(_rows(run, per_topic, summary))) for run in runs]
    if style == "trec":
        several = len(runs) > 1
        return "".join(
            line for run, rows in blocks for line in _trec(run, rows, several, names_run)
        )
    labels = [printed.label for printed in runs[0].measures]
    lines: list[Line] = [
        (run.name, topic, *map(values.get, labels))
        for run, rows in blocks
        for topic, values in rows
    ]
    return _csv(labels, lines) if style == "csv" else _table(runs[0].measures, lines)


def _rows(run: ScoredRun, per_topic: bool, summary: bool) -> Iterator[Row]:
    if per_topic:
        yield from run.topics()
    if summary:
        yield ALL_TOPICS, run.summaries()


def _trec(run: ScoredRun, rows: Sequence[Row], several: bool, names_run: bool) -> Iterator[str]:
    """trec_eval's lines; where there are several runs, each begins with its name."""
    measures = {printed.label: printed for printed in run.measures}
    if several:
        yield _trec_line("runid", ALL_TOPICS, run.name)
    for topic, values in rows:
        if topic == ALL_TOPICS and names_run and not several:
            yield _trec_line("runid", ALL_TOPICS, run.name)
        for label, value in values.items():
            yield _trec_line(label, topic, _rounded(measures[label], value))


def _trec_line(name: str, topic: str, value: str) -> str:
    return f"{name:<22}\t{topic}\t{value}\n"


def _rounded(printed: Printed, value: float) -> str:
    return f"{value:.0f}" if printed.measure.is_count else f"{value:.4f}"


def _json(run: ScoredRun, per_topic: bool, summary: bool) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "run": run.name,
        "file": str(run.path),
        "tag": run.tag,
        "n_topics": len(run.query_ids),
        "missing": list(run.missing),
    }
    if summary:
        shown["values"] = run.summaries()
    if per_topic:
        shown["topics"] = dict(run.topics())
    return shown


def _table(measures: Sequence[Printed], lines: Sequence[Line]) -> str:
    """Columns of even width, numbers to the right."""
    cells = [["run", "topic", *(printed.label for printed in measures)]]
    for run, topic, *values in lines:
        shown = zip(measures, values, strict=True)
        rounded = ("" if value is None else _rounded(printed, value) for printed, value in shown)
        cells.append([run, topic, *rounded])
    return aligned(cells)


def aligned(cells: Sequence[Sequence[str]]) -> str:
    """A table under its header: two columns of text to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    header, *rows = cells
    rules = ["-" * width for width in widths]
    return "".join(f"{_line(row, widths)}\n" for row in (header, rules, *rows))


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    texts = [cell.ljust(width) for cell, width in zip(row[:2], widths, strict=False)]
    numbers = [cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True)]
    return "  ".join([*texts, *numbers]).rstrip()


def _csv(labels: Sequence[str], lines: Sequence[Line]) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["run", "topic", *labels])
    writer.writerows(lines)
    return stream.getvalue()
