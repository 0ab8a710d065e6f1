"""The table of the real campaign through an import and an export."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotation.exchange.judgments import import_judgments
from annotation.pools.building import build_pool_from_pairs
from regrade.files.judging import Form, read_recorded
from regrade.files.judging.judgments_writer import Layout
from tests.annotation.round_trips import exported, same_up_to_names
from tests.factories import make_campaign, make_collection, make_topics
from tests.real_data import CAMPAIGN, needs_real_data
from tests.tiers import thorough

pytestmark = [pytest.mark.django_db, needs_real_data, thorough]


def test_the_table_of_the_real_campaign_loses_nothing(tmp_path: Path) -> None:
    recorded = read_recorded(Form.TABLE, [CAMPAIGN / "judgments.tsv"])
    collection = make_collection(texts={row.doc_id: "Text." for row in recorded.rows})
    topics = make_topics(queries={row.query_id: "query" for row in recorded.rows})
    pool = build_pool_from_pairs(
        name="pool", path=CAMPAIGN / "judgments.tsv", collection=collection, topic_set=topics
    ).pool
    campaign = make_campaign(pool=pool)
    import_judgments(campaign=campaign, recorded=recorded)
    header, *source = [
        tuple(line.split("\t")) for line in (CAMPAIGN / "judgments.tsv").read_text().splitlines()
    ]
    assert header == ("query_id", "passage_id", "assessor", "grade", "msmarco_label")
    for layout in Layout:
        again = [
            (
                row.query_id,
                row.doc_id,
                row.assessor,
                "no_input" if row.grade is None else str(row.grade),
                row.extra["msmarco_label"],
            )
            for row in exported(campaign, tmp_path, layout)
        ]
        same_up_to_names(source, again, header.index("assessor"))
