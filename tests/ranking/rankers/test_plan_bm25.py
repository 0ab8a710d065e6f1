from __future__ import annotations

from typing import Any

import pytest

from ranking.exceptions import NameTaken, RankingError
from ranking.models import Collection, Job, Run, Topic, TopicSet
from ranking.parameters.index_options import PLAIN_INDEX, IndexOptions
from ranking.parameters.ranges import OutOfRange
from ranking.rankers import bm25_plan as module
from ranking.rankers.indexes import IndexStale, build_lexical_index
from regrade.bm25.rm3 import RM3
from tests.factories import make_collection, make_run, make_topics
from tests.ranking.rankers.lexical import plan_run
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def test_plan_bm25_freezes_what_is_to_be_done() -> None:
    job = plan_run(
        depth=1,
        k1=1.2,
        b=0.75,
        rm3=RM3(fb_terms=5),
        adjusts_ties=False,
        index=IndexOptions(stemmer="none"),
    )
    assert (job.queue, job.status, job.run.status) == ("rank.cpu", "running", "computing")
    spec = Run.objects.get(pk=job.run_id).spec or {}
    assert spec.pop("code_version").startswith("0.")
    assert spec == {
        "ranker": "bm25",
        "label": "BM25 + RM3",
        "parameters": {
            "k1": 1.2,
            "b": 0.75,
            "rm3": {"fb_terms": 5, "fb_docs": 10, "original_query_weight": 0.5},
            "adjusts_ties": False,
        },
        "index": {
            "fields": "title,text",
            "tokenizer": "standard",
            "stop_words": "english",
            "stemmer": "none",
            "expansions": None,
            "n_queries": None,
        },
        "depth": 1,
        "n_texts": 3,
        "text_version": 1,
    }


def test_plan_bm25_cuts_topics_into_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TOPICS_PER_CHUNK", 2)
    job = plan_run(topic_set=make_topics(queries={f"q{n}": "why" for n in range(5)}))
    topic_ids = list(Topic.objects.order_by("ordinal").values_list("pk", flat=True))
    assert [chunk.topic_ids for chunk in job.chunks.all()] == [
        topic_ids[:2],
        topic_ids[2:4],
        topic_ids[4:],
    ]


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"depth": 0}, "depth"),
        ({"k1": -1.0}, "k1"),
        ({"k1": 1e39}, "k1"),
        ({"k1": float("nan")}, "k1"),
        ({"b": 1.5}, "b"),
        ({"rm3": RM3(fb_terms=0)}, "rm3.fb_terms"),
        ({"rm3": RM3(fb_docs=0)}, "rm3.fb_docs"),
        ({"rm3": RM3(original_query_weight=2)}, "rm3.original_query_weight"),
    ],
)
def test_plan_bm25_with_a_parameter_out_of_range_is_refused_by_its_name(
    options: dict[str, Any], field: str
) -> None:
    with refused(OutOfRange, "out_of_range", field=field):
        plan_run(**options)
    assert not Run.objects.exists()


def test_plan_bm25_where_nothing_can_be_found_is_refused() -> None:
    with refused(RankingError, "no_text", field="collection"):
        plan_run(make_collection("empty", texts={"d1": None}), make_topics())
    with refused(RankingError, "no_title", field="fields_indexed"):
        plan_run(topic_set=TopicSet.objects.get(), index=IndexOptions(fields="title"))
    with refused(RankingError, "no_topics", field="topic_set"):
        plan_run(Collection.objects.get(name="trees"), make_topics("none", queries={}))


def test_plan_bm25_of_an_index_older_than_the_texts_is_refused() -> None:
    collection = make_collection()
    build_lexical_index(collection=collection, options=PLAIN_INDEX)
    Collection.objects.update(text_version=2)
    with refused(IndexStale, "index_stale", field="collection"):
        plan_run(collection)
    assert not Job.objects.exists()


def test_plan_bm25_under_a_taken_name_is_refused_before_anything_is_made() -> None:
    collection, topic_set = make_collection(), make_topics()
    make_run("bm25", collection, topic_set, {})
    with refused(NameTaken, "name_taken", field="name"):
        plan_run(collection, topic_set)
    assert not Job.objects.exists()
