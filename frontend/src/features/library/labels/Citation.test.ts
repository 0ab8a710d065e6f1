import { expect, it } from 'vitest';
import { citationQuery } from '@/features/library/labels/Citation';

it.each([
  ['', 'name=old'],
  ['Ada Lovelace; Grace Hopper;', 'name=old&author=Ada+Lovelace&author=Grace+Hopper'],
])('each author is named apart (%s)', (authors, query) => {
  expect(citationQuery('old', authors)).toBe(query);
});
