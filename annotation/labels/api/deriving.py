from __future__ import annotations

from collections import Counter
from typing import Any, get_args

from django.db.models import F, QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account, campaign_to_see
from annotation.access.permissions import OrganizersView
from annotation.database import one_snapshot
from annotation.exceptions import LabelsRefused
from annotation.judging.api.desk import ScaleSerializer
from annotation.labels.api.labels import visible_labels, visible_named
from annotation.labels.arrays import LabelCounts, count_labels, counts_of, stored_counts
from annotation.labels.deriving import OtherSets, aggregate_votes, derive_labels, refusal_of
from annotation.labels.drawn import FirstUnlabelled, KeptLabels, kept_labels, refusal_of_kept
from annotation.labels.gold import expert_grades_of
from annotation.labels.older import PoolQuestion, question_of
from annotation.labels.voters import ModelAssessor, model_assessors, others_who_voted
from annotation.models import (
    AssessorKind,
    Campaign,
    CampaignState,
    EnglishLevel,
    Grade,
    LabelSet,
    PoolStrategy,
)
from annotation.pairs.deciding import decisions_of
from annotation.votes.kept import kept_votes
from ranking.http.limited_list import LimitedList
from ranking.http.request_fields import body_fields, query_fields, takes_no_fields
from ranking.http.scopes import READ_ONLY
from ranking.http.tuple_serializer import (
    RequestSerializer,
    RowSerializer,
    TupleSerializer,
    arguments,
)
from regrade.aggregation.electorate import PEOPLE, Electorate
from regrade.aggregation.policy import AggregationPolicy, GoldRule
from regrade.aggregation.policy_file import PolicyError, WholePolicy, current_form, policy_from_json
from regrade.aggregation.report import Step
from regrade.methods.sampled import sample_sentence


class DerivationQuerySerializer(RequestSerializer[AggregationPolicy]):
    """An aggregation policy; fields left out take the defaults of `derive_labels`."""

    derived_from = {
        **arguments(OtherSets, "fallback", "only_topics_of"),
        **arguments(WholePolicy, "min_relevance"),
        **arguments(Electorate, "models", "only", "without", "without_flags"),
    }
    kinds = LimitedList(
        child=serializers.ChoiceField(choices=AssessorKind.choices),
        default=lambda: list(PEOPLE),
        max_length=len(AssessorKind),
        help_text="Kinds of assessors whose votes count; people alone by default.",
    )
    levels = LimitedList(
        child=serializers.ChoiceField(choices=EnglishLevel.choices),
        default=list,
        max_length=len(EnglishLevel),
        help_text="People of other levels of English are left out; empty is all.",
    )
    gold = serializers.ChoiceField(
        choices=get_args(GoldRule),
        default="expert",
        help_text="Label of pairs with a known grade: that grade (expert), or none (none).",
    )


class DerivationRequestSerializer(DerivationQuerySerializer):
    derived_from = arguments(derive_labels, "name")


class AggregationStepSerializer(TupleSerializer[Step]):
    """Effect of one aggregation step; all steps are listed in the order applied."""


class KeptLabelsSerializer(RowSerializer):
    """The sample ends at the first drawn pair without a label: later ones are left out."""

    model = KeptLabels
    columns = ["n_drawn", "n_left_out"]
    ends_at = TupleSerializer[FirstUnlabelled](allow_null=True)


class LabelsPreviewSerializer(serializers.Serializer[Any]):
    """Preview of the labels; `problem` says why none can be derived, or is empty.

    Of drawn pairs, `counts` are of the labels that the sample keeps.
    """

    counts = TupleSerializer[LabelCounts]()
    min_relevance = serializers.IntegerField()
    n_recorded = serializers.IntegerField()
    n_unanswered = serializers.IntegerField(
        help_text="Pairs with a label by decision that nobody answered."
    )
    n_gold = serializers.IntegerField(help_text="Pairs whose label is the known grade.")
    n_ties = serializers.IntegerField()
    n_rounded = serializers.IntegerField(help_text="Medians and means between two grades.")
    n_votes_by_kind = serializers.DictField(
        child=serializers.IntegerField(), help_text="Votes that count, by kind of assessor."
    )
    steps = AggregationStepSerializer(many=True)
    drawn = KeptLabelsSerializer(
        allow_null=True, help_text="What a sample keeps; null unless pairs were drawn by a design."
    )
    problem = serializers.CharField(allow_blank=True)


