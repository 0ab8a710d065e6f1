"""Error texts for people, without the paths of files on the server."""

from __future__ import annotations

import re
import sys
from os.path import normpath
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from django.conf import settings
from rest_framework import serializers

# A model's folder may lie anywhere, and its name hold blanks.
_MODEL = re.compile(r"\bModel (~?/(?:(?! has changed|Model ~?/)[^:\n])++)(?=: | has changed)")
# Two names deep at least, and no part of a relative path or of a page's address.
_PATH = re.compile(
    r"""(?i:\bhttps?://)[^\s'",;()<>]*
    | (?<![\w/.-])(?:file://[\w.-]*)?(?P<path>~?/+[^\s/'":;,()<>]+(?:/+[^\s/'":;,()<>]+)+/?)""",
    re.VERBOSE,
)
# Where files lie, here and by the Filesystem Hierarchy Standard. The disk is not consulted: the
# answer would reveal its contents, and ids may look like paths.
_STANDARD = (
    "bin boot dev etc home lib media mnt opt proc root run srv sys tmp usr var Users Volumes"
)
_OURS = (settings.STORAGE_ROOT, settings.REGRADE_HOME, settings.BASE_DIR, sys.prefix, gettempdir())
_TOPS = {*_STANDARD.split(), *(Path(path).resolve().parts[1] for path in _OURS)}


def without_paths(text: str) -> str:
    """The text with each server path reduced to its last component."""
    for folder in _MODEL.findall(text):
        text = text.replace(folder, Path(folder).name)
    return _PATH.sub(_last_name, text)


class PathFreeField(serializers.CharField):
    """An error text without paths on the server. The database, the log
    and commands have the full text."""

    def to_representation(self, value: Any) -> str:
        return without_paths(super().to_representation(value))


def _last_name(found: re.Match[str]) -> str:
    if found["path"] is None:
        return found[0]
    path = Path(normpath(found["path"]))
    is_on_server = path.parts[0] == "~" or (len(path.parts) > 1 and path.parts[1] in _TOPS)
    return path.name if is_on_server else found[0]
