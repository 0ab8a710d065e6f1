import { expect, it } from 'vitest';
import { textsIn } from './texts.ts';

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
