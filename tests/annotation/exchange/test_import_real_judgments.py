from __future__ import annotations

from collections import Counter

import pytest

from annotation.campaigns.creating import create_campaign
from annotation.campaigns.scales import parse_scale
from annotation.exchange.judgments import import_judgments
from annotation.models import Judgment, Slot
from annotation.pools.building import build_pool_from_pairs
from regrade.files.judging import Recorded
from tests.factories import make_collection, make_topics
from tests.real_data import CAMPAIGN, needs_real_data, real_rows
from tests.tiers import thorough

pytestmark = [pytest.mark.django_db, needs_real_data, thorough]


def test_the_real_campaign_comes_in_whole() -> None:
    """37 assessors, 2,500 pairs, three judgments wanted of each."""
    rows = real_rows()
    pool = build_pool_from_pairs(
        name="pool",
        path=CAMPAIGN / "judgments.tsv",
        collection=make_collection(texts={row.doc_id: "Text." for row in rows}),
        topic_set=make_topics(queries={row.query_id: "query" for row in rows}),
    ).pool
    grades = parse_scale("1-5")
    campaign = create_campaign(name="real", pool=pool, grades=grades, judgments_per_pair=3)
    recorded = Recorded(rows)
    report = import_judgments(campaign=campaign, recorded=recorded)
    per_pair = Counter(Judgment.objects.order_by().values_list("campaign_pair", flat=True))
    assert Counter(per_pair.values()) == {1: 1140, 3: 820, 2: 340, 5: 100, 6: 40, 7: 40, 4: 20}
    assert (report.n_votes, report.n_not_judged, report.n_new_accounts) == (5326, 54, 37)
    assert Slot.objects.exclude(judgment=None).count() == Judgment.objects.votes().count() == 5326
    graded = Counter((row.query_id, row.doc_id) for row in rows if row.grade is not None)
    assert report.n_added_slots == sum(max(0, n - 3) for n in graded.values())
    assert import_judgments(campaign=campaign, recorded=recorded).n_unchanged == 5380
