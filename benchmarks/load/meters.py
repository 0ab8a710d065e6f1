from __future__ import annotations

import asyncio
import contextlib
import time

import psutil
from django.db import connection

from benchmarks.load.server import Server, cpu_s

LOCAL = {"", "localhost", "127.0.0.1", "::1"}
LOOK_EVERY_S = 1.0


class Meters:
    """Processor time of the web server and PostgreSQL, as a mean number of busy cores.

    Of PostgreSQL it is that of the processes that serve this database, looked at once a second,
    for those of a killed web process go with it; where it runs elsewhere it is left out.
    """

    def __init__(self, server: Server) -> None:
        self._server, self._postmaster = server, _postmaster()
        self._backends: dict[int, float] = {}
        self.busy: dict[str, float] = {}

    async def watch(self) -> None:
        """Measure from here until cancelled."""
        at_start, began = self._read(), time.monotonic()
        try:
            while True:
                await asyncio.sleep(LOOK_EVERY_S)
                self._read()
        finally:
            now, seconds = self._read(), time.monotonic() - began
            self.busy = {name: (now[name] - begun) / seconds for name, begun in at_start.items()}

    def backends(self) -> list[psutil.Process]:
        """The processes of PostgreSQL that serve this database; none where it runs elsewhere."""
        name, found = f" {connection.settings_dict['NAME']} ", []
        for child in self._postmaster.children() if self._postmaster else ():
            with contextlib.suppress(psutil.NoSuchProcess):
                if name in " ".join(child.cmdline()):
                    found.append(child)
        return found

    def _read(self) -> dict[str, float]:
        for backend in self.backends():
            known = self._backends.get(backend.pid, 0.0)
            self._backends[backend.pid] = max(known, cpu_s(backend))
        spent = {"web server": self._server.cpu_s(), "load generator": time.process_time()}
        return spent | ({"PostgreSQL": sum(self._backends.values())} if self._postmaster else {})


def _postmaster() -> psutil.Process | None:
    """The process that PostgreSQL's backends are children of, if they can be seen from here."""
    if connection.settings_dict["HOST"] not in LOCAL:
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        backend = int(cursor.fetchone()[0])
    with contextlib.suppress(psutil.NoSuchProcess):
        return psutil.Process(backend).parent()
    return None
