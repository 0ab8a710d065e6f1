"""Every address of the server with every method it takes: who may, and what a request looks like.

The addresses come from the resolver, so one that is added without an entry here fails a test.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.views import APIView

from tests.annotation.archives.minimal import minimal_archive
from tests.security.carried import (
    ACCOUNT,
    ACTIVITY,
    ADDED_PAIRS,
    AGGREGATED_RUN,
    ARCHIVED,
    ASKED_PAIRS,
    BOARD,
    BOTH_LABELS,
    BY_MEASURE,
    COMBINED,
    COMPUTED_RUN,
    DESIGN,
    DRAFT,
    DRAW,
    ENDED_TOPICS,
    FROM_RUNS,
    FUSED_RUN,
    JUDGMENT,
    KEPT,
    KEPT_ITSELF,
    LEARNING,
    NEW_CALL,
    NEW_CAMPAIGN,
    NEW_LABELS,
    NEW_RUN,
    OF_KEPT,
    OF_STUDY,
    PAIR,
    PAIR_SCORES,
    PASSAGE,
    PASSAGES,
    PLAN,
    POINT,
    POOLED,
    QRELS,
    QUESTION,
    QUEUE,
    RUN,
    SCORES,
    SETTLED,
    STATE,
    STUDY,
    TOPIC,
    TOPICS,
    TOPICS_OF_SET,
    TRAINING,
    TWO_ORDERS,
    VARIANT,
    VERIFIED,
    VOTES,
    WHAT_IF,
    filled,
)
from tests.security.door import (
    ADMINISTRATORS,
    ASSESSORS,
    EVERYBODY,
    MEMBERS,
    METHODS,
    ORGANIZERS,
    PAGE,
    READERS,
    RESEARCHERS,
    SETTLERS,
    SIGNED_IN,
    TEAMS,
    Door,
)
from tests.security.scene import PASSWORD, SAVED_HASH, Scene

ACCOUNT_ADDRESS = "api/accounts/<int:account_id>"
# Who may change what has no owner.
LIBRARY = {
    "runs": RESEARCHERS,
    "labels": READERS,
    "collections": RESEARCHERS,
    "topic-sets": RESEARCHERS,
    "comparisons": RESEARCHERS,
}
CALL = "api/calls/<int:call_id>"
CAMPAIGN = "api/campaigns/<int:campaign_id>/"
JUDGING = "api/judging/<int:campaign_id>"
DOORS = (
    Door("get", "api/menus/collections", READERS),
    Door("post", "api/collections", READERS, {"name": "new"}, file=PASSAGES),
    Door("get", "api/collections/one", READERS, query={"name": "trees"}),
    Door("get", "api/collections/passages", READERS, query={"name": "trees", "search": "cats"}),
    Door("get", "api/jobs", READERS, query={"run": "run1"}),
    Door("get", "api/jobs/<int:job_id>", READERS),
    Door("get", "api/jobs/<int:job_id>/attempts", READERS, query={"page": 9}),
    Door("post", "api/jobs/<int:job_id>/steer", RESEARCHERS, body={"action": "pause"}),
    Door("get", "api/rankers", READERS),
    Door("get", "api/menus/topic-sets", READERS),
    Door("post", "api/topic-sets", READERS, {"name": "new"}, file=TOPICS),
    Door("get", "api/topic-sets/one", READERS, query={"name": "needs"}),
    Door("get", "api/topic-sets/topics", READERS, query=TOPICS_OF_SET),
    Door("get", "api/menus/runs", READERS),
    Door("post", "api/runs", READERS, NEW_RUN, file=RUN),
    Door("post", "api/runs/aggregated", RESEARCHERS, AGGREGATED_RUN),
    Door("post", "api/runs/computed", RESEARCHERS, COMPUTED_RUN),
    Door("post", "api/runs/fused", RESEARCHERS, FUSED_RUN),
    Door("get", "api/runs/ranking", READERS, query={"name": "run1"}),
    Door("get", "api/runs/flips", READERS, query={"name": "run1", "depths": "2"}),
    Door("get", "api/runs/pairs/one", READERS, query={**PAIR, "first": "d1", "second": "d2"}),
    Door("get", "api/runs/pairs", READERS, query=PAIR),
    Door("post", "api/runs/pairs", RESEARCHERS, {"run": "run2"}, file=PAIR_SCORES),
    Door("get", "api/runs/pairs/scores", READERS, query={"run": "run1"}),
    Door("get", "api/runs/pairs/topics", READERS, query={"run": "run1"}),
    Door("get", "api/runs/progress", READERS, query={"name": "run1"}),
    Door("get", "api/runs/spec", READERS, query={"name": "run1"}),
    Door("get", "api/upload-limits", READERS),
    Door("get", "api/recipes", RESEARCHERS),
    Door("post", "api/variants", RESEARCHERS, {**VARIANT, "name": "varied"}),
    Door("post", "api/variants/preview", RESEARCHERS, VARIANT),
    Door("get", "api/variants/progress", RESEARCHERS, query={"name": "cut-hedges"}),
    Door("post", "api/imports/files", READERS, {"name": "new"}, file=RUN),
    Door("get", "api/menus/labels", READERS),
    Door("post", "api/labels/combine", READERS, COMBINED),
    Door("get", "api/labels/compare", READERS, query=BOTH_LABELS),
    Door("get", "api/labels/compare/pairs", READERS, query={**BOTH_LABELS, "way": "gained"}),
    Door("post", "api/labels", READERS, NEW_LABELS, file=QRELS),
    Door("get", "api/labels/statistics", READERS, query={"labels": "labels"}),
    Door("get", "api/labels/positions", READERS, query={"name": "labels"}),
    Door("get", "api/labels/citation", READERS, query={"name": "labels"}),
    Door("get", "api/labels/qrels", READERS, query={"name": "labels", "map": "1:2"}),
    Door("get", "api/comparison", READERS, query=QUESTION),
    Door("post", "api/comparison", READERS, QUESTION),
    Door("get", "api/comparison/bounds", READERS, query=BY_MEASURE),
    Door("get", "api/comparison/turning", READERS, query=POINT),
    Door("get", "api/comparison/order", READERS, query=BY_MEASURE),
    Door("get", "api/comparison/two-orders", READERS, query=TWO_ORDERS),
    Door("get", "api/comparison/methods", READERS, query=QUESTION),
    Door("get", "api/comparison/verification", READERS, query=VERIFIED),
    Door("get", "api/comparison/pool-bias", READERS, query=POOLED),
    Door("get", "api/comparison/topic-plan", READERS, query=POINT),
    Door("get", "api/comparison/topic-table", READERS, query={**QUESTION, "measure": "RR@10"}),
    Door("get", "api/comparison/verdict", READERS, query=QUESTION),
    Door("get", "api/comparisons/names", READERS, query={"hash": SAVED_HASH}),
    Door("post", "api/comparisons", READERS, {**QUESTION, "name": "kept"}),
    Door("get", "api/comparisons/one", READERS, query={"hash": SAVED_HASH}),
    Door("post", "api/comparisons/answers", RESEARCHERS, KEPT),
    Door("get", "api/comparisons/answers/one", READERS, query=KEPT_ITSELF),
    Door("delete", "api/comparisons/answers/one", RESEARCHERS, query=OF_KEPT),
    Door("get", "api/topic", READERS, query=TOPIC),
    Door("get", "api/passage", READERS, query=PASSAGE),
    Door("get", "api/passage/judgments", READERS, query=PASSAGE),
    Door("get", "api/passage/rankings", READERS, query={**PASSAGE, "topic_set": "needs"}),
    Door("get", "api/leaderboard", READERS, query=BOARD),
    Door("get", "api/runs", SIGNED_IN, query={"search": "run"}),
    Door("get", "api/labels", SIGNED_IN, query={"sort": "-created_at"}),
    Door("get", "api/collections", SIGNED_IN, query={"collection": "hedges"}),
    Door("get", "api/topic-sets", SIGNED_IN, query={"topic_set": "needs"}),
    Door("get", "api/comparisons", SIGNED_IN, query={"search": "spare"}),
    *(
        door
        for kind, changers in LIBRARY.items()
        for door in (
            Door("get", "api/library/one", READERS, query={"kind": kind, "name": "spare"}),
            Door("patch", "api/library/one", changers, ARCHIVED, {"kind": kind, "name": "spare"}),
            Door("delete", "api/library/one", changers, query={"kind": kind, "name": "spare"}),
        )
    ),
    Door("patch", "api/library/runs", RESEARCHERS, {"names": ["spare"], "team": "waterloo"}),
    Door("get", "api/scores", READERS, query=SCORES),
    Door("get", "api/studies", RESEARCHERS),
    Door("post", "api/studies", RESEARCHERS, STUDY),
    Door("post", "api/studies/preview", RESEARCHERS, {**STUDY, "name": "previewed"}),
    Door("get", "api/studies/one", RESEARCHERS, query={"name": "study"}),
    Door("post", "api/studies/steer", RESEARCHERS, {"name": "study", "action": "cancel"}),
    Door("get", "api/studies/table", RESEARCHERS, query={"name": "study"}),
    Door("get", "api/studies/topics", RESEARCHERS, query=OF_STUDY),
    Door("get", "api/studies/failures", RESEARCHERS, query=OF_STUDY),
    Door("get", "api/trainings", RESEARCHERS),
    Door("post", "api/trainings", RESEARCHERS, TRAINING),
    Door("get", "api/trainings/choices", RESEARCHERS),
    Door("post", "api/trainings/preview", RESEARCHERS, {**TRAINING, "name": "previewed"}),
    Door("get", "api/trainings/one", RESEARCHERS, query={"name": "training"}),
    Door("post", "api/trainings/steer", RESEARCHERS, {"name": "training", "action": "pause"}),
    Door("get", "api/comparison/systems", READERS, query={**SCORES, "method": "tukey"}),
    Door("get", "api/session", EVERYBODY),
    Door("post", "api/session", EVERYBODY, {"username": "bob", "password": "bob-password"}),
    Door("delete", "api/session", EVERYBODY),
    Door("post", "api/session/password", SIGNED_IN, {"old": "OLD", "new": PASSWORD}),
    Door("post", "api/session/email", SIGNED_IN, {"email": "", "password": "OLD"}),
    Door("post", "api/session/forgotten", EVERYBODY, {"account": "alice"}),
    Door("get", "api/session/tokens", SIGNED_IN),
    Door(
        "post",
        "api/session/tokens",
        SIGNED_IN,
        {"name": "script", "scopes": ["read"], "password": "OLD"},
    ),
    Door("delete", "api/session/tokens", SIGNED_IN, query={"name": "notebook"}),
    Door("get", "api/accounts", ADMINISTRATORS, query={"search": "a"}),
    Door("post", "api/accounts", ADMINISTRATORS, {"username": "newcomer", "hours": 3}),
    Door("get", "api/accounts/events", ADMINISTRATORS, query={"page": 9}),
    Door("patch", ACCOUNT_ADDRESS, ADMINISTRATORS, {"is_administrator": True}),
    Door("post", ACCOUNT_ADDRESS + "/password-link", ADMINISTRATORS, {"hours": 3}),
    Door("delete", ACCOUNT_ADDRESS + "/password-link", ADMINISTRATORS),
    Door("post", "api/password-links/look", EVERYBODY, {"token": "LINK"}),
    Door("post", "api/password-links/use", EVERYBODY, {"token": "LINK", "password": PASSWORD}),
    Door("get", "api/home", SIGNED_IN),
    Door("get", "api/calls", ORGANIZERS),
    Door("post", "api/calls", ORGANIZERS, NEW_CALL),
    Door("get", CALL, ORGANIZERS),
    Door("patch", CALL, ORGANIZERS, {"max_depth": 5, "closed": True}),
    Door("post", CALL + "/teams", ORGANIZERS, {"name": "bonn", "replaces": True}),
    Door("get", "api/calls/runs", TEAMS),
    Door("post", "api/calls/runs", TEAMS, file=RUN),
    Door("get", "api/campaigns", SIGNED_IN),
    Door("post", "api/campaigns", ORGANIZERS, NEW_CAMPAIGN),
    Door("get", CAMPAIGN.removesuffix("/"), ORGANIZERS),
    Door("patch", CAMPAIGN.removesuffix("/"), ORGANIZERS, {"quota": 9, "allows_sign_up": True}),
    Door("post", "api/campaigns/archive", ORGANIZERS, file=minimal_archive()),
    Door("post", "api/campaigns/active", ORGANIZERS, LEARNING),
    Door("get", "api/campaigns/active/choices", ORGANIZERS),
    Door("post", "api/campaigns/from-runs", ORGANIZERS, FROM_RUNS),
    Door("post", "api/campaigns/plan", ORGANIZERS, PLAN),
    Door("post", "api/pools/preview", ORGANIZERS, {"runs": ["run1", "run2"]}),
    Door("post", "api/pools/design/preview", ORGANIZERS, DESIGN),
    Door("post", "api/pools/pairs", ORGANIZERS, {"runs": ["run1", "run2"], "depth": 2}),
    Door("post", "api/pools/first-relevant", ORGANIZERS, {"runs": ["run1"], "labels": "labels"}),
    Door("post", "api/pools/draw", ORGANIZERS, DRAW),
    Door("get", "api/scales", ORGANIZERS),
    Door("get", CAMPAIGN + "board", ORGANIZERS, query={"zone": "Europe/Vienna"}),
    Door("get", CAMPAIGN + "active", ORGANIZERS, stage="learning"),
    Door("get", CAMPAIGN + "active/review", ORGANIZERS, query={"query_id": "q1"}, stage="learning"),
    Door("post", CAMPAIGN + "active/end", ORGANIZERS, ENDED_TOPICS, stage="learning"),
    Door("post", CAMPAIGN + "pairs/add", ORGANIZERS, ADDED_PAIRS),
    Door("post", CAMPAIGN + "pairs/draw", ORGANIZERS, {"n": 1}, stage="draft"),
    Door("post", CAMPAIGN + "pairs/ask", ORGANIZERS, ASKED_PAIRS),
    Door("get", CAMPAIGN + "figures", ORGANIZERS, query={"labels": "labels"}),
    Door("get", CAMPAIGN + "labels", ORGANIZERS),
    Door("post", CAMPAIGN + "labels", ORGANIZERS, {"name": "new", "aggregate": "median"}),
    Door("get", CAMPAIGN + "labels/preview", ORGANIZERS, query={"aggregate": "median"}),
    Door("get", CAMPAIGN + "archive", ORGANIZERS, query={"texts": "none"}, stage="closed"),
    Door("get", CAMPAIGN + "datasheet", ORGANIZERS),
    Door("get", CAMPAIGN + "judgments", ORGANIZERS, query={"zipped": True}),
    Door("get", CAMPAIGN + "launch", ORGANIZERS),
    Door("post", CAMPAIGN + "state", ORGANIZERS, {"state": "paused", "note": ""}),
    Door("get", CAMPAIGN + "pilot", ORGANIZERS),
    Door("post", CAMPAIGN + "pilot", ORGANIZERS, {"n": 1, "seed": 3}, stage="draft"),
    Door("get", CAMPAIGN + "policy", ORGANIZERS),
    Door("post", CAMPAIGN + "policy", ORGANIZERS, {"extra_judgments": 2, "accepts_cost": 99}),
    Door("get", CAMPAIGN + "policy/cost", ORGANIZERS, query={"extra_judgments": 1}),
    Door("get", CAMPAIGN + "guidelines", ORGANIZERS),
    Door("post", CAMPAIGN + "guidelines", ORGANIZERS, {"body": "Be fair."}),
    Door("get", CAMPAIGN + "guidelines/<int:version>", ORGANIZERS),
    Door("get", CAMPAIGN + "guidelines/draft", ORGANIZERS),
    Door("put", CAMPAIGN + "guidelines/draft", ORGANIZERS, DRAFT),
    Door("delete", CAMPAIGN + "guidelines/draft", ORGANIZERS),
    Door("get", CAMPAIGN + "passages", ORGANIZERS, query={"query": "what"}),
    Door("post", "api/guidelines/preview", ORGANIZERS, {"body": "Be *fair*."}),
    Door("get", CAMPAIGN + "messages", ORGANIZERS),
    Door("post", CAMPAIGN + "messages", ORGANIZERS, {"text": "Thank you."}),
    Door("get", CAMPAIGN + "notices", ORGANIZERS),
    Door("post", CAMPAIGN + "notices", ORGANIZERS, {"body": "More."}),
    Door("get", CAMPAIGN + "events", ORGANIZERS),
    Door("get", CAMPAIGN + "invitations", ORGANIZERS),
    Door("post", CAMPAIGN + "invitations", ORGANIZERS, {"days": 3, "max_uses": 2}),
    Door("post", CAMPAIGN + "invitations/mail", ORGANIZERS, {"addresses": ["a@example.org"]}),
    Door("delete", CAMPAIGN + "invitations/<int:invitation_id>", ORGANIZERS),
    Door("get", CAMPAIGN + "sign-up", EVERYBODY),
    Door("post", CAMPAIGN + "sign-up", EVERYBODY, ACCOUNT),
    Door("get", CAMPAIGN + "members", ORGANIZERS),
    Door("patch", CAMPAIGN + "members/<int:member_id>", ORGANIZERS, {"quota": 5}),
    Door("post", CAMPAIGN + "members/<int:member_id>/pause", ORGANIZERS),
    Door("post", CAMPAIGN + "members/<int:member_id>/resume", ORGANIZERS),
    Door("post", CAMPAIGN + "members/<int:member_id>/withdraw", ORGANIZERS, {"work": "drop"}),
    Door("post", CAMPAIGN + "anonymize", ORGANIZERS, {"confirmation": "closed"}, stage="closed"),
    Door("get", CAMPAIGN + "agreement", ORGANIZERS),
    Door("get", CAMPAIGN + "sampling", ORGANIZERS, stage="draft"),
    Door("get", CAMPAIGN + "watch", ORGANIZERS, query={"baseline": "run1", "run": "run2"}),
    *(
        Door("get", CAMPAIGN + f"what-if{question}", ORGANIZERS, query=STATE)
        for question in ("", *("/" + one for one in WHAT_IF))
    ),
    Door("get", CAMPAIGN + "agreement/parts", ORGANIZERS),
    Door("get", CAMPAIGN + "agreement/matrix", ORGANIZERS),
    Door("get", CAMPAIGN + "agreement/assessors", ORGANIZERS),
    Door("get", CAMPAIGN + "agreement/assessors/<str:assessor>", ORGANIZERS),
    Door("get", CAMPAIGN + "agreement/crowd", ORGANIZERS),
    Door("get", CAMPAIGN + "adjudication", SETTLERS),
    Door("post", CAMPAIGN + "adjudication/next", SETTLERS, {**QUEUE, "skip": "TURN"}),
    Door("post", CAMPAIGN + "adjudication/votes", SETTLERS, {**QUEUE, "pair": "TURN"}),
    Door("post", CAMPAIGN + "adjudication/decision", SETTLERS, SETTLED),
    Door("post", CAMPAIGN + "adjudication/undo", SETTLERS, QUEUE),
    Door("post", CAMPAIGN + "adjudication/leave", SETTLERS),
    Door("get", CAMPAIGN + "pairs", ORGANIZERS),
    Door("get", CAMPAIGN + "pairs/choices", ORGANIZERS),
    Door("get", CAMPAIGN + "pairs/<int:pair_id>", ORGANIZERS),
    Door("get", CAMPAIGN + "pairs/<int:pair_id>/next", ORGANIZERS),
    Door("put", CAMPAIGN + "pairs/<int:pair_id>/chosen", ORGANIZERS),
    Door("delete", CAMPAIGN + "pairs/<int:pair_id>/chosen", ORGANIZERS),
    Door("post", CAMPAIGN + "pairs/<int:pair_id>/decision", ORGANIZERS, {"grade": 2}),
    Door("delete", CAMPAIGN + "pairs/<int:pair_id>/decision", ORGANIZERS),
    Door("get", CAMPAIGN + "pairs/<int:pair_id>/judgments", ORGANIZERS),
    Door("post", CAMPAIGN + "judgments", ORGANIZERS, file=VOTES),
    Door("post", "api/invitations/look", EVERYBODY, {"token": "TOKEN"}),
    Door("post", "api/invitations/accept", EVERYBODY, {"token": "TOKEN", **ACCOUNT}),
    Door("get", JUDGING, MEMBERS),
    Door("patch", JUDGING + "/me", MEMBERS, {"english_level": "native"}),
    Door("post", JUDGING + "/consent", MEMBERS, {"notice_version": 1}),
    Door("post", JUDGING + "/withdrawal", MEMBERS, {"work": "drop"}),
    Door("post", JUDGING + "/messages/<int:message_id>/seen", MEMBERS),
    Door("get", JUDGING + "/held", MEMBERS),
    Door("get", JUDGING + "/held/judgments", MEMBERS, query={"page": 9}),
    Door("get", JUDGING + "/held/visits", MEMBERS, query={"page": 9}),
    Door("post", JUDGING + "/claims", MEMBERS, {"n": 2}),
    Door("get", JUDGING + "/judgments", MEMBERS),
    Door("get", JUDGING + "/judgments/counts", MEMBERS),
    Door("get", JUDGING + "/search", ASSESSORS, query={"ticket": "TICKET", "words": "number"}),
    Door("post", JUDGING + "/found", ASSESSORS, {"ticket": "TICKET", "passage": 3}),
    Door("post", JUDGING + "/judgments", ASSESSORS, JUDGMENT),
    Door(
        "post", JUDGING + "/undo", ASSESSORS, {"judgment": "OWN", "client_key": "KEY", "claim": 1}
    ),
    Door("post", JUDGING + "/activity", ASSESSORS, ACTIVITY),
    Door("post", "api/shared-comparisons", EVERYBODY, {"token": "SHARED"}),
    Door("get", "api/version", EVERYBODY),
    Door("get", "api/schema", EVERYBODY),
    Door("get", "api/docs", EVERYBODY),
    Door("get", "health", EVERYBODY),
    Door("get", "ready", EVERYBODY),
    Door("get", PAGE, EVERYBODY),
)
UNSAFE = [door for door in DOORS if door.method != "get"]
BY_ID = [door for door in DOORS if "<int:" in door.path]


def addresses() -> dict[str, set[str]]:
    """What the resolver leads to, and the methods that are taken there."""
    return {
        path: {method for method in METHODS if hasattr(view, method)} or {"get"}
        for path, view in _found()
    }


def views() -> list[type[APIView]]:
    return [view for _, view in _found() if view is not None]


def enter(
    door: Door, client: Client, scene: Scene, role: str, /, address: str = "", **changes: Any
) -> Any:
    """Send the door's request as somebody would who knows all about it."""
    if door.method == "get":
        query = filled(door.query, scene, role)
        return client.get(address or door.address(scene), {**query, **changes})
    address = address or door.sent_to(scene)
    body = {**sensible_body(door, scene, role), **changes}
    if door.takes_files:
        return client.post(address, {"file": SimpleUploadedFile("file.tsv", door.file), **body})
    return client.generic(
        door.method.upper(), address, json.dumps(body), content_type="application/json"
    )


def sensible_body(door: Door, scene: Scene, role: str) -> dict[str, Any]:
    """What the role would send."""
    body = filled(door.body, scene, role)
    if role != "anonymous" and door.body.items() >= ACCOUNT.items():
        body = {key: value for key, value in body.items() if key not in ACCOUNT}
    return body


@cache
def _found() -> tuple[tuple[str, type[APIView] | None], ...]:
    return tuple(_addresses(get_resolver().url_patterns))


def _addresses(
    patterns: Sequence[URLPattern | URLResolver], before: str = ""
) -> Iterator[tuple[str, type[APIView] | None]]:
    for pattern in patterns:
        path = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _addresses(pattern.url_patterns, path)
        else:
            yield path, getattr(pattern.callback, "cls", None)
