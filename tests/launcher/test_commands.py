from __future__ import annotations

import json
import socket
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.specifiers import SpecifierSet

from launcher.commands import COMMANDS, WITH_OWN_HELP, dispatch
from launcher.environment import Environment
from launcher.home import Home
from launcher.installation import choose_port, stop
from launcher.locks import audit_locks, check_locks
from launcher.messages import Trouble
from launcher.pythons import PYTHONS, sort_key
from launcher.service import Service
from launcher.stack import main_stack
from tests.source_tree import ROOT


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as stranger:
        stranger.bind(("127.0.0.1", 0))
        stranger.listen()
        yield stranger.getsockname()[1]


def test_choose_port_that_is_taken_or_no_number_says_so(
    stack: Any, taken_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REGRADE_PORT", str(taken_port))
    with pytest.raises(Trouble, match=str(taken_port)):
        choose_port(stack)
    monkeypatch.setenv("REGRADE_PORT", "http")
    with pytest.raises(Trouble, match="'http'"):
        choose_port(stack)


def test_choose_port_by_default_passes_over_taken_ones(
    stack: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REGRADE_PORT", raising=False)
    monkeypatch.setattr("launcher.installation.port_is_free", lambda port: port == 8003)
    assert choose_port(stack) == 8003


def test_variables_name_the_embedded_servers_unless_others_are_given(
    home: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REGRADE_HOME", str(home.path))
    for name in ("DATABASE_URL", "REDIS_URL", "REGRADE_SECRET_KEY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(f"{name}_FILE", raising=False)
    monkeypatch.setenv("PGHOST", "elsewhere")
    embedded = main_stack()
    assert embedded.variables()["DATABASE_URL"] == embedded.postgres.url
    assert "PGHOST" not in embedded.variables()
    monkeypatch.setenv("DATABASE_URL", "postgresql://served/regrade")
    served = main_stack()
    assert served.variables()["DATABASE_URL"] == "postgresql://served/regrade"
    assert served.data_services() == [served.valkey]


def test_every_command_explains_itself_and_stands_in_the_help(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in COMMANDS.keys() - WITH_OWN_HELP:
        assert dispatch([name, "--help"]) == 0
        usage, _, text = capsys.readouterr().out.partition("\n\n")
        assert usage.startswith(f"./dev {name}")
        assert text.strip()
    dispatch(["help"])
    output = capsys.readouterr().out
    usages = [(command.__doc__ or "").partition("\n\n")[0] for command in COMMANDS.values()]
    assert [usage for usage in usages if f"  {usage} " not in output] == []
    with pytest.raises(Trouble, match="'dmeo'"):
        dispatch(["dmeo"])


def test_score_is_given_all_that_was_asked_and_starts_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    became: list[list[str]] = []
    monkeypatch.setenv("REGRADE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(Environment, "ensure", lambda _: None)
    monkeypatch.setattr(
        "launcher.programs.become", lambda argv, env: became.append([*map(str, argv[1:])])
    )
    for asked in (["--help"], ["qrels", "run", "-m", "nDCG@10 RR"]):
        dispatch(["score", *asked])
        assert became.pop() == ["-P", "-m", "regrade.score", *asked]
    assert not (tmp_path / "home" / "secret_key").exists()


def test_score_waits_for_no_other_set_up_where_all_is_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(_home: object) -> None:
        raise AssertionError("it took the lock")

    monkeypatch.setenv("REGRADE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(Environment, "is_whole", lambda _: True)
    monkeypatch.setattr(Home, "lock", refuse)
    became: list[str] = []
    monkeypatch.setattr("launcher.programs.become", lambda argv, env: became.append(argv[-1]))
    dispatch(["score", "--help"])
    assert became == ["--help"]


def test_worker_joins_where_the_caller_says_and_starts_no_server_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given = {"DATABASE_URL": "postgresql://served/regrade", "REDIS_URL": "redis://served/0"}
    for name, text in (given | {"REGRADE_HOME": str(tmp_path / "home")}).items():
        monkeypatch.setenv(name, text)
    monkeypatch.setattr(Environment, "ensure", lambda _: None)
    monkeypatch.setattr("os.chdir", lambda _: None)
    became: list[tuple[str, dict[str, str]]] = []
    monkeypatch.setattr(
        "launcher.installation.become",
        lambda argv, env: became.append((" ".join(map(str, argv[1:])), env)),
    )
    dispatch(["worker", "--queues", "rank.gpu"])
    [(command, env)] = became
    assert command.startswith("-m celery -A config worker --loglevel INFO --queues steps,rank.cpu,")
    assert command.endswith("@%h --queues rank.gpu")
    assert env["REGRADE_JOINS"] == "true"
    assert given.items() <= env.items()


def test_frontend_copy_follows_sources_and_pages_of_help_and_keeps_what_was_made(
    stack: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source, copy = tmp_path / "frontend", stack.frontend.folder
    (source / "src").mkdir(parents=True)
    (source / "src" / "kept.ts").write_text("1")
    (source / "src" / "dropped.ts").write_text("2")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "labels.md").write_text("# Labels")
    monkeypatch.setattr("launcher.frontend.ROOT", tmp_path)
    stack.frontend._copy_sources()
    first = stack.frontend._sources_hash()
    (copy / "node_modules").mkdir()
    (copy / "node_modules" / "package.js").touch()
    (source / "src" / "dropped.ts").unlink()
    stack.frontend._copy_sources()
    assert {path.name for path in copy.rglob("*.*")} == {"kept.ts", "package.js", "labels.md"}
    assert (second := stack.frontend._sources_hash()) != first
    (tmp_path / "docs" / "labels.md").write_text("# Labels and policies")
    stack.frontend._copy_sources()
    assert (copy / "docs" / "labels.md").read_text() == "# Labels and policies"
    assert stack.frontend._sources_hash() != second


def test_locks_name_no_registry_and_no_local_build() -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        lines = (ROOT / name).read_text().splitlines()
        assert "torch==2.13.0" in lines
        assert [line for line in lines if "://" in line or line.startswith("-")] == []


def test_locks_agree_and_hold_every_python_that_is_named() -> None:
    runtime, dev_lock = (
        set((ROOT / name).read_text().splitlines()[3:])
        for name in ("requirements.txt", "requirements-dev.txt")
    )
    # Development may need everywhere what the product needs on some platforms.
    held = {line for line in runtime if line.partition(" ; ")[0] in dev_lock}
    assert runtime - dev_lock - held == set()
    supported = SpecifierSet(
        tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    )
    assert [f"3.{minor}" for minor in range(9, 20) if f"3.{minor}" in supported] == sorted(
        PYTHONS, key=sort_key
    )


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("", ""),
        ("Because torch==2.13.0 has no wheels", "for Python 3.14 on aarch64-apple-darwin"),
        ("client error (Connect)", "12 of 12 cases"),
    ],
)
def test_lock_check_says_where_a_lock_does_not_resolve(
    sentence: str, expected: str, stack: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    """What uv says is scripted: the index of packages is out of a test's reach."""
    uv = stack.environment.tool("uv")
    uv.parent.mkdir(parents=True)
    uv.write_text(f"#!/bin/sh\necho '{sentence}' >&2\n[ -z '{sentence}' ]\n")
    uv.chmod(0o755)
    stack.environment.python.symlink_to(sys.executable)
    troubles = ""
    try:
        check_locks(stack.environment)
    except Trouble as trouble:
        troubles = str(trouble)
    assert expected in troubles + capfd.readouterr().err
    assert troubles.count("do not resolve") == (12 if "torch" in sentence else 0)


def test_dev_shows_holes_of_its_own_lock_and_says_when_it_looked_for_none(
    stack: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    stack.environment.python = sys.executable
    monkeypatch.delenv("REGRADE_ADVISORIES", raising=False)
    audit_locks(stack.environment)
    assert "not looked for" in capfd.readouterr().err
    affected = {"package": {"ecosystem": "PyPI", "name": "torch"}, "versions": ["2.13.0"]}
    advisory = {"id": "PYSEC-1", "modified": "2026-11-20T10:00:00Z", "affected": [affected]}
    (tmp_path / "a.json").write_text(json.dumps(advisory))
    monkeypatch.setenv("REGRADE_ADVISORIES", str(tmp_path))
    with pytest.raises(Trouble, match=r"torch 2\.13\.0: PYSEC-1"):
        audit_locks(stack.environment)
    (tmp_path / "a.json").write_text(json.dumps({**advisory, "affected": []}))
    audit_locks(stack.environment)
    assert "2026-11-20: 0 found" in capfd.readouterr().err


@pytest.fixture
def steps(stack: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the stack would run; nothing is run."""
    noted: list[str] = []
    monkeypatch.setattr(stack.home, "run", lambda message, *_args, **_popen: noted.append(message))
    return noted


def test_migrate_is_done_once_where_the_database_is_embedded(
    stack: Any, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    stack.migrate()
    stack.migrate()
    assert len(steps) == 1
    stack.home.forget("migrated")
    stack.migrate()
    assert len(steps) == 2
    monkeypatch.setenv("DATABASE_URL", "postgresql://served/regrade")
    stack.migrate()
    stack.migrate()
    assert len(steps) == 4


def test_stop_ends_what_a_killed_test_on_another_python_left(
    home: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REGRADE_HOME", str(home.path))
    other = Home(home.path / "python3.12" / "test")
    other.make()
    left = Service(other, "valkey").start(["sleep", "60"])
    stop([])
    assert left.wait(20) != 0
    assert "Stopped valkey." in capsys.readouterr().err