class DerivedLabelsSerializer(RowSerializer):
    """A derived, frozen label set of the campaign, and its policy."""

    model = LabelSet
    columns = ["id", "name", "scale", "min_relevance", "content_hash", "created_at"]
    policy = serializers.SerializerMethodField()
    counts = TupleSerializer[LabelCounts]()
    n_gold = serializers.IntegerField(
        allow_null=True, help_text="Pairs whose label is the known grade."
    )
    n_ties = serializers.IntegerField(allow_null=True)
    n_votes_by_kind = serializers.DictField(child=serializers.IntegerField(), allow_null=True)
    steps = AggregationStepSerializer(many=True, allow_null=True)
    sample = serializers.SerializerMethodField()

    def get_sample(self, label_set: LabelSet) -> str:
        """One sentence that says how its pairs were drawn; empty if it is no sample."""
        return sample_sentence(label_set.design)

    def get_policy(self, label_set: LabelSet) -> dict[str, Any]:
        """The policy by the keys that it has now."""
        return current_form(label_set.policy)


class VoterSerializer(serializers.Serializer[Any]):
    """Somebody who is no model and whose answers count."""

    name = serializers.CharField(help_text="The pseudonym.")
    kind = serializers.ChoiceField(choices=AssessorKind.choices)
    level = serializers.ChoiceField(
        choices=EnglishLevel.choices, allow_blank=True, help_text="Of their English, as they say."
    )


class GradeNameSerializer(RowSerializer):
    class Meta:
        list_serializer_class = ScaleSerializer

    model = Grade
    columns = ["value", "name", "colour"]


class CampaignLabelsSerializer(serializers.Serializer[Any]):
    """Inputs for deriving labels, and the campaign's label sets, the newest first."""

    name = serializers.CharField()
    state = serializers.ChoiceField(choices=CampaignState.choices)
    scale = GradeNameSerializer(many=True)
    fallbacks = serializers.ListField(
        child=serializers.CharField(),
        help_text="Labels of the same topics and collection that are no sample.",
    )
    topic_labels = serializers.ListField(
        child=serializers.CharField(), help_text="Labels of the same topics that are no sample."
    )
    model_assessors = TupleSerializer[ModelAssessor](
        many=True, help_text="Models that judged; their votes count only where they are named."
    )
    assessors = VoterSerializer(
        many=True, help_text="Assessors whose answers count, except models; each may be left out."
    )
    is_drawn = serializers.BooleanField(
        help_text="Pairs were drawn by a design: labels of gold pairs are always the known grades."
    )
    n_decisions = serializers.IntegerField(help_text="Pairs that an adjudicator decided on.")
    n_expert_grades = serializers.IntegerField(
        help_text="Gold and qualification pairs, which have a known grade."
    )
    question = TupleSerializer[PoolQuestion](help_text="What its labels are compared by.")
    label_sets = DerivedLabelsSerializer(many=True)


