from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from difflib import get_close_matches
from itertools import takewhile
from typing import Any

from django.core.management.base import CommandParser


class ShortParser(CommandParser):
    """Argument parser that answers a mistake with the required options, and a typo with a
    suggestion.

    `--help` still shows everything.
    """

    def format_usage(self) -> str:
        groups = [group for group in self._mutually_exclusive_groups if group.required]
        one_of = [action for group in groups for action in group._group_actions]
        needed = [
            action
            for action in self._actions
            if action.required or not action.option_strings or action in one_of
        ]
        formatter = self._get_formatter()
        formatter.add_usage(None, needed, groups)
        return f"{formatter.format_help().rstrip()} [OPTIONS]; --help shows them\n"

    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Namespace | None = None
    ) -> Any:
        for word in takewhile(lambda word: word != "--", args or ()):
            if word.startswith("--"):
                self._refuse_unknown(word.partition("=")[0])
        return super().parse_args(args, namespace)

    def _refuse_unknown(self, name: str) -> None:
        """Else a typo in a needed option would be reported as that option's absence."""
        options = [option for option in self._option_string_actions if option.startswith("--")]
        if not any(option.startswith(name) for option in options):
            closest = get_close_matches(name, options, 1)
            hint = f"; did you mean {closest[0]}?" if closest else ""
            self.error(f"there is no option {name}{hint}")
