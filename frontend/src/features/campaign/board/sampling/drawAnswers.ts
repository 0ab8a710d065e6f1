import * as Plot from '@observablehq/plot';
import type { SampledAnswer } from '@/api/types';
import { formatDifference, formatScore } from '@/shared/format/numbers';
import { LOOK } from '@/shared/ui/figure/look';

type Options = Readonly<{ answers: readonly SampledAnswer[] }>;

const ROW = 44;
const MARGINS = 56;
const LEAST_SPAN = 0.02;

export const heightOf = (n: number): number => MARGINS + ROW * n;

type Line = Readonly<{ run: string; low: number; high: number; colour: string }>;

/** Grey where the interval holds 0; a mean takes no side. */
function colourOf({ baseline, these_topics: [low = 0, high = 0] }: SampledAnswer): string {
  if (baseline === null) return 'var(--accent)';
  if (low <= 0 && high >= 0) return 'var(--soft)';
  return low > 0 ? 'var(--better)' : 'var(--worse)';
}

function linesOf(
  answers: readonly SampledAnswer[],
  ends: (answer: SampledAnswer) => readonly number[] | null,
): Line[] {
  return answers.flatMap((answer) => {
    const [low, high] = ends(answer) ?? [];
    if (low === undefined || high === undefined) return [];
    return [{ run: answer.run, low, high, colour: colourOf(answer) }];
  });
}

/** The ends of the axis: all intervals and 0, and never less than a least span. */
export function endsOf(answers: readonly SampledAnswer[]): [number, number] {
  const found = answers.flatMap((one) => [...one.these_topics, ...(one.topics_like_these ?? [])]);
  const [low, high] = [Math.min(0, ...found), Math.max(0, ...found)];
  const more = Math.max(0, LEAST_SPAN - (high - low)) / 2;
  return [low - more, high + more];
}

/** Each estimate in its two intervals: these topics' is thick, that of topics like these thin. */
export function drawAnswers(width: number, { answers }: Options): Element {
  const isMeans = answers.every(({ baseline }) => baseline === null);
  const format = (x: number): string => (isMeans ? formatScore(x) : formatDifference(x));
  const rows = answers.map((one) => ({ ...one, colour: colourOf(one) }));
  return Plot.plot({
    width,
    height: heightOf(answers.length),
    marginLeft: Math.min(170, Math.round(width / 3)),
    marginBottom: 40,
    style: LOOK,
    x: {
      domain: endsOf(answers),
      label: isMeans ? 'mean' : 'difference',
      grid: true,
      ticks: 5,
      tickFormat: (x: number) => (x === 0 ? '0' : format(x)),
    },
    y: { type: 'band', domain: answers.map(({ run }) => run), label: null },
    marks: [
      Plot.ruleX([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
      [
        linesOf(answers, (one) => one.topics_like_these),
        linesOf(answers, (one) => one.these_topics),
      ].map((lines, isThick) =>
        Plot.ruleY(lines, {
          ...{ y: 'run', x1: 'low', x2: 'high', stroke: 'colour' },
          strokeWidth: isThick ? 5 : 1.5,
        }),
      ),
      Plot.dot(rows, { x: 'value', y: 'run', r: 6, fill: 'colour' }),
      Plot.text(rows, {
        ...{ x: 'value', y: 'run', dy: -14, fontWeight: 600 },
        text: ({ value }: SampledAnswer) => format(value),
      }),
    ],
  });
}