class CampaignLabelsView(OrganizersView):
    @extend_schema(operation_id="campaign_labels", responses=CampaignLabelsSerializer)
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        """Label sets of a campaign, and those over its topics, to fall back on."""
        campaign = campaign_to_see(request, campaign_id)
        visible, pool = visible_labels(request).order_by("name"), campaign.pool
        of_topics = visible.filter(topic_set=pool.topic_set_id)
        found = {
            "name": campaign.name,
            "state": campaign.state,
            "scale": campaign.grades.order_by("value"),
            "fallbacks": _names(of_topics.filter(collection=pool.collection_id)),
            "topic_labels": _names(of_topics),
            "model_assessors": model_assessors(campaign),
            "assessors": others_who_voted(campaign),
            "is_drawn": pool.strategy == PoolStrategy.DESIGN,
            "n_decisions": len(decisions_of(campaign)),
            "n_expert_grades": len(expert_grades_of(campaign)),
            "question": question_of(campaign, visible),
            "label_sets": _with_counts(visible.filter(campaign=campaign)),
        }
        return Response(CampaignLabelsSerializer(found).data)

    @extend_schema(
        operation_id="campaign_derive_labels",
        request=DerivationRequestSerializer,
        responses={201: DerivedLabelsSerializer},
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Derive a label set, which never changes afterwards."""
        campaign = campaign_to_see(request, campaign_id)
        fields = body_fields(request, DerivationRequestSerializer)
        name = fields.pop("name")
        asked = policy_asked(request, fields)
        done = derive_labels(name=name, campaign=campaign, actor=account(request), **asked)
        [row] = _with_counts(LabelSet.objects.filter(pk=done.label_set.pk))
        return Response(DerivedLabelsSerializer(row).data, status=status.HTTP_201_CREATED)


class LabelsPreviewView(OrganizersView):
    token_scopes = READ_ONLY

    @extend_schema(
        operation_id="campaign_preview_labels",
        parameters=[DerivationQuerySerializer],
        responses=LabelsPreviewSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Preview the labels; nothing is stored."""
        campaign = campaign_to_see(request, campaign_id)
        question = policy_asked(request, query_fields(request, DerivationQuerySerializer))
        return Response(LabelsPreviewSerializer(_preview(campaign, question)).data)


def policy_asked(request: Request, fields: dict[str, Any]) -> dict[str, Any]:
    """Policy and other label sets, as `derive_labels` takes them, of the fields of a request.

    Label sets that the requesting user does not see are not found.

    Raises:
        LabelsRefused: the fields are no policy.
    """
    others = OtherSets(*(_visible(request, fields.get(key)) for key in OtherSets._fields))
    try:
        policy = policy_from_json({k: value for k, value in fields.items() if value is not None})
    except PolicyError as error:
        sentence = f"The labels cannot be derived: {error}."
        raise LabelsRefused(sentence, code=error.code) from error
    return {"policy": policy, "others": others}


def _visible(request: Request, name: str | None) -> LabelSet | None:
    return None if name is None else visible_named(request, name)


def _names(labels: QuerySet[LabelSet]) -> list[str]:
    """Of those that are no sample: no other can stand in for labels, or say which topics count."""
    return [one.name for one in labels.only("name", "design") if not one.is_sample]


def _with_counts(labels: QuerySet[LabelSet]) -> list[LabelSet]:
    """The label sets with their counts and steps, without the medians of their reports."""
    found: list[LabelSet] = list(
        labels.defer("report")
        .annotate(
            steps=F("report__steps"),
            n_gold=F("report__n_gold"),
            n_ties=F("report__n_ties"),
            n_votes_by_kind=F("report__n_votes_by_kind"),
        )
        .order_by("-created_at", "-pk")
    )
    counts = stored_counts(found)
    for label_set in found:
        label_set.counts = counts[label_set.pk]  # type: ignore[attr-defined]
    return found


@one_snapshot()
def _preview(campaign: Campaign, question: dict[str, Any]) -> dict[str, Any]:
    outcome = aggregate_votes(campaign=campaign, stored=kept_votes(campaign), **question)
    aggregation, min_relevance = outcome.aggregation, outcome.policy["min_relevance"]
    refused, counts = refusal_of(campaign, outcome), counts_of(aggregation, min_relevance)
    kept = kept_labels(campaign, outcome.labels_with_known)
    if kept is not None:
        refused = refused or refusal_of_kept(campaign, kept, aggregation.steps)
        n_topics, n_by_value = len({pair.topic for pair in kept.pairs}), Counter(kept.values)
        counts = count_labels(n_topics, n_by_value, aggregation.scale, min_relevance)
    return {
        "counts": counts,
        "min_relevance": min_relevance,
        "n_recorded": outcome.n_recorded,
        "n_unanswered": aggregation.n_unanswered,
        "n_gold": aggregation.n_gold,
        "n_ties": aggregation.n_ties,
        "n_rounded": int(aggregation.is_rounded.sum()),
        "n_votes_by_kind": outcome.n_votes_by_kind,
        "steps": aggregation.steps,
        "drawn": kept,
        "problem": str(refused or ""),
    }
