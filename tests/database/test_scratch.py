from __future__ import annotations

import dj_database_url
import pytest

from tests.database.scratch import database_url


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://app@127.0.0.1:54399/lead",
        "postgresql://app:p%40ss%2Fword@db.example:5432/a%20b",
        "postgresql://app@localhost/x?sslmode=require",
    ],
)
def test_database_url_is_what_the_settings_came_from(url: str) -> None:
    settings = {"OPTIONS": {}, **dj_database_url.parse(url)}
    assert database_url(settings) == url
