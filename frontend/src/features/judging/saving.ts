import type { Letter } from '@/features/judging/desk';
import type { OutboxState } from '@/features/judging/outbox';
import { counted } from '@/shared/format';

export type SaveState = 'saved' | 'saving' | 'waiting' | 'offline' | 'signed-out' | 'refused';

export type Saving = Readonly<{ state: SaveState; words: string }>;

/** Whether everything is saved, in one word and one sentence; the gravest thing is said. */
export function savingOf(outbox: OutboxState<Letter>, isOnline: boolean): Saving {
  const { waiting, refused, phase } = outbox;
  if (phase === 'signed-out') {
    return { state: 'signed-out', words: `signed out, ${waiting.length} waiting` };
  }
  if (!isOnline) {
    const words = waiting.length === 0 ? 'offline' : `offline, ${waiting.length} waiting`;
    return { state: 'offline', words };
  }
  if (refused.length > 0)
    return { state: 'refused', words: counted(refused.length, 'refused', 'refused') };
  if (phase === 'retrying')
    return { state: 'waiting', words: `${waiting.length} waiting, trying again` };
  if (waiting.length > 1) return { state: 'waiting', words: `${waiting.length} waiting` };
  return waiting.length === 1
    ? { state: 'saving', words: 'saving' }
    : { state: 'saved', words: 'saved' };
}
