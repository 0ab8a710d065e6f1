import { expect, it } from 'vitest';
import { pageName, tabsOf } from '@/features/campaign/frame/pageNames';

it.each([
  ['/campaigns/7', 'Board'],
  ['/campaigns/7/pairs', 'Pairs'],
  ['/campaigns/7/pairs/12', 'Pair'],
  ['/campaigns/7/assessors', 'How they judge'],
  ['/campaigns/7/assessors/K4RT2', 'K4RT2'],
  ['/campaigns/7/what-if', 'What if'],
  ['/campaigns/7/settings/', 'Settings'],
])('%s is called %s', (pathname, name) => {
  expect(pageName(pathname)).toBe(name);
});

it.each([
  ['active', true],
  ['depth', false],
])('topics have a page over pools that learn: %s', (strategy, isThere) => {
  expect(tabsOf({ strategy }).some(({ label }) => label === 'Topics')).toBe(isThere);
});
