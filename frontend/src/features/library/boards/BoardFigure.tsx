import { useCallback } from 'react';
import type { BoardRow, Leaderboard } from '@/api/types';
import { intervalWords, movedWords } from '@/features/library/boards/board';
import { drawBoard } from '@/features/library/boards/drawBoard';
import { counted, formatScore, formatShare } from '@/shared/format';
import { RUN_KINDS } from '@/shared/runKinds';
import { Figure } from '@/shared/ui/figure/Figure';
import { counts, numbers, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';

type Props = Readonly<{ board: Leaderboard; rows: readonly BoardRow[] }>;

const columnsFor = (board: Leaderboard): readonly Column<BoardRow>[] => {
  const isRank = board.lower_is_better;
  const score = (value: number | null): string => formatScore(value, isRank);
  return [
    words<BoardRow>('run', ({ run }) => run),
    counts<BoardRow>('place', ({ place }) => place),
    words<BoardRow>('team', ({ team }) => team),
    words<BoardRow>('kind', ({ kind }) => RUN_KINDS[kind]),
    numbers<BoardRow>(`mean ${board.measure}`, ({ mean }) => mean, score),
    words<BoardRow>('95% interval', (row) => intervalWords(row, isRank)),
    numbers<BoardRow>('judged', ({ judged }) => judged, formatShare),
    ...(board.other_labels === null
      ? []
      : [
          numbers<BoardRow>(
            'place under the others',
            ({ other }) => other?.place ?? null,
            (at) => at ?? '–',
          ),
          numbers<BoardRow>('mean under the others', ({ other }) => other?.mean ?? null, score),
          words<BoardRow>('moved', movedWords),
        ]),
  ];
};

function captionOf({ measure, labels, other_labels: other, ...board }: Leaderboard): string {
  const way = board.lower_is_better ? ' Lower is better: the best is at the left.' : '';
  const hollow = other === null ? '' : ` Hollow: the mean under ${other}, on the same topics.`;
  return (
    `Mean ${measure} of each run under ${labels}, ${counted(board.n_topics, 'topic')}, the best at the top.${way}` +
    ` Lines: 95% interval of the mean over topics (Student’s t), within the measure’s limits. ★: the best of its kind.${hollow}`
  );
}

/** Every run at its mean, the best at the top. */
export function BoardFigure({ board, rows }: Props) {
  const isRank = board.lower_is_better;
  const draw = useCallback(
    (width: number) =>
      drawBoard({ rows, width, format: (value: number) => formatScore(value, isRank) }),
    [rows, isRank],
  );
  const title = `Runs of ${board.topic_set} by ${board.measure} under ${board.labels}`;
  return (
    <Figure
      title={title}
      caption={captionOf(board)}
      draw={draw}
      table={{ name: title, columns: columnsFor(board), rows }}
      fileName={`leaderboard-${board.topic_set}-${board.labels}-${board.measure}`}
      height={rows.length * 20 + 66}
    />
  );
}
