import type { SaveRequest } from '@/api/types';
import { queryOf } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';
import type { Told } from '@/features/comparison/keeping/SaveDialog';

/** Asks that a comparison be saved, under what is told of it. */
export const saveRequest = (selection: Selection, told: Told): SaveRequest =>
  ({ ...queryOf(selection), ...told }) as unknown as SaveRequest;
