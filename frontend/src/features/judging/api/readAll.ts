import { answer, api } from '@/api/client';
import type { Held } from '@/api/types';

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
export const readAll = async (id: number, held: Held): Promise<unknown> => ({
  ...held,
  judgments: await every((after) => judgments(id, after)),
  visits: await every((after) => visits(id, after)),
});
