"""A database and a storage root of its own for a test or a benchmark, gone at its end."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote, urlencode

import psycopg
from django.core.management import call_command
from django.db import connection
from django.test.utils import override_settings
from psycopg import sql


@contextmanager
def empty_database() -> Iterator[str]:
    """Make a database without anything in it, and drop it at the end; gives its name."""
    usual, name = dict(connection.settings_dict), f"regrade_scratch_{secrets.token_hex(4)}"
    _at_server(usual, "CREATE DATABASE {}", name)
    try:
        yield name
    finally:
        _at_server(usual, "DROP DATABASE {} WITH (FORCE)", name)


@contextmanager
def scratch_database() -> Iterator[str]:
    """Make a database, let Django use it, and drop it at the end; gives its URL."""
    usual = dict(connection.settings_dict)
    with empty_database() as name:
        try:
            use_database(name)
            call_command("migrate", verbosity=0)
            yield database_url({**usual, "NAME": name})
        finally:
            use_database(usual["NAME"])


@contextmanager
def scratch_storage() -> Iterator[None]:
    """Let files be kept in a folder that is gone at the end."""
    with (
        TemporaryDirectory(prefix="regrade-bench-") as folder,
        override_settings(STORAGE_ROOT=folder),
    ):
        yield


def use_database(name: str) -> None:
    """Let Django work in another database of the same server."""
    connection.close()
    connection.settings_dict["NAME"] = name


def _at_server(usual: Mapping[str, Any], statement: str, name: str) -> None:
    with psycopg.connect(database_url(usual), autocommit=True) as link:
        link.execute(sql.SQL(statement).format(sql.Identifier(name)))


def database_url(settings: Mapping[str, Any]) -> str:
    """The URL behind Django's settings of a database."""
    user, password = quote(settings["USER"], safe=""), quote(settings["PASSWORD"], safe="")
    host, name = quote(settings["HOST"], safe=""), quote(settings["NAME"], safe="")
    account = f"{user}:{password}" if password else user
    port = f":{settings['PORT']}" if settings["PORT"] else ""
    options = {key: text for key, text in settings["OPTIONS"].items() if isinstance(text, str)}
    query = f"?{urlencode(options)}" if options else ""
    return f"postgresql://{account}@{host}{port}/{name}{query}"
