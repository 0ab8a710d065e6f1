from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.access.lookup import account, campaign_by_id
from annotation.access.permissions import OrganizersView, judges_now
from annotation.campaigns.event_sentences import event_sentence
from annotation.campaigns.launch import Check, launch_list
from annotation.campaigns.listing import (
    CampaignCounts,
    CampaignRow,
    Progress,
    campaign_counts,
    campaign_rows,
)
from annotation.campaigns.pair_kinds import PairKinds
from annotation.campaigns.state import (
    FOLLOWS,
    CampaignOptions,
    may_change,
    set_campaign_state,
    set_options,
)
from annotation.judging.api.desk import GradeSerializer
from annotation.models import Campaign, CampaignEvent, CampaignState, Pool
from annotation.people.joining import takes_sign_ups
from annotation.slow_counts import kept
from ranking.http.page_field import PartQuerySerializer
from ranking.http.request_fields import body_fields, query_fields, takes_no_fields
from ranking.http.tuple_serializer import (
    RequestSerializer,
    RowSerializer,
    TupleSerializer,
    arguments,
)
from ranking.pages import Part, part_by_key

PACE_LIMIT = "Words a minute from which a judgment is too fast to skim; null: some 900."


class OptionsSerializer(RowSerializer):
    """Options of a campaign that may change after it was made, each in certain states."""

    model = Campaign
    columns = list(CampaignOptions.__annotations__)
    pace_limit = serializers.IntegerField(allow_null=True, help_text=PACE_LIMIT)


class OptionsRequestSerializer(OptionsSerializer):
    """Options to change; fields left out stay as they are."""

    is_part = True
    pace_limit = serializers.IntegerField(
        allow_null=True,
        required=False,
        help_text=PACE_LIMIT,
    )


class MayChangeSerializer(serializers.Serializer[Any]):
    """Whether each option may change in the campaign's current state."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {name: serializers.BooleanField() for name in OptionsSerializer.columns}


@dataclass(frozen=True)
class Overview:
    """A campaign with the fields that all its organizers' pages share."""

    campaign: Campaign
    counts: CampaignCounts
    progress: Progress | None  # None for readers who judge here: it reveals hidden gold
    judges_here: Annotated[bool, "Whether who asks judges in it now."]

    @property
    def pairs(self) -> PairKinds | None:
        """None for readers who judge here, as `progress`."""
        return None if self.judges_here else self.counts.pairs

    @property
    def may_go_to(self) -> tuple[CampaignState, ...]:
        """A pilot takes pairs of its own."""
        states = FOLLOWS[CampaignState(self.campaign.state)]
        has_pilot = self.counts.pairs.pilot > 0
        return tuple(to for to in states if has_pilot or to != CampaignState.PILOT)

    @property
    def may_change(self) -> dict[str, bool]:
        return may_change(CampaignState(self.campaign.state))


class OverviewPoolSerializer(RowSerializer):
    model = Pool
    columns = ["name", "strategy", "depth", "collection", "topic_set"]
    runs = serializers.SerializerMethodField()

    def get_runs(self, pool: Pool) -> list[str]:
        """The runs that fed it."""
        return [run.name for run in pool.runs.all()]


class CampaignOverviewSerializer(RowSerializer):
    """Fields that all pages of one campaign share; judgments are of regular pairs."""

    model = Overview
    columns = [
        "campaign.id",
        "campaign.name",
        "campaign.state",
        "may_go_to",
        "campaign.created_at",
        "campaign.anonymized_at",
        "counts.is_simulated",
        "judges_here",
        "takes_sign_ups",
        "pairs",
        "progress.n_wanted",
        "progress.n_votes",
        "progress.n_left",
        "progress.n_set_aside",
        "n_waiting_for_adjudication",
        "progress.n_further",
        "counts.n_topics_choosing",
        "n_label_sets",
        "pool",
        "scale",
        "campaign.judgments_per_pair",
    ]
    takes_sign_ups = serializers.SerializerMethodField()
    n_waiting_for_adjudication = serializers.IntegerField(
        source="progress.n_waiting_for_adjudication",
        allow_null=True,
        help_text="Pairs, not judgments.",
    )
    n_label_sets = serializers.SerializerMethodField()
    pairs = TupleSerializer[PairKinds](allow_null=True)
    pool = OverviewPoolSerializer(source="campaign.pool")
    scale = GradeSerializer(many=True, source="campaign.grades.all")
    seed = serializers.CharField(source="campaign.seed", help_text="Too long for a number.")
    options = OptionsSerializer(source="campaign")
    may_change = MayChangeSerializer()

    def get_takes_sign_ups(self, overview: Any) -> bool:
        """Whether anybody may join now, at `/join/` followed by the campaign's id."""
        return takes_sign_ups(overview.campaign)

    def get_n_label_sets(self, overview: Any) -> int:
        campaign: Campaign = overview.campaign
        return campaign.label_sets.filter(frozen_at__isnull=False).count()


