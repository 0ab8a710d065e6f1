import { answer, api } from '@/api/client';
import type { ComputedRun } from '@/api/types';

/** Plans a run and leaves it to workers; what comes back is its row in the list of runs. */
export const computeRun = (body: ComputedRun) => answer(api.POST('/api/runs/computed', { body }));
