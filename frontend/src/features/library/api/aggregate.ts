import { answer, api } from '@/api/client';
import type { AggregatedRun } from '@/api/types';

/** Makes a run of another’s pair scores; what comes back is its row in the list of runs. */
export const aggregate = (body: AggregatedRun) =>
  answer(api.POST('/api/runs/aggregated', { body }));
