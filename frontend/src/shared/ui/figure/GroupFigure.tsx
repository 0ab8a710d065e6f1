import { useCallback } from 'react';
import { drawGroups, GROUPS_HEIGHT } from '@/shared/ui/figure/drawGroups';
import type { GroupsOptions } from '@/shared/ui/figure/drawGroups';
import { Figure } from '@/shared/ui/figure/Figure';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import type { Group } from '@/shared/ui/figure/groups';

type Props = GroupsOptions &
  Readonly<{
    title: string;
    caption: string;
    fileName: string;
    /** How many groups are drawn, of those that the table has; usually all. */
    nDrawn?: number;
  }>;

/** Bars for each place, and the table of them. */
export function GroupFigure(props: Props) {
  const { title, caption, fileName, nDrawn = Infinity, ...options } = props;
  const { groups, kinds, fills, isStacked, leastStep, keepsNames, format, axes } = options;
  const { up, across } = axes;
  const draw = useCallback(
    (width: number) => {
      const drawn = groups.slice(0, nDrawn);
      return drawGroups(
        {
          ...{ groups: drawn, kinds, fills, isStacked, leastStep, keepsNames, format },
          axes: { up, across },
        },
        width,
      );
    },
    [groups, nDrawn, kinds, fills, isStacked, leastStep, keepsNames, format, up, across],
  );
  return (
    <Figure
      title={title}
      caption={caption}
      draw={draw}
      table={{
        name: title,
        columns: [
          words<Group>(across, ({ name }) => name),
          ...kinds.map((kind, place) =>
            numbers<Group>(
              kind,
              ({ values }) => values[place] ?? null,
              (value) => (value === null ? '–' : format(value)),
            ),
          ),
          ...Object.keys(groups[0]?.found ?? {}).map((what) =>
            words<Group>(what, ({ found }) => found?.[what] ?? ''),
          ),
        ],
        rows: groups,
      }}
      fileName={fileName}
      height={GROUPS_HEIGHT}
    />
  );
}
