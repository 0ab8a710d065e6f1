from __future__ import annotations

import asyncio
import time

from django.db import connection

from benchmarks.load.processes import children, machine_cpu_s, process, titles
from benchmarks.load.server import Server

LOCAL = {"", "localhost", "127.0.0.1", "::1"}
LOOK_EVERY_S = 1.0


class Meters:
    """Processor time by who spends it, as a mean number of busy cores.

    Of PostgreSQL it is that of the processes that serve this database, looked at once a second,
    for those of a killed web process go with it; where it runs elsewhere it is left out.
    """

    def __init__(self, server: Server) -> None:
        self._server, self._postmaster = server, _postmaster()
        self._backends: dict[int, float] = {}
        self._at_start = self._read()
        self.busy: dict[str, float] = {}

    async def watch(self) -> None:
        """Measure from here until cancelled."""
        self._look()
        self._at_start, began = self._read(), time.monotonic()
        try:
            while True:
                await asyncio.sleep(LOOK_EVERY_S)
                self._look()
        finally:
            now, seconds = self._read(), time.monotonic() - began
            spent = {name: now[name] - begun for name, begun in self._at_start.items()}
            everything = spent.pop("everything")
            spent["others on this machine"] = everything - sum(spent.values())
            self.busy = {name: cpu_s / seconds for name, cpu_s in spent.items()}

    def _look(self) -> None:
        for pid in self.backends():
            if backend := process(pid):
                self._backends[pid] = backend.cpu_s

    def backends(self) -> list[int]:
        """The processes of PostgreSQL that serve this database; none where it runs elsewhere."""
        if self._postmaster is None:
            return []
        name = f" {connection.settings_dict['NAME']} "
        found = titles(children(self._postmaster))
        return [pid for pid, title in found.items() if name in title]

    def _read(self) -> dict[str, float]:
        spent = {"web server": self._server.cpu_s(), "load generator": time.process_time()}
        if self._postmaster is not None:
            spent["PostgreSQL"] = sum(self._backends.values())
        return {**spent, "everything": machine_cpu_s()}


def _postmaster() -> int | None:
    """The process that PostgreSQL's backends are children of, if they can be seen from here."""
    if connection.settings_dict["HOST"] not in LOCAL:
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        backend = process(int(cursor.fetchone()[0]))
    return backend and backend.parent
