"""Queries that somebody else changed stand as a variant beside the clean ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command

from ranking.collections.topics import import_topics
from ranking.models import TopicSet
from regrade.files.errors import BadInput
from tests.factories import make_topics
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def test_topics_take_the_ordinals_of_their_originals(tmp_path: Path) -> None:
    make_topics(queries={"q1": "oak", "q2": "pine", "q3": "fir"})
    path = tmp_path / "typos.tsv"
    path.write_text("q3\tfri\nq1\toka\n")
    call_command("import_topics", "typos", str(path), "--variant-of", "needs")
    found = TopicSet.objects.get(name="typos")
    assert found.parent == TopicSet.objects.get(name="needs")
    assert list(found.topics.values_list("ordinal", "query_id", "query")) == [
        (0, "q1", "oka"),
        (2, "q3", "fri"),
    ]


def test_other_topics_are_refused_and_nothing_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "typos.tsv"
    path.write_text("q1\toka\nq9\tfri\n")
    with refused(BadInput, "unknown_topic", line=2):
        import_topics(name="typos", path=path, variant_of=make_topics())
    assert not TopicSet.objects.filter(name="typos").exists()
