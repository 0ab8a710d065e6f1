import { answer, api } from '@/api/client';

export async function signOut(): Promise<void> {
  await answer(api.DELETE('/api/session'));
}
