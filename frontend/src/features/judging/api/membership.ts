import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { EnglishLevel, OwnRecord } from '@/api/types';

const recordKey = (id: number) => ['own-record', id];

/** The data about the requesting user in one campaign. */
const recordQuery = (id: number) =>
  queryOptions({
    queryKey: recordKey(id),
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/judging/{campaign_id}/held', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
    staleTime: 0,
  });

export const useOwnRecord = (id: number) => useQuery(recordQuery(id));

/** Sets an assessor's own statement about their English; an empty value removes it. */
export function useSetEnglishLevel(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (level: EnglishLevel) =>
      answer(
        api.PATCH('/api/judging/{campaign_id}/me', {
          params: { path: { campaign_id: id } },
          body: { english_level: level },
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: recordKey(id) }),
  });
}

/** Withdraws the requesting user; `work` says what becomes of their judgments. */
export function useWithdraw(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (work: 'keep' | 'drop') =>
      answer(
        api.POST('/api/judging/{campaign_id}/withdrawal', {
          params: { path: { campaign_id: id } },
          body: { work },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: recordKey(id) }),
  });
}

type Page = Readonly<{ rows: readonly unknown[]; next: number | null }>;

const address = (id: number, after: number) => ({
  params: { path: { campaign_id: id }, query: { after } },
});

const judgments = (id: number, after: number): Promise<Page> =>
  answer(api.GET('/api/judging/{campaign_id}/held/judgments', address(id, after)));

const visits = (id: number, after: number): Promise<Page> =>
  answer(api.GET('/api/judging/{campaign_id}/held/visits', address(id, after)));

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
const readAll = async (id: number, record: OwnRecord): Promise<unknown> => ({
  ...record,
  judgments: await every((after) => judgments(id, after)),
  visits: await every((after) => visits(id, after)),
});

/** Reads all of it and passes it to `onRead`. */
export const useDownload = (record: OwnRecord, onRead: (all: unknown) => void) =>
  useMutation({ mutationFn: () => readAll(record.campaign.id, record), onSuccess: onRead });
