from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.evaluation.four_runs import make_ground


@pytest.fixture
def researcher(rita: User, client: Client) -> Client:
    """The researcher, signed in."""
    client.force_login(rita)
    return client


@pytest.fixture
def four_runs(db: None) -> None:
    """Four runs and two label sets over six topics."""
    make_ground()
