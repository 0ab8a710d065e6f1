"""The embedded PostgreSQL."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from launcher.environment import POSTGRES, Environment
from launcher.home import Home
from launcher.messages import Trouble, step
from launcher.processes import (
    Command,
    clean_environment,
    command_line,
    send,
    start_time,
    wait_until,
)
from launcher.rights import is_open_to_all, nobody, open_to_all
from launcher.service import Server

# Room for the queue of a large campaign, and fewer pages written whole after a checkpoint.
ROOMY = ("shared_buffers=512MB", "max_wal_size=2GB", "checkpoint_timeout=15min")


class Postgres(Server):
    """PostgreSQL from its wheel; for root it runs as `nobody`, since it refuses to run as root."""

    DATABASE = "regrade"
    gentle = signal.SIGINT
    patience = 20.0

    def __init__(self, environment: Environment, home: Home, settings: Sequence[str] = ()) -> None:
        super().__init__(home, "postgres")
        self.environment, self.settings, self.is_root = environment, settings, os.geteuid() == 0

    @property
    def url(self) -> str:
        port = self.home.read("ports").get("postgres", 5432)
        return f"postgresql://regrade:{self.password}@127.0.0.1:{port}/regrade"

    def ensure(self) -> None:
        """Start the server unless it runs; make its data folder and database at first."""
        if not self.data.exists():
            self._make_data()
        elif not (self.home.path / "postgres_password").exists():
            raise Trouble(
                f"{self.folder} holds the database of a REGRADE_HOME that was at {self.home.path} "
                "before and took its password along. Put its postgres_password back, or remove "
                f"{self.folder} to start over."
            )
        if not self._is_ready():
            with step("Starting PostgreSQL"):
                # After a crash the dead server's children may hold on to its memory for a while.
                if not wait_until(self._try_start, 20, pause=0.5):
                    raise self.trouble("PostgreSQL does not start")
        if not self.home.read("database"):
            self._create_database()

    @cached_property
    def folder(self) -> Path:
        """Where data lies: in the home, or where `nobody` can reach it. Decided once."""
        known = self.home.read("postgres_place").get("path")
        folder = Path(known) if known else self.home.path / "postgres"
        if not known and self.is_root and not is_open_to_all(self.home.path):
            key = hashlib.sha256(str(self.home.path).encode()).hexdigest()[:16]
            folder = Path("/var/lib/regrade") / key
        # The folder around it may hold the data of other homes, each for a user of its own.
        shared = folder.parent
        if not shared.exists():
            shared.mkdir(parents=True)
            shared.chmod(0o711)
        folder.mkdir(exist_ok=True)
        if self.is_root:
            folder.chmod(0o711)
            if not is_open_to_all(folder):
                raise Trouble(f"PostgreSQL cannot run as root, and {folder} is closed to others.")
        self.home.write("postgres_place", path=str(folder))
        return folder

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @cached_property
    def programs(self) -> Path:
        """The folder of PostgreSQL's programs; for root, a world-readable copy."""
        if not self.is_root:
            return self.environment.packages / POSTGRES / "bin"
        package = POSTGRES.parent.name
        (info,) = self.environment.packages.glob(f"{package}-*.dist-info")
        copy = self.folder / info.stem
        if not copy.exists():
            draft = self.folder / "copying"
            shutil.rmtree(draft, ignore_errors=True)
            for part in (POSTGRES, f"{package}.libs"):
                # On macOS libraries lie beside the programs.
                if (source := self.environment.packages / part).exists():
                    shutil.copytree(source, draft / part, symlinks=True)
            open_to_all(draft)
            draft.rename(copy)
        return copy / POSTGRES / "bin"

    def _as_user(self) -> dict[str, Any]:
        """How to start its programs: as the owner of the data when the caller is root."""
        if not self.is_root:
            return {"cwd": self.folder, "env": clean_environment()}
        user = (self.data.exists() and self.data.stat().st_uid) or nobody()
        ids = {"user": user, "group": user, "extra_groups": []}
        return {"cwd": "/", "env": clean_environment(), **ids}

    def _make_data(self) -> None:
        draft, password = self.folder / "data.new", self.folder / "password.new"
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(mode=0o700)
        password.unlink(missing_ok=True)
        password.touch(mode=0o600)
        password.write_text(self.password)
        if self.is_root:
            for path in (draft, password):
                os.chown(path, nobody(), nobody())
        argv: Command = [self.programs / "initdb", "-D", draft, "-U", "regrade"]
        argv += ["--auth=scram-sha-256", f"--pwfile={password}", "-E", "UTF8", "--locale=C"]
        argv += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        self.home.run("Making the database", argv, **self._as_user())
        password.unlink()
        for record in ("database", "migrated"):
            self.home.forget(record)
        draft.rename(self.data)

    def _try_start(self) -> bool:
        self.stop()
        self._drop_stale_lock()
        argv: Command = [self.programs / "postgres", "-D", self.data]
        argv += ["-p", str(self.home.port("postgres"))]
        fixed = ("listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200")
        for setting in (*fixed, *ROOMY, *self.settings):
            argv += ["-c", setting]
        child = self.start(argv, **self._as_user())
        wait_until(lambda: child.poll() is not None or self._is_ready(), 60)
        return self._is_ready()

    def _lock_lines(self) -> list[str]:
        """PostgreSQL's own lock file: process id in the first line, state in the eighth."""
        with contextlib.suppress(OSError):
            return (self.data / "postmaster.pid").read_text().splitlines()
        return []

    def _is_ready(self) -> bool:
        lines = self._lock_lines()
        is_ours = bool(lines) and lines[0] == str(self.pid) and self.is_alive()
        return is_ours and lines[7:8] != [] and lines[7].strip() == "ready"

    def _drop_stale_lock(self) -> None:
        """Remove a dead server's lock file; a live one that lost its record is ended first."""
        lines = self._lock_lines()
        if not lines or not lines[0].isdigit():
            return
        pid = int(lines[0])
        ours = rf".*/postgres -D {re.escape(str(self.data))} .*"
        is_ours = re.fullmatch(ours, command_line(pid))
        if is_ours:
            send([pid], self.gentle)
            wait_until(lambda: start_time(pid) is None, 10)
        if not is_ours or start_time(pid) is None:
            (self.data / "postmaster.pid").unlink(missing_ok=True)

    def recreate_database(self) -> None:
        """Drop the database with all that is in it, and make an empty one."""
        self.home.forget("migrated")
        if complaint := self._at_server("dropdb", "--force", "--if-exists", self.DATABASE):
            raise Trouble(f"The database could not be dropped: {complaint}")
        self._create_database()

    def _create_database(self) -> None:
        complaint = self._at_server("createdb", self.DATABASE)
        if complaint and "already exists" not in complaint:
            raise Trouble(f"The database could not be made: {complaint}")
        self.home.write("database", made=True)

    def _at_server(self, program: str, *args: str) -> str:
        """Run one of PostgreSQL's own programs; what it complained about if it failed."""
        env = {**clean_environment(), "PGPASSWORD": self.password}
        argv: Command = [self.programs / program, "-h", "127.0.0.1", "-U", "regrade"]
        argv += ["-p", str(self.home.read("ports")["postgres"]), *args]
        ran = subprocess.run(argv, env=env, capture_output=True, text=True)
        return ran.stderr.strip() if ran.returncode else ""
