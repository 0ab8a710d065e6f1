import { describe, expect, it } from 'vitest';
import { wrong } from './zones.ts';

describe('an import is refused', () => {
  it.each([
    ['from a layer above', 'shared/cx.ts', '@/api/client', /^shared imports nothing above it/],
    ['from the pages', 'features/help/page/Help.tsx', '@/app/App', /^features imports nothing/],
    ['from no layer', 'app/App.tsx', '@/main', /^app imports nothing above it/],
    ['from another area', 'features/help/page/Help.tsx', '@/features/topic/api/a', /no other area/],
    ['from no subject', 'features/help/page/Help.tsx', '@/features/help/a', /no other area; each/],
    [
      'from a later subject',
      'features/help/read/a.ts',
      '@/features/help/page/a',
      /^A folder of help/,
    ],
    ['from another area by a test', 'features/help/read/a.test.ts', '@/features/topic/api/a', /no/],
    ['by a path upwards', 'shared/ui/Bar.tsx', '../cx', /as @\//],
    ['by a path upwards that begins here', 'shared/ui/Bar.tsx', './../cx', /as @\//],
    ['by the folder above alone', 'shared/ui/Bar.tsx', '..', /as @\//],
    [
      'of what the fields are made of',
      'app/App.tsx',
      '@mantine/core',
      /from @\/shared\/ui\/fields/,
    ],
    ['of its styles', 'app/App.tsx', '@mantine/core/styles.css', /from @\/shared\/ui\/fields/],
    ['that is computed', 'app/App.tsx', undefined, /in quotes/],
    ['in a file from elsewhere', '../../elsewhere/a.ts', 'react', /outside src/],
  ])('%s', (_, path, imported, message) => {
    expect(wrong(path, imported)).toMatch(message);
  });
});

describe('an import is allowed', () => {
  it.each([
    ['from a layer below', 'features/help/read/a.ts', '@/shared/styles/cx'],
    ['from its own layer', 'shared/ui/Bar.tsx', '@/shared/styles/cx'],
    ['from an earlier subject', 'features/help/page/a.ts', '@/features/help/read/a'],
    [
      'from its own subject',
      'features/campaign/setup/pool/a.ts',
      '@/features/campaign/setup/pool/b',
    ],
    ['from a later subject by a test', 'features/help/read/a.test.ts', '@/features/help/page/a'],
    ['from two areas by the app', 'app/pages/Home.tsx', '@/features/topic/api/a'],
    ['from everywhere by main.tsx', 'main.tsx', '@/app/App'],
    ['from its own folder', 'shared/ui/Bar.tsx', './Bar.module.css'],
    ['of what fields are made of by a field', 'shared/ui/fields/A.tsx', '@mantine/core'],
    ['of a package', 'app/App.tsx', 'react'],
  ])('%s', (_, path, imported) => {
    expect(wrong(path, imported)).toBeUndefined();
  });
});
