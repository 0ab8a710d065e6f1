from __future__ import annotations

from benchmarks.judging import parser, plans
from benchmarks.load.dangers import Dangers
from benchmarks.load.latencies import Latencies
from benchmarks.load.report import BOTH, Report
from benchmarks.load.runs import Plan
from benchmarks.load.scenarios import rate_at


def test_plans_are_all_scenarios_at_their_usual_sizes() -> None:
    made = [(plan.scenario, plan.size.n_pairs, plan.minutes, plan.is_exact) for plan in usual()]
    assert made == [
        ("pace", 1_500, 15, True),
        ("pace", 6_000, 4, False),
        ("pace", 24_000, 4, False),
        ("pace", 1_000_000, 4, False),
        *[("limit", 24_000, 0.75, False)] * 7,
        ("latency", 10_000, 2, False),
        ("latency", 1_000_000, 5, False),
        ("exactness", 6_000, 30, True),
        ("hazards", 1_500, 30, True),
    ]


def test_people_at_ease_think_as_long_as_people_do_and_nothing_is_killed() -> None:
    assert {(plan.habits.think_s, plan.dangers) for plan in usual() if plan.scenario == "pace"} == {
        ((3.0, 10.0), Dangers())
    }


def test_plans_follow_what_is_asked_for() -> None:
    asked = "--scenario latency --pairs 400 --minutes 2 --unit pairs --lease 7 --kill-every 0"
    asked += " --think 1 2"
    [plan] = plans(parser().parse_args(asked.split()))
    assert (plan.size.n_pairs, plan.minutes, plan.unit) == (400, 2.0, "pairs")
    assert (plan.lease_s, plan.dangers.web_s, plan.habits.think_s) == (7, 0.0, (1.0, 2.0))


def test_the_limit_lies_between_two_rates_that_were_tried() -> None:
    steps = [step(1800, 40.0), step(6000, 420.0), step(4800, 149.0), step(9000, 900.0)]
    said = rate_at(steps, 150)
    assert "within 150 ms at 80 judgments a second, and beyond it at 100." in said
    assert "the highest that was tried" in rate_at(steps[:1], 150)


def step(n_judgments: int, p95_ms: float) -> Report:
    """A minute at one pace."""
    return Report(
        scenario="limit",
        n_pairs=24_000,
        n_assessors=200,
        think_s=(1.0, 2.0),
        seconds=60.0,
        n_requests=n_judgments,
        n_kills=0,
        latencies={f"{BOTH}, nothing being killed": Latencies(9, 1.0, p95_ms, p95_ms, p95_ms)},
        events={},
        errors={},
        refusals=[],
        counts={"judgments stored": n_judgments},
        faults={},
        busy={},
    )


def usual() -> list[Plan]:
    return list(plans(parser().parse_args([])))
