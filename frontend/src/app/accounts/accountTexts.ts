import type { Account } from '@/api/types';
import { formatClock, formatDay } from '@/shared/format/time';

export type Right = 'may_organize' | 'may_research' | 'is_administrator';

/** A right that is being given or taken away. */
export type Wanted = Readonly<{ id: number; right: Right; granted: boolean }>;

/** What each right lets an account do, in the order of the page. */
export const RIGHTS: readonly Readonly<{ name: Right; label: string; hint: string }>[] = [
  { name: 'may_organize', label: 'Organize', hint: 'Runs campaigns and sees all of them.' },
  { name: 'may_research', label: 'Research', hint: 'Computes and compares runs.' },
  {
    name: 'is_administrator',
    label: 'Administrate',
    hint: 'Has all rights, and manages accounts on this page.',
  },
];

/** Whether it holds, by itself or since an administrator may do all; or will, as was asked for. */
export function holds(account: Account, right: Right, wanted: Wanted | null): boolean {
  if (wanted?.id === account.id && wanted.right === right) return wanted.granted;
  return account.is_administrator || account[right];
}

/** What keeps the owner out, if anything does. */
export function standing({ is_active: isActive, has_password: hasPassword }: Account): string {
  if (!isActive) return 'deactivated';
  return hasPassword ? '' : 'no password yet';
}

/** A day as the server names it, which is the same wherever it is read; or that there was none. */
export const formatDate = (day: string | null): string =>
  day === null ? 'never' : formatDay(`${day}T12:00`);

export const formatTime = (iso: string): string => `${formatDay(iso)}, ${formatClock(iso)}`;
