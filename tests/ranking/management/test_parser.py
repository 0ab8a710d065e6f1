from __future__ import annotations

import pytest

from ranking.management.commands.rank import Command

NEEDED = ["bm25", "--ranker", "bm25", "--collection", "trees", "--topics", "needs"]


def said_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    command = Command()
    command._called_from_command_line = True  # type: ignore[attr-defined]
    with pytest.raises(SystemExit):
        command.create_parser("manage.py", "rank").parse_args(list(arguments))
    return capsys.readouterr().err


def test_a_typo_is_answered_with_what_was_meant(capsys: pytest.CaptureFixture[str]) -> None:
    last = said_of(capsys, *NEEDED, "--fb-dosc", "5").splitlines()[-1]
    assert last.endswith("there is no option --fb-dosc; did you mean --fb-docs?")


def test_an_option_like_none_is_just_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert said_of(capsys, *NEEDED, "--zzz").endswith("there is no option --zzz\n")


def test_a_mistake_shows_only_what_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    usage = said_of(capsys, *NEEDED, "--depth", "deep").partition("manage.py rank: error:")[0]
    assert " ".join(usage.split()) == (
        "usage: manage.py rank --ranker {bm25,bert-dot,colbert} --collection COLLECTION "
        "--topics TOPICS NAME [OPTIONS]; --help shows them"
    )


def test_help_shows_no_parameter_that_only_other_rankers_take() -> None:
    found = Command().create_parser("manage.py", "rank").format_help()
    assert "--max-passage-tokens" in found
    assert not {"--max-tokens", "bert-cat", "mono-t5"} & set(found.replace(":", " ").split())


def test_options_may_be_shortened_and_end_at_two_dashes() -> None:
    parser = Command().create_parser("manage.py", "rank")
    asked = parser.parse_args([*NEEDED[1:], "--dep", "7", "--", "--odd"])
    assert (asked.depth, asked.name) == (7, "--odd")
