"""Words that give a translation away, see "Plain English" in the house style."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes.node import printed_by
from tests.source_tree import ROOT, Function, parsed, python_sources, tracked

SOURCES = python_sources(*{path.parts[0] for path in tracked()} - {"tests"})
SENTENCE_END = re.compile(r"(?<=[.:;?!])\s")
WORDS = re.compile(
    r"\b(told|tells?|telling|such\s+as\s+it|whoever|anew|but\s+for"
    r"|(is|are|was|were)\s+to|what\s+(it|is)|of\s+which)\b",
    re.IGNORECASE,
)
PLAIN = (
    "(each|both) of which",
    "tell them apart",
    # Titles of pages and of their screenshots.
    "What is recorded",
    "What is unjudged in a comparison",
    # A query of a recorded campaign.
    'query "what is physical',
    # Rules on the words of questions, in docs/figures.md.
    r"\*what is [^*]*\*",
    r"\| what is \| any other what is \|",
    # Help of a column, which only a migration changes.
    "last offered anew",
)
QUESTIONS = {"demo/topics.py", "regrade/text/answer_types.py"}  # queries, and rules on them
EXCEPTIONS = re.compile("|".join(PLAIN))
GUARDED_SINCE = "0ba4739d"  # earlier commits keep the subjects that they have


def marked(text: str) -> list[str]:
    """Phrases of the text that give a translation away, with the words around them."""
    text = EXCEPTIONS.sub("", text)
    return [text[max(at.start() - 30, 0) : at.end() + 30] for at in WORDS.finditer(text)]


def documents() -> list[Path]:
    """All documents but decision records, which are superseded and never edited."""
    return [
        ROOT / path
        for path in tracked()
        if path.suffix in {".md", ".template"} and "adr" not in path.parts
    ]


def first_sentences(tree: ast.Module) -> Iterator[str]:
    """First sentence of each docstring, in one line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | Function):
            paragraph = (ast.get_docstring(node) or "").partition("\n\n")[0]
            yield SENTENCE_END.split(paragraph.replace("\n", " "))[0]


def test_first_sentences_of_docstrings_are_plain_english() -> None:
    assert [
        f"{path}: {sentence}"
        for path in SOURCES
        for sentence in first_sentences(parsed(path))
        if marked(sentence) or sentence.startswith("What ")
    ] == []


def texts(tree: ast.Module) -> Iterator[str]:
    """The strings of a module, with those docstrings that `./dev help` prints."""
    docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and (node not in docstrings or text.startswith("./dev ")):
            yield text


def test_strings_are_plain_english() -> None:
    """Help of commands and of the API, refusals, warnings, reports."""
    assert [
        f"{path}: {phrase}"
        for path in SOURCES
        if str(path) not in QUESTIONS
        for text in texts(parsed(path))
        for phrase in marked(text)
    ] == []


def test_pages_are_plain_english() -> None:
    found = printed_by("texts.ts")
    assert len(found) > 2_000
    assert [text for text in found if marked(text["text"])] == []


@pytest.mark.parametrize("document", documents(), ids=lambda path: path.name)
def test_documents_are_plain_english(document: Path) -> None:
    assert marked(document.read_text("utf-8")) == []


def test_commit_subjects_are_plain_english() -> None:
    log = ["git", "log", "--no-merges", "--format=%s", f"{GUARDED_SINCE}..HEAD"]
    done = subprocess.run(log, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"this clone lacks the history since {GUARDED_SINCE}")
    subjects = done.stdout.splitlines()
    assert [subject for subject in subjects if marked(subject)] == []
