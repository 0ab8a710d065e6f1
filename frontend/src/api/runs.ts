import { get } from '@/api/calls';
import { useMenu } from '@/api/menu';
import { keyOf } from '@/api/keyOf';

/** The runs of the menus and, though they are archived, those of these names. */
export const useRuns = (...names: readonly (string | null)[]) =>
  useMenu(
    keyOf('/api/menus/runs'),
    (also, signal) => get('/api/menus/runs', { also }, { signal }),
    names,
  );