class CampaignSerializer(TupleSerializer[CampaignRow]):
    state = serializers.ChoiceField(choices=CampaignState.choices)


def made_campaign(request: Request, campaign: Campaign) -> Response:
    """The answer to a request that made the campaign: its row in the list."""
    [row] = [row for row in campaign_rows(request.user) if row.id == campaign.pk]
    return Response(CampaignSerializer(row).data, status=status.HTTP_201_CREATED)


class CampaignView(OrganizersView):
    @extend_schema(operation_id="campaign_overview", responses=CampaignOverviewSerializer)
    @takes_no_fields
    def get(self, request: Request, campaign_id: int) -> Response:
        """A campaign with its pool, its grades and the numbers that its pages begin with."""
        campaign = campaign_by_id(campaign_id)
        counts = kept("overview", campaign, lambda: campaign_counts(campaign))
        return Response(overview(request, campaign, counts))

    @extend_schema(
        operation_id="campaign_set_options",
        request=OptionsRequestSerializer,
        responses=CampaignOverviewSerializer,
    )
    def patch(self, request: Request, campaign_id: int) -> Response:
        """Change the campaign's options; fields left out stay as they are."""
        fields = body_fields(request, OptionsRequestSerializer)
        campaign = campaign_by_id(campaign_id)
        set_options(campaign=campaign, actor=account(request), **fields)
        campaign = campaign_by_id(campaign_id)
        return Response(overview(request, campaign, campaign_counts(campaign)))


def overview(request: Request, campaign: Campaign, counts: CampaignCounts) -> dict[str, Any]:
    judges_here = judges_now(request, campaign)
    found = Overview(campaign, counts, None if judges_here else counts.progress, judges_here)
    return dict(CampaignOverviewSerializer(found).data)


MAX_EVENTS = 100


class LaunchQuerySerializer(RequestSerializer[Any]):
    derived_from = arguments(launch_list, "state")


class StateSerializer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=CampaignState.choices)
    may_go_to = serializers.ListField(child=serializers.ChoiceField(choices=CampaignState.choices))


class LaunchSerializer(StateSerializer):
    """Checks before the campaign moves to `for_state`."""

    for_state = serializers.ChoiceField(choices=CampaignState.choices)
    checks = TupleSerializer[Check](many=True)


class StateRequestSerializer(RequestSerializer[Any]):
    derived_from = arguments(set_campaign_state, "state", "note")


class EventsQuerySerializer(PartQuerySerializer):
    limit = serializers.IntegerField(min_value=1, max_value=MAX_EVENTS, default=50)


class EventSerializer(RowSerializer):
    model = CampaignEvent
    columns = ["id", "kind", "actor", "at", "details"]
    details = serializers.DictField()
    sentence = serializers.SerializerMethodField()

    def get_sentence(self, event: CampaignEvent) -> str:
        """The event as a sentence."""
        return event_sentence(event.kind, event.details)


class EventsSerializer(TupleSerializer[Part]):
    rows = EventSerializer(many=True)


class LaunchView(OrganizersView):
    @extend_schema(
        operation_id="campaign_launch",
        parameters=[LaunchQuerySerializer],
        responses=LaunchSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Checks before a campaign changes its state, with what each lacks."""
        state = query_fields(request, LaunchQuerySerializer)["state"]
        campaign = campaign_by_id(campaign_id)
        found = launch_list(campaign, state, is_blind=judges_now(request, campaign))
        launch = {**_state(campaign), "for_state": state, "checks": found}
        return Response(LaunchSerializer(launch).data)


class StateView(OrganizersView):
    @extend_schema(
        operation_id="campaign_set_state",
        request=StateRequestSerializer,
        responses=StateSerializer,
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """Open, close or reopen a campaign."""
        asked = body_fields(request, StateRequestSerializer)
        campaign = set_campaign_state(
            campaign=campaign_by_id(campaign_id), actor=account(request), **asked
        )
        return Response(StateSerializer(_state(campaign)).data)


class EventsView(OrganizersView):
    @extend_schema(
        operation_id="campaign_events",
        parameters=[EventsQuerySerializer],
        responses=EventsSerializer,
    )
    def get(self, request: Request, campaign_id: int) -> Response:
        """Events of the campaign, newest first."""
        asked = query_fields(request, EventsQuerySerializer)
        events = campaign_by_id(campaign_id).events.select_related("actor")
        part = part_by_key(events, asked.get("page"), size=asked["limit"])
        return Response(EventsSerializer(part).data)


def _state(campaign: Campaign) -> dict[str, Any]:
    return {"state": campaign.state, "may_go_to": FOLLOWS[CampaignState(campaign.state)]}
