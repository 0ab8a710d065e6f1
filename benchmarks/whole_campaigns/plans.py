"""The two real campaigns, as they are set up here."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Protocol

from annotation.campaigns.policy import PolicyOptions
from annotation.models import Order, Unit
from benchmarks.whole_campaigns.runs import Plan
from benchmarks.whole_campaigns.setting_up import Terms
from benchmarks.whole_campaigns.task_lists import TaskList, read_assessment, read_fira

JUDGMENTS_PER_PAIR, FIRA_QUOTA, SEAT_S = 3, 500, 20
N_ASSESSORS, LEAST_ASSESSORS = 37, 6


class Choices(NamedTuple):
    """What the command line leaves open; `scale` is a share of the pairs or topics."""

    scale: float
    seed: int
    lease_s: int
    n_processes: int
    n_desks: int


class ReadsPlan(Protocol):
    def __call__(self, data: Path, choices: Choices) -> Plan:
        """The plan of a campaign whose files lie below `data`."""


def fira(data: Path, choices: Choices) -> Plan:
    """Single pairs; as many assessors as their quotas make necessary."""
    tasks = read_fira(data / "fira19", scale=choices.scale, seed=choices.seed)
    return _plan(tasks, choices, PolicyOptions(unit=Unit.PAIRS, order=Order.RANDOM), FIRA_QUOTA)


def msmarco(data: Path, choices: Choices) -> Plan:
    """Whole topics, and as many assessors as there were."""
    tasks = read_assessment(data / "msmarco_assessment", scale=choices.scale, seed=choices.seed)
    plan = _plan(tasks, choices, PolicyOptions(unit=Unit.TOPICS, order=Order.RANDOM), None)
    n_assessors = round(choices.scale * N_ASSESSORS)
    return plan._replace(n_assessors=max(LEAST_ASSESSORS, n_assessors))


CAMPAIGNS: Mapping[str, ReadsPlan] = MappingProxyType({"fira": fira, "msmarco": msmarco})


def _plan(tasks: TaskList, choices: Choices, policy: PolicyOptions, quota: int | None) -> Plan:
    terms = Terms(
        judgments_per_pair=JUDGMENTS_PER_PAIR,
        policy=policy,
        quota=quota,
        lease_s=choices.lease_s,
        seat_s=SEAT_S,
        seed=choices.seed,
    )
    return Plan(tasks, terms, n_processes=choices.n_processes, n_desks=choices.n_desks)
