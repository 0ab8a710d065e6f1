import { expect, it } from 'vitest';
import { reportUnsent } from '@/shared/unsent';

const tryToLeave = (): boolean => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

it('the page warns before it is left as long as any desk has something unsent', () => {
  reportUnsent('one', 2);
  reportUnsent('other', 1);
  expect(tryToLeave()).toBe(true);
  reportUnsent('one', 0);
  expect(tryToLeave()).toBe(true);
  reportUnsent('other', 0);
  expect(tryToLeave()).toBe(false);
});
