"""Comparisons of stored runs, with the rows that a frame or a file has."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from regrade.client.connection import Connection
from regrade.client.errors import JobEnded, NotSent, ServerRefused
from regrade.client.frames import Frame, frame_of, table_of
from regrade.client.shapes import ComparisonRow, shaped
from regrade.csv_cells import as_written

ASK_AGAIN_S, MOST_PAUSE_S = 0.5, 10.0


class Difference(NamedTuple):
    """A run and the baseline under one label set by one measure.

    Attributes:
        difference: run - baseline, as a mean over topics.
        low, high: the test's interval of the difference, if it has one.
        p_value: None for a measure that is not tested.
        p_adjusted: None without a correction.
        sample: as in "estimated from 200 of 724 pairs", where labels are a sample; else None.
        these_topics_low, these_topics_high: the interval of an estimated difference for these
            topics; low and high are for topics like these.
    """

    labels: str
    measure: str
    lower_is_better: bool
    baseline: str | None
    run: str
    n_topics: int
    baseline_mean: float
    run_mean: float
    difference: float
    low: float | None
    high: float | None
    p_value: float | None
    p_adjusted: float | None
    sample: str | None
    these_topics_low: float | None
    these_topics_high: float | None


class TopicValue(NamedTuple):
    """The value of one run on one topic, under one label set by one measure.

    Attributes:
        sample: as in `Difference`; where labels are a sample, the value is an estimate.
    """

    query_id: str
    run: str
    labels: str
    measure: str
    value: float
    sample: str | None = None


@dataclass(frozen=True)
class PerTopic:
    """Values of a comparison's runs on each topic."""

    rows: Sequence[TopicValue]

    def frame(self, as_: str | None = None) -> Frame:
        """A frame of pandas or polars with a row for each value; `as_` chooses the library."""
        return frame_of(table_of(TopicValue._fields, self.rows), as_)


@dataclass(frozen=True)
class Comparison:
    """A comparison as the server froze it.

    Attributes:
        question: what was asked, as the API has it.
        content_hash: of inputs and result.
        document: the whole answer of the API.
    """

    _connection: Connection
    question: Mapping[str, Any]
    content_hash: str
    document: Mapping[str, Any]

    def __repr__(self) -> str:
        return f"Comparison({self.url})"

    @property
    def rows(self) -> Sequence[Difference]:
        """One for each label set, measure and run but the baseline."""
        return list(_rows(self.document))

    @property
    def verdict(self) -> str | None:
        """A sentence on all runs by the first measure that is tested, with which the page leads.

        None if no measure is tested.
        """
        rows = [row for block in self.document["blocks"] for row in block["rows"]]
        tested = [row["measure"] for row in rows if row["is_tested"]]
        if not tested:
            return None
        asked = {**self.question, "measure": tested[0]}
        found = self._connection.get("comparison/verdict", **asked)
        on_all = found["on_all_runs"]
        return str(found["text"] if on_all is None else on_all["overall"]["text"])

    @property
    def url(self) -> str:
        """Address of its page."""
        asked = {name: value for name, value in self.question.items() if value is not False}
        query = urlencode({name: _in_address(value) for name, value in asked.items()}, safe=",@")
        return f"{self._connection.address}/compare?{query}"

    def frame(self, as_: str | None = None) -> Frame:
        """A frame of pandas or polars with the columns of `rows`; `as_` chooses the library."""
        return frame_of(table_of(Difference._fields, self.rows), as_)

    def per_topic(self, measure: str | None = None) -> PerTopic:
        """Values on each topic, by one measure or by all."""
        path = "comparison/topic-table"
        text = self._connection.get_text(path, format="csv", measure=measure, **self.question)
        return PerTopic(list(_values(text)))

    def save(self, name: str, note: str = "") -> ComparisonRow:
        """Save it in the library."""
        saved = self._connection.post("comparisons", {**self.question, "name": name, "note": note})
        return shaped(ComparisonRow, saved)


def ask_comparison(
    connection: Connection, question: Mapping[str, Any], wait_s: float
) -> Comparison:
    """Ask for a comparison, and wait while a worker computes it.

    Raises:
        JobEnded: it is not computed within `wait_s`; the server goes on.
    """
    answer, pause_s, end = _asked(connection, question), ASK_AGAIN_S, _now() + wait_s
    while "blocks" not in answer:
        if _now() > end:
            done = f"{answer['n_done']:,} of {answer['n_tests']:,} tests"
            sentence = f"The comparison is still computed, {done}: ask for the same again."
            raise JobEnded(sentence, code="still_running")
        time.sleep(pause_s)
        pause_s = min(pause_s * 1.5, MOST_PAUSE_S)
        answer = connection.get("comparison", **question)
    return Comparison(connection, question, answer["content_hash"], answer)


def _asked(connection: Connection, question: Mapping[str, Any]) -> Any:
    """The first answer; a token that only reads gets what was asked for before."""
    try:
        return connection.post("comparison", question)
    except ServerRefused as refused:
        if refused.code != "out_of_scope":
            raise
        try:
            return connection.get("comparison", **question)
        except ServerRefused:
            raise refused from None


def question_of(
    runs: Sequence[str] | str,
    labels: Sequence[str] | str,
    measures: Sequence[str] | str,
    **options: Any,
) -> dict[str, Any]:
    """The fields of a comparison's request; names that are lists are joined by commas."""
    named = {"runs": runs, "labels": labels, "measures": measures}
    if empty := [name for name, value in named.items() if not value]:
        raise NotSent(f"The comparison has no {' and no '.join(empty)}.", code="nothing_named")
    joined = {name: joined_by_commas(value) for name, value in named.items()}
    return joined | {name: value for name, value in options.items() if value is not None}


def joined_by_commas(names: Sequence[str] | str) -> str:
    return names if isinstance(names, str) else ",".join(names)


def _in_address(value: Any) -> Any:
    return 1 if value is True else value


def _now() -> float:
    return time.monotonic()


def _rows(document: Mapping[str, Any]) -> Iterator[Difference]:
    for block in document["blocks"]:
        sample = block["sample"] and block["sample"]["text"]
        for row in block["rows"]:
            for cell in row["cells"]:
                low, high = cell["interval"] or (None, None)
                these_low, these_high = cell["these_topics"] or (None, None)
                yield Difference(
                    labels=block["labels"],
                    measure=row["measure"],
                    lower_is_better=row["lower_is_better"],
                    baseline=document["baseline"],
                    run=cell["run"],
                    n_topics=block["n_topics"],
                    baseline_mean=cell["baseline_mean"],
                    run_mean=cell["mean"],
                    difference=cell["difference"],
                    low=low,
                    high=high,
                    p_value=cell["p_value"],
                    p_adjusted=cell["p_adjusted"],
                    sample=sample,
                    these_topics_low=these_low,
                    these_topics_high=these_high,
                )


def _values(text: str) -> Iterator[TopicValue]:
    """Values of the API's CSV, texts without the apostrophes that spreadsheets need."""
    _, *rows = csv.reader(io.StringIO(text, newline=""))
    for row in rows:
        query_id, run, labels, measure, value, *more = map(as_written, row)
        sample = more[0] or None if more else None
        yield TopicValue(query_id, run, labels, measure, float(value), sample)
