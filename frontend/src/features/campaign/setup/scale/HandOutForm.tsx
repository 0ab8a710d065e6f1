import { GoldField } from '@/features/campaign/setup/scale/GoldField';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { draftSets, topicSetsOf } from '@/features/campaign/setup/draft/draft';
import { NumberField } from '@/shared/ui/NumberField';
import { TopicSetFields } from '@/shared/ui/TopicSetFields';

const MOST = 2_147_483_647;

type Props = Pick<StepProps, 'draft' | 'change'>;

/** In which portions pairs are handed out; what few campaigns need is folded away. */
export function HandOutForm({ draft, change }: Props) {
  return (
    <section>
      <h3>Handing out</h3>
      <fieldset className="choices">
        <legend>An assessor gets</legend>
        <label className="choice">
          <input
            type="radio"
            name="unit"
            checked={draft.unit === 'topics'}
            onChange={() => change({ unit: 'topics' })}
          />
          <span>
            Whole topics
            <small>All pairs of a topic before the next: one gets to know it. The usual way.</small>
          </span>
        </label>
        <label className="choice">
          <input
            type="radio"
            name="unit"
            checked={draft.unit === 'pairs'}
            onChange={() => change({ unit: 'pairs' })}
          />
          <span>
            Single pairs
            <small>Of any topic, mixed: for many people who judge a little each.</small>
          </span>
        </label>
      </fieldset>
      <details className="fold">
        <summary>More: sets of topics, pairs for everyone, gold, repeats, rotation</summary>
        <div className="stack">
          {draft.unit === 'topics' && (
            <TopicSetFields
              value={topicSetsOf(draft)}
              onChange={(part) => change(draftSets({ ...topicSetsOf(draft), ...part }))}
            />
          )}
          <NumberField
            label="Pairs that everyone judges"
            hint="Drawn at random. They show how far all agree, and cost one judgment of each person."
            value={draft.nOverlap}
            min={0}
            max={MOST}
            onChange={(nOverlap) => change({ nOverlap })}
          />
          <NumberField
            label="How often a pair comes again"
            hint="One in so many pairs. Shows whether a person agrees with themselves. Empty: never."
            none="never"
            value={draft.repeatEvery}
            min={1}
            max={MOST}
            onChange={(repeatEvery) => change({ repeatEvery })}
            onEmpty={() => change({ repeatEvery: null })}
          />
          <NumberField
            label="Further judgments where grades disagree"
            hint="At most so many for a pair on which grades tie or lie two or more apart."
            value={draft.extraJudgments}
            min={0}
            max={10}
            onChange={(extraJudgments) => change({ extraJudgments })}
          />
          <label className="choice">
            <input
              type="checkbox"
              checked={draft.rotates}
              onChange={(event) => change({ rotates: event.target.checked })}
            />
            <span>
              Show some passages from the middle on
              <small>Evens out that words at the beginning are marked more often.</small>
            </span>
          </label>
          <GoldField draft={draft} change={change} />
        </div>
      </details>
    </section>
  );
}
