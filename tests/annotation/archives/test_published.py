"""Things that no archive shows: private, withdrawn, not published, or of this machine."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from annotation.archives.exporting import export_archive
from annotation.archives.importing import import_archive
from annotation.events import log_event
from annotation.labels.deriving import OtherSets, derive_labels
from annotation.models import Campaign, EventKind, Guideline, LabelSet, Role
from annotation.pairs.deciding import record_decision
from annotation.people.joining import join_by_oneself
from annotation.people.memberships import Work, withdraw_member
from ranking.models import Run
from ranking.models.owned import Visibility
from regrade.aggregation import AggregationPolicy
from regrade.aggregation.policy_file import WholePolicy
from tests.annotation.archives.changing import members_of
from tests.annotation.archives.small_campaign import judged_campaign
from tests.factories import make_labels, make_user

pytestmark = pytest.mark.django_db
STRICT = AggregationPolicy(aggregate="majority", threshold=4, tie="fallback")


def test_archive_shows_nothing_that_is_private_or_withdrawn(tmp_path: Path) -> None:
    campaign = judged_campaign(tmp_path)
    hide_labels(campaign)
    decide_and_withdraw(campaign)
    Guideline.objects.create(campaign=campaign, version=9, body="secret-draft")
    model = {"name": "/secret-folder/bert"}
    spec = {"label": "BERT", "ranker": "cross", "depth": 10, "model": model, "parent": "first"}
    Run.objects.update(spec=spec)

    export_archive(campaign=campaign, path=tmp_path / "a.zip")
    members = members_of(tmp_path / "a.zip")
    assert [name for name in members if b"secret" in members[name]] == []
    assert b"private labels" in members["datasheet.md"]
    import_archive(path=tmp_path / "a.zip", name="again", new_collection="other")


def hide_labels(campaign: Campaign) -> None:
    """Make sets private that the pool, the log and a policy name."""
    pool = campaign.pool
    of_one = {"q1": {"d1": 1}}
    secret = make_labels("secret-labels", pool.collection, pool.topic_set, of_one)
    rules = WholePolicy(rules=STRICT)
    others = OtherSets(fallback=secret)
    derive_labels(name="strict", campaign=campaign, policy=rules, others=others)
    derive_labels(name="secret-own", campaign=campaign, policy=rules, others=others)
    LabelSet.objects.filter(name__startswith="secret").update(visibility=Visibility.PRIVATE)
    added: dict[str, Any] = {
        "runs": ["run"],
        "without": ["secret-labels"],
        "n_pairs": 1,
        "depth": 3,
    }
    at = (timezone.now() - timedelta(days=1)).isoformat()
    pool.recipe = {
        "labels": "secret-labels",
        "without": [{"name": "secret-labels", "content_hash": secret.content_hash}],
        "added": [{**added, "new_runs": [], "at": at}],
    }
    pool.save()
    log_event(campaign=campaign, kind=EventKind.PAIRS_ADDED, **added)


def decide_and_withdraw(campaign: Campaign) -> None:
    """By an adjudicator who takes the work along, and may come back later."""
    ada = make_user("ada")
    member = join_by_oneself(campaign=campaign, user=ada, role=Role.ADJUDICATOR)
    pair = campaign.pairs.order_by("pk")[3]
    record_decision(pair=pair, adjudicator=ada, grade=4, note="secret-note")
    withdraw_member(membership=member, work=Work.DROP)
    campaign.memberships.update(withdrawn_at=None)
