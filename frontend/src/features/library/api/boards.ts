import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '@/api/client';
import { runsKey } from '@/api/runs';
import type { BoardSought } from '@/api/types';

/** The runs of a topic set by one measure; whatever changes a run has it read anew. */
export const useBoard = (query: BoardSought) =>
  useQuery({
    queryKey: [...runsKey, 'board', query],
    queryFn: read('/api/leaderboard', { query }),
    placeholderData: keepPreviousData,
    retry: false,
  });
