import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { EnglishLevel, Held } from '@/api/types';

const heldKey = (id: number) => ['held', id];

/** What is held about who asks, in one campaign. */
const heldQuery = (id: number) =>
  queryOptions({
    queryKey: heldKey(id),
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/judging/{campaign_id}/held', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
    staleTime: 0,
  });

export const useHeld = (id: number) => useQuery(heldQuery(id));

/** What an assessor says of their own English; an empty word takes it back. */
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
    onSettled: () => client.invalidateQueries({ queryKey: heldKey(id) }),
  });
}

/** Ends the part that who asks has in a campaign; `work` is what becomes of their judgments. */
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
    onSuccess: () => client.invalidateQueries({ queryKey: heldKey(id) }),
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

/** Everything that is held about who asks, in one campaign, with every page of it. */
const readAll = async (id: number, held: Held): Promise<unknown> => ({
  ...held,
  judgments: await every((after) => judgments(id, after)),
  visits: await every((after) => visits(id, after)),
});

/** Reads all that is held, for `onRead` to keep. */
export const useDownload = (held: Held, onRead: (all: unknown) => void) =>
  useMutation({ mutationFn: () => readAll(held.campaign.id, held), onSuccess: onRead });
