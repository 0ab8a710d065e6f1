"""Reading changes nothing: every address is read where PostgreSQL itself refuses to write."""

from __future__ import annotations

import pytest
from django.db import connection

from annotation.people.api.throttles import AddressThrottle
from evaluation.models import Evaluation, RunHash, TopicCoverage, TopicScores
from tests.security.door import Door
from tests.security.doors import DOORS, enter
from tests.security.scene import Scene
from tests.shared_rows import undone

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("door", [door for door in DOORS if door.method == "get"], ids=str)
def test_nothing_is_written_by_reading(
    door: Door, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for counts of who guesses. What can be worked out again is not there, to be kept."""
    monkeypatch.setattr(AddressThrottle, "allow_request", lambda *_: True)
    for model in (TopicScores, TopicCoverage, Evaluation, RunHash):
        model._default_manager.all().delete()
    clients = {role: scene.client(role) for role in sorted(door.who)}
    with undone(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
        answers = {role: enter(door, client, scene, role) for role, client in clients.items()}
        assert all(b"".join(answer) for answer in answers.values())
    assert {answer.status_code for answer in answers.values()} == {200}
