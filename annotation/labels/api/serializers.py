from __future__ import annotations

from typing import Any, get_args

from rest_framework import serializers

from annotation.judging.api.desk_serializers import ScaleSerializer
from annotation.labels.counts import LabelCounts
from annotation.labels.voters import ModelAssessor
from annotation.models import AssessorKind, CampaignState, EnglishLevel, LabelSet
from ranking.http.limited_list import LimitedList
from ranking.http.tuple_serializer import TupleSerializer
from regrade.aggregation.electorate import PEOPLE
from regrade.aggregation.policy import Aggregate, DecisionRule, TieRule
from regrade.aggregation.policy_file import current_form
from regrade.aggregation.report import Step
from regrade.files.judging.qrels import QrelsForm
from regrade.votes.assessor import Flag
from regrade.votes.rounding import ROUNDINGS

INT16 = 2**15 - 1
MAX_COUNT = 10_000
MAX_NAME = 200


def _names(help_text: str) -> serializers.ListField:
    child = serializers.CharField(max_length=MAX_NAME)
    return LimitedList(child=child, default=list, max_length=MAX_COUNT, help_text=help_text)


class DerivationQuerySerializer(serializers.Serializer[Any]):
    """An aggregation policy; fields left out take the defaults of `derive_labels`."""

    aggregate = serializers.ChoiceField(choices=get_args(Aggregate))
    threshold = serializers.IntegerField(min_value=-INT16, max_value=INT16, required=False)
    rounding = serializers.ChoiceField(choices=ROUNDINGS, default="up")
    tie = serializers.ChoiceField(choices=get_args(TieRule), default="unjudged")
    decisions = serializers.ChoiceField(
        choices=get_args(DecisionRule),
        default="ignore",
        help_text="What an adjudicator's decision does: take the place of the votes, count as one "
        "more, decide ties, or nothing.",
    )
    fallback = serializers.CharField(max_length=MAX_NAME, required=False)
    min_relevance = serializers.IntegerField(min_value=-INT16, max_value=INT16, required=False)
    min_assessors = serializers.IntegerField(min_value=1, max_value=MAX_COUNT, default=1)
    min_votes = serializers.IntegerField(min_value=1, max_value=MAX_COUNT, default=1)
    max_blank_share = serializers.FloatField(min_value=0, max_value=1, required=False)
    require_fallback_relevant = serializers.BooleanField(default=False)
    only_topics_of = serializers.CharField(max_length=MAX_NAME, required=False)
    min_agreement = serializers.FloatField(
        min_value=-1,
        max_value=1,
        required=False,
        help_text="Assessors below this quadratic kappa with the others are left out.",
    )
    seed = serializers.IntegerField(
        min_value=0,
        max_value=2**31 - 1,
        required=False,
        help_text="Where the model of `weighted` begins; 0 by default.",
    )
    kinds = LimitedList(
        child=serializers.ChoiceField(choices=AssessorKind.choices),
        default=lambda: list(PEOPLE),
        max_length=len(AssessorKind),
        help_text="Kinds of assessors whose votes count; people alone by default.",
    )
    models = _names("Models whose votes count as well, by name or pseudonym.")
    only = _names("Assessors whose votes alone count, by pseudonym, whatever their kind.")
    levels = LimitedList(
        child=serializers.ChoiceField(choices=EnglishLevel.choices),
        default=list,
        max_length=len(EnglishLevel),
        help_text="People of other levels of English are left out; empty is all.",
    )
    without = _names("Assessors whose votes are left out, by pseudonym.")
    without_flags = LimitedList(
        child=serializers.ChoiceField(choices=get_args(Flag)),
        default=list,
        max_length=len(get_args(Flag)),
        help_text="Assessors with one of these flags are left out.",
    )


class DerivationRequestSerializer(DerivationQuerySerializer):
    name = serializers.CharField(max_length=MAX_NAME, trim_whitespace=False)


class AggregationStepSerializer(TupleSerializer[Step]):
    """Effect of one aggregation step; all steps are listed in the order applied."""


class LabelsPreviewSerializer(serializers.Serializer[Any]):
    """Preview of the labels; `problem` says why none can be derived, or is empty."""

    counts = TupleSerializer[LabelCounts]()
    min_relevance = serializers.IntegerField()
    n_recorded = serializers.IntegerField()
    n_unanswered = serializers.IntegerField(
        help_text="Pairs with a label by decision that nobody answered."
    )
    n_ties = serializers.IntegerField()
    n_rounded = serializers.IntegerField(help_text="Medians and means between two grades.")
    n_votes_by_kind = serializers.DictField(
        child=serializers.IntegerField(), help_text="Votes that count, by kind of assessor."
    )
    steps = AggregationStepSerializer(many=True)
    problem = serializers.CharField(allow_blank=True)


class DerivedLabelsSerializer(serializers.Serializer[Any]):
    """A derived, frozen label set of the campaign, and its policy."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    scale = serializers.ListField(child=serializers.IntegerField())
    min_relevance = serializers.IntegerField()
    policy = serializers.SerializerMethodField()
    counts = TupleSerializer[LabelCounts]()
    n_ties = serializers.IntegerField(allow_null=True)
    n_votes_by_kind = serializers.DictField(child=serializers.IntegerField(), allow_null=True)
    steps = AggregationStepSerializer(many=True, allow_null=True)
    content_hash = serializers.CharField()
    created_at = serializers.DateTimeField()

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


class GradeNameSerializer(serializers.Serializer[Any]):
    class Meta:
        list_serializer_class = ScaleSerializer

    value = serializers.IntegerField()
    name = serializers.CharField()
    colour = serializers.CharField()


class CampaignLabelsSerializer(serializers.Serializer[Any]):
    """Inputs for deriving labels, and the campaign's label sets, the newest first."""

    name = serializers.CharField()
    state = serializers.ChoiceField(choices=CampaignState.choices)
    scale = GradeNameSerializer(many=True)
    fallbacks = serializers.ListField(
        child=serializers.CharField(), help_text="Labels of the same topics and collection."
    )
    topic_labels = serializers.ListField(
        child=serializers.CharField(), help_text="Labels of the same topics."
    )
    model_assessors = TupleSerializer[ModelAssessor](
        many=True, help_text="Models that judged; their votes count only where they are named."
    )
    assessors = VoterSerializer(
        many=True, help_text="Whose answers count, but for models; each may be left out."
    )
    n_decisions = serializers.IntegerField(help_text="Pairs that an adjudicator decided on.")
    pool_runs = serializers.ListField(
        child=serializers.CharField(), help_text="Complete runs whose passages were pooled."
    )
    label_sets = DerivedLabelsSerializer(many=True)


class QrelsQuerySerializer(serializers.Serializer[Any]):
    map = serializers.CharField(
        required=False, max_length=1000, help_text="Other values to write: 1:0,2:0,3:1."
    )
    form = serializers.ChoiceField(
        choices=[form.value for form in QrelsForm],
        default=QrelsForm.TREC.value,
        help_text="Every label, or MS MARCO's: relevant passages alone, each as 1, without a map.",
    )
