import { expect, it } from 'vitest';
import { readPage } from './page.ts';

const SOURCE = `# Measures

See [labels](labels.md#aggregates), [the code](../regrade/measures), [RR](#rr) and [papers](https://doi.org/1).

## \`RR@k\`, reciprocal rank

![A picture](screenshots/rr.webp) of *it* <b>

| | low |
|---|--:|
| a | 1 |

### Where is ...?

\`\`\`text
RR@k = 1 / rank
\`\`\`

### Where is ...?
`;

const { page, sections } = readPage('measures', SOURCE, new Set(['measures', 'labels']));

it('headings have the anchors that GitHub gives them, and those of one name are counted', () => {
  expect(page.title).toBe('Measures');
  expect(page.headings).toEqual([
    { level: 2, title: 'RR@k, reciprocal rank', slug: 'rrk-reciprocal-rank' },
    { level: 3, title: 'Where is ...?', slug: 'where-is-' },
    { level: 3, title: 'Where is ...?', slug: 'where-is--1' },
  ]);
  expect(page.html).toContain('<h2 id="rrk-reciprocal-rank" tabindex="-1">');
});

it('links lead to pages of help, and what is no page becomes its words', () => {
  expect(page.html).toContain('<a href="/help/labels#aggregates">labels</a>');
  expect(page.html).toContain('<span>the code</span>');
  expect(page.html).toContain('<a href="#rr">RR</a>');
  expect(page.html).toContain('<a href="https://doi.org/1">papers</a>');
  expect(page.html).toContain('A picture of <em>it</em> &lt;b&gt;');
  expect(page.html).not.toMatch(/<img|style=|<h1/);
});

it('a table says what it is of, and its columns keep their side', () => {
  expect(page.html).toContain('aria-label="Table: RR@k, reciprocal rank"');
  expect(page.html).toContain('<td data-align="right">1</td>');
  expect(page.html).not.toContain('<th></th>');
});

it('what is searched is the text below each heading', () => {
  expect(sections.map(({ slug, text }) => [slug, text])).toEqual([
    ['', 'See labels, the code, RR and papers.'],
    ['rrk-reciprocal-rank', 'A picture of it <b> low a 1'],
    ['where-is-', 'RR@k = 1 / rank'],
    ['where-is--1', ''],
  ]);
});

it('a document without a title is refused by name', () => {
  expect(() => readPage('labels', 'Labels', new Set())).toThrow('docs/labels.md');
});
