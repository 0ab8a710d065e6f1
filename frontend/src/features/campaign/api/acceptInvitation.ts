import { answer, api } from '@/api/client';
import type { Acceptance, Joined } from '@/api/types';

/** Joins as who is signed in or, with a name and a password, as somebody new. */
export const acceptInvitation = (body: Acceptance): Promise<Joined> =>
  answer(api.POST('/api/invitations/accept', { body }));
