"""Every address of the pages, by who goes there.

What a part of an address changes on a page, its first entry shows; the thorough tier shows all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tests.tiers import THOROUGH

UNKNOWN = "*"
COMPARED = "/compare?baseline=a&runs=b,c,d&labels=old,new&measures=P@3,MFR@5,RR@10"
STEPS = ("runs", "pool", "scale", "guideline", "review")
VIEWS = ("heat", "differences", "pair", "spread", "labels", "errors")
TABS = ("scores", "significance", "order", "unjudged", "methods")

# Their headings are not at the edge of the header: narrow pages, a desk, pages with a list beside.
NARROW = ("/login", "/forgot", "/reset", "/join", "/join/:id", "/help/:name", "/judge/:id", UNKNOWN)


class Area(NamedTuple):
    """Who goes there, None for nobody; the addresses of each route."""

    visitor: str | None
    pages: Mapping[str, Sequence[str]]
    more: Mapping[str, Sequence[str]] = {}

    def routes(self) -> Iterator[tuple[str, str]]:
        """Each address with its route."""
        for pages in (self.pages, self.more if THOROUGH else {}):
            yield from ((route, address) for route, found in pages.items() for address in found)


def _in_campaign(*tabs: str, of: str = "campaign") -> dict[str, Sequence[str]]:
    return {f"/campaigns/:id/{tab}": [f"/campaigns/{{{of}}}/{tab}"] for tab in tabs}


AREAS = {
    "anybody": Area(
        None,
        {
            "/login": ["/login"],
            "/forgot": ["/forgot"],
            "/reset": ["/reset#{reset}"],
            "/join": ["/join#{invitation}"],
            "/shared": ["/shared#{link}"],
            "/about": ["/about"],
            "/join/:id": ["/join/{noticed}"],
            "/help": ["/help?search=kappa"],
            "/help/:name": ["/help/measures"],
            "/api/docs": ["/api/docs#runs_list"],
            UNKNOWN: ["/no/such/page"],
        },
        {
            "/": ["/"],
            "/help": ["/help"],
            "/help/:name": ["/help/no-such-page"],
            "/join/:id": ["/join/abc"],
        },
    ),
    "assessor": Area(
        "alice",
        {
            "/": ["/"],
            "/judge/:id": ["/judge/{campaign}", "/judge/{noticed}"],
            "/judge/:id/record": ["/judge/{campaign}/record"],
        },
        {"/judge/:id": ["/judge/{draft}"], "/campaigns": ["/campaigns"]},
    ),
    "administrator": Area("root", {"/account": ["/account"], "/accounts": ["/accounts"]}),
    "campaign": Area(
        "carol",
        {
            "/": ["/"],
            "/campaigns": ["/campaigns"],
            "/campaigns/:id": ["/campaigns/{campaign}"],
            **_in_campaign("people", "guideline", "launch", "settings", of="draft"),
            **_in_campaign("labels", "figures", "watch", "what-if"),
            **_in_campaign("topics", of="active"),
            "/campaigns/new": ["/campaigns/new"],
        },
        {
            **_in_campaign("", "labels", of="draft"),
            "/campaigns/:id": ["/campaigns/{drawn}?within=0.1"],
            **_in_campaign("people", "guideline", "launch", "settings"),
            "/campaigns/new": [f"/campaigns/new?step={step}" for step in STEPS[1:]],
        },
    ),
    "judgments": Area(
        "carol",
        {
            "/campaigns/:id/pairs": ["/campaigns/{campaign}/pairs"],
            "/campaigns/:id/pairs/:pair": ["/campaigns/{campaign}/pairs/{pair}"],
            **_in_campaign("agreement", "assessors", "adjudicate"),
            "/campaigns/:id/assessors/:name": ["/campaigns/{campaign}/assessors/P-bob"],
        },
    ),
    "comparison": Area(
        "carol",
        {
            "/compare": [f"{COMPARED}&tab={tab}" for tab in TABS],
            "/comparisons/:hash": ["/comparisons/{hash}"],
        },
    ),
    "topics": Area(
        "carol",
        {
            "/compare": [f"{COMPARED}&tab=topics&view={VIEWS[0]}"],
            "/topics/:set/:query": ["/topics/needs/q1?runs=a,b&labels=old,new"],
            "/passages/:collection/:doc": ["/passages/trees/d1"],
        },
        {"/compare": [f"{COMPARED}&tab=topics&view={view}" for view in VIEWS[1:]]},
    ),
    "library": Area(
        "carol",
        {
            "/library": ["/library?sort=topic_set"],
            **{
                f"/library/{shelf}": [f"/library/{shelf}"]
                for shelf in (
                    *("labels", "collections", "topics", "comparisons"),
                    *("studies", "trainings", "calls", "jobs"),
                )
            },
            "/library/calls/:id": ["/library/calls/{call}"],
            "/library/collections/of/:name": ["/library/collections/of/trees"],
            "/library/topics/of/:name": ["/library/topics/of/needs"],
            "/library/topics/of/:name/board": ["/library/topics/of/needs/board?labels=old"],
            "/library/runs/of/:name": ["/library/runs/of/d"],
            "/library/labels/of/:name": ["/library/labels/of/derived"],
            "/library/labels/compare": ["/library/labels/compare?first=old&second=new"],
            "/library/labels/combine": ["/library/labels/combine?of=new"],
        },
    ),
    "computing": Area(
        "carol",
        {
            "/library/import": ["/library/import?kind=all"],
            "/library/compute": ["/library/compute"],
            "/library/pairs": ["/library/pairs?run=d"],
            "/library/variants/new": ["/library/variants/new"],
            "/library/jobs/:id": ["/library/jobs/{job}"],
            "/library/trainings/new": ["/library/trainings/new"],
            "/library/trainings/:name": ["/library/trainings/tuned"],
            "/library/studies/new": ["/library/studies/new"],
            "/library/studies/:name": ["/library/studies/noise"],
            **{
                f"/library/studies/:name/{tab}": [f"/library/studies/noise/{tab}"]
                for tab in ("table", "noise", "topics", "failures")
            },
        },
        {
            "/library/import": ["/library/import"],
            "/library/compute": ["/library/compute?rerank=a"],
        },
    ),
}

TOURS = {
    "people": ("anybody", "assessor", "administrator"),
    "campaign": ("campaign", "judgments"),
    "comparison": ("comparison", "topics"),
    "library": ("library",),
    "computing": ("computing",),
}
