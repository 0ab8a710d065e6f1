"""Scores of TREC Deep Learning 2019 and 2020 runs under NIST's labels, beside published ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from regrade.files.packed.run_columns import read_run_columns
from regrade.measures import parse_measures, score_measures
from regrade.score.judging import LabelFinder, judge_by_score
from regrade.score.labels import pack_label_lines, read_label_lines

# Binary measures count relevance from 2 on these labels, as the tracks did.
MEASURES = ("RR(rel=2)@10", "nDCG@10", "AP(rel=2)", "R(rel=2)@1000")
YEARS = {"2019": "dl19", "2020": "dl20"}
# nDCG@10 of BM25 with k1 0.9 and b 0.4: Anserini's regression pages for the two tracks.
PUBLISHED = {("BM25", "2019"): 0.5058, ("BM25", "2020"): 0.4796}


class Scored(NamedTuple):
    """One run of one year; `n_tied` lines share their score with another of their topic."""

    system: str
    year: str
    values: dict[str, float]
    n_lines: int
    n_tied: int
    published: float | None


def score_tracks(data: Path) -> Iterator[Scored]:
    """Every run file under `trec_dl/runs` on the topics that NIST judged."""
    folder = data / "trec_dl"
    for year, track in YEARS.items():
        qrels = folder / f"qrels.{track}-passage.txt"
        for path in sorted((folder / "runs").glob(f"*_{track}.txt.gz")):
            system = re.split(r"\.(?:trec_results|rerank)_", path.name)[0]
            yield _scored(system, year, qrels, path)


def _scored(system: str, year: str, qrels: Path, path: Path) -> Scored:
    labels = pack_label_lines(read_label_lines(qrels, None, set()), set())
    columns = read_run_columns(path)
    judged = judge_by_score(columns, labels, LabelFinder(labels))
    values = score_measures(parse_measures(",".join(MEASURES)), judged.rankings)
    means = {name: float(found.mean()) for name, found in values.items()}
    published = PUBLISHED.get((system, year))
    return Scored(system, year, means, columns.topics.size, judged.n_tied, published)
