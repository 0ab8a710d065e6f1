"""A datasheet as Markdown, after Gebru et al.: every sentence from what is stored.

The same database makes the same bytes. What people typed is escaped (`markdown`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from shlex import quote
from typing import Any

from annotation.datasheets.label_text import label_section
from annotation.datasheets.limits import limits_of
from annotation.datasheets.markdown import block, bullets, code, plain, table
from annotation.datasheets.pairs import Ground
from annotation.datasheets.sheet import Datasheet
from annotation.datasheets.wording import n_of, rows_of, share
from annotation.models import PoolStrategy
from regrade import __version__
from regrade.agreement.reading import WARNING

SOURCE = (
    "The sections follow Gebru et al., Datasheets for Datasets, Communications of the ACM 64(12),"
    " 2021. Motivation and uses are for its authors to add: nothing is stored of them."
)
FLEISS_RULES = {
    "wanted": "the number that the campaign wants of a pair",
    "commonest": "the commonest number of votes of a pair, two at least",
}


def rendered(sheet: Datasheet) -> str:
    """The whole document, with a line end at its end."""
    parts = [
        f"# Datasheet of {plain(sheet.campaign.name)}",
        f"Made by Regrade {__version__} from what is stored. {SOURCE}",
        *_section("Composition", _composition(sheet)),
        *_section("Who judged, and when", _people(sheet)),
        *_section("Instructions and scale", _instructions(sheet)),
        *_section("How pairs were judged", _judging(sheet)),
        *_section("Agreement", _agreement(sheet)),
        *_section("Labels", _labels(sheet)),
        *_section("Known limits", [bullets(limits_of(sheet))]),
        *_section("Distribution", _distribution(sheet)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _section(title: str, parts: Iterable[str]) -> Iterator[str]:
    yield f"## {title}"
    yield from parts


def _composition(sheet: Datasheet) -> Iterator[str]:
    ground = sheet.ground
    yield (
        f"An instance is a pair: a topic of {plain(ground.topic_set)} with a passage of"
        f" {plain(ground.collection)}. The campaign has {n_of(ground.n_pairs, 'pair')} of"
        f" {n_of(ground.n_topics, 'topic')}; the topic set has"
        f" {n_of(ground.n_topics_in_set, 'topic')}, the collection"
        f" {n_of(ground.n_passages, 'passage')}."
    )
    if ground.language or ground.licence:
        told = (("language", ground.language), ("licence", ground.licence))
        yield " ".join(
            f"The collection's {name} is {plain(value)}." for name, value in told if value
        )
    yield _pool(ground)
    if ground.n_by_stratum:
        yield table(["stratum", "topics"], sorted(ground.n_by_stratum.items()))
    kinds = sheet.judged.n_by_kind.items()
    yield table(["kind of pair", "pairs"], rows_of(kinds))


def _pool(ground: Ground) -> str:
    if ground.strategy == PoolStrategy.DEPTH:
        runs = ", ".join(plain(run) for run in ground.runs)
        how = (
            f"Pool {plain(ground.pool)} is the union of the first {ground.depth} passages of"
            f" {n_of(len(ground.runs), 'run')}, topic by topic: {runs}."
        )
    else:
        files = ground.recipe.get("files") or [ground.recipe.get("file", "")]
        named = ", ".join(plain(file) for file in files if file)
        how = f"Pool {plain(ground.pool)} is a given list of pairs"
        how += f", read from {named}." if named else "."
    return how + _sampling(ground) + _without(ground.recipe) + _added(ground.recipe)


def _without(recipe: Mapping[str, Any]) -> str:
    names = ", ".join(plain(one["name"]) for one in recipe.get("without", ()))
    return f" Pairs that {names} label were left out." if names else ""


def _added(recipe: Mapping[str, Any]) -> str:
    """What came into the pool later."""
    told = ""
    for one in recipe.get("added", ()):
        runs, labels = (", ".join(map(plain, one[key])) for key in ("runs", "without"))
        known = f", without what {labels} label" if labels else ""
        told += (
            f" Added on {one['at'][:10]}: {n_of(one['n_pairs'], 'pair')} of the first"
            f" {one['depth']} passages of {runs}{known}."
        )
    return told


def _sampling(ground: Ground) -> str:
    """How topics were drawn; empty where all were taken."""
    strata, drawn = ground.recipe.get("strata"), ""
    if strata:
        ranks = ", ".join(
            f"{plain(one['name'])} {one['n']} (ranks {one['first']} to {one['last']})"
            for one in strata
        )
        labels = plain(ground.recipe.get("labels") or "")
        drawn = (
            " Topics were drawn by the rank at which the runs have their first passage relevant in"
            f" {labels}: {ranks}."
        )
    elif ground.recipe.get("sample"):
        drawn = f" Topics drawn at random: {ground.recipe['sample']:,}."
    return drawn + (f" The seed is {ground.seed}." if drawn and ground.seed is not None else "")


def _people(sheet: Datasheet) -> Iterator[str]:
    people = sheet.people
    if people.first_day is None:
        yield "Nobody has judged yet."
        return
    yield (
        f"{n_of(people.n_assessors, 'assessor')} gave {n_of(people.n_judgments, 'judgment')},"
        f" the first on {people.first_day}, the last on {people.last_day} (days in UTC)."
        f" Recorded elsewhere and imported: {people.n_imported:,}; a judgment without a time of its"
        " own has that of its import."
    )
    yield table(
        ["kind", "own estimate of their English", "assessors", "judgments"],
        [(*one[:2], f"{one.n_assessors:,}", f"{one.n_judgments:,}") for one in people.groups],
        n_texts=2,
    )
    yield (
        f"Decisions of adjudicators that stand: {people.n_decisions:,}, of"
        f" {n_of(people.n_adjudicators, 'adjudicator')}."
    )


def _instructions(sheet: Datasheet) -> Iterator[str]:
    yield table(
        ["grade", "name", "description", "asks for highlights"],
        [
            (grade.value, grade.name, grade.description, "yes" if grade.requires_span else "no")
            for grade in sheet.grades
        ],
        n_texts=4,
    )
    if not sheet.instructions:
        yield "No guideline was published."
    for one in sheet.instructions:
        yield (
            f"Version {one.version} of the guideline, published on {one.day};"
            f" judgments given under it: {one.n_judgments:,}."
        )
        yield block(one.text, "markdown")


def _judging(sheet: Datasheet) -> Iterator[str]:
    campaign, judged, policy = sheet.campaign, sheet.judged, sheet.policy
    yield (
        f"Judgments wanted of a regular pair: {campaign.judgments_per_pair}, and up to"
        f" {policy.extra_judgments} more where grades disagree. An overlap pair is for every"
        f" assessor. The serving policy in force (version {policy.version}) has the unit"
        f" {policy.unit}, the order {policy.order} and the seed {policy.seed}."
    )
    yield table(["votes of a pair", "pairs"], rows_of(judged.n_by_votes.items()))
    names = {grade.value: grade.name for grade in sheet.grades}
    grades = [
        (value, names[value], f"{n:,}", share(n, judged.n_votes))
        for value, n in judged.n_by_grade.items()
    ]
    yield table(["grade", "name", "votes", "share"], grades, n_texts=2)
    if judged.n_not_judged:
        reasons = rows_of(judged.n_not_judged.items())
        yield table(["why a pair was not judged", "judgments"], reasons)
    yield _checks(sheet)


def _checks(sheet: Datasheet) -> str:
    checks, campaign = sheet.checks, sheet.campaign
    gold = checks.n_expert_grades.get("gold", 0)
    told = [
        (
            f"Gold pairs with an expert's grade: {gold:,}; grades given to them:"
            f" {checks.n_on_gold:,}, of which {checks.n_as_expert:,}"
            f" ({share(checks.n_as_expert, checks.n_on_gold)}) were the expert's."
        ),
        (
            f"Pairs asked again of the same assessor: {checks.n_repeats:,}, of which"
            f" {checks.n_same:,} ({share(checks.n_same, checks.n_repeats)}) got the same grade."
        ),
    ]
    if campaign.pass_share is not None:
        told.append(
            f"Qualification: {campaign.pass_share:.0%} of"
            f" {n_of(checks.n_expert_grades.get('qualification', 0), 'pair')} as the expert graded"
            f" them, in at most {n_of(campaign.max_attempts, 'round')}. Members who finished a"
            f" round: {checks.n_tried:,}; who passed: {checks.n_qualified:,}."
        )
    return bullets(told)


def _agreement(sheet: Datasheet) -> Iterator[str]:
    found = sheet.agreement
    yield (
        f"Of {n_of(found.n_votes, 'vote')} on {n_of(found.n_pairs, 'pair')} with two votes or more,"
        f" in {n_of(found.n_topics, 'topic')}; votes of models are left out, and further ones that"
        " were asked for where grades disagreed. Fleiss' kappa is of pairs with exactly"
        f" {n_of(found.fleiss.n_votes, 'vote')}:"
        f" {FLEISS_RULES.get(found.fleiss.rule, found.fleiss.rule)}."
    )
    rows = [
        (one.name.replace("_", " "), *map(_figure, (one.value, one.low, one.high)), one.n_pairs)
        for one in found.coefficients
    ]
    yield table(["coefficient", "value", "from", "to", "pairs"], rows)
    drawn = found.sampling
    yield (
        f"Intervals of {drawn.confidence:.0%} are percentiles of a bootstrap over topics,"
        f" {drawn.n_resamples:,} draws, seed {drawn.seed}. {WARNING}"
    )


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"


def _labels(sheet: Datasheet) -> Iterator[str]:
    yield f"Hash of the votes as they are now: {code(sheet.votes_hash)}."
    if sheet.decisions_hash:
        yield f"Hash of the decisions as they are now: {code(sheet.decisions_hash)}."
    if not sheet.labels:
        yield "No label set is described here."
    for facts in sheet.labels:
        yield from label_section(facts, sheet.votes_hash, sheet.decisions_hash)


def _distribution(sheet: Datasheet) -> Iterator[str]:
    """What the campaign is exported as, by the commands that write it."""
    names = [sheet.campaign.name, *(facts.name for facts in sheet.labels)]
    campaign, *labels = map(quote, names)
    commands = [
        f"export_judgments {campaign} judgments.parquet",
        f"export_decisions {campaign} decisions.csv",
        *(f"export_labels {name} labels.qrels" for name in labels),
    ]
    yield "Judgments are exported under pseudonyms. These commands of Regrade write the files:"
    yield block("\n".join(f"./dev manage {command}" for command in commands), "sh")
    yield (
        "By the policy that a label set keeps, `regrade derive` makes the same labels of the same"
        " votes and decisions, and prints the same hashes."
    )
