import { answer, api } from '@/api/client';

export const revokeInvitation = (id: number, invitationId: number) =>
  answer(
    api.DELETE('/api/campaigns/{campaign_id}/invitations/{invitation_id}', {
      params: { path: { campaign_id: id, invitation_id: invitationId } },
    }),
  );
