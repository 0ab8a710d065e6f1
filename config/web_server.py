"""What gunicorn is told wherever it serves Regrade: by ./dev, in a container, in benchmarks."""

from __future__ import annotations

wsgi_app = "config.wsgi:application"
worker_class = "gthread"
workers = 2
# More of them would only take turns at the interpreter: the work is in it, not in waiting.
threads = 4
# Connections that stay open stay with one worker: after a restart the new one would idle.
keepalive = 0
graceful_timeout = 5
control_socket_disable = True
