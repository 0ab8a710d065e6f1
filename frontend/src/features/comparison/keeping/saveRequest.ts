import type { SaveRequest } from '@/api/types';
import { queryOf } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';
import type { Told } from '@/features/comparison/keeping/SaveDialog';

/** Asks that a comparison be saved, under what is told of it. */
export const saveRequest = (selection: Selection, found: Told): SaveRequest =>
  ({ ...queryOf(selection), ...found }) as unknown as SaveRequest;
