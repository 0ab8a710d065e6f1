/** What file names end in that says nothing of what they hold. */
const ENDINGS = /\.(gz|tar|tgz|txt|run|qrels?|trec|tsv|csv|jsonl|ndjson|json|xml|sgml)$/i;
const MAX_NAME = 200;
const MIN_COMMON = 3;

/** A name from that of a file, of the kind that lists take: without endings, blanks and commas. */
export function nameOfFile(file: string): string {
  let stem = file;
  while (ENDINGS.test(stem) && stem.replace(ENDINGS, '') !== '') stem = stem.replace(ENDINGS, '');
  return stem
    .replace(/[\s,]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_NAME);
}

/** What the names of several files begin with; '' where that is not worth a name. */
export function commonName(files: readonly string[]): string {
  const [first = '', ...others] = files.map(nameOfFile);
  let n = first.length;
  while (n > 0 && !others.every((other) => other.startsWith(first.slice(0, n)))) n -= 1;
  const common = first.slice(0, n).replace(/[-_.]+$/, '');
  return common.length < MIN_COMMON ? '' : common;
}

/** The name, with a number behind it where it is taken. */
export function freeName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let n = 2; taken.includes(free); n += 1) free = `${name}-${n}`;
  return free;
}

/** What is wrong with a name, and what to do; null when nothing is. */
export function nameTrouble(name: string, taken: readonly string[]): string | null {
  if (name === '') return 'Give it a name.';
  if (/[\s,]/.test(name)) return 'No blank and no comma in the name; use a hyphen instead.';
  if (name.length > MAX_NAME) return `At most ${MAX_NAME} characters; shorten the name.`;
  if (taken.includes(name)) return `The name ${name} is taken; choose another.`;
  return null;
}
