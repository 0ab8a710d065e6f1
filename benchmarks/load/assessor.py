from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple
from uuid import UUID

from benchmarks.load.browser import Browser, Refused
from benchmarks.load.connection import Unanswered
from benchmarks.load.tally import Acknowledged, Act, Tally

CLAIM = 5
# As the page does: where the server is quick, it fills its hand at once.
FULL, QUICK_S = 15, 0.25
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.25, 2.0


class Habits(NamedTuple):
    """Behaviour of simulated assessors; shares are of the judgments still to make."""

    think_s: tuple[float, float] = (0.5, 1.5)
    arrive_within_s: float = 10.0  # all open the page in the first seconds
    ask_again_s: tuple[float, float] = (3.0, 6.0)  # with nothing to judge; the page waits for a key
    not_judged: float = 0.02
    reload: float = 0.02
    resend: float = 0.01
    double_click: float = 0.01
    vanish: float = 0.003
    other_tab: float = 0.0  # goes on in the other tab of two, where an old claim may stand
    fills_hand: bool = False  # once the page is open, as far as the server is quick
    away_s: tuple[float, float] = (5.0, 40.0)  # on both sides of a short lease


class Vanishing(StrEnum):
    """Ways to leave with pairs in hand."""

    SIGNED_IN = "closes the page, comes back signed in"
    ANEW = "closes the page, signs in again"
    HANGING_UP = "hangs up in the middle of a submit"
    ASLEEP = "sleeps with pairs in hand, submits late"


@dataclass
class Tab:
    """A judging page, with the tickets served to it."""

    browser: Browser
    tickets: deque[str] = field(default_factory=deque)


