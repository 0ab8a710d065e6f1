"""Known limits of a campaign and its labels: a sentence for each that the numbers show."""

from __future__ import annotations

from collections.abc import Iterator

from annotation.datasheets.label_facts import LabelFacts
from annotation.datasheets.markdown import plain
from annotation.datasheets.sheet import Datasheet
from annotation.datasheets.wording import n_of, share
from annotation.models import AssessorKind, PoolStrategy

MOST_TOPICS_NAMED = 50
UNLIKE_PEOPLE = {
    AssessorKind.SIMULATED: "simulated assessors",
    AssessorKind.MODEL: "model assessors",
}


def limits_of(sheet: Datasheet) -> Iterator[str]:
    """In a fixed order; what does not apply is said to be none where a reader would look for it."""
    yield from _of_people(sheet)
    yield from _of_pairs(sheet)
    for facts in sheet.labels:
        yield _of_labels(facts)


def _of_people(sheet: Datasheet) -> Iterator[str]:
    people = sheet.people
    for kind, name in UNLIKE_PEOPLE.items():
        n_assessors, n_judgments = people.of_kind(kind)
        yield (
            f"Judgments of {name}: {n_judgments:,} of {people.n_judgments:,}"
            f" ({share(n_judgments, people.n_judgments)}), of {n_of(n_assessors, 'assessor')}."
        )
    yield (
        f"Members who withdrew: {people.n_withdrawn:,}; of these, members whose judgments still"
        f" count, as they chose: {people.n_withdrawn_counted:,}."
    )


def _of_pairs(sheet: Datasheet) -> Iterator[str]:
    judged, ground = sheet.judged, sheet.ground
    n_pairs, n_regular = judged.n_voting_pairs, judged.n_by_kind.get("regular", 0)
    yield (
        f"Regular and overlap pairs without a vote: {judged.n_unjudged:,} of {n_pairs:,}"
        f" ({share(judged.n_unjudged, n_pairs)}). They are unjudged, not irrelevant."
    )
    yield (
        f"Regular pairs with fewer votes than are wanted of them: {judged.n_short:,} of"
        f" {n_regular:,} ({share(judged.n_short, n_regular)})."
    )
    if ground.n_textless:
        yield f"Pairs whose passage has no text, of which nobody is asked: {ground.n_textless:,}."
    if ground.strategy == PoolStrategy.DEPTH:
        yield (
            f"The pool ends at rank {ground.depth} of its runs, but for what was left out or added:"
            " what none of them ranks so high is unjudged."
            if ground.recipe.keys() & {"added", "without"}
            else f"The pool ends at rank {ground.depth} of its runs: what none of them ranks so"
            " high is unjudged."
        )
    n_topics, n_in_set = ground.n_topics, ground.n_topics_in_set
    yield f"Topics of the set that have pairs in the campaign: {n_topics:,} of {n_in_set:,}."


def _of_labels(facts: LabelFacts) -> str:
    missing, n_topics = facts.topics_without_relevant, facts.counts.n_topics
    told = f"Topics without a relevant passage in {plain(facts.name)}:"
    told += f" {len(missing):,} of {n_topics:,}"
    if not missing:
        return f"{told}."
    named = ", ".join(plain(query_id) for query_id in missing[:MOST_TOPICS_NAMED])
    more = " and others" if len(missing) > MOST_TOPICS_NAMED else ""
    return f"{told} ({named}{more})."
