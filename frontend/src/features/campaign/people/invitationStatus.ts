import type { Invitation } from '@/api/types';
import { formatDay } from '@/shared/format/time';

/** Why a link opens no more, or until when it does. */
export function lifeOf(invitation: Invitation, now = Date.now()): string {
  const { revoked_at: revokedAt, expires_at: expiresAt } = invitation;
  if (revokedAt !== null) return `taken back on ${formatDay(revokedAt)}`;
  if (new Date(expiresAt).getTime() <= now) return `ended on ${formatDay(expiresAt)}`;
  if (invitation.n_uses >= invitation.max_uses) return 'used up';
  return `good until ${formatDay(expiresAt)}`;
}

export const isLive = (invitation: Invitation, now = Date.now()): boolean =>
  lifeOf(invitation, now).startsWith('good');
