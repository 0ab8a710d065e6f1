from __future__ import annotations

from typing import Any

from annotation.labels.deriving import derive_labels
from annotation.models import Campaign, LabelSet
from evaluation.exceptions import TrainingRefused
from evaluation.management.trainings import (
    given_settings,
    preview_text,
    recipe_arguments,
    training_bar,
    training_text,
)
from evaluation.training.asked import PART_HELD_OUT, AskedTraining
from evaluation.training.files import FORMATS, OF_IDS, TEXTS, DataFile
from evaluation.training.here_and_now import follow_training, train_now
from evaluation.training.progress import training_progress
from evaluation.training.starting import plan_training, start_training
from evaluation.training.working import work_beside
from ranking.lookup import by_name
from ranking.management.arguments import argument, flag
from ranking.management.base import RegradeCommand, names
from ranking.models import Collection, Run, TopicSet
from regrade.aggregation import AggregationPolicy
from regrade.aggregation.policy_file import WholePolicy
from regrade.training.processes import is_first, of_first
from regrade.training.recipe import LOSSES, RECIPES

OF_EACH = "; ".join(f"{ranker}: {', '.join(losses)}" for ranker, losses in LOSSES.items())


class Command(RegradeCommand):
    help = (
        "Train a ranker on labels: passages that they make relevant against others of a run. The "
        "model that re-ranks held-out topics best gets the training's name, by which `rerank "
        "--model` and `rank --model` take it. --campaign trains on a judged campaign: its labels "
        "by majority are derived first, and its pool's first run is taken. --data trains on a "
        "file; models are then compared on the topics of a run and labels, if named, 200 at most. "
        "Workers train, unless --now has this process do so; stopped or killed at any moment, the "
        "same command goes on from the last checkpoint."
    )
    arguments = (
        argument("name", metavar="NAME", help="name of the training and of its model"),
        argument("--data", metavar="FILE", help="examples to train on instead, row by row"),
        argument(
            "--data-format",
            choices=FORMATS,
            default=TEXTS,
            help="texts: query, relevant passage, others, with tabs between (a question and its "
            "answer have no third column); ids: query, relevant passage, other passage, as MS "
            "MARCO's qidpidtriples; scored-: a teacher's score for each passage comes first",
        ),
        argument("--collection", metavar="C", help="of such ids (the run's)"),
        argument("--topic-set", metavar="T", help="of such ids (the run's)"),
        flag("--allow-overlap", "let topics held out have queries that the file trains on"),
        argument("--campaign", metavar="C", help="whose judgments to train on"),
        argument("--run", metavar="R", help="where negatives and held-out passages come from"),
        argument("--labels", metavar="L", help="label set that says which passages are relevant"),
        argument("--ranker", choices=list(LOSSES), help="the ranker to train; a recipe names one"),
        argument(
            "--recipe", choices=list(RECIPES), default="", help="settings as a paper has them"
        ),
        argument(
            "--from",
            dest="model",
            metavar="MODEL",
            help="what training begins with: a folder, a name on the hub, or a model trained here "
            "(the packaged MiniLM; for tk the words of the texts)",
        ),
        argument(
            "--vectors",
            metavar="FILE",
            default="",
            help="word vectors in GloVe's format for such a tk; without them they are drawn",
        ),
        argument(
            "--loss", help="; ".join(f"{one}: {', '.join(all_)}" for one, all_ in LOSSES.items())
        ),
        argument("--seed", type=int, help="of all draws (0)"),
        argument(
            "--relevant-from",
            type=int,
            metavar="GRADE",
            help="grade that is relevant (the labels' own)",
        ),
        argument(
            "--held-out",
            type=float,
            default=PART_HELD_OUT,
            metavar="SHARE",
            help=f"share of topics that models are compared by, 200 at most ({PART_HELD_OUT})",
        ),
        argument(
            "--held-out-topics", type=names, default=(), metavar="Q,Q", help="these topics instead"
        ),
        flag("--now", "train in this process and need no worker"),
        flag("--preview", "print what would be trained on, and store nothing"),
        recipe_arguments(),
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["now"] and not is_first():
            return work_beside(training_id=of_first(0))
        asked = _asked(options)
        if options["preview"]:
            self.stdout.write(preview_text(asked, plan_training(asked)))
            return
        training = start_training(asked=asked, offers=not options["now"])
        stopped = f"The workers go on with {training}; the same command shows how far they are."
        if options["now"]:
            of_first(training.pk)
            stopped = f"Stopped. The same command goes on with {training} from its last checkpoint."
        with self.saying_when_stopped(stopped), training_bar() as show:
            (train_now if options["now"] else follow_training)(training=training, progress=show)
        self.stdout.write(training_text(training_progress(training)))
        ranker = training.recipe["ranker"]
        self.stdout.write(
            f"\n./dev manage rerank RUN --ranker {ranker} --model {training} --name NAME re-ranks"
            " a run by it."
        )


def _asked(options: dict[str, Any]) -> AskedTraining:
    run, label_set = _of_campaign(options) if options["campaign"] else _named(options)
    return AskedTraining(
        name=options["name"],
        run=run,
        label_set=label_set,
        model=options["model"],
        vectors=options["vectors"],
        recipe=options["recipe"],
        settings=given_settings(options),
        relevant_from=options["relevant_from"],
        held_out=options["held_out"],
        held_out_topics=tuple(options["held_out_topics"]),
        file=_file(options, run) if options["data"] else None,
        allows_overlap=options["allow_overlap"],
    )


def _file(options: dict[str, Any], run: Run | None) -> DataFile:
    path, data_format = options["data"], options["data_format"]
    if data_format not in OF_IDS:
        return DataFile(path, data_format)
    collection = run.collection if run else None
    topic_set = run.topic_set if run else None
    if options["collection"]:
        collection = by_name(Collection, options["collection"])
    if options["topic_set"]:
        topic_set = by_name(TopicSet, options["topic_set"])
    return DataFile(path, data_format, collection, topic_set)


def _named(options: dict[str, Any]) -> tuple[Run | None, LabelSet | None]:
    if options["data"] and not options["run"] and not options["labels"]:
        return None, None
    if not options["run"] or not options["labels"]:
        raise TrainingRefused(
            "Name what to train on: --run and --labels, or --campaign, or --data.", code="no_data"
        )
    return by_name(Run, options["run"]), by_name(LabelSet, options["labels"])


def _of_campaign(options: dict[str, Any]) -> tuple[Run, LabelSet]:
    """The first run of its pool, and its labels by majority, which are derived once."""
    campaign = by_name(Campaign, options["campaign"])
    run = by_name(Run, options["run"]) if options["run"] else campaign.pool.runs.first()
    if run is None:
        raise TrainingRefused(
            f"Campaign {campaign.name} pools no run: name one by --run.", code="no_run", field="run"
        )
    name = options["labels"] or f"{options['name']}-labels"
    found = LabelSet.objects.filter(name=name, campaign=campaign).first()
    if found is None:
        policy = WholePolicy(rules=AggregationPolicy(aggregate="majority"))
        found = derive_labels(name=name, campaign=campaign, policy=policy).label_set
    return run, found
