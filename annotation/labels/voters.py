"""Select the voters of a campaign under a policy; other label sets are unaffected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import Any, NamedTuple

from annotation.exceptions import LabelsRefused
from annotation.identity.user_names import RECORDED
from annotation.models import AssessorKind, Campaign, Judgment
from annotation.quality.flags import raised_flags
from regrade.aggregation.electorate import PEOPLE, Electorate
from regrade.votes.assessor import Assessor


class Voters(NamedTuple):
    """The selected voters, and the policy keys that record the choice.

    Attributes:
        counted: pseudonyms.
        document: policy keys for the choice, with flags resolved to the names of the flagged
            assessors.
    """

    counted: Set[str]
    document: dict[str, Any]


class ModelAssessor(NamedTuple):
    pseudonym: str
    name: str  # what its account or the imported file calls it


def campaign_voters(campaign: Campaign, electorate: Electorate) -> Voters:
    """Select the voters.

    Raises:
        LabelsRefused: the policy names somebody outside the campaign, or a person as a model.
    """
    assessors = _assessors(campaign, with_flags=bool(electorate.without_flags))
    if unknown := next(electorate.unknown(assessors), None):
        sentence = _no_such(unknown, electorate, assessors, campaign)
        raise LabelsRefused(sentence, code="unknown_assessor")
    counted = {one.name for one in assessors if electorate.counts(one)}
    return Voters(counted, _document(electorate, assessors))


def model_assessors(campaign: Campaign) -> list[ModelAssessor]:
    """The campaign's model assessors, by pseudonym."""
    return _models(_assessors(campaign))


def others_who_voted(campaign: Campaign) -> list[Assessor]:
    """Assessors other than models with at least one recorded judgment, by pseudonym."""
    recorded = Judgment.objects.recorded().filter(campaign_pair__campaign=campaign)
    voted = set(recorded.order_by().values_list("assessor__pseudonym", flat=True).distinct())
    everybody = _assessors(campaign)
    return [one for one in everybody if one.name in voted and one.kind != AssessorKind.MODEL]


def kinds_at_first(campaign: Campaign) -> tuple[str, ...]:
    """The kinds that count at first: people, and simulated ones where nobody else voted."""
    voted = {one.kind for one in others_who_voted(campaign)}
    simulated = AssessorKind.SIMULATED.value
    return (*PEOPLE, simulated) if voted == {simulated} else PEOPLE


def _assessors(campaign: Campaign, *, with_flags: bool = False) -> list[Assessor]:
    """All members by pseudonym, with the names of models and imported files."""
    flags = raised_flags(campaign) if with_flags else {}
    members = campaign.memberships.order_by("pseudonym")
    rows = members.values_list("pk", "pseudonym", "kind", "english_level", "user__username")
    return [
        Assessor(
            name,
            kind,
            level,
            _called(username or "", kind),
            tuple(flags.get(pk, ())),
        )
        for pk, name, kind, level, username in rows
    ]


def _called(username: str, kind: str) -> str:
    """Another name that a policy may use for a model or import; never a person's account name."""
    has_other_name = kind == AssessorKind.MODEL or username.startswith(RECORDED)
    return username.removeprefix(RECORDED) if has_other_name else ""


def _models(assessors: Iterable[Assessor]) -> list[ModelAssessor]:
    return [ModelAssessor(one.name, one.called) for one in assessors if one.kind == "model"]


def _document(electorate: Electorate, assessors: Sequence[Assessor]) -> dict[str, Any]:
    """The choice as policy keys: pseudonyms, model names and raised flags."""
    named = {key: _named(getattr(electorate, key), assessors) for key in ("models", "only")}
    without = [one.name for one in _named(electorate.without, assessors)]
    raised = [one for one in assessors if not {*one.flags}.isdisjoint(electorate.without_flags)]
    flagged = [{"pseudonym": one.name, "flags": list(one.flags)} for one in raised]
    return {
        "kinds": list(electorate.kinds),
        "models": [model._asdict() for model in _models(named["models"])],
        "only": [one.name for one in named["only"]],
        "levels": list(electorate.levels),
        "without": [name for name in without if name not in {one.name for one in raised}] + flagged,
    }


def _named(names: Iterable[str], assessors: Iterable[Assessor]) -> list[Assessor]:
    wanted = set(names)
    return [one for one in assessors if one.name in wanted or (one.called and one.called in wanted)]


def _no_such(
    name: str, electorate: Electorate, assessors: Iterable[Assessor], campaign: Campaign
) -> str:
    if name not in electorate.models:
        return f"Campaign {campaign.name} has no assessor {name!r}, whom the policy names."
    models = _models(assessors)
    known = ", ".join(f"{model.pseudonym} ({model.name})" for model in models)
    there = f"it has {known}" if known else "it has none"
    return f"Campaign {campaign.name} has no model assessor named {name!r}; {there}."
