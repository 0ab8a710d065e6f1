"""Output of values in the four formats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Any, TypeAlias

from regrade.json_text import json_text
from regrade.score.printed import Printed, ScoredRun
from regrade.tables import CSV_STYLES, aligned, csv_of, in_style

Row: TypeAlias = tuple[str, dict[str, float]]
# The run, its tag, the topic, and a value for each measure, None where it has none for one topic.
Line: TypeAlias = tuple[str, str, str, *tuple[float | None, ...]]

ALL_TOPICS = "all"
NOTHING: Mapping[str, Any] = MappingProxyType({})


def render(
    runs: Sequence[ScoredRun],
    style: str,
    *,
    per_topic: bool = False,
    summary: bool = True,
    names_run: bool = False,
    basis: Mapping[str, Any] = NOTHING,
    differences: Sequence[Mapping[str, Any]] = (),
) -> str:
    """The values of some runs, ending with a line end.

    Args:
        runs: scored by the same measures on the same topics.
        style: "trec", "table", "csv", "csv-bom" or "json".
        per_topic: every topic's values, before the summary.
        summary: the values over all topics.
        names_run: a line with the run's tag, where trec_eval has one.
        basis: for JSON, what the values of all runs rest on.
        differences: for JSON, what is said of each run against the first.
    """
    if style == "json":
        shown = [_json(run, basis, per_topic, summary) for run in runs]
        for run, of_run in zip(shown, differences, strict=False):
            run["differences"] = of_run
        return json_text(shown)
    blocks = [(run, list(_rows(run, per_topic, summary))) for run in runs]
    if style == "trec":
        several = len(runs) > 1
        texts = (_trec(run, rows, several, names_run) for run, rows in blocks)
        return "".join(chain.from_iterable(texts))
    labels = [printed.label for printed in runs[0].measures]
    lines = [line for run, rows in blocks for line in _lines(run, rows, labels)]
    if style in CSV_STYLES:
        return in_style(csv_of(["run", "tag", "topic", *labels], lines), style)
    return _table(runs[0].measures, lines)


def _lines(run: ScoredRun, rows: Sequence[Row], labels: Sequence[str]) -> Iterator[Line]:
    for topic, values in rows:
        yield run.name, run.tag, topic, *map(values.get, labels)


def _rows(run: ScoredRun, per_topic: bool, summary: bool) -> Iterator[Row]:
    if per_topic:
        yield from run.topics()
    if summary:
        yield ALL_TOPICS, run.summaries()


def _trec(run: ScoredRun, rows: Sequence[Row], several: bool, names_run: bool) -> Iterator[str]:
    """trec_eval's lines; where there are several runs, each begins with its file's name."""
    measures = {printed.label: printed for printed in run.measures}
    if several:
        yield _trec_line("file", ALL_TOPICS, run.name)
    for topic, values in rows:
        if topic == ALL_TOPICS and names_run:
            yield _trec_line("runid", ALL_TOPICS, run.tag or run.name)
        for label, value in values.items():
            yield _trec_line(label, topic, _rounded(measures[label], value))


def _trec_line(name: str, topic: str, value: str) -> str:
    return f"{name:<22}\t{topic}\t{value}\n"


def _rounded(printed: Printed, value: float) -> str:
    return f"{value:.0f}" if printed.measure.is_count else f"{value:.4f}"


def _json(
    run: ScoredRun, basis: Mapping[str, Any], per_topic: bool, summary: bool
) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "run": run.name,
        "file": str(run.path),
        "tag": run.tag,
        **basis,
        "better": {printed.label: printed.better for printed in run.measures},
        "n_topics": len(run.query_ids),
        "missing": list(run.missing),
        "n_left_out": run.n_left_out,
        "note": run.note,
    }
    if summary:
        shown["values"] = run.summaries()
    if per_topic:
        shown["topics"] = dict(run.topics())
    return shown


def _table(measures: Sequence[Printed], lines: Sequence[Line]) -> str:
    """Columns of even width, numbers to the right."""
    cells = [["run", "tag", "topic", *(_headed(printed) for printed in measures)]]
    for run, tag, topic, *values in lines:
        shown = zip(measures, values, strict=True)
        rounded = ("" if value is None else _rounded(printed, value) for printed, value in shown)
        cells.append([run, tag, topic, *rounded])
    return aligned(cells, n_texts=3)


def _headed(printed: Printed) -> str:
    return f"{printed.label} ↓" if printed.measure.lower_is_better else printed.label