@dataclass
class Assessor:
    """One simulated person at the judging page: claims, thinks, submits, and sometimes leaves."""

    tab: Tab
    username: str
    password: str
    campaign_id: int
    grades: tuple[int, ...]
    rng: random.Random
    habits: Habits
    tally: Tally
    other_tab: Tab | None = None
    n_judged: int = 0

    async def arrive(self) -> None:
        await self._insist(Act.SIGN_IN, self._sign_in)
        await self._insist(Act.CONSENT, self._consent)

    async def open_page(self) -> None:
        """Request in sequence what the page needs for a pair, then any earlier judgments."""

        async def load() -> None:
            await self.browser.get("/api/session")
            await self.browser.get(f"/api/judging/{self.campaign_id}")

        began = time.monotonic()
        await self._insist(Act.PAGE, load)
        asked = time.monotonic()
        await self._claim()
        self.tally.done(Act.FIRST_PAIR, began)
        for n in range(2 * CLAIM, FULL + 1, CLAIM) if self.habits.fills_hand else ():
            if time.monotonic() - asked < QUICK_S:
                asked = time.monotonic()
                await self._claim(n)
        if self.n_judged:
            await self._insist(Act.EARLIER, lambda: self.browser.get(self._path("judgments")))

    async def judge(self, is_over: Callable[[], bool]) -> None:
        await asyncio.sleep(self.rng.uniform(0, self.habits.arrive_within_s))
        await self.open_page()
        while not is_over():
            if self.tab.tickets:
                await self._judge_one()
            else:
                await asyncio.sleep(self.rng.uniform(*self.habits.ask_again_s))
                await self._claim()

    async def _judge_one(self) -> None:
        await asyncio.sleep(self.rng.uniform(*self.habits.think_s))
        if self.rng.random() < self.habits.vanish:
            await self._vanish(self.rng.choice(list(Vanishing)))
            return
        if self.rng.random() < self.habits.reload:
            self.tally.events["page reloaded"] += 1
            await self._claim()
        if self.rng.random() < self.habits.other_tab:
            await self._change_tab()
        if self.tab.tickets:
            await self._submit(self._judgment())

    async def _vanish(self, how: Vanishing) -> None:
        self.tally.events[how] += 1
        if how == Vanishing.HANGING_UP:
            await self.browser.abandon(self._path("judgments"), self._judgment())
        self.browser.close()
        await asyncio.sleep(self.rng.uniform(*self.habits.away_s))
        if how == Vanishing.ASLEEP:
            return
        self.tab, self.other_tab = Tab(self.browser), None
        if how != Vanishing.SIGNED_IN:
            await self._insist(Act.SIGN_IN, self._sign_in)
        await self._claim()

    async def _change_tab(self) -> None:
        """Switch to the other tab, or open one; its pairs may have been judged meanwhile."""
        self.tally.events["other tab"] += 1
        if self.other_tab is None:
            self.other_tab, self.tab = self.tab, Tab(self.browser.second_tab())
            await self._claim()
        else:
            self.other_tab, self.tab = self.tab, self.other_tab

    @property
    def browser(self) -> Browser:
        return self.tab.browser

    async def _consent(self) -> None:
        """Accept the data notice, if it is still unaccepted."""
        desk = await self.browser.get(f"/api/judging/{self.campaign_id}")
        if desk["notice"] and not desk["notice"]["is_accepted"]:
            version = {"notice_version": desk["notice"]["version"]}
            await self.browser.post(self._path("consent"), version)

    async def _sign_in(self) -> None:
        await self.browser.sign_in(self.username, self.password)

    async def _claim(self, n: int = CLAIM) -> None:
        async def claim() -> Any:
            return await self.browser.post(self._path("claims"), {"n": n})

        self._take(await self._insist(Act.CLAIM, claim))

    async def _submit(self, judgment: dict[str, Any]) -> None:
        chance = self.rng.random()
        if chance < self.habits.double_click:
            await self._submit_twice_at_once(judgment)
        else:
            stored = await self._send(self.browser, judgment)
            if chance > 1 - self.habits.resend:
                self.tally.events["duplicate sent later"] += 1
                self._compare(stored, await self._send(self.browser, judgment))

    async def _submit_twice_at_once(self, judgment: dict[str, Any]) -> None:
        self.tally.events["duplicate sent at once"] += 1
        tab = self.browser.second_tab()
        first, second = await asyncio.gather(
            self._send(self.browser, judgment), self._send(tab, judgment)
        )
        tab.close()
        self._compare(first, second)

    async def _send(self, browser: Browser, judgment: dict[str, Any]) -> Any:
        """Retry until acknowledged, and take the pairs served; None if refused."""

        async def submit() -> Any:
            return await browser.post(self._path("judgments"), judgment)

        answer = await self._insist(Act.SUBMIT, submit)
        self._take(answer)
        if answer is not None:
            self._acknowledge(judgment, answer["judgment"])
        return answer

    def _acknowledge(self, judgment: dict[str, Any], stored: dict[str, Any]) -> None:
        key, grade = judgment["client_key"], judgment["grade"]
        self.tally.acknowledged.append(Acknowledged(key, stored["id"], self.username, grade))
        self.tally.events[f"acknowledged as {stored['status']}"] += 1

    def _compare(self, first: Any, second: Any) -> None:
        if first and second and first["judgment"]["id"] != second["judgment"]["id"]:
            self.tally.errors["a duplicate was stored twice"] += 1

    async def _insist(self, act: Act, attempt: Callable[[], Awaitable[Any]]) -> Any:
        """Retry until the server answers; None if it refuses the request."""
        began, pause_s = time.monotonic(), FIRST_PAUSE_S
        while True:
            try:
                answer = await attempt()
            except Unanswered as error:
                body = error.body if isinstance(error, Refused) else ""
                self.tally.refused(act, error.kind, body)
                if isinstance(error, Refused) and 400 <= error.status < 500:
                    return None
            else:
                self.tally.done(act, began)
                return answer
            self.tally.events["retry after a pause"] += 1
            await asyncio.sleep(pause_s * self.rng.uniform(0.5, 1))
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    def _take(self, work: Any) -> None:
        """Hold the pairs that the server reports as held; after a refusal, ask again later."""
        self.tab.tickets.clear()
        if work is not None:
            self.n_judged = work["progress"]["n_judged"]
            self.tab.tickets.extend(assignment["ticket"] for assignment in work["assignments"])
            if empty := work["empty"]:
                self.tally.events[f"nothing to judge: {empty['reason']}"] += 1

    def _judgment(self) -> dict[str, Any]:
        is_judged = self.rng.random() >= self.habits.not_judged
        return {
            "ticket": self.tab.tickets[0],
            "grade": self.rng.choice(self.grades) if is_judged else None,
            "reason_not_judged": None if is_judged else "unreadable",
            "spans": [],
            "active_ms": self.rng.randrange(500, 1500),
            "away_ms": 0,
            "client_key": str(UUID(int=self.rng.getrandbits(128), version=4)),
            "claim": CLAIM,
        }

    def _path(self, what: str) -> str:
        return f"/api/judging/{self.campaign_id}/{what}"
