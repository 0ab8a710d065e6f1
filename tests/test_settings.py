from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

from celery import current_app
from django.conf import settings

from annotation.active import due
from ranking.rankers import bm25_plan, rerank_plan
from tests.source_tree import ROOT, parsed

DOCUMENTED = re.compile(r"^(?:# )?([A-Z][A-Z0-9_]*)=", re.MULTILINE)
READ_BY_COMPOSE = re.compile(r"\$\{([A-Z][A-Z0-9_]*)")
KINDS = ("text", "words", "boolean", "integer", "rate", "optional_secret")
WITH_A_DEFAULT = {f"environment.{kind}" for kind in KINDS}
# `--queues a,b`, also as a list of a container's command, and the variable of it.
TAKEN = re.compile(r"""(?:--queues[ ",]+|^REGRADE_QUEUES=)([\w.,]+)""", re.MULTILINE)
SECRETS = ("REGRADE_SECRET_KEY", "DATABASE_URL", "REDIS_URL")


def read_by_settings() -> set[str]:
    """First arguments of every call of a helper of `config.environment`."""
    calls = [
        node
        for node in ast.walk(parsed(Path("config/settings.py")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("environment.")
    ]
    names = [call.args[0] for call in calls if call.args]
    assert len(names) == len(calls)
    return {ast.literal_eval(name) for name in names}


def test_env_example_is_what_settings_and_compose_read() -> None:
    documented = DOCUMENTED.findall((ROOT / ".env.example").read_text())
    by_compose = set(READ_BY_COMPOSE.findall((ROOT / "docker-compose.yml").read_text()))
    assert sorted(documented) == sorted(read_by_settings() | by_compose)


def read_from_example(name: str) -> str | None:
    """The value that the example gives, which is commented out where it gives none."""
    found = re.search(rf"^{name}=(.*)$", (ROOT / ".env.example").read_text(), re.MULTILINE)
    return found[1] if found else None


def defaults_of_settings() -> dict[str, str]:
    """What settings takes where a variable is not set, as the environment would write it."""
    defaults = {}
    for call in ast.walk(parsed(Path("config/settings.py"))):
        if isinstance(call, ast.Call) and ast.unparse(call.func) in WITH_A_DEFAULT:
            name, *given = [*call.args, *(keyword.value for keyword in call.keywords)]
            value = ast.literal_eval(given[0]) if given else ""
            written = str(value).lower() if isinstance(value, bool) else str(value)
            defaults[ast.literal_eval(name)] = written
    return defaults


def test_env_example_holds_the_defaults() -> None:
    """Copied as it is, it changes nothing."""
    defaults = defaults_of_settings()
    assert {"REGRADE_HTTPS", "REGRADE_LOGIN_RATE", "REGRADE_MAX_UPLOAD_MB"} <= set(defaults)
    assert {name: read_from_example(name) for name in defaults} == defaults


def test_env_example_holds_the_defaults_of_what_compose_alone_reads() -> None:
    compose = (ROOT / "docker-compose.yml").read_text()
    defaults = dict(re.findall(r"\$\{([A-Z][A-Z0-9_]*):-([^}]*)\}", compose))
    alone = {name: value for name, value in defaults.items() if name not in read_by_settings()}
    assert {"REGRADE_BIND", "REGRADE_PORT", "REGRADE_QUEUES"} <= set(alone)
    assert {name: read_from_example(name) for name in alone} == alone


STARTED_BY = ["docker-compose.yml", "Dockerfile", "launcher/stack.py", "launcher/installation.py"]


def test_workers_take_each_queue_that_work_is_sent_to_and_no_other() -> None:
    of_runs = {*bm25_plan.QUEUES.values(), rerank_plan.QUEUE}
    for file in (".env.example", *STARTED_BY):
        lists = TAKEN.findall((ROOT / file).read_text().replace("${REGRADE_QUEUES:-", ""))
        taken = {queue for queues in lists for queue in re.findall(r"[\w.]+", queues)}
        assert taken - {due.QUEUE} == of_runs, file
        assert (due.QUEUE in taken) == (file in STARTED_BY), file


def test_env_example_holds_no_secret() -> None:
    example = (ROOT / ".env.example").read_text()
    assert {
        name for name in SECRETS if not re.search(rf"^{name}=$", example, re.MULTILINE)
    } == set()


def test_secrets_are_the_variables_that_settings_reads_without_a_default() -> None:
    calls = ast.walk(parsed(Path("config/settings.py")))
    read = re.findall(r"environment\.secret\(['\"](\w+)['\"]\)", " ".join(map(ast.unparse, calls)))
    assert set(read) == set(SECRETS)


def test_settings_without_a_secret_name_it() -> None:
    """The environment's own tests know the other ways to read one."""
    name = "REGRADE_SECRET_KEY"
    kept = {n: v for n, v in os.environ.items() if n not in {name, f"{name}_FILE"}}
    ran = subprocess.run(
        [sys.executable, "-c", "import config.settings"],
        cwd=ROOT,
        env=kept,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 1
    assert f"ImproperlyConfigured: {name} is not set" in ran.stderr


def test_task_time_limits_lie_below_the_brokers_patience() -> None:
    """Or the broker hands a task out again that someone is still at."""
    conf = current_app.conf
    patience = conf.broker_transport_options["visibility_timeout"]
    assert 0 < conf.task_soft_time_limit < conf.task_time_limit < patience


def test_no_task_sets_a_time_limit_past_the_common_one() -> None:
    current_app.loader.import_default_modules()
    ours = [task for name, task in current_app.tasks.items() if not name.startswith("celery.")]
    assert ours
    limits = [limit for task in ours for limit in (task.soft_time_limit, task.time_limit) if limit]
    assert [limit for limit in limits if limit > current_app.conf.task_time_limit] == []


def test_scheduled_tasks_exist() -> None:
    current_app.loader.import_default_modules()
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert scheduled
    assert scheduled - set(current_app.tasks) == set()


def test_tasks_outlive_their_workers() -> None:
    conf = current_app.conf
    assert (conf.task_acks_late, conf.task_reject_on_worker_lost) == (True, True)
    assert conf.worker_prefetch_multiplier == 1
