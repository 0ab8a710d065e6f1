import type { RunBounds } from '@/api/compared';
import { drawLines } from '@/features/comparison/order/drawLines';
import type { Line } from '@/features/comparison/order/drawLines';
import { under } from '@/features/comparison/unjudged/bounds';
import { formatShare } from '@/shared/format/numbers';
import { Figure } from '@/shared/ui/figure/Figure';
import { numbers, words } from '@/shared/ui/figure/figureTable';

type Props = Readonly<{ answer: RunBounds; labels: string; run: string }>;

const DEPTH_NAMED = 10;

/** Which run has the fewest labels in its first ranks, in one sentence. */
function describeJudged(lines: readonly Line[], at: number, depth: number): string {
  const [least] = lines.toSorted((a, b) => (a.values[at] ?? 0) - (b.values[at] ?? 0));
  const most = lines.reduce((top, { values }) => Math.max(top, values[at] ?? 0), 0);
  if (least === undefined) return '';
  const share = formatShare(least.values[at] ?? null);
  if (share === formatShare(most))
    return `Of the first ${depth} passages, ${share} of every run are labelled.`;
  return `Of the first ${depth} passages, ${least.name} has the fewest labelled, ${share}; the most of any run is ${formatShare(most)}.`;
}

/** How much of each run carries a label, deeper and deeper. */
export function JudgedFigure({ answer, labels, run }: Props) {
  const { depths, n_topics: nTopics } = answer;
  const lines = under(answer, labels).map((row) => ({ name: row.run, values: row.judged }));
  const title = `Judged@k of each run under ${labels}`;
  const at = Math.max(0, depths.indexOf(DEPTH_NAMED));
  return (
    <>
      <p>{describeJudged(lines, at, depths[at] ?? 0)}</p>
      <Figure
        title={title}
        caption={`${title}, of all retrieved over ${nTopics} topics.`}
        draw={drawLines}
        axes={{ across: 'k, the first passages of each topic', up: 'share labelled' }}
        of={{
          ...{ lines, places: depths.map(String), isRank: false, focus: run },
          ...{ format: formatShare, domain: [0, 1] as const },
        }}
        table={{
          name: title,
          columns: [
            words<Line>('run', ({ name }) => name),
            ...depths.map((depth, place) =>
              numbers<Line>(`Judged@${depth}`, ({ values }) => values[place] ?? null, formatShare),
            ),
          ],
          rows: lines,
        }}
        fileName={`judged-by-depth-${labels}`}
        height={320}
      />
    </>
  );
}
