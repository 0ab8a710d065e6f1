"""An installation of an earlier release, read by this one."""

from __future__ import annotations

import django

django.setup()
