"""`manage.py` with one addition to Django's command line: a list of Regrade's own commands."""

from __future__ import annotations

from collections.abc import Iterator

from django.core.management import ManagementUtility

# As a user looks for them; docs/commands.md has the same parts.
COMMANDS = {
    "Bring data in": {
        "import_collection": "read passages into a new collection, or add to one",
        "create_collection": "make a collection without texts, for runs and labels alone",
        "import_topics": "read topics into a new topic set",
        "make_variant": "change every text of a collection or topic set by a recipe",
        "make_windows": "cut every text of a collection into windows, as a new collection",
        "import_run": "read a run file: TREC's six columns or MS MARCO's three",
        "import_labels": "read TREC qrels or three columns into a new label set",
        "import_files": "read runs and qrels alone, over a new collection without texts",
        "import_candidates": "make collection, topics, a run and labels from one JSONL file",
        "import_judgments": "add judgments recorded elsewhere to a campaign",
        "import_archive": "make a closed campaign of an archive",
    },
    "Judge": {
        "build_pool": "make a pool of pairs to judge: of runs, by design, a list, or learning",
        "create_campaign": "set up the judging of a pool",
        "add_pairs": "add passages of runs to a campaign, or draw more pairs",
        "replay_pool": "choose a learning pool's pairs once more, and compare",
        "set_policy": "show or change what a campaign serves next",
        "draw_pilot": "turn some pairs into a pilot, which everyone judges",
        "pilot_report": "how a campaign's pilot went, assessor by assessor",
        "set_campaign_state": "open, pause, close or archive a campaign",
        "create_account": "make an account that can sign in",
        "api_token": "list, issue or revoke tokens by which programs act for an account",
        "reset_password": "print a link by which somebody sets another password",
        "create_invitation": "print a link by which people join a campaign",
        "list_members": "who is in a campaign, with quota and pace",
        "manage_member": "pause, resume or withdraw a member, or set a quota",
        "anonymize_campaign": "cut the link between pseudonyms and accounts for good",
    },
    "Derive labels": {
        "derive_labels": "make a label set of a campaign's judgments",
        "combine_labels": "make one label set of several",
        "compare_labels": "hold two label sets against each other",
        "export_labels": "write a label set as qrels, TREC's or MS MARCO's",
        "relevance_by_position": "where in their documents the relevant passages stand",
        "import_decisions": "add decisions of adjudicators to a campaign",
        "export_decisions": "write the decisions that stand as CSV",
        "export_marks": "write a campaign's gold and qualification pairs as JSON lines",
        "export_judgments": "write a campaign's judgments as TSV, CSV, JSONL or Parquet",
        "export_archive": "write a finished campaign as one file, which imports again",
        "export_datasheet": "write what a campaign and its labels are, as Markdown",
        "export_citation": "write how to cite a label set or a campaign, as BibTeX",
        "agreement": "how far the assessors of a campaign agree",
        "campaign_figures": "write the figures of a campaign as CSV files",
    },
    "Rank and compare": {
        "index": "build the index that BM25 searches",
        "rank": "make a run: search a collection by BM25, bert-dot or colbert",
        "generate_queries": "let a T5 write queries that an index expands passages by",
        "rerank": "re-rank the top of a run by a neural model",
        "roll_up": "turn a run over windows into a run over their documents",
        "aggregate": "make another ranking of the pair scores that duo-t5 left",
        "fuse": "make one run of several, by ranks or scores",
        "export_pairs": "write the pair scores that duo-t5 left with a run",
        "import_pairs": "give a run the pair scores of a file",
        "flips": "how often the pairs of a duo-t5 run flip",
        "jobs": "list the jobs that compute runs",
        "job": "how far the job of a run is; pause, resume, cancel or drop it",
        "export_run": "write a run as a TREC run file",
        "evaluate": "score runs under label sets",
        "compare": "compare runs with a baseline, or old labels with new ones",
        "verify_scores": "hold values against trec_eval's own code",
        "what_if": "the policies, pairs and people that would change an order of runs",
        "compare_systems": "compare systems as one family, or by analysis of variance",
        "correlate_rankings": "whether the order of systems holds under other labels",
        "train": "train a ranker on labels, or on a judged campaign",
        "training": "how far a training is; pause, resume, end or cancel it",
        "run_study": "run rankers over texts and variants of them, a matrix of runs",
        "study": "list studies, or how far one is; pause, resume, cancel or drop it",
        "read_study": "a study's table, one variant query by query, or where rankers fail",
    },
    "Demo": {
        "load_demo": "load the embedded demo",
    },
}
ALL = ["help", "--all"]
HOW_TO_GO_ON = """\
COMMAND --help explains a command with all its options.
help --all lists Django's commands as well, such as migrate and shell."""


class CommandLine(ManagementUtility):
    """Django's command line, whose `help` lists Regrade's commands unless all are asked for."""

    def __init__(self, argv: list[str]) -> None:
        self.lists_all = argv[1:] == ALL
        super().__init__(argv[:2] if self.lists_all else argv)

    def main_help_text(self, commands_only: bool = False) -> str:
        if commands_only or self.lists_all:
            return str(super().main_help_text(commands_only))
        return "\n".join(_listing())


def _listing() -> Iterator[str]:
    width = max(len(name) for part in COMMANDS.values() for name in part)
    for title, part in COMMANDS.items():
        yield f"{title}:"
        yield from (f"  {name:<{width}}  {meaning}" for name, meaning in part.items())
        yield ""
    yield HOW_TO_GO_ON
