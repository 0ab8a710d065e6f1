import type { Comparison, ComparisonBlock, ComparisonCell } from '@/api/compared';
import { cutoffOf } from '@/features/comparison/texts/measureNames';
import { isLowerBetter } from '@/features/comparison/texts/measuresOf';
import { counted } from '@/shared/format';

/** About how long the two texts of a verdict are: their place is kept until they are there. */
export type Likely = Readonly<{ sentence: string; weakest: string }>;

type About = Readonly<{ run: string; measure: string }>;

const NUMBERS = '+.000 [−.000, .000]';
const RANKS = '−0.000 [−0.000, −0.000]';

const cellOf = ({ rows }: ComparisonBlock, { run, measure }: About): ComparisonCell | undefined =>
  rows.find((row) => row.measure === measure)?.cells.find((cell) => cell.run === run);

function openingOf(cell: ComparisonCell | undefined, { topics }: Comparison): string {
  if (cell === undefined || cell.stars === '')
    return `${counted(topics.n, 'topic')} cannot show a difference`;
  return `${cell.run} ${cell.difference > 0 ? 'leads' : 'trails'}`;
}

/** Label sets of which the same is said stand together, as in the verdict. */
function claimsOf(comparison: Comparison, about: About): string[] {
  const places = new Map<string, string[]>();
  const p = comparison.correction === 'none' ? '' : ' (p = .000)';
  const numbers = isLowerBetter(comparison, about.measure) ? RANKS : NUMBERS;
  for (const block of comparison.blocks) {
    const opening = openingOf(cellOf(block, about), comparison);
    const simulated = block.is_simulated ? ' of simulated people' : '';
    const place = `under ${block.labels} labels${simulated}, ${numbers}${p}`;
    places.set(opening, [...(places.get(opening) ?? []), place]);
  }
  return [...places].map(([opening, its]) => `${opening} ${its.join(', ')}`);
}

function tailOf({ blocks, correction, n_tests: n }: Comparison, { measure }: About): string {
  const cutoff = cutoffOf(measure);
  const shares = blocks.flatMap(
    ({ unjudged }) => unjudged.find((one) => one.cutoff === cutoff)?.shares ?? [],
  );
  const read = cutoff === null ? 'ranked passages' : `first ${cutoff} passages`;
  const judged = shares.some(({ share }) => (share ?? 0) > 0)
    ? `up to 00% of a run’s ${read} unjudged`
    : `all of the ${read} judged`;
  const tests =
    correction === 'none'
      ? `not corrected for ${counted(n, 'test')}`
      : `p corrected by Holm over ${counted(n, 'test')}, intervals uncorrected`;
  return `${judged}; ${tests}.`;
}

/** As the verdict on one run in one measure will be, but for its numbers. */
export function likelyVerdict(comparison: Comparison, about: About): Likely {
  const { baseline, blocks, topics } = comparison;
  // Named but once, at the first claim.
  const named = `${about.run} and ${baseline} in ${about.measure} `;
  const sentence = [...claimsOf(comparison, about), tailOf(comparison, about)].join('; ');
  const longest = blocks.map(({ labels }) => labels).toSorted((a, b) => b.length - a.length)[0];
  return {
    sentence: named + sentence,
    weakest:
      `Weakest point: 00 of ${counted(topics.n, 'topic')} have the best possible ${about.measure}` +
      ` for both runs under ${longest}: the measure has no room left there.`,
  };
}
