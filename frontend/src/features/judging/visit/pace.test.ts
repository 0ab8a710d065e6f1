import { expect, it } from 'vitest';
import { MOST_TIMES, aheadOf, timeLeft, withTime } from '@/features/judging/visit/pace';

const minute = 60_000;
const share = (n: number) => ({ n, of: 'your share' as const });

it('says nothing before there are enough times', () => {
  expect(timeLeft(Array<number>(4).fill(minute), share(10))).toBeNull();
  expect(timeLeft(Array<number>(5).fill(minute), share(10))).not.toBeNull();
});

it('goes by the median, which a long break does not move', () => {
  const times = [minute, minute, minute, minute, 500 * minute];
  expect(timeLeft(times, share(40))).toBe('about 40 min left');
});

it('takes the middle of two where the times are even', () => {
  const times = [1, 1, 2, 4, 9, 9].map((n) => n * minute);
  expect(timeLeft(times, share(3))).toBe('about 9 min left');
});

it.each([
  [0.1, 'about a minute'],
  [3, 'about 3 min'],
  [43, 'about 45 min'],
  [58, 'about 1 h'],
  [95, 'about 1½ h'],
  [300, 'about 5 h'],
])('%d minutes are given roughly', (minutes, text) => {
  const times = Array<number>(5).fill(minutes * minute);
  expect(timeLeft(times, share(1))).toBe(`${text} left`);
});

it('says nothing where nothing is left, or nobody knows what is', () => {
  const times = Array<number>(9).fill(minute);
  expect(timeLeft(times, share(0))).toBeNull();
  expect(timeLeft(times, null)).toBeNull();
});

it('looks ahead to the share, and where there is none to the end of the topic', () => {
  const inTopic = { position: 3, of: 20 };
  expect(aheadOf({ share: 500 }, 120, inTopic)).toEqual({ n: 380, of: 'your share' });
  expect(aheadOf({ share: null }, 120, inTopic)).toEqual({ n: 18, of: 'this topic' });
  expect(aheadOf({ share: null }, 120, null)).toBeNull();
  expect(aheadOf({ share: null }, 120, { position: 20, of: 20 })).toBeNull();
});

it('forgets old times', () => {
  const times = Array<number>(MOST_TIMES).fill(1);
  expect(withTime(times, 7)).toEqual([7, ...times.slice(1)]);
});
