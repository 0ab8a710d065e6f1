from __future__ import annotations

import inspect
import math
import re
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from regrade.measures import Measure, parse_measures, score_measures
from regrade.measures.registry import FAMILIES
from tests.regrade.measures.rankings import Topic, rankings, topic

# How an entry opens what it says of its values.
INTERVAL = re.compile(r"In [\[(]([^,]+), ([^\])]+)[\])]")
OPEN_ENDED = ("From 0 up", "At least 0", "A whole number from 0", "Any number", "0 or 1", "1, even")
NAMES = [name for family in FAMILIES for name in family.examples if family.reads != "subtopics"]
MEASURES = parse_measures(",".join(NAMES))
TOPICS = st.builds(
    lambda relevances, missed: topic(*relevances, missed=missed),
    st.lists(st.sampled_from([None, -1, 0, 1, 2, 3, 4]), max_size=12),
    st.lists(st.integers(-1, 4), max_size=4),
)


class Range(NamedTuple):
    low: float
    high: float


def stated_range(measure: Measure) -> Range:
    """What the entry says, its N being the cutoff."""
    text = (inspect.getdoc(type(measure)) or "").partition("Returns:\n")[2].strip()
    if match := INTERVAL.match(text.replace("N + 1", str((measure.cutoff or 0) + 1), 1)):
        is_exceeded = "or above" in text.partition(";")[0]
        return Range(float(match[1]), math.inf if is_exceeded else float(match[2]))
    assert text.startswith(OPEN_ENDED), text
    return Range(-math.inf if text.startswith("Any") else 0.0, math.inf)


RANGES = {measure.name: stated_range(measure) for measure in MEASURES}


@given(st.lists(TOPICS, min_size=1, max_size=4))
def test_values_keep_to_the_range_of_their_entry_and_to_their_limits(
    topics: list[Topic],
) -> None:
    found = score_measures(MEASURES, rankings(*topics))
    for measure in MEASURES:
        values = found[measure.name]
        assert values.shape == (len(topics),)
        for low, high in (RANGES[measure.name], measure.limits):
            assert (values >= low - 1e-12).all(), measure.name
            assert (values <= high + 1e-12).all(), measure.name
