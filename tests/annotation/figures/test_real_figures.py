"""The figures of the real campaign: what the thesis prints, and what the files alone say.

The thesis prints numbers in its text; its figures are drawn. Levels of English are not in the data.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import mean

import pytest
from django.db import connection

from annotation.figures.counting import campaign_figures
from annotation.figures.figure import Cell, Figure
from annotation.models import Campaign, LabelSet
from tests.database.shared_rows import MakeShared
from tests.real.real_campaign import derive, import_campaign, manage
from tests.real.real_data import CAMPAIGN, needs_real_data, real_rows
from tests.tiers import thorough

pytestmark = [pytest.mark.django_db, needs_real_data, thorough]

LABELS = ("original", "liberal", "strict")
Figures = dict[str, Figure]


@pytest.fixture(scope="module")
def figures(make_shared: MakeShared) -> Figures:
    make_shared(import_campaign)
    make_shared(derive)
    return make_shared(counted)


def counted() -> Figures:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # pairs are summed up at the end
    sets = [LabelSet.objects.get(name=name) for name in LABELS]
    return {one.name: one for one in campaign_figures(Campaign.objects.get(), sets)}


def column(figure: Figure, name: str) -> list[Cell]:
    place = [one.name for one in figure.columns].index(name)
    return [row[place] for row in figure.rows]


def numbers(figure: Figure, name: str) -> list[int]:
    return [cell for cell in column(figure, name) if isinstance(cell, int)]


def counts(figure: Figure, name: str) -> dict[Cell, Cell]:
    """A column of counts by the first of the figure, without zeros."""
    pairs = zip(column(figure, figure.columns[0].name), column(figure, name), strict=True)
    return {key: n for key, n in pairs if n}


def test_37_people_judged_125_queries_of_which_42_were_kept(figures: Figures) -> None:
    topics, people = figures["topics-by-assessors"], figures["assessors-by-topics"]
    assert sum(numbers(topics, "all")) == 125
    assert sum(numbers(topics, "strict")) == 42
    assert sum(numbers(people, "all")) == 37
    assert figures["english-levels"].rows[-1][:2] == ["not stated", 37]


def test_most_people_judged_six_queries(figures: Figures) -> None:
    """Figure 4.5."""
    by_topics = counts(figures["assessors-by-topics"], "all")
    assert max(by_topics, key=lambda n: numbers_of(by_topics[n])) == 6
    topics_of = defaultdict(set)
    for row in real_rows():
        topics_of[row.assessor].add(row.query_id)
    assert by_topics == dict(Counter(map(len, topics_of.values())))


def test_topics_by_assessors_are_those_of_the_file(figures: Figures) -> None:
    """Figures 4.6 and 4.7: of all, and at least three for each that was kept."""
    assessors_of = defaultdict(set)
    for row in real_rows():
        if row.grade is not None:
            assessors_of[row.query_id].add(row.assessor)
    by_assessors = figures["topics-by-assessors"]
    assert counts(by_assessors, "all") == dict(Counter(map(len, assessors_of.values())))
    assert min(numbers_of(n) for n in counts(by_assessors, "strict")) >= 3


def test_ms_marco_knows_one_relevant_passage_a_query_and_people_find_more(figures: Figures) -> None:
    """Figure 4.1, whose footnote says that no kept query is without one, as it is drawn."""
    shared = figures["shared-topics-by-relevant"]
    assert counts(shared, "original") == {1: 42}
    for name in ("liberal", "strict"):
        by_relevant = counts(shared, name)
        assert 0 not in by_relevant
        assert sum(map(numbers_of, by_relevant.values())) == 42
    by_topic = figures["relevant-by-topic"]
    assert (sum(numbers(by_topic, "liberal")), sum(numbers(by_topic, "strict"))) == (496, 334)
    kept = [row for row in by_topic.rows if row[-1] is not None]
    assert len(kept) == 42
    assert all(numbers_of(row[3]) >= numbers_of(row[4]) for row in kept)


def test_seven_of_ms_marcos_passages_were_not_shown_to_anybody(figures: Figures) -> None:
    """They stand below rank 20, so the candidates hold no label of theirs."""
    assert counts(figures["topics-by-relevant"], "original") == {0: 7, 1: 118}


def test_all_5380_rows_stand_in_the_grades_by_topic(figures: Figures) -> None:
    """Figure 4.2."""
    by_topic = figures["grades-by-topic"]
    rows, given = by_topic.rows, defaultdict(list)
    assert sum(sum(map(numbers_of, row[3:])) for row in rows) == 5380
    assert sum(numbers(by_topic, "not judged")) == 54
    for row in real_rows():
        if row.grade is not None:
            given[row.query_id].append(row.grade)
    means = dict(zip(column(by_topic, "query_id"), column(by_topic, "mean grade"), strict=True))
    assert means == pytest.approx({query_id: mean(grades) for query_id, grades in given.items()})
    in_order = [cell for cell in means.values() if isinstance(cell, float)]
    assert in_order == sorted(in_order, reverse=True)


def test_no_kept_query_asks_for_an_abbreviation_and_most_for_descriptions_or_numbers(
    figures: Figures,
) -> None:
    """Figure 4.4, by another classifier than the thesis had: what its text says of it holds."""
    kept = counts(figures["answer-types"], "strict")
    assert "ABBR" not in kept
    assert numbers_of(kept["DESC"]) + numbers_of(kept["NUM"]) > 42 / 2


def test_lengths_are_those_of_the_texts_between_blanks(figures: Figures) -> None:
    """Figure 4.3, and passages: punctuation alone is no word."""
    judged = {(row.query_id, row.doc_id) for row in real_rows()}
    queries, passages = {}, []
    with gzip.open(CAMPAIGN / "candidates_600x20.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            if (line["query_id"], line["passage_id"]) in judged:
                queries[line["query_id"]] = n_words(line["query"])
                passages.append(n_words(line["passage"]))
    assert counts(figures["query-lengths"], "all") == dict(Counter(queries.values()))
    in_short = {row[0]: row[1:] for row in figures["passage-length-means"].rows}
    n, least, _, average, most = in_short["all"]
    assert (n, least, most) == (2500, min(passages), max(passages))
    assert average == pytest.approx(mean(passages))
    assert (in_short["strict: relevant"][0], in_short["strict: not relevant"][0]) == (334, 506)


def test_the_command_writes_each_figure(figures: Figures, tmp_path: Path) -> None:
    found = manage("campaign_figures", "campaign", f"--out={tmp_path / 'figures'}")
    assert found.startswith("14 figures under liberal, strict, graded in ")
    written = {path.stem for path in (tmp_path / "figures").iterdir()}
    assert written == set(figures)


def n_words(text: str, is_part: Callable[[str], bool] = str.isalnum) -> int:
    return sum(any(map(is_part, word)) for word in text.split())


def numbers_of(cell: Cell) -> int:
    assert isinstance(cell, int)
    return cell
