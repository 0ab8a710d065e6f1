import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { read } from '@/api/client';
import type { PairFile } from '@/api/types';
import { useRunsAnew } from '@/features/library/api/runs';
import { upload } from '@/upload/send/upload';

/** The topics of a run with pair scores, and how many pairs of each flip. */
export const usePairedTopics = (run: string) =>
  useQuery({
    queryKey: ['paired-topics', run],
    queryFn: read('/api/runs/pairs/topics', { query: { run } }),
  });

export type Sought = Readonly<{ run: string; query_id: string; doc_id: string; page: number }>;

/** The pairs of a topic that flip, the worst first. */
export const useFlippedPairs = (query: Sought) =>
  useQuery({
    queryKey: ['flipped-pairs', query],
    queryFn: read('/api/runs/pairs', { query }),
    placeholderData: keepPreviousData,
    retry: false,
  });

export type Asked = Readonly<{ run: string; query_id: string; first: string; second: string }>;

/** One pair, asked with either passage in front. */
export const usePair = (query: Asked) =>
  useQuery({
    queryKey: ['pair-both-ways', query],
    queryFn: read('/api/runs/pair', { query }),
    retry: false,
  });

/** Gives a run the pair scores of a file. */
export function useSendPairs(run: string) {
  const readAnew = useRunsAnew();
  return useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append('run', run);
      form.append('file', file);
      return upload<PairFile>('/api/runs/pairs', form, () => {});
    },
    onSuccess: readAnew,
  });
}
