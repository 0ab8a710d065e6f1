"""From real files to a campaign, by the requests that the browser makes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation.models import Campaign
from tests.real.real_data import DATA, needs_real_data

pytestmark = [pytest.mark.django_db, needs_real_data, pytest.mark.thorough]

DL = DATA / "trec_dl"
CRANFIELD = DATA / "cranfield"


def send(client: Client, where: str, path: Path, **fields: str) -> Any:
    file = SimpleUploadedFile(path.name, path.read_bytes())
    answer = client.post(f"/api/{where}", {"file": file, **fields})
    assert answer.status_code == 201, answer.json()
    return answer.json()


def test_two_real_runs_become_a_campaign(client: Client, carol: User) -> None:
    client.force_login(carol)
    send(client, "collections", DL / "passages.tsv.gz", name="msmarco")
    topics = send(client, "topic-sets", DL / "topics.dl20.txt", name="dl20")
    assert topics["n_topics"] == 200
    runs = sorted((DL / "runs").glob("*dl20*"))[:2]
    ground = {"collection": "msmarco", "topic_set": "dl20"}
    for path in runs:
        report = send(client, "runs", path, name=path.name, **ground)
        assert (report["n_topics"], report["n_topics_without_ranking"]) == (54, 146)
    body: dict[str, Any] = {"runs": [path.name for path in runs]}
    data = client.post("/api/pools/preview", body, content_type="application/json").json()
    assert (data["depth"], data["n_topics"][9]) == (100, 54)
    made = client.post(
        "/api/campaigns/from-runs",
        {**body, "name": "dl", "depth": 10, "scale": "0-3"},
        content_type="application/json",
    )
    assert made.status_code == 201
    assert Campaign.objects.get().pairs.count() == data["n_pairs"][9]


def test_a_real_collection_in_markup_is_taken_whole(client: Client, carol: User) -> None:
    client.force_login(carol)
    report = send(client, "collections", CRANFIELD / "cran.all.1400.xml.gz", name="cranfield")
    assert report["n_passages"] == 1400
    topics = send(client, "topic-sets", CRANFIELD / "cran.qry.xml", name="c", number_by="position")
    assert (topics["n_topics"], topics["last_query_id"]) == (225, "225")
