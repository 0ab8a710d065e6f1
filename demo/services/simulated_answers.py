"""Answers of simulated assessors to a campaign's pairs, imported like anybody's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db.models import QuerySet

from annotation.exchange.judgments import JudgmentsReport, import_judgments
from annotation.models import AssessorKind, Campaign, Pool, PooledPair
from demo.assessors import PairToJudge, SimulatedJudgment
from demo.files import write_judgments
from demo.highlights import find_answer
from demo.paragraphs import count_words
from demo.relevance import deserved_grade
from demo.services.enter_documents import doc_passages, known_doc_ids
from demo.topics import TOPICS
from regrade.files.judging import read_judgments


class Deserts:
    """Grades that passages of a pool's collection deserve; its texts are read once."""

    def __init__(self, pool: Pool) -> None:
        self._topics = {topic.query_id: topic for topic in TOPICS}
        self._passages = {passage.doc_id: passage for passage in doc_passages(pool.collection)}
        self._known = known_doc_ids(pool.collection, pool.topic_set)

    def to_judge(self, pairs: QuerySet[PooledPair]) -> Iterator[PairToJudge]:
        for pair in pairs.select_related("topic", "passage"):
            query_id, doc_id = pair.topic.query_id, pair.passage.doc_id
            topic, passage = self._topics[query_id], self._passages[doc_id]
            deserved = deserved_grade(topic, passage, self._passages[self._known[query_id]])
            answer = find_answer(topic.query, passage.text)
            yield PairToJudge(query_id, doc_id, count_words(passage.text), deserved, answer)


def import_simulated(campaign: Campaign, judgments: Iterable[SimulatedJudgment]) -> JudgmentsReport:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "simulated.tsv"
        write_judgments(path, judgments)
        recorded = list(read_judgments(path))
        return import_judgments(campaign=campaign, recorded=recorded, kind=AssessorKind.SIMULATED)
