import { expect, it } from 'vitest';
import { passwordTrouble, usernameTrouble } from '@/shared/ui/fields/passwords';

it.each(['dave', 'élodie.b', 'x@y-z_1+2', '李雷', ''])('%j can be a username', (name) => {
  expect(usernameTrouble(name)).toBeNull();
});

it.each(['two words', 'dave!', 'a/b'])('%j cannot be a username', (name) => {
  expect(usernameTrouble(name)).toContain('Leave out spaces');
});

it.each([
  ['short', 'too short'],
  ['481516234', 'digits alone'],
  ['Spruce-Tree', 'your username'],
])('the password %j is refused before it is sent', (password, why) => {
  expect(passwordTrouble(password, 'spruce-tree')).toContain(why);
});

it('a password that may be right has no trouble', () => {
  expect(passwordTrouble('spruce-and-fir', 'dave')).toBeNull();
});
