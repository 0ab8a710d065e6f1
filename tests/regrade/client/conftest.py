from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TypeAlias

import pytest
from django.contrib.auth.models import User
from pytest_django.live_server_helper import LiveServer

from annotation.models import ApiToken
from annotation.tokens.issuing import issue_token
from regrade.client import Server, connect
from tests.factories import make_user

Signed: TypeAlias = Callable[..., Server]


@pytest.fixture
def owner(transactional_db: None) -> User:
    """The tokens' account: a researcher who also organizes."""
    return make_user("rita", "ranking.may_research", "annotation.may_organize")


@pytest.fixture
def client_with(live_server: LiveServer, owner: User) -> Iterator[Signed]:
    """A client with a token of these scopes."""
    with ExitStack() as opened:

        def client_with(*scopes: str) -> Server:
            name = f"token {ApiToken.objects.count()}"
            text = issue_token(account=owner, name=name, scopes=scopes).text
            return opened.enter_context(connect(live_server.url, text))

        yield client_with


@pytest.fixture
def server(client_with: Signed) -> Server:
    """A client that may do all that tokens may."""
    return client_with("research", "organize")
