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

const isClaimed = (cell: ComparisonCell | undefined): boolean => (cell?.stars ?? '') !== '';

/** Runs and measure are named at the first claim alone. */
function openingOf(cell: ComparisonCell | undefined, comparison: Comparison, measure: string) {
  const [run, n] = [cell?.run ?? '', counted(comparison.topics.n, 'topic')];
  const better = isLowerBetter(comparison, measure) ? ' (lower is better)' : '';
  const [leads, first] = isClaimed(cell)
    ? [`${run} leads`, ` ${comparison.baseline}`]
    : [`${n} cannot show a difference`, ` between ${run} and ${comparison.baseline}`];
  return { opening: leads, named: `${first} in ${measure}${better}` };
}

function placeOf({ labels, is_simulated: isSimulated }: ComparisonBlock, numbers: string): string {
  const of = isSimulated ? ' of simulated people' : '';
  return `under ${labels}${labels.toLowerCase().endsWith('labels') ? '' : ' labels'}${of}, ${numbers}`;
}

/** Label sets of which the same is said stand together, as in the verdict. */
function claimsOf(comparison: Comparison, about: About): string[] {
  const places = new Map<string, string[]>();
  const p = comparison.correction === 'none' ? '' : ' (p = .000)';
  const numbers = (isLowerBetter(comparison, about.measure) ? RANKS : NUMBERS) + p;
  for (const block of comparison.blocks) {
    const { opening, named } = openingOf(cellOf(block, about), comparison, about.measure);
    const its = places.get(opening) ?? [places.size === 0 ? named : ''];
    places.set(opening, [...its, placeOf(block, numbers)]);
  }
  return [...places].map(([opening, [named, ...its]]) => `${opening}${named} ${its.join(', ')}`);
}

function judgedOf({ blocks }: Comparison, { measure }: About): string {
  const cutoff = cutoffOf(measure);
  const shares = blocks.flatMap(
    ({ unjudged }) => unjudged.find((one) => one.cutoff === cutoff)?.shares ?? [],
  );
  const read = cutoff === null ? 'ranked passages' : `first ${cutoff} passages`;
  return shares.some(({ share }) => (share ?? 0) > 0)
    ? `up to 00% of a run’s ${read} unjudged`
    : `all of the ${read} judged`;
}

function testsOf({ blocks, correction, n_tests: n }: Comparison, about: About): string[] {
  if (correction !== 'none')
    return [`p corrected by Holm over ${counted(n, 'test')}, intervals uncorrected`];
  const isShown = n > 1 && blocks.some((block) => isClaimed(cellOf(block, about)));
  return isShown ? [`not corrected for ${counted(n, 'test')}`] : [];
}

/** As the verdict on one run in one measure will be, but for its numbers. */
export function likelyVerdict(comparison: Comparison, about: About): Likely {
  const { blocks, topics } = comparison;
  const clauses = [
    ...claimsOf(comparison, about),
    judgedOf(comparison, about),
    ...testsOf(comparison, about),
  ];
  const longest = blocks.map(({ labels }) => labels).toSorted((a, b) => b.length - a.length)[0];
  return {
    sentence: `${clauses.join('; ')}.`,
    weakest:
      `Weakest point: 00 of ${counted(topics.n, 'topic')} have the best possible ${about.measure}` +
      ` for both runs under ${longest}: the measure has no room left there.`,
  };
}
