from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from annotation.archives.exporting import export_archive
from annotation.archives.importing import import_archive
from annotation.labels.arrays import probabilities_by_topic
from annotation.labels.deriving import derive_labels
from annotation.models import Campaign, CampaignState, LabelSet, Pool
from annotation.pools.designs import design_from_json, framed
from regrade.aggregation import AggregationPolicy
from regrade.files.errors import BadInput
from tests.annotation.archives.changing import Change, changed, in_row, without_member
from tests.annotation.drawn import drawn_campaign
from tests.annotation.voting import whole

pytestmark = pytest.mark.django_db
OTHERS: dict[str, Any] = {"name": "again", "new_collection": "other"}


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Five pairs were drawn; four of them are judged and labelled."""
    drawn = drawn_campaign()
    drawn.judge([4, 1, 2, 5])
    policy = whole(AggregationPolicy(aggregate="median"))
    derive_labels(name="drawn", campaign=drawn.campaign, policy=policy)
    Campaign.objects.update(state=CampaignState.CLOSED)
    path = tmp_path / "a.zip"
    drawn.campaign.refresh_from_db()
    export_archive(campaign=drawn.campaign, path=path)
    return path


def pairs_of(pool: Pool) -> list[tuple[object, ...]]:
    columns = ("topic__query_id", "passage__doc_id", "draw_place", "probability")
    return list(pool.pairs.order_by("pk").values_list(*columns))


def test_a_campaign_by_design_comes_back_with_its_draw_and_probabilities(archive: Path) -> None:
    report = import_archive(path=archive, **OTHERS)
    again, before = Campaign.objects.get(pk=report.campaign_id), Pool.objects.get(name="drawn")
    assert pairs_of(again.pool) == pairs_of(before)
    design = again.pool.recipe["design"]
    assert design["runs"] == [run.name for run in again.pool.runs.order_by("pk")]
    found = framed(design_from_json(design, again.pool.runs.all()))
    drawn = found.frame.passages[found.drawn(5, design["seed"]).pairs].tolist()
    assert drawn == list(again.pool.pairs.order_by("pk").values_list("passage__ordinal", flat=True))
    labels, made = again.label_sets.get(), LabelSet.objects.get(name="drawn")
    assert labels.design == {**design, "n": made.design["n"]}
    probabilities = {name: one.tolist() for name, one in probabilities_by_topic(labels).items()}
    assert probabilities == {k: one.tolist() for k, one in probabilities_by_topic(made).items()}


CHANGES: dict[str, tuple[str, Change]] = {
    "no probabilities": ("member_missing", without_member("samples/1.jsonl")),
    "a probability that is 0": ("bad_probability", in_row("samples/1.jsonl", probabilities={})),
    "a probability of another shape": ("wrong_shape", in_row("samples/1.jsonl", probabilities=1)),
    "no design": ("unknown_member", in_row("tables/labelset.jsonl", design={})),
    "another design": ("wrong_shape", in_row("tables/labelset.jsonl", design={"runs": 1})),
    "a pool without its design": ("not_readable", in_row("tables/pool.jsonl", recipe={})),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_sample_is_refused(name: str, archive: Path) -> None:
    code, change = CHANGES[name]
    with pytest.raises(BadInput) as caught:
        import_archive(path=changed(archive, change), **OTHERS)
    assert caught.value.code == code
    assert not Campaign.objects.filter(name="again").exists()
