"""The engine under random use: in whatever order, no pair gets too many judgments or too few."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.annotation.engine_model.promises import Engine

pytestmark = pytest.mark.django_db


def test_the_engine_keeps_its_promises_in_any_order_of_events() -> None:
    run_state_machine_as_test(
        Engine,
        settings=settings(
            max_examples=50,
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
