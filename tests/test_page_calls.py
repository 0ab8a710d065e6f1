"""Calls of each page, read by name: one module may hold the calls of several pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import page_calls

SOURCES = {
    "api/runs.ts": """
import { keyOf, get, post } from '@/api/calls';

/** What listRuns reads is not what `useCompute` asks for. */
const listRuns = () => get('/api/runs', {});

export const useRuns = () => useQuery({ queryFn: listRuns });

export function useCompute() {
  const queryKey = keyOf('/api/runs');
  return useMutation({ mutationFn: (body) => post('/api/runs/computed', {}, body), queryKey });
}
""",
    "api/calls.ts": "export const keyOf = (address) => [address];\n"
    "export const get = () => 1;\nexport const post = get;\n",
    "List.tsx": """
import { useRuns } from '@/api/runs';

export default function List() {
  return useRuns().data;
}
""",
    "Both.tsx": """
import * as runs from '@/api/runs';
import type { useRuns } from '@/api/runs';

export default function Both() {
  return runs.useCompute(runs.useRuns());
}
""",
    "Later.tsx": """
import Shown from '@/List';

const Form = lazy(() => import('@/Form'));

export default function Later() {
  return <Shown><Form /></Shown>;
}
""",
    "Form.tsx": """
import { useCompute as useIt } from '@/api/runs';

export default function Form() {
  return useIt().mutate;
}
""",
}


@pytest.fixture(autouse=True)
def frontend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in SOURCES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(page_calls, "FRONTEND", tmp_path)


def test_a_page_calls_what_the_names_it_uses_ask_for() -> None:
    read, computed = "GET /api/runs", "POST /api/runs/computed"
    called = {page: page_calls.calls_of(page) for page in ("List", "Form", "Both", "Later")}
    both = [read, computed]
    assert called == {"List": [read], "Form": [computed], "Both": both, "Later": both}
