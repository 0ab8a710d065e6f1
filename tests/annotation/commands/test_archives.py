from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from annotation.models import Campaign
from tests.annotation.archives.small_campaign import judged_campaign
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def call(command: str, *arguments: object) -> str:
    found = io.StringIO()
    call_command(command, *map(str, arguments), stdout=found)
    return found.getvalue()


def test_commands_write_an_archive_and_read_it_again(tmp_path: Path) -> None:
    campaign, file = judged_campaign(tmp_path), tmp_path / "a.zip"
    assert call("export_archive", campaign, file) == (
        f"campaign in {file}: 3 passages, 2 topics, 1 run, 6 pairs, 3 judgments, 2 assessors,"
        " 1 label set.\n"
    )
    said = call("import_archive", file, "--name", "again", "--collection", "trees")
    assert "Campaign again, closed:" in said
    assert "none: all were here" in said
    assert Campaign.objects.filter(name="again").exists()


def test_taken_name_is_refused(tmp_path: Path) -> None:
    call("export_archive", judged_campaign(tmp_path), tmp_path / "a.zip")
    with refused(CommandError, "name_taken", field="name"):
        call("import_archive", tmp_path / "a.zip")
