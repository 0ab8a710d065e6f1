from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from typing import NamedTuple, TypeAlias

from annotation.models import Campaign
from demo.names import CLOSED_CAMPAIGN, LEARNING_CAMPAIGN, OPEN_CAMPAIGN, STUDY
from demo.services.derive_demo_labels import derive_demo_labels
from demo.services.enter_documents import enter_collection, enter_known_labels, enter_topics
from demo.services.hold_closed_campaign import hold_closed_campaign
from demo.services.open_accounts import open_accounts, seat_assessor
from demo.services.rank_documents import (
    rank_by_bm25,
    rank_by_rm3,
    rerank_by_bert,
    rerank_by_trained,
)
from demo.services.simulate_pairs import simulate_pairs
from demo.services.start_learning_campaign import start_learning_campaign
from demo.services.start_open_campaign import start_open_campaign
from demo.services.study_typos import study_typos
from demo.services.train_ranker import train_ranker
from demo.topics import TOPICS
from evaluation.models import Study
from evaluation.studies.here_and_now import Tell as TellOfStudy
from evaluation.studies.progress import StudyProgress
from evaluation.training.here_and_now import Tell as TellOfTraining
from evaluation.training.progress import TrainingProgress
from ranking.jobs.jobs import JobProgress
from ranking.jobs.tracking import Track, untracked
from ranking.models import JobStatus
from ranking.rankers.here_and_now import Tell

Steps: TypeAlias = tuple[Callable[[], str | None], ...]


class DemoSize(NamedTuple):
    """How much is loaded; tests take less."""

    n_topics: int = len(TOPICS)
    n_closed_topics: int = 16
    n_open_topics: int = 8
    n_learning_topics: int = 4
    n_judged_in_steps: int = 30
    bm25_depth: int = 100
    bert_depth: int = 50  # most of the loading
    pair_depth: int = 20
    pool_depth: int = 10
    study_depth: int = 10
    n_training_steps: int = 120
    trained_depth: int = 20


WHOLE_DEMO = DemoSize()


class Part(StrEnum):
    """Until the first campaign can be judged, what models and simulations add, or both."""

    FIRST = "first"
    REST = "rest"
    ALL = "all"


class DemoReport(NamedTuple):
    """Steps of this call, a sentence each, and where to look; None is not there yet."""

    made: list[str]
    open_campaign_id: int
    closed_campaign_id: int | None
    learning_campaign_id: int | None
    is_complete: bool


def _ignore(_: str | JobProgress | TrainingProgress | StudyProgress) -> None:
    pass


def load_demo(
    *,
    size: DemoSize = WHOLE_DEMO,
    part: Part = Part.ALL,
    say: Callable[[str], object] = _ignore,
    track: Track = untracked,
    track_job: Tell = _ignore,
    track_training: TellOfTraining = _ignore,
    track_study: TellOfStudy = _ignore,
) -> DemoReport:
    """Load what of the demo is not there yet.

    Every step is done or not done: stopped at any moment, it goes on where it stood. Called again
    it adds nothing.

    Raises:
        NameTaken: something that is not the demo's has one of its names.
        RankingError: the re-ranking failed.
        TrainingFailed, StudyFailed: the training did, or the study.
    """
    steps = _first_steps(size, track) if part != Part.REST else ()
    if part != Part.FIRST:
        steps = (*steps, *_further_steps(size, track_job, track_training, track_study))
    made = []
    for step in steps:
        if sentence := step():
            made.append(sentence)
            say(sentence)
    ids = dict(Campaign.objects.values_list("name", "pk"))
    return DemoReport(
        made=made,
        open_campaign_id=ids[OPEN_CAMPAIGN],
        closed_campaign_id=ids.get(CLOSED_CAMPAIGN),
        learning_campaign_id=ids.get(LEARNING_CAMPAIGN),
        # The study is the last step.
        is_complete=Study.objects.filter(name=STUDY, status=JobStatus.DONE).exists(),
    )


def _first_steps(size: DemoSize, track: Track) -> Steps:
    return (
        open_accounts,
        partial(enter_collection, track=track),
        partial(enter_topics, n_topics=size.n_topics),
        enter_known_labels,
        partial(rank_by_bm25, depth=size.bm25_depth, track=track),
        partial(rank_by_rm3, depth=size.bm25_depth, track=track),
        partial(
            start_open_campaign,
            n_topics=size.n_open_topics,
            n_closed_topics=size.n_closed_topics,
            depth=size.pool_depth,
        ),
        partial(seat_assessor, OPEN_CAMPAIGN),
    )


def _further_steps(
    size: DemoSize, track_job: Tell, track_training: TellOfTraining, track_study: TellOfStudy
) -> Steps:
    return (
        partial(simulate_pairs, depth=size.pair_depth),
        partial(
            start_learning_campaign,
            n_topics=size.n_learning_topics,
            n_judged=size.n_judged_in_steps,
            depth=size.bm25_depth,
        ),
        partial(rerank_by_bert, depth=size.bert_depth, progress=track_job),
        partial(hold_closed_campaign, n_topics=size.n_closed_topics, depth=size.pool_depth),
        derive_demo_labels,
        partial(
            train_ranker,
            n_steps=size.n_training_steps,
            depth=size.trained_depth,
            progress=track_training,
        ),
        partial(rerank_by_trained, depth=size.trained_depth, progress=track_job),
        partial(study_typos, depth=size.study_depth, progress=track_study),
    )
