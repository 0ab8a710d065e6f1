import { useMatch, useParams } from '@/shared/routing/Routes';
import { useBoard } from '@/features/campaign/api/board';
import { useOverview } from '@/features/campaign/api/campaigns';

/**
 * The campaign as the title line tells of it. Beside the board it comes with the board's own
 * answer, so that both are as of the same moment; until that is there, and on other pages, alone.
 */
export function useHead() {
  const id = Number(useParams().id);
  const isBoard = useMatch('/campaigns/:id') !== null;
  const alone = useOverview(id, !isBoard);
  const board = useBoard(id, isBoard);
  const { error, refetch } = isBoard && board.data !== undefined ? board : alone;
  const campaign = (isBoard ? board.data?.campaign : undefined) ?? alone.data;
  return { campaign, error, refetch };
}
