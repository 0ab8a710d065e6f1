export type Line = Readonly<{ kind: 'same' | 'added' | 'removed'; text: string }>;

const same = (text: string): Line => ({ kind: 'same', text });

/** How many lines stay after either is passed over. */
type Rest = Readonly<{ withoutOld: number; withoutYoung: number }>;

/** Lengths of the longest common subsequences of all tails, the last row and column being 0. */
function tails(before: readonly string[], after: readonly string[]): number[][] {
  const table = Array.from({ length: before.length + 1 }, () =>
    new Array<number>(after.length + 1).fill(0),
  );
  const at = (i: number, j: number): number => table[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const row = table[i] ?? [];
    for (let j = after.length - 1; j >= 0; j -= 1) {
      row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return table;
}

/** Whether the next line is one of the old text that is gone, rather than a new one. */
const isRemoval = (old: string | undefined, young: string | undefined, rest: Rest): boolean =>
  old !== undefined && (young === undefined || rest.withoutOld >= rest.withoutYoung);

function middle(before: readonly string[], after: readonly string[]): Line[] {
  const table = tails(before, after);
  const at = (i: number, j: number): number => table[i]?.[j] ?? 0;
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, young] = [before[i], after[j]];
    if (old !== undefined && old === young) {
      lines.push(same(old));
      [i, j] = [i + 1, j + 1];
    } else if (isRemoval(old, young, { withoutOld: at(i + 1, j), withoutYoung: at(i, j + 1) })) {
      lines.push({ kind: 'removed', text: old ?? '' });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: young ?? '' });
      j += 1;
    }
  }
  return lines;
}

/** What a text became, line by line, with the fewest lines added and removed. */
export function lineDiff(before: string, after: string): Line[] {
  const [old, young] = [before.split('\n'), after.split('\n')];
  const shorter = Math.min(old.length, young.length);
  let head = 0;
  while (head < shorter && old[head] === young[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === young.at(-1 - tail)) tail += 1;
  return [
    ...old.slice(0, head).map(same),
    ...middle(old.slice(head, old.length - tail), young.slice(head, young.length - tail)),
    ...old.slice(old.length - tail).map(same),
  ];
}
