"""Agreement on the highlights in files of judgments."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, _ActionsContainer
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from regrade.agreement.arguments import estimate_rows
from regrade.agreement.highlights.conventions import (
    CONVENTIONS,
    Convention,
    Empty,
    agreement_by_conventions,
)
from regrade.agreement.highlights.in_depth import HighlightedPair
from regrade.command.judgment_files import Refused, read_rows
from regrade.files.errors import BadInput
from regrade.files.passages import read_passages
from regrade.highlights import Highlights
from regrade.text.spans import checked_spans
from regrade.votes.assessor import MODEL
from regrade.votes.recorded import is_vote

Pair = tuple[str, str]
REJECTED = ("leave-out", "count")


def add_highlights(parser: ArgumentParser) -> None:
    """Add the options of agreement on highlights."""
    group = parser.add_argument_group("highlights")
    add = group.add_argument
    add(
        "--highlights",
        action="store_true",
        help="agreement on highlights instead, over all assessors of a pair, with 95%% intervals "
        "over topics; a table has them in its column spans, as [[0,12],[40,55]]",
    )
    add(
        "--conventions",
        type=lambda names: [name.strip() for name in names.split(",")],
        metavar="NAME,...",
        help=f"how it is computed: {', '.join(CONVENTIONS)} (default all). strict: what all "
        "highlighted, as a share of what any did; lenient: what at least two did; pairwise: mean "
        "share of every two. cast- counts characters, and 1 where nobody highlighted, as "
        "CAsT-snippets do; words- counts words, and only answers with highlights",
    )
    without = " Without them conventions of words are left out, unless --conventions names them"
    add_passages(group, note=without)
    add(
        "--empty",
        choices=get_args(Empty),
        help="what answers without highlights count, in place of the convention's own rule: agree "
        "(1 where nobody highlighted), differ (nothing where nobody did), or leave-out",
    )
    add("--least", type=int, metavar="K", help="assessors needed for lenient (default 2)")
    add(
        "--rejected",
        choices=REJECTED,
        help="whether rejected work counts; the published figures of CAsT-snippets count it "
        "(default leave-out)",
    )


def add_passages(parser: _ActionsContainer, *, required: bool = False, note: str = "") -> None:
    text = f"the texts, which words need: a collection with these doc_ids.{note}"
    parser.add_argument("--passages", type=Path, metavar="FILE", required=required, help=text)


def highlight_rows(given: Namespace) -> list[dict[str, Any]]:
    """A row for each convention.

    Raises:
        BadInput: a file cannot be used.
        Refused: an unknown convention, an option that none of them looks at, fewer than one
            assessor for lenient, nothing to agree on, texts that are needed and missing or there
            twice, or a highlight beyond its text.
    """
    conventions = {name: _convention(name, given) for name in _names(given)}
    _refuse_unused(given, conventions)
    answers: defaultdict[Pair, list[Highlights]] = defaultdict(list)
    for row in read_rows(given):
        counts = is_vote(row, with_rejected=given.rejected == "count")
        if counts and row.grade is not None and (given.with_models or row.kind != MODEL):
            answers[row.query_id, row.doc_id].append(row.spans)
    if not any(map(any, answers.values())):
        raise Refused("No judgment here has highlights.", code="no_highlights_judged")
    texts: Mapping[Pair, str] = {}
    if given.passages or any(convention.needs_text for convention in conventions.values()):
        texts = texts_of(given.passages, answers)
    pairs = [
        HighlightedPair(query_id, texts.get((query_id, doc_id), ""), of_pair)
        for (query_id, doc_id), of_pair in answers.items()
    ]
    return estimate_rows(agreement_by_conventions(pairs, conventions))


def _names(given: Namespace) -> Sequence[str]:
    """Those asked for, else all that can be computed, with a note on the others."""
    if given.conventions:
        return list(given.conventions)
    without_text = [name for name, one in CONVENTIONS.items() if not one.needs_text]
    if given.passages:
        return list(CONVENTIONS)
    others = ", ".join(name for name in CONVENTIONS if name not in without_text)
    left_out = f"{others} left out, which need the passages' texts; --passages names their file"
    sys.stderr.write(f"Note: {left_out}.\n")
    return without_text


def _refuse_unused(given: Namespace, conventions: Mapping[str, Convention]) -> None:
    """Options that change nothing."""
    lenient = [name for name, one in conventions.items() if one.coefficient == "lenient"]
    if given.least is not None and not lenient:
        raise Refused(
            f"--least is for lenient conventions: leave it out beside {', '.join(conventions)}.",
            code="least_unused",
        )


def _convention(name: str, given: Namespace) -> Convention:
    if name not in CONVENTIONS:
        known = ", ".join(CONVENTIONS)
        raise Refused(f"No convention is called {name!r}; one of {known}.", code="no_convention")
    if given.least is not None and given.least < 1:
        raise Refused(f"--least is 1 or more, not {given.least}.", code="least_below_one")
    asked = {"empty": given.empty, "least": given.least}
    return CONVENTIONS[name]._replace(**{k: v for k, v in asked.items() if v is not None})


def texts_of(path: Path | None, answers: Mapping[Pair, list[Highlights]]) -> Mapping[Pair, str]:
    """The text of each pair's passage in a file of passages, in which all highlights fit.

    Raises:
        BadInput: the file cannot be used, or has a passage with two texts.
        Refused: no file, a passage that it lacks, or a highlight beyond its text.
    """
    if path is None:
        raise Refused(
            "Conventions of words need the passages' texts: name their file with --passages.",
            code="passages_missing",
        )
    wanted = {doc_id for _, doc_id in answers}
    texts: dict[str, str] = {}
    for passage in read_passages(path):
        text = passage.text or ""
        if passage.doc_id in wanted and texts.setdefault(passage.doc_id, text) != text:
            reason = f"doc_id {passage.doc_id} appears twice, with another text"
            raise BadInput(path, passage.line, reason, code="passage_twice")
    if missing := sorted(wanted - texts.keys()):
        raise Refused(
            f"{path.name} lacks {len(missing)} of the {len(wanted)} judged passages,"
            f" such as {missing[0]}.",
            code="passages_missing",
        )
    found = {pair: texts[pair[1]] for pair in answers}
    _check_spans(answers, found)
    return found


def _check_spans(answers: Mapping[Pair, list[Highlights]], texts: Mapping[Pair, str]) -> None:
    for (query_id, doc_id), of_pair in answers.items():
        for spans in of_pair:
            try:
                checked_spans(spans, n_characters=len(texts[query_id, doc_id]))
            except ValueError as error:
                raise Refused(
                    f"A highlight of topic {query_id}, passage {doc_id} does not fit its text:"
                    f" {error}.",
                    code="highlight_beyond_text",
                ) from error
