import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { campaignQuery } from '@/features/campaign/api/readCampaign';

/** The campaign of the page's address; the frame around the page has read it already. */
export function useCampaign() {
  const id = Number(useParams().id);
  return useSuspenseQuery(campaignQuery(id)).data;
}
