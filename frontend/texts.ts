/**
 * The texts of pages: what elements contain, and all strings that could be read.
 * Run by Node, prints them as JSON for tests/test_english.py, which checks their words.
 */
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

export type Text = Readonly<{ place: string; text: string }>;

/** Stands for what a text takes from the data. */
const HOLE = '…';
const one = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const templateText = (node: ts.TemplateExpression): string =>
  node.head.text + node.templateSpans.map(({ literal }) => HOLE + literal.text).join('');

/** The text of an element with those within it; other children are holes. */
function elementText(node: ts.JsxElement | ts.JsxFragment): string {
  const parts = node.children.map((child) => {
    if (ts.isJsxText(child)) return child.text;
    if (ts.isJsxElement(child) || ts.isJsxFragment(child)) return elementText(child);
    if (!ts.isJsxExpression(child) || child.expression === undefined) return HOLE;
    return ts.isStringLiteralLike(child.expression) ? child.expression.text : HOLE;
  });
  return parts.join('');
}

const hasElement = (node: ts.Node): boolean => ts.isJsxElement(node) || ts.isJsxFragment(node);

function textOf(node: ts.Node): string {
  if (ts.isJsxElement(node) || ts.isJsxFragment(node))
    return hasElement(node.parent) ? '' : elementText(node);
  if (ts.isTemplateExpression(node)) return templateText(node);
  const isImported = ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent);
  return ts.isStringLiteralLike(node) && !isImported ? node.text : '';
}

/** The texts of a file, each in one line; single words that no page shows are among them. */
export function textsIn(place: string, source: string): Text[] {
  const found: Text[] = [];
  const look = (node: ts.Node): void => {
    const text = ts.isSourceFile(node) ? '' : one(textOf(node));
    if (/\p{L}{2}/u.test(text)) found.push({ place, text });
    ts.forEachChild(node, look);
  };
  const kind = place.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  look(ts.createSourceFile(place, source, ts.ScriptTarget.Latest, true, kind));
  return found;
}

/** The texts of all pages. */
function pageTexts(): Text[] {
  const paths = globSync('src/**/*.{ts,tsx}', {
    exclude: (name) => name.includes('.test.') || name.includes('.gen.'),
  });
  return paths.toSorted().flatMap((place) => textsIn(place, readFileSync(place, 'utf8')));
}

if (import.meta.main) process.stdout.write(JSON.stringify(pageTexts()));
