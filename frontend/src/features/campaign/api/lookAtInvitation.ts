import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** What an invitation offers to whoever is signed in now. */
export const invitationQuery = (token: string, username: string | null) =>
  queryOptions({
    queryKey: ['invitation', token, username],
    queryFn: ({ signal }) => answer(api.POST('/api/invitations/look', { body: { token }, signal })),
    staleTime: Infinity,
  });
