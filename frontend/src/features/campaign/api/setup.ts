import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { post } from '@/api/calls';
import { useRead } from '@/api/read';
import type { Body, Reply } from '@/api/calls';

type AskedSample = NonNullable<Body<'/api/pools/preview'>['sample']>;
export type Stratum = NonNullable<AskedSample['strata']>[number];
/** Drawn at random, or by strata: ranks of the first passage that labels call relevant. */
export type Sample = Required<AskedSample>;
export type AskedDraw = NonNullable<Body<'/api/campaigns/plan'>['draw']>;
type AskedDesign = Body<'/api/pools/design/preview'>;
export type PlannedPool = Readonly<{
  runs: string[];
  depth: number;
  sample: Sample | null;
  without_labels: string[];
  draw: AskedDraw | null;
}>;
export type PlanRequest = Body<'/api/campaigns/plan'>;
export type Plan = Reply<'/api/campaigns/plan', 'post'>;
export type FirstRelevant = Reply<'/api/pools/first-relevant', 'post'>;
export type DrawRequest = Body<'/api/pools/draw'>;

/** Strategies, learners and stopping rules of pools that learn. */
export const useActiveChoices = (isAsked = true) =>
  useRead('/api/campaigns/active/choices', {}, { staleTime: Infinity, enabled: isAsked });

const PREVIEW = 'pool-preview';

/** Every depth at once: one question for a choice of runs and topics, none for a move of the slider. */
export function usePoolPreview(
  { runs, sample, without_labels }: Omit<PlannedPool, 'depth' | 'draw'>,
  isAsked = true,
) {
  const body = { runs, sample, without_labels };
  return useQuery({
    queryKey: [PREVIEW, body],
    queryFn: ({ signal }) => post('/api/pools/preview', {}, body, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    enabled: isAsked && runs.length > 0,
  });
}

/** What can be drawn by design, and the intervals to expect of it; null asks nothing. */
export const useDesignPreview = (body: AskedDesign | null) =>
  useQuery({
    queryKey: ['design-preview', body],
    queryFn: ({ signal }) => post('/api/pools/design/preview', {}, body as AskedDesign, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    enabled: body !== null,
  });

/** The marks that do not fit, the pairs by kind, and the work; null asks nothing. */
export const usePlan = (body: PlanRequest | null) =>
  useQuery({
    queryKey: ['campaign-plan', body],
    queryFn: ({ signal }) => post('/api/campaigns/plan', {}, body as PlanRequest, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    enabled: body !== null,
  });

const ranksOf = (runs: readonly string[], labels: string) => ({
  queryKey: ['first-relevant', runs, labels],
  queryFn: () => post('/api/pools/first-relevant', {}, { runs: [...runs], labels }),
  staleTime: 60_000,
});

/** How many topics have their first relevant passage at each rank. */
export const useFirstRelevant = (runs: readonly string[], labels: string) =>
  useQuery({ ...ranksOf(runs, labels), enabled: labels !== '' });

export const readFirstRelevant = (client: QueryClient, runs: readonly string[], labels: string) =>
  client.query(ranksOf(runs, labels));

/** Topics of a pool that match a search, and the pairs of one. */
export const useCandidates = (pool: PlannedPool, search: string, topic: string) =>
  useQuery({
    queryKey: ['pool-pairs', pool, search, topic],
    queryFn: ({ signal }) => post('/api/pools/pairs', {}, { ...pool, search, topic }, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** How many pairs of a pool each label of a set grades, without those taken. */
export const useAvailable = (request: Omit<DrawRequest, 'n'>) =>
  useQuery({
    queryKey: ['pool-available', request],
    queryFn: () => post('/api/pools/draw', {}, { ...request, n: 0 }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    enabled: request.labels !== '',
  });
