from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks.whole_campaigns.desks import take_turns


class Clock:
    """Time that passes only in sleep."""

    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds


class Worker:
    """Waits so long after each step, and writes down when it worked."""

    def __init__(self, name: str, waits: Sequence[float], clock: Clock, log: list[str]) -> None:
        self._name, self._waits, self._clock, self._log = name, iter(waits), clock, log

    def step(self) -> float | None:
        self._log.append(f"{self._name} at {self._clock.time:g}")
        return next(self._waits, None)


def turns(waits: dict[str, Sequence[float]], n_desks: int) -> list[str]:
    clock, log = Clock(), list[str]()
    arriving = (Worker(name, of, clock, log) for name, of in waits.items())
    take_turns(arriving, n_desks=n_desks, now=clock.now, sleep=clock.sleep)
    return log


def test_the_next_one_takes_a_desk_that_is_free() -> None:
    log = turns({"a": [2], "b": [3, 3], "c": []}, n_desks=2)
    assert log == ["a at 0", "b at 0", "a at 2", "c at 2", "b at 3", "b at 6"]


def test_who_waits_does_not_hold_up_the_others() -> None:
    log = turns({"a": [9], "b": [1, 1]}, n_desks=2)
    assert log == ["a at 0", "b at 0", "b at 1", "b at 2", "a at 9"]


def test_nobody_arrives_before_there_is_a_desk() -> None:
    clock, log = Clock(), list[str]()

    def arriving() -> Iterator[Worker]:
        for name in ("a", "b"):
            log.append(f"{name} arrives at {clock.time:g}")
            yield Worker(name, [2], clock, log)

    take_turns(arriving(), n_desks=1, now=clock.now, sleep=clock.sleep)
    assert log == ["a arrives at 0", "a at 0", "a at 2", "b arrives at 2", "b at 2", "b at 4"]


def test_nobody_at_all_is_done_at_once() -> None:
    assert turns({}, n_desks=3) == []
