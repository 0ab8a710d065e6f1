"""Markdown in which text typed by people never becomes markup."""

from __future__ import annotations

import re

# What begins markup within a line, in CommonMark and in GitHub's tables, links and mentions.
_MARKUP = re.compile(r"[\\`*_\[\]#|~$@^]|(?<=\w):(?=//)|(?<=www)\.")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
# Invisible characters that end a line or change its direction.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_BACKTICKS = re.compile("`+")
SHORTEST_FENCE = 3


def plain(text: object) -> str:
    """The text on one line, escaped so that it renders literally anywhere in the line."""
    words = " ".join(str(text).split())
    return _MARKUP.sub(r"\\\g<0>", _UNSEEN.sub("", words)).translate(_ENTITIES)


def code(text: object) -> str:
    """The text as inline code, for readers to copy."""
    words = _UNSEEN.sub("", " ".join(str(text).split()))
    fence = "`" * (_longest_backticks(words) + 1)
    gap = " " if words.startswith("`") or words.endswith("`") else ""
    return f"{fence}{gap}{words}{gap}{fence}"


def block(text: str, language: str = "") -> str:
    """The text as a fenced code block that nothing in the text can close."""
    fence = "`" * max(SHORTEST_FENCE, _longest_backticks(text) + 1)
    lines = [_UNSEEN.sub("", line) for line in text.strip("\n").splitlines()]
    return "\n".join([f"{fence}{language}", *lines, fence])


def _longest_backticks(text: str) -> int:
    return max(map(len, _BACKTICKS.findall(text)), default=0)
