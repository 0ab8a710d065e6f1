"""Real TREC runs through import, storage and evaluation, against pytrec_eval on the raw files."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command

from tests.oracles import pytrec_eval
from tests.real.real_data import DATA, needs_real_data
from tests.tiers import thorough

pytestmark = [pytest.mark.django_db, needs_real_data]

TREC_DL = DATA / "trec_dl"
MEASURES = {
    "RR": "recip_rank",
    "AP": "map",
    "P@5": "P_5",
    "P@10": "P_10",
    "R@100": "recall_100",
    "nDCG": "ndcg",
    "nDCG@10": "ndcg_cut_10",
    "nDCG@20": "ndcg_cut_20",
    "Rprec": "Rprec",
    "Bpref": "bpref",
}


def read_qrels() -> dict[str, dict[str, int]]:
    qrels: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for line in (TREC_DL / "qrels.dl19-passage.txt").read_text().splitlines():
        query_id, _, doc_id, relevance = line.split()
        qrels[query_id][doc_id] = int(relevance)
    return qrels


def read_run(path: Path) -> dict[str, dict[str, float]]:
    """Scores as pytrec_eval will see them."""
    run: defaultdict[str, dict[str, float]] = defaultdict(dict)
    with gzip.open(path, "rt") as lines:
        for line in lines:
            query_id, _, doc_id, _, score, _ = line.split()
            run[query_id][doc_id] = float(np.float32(score))
    return run


@pytest.fixture
def ground(tmp_path: Path) -> list[str]:
    seed = tmp_path / "one.tsv"
    seed.write_text("0\tA passage to begin with.\n")
    topics, qrels = TREC_DL / "topics.dl19-passage.txt", TREC_DL / "qrels.dl19-passage.txt"
    given = ["--collection=passages", "--topics=dl19"]
    call_command("import_collection", "passages", str(seed), stdout=StringIO())
    call_command("import_topics", "dl19", str(topics), stdout=StringIO())
    call_command("import_labels", str(qrels), "--name=nist", *given, stdout=StringIO())
    return given


@thorough
def test_monot5_scores_what_is_published_in_single_precision_alone(ground: list[str]) -> None:
    """Two ways to the same figures: the run as it is, or rounded as it is read."""
    path = DATA / "duot5_dl20" / "base.dl20.p.dTq.rm3.mono.trec.gz"
    topics, qrels = TREC_DL / "topics.dl20.txt", TREC_DL / "qrels.dl20-passage.txt"
    given = ["--collection=passages", "--topics=dl20"]
    call_command("import_topics", "dl20", str(topics), stdout=StringIO())
    call_command("import_labels", str(qrels), "--name=nist20", *given, stdout=StringIO())
    call_command("import_run", str(path), "--name=mono", *given, stdout=StringIO())
    rounding = ["--name=rounded", "--single-precision", *given]
    call_command("import_run", str(path), *rounding, stdout=StringIO())

    def figures(run: str, *flags: str) -> list[float]:
        out = StringIO()
        asked = ["--labels=nist20", "--measures=nDCG@10,nDCG@20", "--format=json", *flags]
        call_command("evaluate", f"--runs={run}", *asked, stdout=out, stderr=StringIO())
        return [round(row["mean"], 4) for row in json.loads(out.getvalue())]

    assert figures("mono") == [0.7061, 0.6813]
    assert figures("mono", "--single-precision") == [0.7048, 0.6808]
    assert figures("rounded") == [0.7048, 0.6808]


@pytest.mark.parametrize(
    "system", ["BM25.trec_results", pytest.param("REP_LLAMA.trec_results", marks=thorough)]
)
def test_a_stored_run_scores_as_its_file_does(system: str, ground: list[str]) -> None:
    path = TREC_DL / "runs" / f"{system}_dl19.txt.gz"
    call_command("import_run", str(path), "--name=run", *ground, stdout=StringIO())
    out = StringIO()
    asked = [f"--measures={','.join(MEASURES)}", "--per-topic", "--format=json"]
    call_command("evaluate", "--runs=run", "--labels=nist", *asked, stdout=out)
    ours = {row["measure"]: row["topics"] for row in json.loads(out.getvalue())}
    evaluator = pytrec_eval.RelevanceEvaluator(read_qrels(), set(MEASURES.values()))
    theirs = evaluator.evaluate(read_run(path))
    for name, key in MEASURES.items():
        assert ours[name] == pytest.approx({q: v[key] for q, v in theirs.items()}, abs=1e-9), name
