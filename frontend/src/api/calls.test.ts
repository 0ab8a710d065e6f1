import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { get, patch, remove } from '@/api/calls';
import { keyOf } from '@/api/keyOf';
import { reading } from '@/api/read';

const MEMBER = '/api/campaigns/{campaign_id}/members/{member_id}';

function stubServer(reply: () => Response) {
  const asked: Request[] = [];
  vi.stubGlobal('fetch', (request: Request) => {
    asked.push(request);
    return Promise.resolve(reply());
  });
  return asked;
}

it('parameters go where the address names them, the others into the query, none that is undefined', async () => {
  const asked = stubServer(() => Response.json({ cells: [] }));
  const params = { campaign_id: 7, threshold: undefined, missing: 'drop' as const };
  const reply = await get('/api/campaigns/{campaign_id}/agreement', params);
  expect(reply).toEqual({ cells: [] });
  expect(asked.map(({ url }) => new URL(url).pathname + new URL(url).search)).toEqual([
    '/api/campaigns/7/agreement?missing=drop',
  ]);
});

it('what is sent has its method and its body, and a refusal is an error', async () => {
  const asked = stubServer(() => Response.json({ code: 'gone', detail: 'Gone.' }, { status: 409 }));
  const member = { campaign_id: 7, member_id: 8 };
  await expect(patch(MEMBER, member, { quota: 5 })).rejects.toMatchObject({ code: 'gone' });
  const draft = '/api/campaigns/{campaign_id}/guidelines/draft';
  await expect(remove(draft, { campaign_id: 7, before: 'f' })).rejects.toThrow();
  expect(asked.map(({ method }) => method)).toEqual(['PATCH', 'DELETE']);
  expect(await asked[0]?.json()).toEqual({ quota: 5 });
});

it('a key without parameters stands for all that is read at its address', async () => {
  stubServer(() => Response.json([]));
  const client = new QueryClient();
  const members = '/api/campaigns/{campaign_id}/members';
  await client.query(reading(members, { campaign_id: 7 }));
  const isStale = () => client.getQueryState(keyOf(members, { campaign_id: 7 }))?.isInvalidated;
  await client.invalidateQueries({ queryKey: keyOf(members, { campaign_id: 8 }) });
  expect(isStale()).toBe(false);
  await client.invalidateQueries({ queryKey: keyOf(members) });
  expect(isStale()).toBe(true);
});
