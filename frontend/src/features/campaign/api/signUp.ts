import { useMutation, useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { Joined, NewAccount } from '@/api/types';

const to = (id: number) => ({ path: { campaign_id: id } });

/** The campaign, where anybody may join it. */
export const useSignUpOffer = (id: number) =>
  useQuery({
    queryKey: ['sign-up', id],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/campaigns/{campaign_id}/sign-up', { params: to(id), signal })),
    staleTime: Infinity,
  });

/** Joins as who is signed in or, with a name and a password, as somebody new. */
export const useSignUp = (id: number, onJoined: (joined: Joined) => void) =>
  useMutation({
    mutationFn: (body: NewAccount) =>
      answer(api.POST('/api/campaigns/{campaign_id}/sign-up', { params: to(id), body })),
    onSuccess: onJoined,
  });
