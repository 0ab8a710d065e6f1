"""Start a study: lay out and validate its whole matrix, then freeze it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from annotation.models import LabelSet
from evaluation.exceptions import StudyRefused
from evaluation.models import Study, StudyRun
from evaluation.scores.estimable import refuse_samples
from evaluation.scores.judged_runs import check_comparable
from evaluation.scores.measures import measures_of
from evaluation.studies.advancing import offer_study, take_up_study, unmade_collections
from evaluation.studies.lines import ORIGINAL, AskedRanker, AskedStudy, Line, lines_of
from evaluation.studies.testing import STUDY_TESTS
from ranking.exceptions import NameTaken
from ranking.lookup import all_by_name, by_name, refuse_private, refuse_taken, taking_name
from ranking.models import Owned, Run
from ranking.names import first_repeated
from ranking.rankers.rerank_plan import freeze_ranker
from ranking.rankers.run_request import OF_A_MODEL, plan_asked
from ranking.variants.making import offer_variant
from regrade.significance import CORRECTIONS

MOST_RUNS = 2000
SHOWS = "researchers see all of a study"
# What of a plan makes its run another system: the rest follows from the texts.
IDENTITY = ("ranker", "model", "passage_model", "precision", "parameters", "index", "depth")


class Matrix(NamedTuple):
    """Texts and runs of a study; only its variants are stored yet."""

    lines: Sequence[Line]
    rankers: Sequence[AskedRanker]
    fields: Sequence[StudyRun]

    def as_json(self, asked: AskedStudy) -> dict[str, Any]:
        """Identity of the study, to recognize a repeated request."""
        return {
            "topics": asked.topics,
            "collection": asked.collection,
            "lines": [
                {
                    "title": line.title,
                    "topics": line.topic_set.name,
                    "collection": line.collection.name,
                    "changes": line.changes,
                    "kind": line.kind,
                }
                for line in self.lines
            ],
            "rankers": [
                {
                    "name": ranker.name,
                    "asked": ranker.asked and dict(ranker.asked),
                    "reranks": ranker.reranks,
                    "runs": list(ranker.runs),
                }
                for ranker in self.rankers
            ],
        }


@transaction.atomic
def start_study(*, asked: AskedStudy, started_by: User | None = None, offers: bool = True) -> Study:
    """Store and begin a study, or resume an identical one.

    Texts, rankers with their models, run names, labels and measures are all validated before
    anything is stored. A repeated call with the same matrix returns the existing study, resumed if
    it failed or was cancelled. Its tables' defaults (labels, measures, test, correction) are those
    of the last call.

    Args:
        offers: whether to send the work to workers at once.

    Raises:
        NameTaken: a study of that name has another matrix, or another run has a name the study
            needs.
        NotFound, NameRefused, RankingError: unusable texts, runs, models or parameters.
        StudyRefused: variants or rankers that do not form a matrix.
        MeasureRefused, NotComparable: unusable measures or labels.
    """
    reading = read_defaults(asked)
    matrix = lay_out(asked, reading["label_set"])
    shown = matrix.as_json(asked)
    found = find_same(asked, shown)
    if found is not None:
        Study.objects.filter(pk=found.pk).update(**reading)
        study = take_up_study(study_id=found.pk)
    else:
        with taking_name(Study, asked.name):
            study = _store(asked, matrix, shown, {**reading, "started_by": started_by})
    if offers:
        _offer(study)
    return study


def find_same(asked: AskedStudy, given: Mapping[str, Any]) -> Study | None:
    """The study of that name, locked; None if there is none.

    Raises:
        NameTaken: it has another matrix.
    """
    found = Study.objects.select_for_update(of=("self",)).filter(name=asked.name).first()
    if found is not None and (differing := _what_differs(found.matrix, given)):
        raise NameTaken(
            f"There is a study named {asked.name!r} already, of other {differing}; choose another"
            " name."
        )
    return found


def lay_out(asked: AskedStudy, label_set: LabelSet) -> Matrix:
    """The study's matrix; makes or begins the variants given as recipes.

    Raises:
        as `start_study`.
    """
    if not Study.objects.filter(name=asked.name).exists():
        refuse_taken(Study, asked.name)
    _refuse_many((1 + len(asked.variants)) * len(asked.rankers))
    _check_rankers(asked.rankers)
    lines = lines_of(asked)
    _refuse_many(len(lines) * len(asked.rankers))
    expects = {
        ranker.name: _expects(ranker.asked, lines[0], ranker.reranks)
        for ranker in asked.rankers
        if ranker.asked is not None
    }
    fields = list(_fields(asked, lines, expects))
    _refuse_names(asked.name, fields)
    runs = [field.run for field in fields if field.run]
    refuse_private([label_set, *runs, *_texts_in(lines)], of=SHOWS)
    check_comparable(runs, [label_set])
    return Matrix(lines, asked.rankers, fields)


def _texts_in(lines: Sequence[Line]) -> Iterator[Owned]:
    for line in lines:
        yield line.topic_set
        yield line.collection


def read_defaults(asked: AskedStudy) -> dict[str, Any]:
    """Validated defaults of the study's tables."""
    measures_of(asked.measures)
    if asked.test not in STUDY_TESTS:
        known = ", ".join(STUDY_TESTS)
        raise StudyRefused(
            f"A study has no test {asked.test!r}: {known}.", code="unknown_test", field="test"
        )
    if asked.correction not in ("none", *CORRECTIONS):
        known = ", ".join(("none", *CORRECTIONS))
        raise StudyRefused(
            f"There is no correction {asked.correction!r}: {known}.",
            code="unknown_correction",
            field="correction",
        )
    label_set = by_name(LabelSet, asked.labels, field="labels")
    if (label_set.topic_set.name, label_set.collection.name) != (asked.topics, asked.collection):
        raise StudyRefused(
            f"{label_set} labels {label_set.topic_set} over {label_set.collection}: a study needs"
            f" labels of its originals, {asked.topics} over {asked.collection}.",
            code="other_labels",
            field="labels",
        )
    refuse_samples([label_set], "a study", field="labels")
    return {
        "label_set": label_set,
        "measures": asked.measures,
        "test": asked.test,
        "correction": asked.correction,
    }


