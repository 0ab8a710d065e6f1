import { expect, it } from 'vitest';
import { allNames, titleOf } from '@/features/help/read/pages';
import { readers } from '@/features/help/read/PageList';

const listed = readers().flatMap(({ entries }) => entries.map(({ to }) => to));

it('every page of help is listed for somebody, and every entry is a page', () => {
  expect(allNames().filter((name) => !listed.includes(name))).toEqual([]);
  const pages = listed.filter((to) => to !== '/api/docs');
  expect(pages.filter((to) => titleOf(to.split('#')[0] ?? '') === undefined)).toEqual([]);
});

it('pictures of pages and the table of API calls are no pages of help', () => {
  expect(allNames()).toContain('architecture');
  expect(allNames()).not.toContain('page-calls');
  expect(allNames()).not.toContain('pages');
});
