import { useQuery } from '@tanstack/react-query';
import { useMatch, useParams } from 'react-router';
import { boardQuery } from '@/api/queries/readBoard';
import { campaignQuery } from '@/features/campaign/api/readCampaign';

/**
 * The campaign as the title line tells of it. Beside the board it comes with the board's own
 * answer, so that both are as of the same moment; until that is there, and on other pages, alone.
 */
export function useHead() {
  const id = Number(useParams().id);
  const isBoard = useMatch('/campaigns/:id') !== null;
  const alone = useQuery({ ...campaignQuery(id), ...(isBoard && { refetchInterval: false }) });
  const board = useQuery({ ...boardQuery(id), enabled: isBoard });
  const { error, refetch } = isBoard && board.data !== undefined ? board : alone;
  const campaign = (isBoard ? board.data?.campaign : undefined) ?? alone.data;
  return { campaign, error, refetch };
}
