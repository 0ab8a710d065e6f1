"""Processes that outlive the launcher and are known by their record."""

from __future__ import annotations

import contextlib
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from launcher.home import Home
from launcher.messages import Trouble
from launcher.processes import boot, send, session_members, start_time, wait_until

MAX_LOG_BYTES = 10_000_000


class Service:
    """A process that outlives its launcher: own session, own log, a record of who it is."""

    gentle = signal.SIGTERM
    patience = 8.0

    def __init__(self, home: Home, name: str) -> None:
        self.home, self.name, self.log = home, name, home.logs / f"{name}.log"
        self.child: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """None unless it was started and not stopped; it may have ended by itself since."""
        return self.home.read(self.name).get("pid")

    def start(self, argv: Sequence[str | Path], **popen: Any) -> subprocess.Popen[bytes]:
        """Start it and note it down; output goes to the log unless the caller redirects it.

        Ends what still runs under its name first: there is one record, and what it no longer
        names could not be stopped. A launcher that was killed leaves such a process behind.
        """
        self.stop()
        if self.log.exists() and self.log.stat().st_size > MAX_LOG_BYTES:
            self.log.replace(self.log.with_suffix(".log.1"))
        with self.log.open("ab") as sink:
            usual = {"stdin": subprocess.DEVNULL, "stdout": sink, "stderr": subprocess.STDOUT}
            self.child = subprocess.Popen(argv, **{**usual, "start_new_session": True, **popen})
        pid = self.child.pid
        try:
            self.home.write(self.name, pid=pid, started=start_time(pid), boot=boot())
        except OSError:
            # On a full disk: an unrecorded process could not be stopped later.
            send(session_members(pid), signal.SIGKILL)
            raise
        return self.child

    def reap(self, patience: float = 0) -> None:
        """Reap an ended child process of this launcher."""
        if self.child:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.child.wait(patience)

    def members(self) -> list[int]:
        """The live processes of this service; never anyone else's that got its number."""
        record = self.home.read(self.name)
        if record.get("boot") != boot():
            return []
        leader = start_time(record["pid"])
        if leader is not None and leader != record["started"]:
            return []
        return session_members(record["pid"])

    def is_alive(self) -> bool:
        return self.pid in self.members()

    def ask_to_end(self) -> None:
        if self.is_alive() and self.pid:
            send([self.pid], self.gentle)

    def stop(self) -> None:
        """End it with all its children, politely first."""
        self.ask_to_end()
        wait_until(lambda: not self.is_alive(), self.patience)
        for number in (signal.SIGQUIT, signal.SIGKILL):
            send(self.members(), number)
            if wait_until(lambda: not self.members(), min(self.patience, 3)):
                break
        # What has ended is a zombie at once, but can be waited for only after its last thread.
        self.reap(patience=3)
        self.home.forget(self.name)

    def trouble(self, what: str) -> Trouble:
        end = "\n".join(self.log.read_text(errors="replace").splitlines()[-15:])
        return Trouble(f"{what}; {self.log} ends:\n{end}")


class Server(Service):
    """A service of this home's own that programs reach with a password."""

    @property
    def password(self) -> str:
        return self.home.secret(f"{self.name}_password").read_text()

    def ensure(self) -> None:
        """Start the server unless it runs."""
        raise NotImplementedError
