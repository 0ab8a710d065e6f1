import { useState } from 'react';
import { useMadeCollections } from '@/api/collections';
import { useLabels } from '@/api/labels';
import { useRuns } from '@/api/runs';
import { useMayCompare, useSession } from '@/api/session';
import { useTopicSets } from '@/api/topicSets';
import type { Collection, LabelSet, Run, TopicSet } from '@/api/types';
import { Arrived } from '@/features/library/imports/Arrived';
import { FilesAlone } from '@/features/library/imports/FilesAlone';
import { Head } from '@/features/library/frame/Head';
import { useAddress } from '@/shared/routing/useAddress';
import type { ChangeAddress } from '@/shared/routing/useAddress';
import { CollectionChoice } from '@/upload/choice/CollectionChoice';
import { LabelFiles } from '@/upload/choice/LabelFiles';
import { RunFiles } from '@/upload/choice/RunFiles';
import { TopicSetChoice } from '@/upload/choice/TopicSetChoice';
import type { CollectionWithTopics } from '@/upload/send/uploads';
import { Link } from '@/shared/routing/Link';
import { RadioCards } from '@/shared/ui/fields/RadioCards';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { together } from '@/shared/requests/together';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/labels/LabelPage.module.css';

type Named = Readonly<{ name: string }>;

type Shelves = Readonly<{
  collections: readonly Collection[];
  topicSets: readonly TopicSet[];
  runs: readonly Run[];
  labels: readonly LabelSet[];
}>;

const namesOf = (rows: readonly Named[]): string[] => rows.map(({ name }) => name);

/** What an address asks for; where it is silent, what there is but one of. */
function chosen(asked: string | null, rows: readonly Named[]): string {
  const names = namesOf(rows);
  if (asked !== null) return names.includes(asked) ? asked : '';
  return names.length === 1 ? (names[0] ?? '') : '';
}

type FilesProps = Readonly<{
  over: CollectionWithTopics;
  onSending: (isSending: boolean) => void;
}> &
  Pick<Shelves, 'runs' | 'labels'>;

function FilesOver({ over, runs, labels, onSending }: FilesProps) {
  const mayCompare = useMayCompare();
  const [newRuns, setNewRuns] = useState<readonly string[]>([]);
  const [newLabels, setNewLabels] = useState<readonly string[]>([]);
  const isHere = (one: Run | LabelSet): boolean =>
    one.collection === over.collection && one.topic_set === over.topicSet;
  return (
    <>
      <section aria-labelledby="runs">
        <h2 id="runs">Runs</h2>
        <RunFiles
          over={over}
          label="Run files"
          taken={namesOf(runs)}
          onDone={(name) => setNewRuns((all) => [...all, name])}
          onSending={onSending}
        />
      </section>
      <section aria-labelledby="labels">
        <h2 id="labels">Labels</h2>
        <LabelFiles
          over={over}
          taken={namesOf(labels)}
          onDone={(name) => setNewLabels((all) => [...all, name])}
          onSending={onSending}
        />
      </section>
      <Arrived
        runs={namesOf(runs.filter((run) => isHere(run) && run.status === 'complete'))}
        labels={namesOf(labels.filter(isHere))}
        newRuns={newRuns}
        newLabels={newLabels}
        mayCompare={mayCompare}
      />
    </>
  );
}

type PartProps = Readonly<{
  shelves: Shelves;
  params: URLSearchParams;
  change: ChangeAddress;
  isSending: boolean;
  onSending: (isSending: boolean) => void;
}>;

function FilesOfTopics({ shelves, params, change, isSending, onSending }: PartProps) {
  const { collections, topicSets, runs, labels } = shelves;
  const over = {
    collection: chosen(params.get('collection'), collections),
    topicSet: chosen(params.get('topics'), topicSets),
  };
  const isWhole = over.collection !== '' && over.topicSet !== '';
  return (
    <>
      <section aria-labelledby="over">
        <h2 id="over">What the files are of</h2>
        <p className={text.soft}>
          Lines of topics that the topic set lacks are left out, and counted.
        </p>
        <fieldset className={styles.bare} disabled={isSending}>
          <CollectionChoice
            label="The passages that were ranked or labelled"
            rows={collections}
            value={over.collection}
            onChoose={(collection) => change({ collection })}
          />
          <TopicSetChoice
            rows={topicSets}
            value={over.topicSet}
            onChoose={(topics) => change({ topics })}
          />
        </fieldset>
      </section>
      {!isWhole && (
        <p className={text.soft}>Runs and labels come once collection and topics are chosen.</p>
      )}
      {isWhole && (
        <FilesOver
          key={`${over.collection} ${over.topicSet}`}
          over={over}
          runs={runs}
          labels={labels}
          onSending={onSending}
        />
      )}
    </>
  );
}

const KINDS = [
  {
    value: 'scores',
    label: 'Runs and labels only',
    hint: 'Run files and qrels to compare. Choose all files at once; nothing else is needed.',
  },
  {
    value: 'all',
    label: 'Passages, topics, runs and labels',
    hint: 'Texts to search, show or judge; or files for an existing collection.',
  },
] as const;

type Kind = (typeof KINDS)[number]['value'];

/** What an address asks for; where it is silent, runs and labels if there is nothing to put them over. */
function askedKind(params: URLSearchParams, isFirst: boolean): Kind {
  const asked = KINDS.find(({ value }) => value === params.get('kind'));
  if (asked !== undefined) return asked.value;
  return isFirst && !params.has('collection') ? 'scores' : 'all';
}

function Import(shelves: Shelves) {
  const { collections, topicSets } = shelves;
  const [params, change] = useAddress('/library/import');
  const [isFirst] = useState(collections.length === 0); // what comes now does not turn the page over
  const [nSending, setNSending] = useState(0);
  const onSending = (isSending: boolean): void => setNSending((n) => n + (isSending ? 1 : -1));
  const isSending = nSending > 0;
  const kind = askedKind(params, isFirst);
  return (
    <div className={styles.form}>
      <RadioCards
        legend="Kind of import"
        cards={KINDS}
        value={kind}
        disabled={isSending}
        onChange={(chosen) => change({ kind: chosen })}
      />
      {kind === 'scores' ? (
        <FilesAlone taken={namesOf([...collections, ...topicSets])} onSending={onSending} />
      ) : (
        <FilesOfTopics {...{ shelves, params, change, isSending, onSending }} />
      )}
    </div>
  );
}

/** Collections, topics, runs and labels from files; all of each file is taken in, or nothing. */
export default function ImportPage() {
  const { data: session } = useSession();
  const query = together({
    collections: useMadeCollections(),
    topicSets: useTopicSets(),
    runs: useRuns(),
    labels: useLabels(),
  });
  return (
    <Loaded query={query} trouble="Nothing can be imported now" waiting="Looking at what there is">
      {(shelves) => (
        <div className={styles.page}>
          <Head title="Import">
            <p className={text.soft}>
              Collections, topics, runs and labels, from files. A file with a bad line is refused,
              and its bad lines are listed.
            </p>
            {session?.may_organize === true && (
              <p className={text.soft}>
                People’s judgments belong to a campaign: <Link to="/campaigns">open it</Link>, and
                choose <i>Import judgments</i> in its settings.
              </p>
            )}
          </Head>
          <Import {...shelves} />
        </div>
      )}
    </Loaded>
  );
}
