"""Makes the installation that later releases have to read: `python -m tests.upgrade.make_state`.

It is to be run with the release that is to be left behind, through `./dev run`, which brings its
servers. What it writes beside it, `state/`, is committed.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.test import Client, override_settings
from playwright.sync_api import expect, sync_playwright

from tests.database.scratch import scratch_database
from tests.e2e.conftest import CHROMIUM, FLAGS
from tests.processes.running import Gunicorn
from tests.upgrade.contents import Contents, fill
from tests.upgrade.questions import COMPARISON, Question, answers, compared, questions

STATE = Path(__file__).parent / "state"
SECRET_KEY = "the key of an installation that nobody has but this test"
N_UNSENT = 10
# What a computer makes again by itself.
LEFT_OUT = {"kernels"}
KEPT_LETTERS = """() => new Promise((resolve) => {
    const opening = indexedDB.open("regrade");
    opening.onsuccess = () => {
        const asking = opening.result.transaction("letters").objectStore("letters").getAll();
        asking.onsuccess = () => { opening.result.close(); resolve(asking.result); };
    };
})"""


def main() -> None:
    STATE.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        root = Path(folder)
        usual = {"SECRET_KEY": SECRET_KEY, "STORAGE_ROOT": root / "storage"}
        with override_settings(**usual, ALLOWED_HOSTS=["testserver"]):
            _make(root)


def variables(folder: Path) -> dict[str, str]:
    """Environment variables with this installation's key and storage root."""
    (folder / "key").write_text(SECRET_KEY)
    return {
        "REGRADE_SECRET_KEY_FILE": str(folder / "key"),
        "REGRADE_STORAGE": str(folder / "storage"),
    }


def _make(folder: Path) -> None:
    storage = folder / "storage"
    with scratch_database() as url:
        contents = fill(folder)
        asked = list(questions(contents))
        _write("answers.json", _text(answers(asked, _asking(contents))))
        server = Gunicorn(folder, DATABASE_URL=url, **variables(folder))
        _write("letters.json", _text(_unsent(contents, server)))
        dump = ["pg_dump", "--inserts", "--no-owner", "--no-privileges", url]
        _write("database.sql", subprocess.run(dump, check=True, capture_output=True).stdout)
    with tarfile.open(STATE / "storage.tar.gz", "w:gz") as archive:
        for path in sorted(set(storage.iterdir()) - {storage / name for name in LEFT_OUT}):
            archive.add(path, path.name)


def _asking(contents: Contents) -> Callable[[Question], tuple[int, str, bytes]]:
    people = contents.scene.people
    clients = {str(people[role]): contents.scene.client(role) for role in people}

    def ask(question: Question) -> tuple[int, str, bytes]:
        client = clients[question.username]
        if (body := compared(question)) is not None:
            client.post(COMPARISON, body, content_type="application/json")
        answer = client.get(question.address)
        return answer.status_code, answer["Content-Type"], b"".join(answer)

    return ask


def _unsent(contents: Contents, server: Gunicorn) -> list[dict[str, Any]]:
    """What the judging page keeps of a person whose network went away in the middle of it."""
    client = Client()
    client.force_login(contents.assessor)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    with sync_playwright() as playwright:
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page()
        page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": server.url}]
        )
        page.goto(f"{server.url}/judge/{contents.unsent.pk}")
        expect(page.get_by_test_id("passage")).to_be_visible()
        page.wait_for_load_state("networkidle")
        page.context.set_offline(True)
        for place in range(N_UNSENT):
            passage = page.get_by_test_id("passage").inner_text()
            page.keyboard.press(str(place % 5 + 1))
            expect(page.get_by_test_id("passage")).not_to_have_text(passage)
        kept: list[dict[str, Any]] = page.evaluate(KEPT_LETTERS)
        browser.close()
        server.close()
    assert len(kept) == N_UNSENT
    return kept


def _text(content: object) -> bytes:
    return json.dumps(content, indent=1, ensure_ascii=False).encode()


def _write(name: str, text: bytes) -> None:
    (STATE / f"{name}.gz").write_bytes(gzip.compress(text, mtime=0))


if __name__ == "__main__":
    main()
