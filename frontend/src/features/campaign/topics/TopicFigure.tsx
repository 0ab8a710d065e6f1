import type { TopicReview } from '@/api/types';
import { drawTopic, heightOf, stopLines } from '@/features/campaign/topics/drawTopic';
import { counted, formatCount } from '@/shared/format/numbers';
import { Figure } from '@/shared/ui/figure/Figure';
import { counts, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';

type Row = Readonly<{ judged: number; found: number; stops: string }>;

const COLUMNS: readonly Column<Row>[] = [
  counts('judged', ({ judged }) => judged),
  counts('relevant found', ({ found }) => found),
  words('rules that would have stopped', ({ stops }) => stops),
];

/** The end of each batch, when rules look, and the last judgment. */
export function rowsOf({
  found,
  looks,
  rules,
}: Pick<TopicReview, 'found' | 'looks' | 'rules'>): Row[] {
  const lines = stopLines({ review: { found, rules, estimated_relevant: null }, marked: '' });
  const at = new Set([...looks, ...lines.map((line) => line.at), found.length - 1]);
  return [...at]
    .filter((judged) => judged < found.length)
    .toSorted((one, other) => one - other)
    .map((judged) => ({
      judged,
      found: found[judged] ?? 0,
      stops: lines.find((line) => line.at === judged)?.names ?? '',
    }));
}

type Props = Readonly<{ review: TopicReview; marked: string }>;

/** The curve of a topic: how many relevant passages were found by how many judgments. */
export default function TopicFigure({ review, marked }: Props) {
  const { query_id: queryId, found } = review;
  const [nJudged, nFound] = [found.length - 1, found.at(-1) ?? 0];
  const drawn = { review, marked };
  return (
    <Figure
      title={`Relevant passages found in topic ${queryId}`}
      caption={`${formatCount(nFound)} relevant of ${counted(nJudged, 'judged passage')}. The curve goes up by one at each relevant passage, in the order judged. A dashed line stands where a stopping rule would have stopped.`}
      draw={drawTopic}
      of={drawn}
      table={{ name: 'At the end of each batch', columns: COLUMNS, rows: rowsOf(review) }}
      fileName={`found-${queryId}`}
      height={heightOf(drawn)}
    />
  );
}
