import { expect, it, vi } from 'vitest';
import { FileRejected, upload } from '@/upload/send/upload';
import { describeImport } from '@/upload/send/uploads';

/** Answers as the server would, without a network. */
class AnsweredRequest {
  static status = 201;
  static body = '{}';
  upload: { onprogress?: (event: object) => void; onload?: () => void } = {};
  onload?: () => void;
  onerror?: () => void;
  status = 0;
  responseText = '';
  open = (): void => undefined;
  setRequestHeader = (): void => undefined;

  send(): void {
    this.upload.onprogress?.({ loaded: 1, total: 4 });
    this.upload.onload?.();
    this.status = AnsweredRequest.status;
    this.responseText = AnsweredRequest.body;
    if (this.status === 0) this.onerror?.();
    else this.onload?.();
  }
}

function answerWith(status: number, body: string): void {
  AnsweredRequest.status = status;
  AnsweredRequest.body = body;
  vi.stubGlobal('XMLHttpRequest', AnsweredRequest);
}

it('reports how far the sending is, and returns the report', async () => {
  answerWith(201, '{"name": "bm25"}');
  const shares: number[] = [];
  const report = await upload<object>('/api/runs', new FormData(), (share) => shares.push(share));
  expect(report).toEqual({ name: 'bm25' });
  expect(shares).toEqual([0.25, 1]);
});

it('a rejection brings its bad lines', async () => {
  answerWith(
    400,
    '{"code": "bad_file", "detail": "a.run: no", "file": "a.run", "n_bad_lines": 30, "bad_lines": [{"line": 1, "reason": "x"}]}',
  );
  const rejected = await upload('/api/runs', new FormData(), () => undefined).catch(
    (error: unknown) => error,
  );
  expect(rejected).toBeInstanceOf(FileRejected);
  expect(rejected).toMatchObject({
    code: 'bad_file',
    file: 'a.run',
    nBadLines: 30,
    badLines: [{ line: 1 }],
  });
});

it('an answer of a proxy is reported by its status', async () => {
  answerWith(502, '<html>');
  await expect(upload('/api/runs', new FormData(), () => undefined)).rejects.toMatchObject({
    status: 502,
  });
});

it('a missing network is reported as such', async () => {
  answerWith(0, '');
  await expect(upload('/api/runs', new FormData(), () => undefined)).rejects.toMatchObject({
    code: 'unreachable',
  });
});

it('the report names what was left out and what has no text', () => {
  const report = {
    name: 'bm25',
    tag: 't',
    n_topics: 2,
    n_lines: 40,
    depth: 20,
    n_repeated: 5,
    n_tied: 4,
    n_textless: 9,
    n_new_doc_ids: 1,
    n_unknown_topics: 7,
    n_lines_of_unknown_topics: 70,
    unknown_query_ids: ['a', 'b', 'c', 'd', 'e'],
    n_topics_without_ranking: 3,
    overlap: '',
    same_as: ['old', 'older'],
    metadata_note: 'Its ir_metadata header is kept.',
  };
  expect(describeImport(report)).toBe(
    '2 topics, 40 lines, 4 tied. Left out: 5 lines of passages that stand earlier in their ' +
      'topic. Left out: 70 lines of 7 unknown topics (a, b, c, d, e …). ' +
      '3 topics of the set not ranked. 9 doc_ids without text, 1 new: they cannot be judged. ' +
      'The same passages and scores as old and older. Its ir_metadata header is kept.',
  );
});