def _check_rankers(rankers: Sequence[AskedRanker]) -> None:
    if not rankers:
        raise StudyRefused("A study needs a ranker: name one.", code="no_ranker", field="rankers")
    names = [ranker.name for ranker in rankers]
    for place, ranker in enumerate(rankers):
        if names.count(ranker.name) > 1:
            raise StudyRefused(
                f"Two rankers are called {ranker.name}.", code="ranker_twice", field="rankers"
            )
        if ranker.asked is None and not ranker.runs:
            raise StudyRefused(
                f"{ranker.name} says neither how it ranks nor which runs are its.",
                code="ranker_of_nothing",
                field="rankers",
            )
        if ranker.reranks is not None and ranker.reranks not in names[:place]:
            raise StudyRefused(
                f"{ranker.name} re-ranks {ranker.reranks}, which is no ranker before it.",
                code="first_stage_missing",
                field="rankers",
            )


def _expects(asked: Mapping[str, Any], original: Line, reranks: str | None) -> dict[str, Any]:
    """Identifying fields of the ranker's plan, which all of its runs must share."""
    if reranks is None:
        plan = plan_asked({**asked, "name": "-", **_ground(original), "parent": None})
        return {key: plan.spec[key] for key in IDENTITY if key in plan.spec}
    chosen = {key: asked[key] for key in OF_A_MODEL if key != "name"}
    frozen = freeze_ranker(**chosen, fetches=False)
    return {key: frozen[key] for key in IDENTITY if key in frozen}


def _ground(line: Line) -> dict[str, str]:
    return {"collection": line.collection.name, "topic_set": line.topic_set.name}


