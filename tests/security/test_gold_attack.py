"""Hidden gold cannot be recognized by its timing: topic before and after, counter, rhythm.

The attacks read what an assessor's page shows of each passage, in order, and name those that they
take for gold. Whoever guesses finds gold by chance alone: the share of it among what was served.
An attack has found more than that where its hits would come by chance less than once in 10^6.

Power: of 300 pairs 14 are gold, and two assessors judge them all. With 28 names, of which guessing
hits 1.3, an attack is seen from 10 hits on, which is a third of what there is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import pytest
from scipy.stats import hypergeom

from annotation.models import PairKind, Unit
from annotation.pools.pairs import Mark
from tests.annotation.assessing import Served, crew, small_campaign, work_off
from tests.tiers import thorough

pytestmark = pytest.mark.django_db

N_TOPICS, N_PASSAGES, N_GOLD, EVERY = 20, 15, 14, 10
RARE = 1e-6
GOLD = Mark(PairKind.GOLD, grade=3)
# By how much of it there is: places in the pool.
SCARCE = dict.fromkeys(range(7, 20 * N_PASSAGES, 4 * N_PASSAGES), GOLD)  # in every fourth topic
LACKING = dict.fromkeys(range(7, N_GOLD * N_PASSAGES, N_PASSAGES), GOLD)  # in most of them
PLENTY = {t * N_PASSAGES + i: GOLD for t in range(N_TOPICS) for i in (3, 7, 11)}


class Shown(NamedTuple):
    """A passage as its assessor sees it, and whether it is gold, which they do not."""

    topic: str
    is_new: bool
    place: int | None
    n_in_topic: int | None
    is_gold: bool


Attack = Callable[[Sequence[Shown]], Iterator[int]]


def alone(shown: Sequence[Shown]) -> Iterator[int]:
    """New texts whose topic is that of neither neighbour."""
    for at, one in enumerate(shown):
        around = {other.topic for other in (*shown[max(at - 1, 0) : at], *shown[at + 1 : at + 2])}
        if one.is_new and one.topic not in around:
            yield at


def in_short_stretches(shown: Sequence[Shown]) -> Iterator[int]:
    """New texts of a topic that comes back for up to three passages."""
    at, begun = 0, set[str]()
    for topic, stretch in groupby(shown, key=lambda one: one.topic):
        passages = list(stretch)
        if len(passages) <= 3 and topic in begun:
            yield from (at + i for i, one in enumerate(passages) if one.is_new)
        begun.add(topic)
        at += len(passages)


def where_the_counter_jumps(shown: Sequence[Shown]) -> Iterator[int]:
    """Where a topic has another number of passages than before, or the place is not the next."""
    last = dict[str, Shown]()
    for at, one in enumerate(shown):
        before = last.get(one.topic)
        if before is not None and None not in (before.place, one.place):
            is_next = one.place == (before.place or 0) + 1
            if one.is_new and (before.n_in_topic != one.n_in_topic or not is_next):
                yield at
        last[one.topic] = one


def at_the_end(shown: Sequence[Shown]) -> Iterator[int]:
    """The last of each stretch of a topic."""
    yield from (
        at for at, one in enumerate(shown[:-1]) if one.topic != shown[at + 1].topic and one.is_new
    )


def in_step(phase: int) -> Attack:
    """Every tenth passage from a place on."""
    return lambda shown: iter(range(phase, len(shown), EVERY))


def at_place(number: int) -> Attack:
    """The passage of that number in its topic."""

    def attack(shown: Sequence[Shown]) -> Iterator[int]:
        n_shown = Counter[str]()
        for at, one in enumerate(shown):
            n_shown[one.topic] += 1
            if n_shown[one.topic] == number:
                yield at

    return attack


ATTACKS: Mapping[str, Attack] = {
    "alone": alone,
    "in short stretches": in_short_stretches,
    "where the counter jumps": where_the_counter_jumps,
    "at the end": at_the_end,
    **{f"in step from {phase}": in_step(phase) for phase in range(EVERY)},
    **{f"number {number} of its topic": at_place(number) for number in range(1, N_PASSAGES + 3)},
}


def as_shown(served: Sequence[Served]) -> list[Shown]:
    seen = set[str]()
    shown = []
    for one in served:
        text = f"{one.assignment.topic.query} {one.assignment.passage.text}"
        place, of = one.assignment.place, one.assignment.n_in_topic
        is_gold = one.pair.kind == PairKind.GOLD
        shown.append(Shown(one.assignment.topic.query, text not in seen, place, of, is_gold))
        seen.add(text)
    return shown


def chance(shown: Sequence[Sequence[Shown]], attack: Attack) -> float:
    """How likely guessing hits as much gold with as many names."""
    named = [[all_[at].is_gold for at in attack(all_)] for all_ in shown]
    n_hits, n_named = sum(map(sum, named)), sum(map(len, named))
    n_gold = sum(one.is_gold for all_ in shown for one in all_)
    return float(hypergeom.sf(n_hits - 1, sum(map(len, shown)), n_gold, n_named))


@pytest.mark.parametrize(
    ("marks", "least", "policy"),
    [
        pytest.param(LACKING, 28, {}, id="topics", marks=thorough),
        pytest.param(SCARCE, 10, {}, id="topics with little gold", marks=thorough),
        pytest.param(PLENTY, 40, {}, id="topics with more gold than is due", marks=thorough),
        pytest.param(
            LACKING, 28, {"order": "fixed"}, id="topics in the pool's order", marks=thorough
        ),
        pytest.param(LACKING, N_GOLD, {"unit": Unit.PAIRS}, id="pairs", marks=thorough),
        pytest.param(
            LACKING,
            N_GOLD,
            {"unit": Unit.PAIRS, "order": "fixed"},
            id="pairs in the pool's order",
            marks=thorough,
        ),
    ],
)
def test_no_attack_finds_more_gold_than_guessing(
    marks: Mapping[int, Mark], least: int, policy: Mapping[str, Any]
) -> None:
    campaign = small_campaign(
        N_TOPICS, N_PASSAGES, k=2, marks=marks, gold_every=EVERY, repeat_every=12, **policy
    )
    shown = [as_shown(work_off(member)) for member in crew(campaign, 2)]
    n_gold = Counter(one.is_gold for all_ in shown for one in all_)[True]
    assert n_gold >= least  # enough for an attack to be seen
    found = {name: chance(shown, attack) for name, attack in ATTACKS.items()}
    assert {name: p for name, p in found.items() if p < RARE} == {}
    assert [[*where_the_counter_jumps(all_)] for all_ in shown] == [[], []]


def test_the_attacks_find_gold_where_it_shows() -> None:
    """As it came before: alone between topics, at every tenth place, and counted as it came."""
    stretch = [Shown("a", True, at, 9, False) for at in range(1, EVERY)]
    lone = Shown("b", True, 1, 15, True)
    before = [one._replace(topic=f"{one.topic}{i}") for i in range(28) for one in (*stretch, lone)]
    for attack in (alone, in_step(EVERY - 1)):
        assert chance([before], attack) < RARE
    jumps = [
        Shown(f"a{i}", True, at, 9 + (at > 5), at == 6) for i in range(28) for at in range(1, 11)
    ]
    assert chance([jumps], where_the_counter_jumps) < RARE


def test_ten_hits_of_28_names_are_seen() -> None:
    assert hypergeom.sf(9, 600, 28, 28) < RARE < hypergeom.sf(8, 600, 28, 28)
