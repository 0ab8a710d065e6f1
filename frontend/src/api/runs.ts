import { answer, api } from '@/api/client';
import { useMenu } from '@/api/menu';
import type { Run } from '@/api/types';

export const runsKey = ['runs'];

const read = (also: string[], signal: AbortSignal): Promise<Run[]> =>
  answer(api.GET('/api/runs', { params: { query: { also } }, signal }));

/** The runs of the menus and, though they are archived, those of these names. */
export const useRuns = (...names: readonly (string | null)[]) => useMenu(runsKey, read, names);
