"""Plain readers of TREC files, apart from the application's own, so that they can check it."""

from __future__ import annotations

import gzip
from collections import defaultdict
from pathlib import Path


def read_qrels(path: Path) -> dict[str, dict[str, int]]:
    """Relevance by topic and docid."""
    qrels: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for line in _lines(path):
        topic, _, doc_id, relevance = line.split()[:4]
        qrels[topic][doc_id] = int(relevance)
    return dict(qrels)


def read_run(path: Path) -> dict[str, dict[str, float]]:
    """Score by topic and docid."""
    run: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for line in _lines(path):
        topic, _, doc_id, _, score = line.split()[:5]
        run[topic][doc_id] = float(score)
    return dict(run)


def read_expected(path: Path) -> dict[str, dict[str, str]]:
    """What trec_eval printed: value by topic (or "all") and measure."""
    printed: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for line in _lines(path):
        measure, topic, value = line.split(maxsplit=2)
        printed[topic][measure] = value
    return dict(printed)


def _lines(path: Path) -> list[str]:
    """All but comments, which trec_eval knows since 10.0."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as stream:
        return [line for line in stream.read().splitlines() if not line.startswith("#")]
