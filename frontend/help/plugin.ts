import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { readPage } from './page.ts';

const ALL = 'virtual:help';
const INDEX = `${ALL}/index`;
const PAGE = `${ALL}/page/`;

/** Pictures of the pages, and a table for developers: neither helps on a page. */
const LEFT_OUT = ['page-calls', 'pages'];

/** Documents stand beside this folder in the repository, and in it where a copy is built. */
const folderOf = (root: string): string =>
  [join(root, 'docs'), join(root, '..', 'docs')].find(existsSync) ?? '';

function namesOf(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return names
    .map((name) => name.slice(0, -'.md'.length))
    .filter((name) => !LEFT_OUT.includes(name))
    .sort();
}

/** The documents in `docs` as modules: one lists them, one is their text, and each page is one. */
export function help(root: string): Plugin {
  const folder = folderOf(root);
  const names = namesOf(folder);
  const read = (name: string) =>
    readPage(name, readFileSync(join(folder, `${name}.md`), 'utf-8'), new Set(names));

  function list(): string {
    const titles = Object.fromEntries(names.map((name) => [name, read(name).page.title]));
    const pages = names.map((name) => `'${name}': () => import('${PAGE}${name}'),`);
    return `export const titles = ${JSON.stringify(titles)};\nexport const pages = {${pages.join('\n')}};`;
  }

  function contentOf(id: string): string | null {
    if (id === ALL) return list();
    if (id === INDEX)
      return `export default ${JSON.stringify(names.flatMap((name) => read(name).sections))};`;
    if (!id.startsWith(PAGE)) return null;
    return `export default ${JSON.stringify(read(id.slice(PAGE.length)).page)};`;
  }

  return {
    name: 'help',
    resolveId: (id) => (id === ALL || id.startsWith(`${ALL}/`) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${ALL}`)) return null;
      for (const name of names) this.addWatchFile(join(folder, `${name}.md`));
      return contentOf(id.slice(1));
    },
  };
}
