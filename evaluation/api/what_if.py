"""A state of a campaign's labels, and what would change the order of runs under it."""

from __future__ import annotations

from typing import Any, NamedTuple

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import campaign_to_see
from annotation.access.permissions import sees_votes
from annotation.database import one_snapshot
from annotation.labels.api.deriving import DerivationQuerySerializer, policy_asked
from annotation.labels.api.labels import visible_named
from annotation.models import LabelSet
from evaluation.api.comparison_serializers import NamesField
from evaluation.exceptions import TooFewVotes
from evaluation.whatif.decisive import Decisive, decisive_pairs
from evaluation.whatif.looking import Look, ThresholdLead, lead_by_threshold, look
from evaluation.whatif.sources import Sources, where_from
from evaluation.whatif.stability import Errors, Stability, draw_again, simulate
from evaluation.whatif.states import State, asked_measure
from evaluation.whatif.turning import Turned, what_turns
from ranking.http.formats import FormatsView
from ranking.http.request_fields import query_fields
from ranking.http.scopes import READ_ONLY
from ranking.http.tuple_serializer import TupleSerializer, arguments
from ranking.lookup import all_by_name
from ranking.models import Run

NOT_RELEVANT, LEFT_OUT = "not_relevant", "left_out"


class MaySeeVotes(BasePermission):
    message = (
        "What would change an order is worked out from people's votes, which organizers see; this"
        " account may not. Ask an organizer for the right, or for a label set to compare by."
    )

    def has_permission(self, request: Request, view: Any) -> bool:
        return sees_votes(request)


# Without a docstring: the API's description would give it to every operation that has none.
class WhatIfView(FormatsView):
    permission_classes = [MaySeeVotes]
    token_scopes = READ_ONLY


class StateSerializer(DerivationQuerySerializer):
    """A policy, and the runs and the measure to look at under it."""

    runs = NamesField(help_text="Names, separated by commas.")
    measure = serializers.CharField(help_text="One measure, as nDCG@10.")
    unjudged = serializers.ChoiceField(
        choices=[NOT_RELEVANT, LEFT_OUT],
        default=NOT_RELEVANT,
        help_text="What a passage without a label is: not relevant, or left out of the ranking.",
    )


class LookQuerySerializer(StateSerializer):
    reference = serializers.CharField(
        required=False, help_text="A label set to compare the order with."
    )


class RedrawsQuerySerializer(StateSerializer):
    derived_from = arguments(draw_again, "n_draws", "first", "draw_seed")


class DecisiveQuerySerializer(StateSerializer):
    derived_from = arguments(decisive_pairs, "n", "among")


class SourcesQuerySerializer(StateSerializer):
    derived_from = arguments(where_from, "n_draws", "draw_seed", "confidence")


class ErrorsQuerySerializer(StateSerializer):
    derived_from = arguments(simulate, "n_draws", "draw_seed")


class LeadsSerializer(serializers.Serializer[Any]):
    """Leads of the second of two runs over the first, by threshold."""

    leads = TupleSerializer[ThresholdLead](many=True)


class SourcesAnswer(NamedTuple):
    """Sources of two runs' uncertainty; `problem` says why they are not known, or is empty."""

    problem: str
    found: Sources | None


class ErrorsAnswer(NamedTuple):
    """Simulated judging errors; `problem` says why none can be simulated, or is empty."""

    problem: str
    found: Errors | None


class Asked(NamedTuple):
    """A state, and the other fields of the request."""

    state: State
    fields: dict[str, Any]


class LookView(WhatIfView):
    @extend_schema(
        operation_id="campaign_what_if",
        parameters=[LookQuerySerializer],
        responses=TupleSerializer[Look],
    )
    @one_snapshot()
    def get(self, request: Request, campaign_id: int) -> Response:
        """Runs under labels of a policy, and their order beside that of a reference."""
        state, fields = _asked(request, campaign_id, LookQuerySerializer)
        reference = _reference(request, fields)
        return Response(TupleSerializer[Look](look(state, reference)).data)


