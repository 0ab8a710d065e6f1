from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.score.printed import Printed


class ScoredRun(NamedTuple):
    """What one run scores.

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


def names_of(runs: Sequence[ScoredRun]) -> list[str]:
    """Unique names of the runs: file names, or whole paths where those repeat."""
    names = [run.path.name for run in runs]
    return names if len(set(names)) == len(names) else [str(run.path) for run in runs]
