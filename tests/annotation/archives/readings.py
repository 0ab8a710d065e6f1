"""Readings of a campaign by organizers and researchers, address by address."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client

from annotation.models import Campaign

# Numbers of the installation, the moment of the answer, and who is an account. Nobody of those who
# judged elsewhere can judge here, which is what a forecast lacks.
PASSING = {
    "id",
    "campaign_id",
    "counted_at",
    "user",
    "username",
    "actor",
    "by",
    "created_by",
    "lack",
}
OF_CAMPAIGN = (
    "",
    "/board",
    "/figures",
    "/labels",
    "/agreement",
    "/agreement/matrix",
    "/agreement/assessors",
    "/agreement/crowd",
    "/policy",
    "/guidelines",
    "/notices",
    "/pairs",
    "/pairs/choices",
    "/datasheet",
    "/judgments?format=jsonl&notes=true&exact_times=true&extra=true&all_versions=true",
    "/judgments?format=csv",
)
MEASURES = "nDCG@10,AP,RR,P@5,Judged@10"


def readings(client: Client, campaign: Campaign) -> dict[str, Any]:
    """Each answer by its address, without what passes."""
    runs = ",".join(run.name for run in campaign.pool.runs.order_by("name"))
    sets = [one.name for one in campaign.label_sets.order_by("pk")]
    found = {what: _answer(client, f"/api/campaigns/{campaign.pk}{what}") for what in OF_CAMPAIGN}
    for name in sets:
        found[f"qrels of {name}"] = _answer(client, f"/api/labels/qrels?name={name}")
        address = f"/api/scores?runs={runs}&labels={name}&measures={MEASURES}&per_topic=true"
        found[f"scores under {name}"] = _answer(client, address)
    found["content of labels"] = list(
        campaign.label_sets.order_by("pk").values_list("name", "content_hash")
    )
    return found


def _answer(client: Client, address: str) -> Any:
    answer = client.get(address)
    text = b"".join(answer).decode()
    assert answer.status_code == 200, (address, text)
    if answer["Content-Type"].startswith("application/json"):
        return _lasting(json.loads(text))
    return text.splitlines()


def _lasting(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _lasting(one) for name, one in value.items() if name not in PASSING}
    return [_lasting(one) for one in value] if isinstance(value, list) else value
