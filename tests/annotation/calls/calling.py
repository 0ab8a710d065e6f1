"""The least that tests of calls for runs need."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User

from annotation.calls.handing_in import hand_in, keeping_refusals
from annotation.calls.making import create_call
from annotation.models import CallTeam, RunCall, Submission
from ranking.clock import now
from ranking.models import Collection, TopicSet
from tests.factories import make_collection, make_topics, make_user
from tests.regrade.files.writing import write

RUN = "q1 Q0 d1 1 2 bm25\nq1 Q0 d2 2 1 bm25\nq2 Q0 d3 1 1 bm25\n"
OTHER = "q1 Q0 d2 1 2 bert\nq2 Q0 d3 1 1 bert\n"


def make_call(name: str = "trees26", **options: Any) -> RunCall:
    """A call of carol's that is open for a day, over the collection and topics that there are."""
    carol = User.objects.filter(username="carol").first()
    defaults = {
        "collection": Collection.objects.first() or make_collection(),
        "topic_set": TopicSet.objects.first() or make_topics(),
        "created_by": carol or make_user("carol", "annotation.may_organize"),
        "deadline": now() + timedelta(days=1),
        "max_depth": 2,
        "runs_per_team": 2,
    }
    return create_call(name=name, **{**defaults, **options})


def make_team(call: RunCall, name: str = "bonn") -> CallTeam:
    return CallTeam.objects.create(call=call, name=name)


def sent(team: CallTeam, folder: Path, text: str = RUN, **options: Any) -> Submission:
    """What the team's file became; a refusal is kept and raised."""
    path = write(folder, text, "sent.run")
    with keeping_refusals(team=team, file_name="mine.run"):
        return hand_in(team=team, path=path, file_name="mine.run", **options)
