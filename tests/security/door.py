"""An address of the server with a method that it takes, and the roles that may or may not."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple
from unittest.mock import ANY
from urllib.parse import urlencode

from tests.security.scene import Scene

PAGE = "^(?!api/|static/).*$"  # every page of the browser application
METHODS = ("get", "post", "put", "patch", "delete")
ROLES = (
    "anonymous",
    "nobody",
    "outsider",
    "assessor",
    "colleague",
    "adjudicator",
    "organizer",
    "researcher",
    "administrator",
)
EVERYBODY = frozenset(ROLES)
SIGNED_IN = EVERYBODY - {"anonymous"}
ASSESSORS = frozenset({"assessor", "colleague"})
MEMBERS = ASSESSORS | {"adjudicator"}
ADMINISTRATORS = frozenset({"administrator"})
ORGANIZERS = ADMINISTRATORS | {"organizer"}
RESEARCHERS = ADMINISTRATORS | {"researcher"}
SETTLERS = ORGANIZERS | {"adjudicator"}
READERS = ORGANIZERS | RESEARCHERS
TEAMS: frozenset[str] = frozenset()  # nobody who signed in: a team's token alone
INSIDERS = ("assessor", "organizer", "researcher", "administrator")
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Door(NamedTuple):
    """One method of one address; `stage` names the campaign that is in the state to take it."""

    method: str
    path: str
    who: frozenset[str]
    body: Mapping[str, Any] = NOTHING
    query: Mapping[str, Any] = NOTHING
    stage: str = "stage"
    file: bytes = b""

    def __str__(self) -> str:
        of_kind = f" of {self.query['kind']}" if "kind" in self.query else ""
        return f"{self.method} {self.path}{of_kind}"

    @property
    def takes_files(self) -> bool:
        return self.file != b""

    @property
    def is_for_members(self) -> bool:
        return not self.is_for_teams and self.who <= MEMBERS

    @property
    def is_for_teams(self) -> bool:
        return self.who == TEAMS

    @property
    def is_read(self) -> bool:
        return self.method == "get"

    @property
    def insider(self) -> str:
        """The least of those who may, so that a refusal has another reason."""
        if self.who == EVERYBODY:
            return "anonymous"
        return next((role for role in INSIDERS if role in self.who), INSIDERS[-1])

    def refusal(self, role: str) -> tuple[int, Any]:
        """Expected refusal: at members' doors 400 for other members, 404 for outsiders."""
        if role == "anonymous":
            return 403, "not_authenticated"
        if not self.is_for_members:
            return 403, "permission_denied"
        return (400, ANY) if role in MEMBERS else (404, "not_found")

    def sent_to(self, scene: Scene) -> str:
        """The address with its query, for a method that may have a body besides."""
        return self.address(scene) + (f"?{urlencode(self.query)}" if self.query else "")

    def address(self, scene: Scene, **ids: object) -> str:
        """Where it is in the scene, or with other numbers in it."""
        if self.path == PAGE:
            return "/campaigns"
        path = self.path
        for name, number in {**scene.ids(self.stage), **ids}.items():
            for kind in ("int", "str", "slug"):
                path = path.replace(f"<{kind}:{name}>", str(number))
        return f"/{path}"
