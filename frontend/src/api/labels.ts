import { get } from '@/api/calls';
import { useMenu } from '@/api/menu';

export const labelsKey = ['labels'];

/** The label sets of the menus and, though they are archived, those of these names. */
export const useLabels = (...names: readonly (string | null)[]) =>
  useMenu(labelsKey, (also, signal) => get('/api/labels', { also }, { signal }), names);
