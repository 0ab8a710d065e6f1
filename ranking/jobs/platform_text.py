from __future__ import annotations

import platform
from functools import cache

import numpy as np


@cache
def this_platform() -> str:
    """Operating system of the current process, and versions of Python and numpy."""
    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    return f"{system}, Python {platform.python_version()}, numpy {np.__version__}"
