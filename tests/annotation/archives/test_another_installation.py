"""The bar: a campaign reads the same on another installation that imported its archive."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client, override_settings

from annotation.archives.exporting import export_archive
from annotation.archives.importing import import_archive
from annotation.models import Campaign
from tests.annotation.archives.changing import tables_of
from tests.annotation.archives.full_campaign import full_campaign
from tests.annotation.archives.readings import readings
from tests.database.scratch import scratch_database
from tests.factories import make_administrator


def reader() -> Client:
    client = Client()
    client.force_login(make_administrator("root"))
    return client


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_campaign_is_equal_in_another_database(tmp_path: Path) -> None:
    before = full_campaign(tmp_path)
    expected = readings(reader(), before)
    export_archive(campaign=before, path=tmp_path / "first.zip", texts="pooled")
    found, tables = _elsewhere(tmp_path)
    first = tables_of(tmp_path / "first.zip")
    assert tables == first
    assert list(found) == list(expected)
    for address, answer in expected.items():
        assert _flat(found[address]) == _flat(answer), address


def _elsewhere(folder: Path) -> tuple[dict[str, Any], dict[str, list[Any]]]:
    """Readings there, and the tables of the archive written there."""
    with scratch_database(), override_settings(STORAGE_ROOT=folder / "elsewhere"):
        cache.clear()
        import_archive(path=folder / "first.zip", actor=User.objects.first())
        campaign = Campaign.objects.get()
        found = readings(reader(), campaign)
        export_archive(campaign=campaign, path=folder / "second.zip")
    tables = dict(tables_of(folder / "second.zip"))
    came = tables["tables/campaignevent.jsonl"].pop()
    assert "archive" in came["details"]
    return found, tables


def _flat(value: Any) -> list[str]:
    """One line a row, so that a difference can be read."""
    rows = value.get("rows") if isinstance(value, dict) else None
    return [str(row) for row in rows] if rows else [str(value)]
