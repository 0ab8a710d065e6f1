from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotation.exchange.candidates import CandidatesReport, import_candidates
from annotation.labels.arrays import relevances_by_topic
from annotation.models import LabelSet, TopicLabels
from ranking.exceptions import NameTaken
from ranking.models import Collection, Passage, Ranking, Run, Topic, TopicSet
from regrade.files.errors import BadInput
from tests.factories import make_collection, make_labels, make_run, make_topics
from tests.real.real_data import CAMPAIGN, needs_real_data
from tests.refusals import refused
from tests.regrade.files.writing import write
from tests.tiers import thorough

pytestmark = pytest.mark.django_db

STRATA = {"q2": "medium"}
MADE = (Collection, Passage, TopicSet, Topic, Run, Ranking, LabelSet, TopicLabels)


def line(query_id: str, doc_id: str, rank: int, relevance: int | None = 0, **fields: Any) -> str:
    record = {
        "query_id": query_id,
        "query": f"what is {query_id}",
        "passage_id": doc_id,
        "passage": f"text of {doc_id}",
        "bm25_rank": rank,
        "stratum": STRATA.get(query_id, "high"),
    }
    labels = {} if relevance is None else {"msmarco_relevant": relevance}
    return json.dumps(record | labels | fields) + "\n"


LINES = [line("q1", "b", 2, 1), line("q1", "a", 1), line("q2", "b", 1)]


def import_lines(
    folder: Path, lines: list[str], labels: str | None = "c", run: str | None = "c"
) -> CandidatesReport:
    return import_candidates(
        path=write(folder, "".join(lines), "candidates.jsonl"),
        collection_name="c",
        topics_name="c",
        run_name=run,
        labels_name=labels,
    )


def counts() -> list[int]:
    return [model._default_manager.count() for model in MADE]


def test_import_candidates_makes_passages_in_the_order_they_are_met(tmp_path: Path) -> None:
    done = import_lines(tmp_path, LINES)
    passages = done.collection.passages.values_list("ordinal", "doc_id", "text")
    assert list(passages) == [(0, "b", "text of b"), (1, "a", "text of a")]
    assert (done.n_passages, done.collection.text_version) == (2, 1)


def test_import_candidates_keeps_the_stratum_with_its_topic(tmp_path: Path) -> None:
    done = import_lines(tmp_path, LINES)
    topics = done.topic_set.topics.values_list("query_id", "query", "metadata")
    assert list(topics) == [
        ("q1", "what is q1", {"stratum": "high"}),
        ("q2", "what is q2", {"stratum": "medium"}),
    ]
    assert done.n_topics_by_stratum == {"high": 1, "medium": 1}


def test_import_candidates_scores_the_run_by_rank(tmp_path: Path) -> None:
    run = import_lines(tmp_path, LINES).run
    assert run is not None
    rankings = {
        r.topic.query_id: (r.ordinals.tolist(), r.scores.tolist()) for r in run.rankings.all()
    }
    assert rankings == {"q1": ([1, 0], [-1.0, -2.0]), "q2": ([0], [-1.0])}
    assert (run.depth, run.status) == (2, "complete")


def test_import_candidates_counts_passages_without_a_text(tmp_path: Path) -> None:
    lines = [line("q1", "a", 1, passage=" "), line("q1", "b", 2, passage="two")]
    done = import_lines(tmp_path, lines)
    assert (done.n_passages, done.n_textless) == (2, 1)
    texts = done.collection.passages.values_list("doc_id", "text")
    assert dict(texts) == {"a": None, "b": "two"}


def test_import_candidates_labels_every_line_that_has_a_relevance(tmp_path: Path) -> None:
    lines = [*LINES, line("q2", "a", 2, None), line("q3", "a", 1, None)]
    done = import_lines(tmp_path, lines)
    assert done.labels is not None
    labels = {
        query_id: dict(zip(ordinals.tolist(), values.tolist(), strict=True))
        for query_id, (ordinals, values) in relevances_by_topic(done.labels).items()
    }
    assert labels == {"q1": {0: 1, 1: 0}, "q2": {0: 0}}
    assert (done.labels.min_relevance, done.labels.source) == (1, "imported")
    assert done.n_pairs_by_relevance == {0: 2, 1: 1}


def test_import_candidates_without_a_name_for_labels_makes_none(tmp_path: Path) -> None:
    done = import_lines(tmp_path, [line("q1", "a", 1, None, stratum=None)], labels=None)
    assert (done.labels, LabelSet.objects.exists()) == (None, False)
    assert done.topic_set.topics.get().metadata == {}


def test_import_candidates_without_a_name_for_a_run_makes_topics_and_passages(
    tmp_path: Path,
) -> None:
    fields: dict[str, Any] = {"bm25_rank": None, "description": "Trees."}
    fields["narrative"] = "No shrubs."
    done = import_lines(tmp_path, [line("q1", "a", 1, **fields)], labels=None, run=None)
    assert (done.run, Run.objects.exists(), done.n_passages, done.n_lines) == (None, False, 1, 1)
    topic = done.topic_set.topics.get()
    assert (topic.description, topic.narrative) == ("Trees.", "No shrubs.")


def test_import_candidates_of_a_bad_line_makes_nothing(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as caught:
        import_lines(tmp_path, [*LINES, line("q2", "b", 3)])
    assert caught.value.line == 4
    assert counts() == [0] * len(MADE)


def test_import_candidates_without_the_labels_that_are_asked_for_makes_nothing(
    tmp_path: Path,
) -> None:
    with refused(BadInput, "no_labels"):
        import_lines(tmp_path, [line("q1", "a", 1, None)])
    assert counts() == [0] * len(MADE)


@pytest.mark.parametrize("taken", ["run", "labels"])
def test_import_candidates_is_refused_when_one_name_is_taken(tmp_path: Path, taken: str) -> None:
    names = {
        kind: "c" if kind == taken else "x" for kind in ("collection", "topics", "run", "labels")
    }
    collection, topics = make_collection(names["collection"]), make_topics(names["topics"])
    make_run(names["run"], collection, topics, {"q1": ["d1"]})
    make_labels(names["labels"], collection, topics, {"q1": {"d1": 1}})
    before = counts()
    with pytest.raises(NameTaken):
        import_lines(tmp_path, LINES)
    assert counts() == before


def test_import_candidates_looks_at_names_before_the_file(tmp_path: Path) -> None:
    make_labels("c", make_collection(), make_topics(), {"q1": {"d1": 1}})
    with pytest.raises(NameTaken):
        import_lines(tmp_path, ["not JSON"])


@thorough
@needs_real_data
def test_import_candidates_of_the_real_campaign() -> None:
    done = import_candidates(
        path=CAMPAIGN / "candidates_600x20.jsonl.gz",
        collection_name="c",
        topics_name="c",
        run_name="c",
        labels_name="c",
    )
    assert (done.n_topics, done.n_passages, done.n_lines) == (600, 11_809, 12_000)
    assert done.n_topics_by_stratum == {"high": 540, "medium": 60}
    assert done.n_pairs_by_relevance == {0: 11_460, 1: 540}
    assert done.run is not None
    assert {len(r.ordinals) for r in done.run.rankings.all()} == {20}