def _fields(
    asked: AskedStudy, lines: Sequence[Line], expects: Mapping[str, dict[str, Any]]
) -> Iterator[StudyRun]:
    """Runs of the matrix line by line, each re-ranked run before the one that re-ranks it."""
    imported = {ranker.name: _by_ground(ranker, lines) for ranker in asked.rankers if ranker.runs}
    number = 0
    for line in lines:
        of_line: dict[str, StudyRun] = {}
        for ranker in asked.rankers:
            field = StudyRun(
                number=number,
                variant=line.title,
                ranker=ranker.name,
                topic_set=line.topic_set,
                collection=line.collection,
                name=_run_name(asked.name, ranker.name, line.title),
                asked=ranker.asked and dict(ranker.asked),
                expects=expects.get(ranker.name),
                after=of_line[ranker.reranks] if ranker.reranks else None,
            )
            if ranker.name in imported:
                field.run = _imported(imported[ranker.name], ranker, line)
            of_line[ranker.name] = field
            number += 1
            yield field


def _refuse_many(n_runs: int) -> None:
    if n_runs > MOST_RUNS:
        raise StudyRefused(
            f"That makes {n_runs:,} runs; a study has up to {MOST_RUNS:,}.", code="too_many_runs"
        )


def _by_ground(ranker: AskedRanker, lines: Sequence[Line]) -> dict[tuple[int, int], Run]:
    """The ranker's imported runs by texts: exactly one for each line of the study."""
    wanted = {(line.topic_set.pk, line.collection.pk) for line in lines}
    found = dict[tuple[int, int], Run]()
    for run in all_by_name(Run, ranker.runs):
        ground = (run.topic_set_id, run.collection_id)
        if ground in found:
            raise StudyRefused(
                f"{ranker.name} has two runs over the same texts, {found[ground]} and {run}.",
                code="run_twice",
                field="rankers",
            )
        if ground not in wanted:
            raise StudyRefused(
                f"{ranker.name}: {run} is over {run.topic_set} and {run.collection}, which are no"
                " texts of the study.",
                code="run_over_other_texts",
                field="rankers",
            )
        found[ground] = run
    return found


def _imported(runs: Mapping[tuple[int, int], Run], ranker: AskedRanker, line: Line) -> Run:
    run = runs.get((line.topic_set.pk, line.collection.pk))
    if run is None:
        raise StudyRefused(
            f"{ranker.name} has no run over {line.topic_set} and {line.collection} ({line.title}).",
            code="run_missing",
            field="rankers",
        )
    return run


def _run_name(study: str, ranker: str, title: str) -> str:
    parts = [study, ranker] if title == ORIGINAL else [study, ranker, title]
    return ".".join("".join("-" if c in ", \t\n" else c for c in part) for part in parts)


def _refuse_names(study: str, fields: Sequence[StudyRun]) -> None:
    names = [field.name for field in fields if field.asked is not None]
    if (twice := first_repeated(names)) is not None:
        raise StudyRefused(
            f"Two runs would be called {twice}: choose other titles.", code="run_names_collide"
        )
    if Study.objects.filter(name=study).exists():
        return  # they may be its own
    for name in names:
        refuse_taken(Run, name)


def _store(
    asked: AskedStudy, matrix: Matrix, given: dict[str, Any], fields: dict[str, Any]
) -> Study:
    original = matrix.lines[0]
    study = Study.objects.create(
        name=asked.name,
        topic_set=original.topic_set,
        collection=original.collection,
        matrix=given,
        **fields,
    )
    for field in matrix.fields:  # each after the one that it waits for
        field.study = study
        field.save()
    return study


def _offer(study: Study) -> None:
    """Send texts first, since the runs over them wait."""
    for collection in unmade_collections(study):
        offer_variant(collection=collection)
    offer_study(study.pk)


def _what_differs(stored: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    """The parts of the matrix that differ, in words; kinds follow from the texts."""
    named = {"topics": "topics", "collection": "passages", "lines": "variants"}
    same = {**given, "lines": list(map(_texts_of, given["lines"]))}
    was = {**stored, "lines": list(map(_texts_of, stored["lines"]))}
    return " and ".join(named.get(key, key) for key in same if was.get(key) != same[key])


def _texts_of(line: Mapping[str, Any]) -> tuple[str, ...]:
    return line["title"], line["topics"], line["collection"]
