"""Settings of gunicorn wherever it serves Regrade: by ./dev, in a container, in benchmarks."""

from __future__ import annotations

import sys
from typing import Any

wsgi_app = "config.wsgi:application"
worker_class = "config.patient_worker.PatientWorker"
workers = 2
# More of them would only take turns at the interpreter: the work is in it, not in waiting. As many
# again judge, and as many read uploads.
threads = 4
# Fewer than the files a process may usually open; of more the one that waits longest gives way.
worker_connections = 500
# Connections that stay open stay with one worker: after a restart the new one would idle.
keepalive = 0
# The kernel's way knows no limit in time for a client that reads nothing of a file.
sendfile = False
graceful_timeout = 5
control_socket_disable = True

# A request waits for the database some twenty times, and each time for its turn at the interpreter:
# a tenth of Python's own 5 ms.
TURN_S = 0.0005


def post_worker_init(worker: Any) -> None:
    sys.setswitchinterval(TURN_S)
