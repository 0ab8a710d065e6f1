"""A label set's part of a datasheet."""

from __future__ import annotations

import json
from collections.abc import Iterator

from annotation.datasheets.label_facts import LabelFacts
from annotation.datasheets.markdown import block, code, plain, table
from annotation.datasheets.wording import n_of, rows_of

STEP_COLUMNS = {
    "judgments removed": "n_judgments_removed",
    "pairs removed": "n_pairs_removed",
    "judgments left": "n_judgments",
    "pairs left": "n_pairs",
    "topics left": "n_topics",
}


def label_section(facts: LabelFacts, votes_hash: str, decisions_hash: str) -> Iterator[str]:
    """The parts of one label set; the hashes are those of the campaign now."""
    counts = facts.counts
    yield f"### {plain(facts.name)}"
    yield (
        f"Derived on {facts.day}: {n_of(counts.n_pairs, 'label')} in"
        f" {n_of(counts.n_topics, 'topic')}; relevant, at {facts.min_relevance} or above:"
        f" {counts.n_relevant:,}. {_votes(facts)}"
    )
    yield f"Content hash: {code(facts.content_hash)}."
    yield from _origin("votes", facts.votes_hash, votes_hash)
    yield from _origin("decisions", facts.decisions_hash, decisions_hash)
    if facts.is_before_decisions and decisions_hash:
        yield "No decision stood when it was derived; now some do."
    yield table(["label", "pairs"], [(one.value, f"{one.n:,}") for one in counts.by_value])
    yield "The policy; people whom it leaves out are counted:"
    yield block(json.dumps(facts.policy, indent=2, ensure_ascii=False), "json")
    if facts.steps:
        yield table(["step", *STEP_COLUMNS], list(_steps(facts)))


def _origin(what: str, then: str, now: str) -> Iterator[str]:
    if then:
        said = "the same as now" if then == now else "they have changed since"
        yield f"Hash of the {what} that it came of: {code(then)} ({said})."


def _votes(facts: LabelFacts) -> str:
    by_kind = ", ".join(f"{kind} {n}" for kind, n in rows_of(facts.n_votes_by_kind.items()))
    told = [f"Votes that counted, by kind of assessor: {by_kind}."] if by_kind else []
    if facts.n_ties is not None:
        told.append(f"Pairs whose votes were tied: {facts.n_ties:,}.")
    return " ".join(told)


def _steps(facts: LabelFacts) -> Iterator[tuple[str, ...]]:
    for step in facts.steps:
        yield step["name"], *(f"{step[key]:,}" for key in STEP_COLUMNS.values())
