"""Campaigns of others, held against what they published; docs/recorded-campaigns.md has both.

FiRA: Hofstätter et al., CIKM 2020. CAsT-snippets: Łajewska and Balog, CIKM 2023, and the README
of its snippet annotations.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cache

import pytest

from regrade.aggregation import AggregationPolicy, aggregate
from regrade.agreement import agreement_report
from regrade.files.judging import JudgmentRow, read_qrels
from regrade.files.judging.mturk import read_mturk
from regrade.votes.recorded import recorded_votes
from regrade.votes.vote import Vote
from tests.real.real_data import DATA, SNIPPETS, needs_real_data

pytestmark = needs_real_data

FIRA = DATA / "fira19"
SCALE = range(4)


def fira_labels(name: str) -> dict[tuple[str, str], int]:
    lines = read_qrels(FIRA / f"fira-trec19-{name}.txt.gz")
    return {(line.query_id, line.doc_id): line.relevance for line in lines}


def test_fira_documents_are_as_relevant_as_their_best_snippet() -> None:
    """Snippets as the assessors of their document."""
    snippets = fira_labels("qrels-snippets")
    votes = []
    for (query, snippet), grade in snippets.items():
        document, place = snippet.split("_")
        votes.append(Vote(query, int(document[1:]), place, grade))
    result = aggregate(votes, AggregationPolicy(aggregate="highest"), scale=SCALE)
    found = {(t, f"D{p}"): value for t, of in result.labels.items() for p, value in of.items()}
    assert found == fira_labels("notrec-qrels-docs-max")
    assert (len(snippets), len(found)) == (24_198, 2_003)


def test_firas_rule_gives_its_labels_to_the_two_pairs_whose_votes_were_printed() -> None:
    """The most frequent grade, the highest of several: of the votes on "spruce"."""
    printed = [{3: 44, 2: 31, 1: 1, 0: 3}, {3: 19, 2: 53, 1: 4, 0: 1}]
    votes = [
        Vote("1113437", pair, f"a{number}", grade)
        for pair, n_by_grade in enumerate(printed)
        for number, grade in enumerate(Counter(n_by_grade).elements())
    ]
    policy = AggregationPolicy(aggregate="plurality", tie="highest")
    assert aggregate(votes, policy, scale=SCALE).labels == {"1113437": {0: 3, 1: 2}}
    labels = fira_labels("qrels-snippets")
    assert [labels["1113437", doc_id] for doc_id in ("D2925295_1", "D3440056_0")] == [3, 2]


def test_fira_authors_and_crowd_agree_on_the_probes_within_one_grade() -> None:
    labels = fira_labels("qrels-snippets")
    _, *probes = (FIRA / "all-probe-pairs.tsv").read_text().splitlines()
    votes, apart = [], []
    for number, (query, doc_id, _, grade) in enumerate(line.split("\t") for line in probes):
        ours, theirs = int(grade), labels[query, doc_id]
        votes += [Vote(query, number, "authors", ours), Vote(query, number, "crowd", theirs)]
        apart.append(abs(ours - theirs))
    (overall,) = agreement_report(votes)
    assert (overall.n_pairs, overall.percent_agreement, max(apart)) == (10, 0.5, 1)
    assert overall.cohen_kappa_quadratic == pytest.approx(0.8175, abs=5e-5)


@cache
def snippet_pairs() -> dict[tuple[str, str], list[JudgmentRow]]:
    pairs: defaultdict[tuple[str, str], list[JudgmentRow]] = defaultdict(list)
    for row in read_mturk(SNIPPETS).rows:
        pairs[row.query_id, row.doc_id].append(row)
    return dict(pairs)


def characters_jaccard(answers: Sequence[JudgmentRow], at_least: int) -> float:
    """Share of the highlighted characters that so many highlighted; 1 where there are none."""
    chosen = Counter(
        place for row in answers for start, end in row.spans for place in range(start, end)
    )
    return sum(n >= at_least for n in chosen.values()) / len(chosen) if chosen else 1.0


def mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


@pytest.mark.parametrize(("at_least", "printed"), [(3, "0.38"), (2, "0.62")])
def test_highlights_of_the_snippets_agree_as_was_printed(at_least: int, printed: str) -> None:
    """Of the topics 132 and 133, rejected answers among them, as in what was published."""
    pairs = [rows for (query, _), rows in snippet_pairs().items() if query[:3] in ("132", "133")]
    assert len(pairs) == 110
    assert f"{mean(characters_jaccard(rows, at_least) for rows in pairs):.2f}" == printed


def test_the_snippets_are_as_many_as_was_printed() -> None:
    """Five passages of each query, three workers each."""
    pairs = snippet_pairs()
    n_by_query = Counter(query for query, _ in pairs)
    assert set(n_by_query.values()) == {5}
    assert {len(rows) for rows in pairs.values()} == {3}
    assert len({row.assessor for rows in pairs.values() for row in rows}) == 15


def test_accepted_snippets_are_relevant_by_every_vote() -> None:
    recorded = recorded_votes(row for rows in snippet_pairs().values() for row in rows)
    result = aggregate(recorded.votes, AggregationPolicy(aggregate="unanimous"), scale=(0, 1))
    assert (result.n_pairs, dict(result.n_by_value()), result.n_ties) == (724, {1: 724}, 0)
    (overall,) = agreement_report(recorded.votes)
    assert (overall.percent_agreement, overall.alpha_nominal) == (1.0, None)
