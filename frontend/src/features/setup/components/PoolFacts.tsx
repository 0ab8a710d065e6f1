import type { PoolPreview } from '@/features/setup/types';
import { counted, formatCount } from '@/shared/format';

type Props = Readonly<{ preview: PoolPreview; depth: number }>;

const at = (counts: readonly number[], depth: number): number => counts[depth - 1] ?? 0;

export function PoolFacts({ preview, depth }: Props) {
  const textless = at(preview.n_textless, depth);
  const without = preview.n_topics_drawn - at(preview.n_topics, depth);
  const [least, most] = [at(preview.least, depth), at(preview.most, depth)];
  return (
    <>
      <dl className="facts" aria-live="polite">
        <div>
          <dt>Pairs to judge</dt>
          <dd data-testid="n-pairs">{formatCount(at(preview.n_pairs, depth))}</dd>
        </div>
        <div>
          <dt>Topics</dt>
          <dd>{formatCount(at(preview.n_topics, depth))}</dd>
        </div>
        <div>
          <dt>Pairs a topic</dt>
          <dd>
            {formatCount(at(preview.median, depth))}
            <small>
              {' '}
              in the middle, {formatCount(least)} to {formatCount(most)}
            </small>
          </dd>
        </div>
      </dl>
      {textless > 0 && (
        <p className="soft">
          {counted(textless, 'pair')} {textless === 1 ? 'drops' : 'drop'} out: the passage has no
          text to show.
        </p>
      )}
      {without > 0 && (
        <p className="soft">{counted(without, 'topic')} without any pair at this depth.</p>
      )}
    </>
  );
}
