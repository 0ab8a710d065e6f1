from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotation.active.building import build_active_pool
from annotation.active.design import ActiveDesign, StratumOfRanks, design_of
from annotation.campaigns.creating import create_campaign
from annotation.campaigns.growing import add_pairs
from annotation.exceptions import PoolRefused
from annotation.guidelines.scales import parse_scale
from annotation.models import Pool
from tests.annotation.active.learning import active_campaign, active_pool, two_runs
from tests.refusals import refused

pytestmark = pytest.mark.django_db

REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"strategy": "guess"}, "unknown_strategy", "strategy"),
    ({"strategy": "cal", "learner": "guess"}, "unknown_learner", "learner"),
    ({"rule": "guess"}, "unknown_rule", "rule"),
    ({"runs": []}, "no_runs", "runs"),
    ({"depth": None}, "out_of_range", "depth"),
    ({"depth": 0}, "out_of_range", "depth"),
    ({"first_batch": 0}, "out_of_range", "first_batch"),
    ({"ahead": -1}, "out_of_range", "ahead"),
    ({"growth": -1}, "out_of_range", "growth"),
    ({"limit": 0}, "out_of_range", "limit"),
    ({"target": 1.0}, "out_of_range", "target"),
    ({"rule": "qbcb", "control": 13}, "control_too_small", "control"),
    ({"strategy": "cal", "learner": "svm", "rule": "quant"}, "no_probabilities", "rule"),
    ({"control": 9, "limit": 9}, "control_fills_limit", "control"),
    ({"strategy": "strata"}, "strata_missing", "strata"),
    ({"strata": [StratumOfRanks(3, 1.0)]}, "no_strata", "strata"),
    ({"strategy": "strata", "strata": [StratumOfRanks(3, 2.0)]}, "bad_strata", "strata"),
]


@pytest.mark.parametrize(("asked", "code", "field"), REFUSED)
def test_a_design_that_chooses_nothing_is_refused(
    asked: dict[str, Any], code: str, field: str
) -> None:
    given = {"strategy": "depth", "runs": two_runs(), **asked}

    with refused(PoolRefused, code, field=field):
        active_pool(given.pop("strategy"), **given)
    assert not Pool.objects.exists()


def test_without_runs_a_collection_and_topics_are_needed() -> None:
    with refused(PoolRefused, "no_ground", field="runs"):
        build_active_pool(name="learning", design=ActiveDesign("cal", seed=7))


def test_a_pool_keeps_its_design() -> None:
    pool = active_pool("strata", strata=[StratumOfRanks(2, 1.0), StratumOfRanks(4, 0.5)], limit=3)

    design = design_of(Pool.objects.get(pk=pool.pk))

    assert (design.strategy, design.limit, design.depth) == ("strata", 3, 4)
    assert design.strata == [StratumOfRanks(2, 1.0), StratumOfRanks(4, 0.5)]
    assert [run.name for run in design.runs] == ["first", "second"]


def test_a_pool_learns_from_one_campaign_alone() -> None:
    campaign = active_campaign()

    with refused(PoolRefused, "pool_learns_already", field="pool"):
        create_campaign(
            name="other", pool=campaign.pool, grades=parse_scale("1-5"), judgments_per_pair=1
        )


def test_grades_that_tell_nothing_apart_are_refused() -> None:
    pool = active_pool(relevant_from=1)

    with refused(PoolRefused, "relevant_off_scale", field="active.relevant_from"):
        create_campaign(name="one", pool=pool, grades=parse_scale("1-5"), judgments_per_pair=1)


def test_runs_are_not_added_to_a_pool_that_learns() -> None:
    campaign = active_campaign()

    with refused(PoolRefused, "pool_learns"):
        add_pairs(campaign=campaign, runs=list(campaign.pool.runs.all()), depth=1)


def run_command(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_a_command_builds_a_pool_that_learns() -> None:
    two_runs()
    strategy = ["--strategy", "strata", "--ranks", "2:1,4:0.5", "--limit", "5"]

    said = run_command(
        "build_pool", "learning", "--runs", "first,second", "--depth", "4", *strategy
    )

    pool = Pool.objects.get()
    assert said.startswith("Pool learning has no pairs yet")
    assert (pool.strategy, design_of(pool).limit) == ("active", 5)


def test_a_command_refuses_ranks_that_it_cannot_read() -> None:
    two_runs()
    runs = ["--runs", "first,second", "--depth", "4"]

    with pytest.raises(CommandError):
        run_command("build_pool", "p", *runs, "--strategy", "strata", "--ranks", "ten")


def test_a_command_replays_every_step() -> None:
    active_campaign()

    assert run_command("replay_pool", "campaign") == "2 steps came out the same again.\n"
