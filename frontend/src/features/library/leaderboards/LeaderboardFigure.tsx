import { useCallback } from 'react';
import * as Plot from '@observablehq/plot';
import type { BoardRow, Leaderboard } from '@/api/types';
import {
  intervalsOf,
  judgedHead,
  movedWords,
  kindsOf,
  MARKS,
} from '@/features/library/leaderboards/leaderboard';
import { counted, formatRange, formatScore, formatShare } from '@/shared/format/numbers';
import { RUN_KINDS } from '@/shared/evaluation/runKinds';
import { Figure } from '@/shared/ui/figure/Figure';
import { counts, numbers, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';
import type { RunKind } from '@/shared/evaluation/runKinds';
import { legend } from '@/shared/ui/figure/legend';
import { LOOK, withoutMiddle } from '@/shared/ui/figure/look';

const [ROW, LETTER] = [20, 7];
const [MARGIN_RIGHT, MARGIN_BOTTOM] = [14, 36];
const MOST_OF_WIDTH = 0.42;

type Options = Readonly<{
  rows: readonly BoardRow[];
  format: (value: number) => string;
  width: number;
}>;

const nameOf = ({ place, run, is_best_of_kind: isBest }: BoardRow): string =>
  `${place} ${run}${isBest ? ' ★' : ''}`;

/** What each mark stands for. */
const legendOf = (kinds: readonly RunKind[], width: number) =>
  legend(
    kinds.map((kind) => ({ ...MARKS[kind], name: RUN_KINDS[kind] })),
    width,
  );

function found({ run, team, kind, mean, other }: BoardRow, format: Options['format']): string {
  const whose = team === '' ? '' : `, ${team}`;
  const there = other === null ? '' : `\nunder the other labels: ${format(other.mean)}`;
  return `${run}${whose}\n${RUN_KINDS[kind]}\n${format(mean)}${there}`;
}

/** The marks of one kind; those under the other labels are hollow, at the end of a thread. */
function marksOf(kind: RunKind, rows: readonly BoardRow[]): Plot.Markish[] {
  const { colour, symbol } = MARKS[kind];
  const ofKind = rows.filter((row) => row.kind === kind);
  const place = { y: ({ run }: BoardRow) => run };
  const mean = ({ mean: value }: BoardRow): number => value;
  const elsewhere = ({ mean: value, other }: BoardRow): number => other?.mean ?? value;
  const moved = ofKind.filter(({ other }) => other !== null);
  const sure = ofKind.filter(({ interval }) => interval !== null);
  const estimated = ofKind.filter(({ these_topics: these }) => these !== null);
  return [
    Plot.ruleY(estimated, {
      ...{ ...place, stroke: colour, strokeWidth: 7, strokeOpacity: 0.35 },
      x1: ({ these_topics: these }: BoardRow) => these?.[0],
      x2: ({ these_topics: these }: BoardRow) => these?.[1],
    }),
    Plot.ruleY(sure, {
      ...{ ...place, stroke: colour, strokeWidth: 1.5, strokeOpacity: 0.7 },
      x1: ({ interval }: BoardRow) => interval?.[0],
      x2: ({ interval }: BoardRow) => interval?.[1],
    }),
    Plot.link(moved, {
      ...{ x1: mean, x2: elsewhere, y1: place.y, y2: place.y, stroke: colour },
      ...{ strokeWidth: 2, strokeDasharray: '2 3' },
    }),
    Plot.dot(moved, { ...place, x: elsewhere, symbol, r: 5, stroke: colour, fill: 'var(--paper)' }),
    Plot.dot(ofKind, { ...place, x: mean, symbol, r: 5, fill: colour }),
  ];
}

/** The runs one below the other, each at its mean, in the colour and shape of its kind. */
export function drawLeaderboard({ rows, format, width }: Options): Element {
  const names = new Map(rows.map((row) => [row.run, nameOf(row)]));
  const longest = Math.max(1, ...[...names.values()].map((name) => name.length)) * LETTER + 12;
  const room = Math.min(longest, width * MOST_OF_WIDTH);
  const most = Math.floor((room - 12) / LETTER);
  const key = legendOf(kindsOf(rows), width);
  const top = key.height + 4;
  const plot = Plot.plot({
    ...{ width, height: top + rows.length * ROW + MARGIN_BOTTOM, style: LOOK },
    ...{ marginTop: top, marginLeft: room, marginRight: MARGIN_RIGHT },
    marginBottom: MARGIN_BOTTOM,
    x: { label: null, grid: true, nice: true, tickFormat: format, ticks: width < 500 ? 4 : 8 },
    y: {
      ...{ type: 'point', domain: [...names.keys()], label: null, padding: 0.5, tickSize: 0 },
      tickFormat: (run: string) => withoutMiddle(names.get(run) ?? run, most),
    },
    marks: [
      ...kindsOf(rows).flatMap((kind) => marksOf(kind, rows)),
      Plot.tip(
        rows,
        Plot.pointer({ x: 'mean', y: 'run', title: (row: BoardRow) => found(row, format) }),
      ),
    ],
  });
  plot.append(key.part);
  return plot;
}

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
    ...intervalsOf(board).map(({ name, of }) =>
      words<BoardRow>(name, (row) => formatRange(of(row), isRank)),
    ),
    numbers<BoardRow>(judgedHead(board), ({ judged }) => judged, formatShare),
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
  const likeThese =
    board.sample === null ? '' : ', for topics like these; bands: for these topics alone';
  const hollow = other === null ? '' : ` Hollow: the mean under ${other}, on the same topics.`;
  return (
    `Mean ${measure} of each run under ${labels}, ${counted(board.n_topics, 'topic')}, the best at the top.${way}` +
    ` Lines: 95% interval of the mean over topics (Student’s t), within the measure’s limits${likeThese}. ★: the best of its kind.${hollow}`
  );
}

/** Every run at its mean, the best at the top. */
export function LeaderboardFigure({ board, rows }: Props) {
  const isRank = board.lower_is_better;
  const draw = useCallback(
    (width: number) =>
      drawLeaderboard({ rows, width, format: (value: number) => formatScore(value, isRank) }),
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
      axes={{ across: `mean ${board.measure}` }}
      height={rows.length * 20 + 66}
    />
  );
}
