import type { Comparison, ComparisonBlock, LabelSet } from '@/api/types';
import { BlockTable } from '@/features/comparison/report/BlockTable';
import { GapNote } from '@/features/comparison/report/GapNote';
import { describeTest } from '@/features/comparison/texts/tests';
import { counted } from '@/shared/format';
import { describePolicy } from '@/shared/describePolicy';
import { Scroller } from '@/shared/ui/Scroller';

type Props = Readonly<{
  block: ComparisonBlock;
  comparison: Comparison;
  labels?: LabelSet | undefined;
}>;

/** Where the labels of a block came from. */
function origin(labels: LabelSet | undefined): string {
  if (labels === undefined) return '';
  if (labels.source === 'imported') return 'imported · ';
  const policy = labels.policy === null ? '' : `: ${describePolicy(labels.policy)}`;
  return `derived from ${labels.campaign ?? 'a campaign'}${policy} · `;
}

/** One label set: what every run scores under it. */
export function Block({ block, comparison, labels }: Props) {
  const fed = block.pool_runs.length === 0 ? 'not known here' : block.pool_runs.join(', ');
  return (
    <section className="block" aria-label={`Under ${block.labels}`}>
      <h2>
        {block.labels}{' '}
        {block.is_simulated && <span className="tag simulated">simulated assessors</span>}
      </h2>
      <p className="soft">
        {origin(labels)}relevant from {block.min_relevance} up · {counted(block.n_topics, 'topic')}{' '}
        · runs that fed the pool: {fed} · {describeTest(comparison)}
      </p>
      <Scroller label={`Scores under ${block.labels}`}>
        <BlockTable
          block={block}
          baseline={comparison.baseline}
          baselineLabels={comparison.baseline_labels}
        />
      </Scroller>
      <GapNote block={block} />
    </section>
  );
}
