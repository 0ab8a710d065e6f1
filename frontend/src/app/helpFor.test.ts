import { pages } from 'virtual:help';
import { expect, it } from 'vitest';
import { helpFor, PLACES } from '@/app/helpFor';

it.each([
  ['/', '/help'],
  ['/compare', '/help/measures'],
  ['/library', '/help/rankers'],
  ['/library/labels/of/old', '/help/labels'],
  ['/library/labels/compare', '/help/labels#label-sets-compared'],
  ['/campaigns', '/help/operations#running-a-campaign'],
  ['/campaigns/7/pairs/9', '/help/operations#running-a-campaign'],
  ['/campaigns/7/agreement', '/help/agreement'],
  ['/help/measures', '/help'],
])('%s leads to %s', (place, page) => {
  expect(helpFor(place)).toBe(page);
});

it('every place leads to a page that is there, and to a heading of it', async () => {
  for (const to of PLACES.map(([, page]) => page)) {
    const [name = '', slug] = to.slice(1).split('#');
    const content = await pages[name]?.();
    expect(content, to).toBeTruthy();
    const slugs = content?.default.headings.map((heading) => heading.slug);
    if (slug !== undefined) expect(slugs, to).toContain(slug);
  }
});
