from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from annotation.campaigns.creating import create_campaign
from annotation.exceptions import PoolRefused
from annotation.guidelines.scales import GradeOption
from annotation.models import Campaign, LabelSet, PairKind, Pool
from annotation.pools.building import Sample, build_pool_from_runs
from annotation.pools.marked_pairs import resolve_marks
from annotation.pools.pairs import Mark
from ranking.lookup import MAX_NAME, refuse_taken, taking_name
from ranking.models import Run
from regrade.files.judging.marks import MarkLine

SEED_BITS = 62
ROOM = 5  # characters of a name, for the number behind it


def set_up_campaign(
    *,
    name: str,
    runs: Sequence[Run],
    depth: int,
    grades: Sequence[GradeOption],
    sample: Sample | None = None,
    without: Sequence[LabelSet] = (),
    mark_lines: Sequence[MarkLine] = (),
    n_overlap: int = 0,
    seed: int | None = None,
    **campaign: Any,
) -> Campaign:
    """Create a pool of these runs and a draft campaign over it, both or neither; see
    `create_campaign`.

    The pool takes the campaign's name, with a number behind it where that is taken. `mark_lines`
    set pairs apart; of the others `n_overlap`, drawn at random under the seed, are judged by
    everyone.

    Raises:
        NameTaken: there is such a campaign already.
        PoolRefused: what `build_pool_from_runs` refuses, or fewer pairs than are to be overlap.
        BadInput: a mark that does not fit the pool or the scale.
        ScaleRefused, PolicyRefused: what `create_campaign` refuses.
    """
    refuse_taken(Campaign, name)
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    pool_name = _free_pool_name(name)
    with taking_name(Pool, pool_name):
        pool = build_pool_from_runs(
            name=pool_name, runs=runs, depth=depth, sample=sample, without=without
        ).pool
        scale = [grade.value for grade in grades]
        marks = resolve_marks(pool=pool, lines=mark_lines, scale=scale, source=Path("marks"))
        marks |= _overlap(pool, n_overlap, seed, marks)
        return create_campaign(
            name=name, pool=pool, grades=grades, marks=marks, seed=seed, **campaign
        )


def _free_pool_name(name: str) -> str:
    taken = set(
        Pool.objects.filter(name__startswith=name[: MAX_NAME - ROOM]).values_list("name", flat=True)
    )
    if name not in taken:
        return name
    stem = name[: MAX_NAME - ROOM]
    return next(free for n in count(2) if (free := f"{stem}-{n}") not in taken)


def _overlap(pool: Pool, n: int, seed: int, marked: Mapping[int, Mark]) -> dict[int, Mark]:
    if n == 0:
        return {}
    pairs = pool.pairs.exclude(pk__in=marked).order_by("pk")
    regular = list(pairs.values_list("pk", flat=True))
    if n > len(regular):
        raise PoolRefused(
            f"{n} overlap pairs are wanted; the pool has only {len(regular)} pairs.",
            code="too_few_pairs",
        )
    drawn = np.random.default_rng(seed).permutation(len(regular))[:n]
    return {regular[index]: Mark(PairKind.OVERLAP) for index in drawn}
