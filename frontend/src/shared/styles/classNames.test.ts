import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const CLASS = /\.([a-z][\w-]*)/gi;
const COMPOSED = /composes: ([^;]+);/g;
const IMPORTED = /^import (\w+) from '(?:@|(\.))\/(.+\.module\.css)';$/gm;
const NESTED = /(['"]).*?\1|\/\*.*?\*\//gs;

const read = (path: string): string => readFileSync(path, 'utf8');
const first = (matches: Iterable<RegExpExecArray>): string[] =>
  [...matches].map(([, name = '']) => name);

/** What stands before each brace, without comments and quoted words. */
const selectors = (css: string): string[] =>
  first(css.replaceAll(NESTED, '').matchAll(/([^{};]+)\{/g));

const definedIn = (css: string): Set<string> =>
  new Set(selectors(css).flatMap((one) => first(one.matchAll(CLASS))));
const composedIn = (css: string): string[] =>
  first(css.matchAll(COMPOSED)).flatMap((names) => names.split(' '));

const SHEETS = globSync('src/**/*.css');
const isModule = (path: string): boolean => path.endsWith('.module.css');
const COMPONENTS = globSync('src/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'));
const DEFINED = new Map(
  SHEETS.filter(isModule).map((path) => [path, definedIn(read(path))] as const),
);

type Use = Readonly<{ sheet: string; name: string; by: string }>;

/** Every class that a component takes from a module, and that a class of a module composes. */
function usesOf(path: string): Use[] {
  const source = read(path);
  const body = source.replaceAll(IMPORTED, '');
  return [...source.matchAll(IMPORTED)].flatMap(([, alias = '', beside, place = '']) => {
    const sheet = beside === undefined ? `src/${place}` : path.replace(/[^/]+$/, place);
    const use = new RegExp(`(?<![\\w.])${alias}(?:\\.|(?=\\[))(\\w*)`, 'g');
    return first(body.matchAll(use)).map((name) => ({ sheet, name, by: path }));
  });
}

const USES = [
  ...COMPONENTS.flatMap(usesOf),
  ...[...DEFINED.keys()].flatMap((sheet) =>
    composedIn(read(sheet)).map((name) => ({ sheet, name, by: sheet })),
  ),
];

it('every class that is used is defined', () => {
  const unknown = USES.filter(({ sheet, name }) => !DEFINED.get(sheet)?.has(name));
  expect(unknown).toEqual([]);
});

it('every class that is defined is used, and every module imported', () => {
  const used = new Set(USES.map(({ sheet, name }) => `${sheet} ${name}`));
  const all = [...DEFINED].flatMap(([sheet, names]) =>
    [...names].map((name) => `${sheet} ${name}`),
  );
  expect(all.filter((one) => !used.has(one))).toEqual([]);
  const imported = new Set(USES.map(({ sheet }) => sheet));
  expect([...DEFINED.keys()].filter((sheet) => !imported.has(sheet))).toEqual([]);
});

it('classes come from modules alone', () => {
  const global = SHEETS.filter((path) => !isModule(path) && definedIn(read(path)).size > 0);
  expect(global).toEqual([]);
  expect(COMPONENTS.filter((path) => /className=(["']|\{[^}]*["'`])/.test(read(path)))).toEqual([]);
});

it('what is shared is weaker than what a page says, whichever loads first', () => {
  const shared = SHEETS.filter((path) => isModule(path) && path.startsWith('src/shared/'));
  const layer = /^@layer shared \{\n(( .*)?\n)*\}\n$/;
  expect(shared.filter((path) => !layer.test(read(path)))).toEqual([]);
});
