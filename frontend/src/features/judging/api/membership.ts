import { useMutation, useQueryClient } from '@tanstack/react-query';
import { get, patch, post } from '@/api/calls';
import { keyOf } from '@/api/read';
import type { EnglishLevel, OwnRecord } from '@/api/types';

const recordKey = (id: number) => keyOf('/api/judging/{campaign_id}/held', { campaign_id: id });

/** Sets an assessor's own statement about their English; an empty value removes it. */
export function useSetEnglishLevel(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (level: EnglishLevel) =>
      patch('/api/judging/{campaign_id}/me', { campaign_id: id }, { english_level: level }),
    onSettled: () => client.invalidateQueries({ queryKey: recordKey(id) }),
  });
}

/** Withdraws the requesting user; `work` says what becomes of their judgments. */
export function useWithdraw(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (work: 'keep' | 'drop') =>
      post('/api/judging/{campaign_id}/withdrawal', { campaign_id: id }, { work }),
    onSuccess: () => client.invalidateQueries({ queryKey: recordKey(id) }),
  });
}

type Page = Readonly<{ rows: readonly unknown[]; next: number | null }>;

async function every(read: (after: number) => Promise<Page>): Promise<readonly unknown[]> {
  const rows: unknown[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page: Page = await read(after);
    rows.push(...page.rows);
    after = page.next;
  }
  return rows;
}

/** All data about the requesting user in one campaign, every page of it. */
export async function readAll(record: OwnRecord): Promise<unknown> {
  const id = record.campaign.id;
  return {
    ...record,
    judgments: await every((after) =>
      get('/api/judging/{campaign_id}/held/judgments', { campaign_id: id, after }),
    ),
    visits: await every((after) =>
      get('/api/judging/{campaign_id}/held/visits', { campaign_id: id, after }),
    ),
  };
}
