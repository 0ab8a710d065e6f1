import { NumberField } from '@/features/setup/components/NumberField';
import type { StepProps } from '@/features/setup/components/stepProps';
import { costOf, formatHours } from '@/features/setup/cost';
import { timeWords } from '@/features/setup/timeWords';
import type { PoolPreview } from '@/features/setup/types';
import { formatCount } from '@/shared/format';

type Props = Pick<StepProps, 'draft' | 'change'> &
  Readonly<{ preview: PoolPreview; depth: number }>;

/** What judging the pool takes, in judgments and hours. */
export function CostForm({ draft, change, preview, depth }: Props) {
  const estimated = Math.max(1, Math.round(preview.time.seconds));
  const cost = costOf({
    nPairs: preview.n_pairs[depth - 1] ?? 0,
    perPair: draft.perPair,
    nOverlap: draft.nOverlap,
    people: draft.people,
    seconds: draft.seconds ?? estimated,
  });
  return (
    <section>
      <h3>What it costs</h3>
      <div className="inline-fields">
        <NumberField
          label="Judgments a pair"
          value={draft.perPair}
          min={1}
          max={100}
          onChange={(perPair) => change({ perPair })}
        />
        <NumberField
          label="Assessors"
          value={draft.people}
          min={1}
          max={10_000}
          onChange={(people) => change({ people })}
        />
        <NumberField
          label="Seconds a judgment"
          value={draft.seconds ?? estimated}
          min={1}
          max={3600}
          onChange={(seconds) => change({ seconds })}
          onEmpty={() => change({ seconds: null })}
        />
      </div>
      <p className="soft small">{timeWords(preview.time, draft.seconds)}</p>
      <dl className="facts" aria-live="polite">
        <div>
          <dt>Judgments</dt>
          <dd data-testid="judgments">{formatCount(cost.judgments)}</dd>
        </div>
        <div>
          <dt>Time in all</dt>
          <dd>about {formatHours(cost.hours)}</dd>
        </div>
        <div>
          <dt>For each of {formatCount(draft.people)}</dt>
          <dd>
            about {formatHours(cost.hoursEach)}
            <small> for {formatCount(Math.ceil(cost.judgmentsEach))} judgments</small>
          </dd>
        </div>
      </dl>
    </section>
  );
}
