import { answer, api } from '@/api/client';
import type { Credentials, Session } from '@/api/types';

export const signIn = (body: Credentials): Promise<Session> =>
  answer(api.POST('/api/session', { body }));
