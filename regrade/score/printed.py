"""Measures as they are printed, and what a run scores by them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.measures import JudgedRankings, Measure, parse_measure
from regrade.measures.measure_texts import parse_asked
from regrade.measures.scoring import geometric_mean
from regrade.measures.trec_names import NICKNAMES, translate

USUAL, MS_MARCO = "official", "RR@10"
# trec_eval prints these over all topics alone, from the values of another measure.
GEOMETRIC = {"gm_map": "AP", "gm_bpref": "Bpref"}
SUMMARY_ONLY = {"num_q", *GEOMETRIC}
# With these trec_eval prints the run's tag first.
NAMES_RUN = {"official", "all_trec", "runid"}


class Printed(NamedTuple):
    """A measure and its printed label.

    Attributes:
        label: trec_eval's name if requested by it, else ours.
        measure: the measure to compute.
    """

    label: str
    measure: Measure

    @property
    def has_topics(self) -> bool:
        """Whether values per topic are printed too."""
        return self.label not in SUMMARY_ONLY

    @property
    def is_tested(self) -> bool:
        """Whether it is tested, unlike counts, geometric means and properties of the labels."""
        return self.measure.is_tested and self.label not in GEOMETRIC

    @property
    def better(self) -> str | None:
        """Which values are better, "higher" or "lower"; None for a count."""
        if self.measure.is_count:
            return None
        return "lower" if self.measure.lower_is_better else "higher"

    def seen(self, rankings: JudgedRankings, judged_only: bool) -> JudgedRankings:
        """The rankings it reads: with judged_only condensed ones, unless the measure refuses."""
        return rankings.condensed if judged_only and not self.measure.no_judged_only else rankings

    def summary(self, values: NDArray[np.float64]) -> float:
        """The value over all topics: a mean, or the total of a count."""
        if self.label in GEOMETRIC:
            return geometric_mean(values)
        return float(values.sum() if self.measure.is_count else values.mean())


class ScoredRun(NamedTuple):
    """Scores of one run.

    Attributes:
        name: the file's, or its whole path where another run's file has the same name.
        tag: as its first line has it, "" where the format has none.
        path: the file.
        measures: what is printed.
        query_ids: the topics that count, in the order of printing.
        values: one array a measure, shape (n_topics,).
        missing: those of the topics that the run lacks.
        n_left_out: lines of its file that repeat a passage of their topic.
        note: where none of its passages has a label, a sentence on that and its likely cause.
    """

    name: str
    tag: str
    path: Path
    measures: tuple[Printed, ...]
    query_ids: tuple[str, ...]
    values: tuple[NDArray[np.float64], ...]
    missing: tuple[str, ...]
    n_left_out: int = 0
    note: str = ""

    def summaries(self) -> dict[str, float]:
        """By label the value over all topics."""
        return {
            printed.label: printed.summary(values)
            for printed, values in zip(self.measures, self.values, strict=True)
        }

    def topics(self) -> Iterator[tuple[str, dict[str, float]]]:
        """Yield each topic with its values by label."""
        shown = [printed.has_topics for printed in self.measures]
        labels = [printed.label for printed in compress(self.measures, shown)]
        rows = zip(*(values.tolist() for values in compress(self.values, shown)), strict=True)
        for query_id, row in zip(self.query_ids, rows, strict=True):
            yield query_id, dict(zip(labels, row, strict=True))


def parse_printed(texts: Sequence[str]) -> tuple[Printed, ...]:
    """The measures of all -m options of the command line, each label once.

    Raises:
        MeasureError: a name that cannot be used.
    """
    found = (printed for text in texts for printed in _parse(text))
    return tuple({printed.label: printed for printed in found}.values())


def names_run(texts: Sequence[str]) -> bool:
    """Whether trec_eval prints the run's tag for these arguments of -m."""
    return bool(NAMES_RUN.intersection(word for text in texts for word in text.split()))


def left_out(texts: Sequence[str]) -> tuple[str, ...]:
    """Measures in these trec_eval nicknames that we do not offer."""
    members = (name for text in texts for word in text.split() for name in NICKNAMES.get(word, ()))
    return tuple(name for name in dict.fromkeys(members) if not _member(name))


def _parse(text: str) -> Iterator[Printed]:
    words = text.split()
    if not {*NICKNAMES, *GEOMETRIC}.intersection(words):
        yield from (Printed(*asked) for asked in parse_asked([text]))
        return
    for word in words:
        if word in NICKNAMES:
            yield from (printed for name in NICKNAMES[word] for printed in _member(name))
        else:
            yield from _member(word) or (Printed(*asked) for asked in parse_asked([word]))


def _member(name: str) -> list[Printed]:
    """Measures of a trec_eval name; empty if we have none."""
    if name in GEOMETRIC:
        return [Printed(name, parse_measure(GEOMETRIC[name]))]
    return [Printed(label, parse_measure(ours)) for label, ours in translate(name)]


def names_of(paths: Sequence[Path]) -> list[str]:
    """Unique names of files: their own, or whole paths where those repeat."""
    names = [path.name for path in paths]
    return names if len(set(names)) == len(names) else [str(path) for path in paths]
