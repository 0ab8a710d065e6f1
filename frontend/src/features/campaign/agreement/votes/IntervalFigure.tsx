import { useCallback, useMemo } from 'react';
import type { AgreementInDepth, Estimate } from '@/api/types';
import { drawIntervals, intervalsHeight } from '@/features/campaign/agreement/draw/drawIntervals';
import {
  ESTIMATE_COLUMNS,
  inOrder,
  meaningOf,
  nameOf,
} from '@/features/campaign/agreement/draw/estimates';
import { formatCount, formatShare } from '@/shared/format/numbers';
import { definitionOf } from '@/shared/definitions/definitions';
import { Defined } from '@/shared/ui/Defined';
import { Figure } from '@/shared/ui/figure/Figure';
import parts from '@/shared/styles/parts.module.css';

type Props = Readonly<{
  title: string;
  /** What the figures rest on. */
  about: string;
  estimates: readonly Estimate[];
  sampling: AgreementInDepth['sampling'];
  fileName: string;
}>;

/** Figures with their intervals, and what each of them says. */
export function IntervalFigure({ title, about, estimates, sampling, fileName }: Props) {
  const rows = useMemo(() => inOrder(estimates), [estimates]);
  const draw = useCallback((width: number) => drawIntervals(rows, width), [rows]);
  const { confidence, n_resamples: nResamples, seed } = sampling;
  const how = `Lines are ${formatShare(confidence)} intervals: percentiles of ${formatCount(nResamples)} draws of topics (seed ${seed}).`;
  return (
    <>
      <Figure
        title={title}
        caption={`${about} ${how}`}
        draw={draw}
        table={{ name: title, columns: ESTIMATE_COLUMNS, rows }}
        fileName={fileName}
        height={intervalsHeight(rows.length)}
      />
      <details className={parts.fold}>
        <summary>What each figure says</summary>
        <dl>
          {rows.map(({ name }) => (
            <div key={name}>
              <dt>
                <Defined at={definitionOf('coefficients', name)}>{nameOf(name)}</Defined>
              </dt>
              <dd>{meaningOf(name)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}
