"""The one settings module. Every variable it reads stands in .env.example."""

from __future__ import annotations

from pathlib import Path

import dj_database_url

from config import environment
from config.mail import Mail, checked_mail
from regrade import __version__

BASE_DIR = Path(__file__).resolve().parent.parent
REGRADE_HOME = environment.folder("REGRADE_HOME", BASE_DIR / ".regrade")
# Large artefacts (docid maps, later indexes and embeddings), named by content hash.
STORAGE_ROOT = environment.folder("REGRADE_STORAGE", REGRADE_HOME / "storage")
# A worker on another machine: its storage root is to be the installation's, never a new one.
JOINS = environment.boolean("REGRADE_JOINS", default=False)
# Search kernels, compiled where they first run: the code itself may lie where nobody writes.
KERNELS_ROOT = environment.folder_of_a_library("NUMBA_CACHE_DIR", STORAGE_ROOT / "kernels")
FRONTEND_ROOT = environment.folder("REGRADE_FRONTEND", REGRADE_HOME / "frontend" / "dist")

SECRET_KEY = environment.secret("REGRADE_SECRET_KEY")
DEBUG = environment.boolean("REGRADE_DEBUG", default=False)
ALLOWED_HOSTS = environment.words("REGRADE_ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = environment.words("REGRADE_CSRF_TRUSTED_ORIGINS")
# Where people reach Regrade, for links that are made outside the browser and in e-mail.
ADDRESS = environment.text("REGRADE_ADDRESS", "")

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.postgres",
    "rest_framework",
    "drf_spectacular",
    "ranking",
    "annotation",
    "evaluation",
    "demo",
]
MIDDLEWARE = [
    "config.content_policy.ContentPolicy",
    "config.private_answers.PrivateAnswers",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "ranking.http.body_text.Utf8Only",
    "ranking.http.uploads.BodyLimit",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "ranking.asking.WhoAsks",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Behind TLS every cookie is for TLS only; the embedded server speaks plain HTTP on this machine.
HTTPS = environment.boolean("REGRADE_HTTPS", default=False)
SESSION_ENGINE = "annotation.people.sessions"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if HTTPS else 0
CSRF_FAILURE_VIEW = "config.pages.csrf_failure"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
# Not ours to decide: whether other hosts of the domain speak HTTPS (W005, W021). The proxy
# redirects from HTTP, which health checks on this machine speak (W008).
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W008", "security.W021"]

# What pages may load and run: files of this server alone, and nothing that stands in a document.
SECURE_CSP = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    # A figure becomes a PNG by way of a picture that the page made, which a blob: address holds.
    "img-src": ["'self'", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
}

AUTHENTICATION_BACKENDS = ["annotation.accounts.AccountBackend"]
# Passwords of new accounts must pass these, on the command line too. The demo's are public.
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

DATABASES = {"default": dj_database_url.parse(environment.secret("DATABASE_URL"))}
# Each thread keeps a connection. At each request Django checks that it still works
# (`config.postgresql`), and reconnects after a restart of PostgreSQL; a pool would block requests
# while PostgreSQL is down.
DATABASES["default"]["ENGINE"] = "config.postgresql"
DATABASES["default"]["CONN_MAX_AGE"] = 600
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
# Only queries that ask for it are prepared (annotation.database): None would forbid it
# even to them, and a small number would prepare queries that come with their values written in.
DATABASE_OPTIONS = DATABASES["default"].setdefault("OPTIONS", {})
DATABASE_OPTIONS["prepare_threshold"] = 1_000_000_000
DATABASE_OPTIONS.setdefault("connect_timeout", 5)

REDIS_URL = environment.secret("REDIS_URL")
# Nobody who asks for a page waits longer for it; workers, who are lost without, are more patient.
REDIS_ANSWERS_WITHIN_S = 1.0
CACHES = {"default": {"BACKEND": "config.caches.Cache", "LOCATION": REDIS_URL}}

# How long a request may be that brings files; any other is held in memory and far shorter.
MAX_UPLOAD_BYTES = environment.integer("REGRADE_MAX_UPLOAD_MB", 200) * 1_000_000

LANGUAGE_CODE = "en"
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
# The frontend build is the only static content, so nothing has to be collected.
STATIC_ROOT = FRONTEND_ROOT
# Vite puts a hash into the name of every file there.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/assets/"
FRONTEND_ROOT.mkdir(parents=True, exist_ok=True)

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "annotation.tokens.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "ranking.http.negotiation.Negotiation",
    "DEFAULT_PARSER_CLASSES": ["ranking.http.body_text.JSONText"],
    "DEFAULT_SCHEMA_CLASS": "ranking.http.description.ScopedSchema",
    # X-Forwarded-For is believed of this many proxies in front, and of nobody else.
    "NUM_PROXIES": environment.integer("REGRADE_PROXIES", 0),
    "DEFAULT_THROTTLE_CLASSES": ["annotation.people.api.throttles.OwnWrites"],
    "EXCEPTION_HANDLER": "ranking.http.errors.explain",
}
# Counted in PostgreSQL, for all processes: wrong sign-ins, and looks at invitations and sign-ups.
LOGIN_RATE = environment.rate("REGRADE_LOGIN_RATE", "30/min")
INVITATION_RATE = environment.rate("REGRADE_INVITATION_RATE", "20/min")
SPECTACULAR_SETTINGS = {
    "TITLE": "Regrade",
    "DESCRIPTION": "Judge passages, derive label sets, re-score runs.",
    "VERSION": __version__,
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    # Fields of one name that hold different things, and one thing under several names.
    "ENUM_NAME_OVERRIDES": {
        "ActionEnum": ["pause", "resume", "cancel"],
        "AnswerKindEnum": "evaluation.models.AnswerKind",
        "AskActionEnum": ["judgment", "adjudication"],
        "AssessorKindEnum": "annotation.models.membership.AssessorKind",
        "DecisionReasonEnum": "annotation.models.adjudication.DecisionReason",
        "EnglishLevelEnum": "annotation.models.membership.EnglishLevel",
        "EventKindEnum": "annotation.models.campaign_event.EventKind",
        "FleissRuleEnum": ["wanted", "commonest", "chosen", "couple"],
        "FlagEnum": ["pace", "gold", "repeats"],
        "JobStatusEnum": "ranking.models.job.JobStatus",
        "LabelSetSourceEnum": "annotation.models.label_set.LabelSource",
        "PairKindEnum": "annotation.models.campaign_pair.PairKind",
        "QuestionKindEnum": "regrade.sampling.question.KINDS",
        "QueueRuleEnum": "annotation.adjudication.rules.QUEUE_RULES",
        "RecordedReasonEnum": "annotation.models.judgment.Reason",
        "RunKindEnum": "ranking.models.run.RunKind",
        "RunSourceEnum": "ranking.models.run.RunSource",
        "RunStatusEnum": "ranking.models.run.RunStatus",
        "SavedForEnum": ["private", "team"],
        "StateEnum": "annotation.models.campaign.CampaignState",
        "StudyTestEnum": ["t", "wilcoxon", "sign", "randomization", "bootstrap"],
        "TestEnum": ["t", "wilcoxon", "sign", "randomization", "bootstrap", "equivalence"],
        "UnitEnum": "annotation.models.serving_policy.Unit",
        "VisibilityEnum": "ranking.models.owned.Visibility",
    },
}

