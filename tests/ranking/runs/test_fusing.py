"""Stored runs fused; the methods themselves are tested in tests/regrade/fusion."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError

from ranking.exceptions import NameRefused, NameTaken, NotFound, RankingError
from ranking.jobs.steering import job_of_run
from ranking.models import Run, RunKind, RunStatus, Visibility
from ranking.parameters.ranges import OutOfRange
from ranking.runs import fusing as module
from ranking.runs.fusing import fuse_runs, listed
from ranking.runs.known_metadata import known_metadata
from ranking.runs.spec_words import spec_facts
from tests.factories import make_collection, make_run, make_topics
from tests.ranking.commands.calling import call, counts
from tests.ranking.rankers.reranking import doc_ids
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def runs() -> list[Run]:
    """By ranks, d2 and d1 tie for q1: each is first in one run and second in the other."""
    ground = make_collection(), make_topics()
    return [
        make_run("one", *ground, {"q1": ["d1", "d2", "d3"], "q2": ["d3"]}),
        make_run("two", *ground, {"q1": ["d2", "d1"]}),
    ]


def test_runs_are_fused_with_ties_by_doc_id(runs: list[Run]) -> None:
    fused = Run.objects.get(pk=fuse_runs(runs=runs, name="new", k=1).pk)
    assert doc_ids(fused) == {"q1": ["d2", "d1", "d3"], "q2": ["d3"]}
    [first, second] = fused.rankings.order_by("topic__ordinal")
    assert first.scores.tolist() == [1 / 3 + 1 / 2, 1 / 3 + 1 / 2, 1 / 4]
    assert second.scores.tolist() == [1 / 2]
    assert (fused.source, fused.status, fused.depth) == ("computed", "complete", 3)
    assert fused.collection == runs[0].collection


def test_the_depth_cuts_ties_by_doc_id(runs: list[Run]) -> None:
    assert doc_ids(fuse_runs(runs=runs, name="new", depth=1))["q1"] == ["d2"]


def test_the_spec_says_how_and_from_which_runs(runs: list[Run]) -> None:
    fused = fuse_runs(runs=runs, name="new", method="combsum", normalization="z-score")
    spec = fused.spec or {}
    assert (spec["runs"], spec["depth"]) == (["one", "two"], 1000)
    assert spec["parameters"] == {"normalization": "z-score"}
    facts = {fact.name: fact.value for fact in spec_facts(fused)}
    assert facts["method"] == "CombSUM (normalization z-score)"
    assert facts["fused from"] == "one, two"
    [retrieval] = known_metadata(fused)["method"]["retrieval"]
    assert retrieval["interpolates"] == ["one", "two"]
    with refused(NotFound, "no_job", says="one and two"):
        job_of_run(run=fused)


@pytest.mark.parametrize(
    ("kinds", "kind"),
    [("trad trad", "trad"), ("trad nn", "nn"), ("nn unknown", "unknown"), ("unknown nnlm", "nnlm")],
)
def test_a_fused_run_is_of_the_last_kind_of_its_runs(
    runs: list[Run], kinds: str, kind: str
) -> None:
    for run, each in zip(runs, kinds.split(), strict=True):
        Run.objects.filter(pk=run.pk).update(kind=RunKind(each))
    assert fuse_runs(runs=runs, name="new").kind == kind


def test_the_same_plan_again_is_the_run_that_is_there(runs: list[Run]) -> None:
    fused = fuse_runs(runs=runs, name="new")
    assert fuse_runs(runs=runs, name="new", k=60) == fused
    with refused(NameTaken, "name_taken", field="name", says="the parameters (k)"):
        fuse_runs(runs=runs, name="new", k=61)
    with refused(NameTaken, "name_taken", field="name", says="the runs"):
        fuse_runs(runs=[*runs, fused], name="new")
    with refused(NameTaken, "name_taken", field="name"):
        fuse_runs(runs=runs, name="one")
    # Another call made it after this one had looked.
    assert module._make(runs, "new", fused.spec or {}) == fused


def test_a_fused_run_is_private_if_one_of_its_runs_is(runs: list[Run], rita: User) -> None:
    Run.objects.filter(name="two").update(owner=rita, visibility=Visibility.PRIVATE)
    fused = Run.objects.get(pk=fuse_runs(runs=runs, name="new").pk)
    assert (fused.owner, fused.is_private) == (rita, True)


def test_what_does_not_go_together_is_refused(runs: list[Run]) -> None:
    one, two = runs
    elsewhere = make_run("elsewhere", make_collection("firs"), one.topic_set, {})
    others = make_run("others", one.collection, make_topics("others"), {})
    failed = make_run("failed", one.collection, one.topic_set, {})
    failed.status = RunStatus.FAILED
    cases: dict[str, tuple[list[Run], str]] = {
        "too_few_runs": ([one], "Two runs"),
        "too_many_runs": ([one] * 101, "101"),
        "run_twice": ([one, two, one], "Run one"),
        "run_incomplete": ([one, failed], "failed"),
        "other_collection": ([one, elsewhere], "over collection firs, one over trees"),
        "other_topic_set": ([one, others], "for topic set others, one for needs"),
    }
    for code, (given, says) in cases.items():
        with refused(RankingError, code, field="runs", says=says):
            fuse_runs(runs=given, name="new")
    two.rankings.all().delete()
    Run.objects.filter(pk=two.pk).delete()
    with refused(NotFound, "gone_meanwhile", says="two"):
        fuse_runs(runs=runs, name="new")


@pytest.mark.parametrize(
    ("asked", "code", "field"),
    [
        ({"method": "condorcet"}, "unknown_method", "method"),
        ({"method": "combsum", "normalization": "sum"}, "unknown_normalization", "normalization"),
        ({"method": "borda", "k": 3}, "unknown_parameter", "k"),
        ({"normalization": "z-score"}, "unknown_parameter", "normalization"),
    ],
)
def test_settings_that_a_method_lacks_are_refused(
    runs: list[Run], asked: dict[str, Any], code: str, field: str
) -> None:
    with refused(RankingError, code, field=field):
        fuse_runs(runs=runs, name="new", **asked)


def test_numbers_out_of_range_and_unfit_names_are_refused(runs: list[Run]) -> None:
    with refused(OutOfRange, "out_of_range", field="k"):
        fuse_runs(runs=runs, name="new", k=-1)
    with refused(OutOfRange, "out_of_range", field="depth"):
        fuse_runs(runs=runs, name="new", depth=0)
    with refused(NameRefused, "name_refused", field="name"):
        fuse_runs(runs=runs, name="a b")


def test_the_command_fuses_and_reports(runs: list[Run]) -> None:
    said = call("fuse", "new", "one", "two", "--method", "combmnz")
    assert "Run new: 2 runs fused by CombMNZ (normalization min-max):" in said
    assert counts(said) == ["2", "3"]
    with refused(CommandError, "not_found", field="run"):
        call("fuse", "other", "one", "tow")


def test_a_long_list_of_runs_is_shortened() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed([*"abcdefg"]) == "a, b, c, d, e and 2 more"
