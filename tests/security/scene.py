"""What an intruder finds: two campaigns of different people, and one of everybody to try with."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from annotation.active.building import build_active_pool, start
from annotation.active.design import ActiveDesign
from annotation.adjudication.settling import settle
from annotation.adjudication.turns import take_turn
from annotation.calls.making import create_call, give_token
from annotation.campaigns.publishing import publish_guideline, publish_notice
from annotation.identity.links import NewLink, make_link
from annotation.models import (
    VOTING_KINDS,
    AdjudicationTurn,
    Campaign,
    CampaignPair,
    CampaignState,
    DecisionReason,
    ExpertGrade,
    Judgment,
    LabelSet,
    Membership,
    PairKind,
    Pool,
    Role,
    RunCall,
    Slot,
    Tally,
)
from annotation.pairs.deciding import choose, decide
from annotation.people.consents import accept_notice
from annotation.people.invitations import NewInvitation, create_invitation
from annotation.people.messages import send_message
from annotation.pools.asked_design import Asked, ByDesign, Draw
from annotation.pools.by_design import build_pool_by_design
from annotation.tokens.issuing import issue_token
from evaluation.comparisons.freezing import compare_runs
from evaluation.comparisons.question import Question
from evaluation.models import Comparison, SavedComparison
from evaluation.scores.measures import measures_of
from evaluation.studies.lines import AskedRanker, AskedStudy, AskedVariant
from evaluation.studies.starting import start_study
from evaluation.training.asked import AskedTraining
from evaluation.training.starting import start_training
from ranking.models import Job, PairScores, Run
from regrade.measures import parse_measures
from regrade.variants import recipe_of
from tests.annotation.assessing import Served, answer, serve
from tests.factories import (
    make_administrator,
    make_campaign,
    make_collection,
    make_collection_variant,
    make_labels,
    make_member,
    make_pool,
    make_run,
    make_topics,
    make_user,
    make_variant,
)

Row: TypeAlias = dict[str, str]
PASSWORD = "spruce-and-fir-cones"
TEXTS = {f"d{i}": f"Passage number {i} says something." for i in range(4)}
PAIR_SCORES = [float("nan"), 0.75, 0.5, float("nan")]
KEPT_HASH = "6b" * 32  # an answer that is kept
LINK_TOKEN = "a-link-that-is-turned-on"
SAVED_HASH = "5a" * 32  # at this address a comparison is saved
# Sessions come and go, and a ranking's arrays are nothing that the API writes.
APPS = ("auth", "ranking", "annotation", "evaluation")


class Desk(NamedTuple):
    """A member who has judged one pair and holds the next in hand."""

    member: Membership
    judgment: Judgment
    held: Served

    @property
    def ticket(self) -> str:
        return self.held.assignment.ticket


class Stage(NamedTuple):
    """One campaign that is open to all, and two who judge in it."""

    campaign: Campaign
    assessor: Desk
    colleague: Desk
    invitation: NewInvitation
    turns: dict[str, int]  # the pair of the adjudicators' queue that each role has in hand
    job_id: int
    label_set_id: int
    message_id: int
    version: int  # of its guideline

    def ids(self) -> dict[str, int | str]:
        return {
            "campaign_id": self.campaign.pk,
            "invitation_id": self.invitation.invitation.pk,
            "member_id": self.assessor.member.pk,
            "pair_id": self.assessor.judgment.campaign_pair_id,
            "job_id": self.job_id,
            "label_set_id": self.label_set_id,
            "version": self.version,
            "message_id": self.message_id,
            "assessor": self.assessor.member.pseudonym,
            "figure": "grades-by-topic",
        }


class Scene(NamedTuple):
    """Alice, ada and anton are of `stage`, the draft and the closed campaign; bob of `other`."""

    stage: Stage
    other: Stage
    draft: Campaign
    closed: Campaign
    learning: Campaign  # whose pairs are chosen step by step
    people: dict[str, User | None]
    link: NewLink
    call: RunCall
    sessions: Mapping[str, str] = MappingProxyType({})

    def client(self, role: str, **options: Any) -> Client:
        """A browser in which that role is signed in."""
        client, user = Client(**options), self.people[role]
        if role in self.sessions:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[role]
        elif user is not None:
            client.force_login(user)
        return client

    def signed_in(self) -> Scene:
        """The same scene with a session of each role, so that clients need not begin one."""
        clients = {role: self.client(role) for role, user in self.people.items() if user}
        name = settings.SESSION_COOKIE_NAME
        keys = {role: client.cookies[name].value for role, client in clients.items()}
        return self._replace(sessions=keys)

    def ids(self, stage: str = "stage") -> dict[str, int | str]:
        """What stands in addresses."""
        campaigns = {"stage": self.stage.campaign, "draft": self.draft, "closed": self.closed}
        campaigns["learning"] = self.learning
        own = {"campaign_id": campaigns[stage].pk, "account_id": self.link.account.pk}
        own["call_id"] = self.call.pk
        return {**self.stage.ids(), **own}


def _drawn_pool() -> Pool:
    """Three of four pairs were drawn."""
    by = ByDesign(parse_measures("P@2"), Asked("means"))
    runs = list(Run.objects.filter(name__in=["run1", "run2"]))
    return build_pool_by_design(name="drawn", runs=runs, depth=2, draw=Draw(3, by)).pool


def _learning_pool() -> Pool:
    runs = list(Run.objects.filter(name__in=["run1", "run2"]))
    design = ActiveDesign("mtf", seed=7, runs=runs, depth=2)
    return build_active_pool(name="learning", design=design)


def make_scene() -> Scene:
    pool = _ground()
    people: dict[str, User | None] = {
        "anonymous": None,
        "nobody": make_user("mallory"),
        "outsider": make_user("bob"),
        "assessor": make_user("alice"),
        "colleague": make_user("ada"),
        "adjudicator": make_user("anton"),
        "organizer": make_user("carol", "annotation.may_organize"),
        "researcher": make_user("rita", "ranking.may_research"),
        "administrator": make_administrator("root"),
    }
    judges = [_known(people, role) for role in ("assessor", "colleague", "adjudicator")]
    draft = make_campaign("draft", _drawn_pool(), state=CampaignState.DRAFT)
    closed = make_campaign("closed", pool, state=CampaignState.CLOSED)
    for campaign in (draft, closed):
        _let_in(campaign, *judges)
    other = _known(people, "outsider"), make_user("olga"), make_user("otto")
    organizers = {role: _known(people, role) for role in ("organizer", "administrator")}
    stages = _stage("trees", pool, *judges), _stage("other", pool, *other)
    for stage, adjudicator in zip(stages, (judges[-1], other[-1]), strict=True):
        pair = stage.assessor.judgment.campaign_pair
        decide(pair=pair, adjudicator=organizers["organizer"], grade=1)
        for role, user in {**organizers, "adjudicator": adjudicator}.items():
            stage.turns[role] = _at_work(stage.campaign, user)
    for role in people.keys() - {"anonymous"}:
        issue_token(account=_known(people, role), name="notebook")
    _keep_what_is_in_hand()
    call = _call(organizers["organizer"], pool)
    learning = make_campaign("learning", _learning_pool())
    start(learning)
    link = make_link(account=make_user("lena"))
    return Scene(*stages, draft, closed, learning, people, link, call)


def _call(organizer: User, pool: Pool) -> RunCall:
    """An open call, in which a team has a token."""
    call = create_call(
        name="call",
        topic_set=pool.topic_set,
        collection=pool.collection,
        deadline=timezone.now() + timedelta(days=7),
        created_by=organizer,
    )
    give_token(call=call, team="bonn")
    return call


def _keep_what_is_in_hand() -> None:
    """For longer than any tests take."""
    tomorrow = timezone.now() + timedelta(days=1)
    Slot.objects.exclude(leased_until=None).update(leased_until=tomorrow)
    AdjudicationTurn.objects.update(until=tomorrow)


def rows(*without: str) -> dict[str, list[Row]]:
    """All rows in the database, without the named columns."""
    return {
        model._meta.label: [
            {name: str(value) for name, value in row.items() if name not in without}
            for row in model._default_manager.order_by("pk").values()
        ]
        for app in APPS
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
        if model is not Tally  # counts every request that may write, refused ones too
    }


def _at_work(campaign: Campaign, adjudicator: User) -> int:
    """They settled a pair that was chosen by hand, and have another in hand."""
    for pair in campaign.pairs.filter(kind__in=VOTING_KINDS).order_by("pk"):
        choose(pair=pair, chosen_by=adjudicator)
    rules = [DecisionReason.CHOSEN]
    turn = take_turn(campaign=campaign, adjudicator=adjudicator, rules=rules)
    assert turn is not None
    settle(campaign=campaign, adjudicator=adjudicator, pair_id=turn.pk, grade=2)
    turn = take_turn(campaign=campaign, adjudicator=adjudicator, rules=rules)
    assert turn is not None
    return turn.campaign_pair_id


def _known(people: dict[str, User | None], role: str) -> User:
    user = people[role]
    assert user is not None
    return user


def _ground() -> Pool:
    collection, topic_set = make_collection(texts=TEXTS), make_topics()
    runs = [
        make_run(name, collection, topic_set, {"q1": ["d1", "d2"], "q2": ["d3", "d2"]})
        for name in ("run1", "run2")
    ]
    Job.objects.create(run=runs[0], queue="rank.cpu")
    topic = topic_set.topics.get(query_id="q1")
    PairScores.objects.create(run=runs[0], topic=topic, ordinals=[1, 2], p=PAIR_SCORES)
    labels = make_labels("labels", collection, topic_set, {"q1": {"d1": 1}, "q2": {"d2": 1}})
    make_labels("other-labels", collection, topic_set, {"q1": {"d2": 1}})
    make_run("spare", collection, topic_set, {"q1": ["d1"]})
    make_labels("spare", collection, topic_set, {"q1": {"d1": 1}})
    make_collection("spare"), make_topics("spare")
    compare_runs(question=Question(runs[1:], [labels], measures_of("RR@10"), baseline=runs[0]))
    _saved_comparisons(Comparison.objects.get())
    loud = make_variant("loud", topic_set)
    make_run("loud1", collection, loud, {"q1": ["d2", "d1"], "q2": ["d3", "d2"]})
    _study()
    _training(runs[0], labels)
    hedges, lower = make_collection("hedges"), recipe_of({"kind": "lower_case"})
    make_collection_variant(name="cut-hedges", of=hedges, recipe=lower, seed=1)
    return make_pool("pool", collection, topic_set, runs)


NO_BOUNDS: dict[str, Any] = {
    "measure": "RR@10",
    "lower_is_better": False,
    "refusal": "RR@10 has no bounds.",
    "is_floor": True,
    "rbp": "RBP(p=0.8)",
    "baseline": "run1",
    "n_topics": 2,
    "depths": [],
    "rows": [],
}


def _saved_comparisons(todays: Comparison) -> None:
    """One as an earlier release froze it, and one of today with an answer kept beside it."""
    question = {"runs": ["run2"], "baseline": "run1", "labels": ["labels"], "measures": "RR@10"}
    options = {"seed": 0, "permutations": 10_000, "zero_method": "wilcox"}
    others = {"effect_sizes": False, "common_topics": False, "correction": "none", "test": "t"}
    comparison = Comparison.objects.create(
        spec={"test": "t", "correction": "none"}, result=[], content_hash=SAVED_HASH
    )
    asked = {**question, **options, **others}
    SavedComparison.objects.create(name="spare", comparison=comparison, asked=asked)
    answer = {"kind": "bounds", "content_hash": KEPT_HASH, "asked": {"measure": "RR@10"}}
    made: dict[str, Any] = {
        "spec": {},
        "seed": None,
        "n_draws": None,
        "created_at": "2026-01-02T03:04:05Z",
    }
    SavedComparison.objects.create(
        name="todays",
        comparison=todays,
        asked=asked,
        answers=[{**answer, **made}],
        results={KEPT_HASH: NO_BOUNDS},
        link_token=LINK_TOKEN,
    )


def _study() -> None:
    start_study(
        asked=AskedStudy(
            name="study",
            topics="needs",
            collection="trees",
            labels="labels",
            measures="RR@10",
            variants=[AskedVariant(topics="loud")],
            rankers=[AskedRanker("one", runs=["run1", "loud1"])],
        )
    )


def _training(run: Run, labels: LabelSet) -> None:
    asked = AskedTraining("training", run, labels, settings={"ranker": "tk"}, held_out=0.0)
    start_training(asked=asked, offers=False)


def _stage(name: str, pool: Pool, *judges: User) -> Stage:
    options: dict[str, Any] = {"allows_sign_up": True, "allows_search": True}
    campaign = make_campaign(name, pool, policy={"repeat_every": 3}, **options)
    guideline = publish_guideline(campaign=campaign, body=f"How to judge {name}.")
    publish_notice(campaign=campaign, body="What is recorded.")
    _set_apart(campaign)
    first, second = (_seated(member) for member in _let_in(campaign, *judges))
    job, label_set = Job.objects.get(run__name="run1"), LabelSet.objects.get(name="labels")
    invitation = create_invitation(campaign=campaign)
    message = send_message(campaign=campaign, text="Thank you.")
    ids = job.pk, label_set.pk, message.pk
    return Stage(campaign, first, second, invitation, {}, *ids, version=guideline.version)


def _seated(member: Membership) -> Desk:
    accept_notice(membership=member, notice_version=1)
    judgment = answer(member, serve(member)[0], 4).judgment
    return Desk(member, judgment, serve(member)[0])


def _let_in(campaign: Campaign, *judges: User) -> list[Membership]:
    """The last of them as adjudicator, who has no desk; the assessors' memberships."""
    *assessors, adjudicator = (make_member(campaign, user) for user in judges)
    Membership.objects.filter(pk=adjudicator.pk).update(role=Role.ADJUDICATOR)
    return assessors


def _set_apart(campaign: Campaign) -> None:
    """The last pair is gold, the one before is everybody's."""
    gold, overlap = campaign.pairs.order_by("-pk")[:2]
    for pair, kind in ((gold, PairKind.GOLD), (overlap, PairKind.OVERLAP)):
        pair.slots.all().delete()
        CampaignPair.objects.filter(pk=pair.pk).update(kind=kind, wanted=None)
    grade = campaign.grades.get(value=5)
    ExpertGrade.objects.create(campaign_pair=gold, grade=grade, explanation="It says so.")
