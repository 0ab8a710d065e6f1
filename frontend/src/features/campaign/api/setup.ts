import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { post } from '@/api/calls';

/** Drawn at random, or by strata: ranks of the first passage that labels call relevant. */
export type Sample = Readonly<{
  n: number | null;
  seed: number;
  strata?: string;
  labels?: string;
}>;

/** As the server takes it; drafts that were kept before there were strata lack them. */
export const wholeSample = (sample: Sample | null) =>
  sample === null ? null : { strata: '', labels: '', ...sample };

/** Every depth at once: one question for a choice of runs and topics, none for a move of the slider. */
export function usePoolPreview(
  runs: readonly string[],
  sample: Sample | null,
  without: readonly string[],
) {
  const body = { runs: [...runs], sample: wholeSample(sample), without_labels: [...without] };
  return useQuery({
    queryKey: ['pool-preview', body],
    queryFn: ({ signal }) => post('/api/pools/preview', {}, body, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    enabled: runs.length > 0,
  });
}