class LeadsView(WhatIfView):
    @extend_schema(
        operation_id="campaign_what_if_thresholds",
        parameters=[StateSerializer],
        responses=LeadsSerializer,
    )
    @one_snapshot()
    def get(self, request: Request, campaign_id: int) -> Response:
        """The lead of one run over another from each threshold of the scale."""
        state, _ = _asked(request, campaign_id, StateSerializer)
        return Response(LeadsSerializer({"leads": lead_by_threshold(state)}).data)


class RedrawsView(WhatIfView):
    @extend_schema(
        operation_id="campaign_what_if_redraws",
        parameters=[RedrawsQuerySerializer],
        responses=TupleSerializer[Stability],
    )
    @one_snapshot()
    def get(self, request: Request, campaign_id: int) -> Response:
        """The order of the runs when assessors and topics are drawn again."""
        state, fields = _asked(request, campaign_id, RedrawsQuerySerializer)
        return Response(TupleSerializer[Stability](draw_again(state, **fields)).data)


class DecisiveView(WhatIfView):
    @extend_schema(
        operation_id="campaign_what_if_pairs",
        parameters=[DecisiveQuerySerializer],
        responses=TupleSerializer[Decisive],
    )
    @one_snapshot()
    def get(self, request: Request, campaign_id: int) -> Response:
        """The pairs whose label could most change the order of two runs."""
        state, fields = _asked(request, campaign_id, DecisiveQuerySerializer)
        return Response(TupleSerializer[Decisive](decisive_pairs(state, **fields)).data)


class TurnedView(WhatIfView):
    @extend_schema(
        operation_id="campaign_what_if_turning",
        parameters=[StateSerializer],
        responses=TupleSerializer[Turned],
    )
    @one_snapshot()
    def get(self, request: Request, campaign_id: int) -> Response:
        """The fewest labels that would turn the order of two runs, or their test's verdict."""
        state, _ = _asked(request, campaign_id, StateSerializer)
        return Response(TupleSerializer[Turned](what_turns(state)).data)


class SourcesView(WhatIfView):
    @extend_schema(
        operation_id="campaign_what_if_sources",
        parameters=[SourcesQuerySerializer],
        responses=TupleSerializer[SourcesAnswer],
    )
    @one_snapshot()
    def get(self, request: Request, campaign_id: int) -> Response:
        """How much of two runs' uncertainty comes from topics and from people, and what to buy."""
        state, fields = _asked(request, campaign_id, SourcesQuerySerializer)
        try:
            answer = SourcesAnswer("", where_from(state, **fields))
        except TooFewVotes as refused:
            answer = SourcesAnswer(str(refused), None)
        return Response(TupleSerializer[SourcesAnswer](answer).data)


class ErrorsView(WhatIfView):
    @extend_schema(
        operation_id="campaign_what_if_errors",
        parameters=[ErrorsQuerySerializer],
        responses=TupleSerializer[ErrorsAnswer],
    )
    @one_snapshot()
    def get(self, request: Request, campaign_id: int) -> Response:
        """How often people's judging errors would turn the order of two runs."""
        state, fields = _asked(request, campaign_id, ErrorsQuerySerializer)
        try:
            answer = ErrorsAnswer("", simulate(state, **fields))
        except TooFewVotes as refused:
            answer = ErrorsAnswer(str(refused), None)
        return Response(TupleSerializer[ErrorsAnswer](answer).data)


def _asked(request: Request, campaign_id: int, serializer: type[StateSerializer]) -> Asked:
    campaign = campaign_to_see(request, campaign_id)
    fields = query_fields(request, serializer)
    runs = all_by_name(Run, fields.pop("runs"))
    left_out = fields.pop("unjudged") == LEFT_OUT
    measure = asked_measure(fields.pop("measure"), left_out=left_out)
    own = {key: fields.pop(key) for key in OWN & fields.keys()}
    state = State(campaign, runs=runs, measure=measure, **policy_asked(request, fields))
    return Asked(state, own)


# Fields of requests that are not the state's.
OWN = {"reference", "n_draws", "first", "draw_seed", "n", "among", "confidence"}


def _reference(request: Request, fields: dict[str, Any]) -> LabelSet | None:
    name = fields.get("reference")
    return None if name is None else visible_named(request, name)
