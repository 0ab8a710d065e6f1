/**
 * Checks regular expressions for texts over which they would take long: those of the pages, and
 * those on standard input, a JSON list of {place, source, flags}. Prints what it finds as JSON.
 */
import { globSync, readFileSync } from 'node:fs';
import { checkSync } from 'recheck';
import ts from 'typescript';

type Pattern = Readonly<{ place: string; source: string; flags: string }>;

/** Long enough for the slowest of them on a busy machine; one that takes longer is a fault. */
const WITHIN_MS = 60_000;
/** By the number of steps alone: by the clock, a busy machine makes any pattern slow. */
const BY_STEPS = { timeout: WITHIN_MS, attackTimeout: null, incubationTimeout: null };

function patternsIn(place: string): Pattern[] {
  const found: Pattern[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(place, readFileSync(place, 'utf8'), ts.ScriptTarget.Latest));
  return found;
}

const given = JSON.parse(readFileSync(0, 'utf8')) as Pattern[];
const own = globSync('src/**/*.{ts,tsx}', { exclude: (name) => name.includes('.test.') });
const faults = [...given, ...own.toSorted().flatMap(patternsIn)].flatMap((pattern) => {
  const result = checkSync(pattern.source, pattern.flags, BY_STEPS);
  if (result.status === 'safe') return [];
  return [
    { ...pattern, found: 'complexity' in result ? result.complexity.summary : result.status },
  ];
});
process.stdout.write(JSON.stringify(faults));
