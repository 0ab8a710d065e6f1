from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from benchmarks.load.assessor import Assessor
from benchmarks.load.dangers import Fate

SIGN_INS_AT_ONCE = 4
LAST_ACTS_S = 5.0
LOOK_EVERY_S = 2.0


class Crowd:
    """All assessors of a run, and what happens around them while they judge."""

    def __init__(self, assessors: Sequence[Assessor], fate: Fate, rng: random.Random) -> None:
        self._assessors, self._fate, self._rng = assessors, fate, rng
        self._is_over = False

    async def arrive(self) -> None:
        """Sign in one after the other: a password takes a fifth of a second to check."""
        gate = asyncio.Semaphore(SIGN_INS_AT_ONCE)

        async def enter(assessor: Assessor) -> None:
            async with gate:
                await assessor.arrive()

        await asyncio.gather(*map(enter, self._assessors))

    async def judge(self, *, seconds: float, is_done: Callable[[], bool] | None = None) -> float:
        """Let everyone judge until it is done or the time is over.

        Returns:
            How many seconds that took.
        """
        self._is_over, began = False, time.monotonic()
        acts = [asyncio.create_task(one.judge(lambda: self._is_over)) for one in self._assessors]
        around = asyncio.create_task(self._fate.run(self._rng))
        try:
            await self._watch(began + seconds, is_done, acts)
        finally:
            self._is_over, took_s = True, time.monotonic() - began
            around.cancel()
            _, late = await asyncio.wait(acts, timeout=LAST_ACTS_S)
            for act in late:
                act.cancel()
            await asyncio.gather(*late, around, return_exceptions=True)
        return took_s

    async def _watch(
        self,
        end: float,
        is_done: Callable[[], bool] | None,
        acts: Sequence[asyncio.Task[None]],
    ) -> None:
        """Return when the end has come; an assessor that fails by its own fault ends all."""
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(1) as beside:
            while (left := end - time.monotonic()) > 0:
                await asyncio.wait(
                    acts, timeout=min(left, LOOK_EVERY_S), return_when=asyncio.FIRST_EXCEPTION
                )
                for act in acts:
                    if act.done():
                        act.result()
                if is_done is not None and await loop.run_in_executor(beside, is_done):
                    return
