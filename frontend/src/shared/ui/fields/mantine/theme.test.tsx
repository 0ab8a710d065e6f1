import { readFileSync } from 'node:fs';
import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { theme } from '@/shared/ui/fields/mantine/theme';

/** Rules as they apply, however they are printed. */
const rules = (css: string): string[] =>
  css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, '')
    .replaceAll(';}', '}')
    .replaceAll('"', "'")
    .split('}')
    .sort();

it('the file of styles says what Mantine makes of the theme', () => {
  const { container } = render(
    <MantineProvider theme={theme} withGlobalClasses={false}>
      {null}
    </MantineProvider>,
  );
  const styles = readFileSync('src/shared/ui/fields/mantine/theme.css', 'utf8');
  expect(rules(styles)).toEqual(rules(container.querySelector('style')?.textContent ?? ''));
});
