import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { shellFile, shellWord } from '@/shared/format/shellWord';

it('leaves alone what needs no quotes', () => {
  expect(shellWord('bm25_v1.2-final@3.run.gz')).toBe('bm25_v1.2-final@3.run.gz');
});

it.each([
  'my run.txt',
  "rita's.run",
  '"quoted"',
  'a$HOME`id`;&|<>()*?[1]{a,b}~!#\\',
  'line\nbreak',
  'été.run',
  '',
])('a shell reads %j as it is', (text) => {
  const printed = execFileSync('sh', ['-c', `printf %s ${shellWord(text)}`], { encoding: 'utf8' });
  expect(printed).toBe(text);
});

it('a file that is named like an option is a path', () => {
  expect(shellFile('-l 2.run')).toBe("'./-l 2.run'");
});
