import { useMutation, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { Invitation, InvitationRequest, Joined, NewAccount } from '@/api/types';
import { useChange } from '@/features/campaign/api/change';

export const useInvitations = (id: number) =>
  useQuery({
    queryKey: ['invitations', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/invitations', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
  });

const invite = (id: number, body: InvitationRequest) =>
  answer(
    api.POST('/api/campaigns/{campaign_id}/invitations', {
      params: { path: { campaign_id: id } },
      body,
    }),
  );

type Made = Awaited<ReturnType<typeof invite>>;

/** Calls `onMade` with the link at once, which is shown only once; the refetch comes after. */
export const useInvite = (id: number, onMade: (link: Made) => void) =>
  useChange(id, async (body: InvitationRequest) => onMade(await invite(id, body)));

export const useRevokeInvitation = (id: number, onDone: () => void) =>
  useChange(
    id,
    (invitation: Invitation) =>
      answer(
        api.DELETE('/api/campaigns/{campaign_id}/invitations/{invitation_id}', {
          params: { path: { campaign_id: id, invitation_id: invitation.id } },
        }),
      ),
    onDone,
  );

/** What an invitation offers to whoever is signed in now; undefined while that is not known. */
export const useInvitation = (token: string, username: string | null | undefined) =>
  useQuery({
    queryKey: ['invitation', token, username],
    queryFn: ({ signal }) => answer(api.POST('/api/invitations/look', { body: { token }, signal })),
    staleTime: Infinity,
    enabled: username !== undefined,
  });

/** Joins as who is signed in or, with a name and a password, as somebody new. */
export const useAcceptInvitation = (token: string, onJoined: (joined: Joined) => void) =>
  useMutation({
    mutationFn: (account: NewAccount) =>
      answer(api.POST('/api/invitations/accept', { body: { token, ...account } })),
    onSuccess: onJoined,
  });
