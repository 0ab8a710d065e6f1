"""Rankings of runs over a campaign's topics, kept in the process from one look to the next."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from annotation.models import LabelSet
from evaluation.scores.judged_runs import LabelledTopics
from evaluation.scores.streamed_runs import rankings_of_all, refuse_long
from ranking.models import Run
from regrade.measures import JudgedTopics, Measure, Rankings

MOST_PASSAGES = 40_000_000  # in memory, four bytes each
Key = tuple[int, bytes, int | None]

# A complete run never changes, so its key says all.
_KEPT: OrderedDict[Key, Rankings] = OrderedDict()
_LOCK = Lock()


def kept_rankings(
    runs: Sequence[Run], labels: LabelSet, topic_keys: NDArray[np.int64], measure: Measure
) -> list[Rankings]:
    """The runs' rankings of these topics, as deep as the measure looks.

    Raises:
        TooMuchAsked: more passages than one answer may read.
    """
    # Where unjudged passages are left out, what is below the cutoff moves up.
    depth = None if measure.judged_only else measure.cutoff
    keys = [(run.pk, topic_keys.tobytes(), depth) for run in runs]
    with _LOCK:
        found = {key: _KEPT[key] for key in keys if key in _KEPT}
    lacking = [run for run, key in zip(runs, keys, strict=True) if key not in found]
    if lacking:
        found |= _read(lacking, labels, topic_keys, depth)
        _keep(found)
    return [found[key] for key in keys]


def _read(
    runs: Sequence[Run], labels: LabelSet, topic_keys: NDArray[np.int64], depth: int | None
) -> dict[Key, Rankings]:
    if depth is None:
        mend = "name a measure with a cutoff, or fewer runs"
        refuse_long(runs, topic_keys.size, mend=mend)
    none = np.zeros(0, np.int64)
    judged = JudgedTopics(np.zeros(topic_keys.size + 1, np.int64), none, none)
    topics = LabelledTopics(labels, tuple(topic_keys.tolist()), judged)
    read = rankings_of_all(runs, topics, depth=depth)
    place = topic_keys.tobytes()
    return {(run.pk, place, depth): one for run, one in zip(runs, read, strict=True)}


def _keep(found: dict[Key, Rankings]) -> None:
    with _LOCK:
        for key, rankings in found.items():
            _KEPT[key] = rankings
            _KEPT.move_to_end(key)
        n_passages = sum(one.passages.size for one in _KEPT.values())
        while n_passages > MOST_PASSAGES and len(_KEPT) > 1:
            n_passages -= _KEPT.popitem(last=False)[1].passages.size