CELERY_BROKER_URL = REDIS_URL
# A chunk's limits are for what hangs: a topic of duo-t5, which is the least of a chunk, may take
# hours on a processor. The broker is not to offer it again before; the scheduler does that.
HOUR = 3600
CELERY_TASK_SOFT_TIME_LIMIT = 12 * HOUR
CELERY_TASK_TIME_LIMIT = CELERY_TASK_SOFT_TIME_LIMIT + 300
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 13 * HOUR,
    "unacked_restore_interval": 1,
    "unacked_restore_throttle": 1,
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "default"
# Redis delivers the lowest number first; what is urgent says 0. Chunks are sent by name, to which
# a default of tasks would not apply.
CELERY_TASK_ROUTES = {"ranking.tasks.rank_chunk": {"priority": 3}}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BEAT_SCHEDULER = "config.scheduler.Scheduler"
CELERY_BEAT_SCHEDULE = {
    "offer-silent-chunks-again": {"task": "ranking.tasks.offer_silent_chunks", "schedule": 10.0},
    "offer-waiting-comparisons-again": {
        "task": "evaluation.tasks.offer_waiting_comparisons",
        "schedule": 10.0,
    },
    "advance-studies": {"task": "evaluation.tasks.offer_studies", "schedule": 10.0},
    "offer-waiting-variants-again": {
        "task": "ranking.tasks.offer_waiting_variants",
        "schedule": 10.0,
    },
    "offer-waiting-trainings-again": {
        "task": "evaluation.tasks.offer_waiting_trainings",
        "schedule": 10.0,
    },
    "offer-waiting-steps-again": {
        "task": "annotation.tasks.offer_waiting_steps",
        "schedule": 10.0,
    },
    "remove-left-uploads": {"task": "ranking.tasks.sweep_uploads", "schedule": 3600.0},
    "announce-complete-campaigns": {
        "task": "annotation.tasks.announce_complete",
        "schedule": 300.0,
    },
    "release-expired-leases": {"task": "annotation.tasks.release_leases", "schedule": 60.0},
    "forget-what-was-tried": {"task": "annotation.tasks.forget_tallies", "schedule": 3600.0},
}

# Sent over SMTP where a server is named. Nobody waits longer for it than this.
MAIL = checked_mail(
    Mail(
        host=environment.text("REGRADE_SMTP_HOST", ""),
        port=environment.integer("REGRADE_SMTP_PORT", 587),
        security=environment.text("REGRADE_SMTP_SECURITY", "starttls"),
        user=environment.text("REGRADE_SMTP_USER", ""),
        password=environment.optional_secret("REGRADE_SMTP_PASSWORD"),
        sender=environment.text("REGRADE_MAIL_FROM", ""),
    ),
    ADDRESS,
)
EMAIL_HOST, EMAIL_PORT = MAIL.host, MAIL.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL.user, MAIL.password
EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL.security == "starttls", MAIL.security == "tls"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = MAIL.sender

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": environment.text("REGRADE_LOG_LEVEL", "WARNING")},
}
