from __future__ import annotations

from pathlib import Path

import pytest

from ranking.exceptions import ForeignStorage
from ranking.models import Installation
from ranking.storage.installation import IDENTITY_FILE, check_storage
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def test_check_storage_marks_a_root_that_is_new(storage: Path) -> None:
    check_storage(joins=False)
    assert (storage / IDENTITY_FILE).read_text() == f"{Installation.objects.get().identity}\n"


def test_check_storage_while_another_process_marks_the_root_is_harmless(
    storage: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = Path.replace

    def replace_after_another(draft: Path, target: Path) -> Path:
        monkeypatch.setattr(Path, "replace", replace)
        check_storage(joins=False)
        return replace(draft, target)

    monkeypatch.setattr(Path, "replace", replace_after_another)
    check_storage(joins=False)
    assert [path.name for path in storage.iterdir()] == [IDENTITY_FILE]


def test_check_storage_of_the_same_installation_changes_nothing(storage: Path) -> None:
    check_storage(joins=False)
    before = (storage / IDENTITY_FILE).stat().st_mtime_ns
    check_storage(joins=False)
    check_storage(joins=True)
    assert (storage / IDENTITY_FILE).stat().st_mtime_ns == before
    assert Installation.objects.count() == 1


def test_check_storage_refuses_a_joining_worker_a_root_without_mark(storage: Path) -> None:
    with refused(ForeignStorage, "foreign_storage") as caught:
        check_storage(joins=True)
    assert (str(storage) in str(caught.value), storage.exists()) == (True, False)


@pytest.mark.parametrize("joins", [False, True])
@pytest.mark.parametrize("mark", ["00000000-0000-4000-8000-000000000000", "", "\xff"])
def test_check_storage_refuses_another_installations_root(
    storage: Path, mark: str, joins: bool
) -> None:
    storage.mkdir()
    (storage / IDENTITY_FILE).write_text(mark)
    with refused(ForeignStorage, "foreign_storage"):
        check_storage(joins=joins)
    assert (storage / IDENTITY_FILE).read_text() == mark
