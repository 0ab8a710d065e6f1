import type { SaveRequest } from '@/api/types';
import { queryOf } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';
import type { SavedFields } from '@/features/comparison/saved/save/SaveDialog';

/** Asks that a comparison be saved, under these fields. */
export const saveRequest = (selection: Selection, found: SavedFields): SaveRequest =>
  ({ ...queryOf(selection), ...found }) as unknown as SaveRequest;
