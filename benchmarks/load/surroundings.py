from __future__ import annotations

from importlib.metadata import version

from django.db import connection

from benchmarks.running.machine import describe_machine

SETTINGS = ("fsync", "synchronous_commit", "shared_buffers", "jit")


def describe_surroundings() -> dict[str, str]:
    """What the figures depend on besides the code."""
    return {
        "machine": describe_machine(),
        "load generator": "one process on the same machine, first at its cores if run by root",
        "PostgreSQL": _postgresql(),
        "gunicorn": version("gunicorn"),
    }


def _postgresql() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        server_version = cursor.fetchone()[0]
        cursor.execute(
            "SELECT name, current_setting(name) FROM unnest(%s::text[]) AS name", [list(SETTINGS)]
        )
        settings = ", ".join(f"{name} {value}" for name, value in cursor.fetchall())
    return f"{server_version}, {settings}"
