from __future__ import annotations

import pytest

from demo.services.existing import existing
from ranking.exceptions import NameTaken
from ranking.models import Collection, Run
from tests.factories import make_collection, make_run, make_topics
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def test_existing_of_an_unused_name_is_none() -> None:
    assert existing(Collection, "trees") is None


def test_existing_finds_what_is_as_expected() -> None:
    collection = make_collection("trees")
    run = make_run("bm25", collection, make_topics(), {})
    assert existing(Run, "bm25", collection=collection) == run


def test_existing_refuses_what_belongs_to_others() -> None:
    make_run("bm25", make_collection("trees"), make_topics(), {})
    with refused(NameTaken, "name_taken", field="name"):
        existing(Run, "bm25", collection=make_collection("cats"))
