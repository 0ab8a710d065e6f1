"""One run: database, campaign, server, crowd, verdict."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from annotation.models import Campaign
from benchmarks.load.assessor import Assessor, Habits
from benchmarks.load.browser import Browser
from benchmarks.load.crowd import Crowd
from benchmarks.load.meters import Meters
from benchmarks.load.report import Report, report
from benchmarks.load.scratch import scratch_database
from benchmarks.load.seeding import GRADES, UNITS, seed_assessors, seed_campaign
from benchmarks.load.server import AS_USUAL, Server
from benchmarks.load.tables import Size
from benchmarks.load.tally import Tally
from benchmarks.load.verification import has_open_pairs, verify


class Plan(NamedTuple):
    """A run; an exact one ends when every pair is done, and no later than its minutes."""

    scenario: str
    size: Size
    minutes: float
    is_exact: bool
    unit: str = UNITS[0]
    n_assessors: int = 200
    seed: int = 1
    lease_s: int = 20
    seat_s: int = 60
    kill_every_s: float = 30.0
    gunicorn: str = AS_USUAL
    habits: Habits = Habits()


def carry_out(plan: Plan, say: Callable[[str], None]) -> Report:
    say(f"{plan.scenario}: writing a campaign of {plan.size.n_pairs} pairs ...")
    with scratch_database() as url:
        campaign = seed_campaign(
            plan.size, unit=plan.unit, lease_s=plan.lease_s, seat_s=plan.seat_s, seed=plan.seed
        )
        password = secrets.token_urlsafe()
        usernames = seed_assessors(campaign, plan.n_assessors, password=password)
        with Server(url, plan.gunicorn) as server:
            tally = Tally()
            people = _people(plan, campaign, usernames, password, server, tally)
            crowd = Crowd(people, server, tally, random.Random(plan.seed))
            meters = Meters(server)
            seconds = asyncio.run(_judge(plan, crowd, campaign, tally, meters, say))
        say("comparing the database with what was acknowledged ...")
        verdict = verify(campaign, tally.acknowledged, must_be_finished=plan.is_exact)
    return report(
        tally,
        verdict,
        scenario=plan.scenario,
        n_assessors=plan.n_assessors,
        seconds=seconds,
        busy=meters.busy,
    )


def _people(
    plan: Plan,
    campaign: Campaign,
    usernames: list[str],
    password: str,
    server: Server,
    tally: Tally,
) -> list[Assessor]:
    return [
        Assessor(
            browser=Browser(server.address, tally),
            username=username,
            password=password,
            campaign_id=campaign.pk,
            grades=GRADES,
            rng=random.Random(f"{plan.seed} {username}"),
            habits=plan.habits,
            tally=tally,
        )
        for username in usernames
    ]


async def _judge(
    plan: Plan,
    crowd: Crowd,
    campaign: Campaign,
    tally: Tally,
    meters: Meters,
    say: Callable[[str], None],
) -> float:
    say(f"signing in {plan.n_assessors} assessors ...")
    await crowd.arrive()
    tally.forget_times()
    say("judging ...")
    watching = asyncio.create_task(meters.watch())
    seconds = await crowd.judge(
        seconds=60 * plan.minutes,
        kill_every_s=plan.kill_every_s,
        is_done=partial(_is_done, campaign) if plan.is_exact else None,
    )
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    return seconds


def _is_done(campaign: Campaign) -> bool:
    return not has_open_pairs(campaign)
