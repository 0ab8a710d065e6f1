"""Another tool reads labels and a run and measures them, in a process of its own.

`python -m benchmarks.evaluation.peer_tools TOOL QRELS RUN` prints one line of JSON. It runs in
the environment of benchmarks/requirements-peers.txt, which has nothing of Regrade's.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

NAMES = ("RR@10", "P@10", "nDCG@10", "AP", "R@1000")
TREC_NAMES = ("recip_rank", "P_10", "ndcg_cut_10", "map", "recall_1000")
RANX_NAMES = ("mrr@10", "precision@10", "ndcg@10", "map", "recall@1000")

Values = dict[str, float]


class Steps(NamedTuple):
    """What a tool does with files: read labels, read a run, measure the one under the other."""

    labels: Callable[[Path], object]
    run: Callable[[Path], object]
    measure: Callable[[object, object], Values]


def pytrec_eval() -> Steps:
    module = import_module("pytrec_eval")

    def measure(labels: object, run: object) -> Values:
        found = module.RelevanceEvaluator(labels, set(TREC_NAMES)).evaluate(run)
        rows = [[values[name] for name in TREC_NAMES] for values in found.values()]
        for row in rows:  # trec_eval's recip_rank knows no cutoff
            row[0] = row[0] if row[0] >= 1 / 10 else 0.0
        means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
        return dict(zip(NAMES, means, strict=True))

    return Steps(
        lambda path: _read(module.parse_qrel, path),
        lambda path: _read(module.parse_run, path),
        measure,
    )


def ir_measures() -> Steps:
    module = import_module("ir_measures")
    measures = [module.parse_measure(name) for name in NAMES]

    def measure(labels: object, run: object) -> Values:
        found = module.calc_aggregate(measures, labels, run)
        return {name: float(found[each]) for name, each in zip(NAMES, measures, strict=True)}

    return Steps(
        lambda path: list(module.read_trec_qrels(str(path))),
        lambda path: list(module.read_trec_run(str(path))),
        measure,
    )


def ranx() -> Steps:
    module = import_module("ranx")

    def measure(labels: object, run: object) -> Values:
        found = module.evaluate(labels, run, list(RANX_NAMES))
        return {name: float(found[theirs]) for name, theirs in zip(NAMES, RANX_NAMES, strict=True)}

    return Steps(
        lambda path: module.Qrels.from_file(str(path), kind="trec"),
        lambda path: module.Run.from_file(str(path), kind="trec"),
        measure,
    )


TOOLS: dict[str, Callable[[], Steps]] = {
    "pytrec_eval": pytrec_eval,
    "ir_measures": ir_measures,
    "ranx": ranx,
}


def main(tool: str, qrels: str, run: str) -> None:
    seconds: dict[str, float] = {}

    def timed(name: str, act: Callable[[], object]) -> object:
        began = time.perf_counter()
        made = act()
        seconds[name] = time.perf_counter() - began
        return made

    began = time.perf_counter()
    steps = TOOLS[tool]()
    seconds["import"] = time.perf_counter() - began
    labels = timed("labels", lambda: steps.labels(Path(qrels)))
    read = timed("run", lambda: steps.run(Path(run)))
    values = timed("measure", lambda: steps.measure(labels, read))
    timed("measure again", lambda: steps.measure(labels, read))
    sys.stdout.write(json.dumps({"seconds": seconds, "values": values}) + "\n")


def _read(parse: Callable[[object], object], path: Path) -> object:
    with path.open() as lines:
        return parse(lines)


if __name__ == "__main__":
    main(*sys.argv[1:])
