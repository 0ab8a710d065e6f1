from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.labels.exporting import Documents, LabelExport, export_labels
from annotation.models import LabelSet
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand, add_output, output_name
from regrade.counted import counted
from regrade.documents import BY, By, DocumentPattern
from regrade.documents.arguments import add_document_of
from regrade.files.judging.qrels_writer import QrelsForm
from regrade.files.judging.value_map import parse_value_map
from regrade.files.outputs import STDOUT
from regrade.methods.sampled import sample_sentence


class Command(RegradeCommand):
    help = (
        "Write a label set as TREC qrels, which trec_eval reads, and say which -l gives trec_eval "
        "the same relevant passages. With --documents the labels are those of the documents that "
        "the passages are parts of. Or in MS MARCO's form: relevant passages alone, each as 1, "
        "with tabs between the columns. Labels that are a sample are written with the probability "
        "of each pair, as prels or a table, unless another form is asked for. import_labels reads "
        "all of these."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the label set")
        add_output(parser)
        parser.add_argument(
            "--as",
            dest="form",
            choices=list(QrelsForm),
            help="default: msmarco if the file's name ends in .tsv, or else trec; of a sample "
            "table and prels, which have probabilities",
        )
        parser.add_argument(
            "--map",
            metavar="1:0,2:0,3:1",
            default="",
            help="write other values: each old:new; values that are not named stay",
        )

        parser.add_argument(
            "--documents",
            choices=BY,
            help="write labels of documents: the highest of their judged passages' labels (max), "
            "or these added up (sum)",
        )
        add_document_of(parser, note="; without it, the ids stored with the passages")

    def handle(self, *args: Any, **options: Any) -> None:
        label_set = by_name(LabelSet, options["name"])
        file: Path = options["file"]
        documents = _documents(options["documents"], options["document_of"])
        usual = QrelsForm.by_name(file, is_sample=label_set.is_sample)
        form = QrelsForm(options["form"] or usual)
        done = export_labels(
            label_set=label_set,
            path=file,
            mapping=_mapping(options["map"]),
            form=form,
            documents=documents,
        )
        summary = f"{done.n_pairs:,} pairs of {done.n_topics:,} topics {output_name(file)}."
        hints = _hints(label_set, file, done, documents)
        if form is QrelsForm.MSMARCO:
            hints = _left_out(done)
        if label_set.is_sample:
            hints = _of_sample(label_set, done)
        self.report_output(f"{summary}\n{hints}", file)


def _of_sample(label_set: LabelSet, done: LabelExport) -> str:
    sentence = sample_sentence(label_set.design)
    if done.lacks_probabilities:
        return (
            f"{sentence} Qrels cannot say so: plain measures of them are no estimates. --as prels"
            " writes the probabilities."
        )
    sentence += " The last column is each pair's probability."
    if n_lacking := label_set.topic_labels.count() - done.n_topics:
        sentence += (
            f" {counted(n_lacking, 'topic')} without a drawn pair cannot be in the file, and"
            " estimates from it leave them out; export_archive keeps them."
        )
    return sentence


def _left_out(done: LabelExport) -> str:
    return (
        "MS MARCO's form: relevant passages alone, each as 1; left out are"
        f" {done.n_pairs_left_out:,} pairs that are not, and so {done.n_topics_left_out:,} topics."
    )


def _mapping(text: str) -> dict[int, int]:
    try:
        return parse_value_map(text)
    except ValueError as error:
        raise CommandError(f"--map: {error}.") from error


def _documents(by: By | None, document_of: DocumentPattern | None) -> Documents | None:
    if by is not None:
        return Documents(by, document_of)
    if document_of is not None:
        raise CommandError("--document-of says which documents there are; add --documents max|sum.")
    return None


def _hints(label_set: LabelSet, file: Path, done: LabelExport, documents: Documents | None) -> str:
    hint = f"trec_eval -l {done.level} -c {'QRELS' if file == STDOUT else file} RUN"
    if documents is not None and documents.by == "sum":
        hint = "No trec_eval -l fits: a sum can be of one relevant passage or of several others."
    elif done.level is None:
        least = label_set.min_relevance
        hint = f"No trec_eval -l fits: the map mixes values from {least} up with those below."
    if done.n_negative:
        hint += f"\ntrec_eval takes the {done.n_negative:,} negative values for unjudged."
    return hint
