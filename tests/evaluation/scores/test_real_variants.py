"""Real queries with typos stand beside the clean ones, under the labels of these."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluation.scores.evaluating import evaluate_runs
from ranking.collections.topics import import_topics
from ranking.models import TopicSet
from regrade.measures import parse_measures
from tests.factories import make_collection, make_labels, make_run

pytestmark = pytest.mark.django_db


def test_typos_of_trec_dl_are_scored_by_the_labels_of_the_clean_queries(real_data: Path) -> None:
    folder = real_data / "dl_typo"
    import_topics(name="clean", path=folder / "queries.dl2019.tsv")
    clean = TopicSet.objects.get(name="clean")
    import_topics(name="typos", path=folder / "queries.dl2019.typo1.tsv", variant_of=clean)
    typos = TopicSet.objects.get(name="typos")
    assert typos.topics.get(query_id="156493").query == "do golddish grow"
    collection = make_collection()
    labels = make_labels("nist", collection, clean, {"156493": {"d1": 3, "d2": 0}})
    runs = [
        make_run("of-clean", collection, clean, {"156493": ["d1", "d2"]}),
        make_run("of-typos", collection, typos, {"156493": ["d2", "d1"]}),
    ]
    found = evaluate_runs(runs=runs, label_sets=[labels], measures=parse_measures("RR"))
    assert [scores.values["RR"].tolist() for scores in found.scores] == [[1.0], [0.5]]
