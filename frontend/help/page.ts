import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { slugger } from './slugs.ts';
import type { Heading, HelpPage, Section } from '../src/features/help/read/types.ts';

const markdown = new MarkdownIt();
const { escapeHtml } = markdown.utils;

/** A table scrolls by itself where it is wider than the screen, and keys reach it. */
markdown.renderer.rules.table_open = (tokens, at) =>
  `<div data-scroll role="group" tabindex="0" aria-label="${escapeHtml(`Table: ${String(tokens[at]?.meta?.['of'])}`)}"><table>`;
markdown.renderer.rules.table_close = () => '</table></div>';

/** What a heading, paragraph or cell says, without its markup. */
function plain({ children, content }: Token): string {
  if (children === null) return content;
  return children.map((child) => (child.type === 'softbreak' ? ' ' : plain(child))).join('');
}

/** A link to another page of `docs` leads to that page of help; `null` where nothing here is meant. */
function target(href: string, pages: ReadonlySet<string>): string | null {
  if (/^(#|https?:)/.test(href)) return href;
  const [, page = '', hash = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return pages.has(page) ? `/help/${page}${hash}` : null;
}

/** Links are led to pages of help; pictures, and links to other files, become their words. */
function leadLinks(tokens: readonly Token[], pages: ReadonlySet<string>): void {
  const tags: string[] = [];
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const href = target(String(token.attrGet('href') ?? ''), pages);
      token.attrs = href === null ? null : [['href', href]];
      token.tag = href === null ? 'span' : 'a';
      tags.push(token.tag);
    } else if (token.type === 'link_close') {
      token.tag = tags.pop() ?? 'a';
    } else if (token.type === 'image') {
      token.content = plain(token);
      token.type = 'text';
    }
  }
}

/** Styles within a document are refused by browsers here, and a head without words is none. */
function tidyCell(open: Token, inside: Token | undefined, close: Token | undefined): void {
  const side = /text-align:(\w+)/.exec(String(open.attrGet('style') ?? ''))?.[1];
  open.attrs = side === undefined ? null : [['data-align', side]];
  if (inside?.content !== '' || close === undefined) return;
  open.tag = close.tag = 'td';
}

/** A heading with an anchor, which can be given the focus. */
function anchored(open: Token, title: string, slug: string): Heading {
  open.attrs = [
    ['id', slug],
    ['tabindex', '-1'],
  ];
  return { level: Number(open.tag.slice(1)), title, slug };
}

/** Makes of what Markdown says what a page of help shows, and lists its headings, the title first. */
function prepare(tokens: readonly Token[], pages: ReadonlySet<string>): readonly Heading[] {
  const headings: Heading[] = [];
  const slugOf = slugger();
  for (const [at, token] of tokens.entries()) {
    const [inside, close] = [tokens[at + 1], tokens[at + 2]];
    if (token.type === 'heading_open' && inside !== undefined) {
      const title = plain(inside);
      headings.push(anchored(token, title, slugOf(title)));
    } else if (token.type === 'table_open') token.meta = { of: headings.at(-1)?.title };
    else if (/^t[hd]_open$/.test(token.type)) tidyCell(token, inside, close);
    else leadLinks(token.children ?? [], pages);
  }
  return headings;
}

/** The words below each heading. */
function textsOf(tokens: readonly Token[]): readonly string[] {
  const texts: string[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') texts.push('');
    else if (tokens[at - 1]?.type !== 'heading_open' && token.content !== '')
      texts.push(`${texts.pop() ?? ''} ${plain(token)}`);
  }
  return texts.map((text) => text.replace(/\s+/g, ' ').trim());
}

type Read = Readonly<{ page: HelpPage; sections: readonly Section[] }>;

/** A file of `docs` as a page of help; `pages` are the names of all that can be led to. */
export function readPage(name: string, source: string, pages: ReadonlySet<string>): Read {
  const tokens = markdown.parse(source, {});
  const [title, ...headings] = prepare(tokens, pages);
  if (title?.level !== 1 || tokens[0]?.type !== 'heading_open')
    throw new Error(`docs/${name}.md must begin with its title, as "# Title".`);
  const html = markdown.renderer.render(tokens.slice(3), markdown.options, {});
  const [opening = '', ...texts] = textsOf(tokens);
  const sections = headings.map((heading, at): Section => ({
    page: name,
    heading: heading.title,
    slug: heading.slug,
    text: texts[at] ?? '',
  }));
  const first: Section = { page: name, heading: '', slug: '', text: opening };
  return { page: { title: title.title, html, headings }, sections: [first, ...sections] };
}
