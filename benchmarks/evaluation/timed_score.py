"""A run file is scored once, in a process of its own, which says where the time went.

`python -m benchmarks.evaluation.timed_score QRELS RUN` prints one line of JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

STEPS = ("import", "labels", "run", "measures")
NAMES = ("RR@10", "P@10", "nDCG@10", "AP", "R@1000")
Values = dict[str, float]


class Watch:
    """Seconds of the clock by step."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.seconds[name] = time.perf_counter() - began


def regrade(qrels: Path, run: Path, watch: Watch) -> Values:
    with watch.step("import"):
        judging = import_module("regrade.score.judging")
        label_lines = import_module("regrade.score.labels")
        labels_of = import_module("regrade.score.labels")
        matching = import_module("regrade.score.judging")
        measures = import_module("regrade.measures")
        run_columns = import_module("regrade.files.packed.run_columns")
    with watch.step("labels"):
        lines = label_lines.read_label_lines(qrels, None, set())
        labels = labels_of.pack_label_lines(lines, set())
    with watch.step("run"):
        columns = run_columns.read_run_columns(run)
    with watch.step("measures"):
        finder = matching.LabelFinder(labels)
        judged = judging.judge_by_score(columns, labels, finder)
        values = measures.score_measures(measures.parse_measures(",".join(NAMES)), judged.rankings)
        return {name: float(found.mean()) for name, found in values.items()}


def main(qrels: str, run: str) -> None:
    watch = Watch()
    values = regrade(Path(qrels), Path(run), watch)
    sys.stdout.write(json.dumps({"seconds": watch.seconds, "values": values}) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
