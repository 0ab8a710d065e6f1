import type { Comparison } from '@/api/compared';

/** About as long as the two texts of a verdict: their place is kept until they are there. */
export type Likely = Readonly<{ sentence: string; weakest: string }>;

const CLAIM = '00 topics cannot show a difference between and in';
const UNDER = 'under labels, +.000 [−.000, .000]';
const JUDGED = 'up to 00% of a run’s first 10 passages unjudged, none under and labels;';
const WEAKEST =
  'Weakest point: 00 of 00 topics have the best possible for both runs under: the measure has no room left.';
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
  const fully = blocks.slice(1).map(({ labels }) => labels);
  const ending = [JUDGED, ...fully, isCorrected ? CORRECTED : ''];
  const about = [run, baseline, measure, CLAIM, ...places, ...ending];
  return {
    sentence: about.filter((part) => part !== '').join(' '),
    weakest: `${WEAKEST} ${measure} ${blocks[0]?.labels}`,
  };
}
