import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api, read } from '@/api/client';
import { labelsKey } from '@/api/labels';
import type { paths } from '@/api/schema.gen';
import type { CombinedLabels, Combining } from '@/api/types';

type PairsQuery = paths['/api/labels/compare/pairs']['get']['parameters']['query'];

/** Positions beyond it are counted together. */
const LAST = 20;

/** What a label set holds, by value and topic. */
export const useLabelStatistics = (labels: string) =>
  useQuery({
    queryKey: ['label-statistics', labels],
    queryFn: read('/api/labels/statistics', { query: { labels } }),
    staleTime: Infinity, // they never change
  });

/** Where in their documents the relevant passages stand; no rows where that is not known. */
export const useLabelPositions = (name: string) =>
  useQuery({
    queryKey: ['label-positions', name],
    queryFn: read('/api/labels/positions', { query: { name, up_to: LAST } }),
    staleTime: Infinity,
  });

/** Two label sets side by side; both have to be named. */
export const useLabelComparison = (first: string, second: string) =>
  useQuery({
    queryKey: ['label-comparison', first, second],
    queryFn: read('/api/labels/compare', { query: { first, second } }),
    enabled: first !== '' && second !== '',
    staleTime: Infinity,
  });

/** Pairs on which two label sets differ, twenty a page. */
export const useChangedPairs = (query: PairsQuery) =>
  useQuery({
    queryKey: ['changed-pairs', query],
    queryFn: read('/api/labels/compare/pairs', { query }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });

/** Makes one label set of several. */
export function useCombineLabels(onMade: (made: CombinedLabels) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Combining) => answer(api.POST('/api/labels/combine', { body })),
    onSuccess: async (made) => {
      await client.invalidateQueries({ queryKey: labelsKey });
      onMade(made);
    },
  });
}
