from __future__ import annotations

from pathlib import Path

import pytest

from annotation.archives.exporting import export_archive
from annotation.archives.importing import import_archive
from tests.annotation.archives.full_campaign import full_campaign

pytestmark = pytest.mark.django_db


def test_it(tmp_path: Path) -> None:
    campaign = full_campaign(tmp_path)
    print(export_archive(campaign=campaign, path=tmp_path / "a.zip"))
    print(import_archive(path=tmp_path / "a.zip", name="again", new_collection="other"))
    import subprocess

    print(
        subprocess.run(
            ["unzip", "-v", str(tmp_path / "a.zip")], capture_output=True, text=True
        ).stdout
    )
