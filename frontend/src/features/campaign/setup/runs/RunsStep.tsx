import { useEffect } from 'react';
import { useTextCollections } from '@/api/collections';
import { useLabels } from '@/api/labels';
import { useRuns } from '@/api/runs';
import { useTopicSets } from '@/api/topicSets';
import type { Run } from '@/api/types';
import { FIRST_ACTIVE } from '@/features/campaign/setup/draft/active';
import { newDesign } from '@/features/campaign/setup/draft/design';
import type { Draft } from '@/features/campaign/setup/draft/draft';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import type { Change } from '@/features/campaign/setup/draft/useNewCampaign';
import { counted } from '@/shared/format/numbers';
import { together } from '@/shared/requests/together';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { ChoiceList } from '@/shared/ui/fields/ChoiceList';
import { Unread } from '@/shared/ui/requests/Unread';
import { CollectionChoice } from '@/upload/choice/CollectionChoice';
import { LabelFiles } from '@/upload/choice/LabelFiles';
import { RunFiles } from '@/upload/choice/RunFiles';
import { TopicSetChoice } from '@/upload/choice/TopicSetChoice';
import text from '@/shared/styles/text.module.css';

type RunChoiceProps = Pick<StepProps, 'draft' | 'change'> & Readonly<{ rows: readonly Run[] }>;

function RunChoice({ rows, draft, change }: RunChoiceProps) {
  const fitting = rows.filter(
    ({ collection, topic_set: topicSet, status }) =>
      collection === draft.collection && topicSet === draft.topicSet && status === 'complete',
  );

  function choose(name: string, isChosen: boolean): void {
    change(({ runs }) => {
      const others = runs.filter((run) => run !== name);
      return { runs: isChosen ? [...others, name] : others };
    });
  }

  return (
    <section>
      <h3>Runs</h3>
      {fitting.length > 0 && (
        <ChoiceList legend="Runs whose top passages are judged">
          {fitting.map(({ name, n_topics: n, depth = 0 }) => (
            <CheckField
              key={name}
              label={name}
              hint={`${counted(n, 'topic')}, up to ${counted(depth, 'passage')} each`}
              checked={draft.runs.includes(name)}
              onChange={(isChosen) => choose(name, isChosen)}
            />
          ))}
        </ChoiceList>
      )}
      <RunFiles
        over={draft}
        label={fitting.length > 0 ? 'More run files' : 'Run files'}
        taken={rows.map(({ name }) => name)}
        onDone={(name) => change(({ runs }) => ({ runs: [...runs, name] }))}
      />
    </section>
  );
}

type Named = Readonly<{ name: string }>;
type Rows = readonly Named[] | undefined;

const isGone = (name: string, rows: Rows): boolean =>
  name !== '' && rows !== undefined && rows.every((row) => row.name !== name);

/** A draft outlives the database that it was written over: what is no longer there is dropped. */
function useForgotten(
  { collection, topicSet, runs: chosen, active: { vectorsOf } }: Draft,
  change: Change,
  collections: Rows,
  topicSets: Rows,
  runs: readonly Run[] | undefined,
): void {
  const noCollection = isGone(collection, collections);
  const noTopics = isGone(topicSet, topicSets);
  const noRun = chosen.some((name) => isGone(name, runs));
  const overIt = runs?.filter((run) => run.collection === collection);
  const noVectors = isGone(vectorsOf, overIt);
  useEffect(() => {
    if (noCollection) change({ collection: '', runs: [] });
    if (noTopics) change({ topicSet: '', runs: [] });
    if (noRun) change({ runs: chosen.filter((name) => !isGone(name, runs)) });
    if (noVectors) change(({ active }) => ({ active: { ...active, vectorsOf: '' } }));
  }, [noCollection, noTopics, noRun, noVectors, change, chosen, runs]);
}

/** The way on without runs: pairs are chosen step by step from the whole collection. */
function WithoutRuns({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
  if (draft.runs.length > 0) return null;
  const isActive = draft.way === 'active';
  return (
    <CheckField
      label="Without runs: choose passages from the whole collection"
      hint="Step by step, by a model of the judgments so far (continuous active learning)."
      checked={isActive}
      onChange={(isChosen) =>
        change(({ active }) => ({
          way: isChosen ? 'active' : 'pool',
          active: { ...active, strategy: FIRST_ACTIVE.strategy },
        }))
      }
    />
  );
}

/** Labels that there are already: they break ties later, and are compared with the new ones. */
function LabelChoice({ draft }: Pick<StepProps, 'draft'>) {
  const { data: rows = [] } = useLabels();
  const fitting = rows.filter(
    ({ collection, topic_set: topicSet }) =>
      collection === draft.collection && topicSet === draft.topicSet,
  );
  return (
    <section>
      <h3>Existing labels</h3>
      <p className={text.soft}>
        {fitting.length === 0
          ? 'None yet, and none needed: the campaign makes labels.'
          : `Here already: ${fitting.map(({ name }) => name).join(', ')}.`}{' '}
        Older labels can break ties between votes, and be compared and combined with the new ones.
      </p>
      <LabelFiles over={draft} taken={rows.map(({ name }) => name)} onDone={() => undefined} />
    </section>
  );
}

/** What is judged: passages, the topics they are judged for, and the runs that found them. */
export function RunsStep({ draft, change }: StepProps) {
  const collections = useTextCollections();
  const topicSets = useTopicSets();
  const runs = useRuns();
  useForgotten(draft, change, collections.data, topicSets.data, runs.data);
  const query = together({ collections, topicSets, runs });
  if (query.data === undefined)
    return <Unread of={query} waiting="Listing the runs" trouble="The runs cannot be listed now" />;
  const isWhole = draft.collection !== '' && draft.topicSet !== '';
  return (
    <>
      <CollectionChoice
        label="The passages to judge"
        rows={query.data.collections}
        value={draft.collection}
        onChoose={(collection) => change({ collection, runs: [], known: [], design: newDesign() })}
      />
      <TopicSetChoice
        rows={query.data.topicSets}
        value={draft.topicSet}
        onChoose={(topicSet) =>
          change({
            ...{ topicSet, runs: [], sample: null, withoutLabels: [], known: [] },
            design: newDesign(),
          })
        }
      />
      {isWhole && <RunChoice rows={query.data.runs} draft={draft} change={change} />}
      {isWhole && <WithoutRuns draft={draft} change={change} />}
      {isWhole && <LabelChoice draft={draft} />}
    </>
  );
}
