import type { InvitationRequest } from '@/api/types';
import { answer, api } from '@/api/client';

export const invite = (id: number, body: InvitationRequest) =>
  answer(
    api.POST('/api/campaigns/{campaign_id}/invitations', {
      params: { path: { campaign_id: id } },
      body: body,
    }),
  );
