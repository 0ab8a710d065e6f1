import { answer, api } from '@/api/client';
import { useMenu } from '@/api/menu';
import type { LabelSet } from '@/api/types';

export const labelsKey = ['labels'];

const read = (also: string[], signal: AbortSignal): Promise<LabelSet[]> =>
  answer(api.GET('/api/labels', { params: { query: { also } }, signal }));

/** The label sets of the menus and, though they are archived, those of these names. */
export const useLabels = (...names: readonly (string | null)[]) => useMenu(labelsKey, read, names);
