import { expect, it, vi } from 'vitest';
import { submit } from '@/features/judging/api/judgments';
import type { Submission } from '@/api/types';

const SUBMISSION = { ticket: 't', grade: 1, client_key: 'k' } as Submission;

it.each([
  ['nothing', () => new Response(null, { headers: { 'Content-Length': '0' } })],
  ['another object', () => Response.json({ ok: true })],
  ['a page', () => new Response('<html>Sign in to the network</html>')],
])('a yes that brings %s is no word of the server', async (_, reply) => {
  vi.stubGlobal('fetch', () => Promise.resolve(reply()));
  await expect(submit(1, 'alice', SUBMISSION)).rejects.toMatchObject({ code: 'unreachable' });
});
