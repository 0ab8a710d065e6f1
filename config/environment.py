"""Reads settings from environment variables and names the variable when one is wrong."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from django.core.exceptions import ImproperlyConfigured

SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
TRUE, FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off", ""}


class Rate(NamedTuple):
    n: int
    seconds: int


def text(name: str, default: str | None = None) -> str:
    """The variable's value, or the default; without a default the variable is required."""
    value = os.environ.get(name, default)
    if value is None:
        raise ImproperlyConfigured(f"{name} is not set; .env.example describes it.")
    return value


def boolean(name: str, *, default: bool) -> bool:
    value = os.environ.get(name, str(default)).strip().lower()
    if value not in TRUE | FALSE:
        raise ImproperlyConfigured(f"{name} must be one of 1, 0, true, false; it is {value!r}.")
    return value in TRUE


def integer(name: str, default: int) -> int:
    value = os.environ.get(name, str(default))
    try:
        return int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number; it is {value!r}.") from None


def rate(name: str, default: str) -> Rate:
    """So many in a span of time, as in 30/min; after the slash only the first letter counts."""
    value = text(name, default)
    found = re.fullmatch(r"([1-9]\d*)/([smhd])[a-z]*", value)
    if found is None:
        raise ImproperlyConfigured(f"{name} must be a rate such as 30/min; it is {value!r}.")
    return Rate(int(found[1]), SECONDS[found[2]])


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated list without its blanks."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def folder(name: str, default: Path) -> Path:
    return Path(text(name, str(default))).expanduser().absolute()


def folder_of_a_library(name: str, default: Path) -> Path:
    """A folder that a library looks for in the environment itself when it is first imported."""
    path = folder(name, default)
    os.environ[name] = str(path)
    return path


def secret(name: str) -> str:
    """A secret from NAME, or from the file that NAME_FILE names; it has no default."""
    file = os.environ.get(f"{name}_FILE")
    value = text(name) if file is None else _content(f"{name}_FILE", Path(file))
    if not value.strip():
        raise ImproperlyConfigured(f"{name} is empty; .env.example describes it.")
    return value.strip()


def optional_secret(name: str) -> str:
    """A secret as `secret` reads it; empty if neither variable is set."""
    return secret(name) if os.environ.get(name) or f"{name}_FILE" in os.environ else ""


def _content(name: str, file: Path) -> str:
    try:
        content = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"{name}: {file} cannot be read ({error}).") from error
    if not content.strip():
        raise ImproperlyConfigured(f"{name}: {file} is empty.")
    return content
