from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self, TypeAlias

from regrade.client.comparing import Comparison, ask_comparison, question_of
from regrade.client.connection import Connection
from regrade.client.errors import NotSent
from regrade.client.frames import Frame, as_file, frame_of, read_columns
from regrade.client.jobs import Job
from regrade.client.shapes import (
    CampaignRow,
    CollectionRow,
    ComparisonRow,
    DerivedLabels,
    LabelsRow,
    ListPart,
    OwnCallRow,
    RunRow,
    Shape,
    Stored,
    SubmissionRow,
    TopicSetRow,
    shaped,
)
from regrade.files.file_names import name_of_file

PART_SIZE = 200  # the most that a list gives at once
RUN_COLUMNS = ("query_id", "q0", "doc_id", "rank", "score", "tag")
RUN_KEPT = {"query_id": "string", "doc_id": "string", "rank": "int64", "score": "float64"}
LABEL_COLUMNS = ("query_id", "zero", "doc_id", "relevance")
LABELS_KEPT = {"query_id": "string", "doc_id": "string", "relevance": "int64"}
JUDGMENT_FORMS = ("tsv", "csv", "jsonl", "parquet")
PathLike: TypeAlias = Path | str
CampaignLike: TypeAlias = str | int


class Server:
    """Runs, labels, campaigns and comparisons of one server.

    A push returns what is stored, all of it or nothing: if the server refuses a file, ServerRefused
    says why and lists the bad lines. A pull writes the whole file or none.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def __repr__(self) -> str:
        return f"Server({self._connection.address!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._connection.close()

    def push_collection(self, name: str, *paths: PathLike, **options: Any) -> Stored:
        """Import passages, gzipped or not, into a new collection or one that exists.

        Options are description, language, licence and mojibake.
        """
        return self._push("collections", paths, name=name, **options)

    def push_topics(self, name: str, path: PathLike, **options: Any) -> Stored:
        """Import a topic set; options are number_by, skip_bad and mojibake."""
        return self._push("topic-sets", [path], name=name, **options)

    def push_run(
        self,
        run: PathLike | Frame,
        *,
        collection: str,
        topic_set: str,
        name: str | None = None,
        **options: Any,
    ) -> Stored:
        """Import a run.

        Args:
            run: a file, or a DataFrame with query_id, doc_id and score.
            collection: what it searched.
            topic_set: what it answers.
            name: by default that of the file, without its endings.
            options: kind (trad, nn or nnlm), team, single_precision, keep_first.
        """
        fields = {"collection": collection, "topic_set": topic_set, "name": name or _name_of(run)}
        with as_file(run, "score") as path:
            return self._push("runs", [path], **fields, **options)

    def push_labels(
        self,
        labels: PathLike | Frame,
        *,
        collection: str,
        topic_set: str,
        name: str | None = None,
        **options: Any,
    ) -> Stored:
        """Import labels: a file, or a DataFrame with query_id, doc_id and relevance.

        Options are min_relevance and is_whole.
        """
        fields = {"collection": collection, "topic_set": topic_set}
        with as_file(labels, "relevance") as path:
            name = name or _name_of(labels)
            return self._push("labels", [path], name=name, **fields, **options)

    def push_files(self, name: str, *paths: PathLike, **options: Any) -> Stored:
        """Import runs and qrels alone, over a new collection without texts and a new topic set.

        Both get the name; runs and label sets are named after their files, as the report says.
        Options are min_relevance, keep_first, and min_relevance_of, a list of texts FILE=GRADE.
        """
        return self._push("imports/files", paths, name=name, **options)

    def push_judgments(self, campaign: CampaignLike, *paths: PathLike, **options: Any) -> Stored:
        """Import recorded judgments into a campaign; repeated ones count as unchanged.

        Options are assessor, columns, extend_pool, keep_textless and kind.
        """
        path = f"campaigns/{self._campaign_id(campaign)}/judgments"
        return self._push(path, paths, **options)._replace(name=str(campaign))

    def push_archive(self, path: PathLike, *, name: str | None = None, **options: Any) -> Stored:
        """Import the archive of a campaign as a closed campaign.

        Args:
            path: the archive.
            name: of the campaign; by default the one it had.
            options: collection, new_collection.
        """
        return self._push("campaigns/archive", [path], name=name, **options)

    def hand_in(self, path: PathLike) -> SubmissionRow:
        """Hand in a run file, with the token of a team of a call for runs.

        Raises:
            ServerRefused: the file is refused; its report stays with the call.
        """
        return shaped(SubmissionRow, self._connection.upload("calls/runs", [Path(path)], {}))

    def hand_ins(self) -> OwnCallRow:
        """The rules of the team's call, and all files that it sent, the newest first."""
        call = self._connection.get("calls/runs")
        sent = [shaped(SubmissionRow, row) for row in call["submissions"]]
        return shaped(OwnCallRow, {**call, "submissions": sent})

    def runs(self, **filters: str) -> Iterator[RunRow]:
        """All runs by name; filters are collection, topic_set, search, and archived="yes"."""
        return self._rows("runs", RunRow, filters)

    def label_sets(self, **filters: str) -> Iterator[LabelsRow]:
        """All label sets by name, with the filters of `runs`."""
        return self._rows("labels", LabelsRow, filters)

    def collections(self, **filters: str) -> Iterator[CollectionRow]:
        """All collections by name; filters are search and archived."""
        return self._rows("collections", CollectionRow, filters)

    def topic_sets(self, **filters: str) -> Iterator[TopicSetRow]:
        """All topic sets by name; filters are search and archived."""
        return self._rows("topic-sets", TopicSetRow, filters)

    def comparisons(self, **filters: str) -> Iterator[ComparisonRow]:
        """All saved comparisons by name; filters are search and archived."""
        return self._rows("comparisons", ComparisonRow, filters)

    def campaigns(self) -> Iterator[CampaignRow]:
        """Campaigns that the account organizes or assesses."""
        return (shaped(CampaignRow, row) for row in self._connection.get("campaigns"))

    def agreement(self, campaign: CampaignLike, **options: Any) -> Mapping[str, Any]:
        """Every coefficient of a campaign's assessors, with intervals, as the API has them.

        Options are missing and threshold.
        """
        path = f"campaigns/{self._campaign_id(campaign)}/agreement"
        document: Mapping[str, Any] = self._connection.get(path, **options)
        return document

    def label_statistics(self, name: str) -> Mapping[str, Any]:
        """Counts of a label set by value and by topic, as the API has them."""
        document: Mapping[str, Any] = self._connection.get("labels/statistics", labels=name)
        return document

    def topic(self, topic_set: str, query_id: str, **options: Any) -> Mapping[str, Any]:
        """A topic's labelled and ranked passages, as the API has them.

        Options are runs and labels, names separated by commas, without which none are shown;
        measures, start and n.
        """
        asked = {"topic_set": topic_set, "query_id": query_id, **options}
        document: Mapping[str, Any] = self._connection.get("topic", **asked)
        return document

    def pull_run(self, name: str, path: PathLike, *, depth: int | None = None) -> None:
        """Write a run in TREC's six columns; gzipped if the path ends in .gz."""
        self._connection.download("runs/ranking", Path(path), name=name, depth=depth)

    def pull_labels(self, name: str, path: PathLike, *, form: str | None = None) -> None:
        """Write a label set as qrels, or of a sample as prels, with the pairs' probabilities.

        With `form="msmarco"` its relevant passages alone, with "table" labels with a header line.
        """
        self._connection.download("labels/qrels", Path(path), name=name, format=form)

    def pull_judgments(
        self, campaign: CampaignLike, path: PathLike, *, form: str | None = None, **options: Any
    ) -> None:
        """Write a campaign's judgments.

        Args:
            campaign: its name or number.
            path: a file; gzipped if it ends in .gz.
            form: tsv, csv, jsonl or parquet; by default what the path ends in, else tsv.
            options: all_versions, exact_times, extra, notes.
        """
        ending = Path(path).name.removesuffix(".gz").rpartition(".")[2]
        form = form or (ending if ending in JUDGMENT_FORMS else JUDGMENT_FORMS[0])
        address = f"campaigns/{self._campaign_id(campaign)}/judgments"
        self._connection.download(address, Path(path), format=form, **options)

    def pull_archive(
        self, campaign: CampaignLike, path: PathLike, *, texts: str = "pooled"
    ) -> None:
        """Write a finished campaign as one file, with texts of `none`, `pooled` or `all`."""
        address = f"campaigns/{self._campaign_id(campaign)}/archive"
        self._connection.download(address, Path(path), texts=texts)

    def run_frame(self, name: str, *, as_: str | None = None) -> Frame:
        """A run with query_id, doc_id, rank and score, as a frame of pandas or polars."""
        return self._frame(
            lambda path: self.pull_run(name, path),
            lambda path: read_columns(path, RUN_COLUMNS, RUN_KEPT),
            as_,
        )

    def labels_frame(self, name: str, *, as_: str | None = None) -> Frame:
        """A label set with query_id, doc_id and relevance, as a frame of pandas or polars."""
        return self._frame(
            lambda path: self.pull_labels(name, path, form="trec"),
            lambda path: read_columns(path, LABEL_COLUMNS, LABELS_KEPT),
            as_,
        )

    def judgments_frame(
        self, campaign: CampaignLike, *, as_: str | None = None, **options: Any
    ) -> Frame:
        """A campaign's judgments as exported, as a frame of pandas or polars."""
        return self._frame(
            lambda path: self.pull_judgments(campaign, path, **options),
            import_module("pyarrow.parquet").read_table,
            as_,
        )

    def compare(
        self,
        runs: Sequence[str] | str,
        *,
        labels: Sequence[str] | str,
        measures: Sequence[str] | str = "nDCG@10,RR@10",
        baseline: str | None = None,
        wait_s: float = 3600,
        **options: Any,
    ) -> Comparison:
        """Compare stored runs and freeze the result.

        Args:
            runs: their names.
            labels: names of label sets.
            measures: as in `regrade score`.
            baseline: the run that others are compared with; by default the best one.
            wait_s: patience with a worker that computes it.
            options: test, correction, family, seed, permutations, bound, zero_method,
                baseline_labels, only_topics_of, common_topics, trained_topics, single_precision.
        """
        question = question_of(runs, labels, measures, baseline=baseline, **options)
        return ask_comparison(self._connection, question, wait_s)

    def compute(
        self,
        name: str,
        *,
        collection: str | None = None,
        topic_set: str | None = None,
        parent: str | None = None,
        ranker: str = "bm25",
        **options: Any,
    ) -> Job:
        """Let workers compute a run, or go on with it.

        Args:
            name: of the run.
            collection: what a search ranks, with `topic_set`.
            topic_set: the topics of a search.
            parent: the run that a neural ranker re-ranks.
            ranker: bm25, or the name of a neural one.
            options: of the ranker, as `POST /api/runs/computed` has them.
        """
        asked = {"name": name, "ranker": ranker, **options}
        over = {"collection": collection, "topic_set": topic_set, "parent": parent}
        run = self._connection.post("runs/computed", {**asked, **over})
        return Job(self._connection, run["job"], run["name"])

    def create_campaign(
        self, name: str, *, runs: Sequence[str], depth: int, **options: Any
    ) -> CampaignRow:
        """Pool the runs' top passages into a draft campaign.

        Options are those of `POST /api/campaigns/from-runs`, such as scale or grades,
        judgments_per_pair and guideline.
        """
        asked = {"name": name, "runs": list(runs), "depth": depth, **options}
        return shaped(CampaignRow, self._connection.post("campaigns/from-runs", asked))

    def set_state(self, campaign: CampaignLike, state: str, note: str = "") -> str:
        """Take a campaign to draft, pilot, open, paused, closed or archived."""
        path = f"campaigns/{self._campaign_id(campaign)}/state"
        return str(self._connection.post(path, {"state": state, "note": note})["state"])

    def invite(self, campaign: CampaignLike, **options: Any) -> str:
        """A link to join a campaign; options are role, days and max_uses."""
        path = f"campaigns/{self._campaign_id(campaign)}/invitations"
        token = self._connection.post(path, options)["token"]
        return f"{self._connection.address}/join#{token}"

    def derive(self, campaign: CampaignLike, name: str, policy: Mapping[str, Any]) -> DerivedLabels:
        """Derive a label set from a campaign's judgments, by a policy such as
        `{"aggregate": "majority", "threshold": 3}`.
        """
        path = f"campaigns/{self._campaign_id(campaign)}/labels"
        return shaped(DerivedLabels, self._connection.post(path, {**policy, "name": name}))

    def _push(self, path: str, files: Sequence[PathLike], **fields: Any) -> Stored:
        if not files:
            raise NotSent("No file was named.", code="nothing_named")
        report = self._connection.upload(path, [Path(file) for file in files], fields)
        return Stored(report.get("name", ""), report)

    def _rows(self, path: str, shape: type[Shape], filters: Mapping[str, str]) -> Iterator[Shape]:
        """Each row once: rows are read behind the last name, so that none moves meanwhile."""
        after: str | None = ""
        while after is not None:
            found = self._connection.get(path, after=after, size=PART_SIZE, **filters)
            rows, after = shaped(ListPart, found)
            yield from (shaped(shape, row) for row in rows)

    def _campaign_id(self, campaign: CampaignLike) -> int:
        if isinstance(campaign, int):
            return campaign
        found = [row.id for row in self.campaigns() if row.name == campaign]
        if not found:
            sentence = f"The account has no campaign called {campaign!r}."
            raise NotSent(sentence, code="unknown_campaign")
        return found[0]

    def _frame(
        self, pull: Callable[[Path], None], read: Callable[[Path], Frame], as_: str | None
    ) -> Frame:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "rows.parquet"
            pull(path)
            return frame_of(read(path), as_)


def _name_of(given: PathLike | Frame) -> str:
    name = name_of_file(Path(given).name) if isinstance(given, Path | str) else ""
    if not name:
        raise NotSent("Give the run or the label set a name.", code="no_name")
    return name
