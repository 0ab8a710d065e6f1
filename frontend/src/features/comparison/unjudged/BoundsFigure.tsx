import type { RunBounds } from '@/api/compared';
import {
  boundsTable,
  describeBounds,
  hasRbpBeside,
  kindsOf,
  rangesOf,
  under,
} from '@/features/comparison/unjudged/bounds';
import { drawRanges, rangesHeight } from '@/features/comparison/unjudged/drawRanges';
import { Defined } from '@/shared/ui/Defined';
import { Figure } from '@/shared/ui/figure/Figure';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ answer: RunBounds; labels: string; run: string }>;

/** Each score as an interval: what unjudged passages could make of it. */
export function BoundsFigure({ answer, labels, run }: Props) {
  const { measure, lower_is_better: isRank, rbp, baseline } = answer;
  const rows = under(answer, labels);
  const ranges = rangesOf(answer, rows);
  const rule = rows.find((row) => row.run === baseline)?.score;
  const found = describeBounds(answer, rows, run);
  const title = `${measure} of each run under ${labels}, as an interval`;
  const beside = hasRbpBeside(answer, rows) ? ` Slim bar: ${rbp} and its residual.` : '';
  const dashed = rule === undefined ? '' : ' Dashed: the score of the baseline.';
  const way = isRank ? ' Lower is better, so the axis is turned: right is better.' : '';
  return (
    <>
      {found !== '' && <p>{found}</p>}
      <Figure
        title={title}
        caption={`${title}, mean over ${answer.n_topics} topics. Bar: from pessimistic (unjudged passages are not relevant) to optimistic (all have the highest relevance). Dot: the score. Diamond: condensed, without unjudged passages.${beside}${dashed}${way}`}
        draw={drawRanges}
        axes={{ across: measure }}
        of={{ ranges, kinds: kindsOf(answer, rows), rule, isRank }}
        table={boundsTable(answer, rows)}
        fileName={`bounds-${measure}-${labels}`}
        height={rangesHeight(ranges)}
      />
      <p className={text.note}>
        When an order <Defined at="significance#an-order-that-cannot-turn">cannot turn</Defined>,
        and what the <Defined at="measures#rbpresidual">residual</Defined> of RBP is.
      </p>
    </>
  );
}
