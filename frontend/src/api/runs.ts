import { get } from '@/api/calls';
import { useMenu } from '@/api/menu';

export const runsKey = ['runs'];

/** The runs of the menus and, though they are archived, those of these names. */
export const useRuns = (...names: readonly (string | null)[]) =>
  useMenu(runsKey, (also, signal) => get('/api/runs', { also }, { signal }), names);
