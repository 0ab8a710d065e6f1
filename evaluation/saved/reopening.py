"""Open a saved comparison: its frozen numbers, and whether asking again would give the same."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from evaluation.comparisons.comparing import prepare, question_of
from evaluation.models import SavedComparison
from regrade.exceptions import RegradeError

MovedKind = Literal["scores", "tests", "answers", "run", "labels", "topics", "question", "refused"]
ENGINES: Mapping[str, tuple[MovedKind, str]] = {
    "engine": ("scores", "Regrade has newer code of measures: scores may differ."),
    "significance_engine": ("tests", "Regrade has newer code of tests: p-values may differ."),
    "answer_engine": ("answers", "Regrade has newer code of this answer: its numbers may differ."),
}
CONTENTS: Mapping[str, tuple[MovedKind, str]] = {
    "run_hashes": ("run", "Run {} has changed rankings."),
    "label_hashes": ("labels", "Label set {} has changed labels."),
}


NUMBERS = ("baseline_mean", "run_mean", "difference", "low", "high", "p_value", "p_adjusted")


class Moved(NamedTuple):
    """One input of a comparison that has changed; `name` is the run's or label set's."""

    kind: MovedKind
    name: str
    text: str


class FrozenRow(NamedTuple):
    """One measure of one run under one label set as it was frozen.

    Numbers that JSON lacks, such as infinite interval ends, are null.
    """

    labels: str
    measure: str
    baseline: str
    run: str
    baseline_mean: float
    run_mean: float
    difference: float
    low: float | None
    high: float | None
    p_value: float | None
    p_adjusted: float | None
    stars: str
    n_topics: int
    lower_is_better: bool
    min_relevance: int | None
    simulated: bool


def frozen_rows(saved: SavedComparison) -> list[FrozenRow]:
    """The table as frozen, regardless of later changes to runs and labels."""
    return [
        FrozenRow(**{name: _frozen_value(row, name) for name in FrozenRow._fields})
        for row in saved.comparison.result
    ]


class Today(NamedTuple):
    """The current inputs of a saved question.

    Attributes:
        spec: as JSON from `prepare`; empty if the question is refused.
        refusal: None if it can be asked again.
    """

    spec: Mapping[str, Any]
    refusal: Moved | None = None

    def moved_since(self, then: Mapping[str, Any], now: Mapping[str, Any]) -> list[Moved]:
        """Inputs in which two specs of one question differ; empty if the answer is the same."""
        return [self.refusal] if self.refusal else what_moved(then, json.loads(json.dumps(now)))


def as_of_today(saved: SavedComparison) -> Today:
    """Current inputs of a saved question; only hashes are computed, and nothing is stored."""
    try:
        today = prepare(question_of(saved.asked), keeps=False)
    except RegradeError as error:
        return Today({}, Moved("refused", "", f"It cannot be asked again: {error}"))
    return Today(today.spec)


def what_moved(then: Mapping[str, Any], now: Mapping[str, Any]) -> list[Moved]:
    """Inputs in which two specs of the same question differ."""
    return [*_engines(then, now), *_contents(then, now), *_asked(then, now)]


def _engines(then: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Moved]:
    for key, (kind, text) in ENGINES.items():
        if then.get(key) != now.get(key):
            yield Moved(kind, "", text)


def _contents(then: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Moved]:
    for key, (kind, text) in CONTENTS.items():
        before, after = then.get(key, {}), now.get(key, {})
        for name in sorted(before.keys() | after.keys()):
            if before.get(name) != after.get(name):
                yield Moved(kind, name, text.format(name))


def _asked(then: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Moved]:
    topics = "query_ids"
    if then.get(topics) != now.get(topics):
        n_then, n_now = len(then.get(topics, ())), len(now.get(topics, ()))
        yield Moved(
            "topics", "", f"It has other topics: {n_now:,} now, {n_then:,} when it was saved."
        )
    found = {*ENGINES, *CONTENTS, topics}
    others = sorted(
        key for key in (then.keys() | now.keys()) - found if then.get(key) != now.get(key)
    )
    if others:
        listed = ", ".join(others)
        yield Moved("question", "", f"Regrade reads the question otherwise: {listed}.")


def _frozen_value(row: Mapping[str, Any], name: str) -> Any:
    """A frozen value; infinite numbers are stored as words, which are also valid run names."""
    value = row.get(name)
    return None if name in NUMBERS and value in ("infinite", "-infinite") else value
