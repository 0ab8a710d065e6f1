import type { DeskState } from '@/features/judging/desk/deskState';
import { isOver } from '@/shared/judging/stateNames';

type Status = Pick<DeskState, 'workStatus'>;

/** Whether the server last said that the campaign has ended. */
export const hasEnded = ({ workStatus }: Status): boolean =>
  workStatus !== null && workStatus.empty !== null && isOver(workStatus.empty.state);

/** Whether the server last took answers, or has said nothing yet. */
export const isOpen = (status: Status): boolean => !isShut(status) && !hasEnded(status);

/** Whether nothing is served now because the campaign is not open; it may only be paused. */
export const isShut = ({ workStatus }: Status): boolean => workStatus?.empty?.reason === 'not_open';
