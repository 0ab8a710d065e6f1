"""What a person can read of an installation, address by address, as each person may."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

from annotation.models import LabelSet
from tests.security.door import EVERYBODY
from tests.security.doors import DOORS
from tests.security.scene import Scene
from tests.upgrade.contents import POLICIES, RUNS, Contents

ORGANIZER, RESEARCHER = "carol", "rita"
COMPARISON = "/api/comparison"
SYSTEMS = "/api/comparison/systems"  # computes its own answer
# What chooses from a comparison that is there.
OF_A_PART = {"measure", "run", "label_set", "format"}
MEASURES = "RR@10,nDCG@10,P@5,AP"
# What stands for a moment only, or for this process, and what the code that answers says of itself.
PASSING = ("api/campaigns/<int:campaign_id>/invitations", "api/upload-limits")


class Question(NamedTuple):
    username: str
    address: str


def questions(contents: Contents) -> Iterator[Question]:
    """Every address of the scene for every role, and all that the judged campaign has."""
    yield from _of_scene(contents.scene)
    judged = f"/api/campaigns/{contents.judged.pk}"
    for what in ("", "/board", "/labels", "/launch", "/policy", "/events", "/members"):
        yield Question(ORGANIZER, judged + what)
    everything = {"notes": "true", "exact_times": "true", "all_versions": "true"}
    yield Question(ORGANIZER, f"{judged}/judgments-export")
    yield Question(ORGANIZER, _with(f"{judged}/judgments-export", everything))
    for pair in contents.judged.pairs.order_by("pk").values_list("pk", flat=True):
        yield Question(ORGANIZER, f"{judged}/pairs/{pair}/judgments")
    for labels in LabelSet.objects.order_by("pk"):
        yield Question(RESEARCHER, f"/api/labels/{labels.pk}/qrels")
    for run in RUNS:
        yield Question(RESEARCHER, _with("/api/runs/download", {"name": run}))
    asked = {"runs": ",".join(RUNS), "labels": ",".join(("known", *POLICIES))}
    yield Question(RESEARCHER, _with("/api/scores", {**asked, "measures": MEASURES}))
    against = {**asked, "baseline": RUNS[0], "measures": MEASURES}
    for test in ("t", "randomization", "wilcoxon"):
        yield Question(RESEARCHER, _with(COMPARISON, {**against, "test": test}))
    yield Question(RESEARCHER, _with(COMPARISON, {**against, "format": "csv"}))


def _of_scene(scene: Scene) -> Iterator[Question]:
    for door in DOORS:
        is_read = door.method == "get" and door.path.startswith("api/")
        if is_read and door.who != EVERYBODY and door.path not in PASSING:
            query = {**door.query, **({"zipped": "false"} if "zipped" in door.query else {})}
            for role in sorted(door.who):
                yield Question(str(scene.people[role]), _with(door.address(scene), query))


def compared(question: Question) -> dict[str, str] | None:
    """What has to be asked for by POST before its answer can be read; None of other addresses."""
    address, _, query = question.address.partition("?")
    asked = {name: value for name, value in parse_qsl(query) if name not in OF_A_PART}
    return asked if address.startswith(COMPARISON) and address != SYSTEMS else None


def _with(address: str, query: dict[str, Any]) -> str:
    return f"{address}?{urlencode(query)}" if query else address


def answers(asked: list[Question], ask: Callable[[Question], tuple[int, str, bytes]]) -> list[Any]:
    """Each question with what came of it."""
    found = []
    for question in asked:
        status, kind, body = ask(question)
        text = body.decode()
        content = json.loads(text) if kind.startswith("application/json") else text
        found.append([*question, status, content])
    return found
