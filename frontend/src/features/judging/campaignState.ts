import type { Empty } from '@/api/types';
import type { DeskState } from '@/features/judging/desk';

/** Ended for good: a closed campaign is never opened again. */
const OVER: readonly Empty['state'][] = ['closed', 'archived'];

export const hasEnded = (state: Empty['state']): boolean => OVER.includes(state);

/** Whether the server last said that the campaign has ended. */
export const isOver = ({ word }: Pick<DeskState, 'word'>): boolean =>
  word !== null && word.empty !== null && hasEnded(word.empty.state);
