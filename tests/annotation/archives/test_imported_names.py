"""Names of runs, passages and models that an import meets."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotation.active.design import design_of
from annotation.active.watching import active_pool as campaign_pool
from annotation.archives.exporting import export_archive
from annotation.archives.importing import import_archive
from annotation.archives.names import Names, in_recipe
from annotation.archives.shapes import SHAPES
from annotation.labels.pool_runs import runs_that_fed
from annotation.models import AssessorKind, Campaign, CampaignState, LabelSet, Pool
from annotation.pools.drawing import Sample
from ranking.api.runs import describe
from ranking.models import Collection, Run, RunStatus
from tests.annotation.active.learning import active_pool
from tests.annotation.archives.changing import changed, in_manifest
from tests.annotation.archives.small_campaign import judged_campaign
from tests.factories import (
    make_campaign,
    make_collection,
    make_member,
    make_pool,
    make_run,
    make_topics,
    make_user,
)

pytestmark = pytest.mark.django_db
OTHERS: dict[str, Any] = {"name": "again", "new_collection": "other"}
SPEC = {"label": "BERT", "ranker": "cross", "depth": 10}


def test_renamed_runs_are_named_so_in_the_recipe_and_by_their_children(tmp_path: Path) -> None:
    campaign = judged_campaign(tmp_path)
    pool, first = campaign.pool, Run.objects.get()
    over = (pool.collection, pool.topic_set, {"q1": ["d2", "d1"]})
    late, other = make_run("late", *over), make_run("a-late", *over)
    Run.objects.filter(pk=late.pk).update(spec=SPEC | {"parent": "run"}, parent=first)
    Run.objects.filter(pk=other.pk).update(spec=SPEC | {"parent": "elsewhere"})
    fused = make_run("fused", *over)
    spec = {"ranker": "fusion", "label": "RRF (k 60)", "runs": ["run", "elsewhere"]}
    Run.objects.filter(pk=fused.pk).update(spec=spec)
    pool.runs.add(late, other, fused)
    at = (timezone.now() + timedelta(days=1)).isoformat()
    added = {"runs": ["late", "a-late", "fused"], "without": [], "n_pairs": 1, "depth": 2}
    pool.recipe = {"added": [{**added, "at": at, "new_runs": added["runs"]}]}
    pool.save()

    export_archive(campaign=campaign, path=tmp_path / "a.zip")
    report = import_archive(path=tmp_path / "a.zip", **OTHERS)
    [name] = report.label_sets
    assert runs_that_fed(LabelSet.objects.get(name=name)) == ["run-2"]
    found = {name: describe(Run.objects.get(name=name)) for name in report.runs}
    assert (Run.objects.get(name="late-2").spec or {})["parent"] == "run-2"
    assert found == {
        "a-late-2": "BERT, re-ranks the top 10 of elsewhere",
        "fused-2": "run-2 and elsewhere fused by RRF (k 60)",
        "late-2": "BERT, re-ranks the top 10 of run-2",
        "run-2": None,
    }


def test_topics_of_an_imported_pool_that_learned_are_shown(tmp_path: Path) -> None:
    pool = active_pool(sample=Sample(seed=7, n=1))
    pool.recipe["active"]["vectors_of"] = {"key": pool.runs.all()[0].pk, "name": "first"}
    pool.save()
    campaign = make_campaign(pool=pool, state=CampaignState.CLOSED)
    export_archive(campaign=campaign, path=tmp_path / "a.zip")
    import_archive(path=tmp_path / "a.zip", **OTHERS)
    imported = Campaign.objects.exclude(pk=campaign.pk).get()
    assert imported.pool.recipe["active"]["vectors_of"] == {"key": None, "name": "first-2"}
    assert imported.pool.recipe["topics"] == pool.recipe["topics"]
    assert campaign_pool(imported).runs == ["first-2", "second-2"]


def test_a_design_of_an_earlier_archive_is_read() -> None:
    """One without vectors, with keys of topics."""
    pool = active_pool()
    del pool.recipe["active"]["vectors_of"]
    pool.recipe["topics"] = [17]
    assert SHAPES[Pool, "recipe"](pool.recipe)
    assert design_of(pool).vectors_of is None

    pool.recipe = in_recipe(pool.recipe, Names({}, {}))

    assert (pool.recipe["topics"], design_of(pool).strategy) == ([], "depth")


def test_no_break_space_of_a_doc_id_parts_no_column(tmp_path: Path) -> None:
    collection, topics = make_collection("trees", {"d\u00a01": "Spruces."}), make_topics()
    run = make_run("run", collection, topics, {"q1": ["d\u00a01"]})
    pool = make_pool(collection=collection, topic_set=topics, runs=[run])
    campaign = make_campaign(pool=pool, state=CampaignState.CLOSED)
    export_archive(campaign=campaign, path=tmp_path / "a.zip")
    import_archive(path=tmp_path / "a.zip", **OTHERS)
    assert Collection.objects.get(name="other").passages.get().doc_id == "d\u00a01"


def test_failed_run_of_the_name_is_passed_over(tmp_path: Path) -> None:
    campaign = judged_campaign(tmp_path)
    export_archive(campaign=campaign, path=tmp_path / "a.zip")
    Run.objects.update(status=RunStatus.FAILED)
    collection = Collection.objects.get()
    report = import_archive(path=tmp_path / "a.zip", name="again", collection=collection)
    assert report.made == ["run-2"]


def test_models_of_one_name_and_of_a_placeholder_get_their_own(tmp_path: Path) -> None:
    campaign = judged_campaign(tmp_path)
    for name in ("gpt", "recorded:gpt", "llama"):
        make_member(campaign, make_user(name), AssessorKind.MODEL)
    export_archive(campaign=campaign, path=tmp_path / "a.zip")
    models = {"P-gpt": "gpt", "P-recorded:gpt": "gpt", "P-llama": "campaign-7/HUMAN"}
    archive = changed(tmp_path / "a.zip", in_manifest(models=models))
    report = import_archive(path=archive, **OTHERS)
    again = Campaign.objects.get(pk=report.campaign_id)
    names = User.objects.filter(memberships__campaign=again, memberships__kind="model")
    own = f"recorded:campaign-{again.pk}"
    assert set(names.values_list("username", flat=True)) == {
        "recorded:gpt",
        f"{own}/P-llama",
        f"{own}/P-recorded:gpt",
    }
