import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { beforeEach, expect, it, vi } from 'vitest';
import { chooseTextSize, chooseTheme } from '@/shared/browser/appearance';

const SCRIPT = readFileSync('public/appearance.js', 'utf8');

/** The page as it is opened on a device that is dark or light. */
function open(isDark: boolean): DOMStringMap {
  vi.stubGlobal('matchMedia', () =>
    Object.assign(new EventTarget(), { matches: isDark, media: '' }),
  );
  runInThisContext(SCRIPT);
  return document.documentElement.dataset;
}

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML = '<meta name="theme-color" content="" />';
});

it.each([
  [true, 'dark'],
  [false, 'light'],
])('the theme is that of the device while none is chosen', (isDark, theme) => {
  expect(open(isDark)).toMatchObject({ theme, textSize: 'm' });
});

it('a choice is kept, whatever the device is', () => {
  chooseTheme('light');
  chooseTextSize('xl');
  expect(open(true)).toMatchObject({ theme: 'light', textSize: 'xl' });
});

it('a choice shows at once, and the colour around the page goes with it', () => {
  const shown = open(false);
  chooseTheme('dark');
  expect(shown.theme).toBe('dark');
  expect(document.querySelector('meta')?.content).toBe('#16171a');
  chooseTheme('auto');
  expect(shown.theme).toBe('light');
});
