"""Topics of a chunk land over time, through changes of worker and interruptions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.utils import timezone

from ranking import worker_times
from ranking.jobs.attempts import Piece, land_topics
from ranking.jobs.jobs import job_progress
from ranking.jobs.report import report_job
from ranking.jobs.steering import cancel_job
from ranking.models import Attempt, Chunk, Job, JobStatus, Ranking, Run
from ranking.rankers import chunk as module
from ranking.rankers.candidates import n_topics_of, topics_at_once
from ranking.rankers.chunk import RANKERS, rank_chunk
from ranking.runs.storing import ScoredTopics
from ranking.worker_times import MAX_ERRORS
from tests.ranking.jobs.job_cases import (
    ANN,
    BEN,
    make_silent,
    outcomes,
    plan_job,
    score_by,
    score_plainly,
)
from tests.ranking.rankers.reranking import BERT, make_bm25, plan_bert

pytestmark = pytest.mark.django_db
N_TOPICS = 5


class Slow:
    """Scores one topic after the other; what is to happen at a call happens before it."""

    def __init__(self, **at_call: BaseException) -> None:
        self.asked: list[Sequence[int]] = []
        self.at_call = {int(call.removeprefix("n")): error for call, error in at_call.items()}

    def __call__(self, *, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        self.asked.append(topic_ids)
        if error := self.at_call.get(len(self.asked)):
            raise error
        return score_plainly(run=run, topic_ids=topic_ids)


@pytest.fixture(autouse=True)
def every_call_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_times, "LAND_EVERY_S", 0)


@pytest.fixture
def job(monkeypatch: pytest.MonkeyPatch) -> Job:
    return plan_job(monkeypatch, n_topics=N_TOPICS, topics_per_chunk=N_TOPICS)


def only_chunk() -> Chunk:
    return Chunk.objects.get()


def done(job: Job) -> str:
    return str(job_progress(job_id=job.pk).work)


def test_a_re_ranking_of_one_chunk_shows_its_topics_while_it_is_under_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job, seen, bert = plan_bert(make_bm25()), list[str](), RANKERS[BERT]

    def score_and_look(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        seen.append(done(job))
        return bert.score_topics(run=run, topic_ids=topic_ids)

    monkeypatch.setitem(RANKERS, BERT, bert._replace(score_topics=score_and_look))
    rank_chunk(chunk_id=only_chunk().pk)
    assert seen == ["0 of 2 topics", "1 of 2 topics"]
    assert (done(job), only_chunk().attempts.get().n_landed) == ("2 of 2 topics", 2)


def test_a_job_of_one_chunk_shows_its_rate_and_the_time_left_under_way(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[float | None] = []
    score_by(monkeypatch, score_plainly, at_once=2)
    rank_chunk(
        chunk_id=only_chunk().pk,
        landed=lambda: found.append(report_job(job_id=job.pk).seconds_left),
    )
    assert [left is not None and left > 0 for left in found] == [True, True]


def test_the_rate_of_many_workers_counts_what_landed_in_its_time_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of 24 workers each lands a topic a minute, on chunks of ten begun at different times."""
    job = plan_job(monkeypatch, n_topics=480, topics_per_chunk=10)
    now, chunks = timezone.now(), list(Chunk.objects.order_by("number"))
    Job.objects.update(status=JobStatus.RUNNING, started_at=now - timedelta(minutes=20))
    for place, chunk in enumerate(chunks):
        begun = now - timedelta(minutes=20 - place * 10 / 24)
        n_landed = min(10, (now - begun) // timedelta(minutes=1))
        Attempt.objects.create(
            chunk=chunk,
            number=1,
            worker=f"worker {place % 24}",
            host="one",
            process=place % 24,
            started_at=begun,
            n_landed=n_landed,
            landed_at=begun + timedelta(minutes=n_landed) if n_landed else None,
        )
    assert report_job(job_id=job.pk).per_min == pytest.approx(24, rel=0.1)


def test_a_fast_ranker_lands_a_chunk_at_once(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    landings: list[str] = []
    monkeypatch.setattr(worker_times, "LAND_EVERY_S", 1)
    monkeypatch.setattr(module, "monotonic", lambda: 7.0)
    score_by(monkeypatch, slow := Slow(), at_once=1)
    rank_chunk(chunk_id=only_chunk().pk, landed=lambda: landings.append(done(job)))
    assert (len(slow.asked), landings, done(job)) == (N_TOPICS, [], "5 of 5 topics")


def test_a_chunk_that_is_tried_again_goes_on_with_what_had_not_landed(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    score_by(monkeypatch, Slow(n3=RuntimeError("out of memory")), at_once=1)
    rank_chunk(chunk_id=only_chunk().pk, worker=ANN)
    assert (done(job), job.run.rankings.count()) == ("2 of 5 topics", 2)
    score_by(monkeypatch, slow := Slow(), at_once=1)
    rank_chunk(chunk_id=only_chunk().pk, worker=BEN)
    assert slow.asked == [[topic_id] for topic_id in only_chunk().topic_ids[2:]]
    assert (outcomes(only_chunk()), job.run.rankings.count()) == (["error", "landed"], N_TOPICS)
    shares = {(s.worker, s.n_topics, s.n_chunks) for s in report_job(job_id=job.pk).shares}
    assert shares == {("ann@one", 2, 0), ("ben@two", 3, 1)}


def test_topics_are_scored_together_by_their_places_whatever_had_landed(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model's last digits may depend on the batch."""
    score_by(monkeypatch, Slow(n4=KeyboardInterrupt()), at_once=1)
    with pytest.raises(KeyboardInterrupt):
        rank_chunk(chunk_id=only_chunk().pk)
    score_by(monkeypatch, slow := Slow(), at_once=2)
    rank_chunk(chunk_id=only_chunk().pk)
    ids = only_chunk().topic_ids
    assert slow.asked == [ids[3:4], ids[4:]]


def test_a_chunk_that_fails_keeps_what_has_landed_and_names_the_rest(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n_landed in range(MAX_ERRORS):
        at_call = {"n2" if n_landed < 1 else "n1": RuntimeError("boom")}
        score_by(monkeypatch, Slow(**at_call), at_once=1)
        rank_chunk(chunk_id=only_chunk().pk)
    job.refresh_from_db()
    assert "Topics q2, q3, q4, q5 failed 3 times" in job.error
    assert done(job) == "1 of 5 topics"


def test_one_taken_for_lost_leaves_the_rest_to_who_took_the_chunk_over(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann falls silent at her second topic; Ben begins, and Ann's second topic lands before his."""
    ids, ben = only_chunk().topic_ids, Slow()

    def score_while_ben_begins(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        score_by(monkeypatch, score_while_ann_lands, at_once=1)
        make_silent(only_chunk())
        rank_chunk(chunk_id=only_chunk().pk, worker=BEN)
        return score_plainly(run=run, topic_ids=topic_ids)

    def score_while_ann_lands(*, run: Run, topic_ids: Sequence[int]) -> ScoredTopics:
        if not ben.asked:
            ann = only_chunk().attempts.get(number=1)
            piece = Piece(score_plainly(run=run, topic_ids=ids[:2]), until=2)
            assert not land_topics(attempt=ann, pieces=[piece])
        return ben(run=run, topic_ids=topic_ids)

    score_by(monkeypatch, score_while_ben_begins, at_once=2)
    rank_chunk(chunk_id=only_chunk().pk, worker=ANN)
    assert list(only_chunk().attempts.order_by("number").values_list("outcome", "n_landed")) == [
        ("overtaken", 2),
        ("landed", 3),
    ]
    assert sorted(Ranking.objects.values_list("topic", flat=True)) == sorted(ids)


def test_what_has_landed_of_a_cancelled_job_stays_and_nothing_more_lands(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    score_by(monkeypatch, score_plainly, at_once=2)
    rank_chunk(chunk_id=only_chunk().pk, landed=lambda: cancel_job(job_id=job.pk))
    assert (done(job), outcomes(only_chunk())) == ("2 of 5 topics", ["cancelled"])
    assert job.run.rankings.count() == 2


def test_a_search_by_vectors_takes_all_topics_of_a_chunk_at_once() -> None:
    assert topics_at_once(Run(parent=None, spec={})) is None


@pytest.mark.parametrize(
    ("ranker", "depth", "n"), [("bert-cat", 25, 40), ("bert-cat", 2000, 1), ("duo-t5", 10, 11)]
)
def test_pairs_make_whole_topics_one_at_least(ranker: str, depth: int, n: int) -> None:
    assert n_topics_of(1000, ranker=ranker, depth=depth) == n
