import type { SampledAnswer, SamplingProgress } from '@/api/types';
import { drawAnswers, heightOf } from '@/features/campaign/board/sampling/drawAnswers';
import { formatDifference, formatScore } from '@/shared/format/numbers';
import { Figure } from '@/shared/ui/figure/Figure';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';

const endOf = (ends: readonly number[] | null, place: number): number | null =>
  ends?.[place] ?? null;

function columnsOf(isMeans: boolean): Column<SampledAnswer>[] {
  const format = (value: number | null): string =>
    isMeans ? formatScore(value) : formatDifference(value);
  return [
    words('run', ({ run }) => run),
    numbers(isMeans ? 'mean' : 'difference', ({ value }) => value, format),
    numbers('low, these topics', (one) => endOf(one.these_topics, 0), format),
    numbers('high, these topics', (one) => endOf(one.these_topics, 1), format),
    numbers('low, topics like these', (one) => endOf(one.topics_like_these, 0), format),
    numbers('high, topics like these', (one) => endOf(one.topics_like_these, 1), format),
  ];
}

type Props = Readonly<{ progress: SamplingProgress }>;

/** The estimates so far, in their intervals. */
export default function AnswersFigure({ progress: { answers, measure } }: Props) {
  const baseline = answers[0]?.baseline ?? null;
  const title =
    baseline === null ? `Estimated ${measure}` : `Estimated ${measure} minus ${baseline}’s`;
  return (
    <Figure
      title={title}
      caption={`${title}. Thick: 95% interval for these topics; thin: for topics like these.${baseline === null ? '' : ' Grey where the thick one holds 0.'}`}
      draw={drawAnswers}
      of={{ answers }}
      table={{ name: title, columns: columnsOf(baseline === null), rows: answers }}
      fileName={`estimates-${measure}`}
      height={heightOf(answers.length)}
    />
  );
}
