import type { Comparison } from '@/api/compared';

/** About as long as the two texts of a verdict: their place is kept until they are there. */
export type Likely = Readonly<{ sentence: string; weakest: string }>;

const CLAIM = '00 topics cannot show a difference between and in';
const UNDER = 'under labels, +.000 [−.000, .000]';
const JUDGED = 'up to 00% of a run’s first 10 passages unjudged';
const CORRECTED = 'p corrected by Holm over 00 tests, intervals uncorrected';

/** All names with about what is said around them. It is never read, and need not make sense. */
export function likelyVerdict(
  { baseline, blocks, correction }: Comparison,
  { run, measure }: Readonly<{ run: string; measure: string }>,
): Likely {
  const isCorrected = correction !== 'none';
  const places = blocks.flatMap(({ labels, is_simulated: isSimulated }) => [
    labels,
    UNDER,
    isSimulated ? 'of simulated people' : '',
    isCorrected ? '(p = .000)' : '',
  ]);
  const about = [run, baseline, measure, CLAIM, ...places, JUDGED, isCorrected ? CORRECTED : ''];
  return {
    sentence: about.filter((part) => part !== '').join(' '),
    weakest: `Weakest point: 00 of 00 topics have the best possible ${measure} for both runs under ${blocks[0]?.labels}`,
  };
}
