#!/usr/bin/env python3
"""Django's command line for Regrade; `./dev manage` calls it with everything it needs."""

from __future__ import annotations

import os
import sys

from config.command_line import CommandLine
from regrade.files.gone_reader import ending_with_its_reader

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    with ending_with_its_reader():
        CommandLine(sys.argv).execute()
