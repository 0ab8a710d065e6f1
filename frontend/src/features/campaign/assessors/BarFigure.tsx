import { useCallback } from 'react';
import type { ReactNode } from 'react';
import type { Bars } from '@/features/campaign/assessors/bars';
import { BARS_HEIGHT, drawBars } from '@/features/campaign/assessors/drawBars';
import { Figure } from '@/shared/ui/figure/Figure';
import { numbers, words } from '@/shared/ui/figure/figureTable';

type Props = Readonly<{
  title: string;
  caption: string;
  fileName: string;
  /** What each group of bars is of. */
  of: string;
  /** What each bar of a group is. */
  kinds: readonly string[];
  groups: readonly Bars[];
  format: (value: number | null) => ReactNode;
}>;

/** Bars for each grade or hour; of two kinds one stands beside the other. */
export function BarFigure({ title, caption, fileName, of, kinds, groups, format }: Props) {
  const draw = useCallback((width: number) => drawBars(groups, width), [groups]);
  return (
    <Figure
      title={title}
      caption={caption}
      draw={draw}
      table={{
        name: title,
        columns: [
          words<Bars>(of, ({ name }) => name),
          ...kinds.map((kind, place) =>
            numbers<Bars>(kind, ({ values }) => values[place] ?? null, format),
          ),
        ],
        rows: groups,
      }}
      fileName={fileName}
      height={BARS_HEIGHT}
    />
  );
}
