from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from tests.mail_server import Box, mail_server


@pytest.fixture
def box(settings: Settings) -> Iterator[Box]:
    with mail_server(settings) as box:
        yield box
