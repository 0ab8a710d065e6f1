from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.active.building import build_active_pool
from annotation.active.kinds import STRATEGIES
from annotation.management.active_arguments import active_design, add_active_arguments
from annotation.management.design_arguments import add_design_arguments, asked_draw
from annotation.models import LabelSet
from annotation.pools.building import (
    PoolReport,
    build_pool_from_pairs,
    build_pool_from_runs,
)
from annotation.pools.by_design import build_pool_by_design
from annotation.pools.design_words import design_sentence
from annotation.pools.drawing import Sample
from annotation.pools.sampling import parse_strata
from ranking.lookup import all_by_name, by_name
from ranking.management.base import RegradeCommand, add_names
from ranking.models import Collection, Run, TopicSet

# What would make a draw one of another question.
NOT_WITH_STRATEGY = ("pairs", "draw", "without_labels", "keep_textless")
NOT_WITH_DRAW = ("pairs", "sample", "strata", "labels", "without_labels", "keep_textless")


class Command(RegradeCommand):
    help = (
        "Make a pool of pairs to judge: the union of several runs' top passages, a sample of it by"
        " design, a given list, or pairs that are chosen step by step from judgments."
        " Passages without text are left out and counted."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="name of the new pool")
        source = parser.add_argument_group("from runs")
        add_names(source, "--runs", "runs to pool, comma-separated", required=False)
        source.add_argument("--depth", type=int, help="how many passages a run and topic")
        given = parser.add_argument_group("from a list")
        given.add_argument("--pairs", type=Path, help="file with query_id and passage_id columns")
        given.add_argument("--collection", help="collection of the passages")
        given.add_argument("--topics", help="topic set of the query_ids")
        add_design_arguments(parser)
        add_active_arguments(parser)
        sample = parser.add_argument_group("a part of the topics")
        sample.add_argument("--sample", type=int, metavar="N", help="draw N topics")
        sample.add_argument(
            "--strata",
            help="draw by the rank of the first relevant passage,"
            " as high=1-20:540,medium=21-80:60 (name=first-last:number)",
        )
        sample.add_argument("--labels", help="label set that defines relevance, for --strata")
        sample.add_argument(
            "--seed", type=int, default=0, help="seed of the draw, of topics or pairs (default 0)"
        )
        add_names(
            parser,
            "--without-labels",
            "leave out pairs that these label sets have, comma-separated: judge only new pairs",
            required=False,
        )
        parser.add_argument(
            "--keep-textless", action="store_true", help="pool passages without text as well"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["pairs"] and options["runs"]:
            raise CommandError("A pool comes from --runs or from --pairs, not from both.")
        if options["strategy"] is not None:
            self.stdout.write(_active(options))
            return
        if options["draw"] is not None:
            self.stdout.write(_drawn(options))
            return
        sample, keep_textless = _sample(options), options["keep_textless"]
        without = all_by_name(LabelSet, options["without_labels"] or [])
        if options["pairs"]:
            report = build_pool_from_pairs(
                name=options["name"],
                path=options["pairs"],
                collection=by_name(Collection, _needed(options, "collection", "--pairs")),
                topic_set=by_name(TopicSet, _needed(options, "topics", "--pairs")),
                sample=sample,
                without=without,
                keep_textless=keep_textless,
            )
        else:
            report = build_pool_from_runs(
                name=options["name"],
                runs=all_by_name(Run, _needed(options, "runs", "a pool without --pairs")),
                depth=_needed(options, "depth", "--runs"),
                sample=sample,
                without=without,
                keep_textless=keep_textless,
            )
        self.stdout.write(_sentence(report))


def _needed(options: dict[str, Any], name: str, by: str) -> Any:
    if options[name] in (None, []):
        raise CommandError(f"{by} needs --{name}.")
    return options[name]


def _drawn(options: dict[str, Any]) -> str:
    for name in NOT_WITH_DRAW:
        if options[name]:
            raise CommandError(
                f"--draw takes all topics and top passages of the runs; leave"
                f" --{name.replace('_', '-')} out."
            )
    report = build_pool_by_design(
        name=options["name"],
        runs=all_by_name(Run, _needed(options, "runs", "--draw")),
        depth=_needed(options, "depth", "--draw"),
        draw=asked_draw(options),
    )
    return (
        f"Pool {report.pool.name}: {report.n_pairs} of {report.n_drawable:,} pairs drawn, of"
        f" {report.n_topics} topics, for {design_sentence(report.pool.recipe['design'])}."
    )


def _active(options: dict[str, Any]) -> str:
    for name in NOT_WITH_STRATEGY:
        if options[name]:
            raise CommandError(f"--strategy does not go with --{name.replace('_', '-')}.")
    runs = all_by_name(Run, options["runs"] or [])
    named = {} if runs else _without_runs(options)
    design = active_design(options, runs)
    pool = build_active_pool(name=options["name"], design=design, sample=_sample(options), **named)
    return (
        f"Pool {pool.name} has no pairs yet: they are chosen while its campaign judges."
        f" {STRATEGIES[design.strategy].sentence}"
    )


def _without_runs(options: dict[str, Any]) -> dict[str, Any]:
    by = "--strategy without --runs"
    return {
        "collection": by_name(Collection, _needed(options, "collection", by)),
        "topic_set": by_name(TopicSet, _needed(options, "topics", by)),
    }


def _sample(options: dict[str, Any]) -> Sample | None:
    if options["sample"] is None and options["strata"] is None:
        return None
    try:
        strata = parse_strata(options["strata"]) if options["strata"] else []
    except ValueError as error:
        raise CommandError(f"--strata: {error}") from error
    labels = by_name(LabelSet, _needed(options, "labels", "--strata")) if strata else None
    return Sample(seed=options["seed"], n=options["sample"], strata=strata, labels=labels)


def _sentence(report: PoolReport) -> str:
    strata = "".join(f", {n} of stratum {name}" for name, n in report.strata.items() if name)
    left_out = report.n_textless_left_out
    labelled = report.n_labelled_left_out
    known = f"; left out as labelled already: {labelled}" if labelled else ""
    return (
        f"Pool {report.pool.name}: {report.n_pairs} pairs of {report.n_topics} topics{strata};"
        f" left out for want of a text: {left_out}{known}."
    )
