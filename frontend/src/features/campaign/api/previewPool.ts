import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export type Sample = Readonly<{ n: number; seed: number }>;

/** Every depth at once: one question for a choice of runs and topics, none for a move of the slider. */
export const poolPreviewQuery = (runs: readonly string[], sample: Sample | null) =>
  queryOptions({
    queryKey: ['pool-preview', runs, sample],
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    enabled: runs.length > 0,
    queryFn: ({ signal }) =>
      answer(api.POST('/api/pools/preview', { body: { runs: [...runs], sample }, signal })),
  });
