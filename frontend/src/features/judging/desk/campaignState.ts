import type { DeskState } from '@/features/judging/desk/desk';
import { isOver } from '@/shared/stateNames';

type Told = Pick<DeskState, 'word'>;

/** Whether the server last said that the campaign has ended. */
export const hasEnded = ({ word }: Told): boolean =>
  word !== null && word.empty !== null && isOver(word.empty.state);

/** Whether nothing is handed out now because the campaign is not open: it may only be paused. */
export const isShut = ({ word }: Told): boolean => word?.empty?.reason === 'not_open';
