"""Time actions in turn, so that other load on the machine affects all of them alike."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import NamedTuple


class Step(NamedTuple):
    """Seconds of wall time and of this process's processor time, one for each round."""

    name: str
    wall_s: list[float]
    cpu_s: list[float]

    @property
    def median_s(self) -> float:
        return median(self.wall_s)

    @property
    def median_cpu_s(self) -> float:
        return median(self.cpu_s)


def time_in_turn(
    actions: Mapping[str, Callable[[], object]],
    n_rounds: int,
    *,
    before: Mapping[str, Callable[[], object]] | None = None,
) -> dict[str, Step]:
    """Do all actions once a round, in their order; `before` prepares an action, untimed."""
    steps = {name: Step(name, [], []) for name in actions}
    for _ in range(n_rounds):
        for name, act in actions.items():
            if before and name in before:
                before[name]()
            wall, cpu = time.perf_counter(), time.process_time()
            act()
            steps[name].wall_s.append(time.perf_counter() - wall)
            steps[name].cpu_s.append(time.process_time() - cpu)
    return steps


def total(name: str, steps: Sequence[Step]) -> Step:
    """The steps as one: sums round by round."""
    walls, cpus = [step.wall_s for step in steps], [step.cpu_s for step in steps]
    return Step(name, [*map(sum, zip(*walls, strict=True))], [*map(sum, zip(*cpus, strict=True))])
