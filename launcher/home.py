"""REGRADE_HOME, the folder that holds all that the launcher makes."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import secrets
import socket
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from launcher.messages import Trouble, say, step
from launcher.processes import call, port_is_free
from launcher.rights import close_to_others

ROOT = Path(__file__).resolve().parent.parent


class Home:
    """A folder that holds what the launcher makes: logs, records, secrets, data."""

    FOLDERS = ("log", "run", "storage", "frontend", "chromium", "pycache", "venv")
    SERVERS = ("valkey", "redis")
    SECRETS = ("secret_key", "postgres_password", "valkey_password", "redis_password")

    def __init__(self, path: Path) -> None:
        self.path, self.logs, self.records = path, path / "log", path / "run"

    def make(self) -> None:
        """Make the folders, or say why they cannot be made."""
        try:
            for folder in (self.path, self.logs, self.records):
                folder.mkdir(parents=True, exist_ok=True)
            with contextlib.suppress(PermissionError):  # somebody else's, who lets us write there
                # Root's PostgreSQL runs as another user, who must be able to pass through.
                self.path.chmod(0o711 if os.geteuid() == 0 else 0o700)
            # Linters and version control leave a home inside the checkout alone.
            if not (self.path / ".gitignore").exists():
                (self.path / ".gitignore").write_text("*\n")
            self._close()
        except OSError as error:
            reason = f"{self.path} cannot be written ({error.strerror})"
            raise Trouble(f"{reason}; set REGRADE_HOME to a folder of your own.") from error

    def _close(self) -> None:
        """Close, once, what a launcher from before left readable by others.

        PostgreSQL looks after its own data, and the homes within this one close themselves. What
        else lies in the folder is not ours.
        """
        if self.read("closed"):
            return
        for name in (*self.FOLDERS, *self.SERVERS, *self.SECRETS):
            if (self.path / name).exists():
                close_to_others(self.path / name)
        self.write("closed", done=True)

    @contextlib.contextmanager
    def lock(self, name: str = "setup.lock") -> Iterator[None]:
        """Lock a home against a second launcher, which waits and says so."""
        self.make()
        with (self.records / name).open("w") as handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say(f"Waiting for another ./dev that works on {self.path} ...")
                fcntl.flock(handle, fcntl.LOCK_EX)
            yield

    def read(self, name: str) -> dict[str, Any]:
        return read_record(self.records / f"{name}.json")

    def write(self, name: str, **record: Any) -> None:
        """Replace a record in one motion."""
        draft = self.records / f"{name}.json.new"
        draft.write_text(json.dumps(record))
        draft.replace(self.records / f"{name}.json")

    def forget(self, name: str) -> None:
        (self.records / f"{name}.json").unlink(missing_ok=True)

    def secret(self, name: str) -> Path:
        """The file of a secret that is drawn once and readable by its owner alone."""
        path = self.path / name
        if not path.exists():
            draft = path.with_suffix(".new")
            draft.unlink(missing_ok=True)
            draft.touch(mode=0o600)
            draft.write_text(secrets.token_urlsafe(48))
            draft.replace(path)
        return path

    def port(self, name: str) -> int:
        """The port remembered for a service, or another one when that is taken now."""
        ports = self.read("ports")
        if not (name in ports and port_is_free(ports[name])):
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                ports[name] = probe.getsockname()[1]
            self.write("ports", **ports)
        return int(ports[name])

    def run(self, message: str, argv: Sequence[str | Path], **popen: Any) -> None:
        """Run one setup step; its output goes to setup.log and is printed if it fails."""
        log = self.logs / "setup.log"
        with log.open("ab") as sink:
            start = sink.tell()
            with step(message):
                code = call(argv, stdout=sink, stderr=subprocess.STDOUT, **popen)
                must_succeed(message, code, log, start)


def read_record(path: Path) -> dict[str, Any]:
    """A small record; an absent or damaged one is empty."""
    with contextlib.suppress(OSError, ValueError):
        found = json.loads(path.read_text())
        return found if isinstance(found, dict) else {}
    return {}


def must_succeed(message: str, code: int, log: Path, start: int = 0) -> None:
    """Raise Trouble with the end of what a program said, unless its exit code is 0."""
    if code:
        output = log.read_bytes()[start:].decode(errors="replace")
        end = "\n".join(output.splitlines()[-60:])
        raise Trouble(f"{message} failed (exit code {code}); {log} ends:\n{end}")


def digest(*paths: Path) -> str:
    """A hash over the files' names and contents, for stamps."""
    total = hashlib.sha256()
    for path in paths:
        total.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def main_home() -> Home:
    path = os.environ.get("REGRADE_HOME") or ROOT / ".regrade"
    return Home(Path(path).expanduser().absolute())
