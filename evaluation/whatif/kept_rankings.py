"""Rankings over a campaign's topics, and matches with its pairs, kept from look to look."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from hashlib import blake2b
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from annotation.models import LabelSet
from evaluation.scores.judged_runs import LabelledTopics
from evaluation.scores.streamed_runs import rankings_of_all, refuse_long
from ranking.models import Run
from regrade.aggregation.panel import Panel
from regrade.measures import JudgedTopics, Measure, Rankings
from regrade.whatif.systems import Matches, match

MOST_NUMBERS = 20_000_000  # of matches in memory, eight bytes each
MOST_PASSAGES = 20_000_000  # in memory, four bytes each
Key = tuple[int, bytes, int | None]

# A complete run never changes, so its key says all.
_KEPT: OrderedDict[Key, Rankings] = OrderedDict()
_MATCHES: OrderedDict[tuple[bytes, tuple[int, ...], Measure], Matches] = OrderedDict()
_LOCK = Lock()


def kept_rankings(
    runs: Sequence[Run], labels: LabelSet, topic_keys: NDArray[np.int64], measure: Measure
) -> list[Rankings]:
    """The runs' rankings of these topics, as deep as the measure looks.

    Raises:
        TooMuchAsked: more passages than one answer may read.
    """
    # Where unjudged passages are left out, what is below the cutoff moves up.
    is_deep = measure.judged_only or getattr(measure, "ideal", "judged") != "judged"
    depth = None if is_deep else measure.cutoff
    keys = [(run.pk, topic_keys.tobytes(), depth) for run in runs]
    with _LOCK:
        found = {key: _KEPT[key] for key in keys if key in _KEPT}
        for key in found:
            _KEPT.move_to_end(key)
    lacking = [run for run, key in zip(runs, keys, strict=True) if key not in found]
    if lacking:
        found |= _read(lacking, labels, topic_keys, depth)
        _keep(found)
    return [found[key] for key in keys]


def kept_match(
    panel: Panel,
    topic_keys: NDArray[np.int64],
    runs: Sequence[Run],
    rankings: Sequence[Rankings],
    measure: Measure,
) -> Matches:
    """The runs matched with the panel's pairs; done again where other pairs are labelled."""
    pairs = blake2b(topic_keys.tobytes(), digest_size=16)
    for column in (panel.pair_topics, panel.passages):
        pairs.update(column.tobytes())
    key = (pairs.digest(), tuple(run.pk for run in runs), measure)
    with _LOCK:
        found = _MATCHES.get(key)
    if found is None:
        found = match(panel, rankings, measure)
    with _LOCK:
        _MATCHES[key] = found
        _MATCHES.move_to_end(key)
        n_numbers = sum(map(_size, _MATCHES.values()))
        while n_numbers > MOST_NUMBERS and len(_MATCHES) > 1:
            n_numbers -= _size(_MATCHES.popitem(last=False)[1])
    return found


def _size(matches: Matches) -> int:
    """How many numbers it holds, roughly."""
    return 4 * (matches.order.size + sum(hits.topics.size for _, hits in matches.seen))


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
