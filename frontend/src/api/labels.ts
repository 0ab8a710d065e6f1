import { get } from '@/api/calls';
import { useMenu } from '@/api/menu';
import { keyOf } from '@/api/keyOf';

/** The label sets of the menus and, though they are archived, those of these names. */
export const useLabels = (...names: readonly (string | null)[]) =>
  useMenu(
    keyOf('/api/menus/labels'),
    (also, signal) => get('/api/menus/labels', { also }, { signal }),
    names,
  );
