from __future__ import annotations

from benchmarks.judging import parser, plans
from benchmarks.load.runs import Plan


def test_plans_are_both_scenarios_at_their_usual_sizes() -> None:
    made = [(plan.scenario, plan.size.n_pairs, plan.minutes, plan.is_exact) for plan in usual()]
    assert made == [
        ("latency", 10_000, 2.0, False),
        ("latency", 1_000_000, 5.0, False),
        ("exactness", 6_000, 30.0, True),
    ]


def test_plans_follow_what_is_asked_for() -> None:
    asked = "--scenario latency --pairs 400 --minutes 2 --unit pairs --lease 7 --kill-every 0"
    [plan] = plans(parser().parse_args(asked.split()))
    assert (plan.size.n_pairs, plan.minutes, plan.unit) == (400, 2.0, "pairs")
    assert (plan.lease_s, plan.kill_every_s) == (7, 0.0)


def usual() -> list[Plan]:
    return list(plans(parser().parse_args([])))
