from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from annotation.archives.exporting import export_archive
from annotation.archives.importing import import_archive
from annotation.archives.label_sets import AS_IMPORTED, archived_labels
from annotation.archives.shapes import check_shape
from annotation.labels.arrays import probabilities_by_topic
from annotation.labels.deriving import derive_labels
from annotation.models import Campaign, CampaignState, LabelSet, LabelSource, Pool
from annotation.pools.by_design import drawn_further
from ranking.models import Run
from regrade.aggregation import AggregationPolicy
from regrade.files.errors import BadInput, BadValue
from tests.annotation.archives.changing import (
    Change,
    Members,
    changed,
    in_row,
    rows_of,
    without_member,
)
from tests.annotation.drawn import drawn_campaign
from tests.annotation.voting import cast_votes, whole
from tests.database.shared_rows import MakeShared
from tests.factories import make_campaign, make_pool
from tests.refusals import refused

pytestmark = pytest.mark.django_db
OTHERS: dict[str, Any] = {"name": "again", "new_collection": "other"}


@pytest.fixture(scope="module")
def kept(make_shared: MakeShared, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five pairs were drawn, for ideal rankings of another campaign; four are labelled."""
    path = tmp_path_factory.mktemp("kept") / "a.zip"

    def make() -> Path:
        drawn = drawn_campaign(ideal_of=labels_of_another_campaign)
        drawn.judge([4, 1, 2, 5])
        policy = whole(AggregationPolicy(aggregate="median"))
        derive_labels(name="drawn", campaign=drawn.campaign, policy=policy)
        Campaign.objects.update(state=CampaignState.CLOSED)
        drawn.campaign.refresh_from_db()
        export_archive(campaign=drawn.campaign, path=path)
        return path

    return make_shared(make)


@pytest.fixture
def archive(kept: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(kept, tmp_path))


def labels_of_another_campaign(runs: Sequence[Run]) -> LabelSet:
    pool = make_pool("deep", runs[0].collection, runs[0].topic_set, runs)
    campaign = make_campaign("deep", pool)
    cast_votes(campaign, {("q1", "a"): {"bob": 5}, ("q2", "d"): {"bob": 4, "eve": 1}})
    policy = whole(AggregationPolicy(aggregate="median"), without=["P-eve"])
    return derive_labels(name="ideal", campaign=campaign, policy=policy).label_set


def pairs_of(pool: Pool) -> list[tuple[object, ...]]:
    columns = ("topic__query_id", "passage__doc_id", "draw_place", "probability")
    return list(pool.pairs.order_by("pk").values_list(*columns))


def frozen_before_labels_predicted(members: Members) -> None:
    """The labels are; their pool was drawn on since, and names none in this role."""
    design = rows_of(members, LABELS)[1]["design"]
    assert design.pop("predicted_by") is None
    in_row(LABELS, 1, design=design)(members)


def test_a_campaign_by_design_comes_back_with_its_ideal_and_draws_on_alike(archive: Path) -> None:
    report = import_archive(path=changed(archive, frozen_before_labels_predicted), **OTHERS)
    again, before = Campaign.objects.get(pk=report.campaign_id), Pool.objects.get(name="drawn")
    assert pairs_of(again.pool) == pairs_of(before)
    labels, made = again.label_sets.get(), LabelSet.objects.get(name="drawn")
    drawn = labels.design | {"predicted_by": None}
    assert drawn == {**again.pool.recipe["design"], "n": made.design["n"]}
    probabilities = {name: one.tolist() for name, one in probabilities_by_topic(labels).items()}
    assert probabilities == {k: one.tolist() for k, one in probabilities_by_topic(made).items()}
    ideal = LabelSet.objects.get(name="ideal")  # of another campaign
    came = LabelSet.objects.exclude(pk=ideal.pk).get(content_hash=ideal.content_hash)
    assert again.pool.recipe["design"]["ideal_of"]["name"] == came.name
    assert (came.source, came.policy, came.campaign) == (LabelSource.IMPORTED, {}, None)
    assert (ideal.source, ideal.policy["without"]) == (LabelSource.DERIVED, ["P-eve"])
    grown = [pairs_of(drawn_further(pool=pool, n=8)) for pool in (again.pool, before)]
    assert grown[0] == grown[1]


@pytest.mark.usefixtures("archive")
def test_a_sample_of_another_campaign_is_archived_as_drawn_elsewhere() -> None:
    pool = Pool.objects.get(name="drawn")
    pool.recipe["design"]["predicted_by"] = {"name": "drawn"}
    pool.save()
    labels = archived_labels(make_campaign("beside", pool))
    designs = labels.annotate(archived=AS_IMPORTED["design"]).values_list("name", "archived")
    assert dict(designs) == {"ideal": {}, "drawn": {"n": 4, "imported": True}}


POOL, LABELS, SAMPLE = "tables/pool.jsonl", "tables/labelset.jsonl", "samples/2.jsonl"


def in_design(name: str, at: int = 0, /, **values: Any) -> Change:
    """Values of the design in a row of pools or of label sets."""

    def change(members: Members) -> None:
        row = rows_of(members, name)[at]
        design = row.get("recipe", row)["design"] | values
        of_row = {"recipe": {"design": design}} if name == POOL else {"design": design}
        in_row(name, at, **of_row)(members)

    return change


def in_designs(**values: Any) -> Change:
    """The same of the pool and its labels."""

    def change(members: Members) -> None:
        in_design(POOL, **values)(members)
        in_design(LABELS, 1, **values)(members)

    return change


CHANGES: dict[str, tuple[str, Change]] = {
    "no probabilities": ("member_missing", without_member(SAMPLE)),
    "a probability that is 0": ("bad_probability", in_row(SAMPLE, probabilities={})),
    "a probability of another shape": ("wrong_shape", in_row(SAMPLE, probabilities=1)),
    "labels without a design": ("unknown_member", in_row(LABELS, 1, design={})),
    "more labels than drawn pairs": ("other_number_drawn", in_design(LABELS, 1, n=3)),
    "labels of another draw": ("other_design", in_design(LABELS, 1, seed=8)),
    "a pool without its design": ("row_refused", in_row(POOL, recipe={})),
    "another depth": ("other_design", in_designs(depth=2)),
    "another seed": ("other_design", in_designs(seed=8)),
    "other runs": ("other_design", in_designs(runs=["first", "second", "third"])),
    "a pool of more pairs": ("other_design", in_design(POOL, n=6)),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_sample_is_refused(name: str, archive: Path) -> None:
    code, change = CHANGES[name]
    with pytest.raises(BadInput) as caught:
        import_archive(path=changed(archive, change), **OTHERS)
    assert caught.value.code == code
    assert not Campaign.objects.filter(name="again").exists()


DESIGN: dict[str, Any] = {
    "runs": ["a", "b"],
    "depth": 3,
    "seed": 7,
    "measures": ["nDCG@3"],
    "question": {"kind": "pair", "runs": ["a", "b"]},
    "ideal_of": {"name": "ideal", "content_hash": "0"},
    "n": 3,
    "n_drawable": 5,
    "n_frame": 6,
}
NONSENSE: Sequence[dict[str, Any]] = (
    {"question": {"kind": "most", "runs": ["a", "b"]}},
    {"question": {"kind": [], "runs": ["a", "b"]}},
    {"question": {"kind": "pair", "runs": ["a"]}},
    {"question": {"kind": "pair", "runs": ["a", "c"]}},
    {"question": {"kind": "pair", "runs": ["a", "b"], "more": 1}},
    {"runs": ["a", "b", "b"]},
    {"measures": []},
    {"measures": ["nDGC@3"]},
    {"measures": ["RR"]},
    {"n": 1},
    {"n": 6},
    {"n_frame": 4},
    {"depth": "3"},
    {"imported": True},
    {"ideal_of": {"name": 1}},
    {"predicted_by": {"name": "older"}},
    {"ideal_of": None, "measures": ["AP"]},
)


@pytest.mark.parametrize("values", NONSENSE, ids=str)
def test_designs_that_no_draw_has_are_refused(values: dict[str, Any]) -> None:
    check_shape(LabelSet, "design", DESIGN)
    for model, column in ((LabelSet, "design"), (Pool, "recipe")):
        document = DESIGN | values
        with refused(BadValue, "wrong_shape"):
            check_shape(model, column, {"design": document} if model is Pool else document)


@pytest.mark.parametrize("key", DESIGN)
def test_designs_that_lack_something_are_refused(key: str) -> None:
    with refused(BadValue, "wrong_shape"):
        check_shape(LabelSet, "design", {k: DESIGN[k] for k in DESIGN if k != key})


@pytest.mark.parametrize("design", [{"n": 3}, {"n": 3, "imported": False}, [], {"runs": 1}])
def test_designs_of_samples_drawn_elsewhere_have_a_number_alone(design: Any) -> None:
    check_shape(LabelSet, "design", {"n": 3, "imported": True})
    with refused(BadValue, "wrong_shape"):
        check_shape(LabelSet, "design", design)
