"""Calls for runs, their teams, and what these handed in."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from annotation.models import CallTeam, RunCall, Submission
from tests.annotation.model_cases.scene import Breaks, Scene, account, change, remove
from tests.factories import make_run


def call(scene: Scene, **fields: Any) -> RunCall:
    pool = scene.campaign.pool
    usual = {
        **{"name": "call", "topic_set": pool.topic_set, "collection": pool.collection},
        **{"deadline": timezone.now(), "max_depth": 1, "runs_per_team": 1},
        "created_by": account(scene.bob),
    }
    return RunCall.objects.create(**usual | fields)


def team(scene: Scene, name: str = "bonn") -> CallTeam:
    made = RunCall.objects.filter(name="call").first() or call(scene)
    return CallTeam.objects.create(call=made, name=name)


def submission(scene: Scene, **fields: Any) -> Submission:
    usual = {"file": "a.run", "report": {}, "code": "too_deep", "sentence": "It is too deep."}
    return Submission.objects.create(team=team(scene), **usual | fields)


def accepted(scene: Scene, **fields: Any) -> Submission:
    pool = scene.campaign.pool
    run = make_run("handed-in", pool.collection, pool.topic_set, {"q1": ["d1"]})
    return submission(scene, **{"run": run, "code": "", "sentence": "", **fields})


CALLS: Breaks = {
    "run_call_name_unique": [lambda s: [call(s), call(s)]],
    "run_call_name_without_comma_or_blank": [
        lambda s: call(s, name="a b"),
        lambda s: call(s, name="a,b"),
    ],
    "run_call_limits_positive": [
        lambda s: call(s, max_depth=0),
        lambda s: call(s, runs_per_team=0),
    ],
    "call_team_name_unique": [lambda s: [team(s), team(s)]],
    "call_team_name_without_comma_or_blank": [
        lambda s: team(s, "a b"),
        lambda s: team(s, "a,b"),
    ],
    "submission_accepted_or_refused": [
        lambda s: submission(s, code="", sentence=""),
        lambda s: submission(s, code=""),
        lambda s: submission(s, sentence=""),
        lambda s: accepted(s, code="too_deep", sentence="It is too deep."),
    ],
    "submission_insert_only": [
        lambda s: change(submission(s), file="b.run"),
        lambda s: remove(submission(s)),
    ],
}
