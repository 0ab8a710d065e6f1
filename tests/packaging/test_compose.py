"""What docker-compose.yml gives its containers, held against the settings and .env.example."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import Any

import yaml

from tests.source_tree import ROOT
from tests.test_settings import defaults_of_settings, read_by_settings, read_from_example
from tests.tiers import thorough

VARIABLE = re.compile(r"\$\{(\w+)(?:(:-|:\?)([^}]*))?\}")
SECRETS = {
    "REGRADE_SECRET_KEY": "long, random" * 5,
    "POSTGRES_PASSWORD": "sesame",
    "REDIS_PASSWORD": "open",
}
NOT_FOR_CONTAINERS = {
    "REGRADE_DEBUG": "never on a server that others reach",
    "REGRADE_STORAGE": "the volume is mounted where its default is",
    "NUMBA_CACHE_DIR": "lies in the storage by default",
    "REGRADE_JOINS": "for a worker beyond the volumes of this file",
}
# What a container wants otherwise than a program on one's desk.
OTHER_DEFAULTS = {"REGRADE_LOG_LEVEL": "INFO", "REGRADE_ALLOWED_HOSTS": "127.0.0.1"}


def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    return loaded


def given_to_all() -> dict[str, str]:
    given: dict[str, str] = compose()["x-app"]["environment"]
    return given


def written_into_images() -> set[str]:
    """Names that the Dockerfile gives by ENV."""
    blocks = re.findall(r"^ENV ((?:.*\\\n)*.*)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    return set(re.findall(r"([A-Z][A-Z0-9_]*)=", " ".join(blocks)))


def filled_in(value: str, env: dict[str, str]) -> str:
    """As compose reads a value: a variable that is empty counts as not set."""

    def put(found: re.Match[str]) -> str:
        name, kind, rest = found.groups()
        if kind == ":?":
            return env[name]
        return env.get(name) or (rest or "")

    return VARIABLE.sub(put, value)


def test_each_variable_that_settings_read_reaches_the_containers() -> None:
    reaching = set(given_to_all()) | written_into_images()
    assert read_by_settings() - reaching == set(NOT_FOR_CONTAINERS)


def test_containers_are_given_nothing_that_settings_do_not_read() -> None:
    assert set(given_to_all()) - read_by_settings() == set()


def test_a_variable_is_passed_on_under_its_own_name() -> None:
    ours = {name: text for name, text in given_to_all().items() if name.startswith("REGRADE_")}
    assert {name: text for name, text in ours.items() if f"${{{name}:" not in text} == {}


def test_defaults_of_compose_are_those_of_the_settings() -> None:
    defaults = {
        name: rest
        for text in given_to_all().values()
        for name, kind, rest in VARIABLE.findall(text)
        if kind == ":-"
    }
    expected = {name: defaults_of_settings()[name] for name in defaults}
    assert {name: defaults[name] for name in OTHER_DEFAULTS} == OTHER_DEFAULTS
    assert {**defaults, **{name: expected[name] for name in OTHER_DEFAULTS}} == expected


def test_secrets_have_no_default_and_stand_empty_in_the_example() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    asked = {name for name, kind, _ in VARIABLE.findall(text) if kind == ":?"}
    assert asked == set(SECRETS)
    assert {name: read_from_example(name) for name in SECRETS} == dict.fromkeys(SECRETS, "")


def test_the_broker_asks_for_the_password_that_its_clients_bring() -> None:
    broker = compose()["services"]["redis"]
    command = [filled_in(part, SECRETS) for part in broker["command"]]
    assert command[command.index("--requirepass") + 1] == SECRETS["REDIS_PASSWORD"]
    for name in ("VALKEYCLI_AUTH", "REDISCLI_AUTH"):
        assert filled_in(broker["environment"][name], SECRETS) == SECRETS["REDIS_PASSWORD"]
    assert filled_in(given_to_all()["REDIS_URL"], SECRETS) == "redis://:open@redis:6379/0"


def test_compose_replaces_redis_by_a_service_of_its_name() -> None:
    """Under another name the old container would go on writing to the volume that both share."""
    broker = compose()["services"]["redis"]
    assert broker["image"].startswith("valkey/")
    assert broker["volumes"] == ["redis:/data"]


@thorough
def test_django_finds_nothing_to_warn_of_where_compose_serves_https() -> None:
    env = {**SECRETS, "REGRADE_HTTPS": "true", "REGRADE_ALLOWED_HOSTS": "regrade.example"}
    given = {name: filled_in(text, env) for name, text in given_to_all().items()}
    ours = ("PATH", "REGRADE_HOME", "PYTHONPYCACHEPREFIX")
    kept = {name: os.environ[name] for name in ours if name in os.environ}
    argv = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    ran = subprocess.run(argv, cwd=ROOT, env=kept | given, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
