import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { collectionsKey } from '@/api/collections';
import { answer, api, read } from '@/api/client';
import { topicSetsKey } from '@/api/topicSets';
import type { MadeVariant, VariantProgress, VariantRequest, VariantSource } from '@/api/types';

const POLL_MS = 1000;

/** The recipes that are ready; another release brings others, nothing else does. */
export const useRecipes = () =>
  useQuery({ queryKey: ['recipes'], queryFn: read('/api/recipes', {}), staleTime: Infinity });

/** Ten texts before and after; the ones before stay in sight while others are asked for. */
export const useVariantPreview = (source: VariantSource, isAsked: boolean) =>
  useQuery({
    queryKey: ['variant-preview', source],
    queryFn: ({ signal }) => answer(api.POST('/api/variants/preview', { body: source, signal })),
    select: ({ samples }) => samples,
    placeholderData: keepPreviousData,
    enabled: isAsked,
  });

/** Whether a worker makes it; otherwise it is there. */
export const isUnderWay = (made: MadeVariant | VariantProgress): made is VariantProgress =>
  'n_done' in made;

/** How far a worker is with a variant, asked for again until it is there or cannot go on. */
export const useVariantProgress = (asked: VariantProgress) =>
  useQuery({
    queryKey: ['variant-progress', asked.name],
    queryFn: read('/api/variants/progress', { query: { name: asked.name } }),
    initialData: asked,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && (data.is_made || data.error !== '') ? false : POLL_MS,
  });

/** Makes a variant, or has a worker make it; the lists of collections and topics are read again. */
export function useMakeVariant() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: VariantRequest) => answer(api.POST('/api/variants', { body })),
    onSuccess: () =>
      Promise.all(
        [collectionsKey, topicSetsKey].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}
