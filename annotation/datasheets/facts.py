"""Facts that a datasheet states about a campaign and its labels; no person is named."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC
from shlex import quote
from typing import Any

from django.db.models import Count, F, Max, Min, Q
from django.db.models.functions import TruncDate

from annotation.agreement.overall import campaign_agreement_in_depth
from annotation.campaigns.pair_kinds import pair_kinds
from annotation.database import one_snapshot
from annotation.exceptions import LabelsRefused
from annotation.guidelines.text import guideline_file
from annotation.labels.arrays import LabelCounts, relevances_by_topic, stored_counts
from annotation.models import (
    VOTING_KINDS,
    Adjudication,
    AssessorKind,
    Campaign,
    Cause,
    EnglishLevel,
    ExpertGrade,
    Judgment,
    LabelSet,
    LabelSource,
    PairKind,
)
from annotation.models.judgment import JudgmentQuerySet
from annotation.pairs.deciding import decisions_of
from annotation.pools.design_words import drawn_sentence
from annotation.quality.flags import gold_checks, repeat_checks
from annotation.votes.stored import hash_of_decisions, hash_of_votes, stored_votes
from ranking.collections.docid_maps import docid_map
from regrade.aggregation.policy_file import current_form
from regrade.agreement.reading import WARNING
from regrade.methods.sampled import sample_sentence

Facts = dict[str, Any]

KINDS, LEVELS = list(AssessorKind.values), [*EnglishLevel.values, ""]
KIND_NAMES = {"for_all": "for everyone"}
UNLIKE_PEOPLE = {
    "simulated assessors": AssessorKind.SIMULATED,
    "model assessors": AssessorKind.MODEL,
}
NAMING_PEOPLE = ("only", "without")
MOST_TOPICS_NAMED = 50
FLEISS_RULES = {
    "wanted": "the number that the campaign wants of a pair",
    "commonest": "the commonest number of votes of a pair, two at least",
}


@one_snapshot()
def facts_of(campaign: Campaign, label_sets: Sequence[LabelSet] | None = None) -> Facts:
    """All that the template prints, with these label sets; without any named, with all of its own.

    Raises:
        LabelsRefused: a label set that is not derived from the campaign.
    """
    for label_set in label_sets or ():
        if label_set.campaign_id != campaign.pk:
            sentence = f"{label_set.name} is not derived from campaign {campaign.name}."
            raise LabelsRefused(sentence, code="other_campaign")
    if label_sets is None:
        label_sets = list(campaign.label_sets.filter(frozen_at__isnull=False).order_by("name"))
    votes, docids = stored_votes(campaign).packed, docid_map(campaign.pool.collection)
    decisions_hash = hash_of_decisions(decisions_of(campaign), docids) or ""
    return {
        "campaign": campaign,
        "policy": campaign.policy(),
        **_composition(campaign),
        **_people(campaign),
        **_instructions(campaign),
        **_judged(campaign),
        **_checks(campaign),
        **_agreement(campaign),
        "votes_hash": hash_of_votes(votes, docids),
        "decisions_hash": decisions_hash,
        "labels": _labels(label_sets),
        "commands": _commands(campaign, label_sets),
    }


def recorded_in(campaign: Campaign) -> JudgmentQuerySet:
    """The judgments that aggregation reads, without an order."""
    return Judgment.objects.recorded().filter(campaign_pair__campaign=campaign).order_by()


def _composition(campaign: Campaign) -> Facts:
    pairs = campaign.pairs.order_by()
    n_pairs = pairs.count()
    kinds = pair_kinds([campaign])[campaign.pk]
    design = campaign.pool.recipe.get("design")
    strata = pairs.exclude(pair__stratum="").values_list("pair__stratum")
    return {
        "runs": list(campaign.pool.runs.order_by("name").values_list("name", flat=True)),
        "drawn": design and drawn_sentence(design | {"n": n_pairs}),
        "n_topics_in_set": campaign.pool.topic_set.topics.count(),
        "n_topics": pairs.values("pair__topic").distinct().count(),
        "n_pairs": n_pairs,
        "n_textless": pairs.filter(pair__passage__text__isnull=True).count(),
        "strata": sorted(strata.annotate(n=Count("pair__topic", distinct=True)).order_by()),
        "kinds_of_pairs": [
            (KIND_NAMES.get(kind, kind), n) for kind, n in kinds._asdict().items() if n
        ],
        "n_regular": kinds.regular,
    }


def _people(campaign: Campaign) -> Facts:
    """Who judged, and on which days in UTC; no day where nobody did."""
    recorded = recorded_in(campaign)
    days = recorded.aggregate(
        first_day=Min(TruncDate("created_at")), last_day=Max(TruncDate("created_at"))
    )
    decided = Adjudication.objects.live().filter(campaign_pair__campaign=campaign).order_by()
    out = campaign.memberships.filter(withdrawn_at__isnull=False)
    counted = recorded.filter(assessor__in=out.values("pk"))
    groups = _groups(recorded)
    return {
        **days,
        "groups": groups,
        "n_assessors": sum(group["n_assessors"] for group in groups),
        "n_judgments": sum(group["n_judgments"] for group in groups),
        "n_imported": recorded.filter(cause=Cause.IMPORTED).count(),
        "n_adjudicators": decided.values("member", "adjudicator").distinct().count(),
        "n_decisions": decided.count(),
        "n_withdrawn": out.count(),
        "n_withdrawn_counted": counted.values("assessor").distinct().count(),
        "unlike_people": [
            {"name": name, **_sums(group for group in groups if group["kind"] == kind)}
            for name, kind in UNLIKE_PEOPLE.items()
        ],
    }


def _groups(recorded: JudgmentQuerySet) -> list[Facts]:
    """Assessors of one kind who said the same of their English, with their judgments."""
    rows = recorded.values(kind=F("assessor__kind"), level=F("assessor__english_level"))
    found = rows.annotate(n_assessors=Count("assessor", distinct=True), n_judgments=Count("pk"))
    groups = [Facts(one) for one in found]
    return sorted(groups, key=lambda one: (KINDS.index(one["kind"]), LEVELS.index(one["level"])))


def _sums(groups: Iterable[Facts]) -> Facts:
    found = list(groups)
    return {key: sum(one[key] for one in found) for key in ("n_assessors", "n_judgments")}


def _instructions(campaign: Campaign) -> Facts:
    """The scale, and each published guideline with its examples, as assessors saw it."""
    rows = recorded_in(campaign).values_list("guideline").annotate(n=Count("pk"))
    given: dict[int | None, int] = dict(rows)
    published = campaign.guidelines.exclude(published_at=None).order_by("version")
    return {
        "grades": list(campaign.grades.order_by("value")),
        "instructions": [
            {"of": one, "text": guideline_file(one), "n_judgments": given.get(one.pk, 0)}
            for one in published
        ],
    }


def _judged(campaign: Campaign) -> Facts:
    """Votes by pair and by grade, and why pairs got none."""
    recorded = recorded_in(campaign)
    votes, blank = recorded.filter(grade__isnull=False), recorded.filter(grade__isnull=True)
    n_of_pair = dict(votes.values_list("campaign_pair").annotate(n=Count("pk")))
    n_of_grade = dict(votes.values_list("grade").annotate(n=Count("pk")))
    by_votes, n_short = Counter[int](), 0
    voting = campaign.pairs.filter(kind__in=VOTING_KINDS).order_by()
    for key, wanted in voting.values_list("pk", "wanted").iterator(chunk_size=10_000):
        n = n_of_pair.get(key, 0)
        by_votes[n] += 1
        n_short += wanted is not None and n < wanted
    return {
        "by_votes": sorted(by_votes.items()),
        "n_voting_pairs": by_votes.total(),
        "n_unjudged": by_votes[0],
        "n_short": n_short,
        "by_grade": [
            (grade, n_of_grade.get(grade.pk, 0)) for grade in campaign.grades.order_by("value")
        ],
        "n_votes": sum(n_of_grade.values()),
        "not_judged": sorted(blank.values_list("reason_not_judged").annotate(n=Count("pk"))),
    }


def _checks(campaign: Campaign) -> Facts:
    """How assessors did where it was known what to say."""
    judgments = Judgment.objects.filter(campaign_pair__campaign=campaign)
    grades = campaign.grades.order_by("value").values_list("pk", flat=True)
    gold = gold_checks(judgments).values()
    repeats = repeat_checks(judgments, {key: place for place, key in enumerate(grades)}).values()
    experts = ExpertGrade.objects.filter(campaign_pair__campaign=campaign).aggregate(
        n_gold=Count("pk", filter=Q(campaign_pair__kind=PairKind.GOLD)),
        n_qualification=Count("pk", filter=Q(campaign_pair__kind=PairKind.QUALIFICATION)),
    )
    members = campaign.memberships.aggregate(
        n_qualified=Count("pk", filter=Q(qualified_at__isnull=False)),
        n_tried=Count("pk", filter=Q(n_attempts__gt=0)),
    )
    return {
        **experts,
        **members,
        "n_on_gold": sum(check.n_gold for check in gold),
        "n_as_expert": sum(check.n_as_expert for check in gold),
        "n_repeats": sum(check.n_repeats for check in repeats),
        "n_same": sum(check.n_same for check in repeats),
    }


def _agreement(campaign: Campaign) -> Facts:
    found = campaign_agreement_in_depth(campaign)
    rule = FLEISS_RULES.get(found.fleiss.rule, found.fleiss.rule)
    return {"agreement": found, "fleiss_rule": rule, "warning": WARNING}


def _labels(label_sets: Sequence[LabelSet]) -> list[Facts]:
    counts = stored_counts(label_sets)
    return [_of_labels(one, counts[one.pk]) for one in label_sets]


def _of_labels(label_set: LabelSet, counts: LabelCounts) -> Facts:
    """Hashes and steps are none where the set was derived before they were kept."""
    report = label_set.report
    policy = json.dumps(_without_people(label_set), indent=2, ensure_ascii=False)
    missing = [
        query_id
        for query_id, labels in relevances_by_topic(label_set).items()
        if not (labels.values >= label_set.min_relevance).any()
    ]
    return {
        "of": label_set,
        "day": label_set.created_at.astimezone(UTC).date(),
        "counts": counts,
        "report": report,
        "policy": policy,
        "missing": missing[:MOST_TOPICS_NAMED],
        "n_missing": len(missing),
        "is_before_decisions": _is_before_decisions(label_set),
        "sample": sample_sentence(label_set.design),
    }


def _without_people(label_set: LabelSet) -> Facts:
    """The policy with the number of people whom it names, and models by their name alone."""
    if label_set.source != LabelSource.DERIVED:
        return Facts(label_set.policy)
    policy = current_form(label_set.policy)
    for key in NAMING_PEOPLE:
        policy[f"n_{key}"] = len(policy.pop(key, ()))
    policy["models"] = [model["name"] for model in policy.get("models", ())]
    return policy


def _is_before_decisions(label_set: LabelSet) -> bool:
    """Whether decisions would have counted, and none stood."""
    counts = label_set.policy.get("decisions", "ignore") != "ignore"
    return counts and label_set.report.get("decisions_hash", "") is None


def _commands(campaign: Campaign, label_sets: Sequence[LabelSet]) -> str:
    """Those that write what the campaign is exported as."""
    name = quote(campaign.name)
    commands = [
        f"export_judgments {name} judgments.parquet",
        f"export_decisions {name} decisions.csv",
        f"export_marks {name} marks.jsonl",
        *(f"export_labels {quote(one.name)} labels.qrels" for one in label_sets),
    ]
    return "\n".join(f"./dev manage {command}" for command in commands)
