import { expect, it } from 'vitest';
import { reportUnsent } from '@/shared/browser/unsent';

const tryToLeave = (): boolean => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

it('the page warns before it is left as long as anything of a desk would go with it', () => {
  reportUnsent('one', { waiting: 2, loose: 2 });
  reportUnsent('other', { waiting: 1, loose: 1 });
  expect(tryToLeave()).toBe(true);
  reportUnsent('one', { waiting: 0, loose: 0 });
  expect(tryToLeave()).toBe(true);
  reportUnsent('other', { waiting: 1, loose: 0 });
  expect(tryToLeave()).toBe(false);
});
