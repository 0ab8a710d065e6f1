from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from evaluation.families.topic_plans import TopicPlan
from regrade.significance import Power


def plan_rows(plan: TopicPlan) -> list[dict[str, Any]]:
    """One row for each answer of the plan."""
    answers = {"needed": plan.needed, "detectable": plan.detectable}
    return [
        {
            "answer": name,
            "n_topics": power.n_topics,
            "difference": power.difference,
            "sd": plan.sd,
            "observed": plan.observed,
            "power": power.power,
            "alpha": power.alpha,
            "n_tests": power.n_tests,
            "family_alpha": round(power.alpha * power.n_tests, 12),
            "of": plan.of,
            "test": "two-sided paired t-test",
        }
        for name, power in answers.items()
        if power is not None
    ]


def plan_lines(plan: TopicPlan) -> Iterator[str]:
    """The plan in sentences."""
    if plan.observed is not None:
        yield f"{plan.of}:"
        yield f"Mean difference {plan.observed:+.4f}, standard deviation {plan.sd:.4f} over topics."
    if plan.needed is not None:
        found, topics = plan.needed, f"{plan.needed.n_topics:,} topics"
        yield f"{topics} find a difference of {found.difference:g} {_chance(found)}."
    if plan.detectable is not None:
        found, topics = plan.detectable, f"{plan.detectable.n_topics:,} topics"
        yield f"{topics} find a difference of {found.difference:.4f} or more {_chance(found)}."
    yield "By the two-sided paired t-test."


def _chance(power: Power) -> str:
    tests = f", one of {power.n_tests} tests" if power.n_tests > 1 else ""
    return f"with power {power.power:.2f} at a level of {power.alpha:.3g}{tests}"
