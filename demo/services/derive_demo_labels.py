from __future__ import annotations

from django.db import transaction

from annotation.labels.deriving import OtherSets, derive_labels
from annotation.models import Campaign, LabelSet
from demo.names import (
    CLOSED_CAMPAIGN,
    GRADED_LABELS,
    KNOWN_LABELS,
    LIBERAL_LABELS,
    STRICT_LABELS,
)
from demo.services.existing import existing
from ranking.lookup import by_name
from regrade.aggregation import AggregationPolicy
from regrade.aggregation.electorate import Electorate
from regrade.aggregation.policy_file import WholePolicy

AT_LEAST_PARTLY, ANSWERS = 2, 3
SIMULATED = Electorate(kinds=("simulated",))  # the only votes that the campaign has
POLICIES = {
    LIBERAL_LABELS: AggregationPolicy(
        aggregate="majority", threshold=AT_LEAST_PARTLY, tie="fallback"
    ),
    STRICT_LABELS: AggregationPolicy(aggregate="majority", threshold=ANSWERS, tie="fallback"),
    GRADED_LABELS: AggregationPolicy(aggregate="median", rounding="up"),
}


@transaction.atomic
def derive_demo_labels() -> str | None:
    """Make three label sets of the closed campaign's votes, except those that are there.

    Says in a sentence what was made.
    """
    campaign, known = by_name(Campaign, CLOSED_CAMPAIGN), by_name(LabelSet, KNOWN_LABELS)
    missing = [name for name in POLICIES if not existing(LabelSet, name, campaign=campaign)]
    for name in missing:
        needs_fallback = POLICIES[name].needs_fallback
        derive_labels(
            name=name,
            campaign=campaign,
            policy=WholePolicy(rules=POLICIES[name], voters=SIMULATED),
            others=OtherSets(fallback=known if needs_fallback else None),
        )
    return f"Labels {', '.join(missing)}: derived from {campaign}." if missing else None
