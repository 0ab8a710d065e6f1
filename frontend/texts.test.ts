import { expect, it } from 'vitest';
import { pageTexts, textsIn } from './texts.ts';

/** Words that give a translation away: those of tests/test_english.py, and of pages. */
const AVOIDED =
  /\b(told|tells?|telling|such as it|whoever|anew|but for|(is|are|was|were) to|what (it|is)|of which)\b/i;

it('finds what an element contains, and strings', () => {
  const source = `
    import a from 'a b';
    const text = ok ? 'Two words' : \`\${n} left of \${m}\`;
    const page = <p title="A title">All <b>is well</b> {n} {'here'}</p>;`;
  expect(textsIn('a.tsx', source).map(({ text }) => text)).toEqual([
    'Two words',
    '… left of …',
    'All is well … here',
    'A title',
    'here',
  ]);
});

it('has no words on any page that the house style lists', () => {
  const texts = pageTexts();
  expect(texts.length).toBeGreaterThan(2_000);
  expect(texts.filter(({ text }) => AVOIDED.test(text))).toEqual([]);
});
