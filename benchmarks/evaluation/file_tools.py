"""One tool scores a run file once, in a process of its own, and says where the time went.

`python -m benchmarks.evaluation.file_tools TOOL QRELS RUN` prints one line of JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

STEPS = ("import", "labels", "run", "measures")
# Each tool's own names of MEASURES; pytrec_eval's recip_rank has no cutoff.
NAMES = ("RR@10", "P@10", "nDCG@10", "AP", "R@1000")
TREC_NAMES = ("recip_rank", "P_10", "ndcg_cut_10", "map", "recall_1000")
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
        judging = import_module("evaluation.score.judging")
        label_lines = import_module("evaluation.score.label_lines")
        labels_of = import_module("evaluation.score.labels")
        matching = import_module("evaluation.score.matching")
        measures = import_module("evaluation.measures")
        run_columns = import_module("ranking.files.run_columns")
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


def pytrec_eval(qrels: Path, run: Path, watch: Watch) -> Values:
    with watch.step("import"):
        module = import_module("pytrec_eval")
    with watch.step("labels"), qrels.open() as lines:
        labels = module.parse_qrel(lines)
    with watch.step("run"), run.open() as lines:
        scores = module.parse_run(lines)
    with watch.step("measures"):
        found = module.RelevanceEvaluator(labels, set(TREC_NAMES)).evaluate(scores)
        rows = [[values[name] for name in TREC_NAMES] for values in found.values()]
        for row in rows:
            row[0] = row[0] if row[0] >= 1 / 10 else 0.0
        means = [sum(column) / len(labels) for column in zip(*rows, strict=True)]
        return dict(zip(NAMES, means, strict=True))


def ir_measures(qrels: Path, run: Path, watch: Watch) -> Values:
    with watch.step("import"):
        module = import_module("ir_measures")
    with watch.step("labels"):
        labels = list(module.read_trec_qrels(str(qrels)))
    with watch.step("run"):
        scores = list(module.read_trec_run(str(run)))
    with watch.step("measures"):
        measures = [module.parse_measure(name) for name in NAMES]
        found = module.calc_aggregate(measures, labels, scores)
        return {str(measure): float(found[measure]) for measure in measures}


TOOLS: dict[str, Callable[[Path, Path, Watch], Values]] = {
    "regrade": regrade,
    "pytrec_eval": pytrec_eval,
    "ir_measures": ir_measures,
}


def main(tool: str, qrels: str, run: str) -> None:
    watch = Watch()
    values = TOOLS[tool](Path(qrels), Path(run), watch)
    sys.stdout.write(json.dumps({"seconds": watch.seconds, "values": values}) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
