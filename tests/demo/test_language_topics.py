from __future__ import annotations

import pytest

from demo import language_topics
from demo.language_topics import Section, read_sections

LOOP = 'The "for" statement\n*******************\n\nIt loops.\n'
CLAUSE = "The else clause\n===============\n\nIt comes last.\n"


@pytest.fixture(autouse=True)
def _two_chapters(monkeypatch: pytest.MonkeyPatch) -> None:
    chapters = {"compound": f"{LOOP}\n{CLAUSE}", "for": LOOP}
    monkeypatch.setattr(language_topics, "topics", chapters)


def test_read_sections_names_the_place_by_chapter_and_later_heading() -> None:
    assert list(read_sections()) == [
        Section("topic-for", "The for statement", "It loops."),
        Section("topic-compound", "The for statement", "It loops."),
        Section("topic-compound.the-else-clause", "The else clause", "It comes last."),
    ]
