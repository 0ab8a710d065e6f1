import type { Line } from '@/features/comparison/order/drawLines';
import { differenceOf } from '@/shared/evaluation/direction';

/** Whether two lines stand the other way round at the last place than at the first. */
function isTurned(one: Line, other: Line): boolean {
  const [first = 0, last = 0] = [0, -1].map((place) =>
    differenceOf(other.values.at(place) ?? 0, one.values.at(place) ?? 0),
  );
  return first * last < 0;
}

/** How many pairs of lines are turned, of how many. */
export function countTurned(lines: readonly Line[]): Readonly<{ turned: number; pairs: number }> {
  const found = lines.flatMap((one, at) =>
    lines.slice(at + 1).map((other) => isTurned(one, other)),
  );
  return { turned: found.filter(Boolean).length, pairs: found.length };
}

/** No more lines than there are colours can be followed. */
const MOST_MARKED = 8;

/** Of many lines those that are turned with most others, by name; undefined where all may be in colour. */
export function markedOf(lines: readonly Line[]): readonly string[] | undefined {
  if (lines.length <= MOST_MARKED) return undefined;
  return lines
    .map((line) => ({
      name: line.name,
      n: lines.filter((other) => isTurned(line, other)).length,
    }))
    .filter(({ n }) => n > 0)
    .toSorted((a, b) => b.n - a.n)
    .slice(0, MOST_MARKED)
    .map(({ name }) => name);
}

/** The lines by their rank at each place: 1 is the best, and equal values share the better rank. */
export const ranksOf = (lines: readonly Line[], isLowerBetter: boolean): Line[] =>
  lines.map(({ name, values }) => ({
    name,
    values: values.map((value, place) => {
      if (value === null) return null;
      const isAhead = ({ values: others }: Line): boolean => {
        const gain = differenceOf(value, others[place] ?? value);
        return isLowerBetter ? gain < 0 : gain > 0;
      };
      return 1 + lines.filter(isAhead).length;
    }),
  }));
