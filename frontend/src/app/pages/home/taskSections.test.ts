import { expect, it } from 'vitest';
import type { OwnTask } from '@/api/types';
import { formatTopics, outlookOfTask, timeToGo, whyNot } from '@/app/pages/home/taskSections';

const task = (part: Partial<OwnTask> = {}): OwnTask => ({
  id: 1,
  name: 'spruces',
  state: 'open',
  standing: 'at_work',
  n_judged: 75,
  share: 200,
  n_left: 125,
  ms_left: 40 * 60_000,
  topics: [],
  has_judged_all: false,
  ...part,
});

it.each([
  [task(), 'now', ''],
  [task({ state: 'paused' }), 'later', 'The campaign is paused.'],
  [task({ state: 'draft' }), 'later', 'It is in preparation.'],
  [task({ standing: 'done' }), 'done', 'Your share is done. Thank you.'],
  [task({ has_judged_all: true }), 'done', 'You have judged all there is for you now. Thank you.'],
  [
    task({ state: 'pilot', has_judged_all: true }),
    'later',
    'You have judged all of the pilot. The rest opens later.',
  ],
  [task({ state: 'closed' }), 'done', 'The campaign has ended.'],
])('says whether there is something to judge, and why not: %#', (one, outlook, why) => {
  expect(outlookOfTask(one)).toBe(outlook);
  expect(whyNot(one)).toBe(why);
});

it('says what is left, and how long it takes once that is known', () => {
  expect(timeToGo(task())).toBe('125 to judge, about 40 min');
  expect(timeToGo(task({ ms_left: null }))).toBe('125 to judge');
  expect(timeToGo(task({ n_left: null, ms_left: null }))).toBe('');
});

it('names the topic in hand, and counts the others', () => {
  expect(formatTopics(task({ topics: ['how old are firs'] }))).toBe(
    'In progress: how old are firs',
  );
  expect(formatTopics(task({ topics: ['a', 'b', 'c'] }))).toBe('In progress: a, and 2 more topics');
});
