import type { OwnTask } from '@/api/types';
import { outlookOf, whyNothingToJudge } from '@/features/campaign/list/ownPart';
import { aboutHowLong } from '@/shared/aboutHowLong';
import { counted, formatCount } from '@/shared/format';

const MS_PER_MINUTE = 60_000;

export type Outlook = 'now' | 'later' | 'done';

/** Whether there is something to judge now, will be, or is nothing more. */
export function outlookOfTask(task: OwnTask): Outlook {
  const outlook = outlookOf({ state: task.state, own: task }) ?? 'done';
  if (outlook !== 'now') return outlook;
  if (task.has_judged_all) return 'done';
  return task.state === 'paused' ? 'later' : 'now';
}

/** Why there is nothing to judge; empty where there is something. */
export function whyNot(task: OwnTask): string {
  if (outlookOfTask(task) === 'now') return '';
  return task.has_judged_all
    ? 'You have judged all there is for you now. Thank you.'
    : whyNothingToJudge(task, task);
}

/** "125 to judge, about 40 min"; the time once the pace is known, and nothing without a share. */
export function timeToGo({ n_left: nLeft, ms_left: ms }: OwnTask): string {
  if (nLeft === null || nLeft === 0) return '';
  const long = ms === null ? '' : `, ${aboutHowLong(ms / MS_PER_MINUTE)}`;
  return `${formatCount(nLeft)} to judge${long}`;
}

/** "In hand: how long do spruces live, and 2 more topics"; empty where none is begun. */
export function formatTopics({ topics }: OwnTask): string {
  const [first, ...others] = topics;
  if (first === undefined) return '';
  const more = others.length === 0 ? '' : `, and ${counted(others.length, 'more topic')}`;
  return `In hand: ${first}${more}`;
}
