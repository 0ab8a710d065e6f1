import { useSyncExternalStore } from 'react';

/** Applied by public/appearance.js, which runs before anything is painted. */
export const THEMES = ['auto', 'light', 'dark'] as const;
export const TEXT_SIZES = ['s', 'm', 'l', 'xl'] as const;

export type Theme = (typeof THEMES)[number];
type TextSize = (typeof TEXT_SIZES)[number];

const THEME_KEY = 'regrade.theme';
const SIZE_KEY = 'regrade.text-size';

function read<Value extends string>(key: string, known: readonly Value[], usual: Value): Value {
  try {
    const kept = localStorage.getItem(key);
    return known.find((value) => value === kept) ?? usual;
  } catch {
    return usual; // where storage is switched off
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    return;
  }
  window.dispatchEvent(new Event('regrade:chosen'));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('regrade:appearance', listener);
  return () => window.removeEventListener('regrade:appearance', listener);
}

const readTheme = (): Theme => read(THEME_KEY, THEMES, 'auto');
const readTextSize = (): TextSize => read(SIZE_KEY, TEXT_SIZES, 'm');
const readShade = (): 'light' | 'dark' =>
  document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';

export const chooseTheme = (theme: Theme): void => keep(THEME_KEY, theme);
export const chooseTextSize = (size: TextSize): void => keep(SIZE_KEY, size);

export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme);
export const useTextSize = (): TextSize => useSyncExternalStore(subscribe, readTextSize);

/** Light or dark as it is now, by the system's choice or the reader's. */
export const useShade = (): 'light' | 'dark' => useSyncExternalStore(subscribe, readShade);
