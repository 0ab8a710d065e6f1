"""The launch list: conditions for a campaign's next state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from django.db.models import Count, Q
from django.utils import timezone

from annotation.campaigns.listing import Progress, progress_of
from annotation.campaigns.pair_kinds import PairKinds, pair_kinds
from annotation.campaigns.pilot_report import pilot_report
from annotation.campaigns.pilot_verdict import PilotLevel
from annotation.campaigns.policy_cost import most_extra_judgments
from annotation.guidelines.scales import MAX_GRADES, N_KEYS
from annotation.models import Campaign, CampaignState, Judgment, PairKind, ServingPolicy, Unit
from annotation.people.staffing import (
    NOTHING_YET,
    Staffing,
    Work,
    at_work_in,
    capacity,
    staffing_of,
)
from annotation.pools.passages import repeated_passages
from ranking.rankers.passage_search import can_be_searched
from regrade.counted import counted, there_are


class Severity(StrEnum):
    """MUST conditions block the change of state; SHOULD conditions are only reported."""

    MUST = "must"
    SHOULD = "should"


class Check(NamedTuple):
    """One line of the list; the sentence says what was found, met or not."""

    code: str
    severity: Severity
    is_met: bool
    sentence: str


def launch_list(
    campaign: Campaign, state: CampaignState = CampaignState.OPEN, *, is_blind: bool = False
) -> list[Check]:
    """The conditions for moving the campaign to that state; most states have none.

    Assessors of the campaign do not see how many judgments are in: that would reveal gold.
    """
    scene = Scene(campaign, is_blind=is_blind)
    return [check for find in CHECKS.get(state, ()) for check in find(scene)]


def unmet_musts(checks: list[Check]) -> list[Check]:
    return [check for check in checks if check.severity == Severity.MUST and not check.is_met]


class Scene:
    """A campaign with the counts that several checks share, each computed once."""

    def __init__(self, campaign: Campaign, *, is_blind: bool) -> None:
        self.campaign, self.is_blind = campaign, is_blind

    @cached_property
    def policy(self) -> ServingPolicy:
        return self.campaign.policy()

    @cached_property
    def staffing(self) -> Staffing:
        return staffing_of(self.campaign)

    @cached_property
    def pairs(self) -> PairKinds:
        return pair_kinds([self.campaign])[self.campaign.pk]

    @cached_property
    def progress(self) -> Progress:
        return progress_of(self.campaign)

    @cached_property
    def answered(self) -> Mapping[int, int]:
        """By membership, how many regular pairs that assessor is through with, judged or not."""
        if self.is_blind:
            return NOTHING_YET
        looks = Judgment.objects.standing().filter(
            campaign_pair__campaign=self.campaign,
            campaign_pair__kind=PairKind.REGULAR,
            occasion=0,
        )
        return dict(looks.order_by().values_list("assessor").annotate(n=Count("pk")))

    @cached_property
    def work(self) -> Work:
        """Work in the campaign, with only the initial target for readers who judge here."""
        n_regular = self.pairs.regular
        n_at_first = n_regular * self.campaign.judgments_per_pair
        return Work(
            n_regular=n_regular,
            n_overlap=self.pairs.overlap,
            n_gold=self.pairs.gold,
            n_wanted=n_at_first if self.is_blind else self.progress.n_wanted,
        )


def _scale(scene: Scene) -> Iterator[Check]:
    grades = list(scene.campaign.grades.all())
    sentence = f"The scale has {counted(len(grades), 'grade')}"
    if len(grades) < 2:
        sentence += "; it takes at least 2"
    if len(grades) > MAX_GRADES:
        sentence += f"; people choose among {MAX_GRADES} at most"
    elif len(grades) > N_KEYS:
        sentence += ", more than there are keys: people choose them by clicks"
    yield Check("scale", Severity.MUST, 2 <= len(grades) <= MAX_GRADES, f"{sentence}.")
    if asking := [grade.name for grade in grades if grade.requires_span]:
        asks = "asks" if len(asking) == 1 else "ask"
        sentence = f"{', '.join(asking)} {asks} for highlights."
        sentence += " Remember to say in the guideline which."
        yield Check("marked_words", Severity.SHOULD, bool(_guideline_version(scene)), sentence)


def _pairs(scene: Scene) -> Iterator[Check]:
    """Only pairs with text have shared slots."""
    campaign = scene.campaign
    if (n_topics := campaign.active_topics.going_on().count()) > 0:
        n, in_topics = scene.work.n_regular, counted(n_topics, "topic")
        sentence = f"{there_are(n, 'pair')} so far; more are chosen as {in_topics} are judged."
        yield Check("pairs", Severity.MUST, is_met=True, sentence=sentence)
        return
    overlap = campaign.pairs.filter(kind=PairKind.OVERLAP, pair__passage__text__gt="")
    is_met = campaign.slots.filter(number__isnull=False).exists() or overlap.exists()
    n = scene.work.n_regular + scene.work.n_overlap
    found = f"{there_are(n, 'pair')} to judge"
    sentence = f"{found}." if is_met else f"{found}, none of them with a text to show."
    yield Check("pairs", Severity.MUST, is_met, sentence)
    without = Q(pair__passage__text__isnull=True) | Q(pair__passage__text="")
    if is_met and (n_without := campaign.pairs.filter(without).count()):
        sentence = f"{there_are(n_without, 'pair')} that cannot be shown for want of a text."
        yield Check("texts", Severity.SHOULD, is_met=False, sentence=sentence)


def _guideline_version(scene: Scene) -> int | None:
    published = scene.campaign.guidelines.exclude(published_at=None).order_by("version").last()
    return published.version if published else None


def _guideline(scene: Scene) -> Iterator[Check]:
    version = _guideline_version(scene)
    sentence = (
        f"Version {version} of the guideline is in force."
        if version
        else "No guideline is published; assessors see the scale alone."
    )
    yield Check("guideline", Severity.SHOULD, version is not None, sentence)


def _notice(scene: Scene) -> Iterator[Check]:
    notice = scene.campaign.notices.order_by("version").last()
    severity = Severity.MUST if scene.staffing.has_people else Severity.SHOULD
    sentence = (
        f"Version {notice.version} of the notice is what assessors accept first."
        if notice
        else "There is no notice about the recorded data; publish one."
    )
    yield Check("notice", severity, notice is not None, sentence)


def _assessors(scene: Scene) -> Iterator[Check]:
    """Whether there are enough assessors, and their quotas cover the target."""
    staffing, k = scene.staffing, scene.campaign.judgments_per_pair
    found = there_are(staffing.n_assessors, "assessor")
    if staffing.n_open_invitations:
        found += f", and room for {staffing.n_open_invitations} more who are invited"
    if staffing.allows_sign_up:
        found += ", and anybody may sign up"
    is_met = staffing.allows_sign_up or staffing.n_expected >= k
    sentence = f"{found}; each pair takes {k}."
    yield Check("assessors", Severity.SHOULD, is_met, sentence)
    n_more = capacity(staffing, scene.work, scene.policy, scene.answered)
    n_wanted = scene.work.n_wanted
    if n_more is not None and staffing.n_expected:
        n_possible = n_more if scene.is_blind else n_more + scene.progress.n_votes
        joining = ", with those who are invited" if staffing.n_open_invitations else ""
        who = "The quotas allow" if staffing.has_quota else "The assessors can give"
        sentence = (
            f"{who} {counted(n_possible, 'judgment')} of regular pairs{joining};"
            f" wanted: {n_wanted}."
        )
        yield Check("quotas", Severity.SHOULD, n_possible >= n_wanted, sentence)


def _expert_grades(scene: Scene) -> Iterator[Check]:
    graded = (PairKind.GOLD, PairKind.QUALIFICATION)
    if n := scene.pairs.gold + scene.pairs.qualification:
        pairs = scene.campaign.pairs.filter(kind__in=graded, expert_grade__isnull=True)
        n_without = pairs.count()
        sentence = (
            f"{there_are(n_without, 'gold or qualification pair')} without a known grade."
            if n_without
            else f"Every gold and qualification pair has its known grade, {n} in all."
        )
        yield Check("expert_grades", Severity.MUST, n_without == 0, sentence)


def _qualification(scene: Scene) -> Iterator[Check]:
    """Pairs without text never enter the round."""
    pairs, share = scene.campaign.pairs, scene.campaign.pass_share
    n = pairs.filter(kind=PairKind.QUALIFICATION, pair__passage__text__gt="").count()
    found = there_are(n, "qualification pair") + " with a text"
    if share is not None:
        sentence = f"{found}; {share:.0%} with the known grade pass."
        yield Check("qualification", Severity.MUST, n > 0, sentence)
    elif n:
        sentence = f"{found} that nobody is shown: the campaign has no passing share."
        yield Check("qualification", Severity.SHOULD, is_met=False, sentence=sentence)


def _gold(scene: Scene) -> Iterator[Check]:
    n, every = scene.pairs.gold, scene.policy.gold_every
    if n and every is None:
        sentence = f"{there_are(n, 'gold pair')} never shown: the policy does not say how often."
        yield Check("gold", Severity.SHOULD, is_met=False, sentence=sentence)
    elif every is not None:
        sentence = f"One in {every} pairs shown should be gold. {there_are(n, 'gold pair')}."
        yield Check("gold", Severity.SHOULD, n > 0, sentence)
        if n and scene.policy.unit == Unit.TOPICS:
            yield _gold_of_topics(scene, every)


def _gold_of_topics(scene: Scene, every: int) -> Check:
    """Gold comes while its topic is in hand and at no other time: alone it would be recognized."""
    shown = scene.campaign.pairs.filter(pair__passage__text__gt="")
    topics = list(
        shown.exclude(kind=PairKind.QUALIFICATION)
        .order_by()
        .values_list("pair__topic")
        .annotate(n=Count("pk"), n_gold=Count("pk", filter=Q(kind=PairKind.GOLD)))
        .values_list("n", "n_gold")
    )
    needed = [-(-n // every) for n, _ in topics]
    n_short = sum(n_gold < n for n, (_, n_gold) in zip(needed, topics, strict=True))
    least, most = min(needed, default=0), max(needed, default=0)
    each = str(least) if least == most else f"{least} to {most}"
    plural = "gold pair" if most == 1 else "gold pairs"
    have = "has" if n_short == 1 else "have"
    sentence = (
        f"With whole topics, gold is shown only within its own topic. For one in {every}, each"
        f" topic needs {each} {plural}; {n_short} of {len(topics)} {have} fewer."
    )
    return Check("gold_of_topics", Severity.SHOULD, n_short == 0, sentence)


def _extra_judgments(scene: Scene) -> Iterator[Check]:
    """Limit on further judgments, not actual disagreement: assessors may read the list."""
    if limit := scene.policy.extra_judgments:
        n, k = most_extra_judgments(scene.campaign, limit), scene.campaign.judgments_per_pair
        sentence = (
            f"A pair on which grades disagree gets up to {counted(limit, 'further judgment')}:"
            f" up to {n} in all, beyond {k} a pair."
        )
        yield Check("extra_judgments", Severity.SHOULD, is_met=True, sentence=sentence)


def _repeated(scene: Scene) -> Iterator[Check]:
    n_pairs, n_topics = repeated_passages(scene.campaign)
    has_any = scene.campaign.pairs.exists()
    sentence = "There are no passages yet to compare."
    if n_pairs:
        sentence = (
            f"{there_are(n_pairs, 'passage')} in {counted(n_topics, 'topic')} that read the same as"
            " another of their topic."
        )
    elif has_any:
        sentence = "No two passages of a topic read the same."
    if scene.campaign.active_topics.going_on().exists():
        sentence += " More are chosen as people judge; each pause compares those chosen by then."
    yield Check("repeated_passages", Severity.SHOULD, has_any and n_pairs == 0, sentence)


def _search(scene: Scene) -> Iterator[Check]:
    """A collection that assessors may search, and that is too large for it without an index."""
    if scene.campaign.allows_search:
        collection = scene.campaign.pool.collection
        is_met = can_be_searched(collection)
        sentence = (
            f"Assessors can search {collection}."
            if is_met
            else f"Assessors may search {collection}, and its {collection.n_passages:,} passages"
            f" need an index for that: ./dev manage index {collection} builds one."
        )
        yield Check("search", Severity.SHOULD, is_met, sentence)


def _pilot(scene: Scene) -> Iterator[Check]:
    drawn = scene.campaign.pairs.filter(in_pilot=True)
    n = drawn.count()
    sentence = f"The pilot has {counted(n, 'pair')}" + ("." if n else "; draw some first.")
    yield Check("pilot_pairs", Severity.MUST, n > 0, sentence)


def _piloted(scene: Scene) -> Iterator[Check]:
    """Whether every active assessor completed the pilot, if there is one, and how they agree."""
    if n := scene.campaign.pairs.filter(in_pilot=True).count():
        said = Judgment.objects.standing().filter(
            campaign_pair__campaign=scene.campaign,
            campaign_pair__in_pilot=True,
            occasion=0,
            assessor__in=at_work_in(scene.campaign),
        )
        by_assessor = said.order_by().values("assessor")
        n_through = by_assessor.annotate(n=Count("pk")).filter(n__gte=n).count()
        have = "has" if n_through == 1 else "have"
        sentence = f"{counted(n_through, 'assessor')} {have} finished all {n} of the pilot's pairs."
        is_met = n_through >= max(scene.staffing.n_assessors, 1)
        yield Check("pilot", Severity.SHOULD, is_met, sentence)
        if not scene.is_blind and (report := pilot_report(scene.campaign)).agreement.n_votes:
            verdict = report.verdict
            is_met = verdict.level == PilotLevel.GOOD
            yield Check("pilot_agreement", Severity.SHOULD, is_met, verdict.sentence)


def _finished(scene: Scene) -> Iterator[Check]:
    campaign, now = scene.campaign, timezone.now()
    n_choosing = campaign.active_topics.going_on().count()
    is_met = not n_choosing and scene.progress.n_votes == scene.progress.n_wanted
    if not scene.is_blind:
        sentence = _missing(scene.progress, n_choosing)
        yield Check("finished", Severity.SHOULD, is_met, sentence)
    leased = campaign.slots.filter(judgment__isnull=True, leased_until__gt=now)
    if n := leased.values("campaign_pair").distinct().count():
        sentence = f"{there_are(n, 'pair')} leased to assessors; their answers will be rejected."
        yield Check("in_hand", Severity.SHOULD, is_met=False, sentence=sentence)


def _missing(progress: Progress, n_choosing: int) -> str:
    """Judgments still missing, pairs set aside, and topics in which more pairs are chosen."""
    n_left, n_waiting = progress.n_left, progress.n_waiting_for_adjudication
    parts = [f"{there_are(n_left, 'judgment')} of {progress.n_wanted:,} still wanted."]
    if n_waiting:
        are = "is" if n_waiting == 1 else "are"
        parts.append(f"{counted(n_waiting, 'pair')} {are} set aside.")
    if n_choosing:
        parts.append(f"More pairs are chosen in {counted(n_choosing, 'topic')}.")
    if n_left:
        return " ".join(parts)
    return " ".join(parts[1:]) or "Every regular pair has the judgments it wants."


def _for_good(_scene: Scene) -> Iterator[Check]:
    sentence = (
        "Ending is permanent: nobody judges here again. To continue later, pause the campaign"
        " instead."
    )
    yield Check("for_good", Severity.SHOULD, is_met=False, sentence=sentence)


def _labelled(scene: Scene) -> Iterator[Check]:
    n = scene.campaign.label_sets.filter(frozen_at__isnull=False).count()
    sentence = f"{there_are(n, 'label set')} derived from it."
    yield Check("labels", Severity.SHOULD, n > 0, sentence)


TO_JUDGE = (
    _scale,
    _pairs,
    _guideline,
    _notice,
    _assessors,
    _expert_grades,
    _qualification,
    _gold,
    _extra_judgments,
    _repeated,
    _search,
)
CHECKS: dict[CampaignState, tuple[Callable[[Scene], Iterator[Check]], ...]] = {
    CampaignState.PILOT: (*TO_JUDGE, _pilot),
    CampaignState.OPEN: (*TO_JUDGE, _piloted),
    CampaignState.CLOSED: (_for_good, _finished),
    CampaignState.ARCHIVED: (_labelled,),
}
