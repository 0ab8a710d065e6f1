import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { collectionsKey } from '@/api/collections';
import { answer, api } from '@/api/client';
import { topicSetsKey } from '@/api/topicSets';
import type { VariantRequest, VariantSource } from '@/api/types';

/** The recipes that are ready; another release brings others, nothing else does. */
export const useRecipes = () =>
  useQuery({
    queryKey: ['recipes'],
    queryFn: ({ signal }) => answer(api.GET('/api/recipes', { signal })),
    staleTime: Infinity,
  });

/** Ten texts before and after; the ones before stay in sight while others are asked for. */
export const useVariantPreview = (source: VariantSource, isAsked: boolean) =>
  useQuery({
    queryKey: ['variant-preview', source],
    queryFn: ({ signal }) => answer(api.POST('/api/variants/preview', { body: source, signal })),
    select: ({ samples }) => samples,
    placeholderData: keepPreviousData,
    enabled: isAsked,
  });

/** Makes a variant; the lists of collections and topics are read again. */
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
