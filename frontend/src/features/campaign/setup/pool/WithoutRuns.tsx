import { useTopicSets } from '@/api/topicSets';
import { ActiveFacts } from '@/features/campaign/setup/active/ActiveFacts';
import { ActiveSection } from '@/features/campaign/setup/active/ActiveSection';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { SampleForm } from '@/features/campaign/setup/pool/SampleForm';
import { Link } from '@/shared/routing/Link';
import text from '@/shared/styles/text.module.css';

/** The pool step without runs: pairs are chosen from the whole collection. */
export function WithoutRuns({ draft, change, planned }: StepProps) {
  const { data: topicSets } = useTopicSets();
  const nAll = topicSets?.find(({ name }) => name === draft.topicSet)?.n_topics ?? null;
  return (
    <>
      <section>
        <h3>Which pairs</h3>
        <p className={text.soft}>
          No run is chosen, so every passage of {draft.collection} can be chosen, step by step, from
          the judgments so far. <Link to="?step=runs">Choose runs</Link> to limit it to their top
          passages, or for other ways to choose pairs.
        </p>
        <ActiveFacts
          draft={draft}
          from={{ nTopics: draft.sample?.n ?? nAll, nPairs: null }}
          time={null}
        />
      </section>
      <ActiveSection draft={draft} change={change} />
      {nAll !== null && (
        <SampleForm draft={draft} change={change} nTopics={nAll} troubles={planned.fields} />
      )}
    </>
  );
}
