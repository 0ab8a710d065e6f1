"""A client for programs: pushes files to a server, pulls them, compares runs, follows jobs.

It asks the API with a token (docs/programs.md) and needs the extra `client`.
"""

from __future__ import annotations

from regrade.client.comparing import Comparison, Difference, PerTopic, TopicValue
from regrade.client.connecting import connect
from regrade.client.errors import JobEnded, NotSent, ServerRefused, ServerUnreachable
from regrade.client.jobs import Job, Progress
from regrade.client.server import Server
from regrade.client.settings import read_token
from regrade.client.shapes import Stored

__all__ = [
    "Comparison",
    "Difference",
    "Job",
    "JobEnded",
    "NotSent",
    "PerTopic",
    "Progress",
    "Server",
    "ServerRefused",
    "ServerUnreachable",
    "Stored",
    "TopicValue",
    "connect",
    "read_token",
]
