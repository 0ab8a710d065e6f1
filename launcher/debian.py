"""Debian's packages, where root may install them."""

from __future__ import annotations

import os
from pathlib import Path

from launcher.home import Home
from launcher.processes import clean_environment
from launcher.rights import PUBLIC


def can_use_apt() -> bool:
    return os.geteuid() == 0 and Path("/usr/bin/apt-get").exists()


def apt_install(home: Home, *packages: str) -> None:
    env = {**clean_environment(), "DEBIAN_FRONTEND": "noninteractive"}
    env["PATH"] += ":/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    apt = "/usr/bin/apt-get"
    home.run("Reading Debian's package lists", [apt, "update"], env=env, umask=PUBLIC)
    argv = [apt, "install", "-y", "--no-install-recommends", *packages]
    home.run(f"Installing {' '.join(packages)} with apt", argv, env=env, umask=PUBLIC)
