"""Another tool reads labels and a run and measures them, in a process of its own.

`python -m benchmarks.evaluation.peer_tools TOOL QRELS RUN` prints one line of JSON. It runs in
the environment of benchmarks/requirements-peers.txt, which has nothing of Regrade's.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

NAMES = ("RR@10", "P@10", "nDCG@10", "AP", "R@1000")
TREC_NAMES = ("recip_rank", "P_10", "ndcg_cut_10", "map", "recall_1000")
RANX_NAMES = ("mrr@10", "precision@10", "ndcg@10", "map", "recall@1000")


class Steps(NamedTuple):
    """A tool's three steps: read labels, read a run, measure the one under the other."""

    labels: Callable[[Path], object]
    run: Callable[[Path], object]
    measure: Callable[[object, object], Mapping[str, float]]


def pytrec_eval() -> Steps:
    module = import_module("pytrec_eval")

    def measure(labels: object, run: object) -> Mapping[str, float]:
        found = module.RelevanceEvaluator(labels, set(TREC_NAMES)).evaluate(run)
        rows = [[values[name] for name in TREC_NAMES] for values in found.values()]
        for row in rows:  # trec_eval's recip_rank knows no cutoff
            row[0] = row[0] if row[0] >= 1 / 10 else 0.0
        means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
        return dict(zip(NAMES, means, strict=True))

    def read(parse: Callable[[object], object], path: Path) -> object:
        with path.open() as lines:
            return parse(lines)

    return Steps(partial(read, module.parse_qrel), partial(read, module.parse_run), measure)


def ir_measures() -> Steps:
    module = import_module("ir_measures")
    measures = [module.parse_measure(name) for name in NAMES]

    def measure(labels: object, run: object) -> Mapping[str, float]:
        found = module.calc_aggregate(measures, labels, run)
        return {name: float(found[each]) for name, each in zip(NAMES, measures, strict=True)}

    return Steps(
        lambda path: list(module.read_trec_qrels(str(path))),
        lambda path: list(module.read_trec_run(str(path))),
        measure,
    )


def ranx() -> Steps:
    module = import_module("ranx")

    def measure(labels: object, run: object) -> Mapping[str, float]:
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
    found: dict[str, Any] = {}
    acts: dict[str, Callable[[], object]] = {
        "import": TOOLS[tool],
        "labels": lambda: found["import"].labels(Path(qrels)),
        "run": lambda: found["import"].run(Path(run)),
        "measure": lambda: found["import"].measure(found["labels"], found["run"]),
        "measure again": lambda: found["import"].measure(found["labels"], found["run"]),
    }
    seconds = {}
    for name, act in acts.items():
        began = time.perf_counter()
        found[name] = act()
        seconds[name] = time.perf_counter() - began
    sys.stdout.write(json.dumps({"seconds": seconds, "values": found["measure"]}) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
