from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.judging.api.desk_serializers import GradeSerializer
from annotation.models import AssessorKind, DecisionReason, PairKind, Reason
from annotation.pairs.choices import Choices, KindCount, OnlyCount
from annotation.pairs.labels import NamedSet, PairLabel
from annotation.pairs.listing import Only, PairOrder
from annotation.pairs.rows import Answer, Decision, PairRow
from ranking.http.text_field import TextField
from ranking.http.tuple_serializer import TupleSerializer

KEY = r"^[a-z_]+\.-?\d{1,16}\.\d{1,18}$"
SMALLINT = 2**15
BIGINT = 2**63 - 1
MAX_NOTE = 10_000


class PairsQuerySerializer(serializers.Serializer[Any]):
    """What to list, in which order, and behind which pair."""

    order = serializers.ChoiceField(choices=PairOrder.choices, default=PairOrder.POOL)
    after = serializers.RegexField(
        KEY, default="", help_text="The `next` of the page before, in the same order."
    )
    only = serializers.MultipleChoiceField(
        choices=Only.choices, default=set, help_text="Several narrow the list."
    )
    kind = serializers.ChoiceField(choices=PairKind.choices, default="")
    stratum = serializers.CharField(default=None, allow_blank=True)
    query_id = serializers.CharField(default="")
    words = serializers.CharField(
        default="", max_length=200, help_text="Words of the query, in any order."
    )
    assessor = serializers.CharField(default="", help_text="The pseudonym of one who answered.")
    grade = serializers.IntegerField(
        default=None,
        min_value=-SMALLINT,
        max_value=SMALLINT - 1,
        help_text="A grade that somebody gave; the assessor, where one is named.",
    )
    reason = serializers.ChoiceField(
        choices=Reason.choices, default="", help_text="Why somebody gave no grade."
    )

    far_from = serializers.IntegerField(
        default=None,
        min_value=1,
        max_value=BIGINT,
        help_text="The label set from whose label somebody's grade lies far; of those in the "
        "choices.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["after"] and not attrs["after"].startswith(f"{attrs['order']}."):
            raise serializers.ValidationError({"after": "It is no page of this order."})
        return attrs


class AnswerSerializer(TupleSerializer[Answer]):
    assessor_kind = serializers.ChoiceField(choices=AssessorKind.choices)
    reason_not_judged = serializers.ChoiceField(choices=Reason.choices, allow_null=True)


class DecisionSerializer(TupleSerializer[Decision]):
    reason = serializers.ChoiceField(choices=DecisionReason.choices)


class SeenSerializer(serializers.Serializer[Any]):
    seen = serializers.CharField(
        max_length=40,
        allow_blank=True,
        default="",
        help_text="The pair's `version` when it was looked at: a decision on one that changed "
        "since is refused, and taking one back as well.",
    )


class DecisionRequestSerializer(SeenSerializer):
    """A decision on a pair, which supersedes an earlier one."""

    grade = serializers.IntegerField(min_value=-SMALLINT, max_value=SMALLINT - 1)
    note = TextField(max_length=MAX_NOTE, allow_blank=True, default="")


class NextPairSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(allow_null=True, help_text="Null at the end of the list.")


class PairRowSerializer(TupleSerializer[PairRow]):
    kind = serializers.ChoiceField(choices=PairKind.choices)
    decision = DecisionSerializer(allow_null=True)
    answers = AnswerSerializer(many=True)


class PairsSerializer(serializers.Serializer[Any]):
    """A page of pairs; `next` is its key for the page behind, `n` how many there are in all."""

    n = serializers.IntegerField(help_text="10001 where there are more than 10000.")
    next = serializers.CharField(allow_null=True)
    pairs = PairRowSerializer(many=True)


class WholePairSerializer(serializers.Serializer[Any]):
    """A pair with its whole texts and its labels; `row` is what the list shows of it."""

    row = PairRowSerializer()
    description = serializers.CharField(source="pair.pair.topic.description")
    narrative = serializers.CharField(source="pair.pair.topic.narrative")
    text = serializers.CharField(source="pair.pair.passage.text", allow_null=True)
    expert_says = serializers.CharField(source="pair.expert_grade.explanation", default="")
    n_runs = serializers.IntegerField(
        source="pair.pair.n_runs", help_text="How many of the pool's runs brought it."
    )
    best_rank = serializers.IntegerField(source="pair.pair.best_rank", allow_null=True)
    labels = TupleSerializer[PairLabel](many=True)
    version = serializers.CharField(
        help_text="Changes with every answer and decision; decisions send it back."
    )
    may_decide = serializers.BooleanField(help_text="Not whoever judged the pair.")
    decisions = DecisionSerializer(many=True, help_text="All that were made, the newest first.")


class OnlyCountSerializer(TupleSerializer[OnlyCount]):
    only = serializers.ChoiceField(choices=Only.choices)


class KindCountSerializer(TupleSerializer[KindCount]):
    kind = serializers.ChoiceField(choices=PairKind.choices)


class PairChoicesSerializer(TupleSerializer[Choices]):
    only = OnlyCountSerializer(many=True)
    kinds = KindCountSerializer(many=True)
    grades = GradeSerializer(many=True)
    label_sets = TupleSerializer[NamedSet](many=True)
