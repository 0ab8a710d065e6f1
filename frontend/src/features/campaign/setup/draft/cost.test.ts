import { expect, it } from 'vitest';
import { formatHours, secondsOf } from '@/features/campaign/setup/draft/cost';

it.each([
  [0.001, 'under a minute'],
  [0.5, '30 min'],
  [2.25, '2.3 h'],
  [1234.4, '1,234 h'],
])('prints %s hours as %s', (hours, text) => {
  expect(formatHours(hours)).toBe(text);
});

it("the organizer's own seconds go before the estimate", () => {
  const time = { seconds: 23.4, source: 'length', n: 9, mean_characters: 300 } as const;
  expect(secondsOf(null, time)).toBe(23);
  expect(secondsOf(40, time)).toBe(40);
});
