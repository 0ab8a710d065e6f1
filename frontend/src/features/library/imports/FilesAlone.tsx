import { useState } from 'react';
import { useMayCompare } from '@/api/session';
import type { FilesReport } from '@/api/types';
import { Arrived } from '@/features/library/imports/Arrived';
import { OwnThreshold } from '@/features/library/imports/OwnThreshold';
import { useOwnThresholds } from '@/features/library/imports/useOwnThresholds';
import { MOST_RELEVANCE } from '@/shared/relevance';
import { counted, formatCount } from '@/shared/format';
import { labelsPath, runPath } from '@/shared/libraryPaths';
import { commonName } from '@/shared/names';
import { addressOf } from '@/shared/routing/address';
import { Link } from '@/shared/routing/Link';
import { NumberField } from '@/shared/ui/fields/NumberField';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/imports/imports.module.css';
import { UploadBox } from '@/upload/box/UploadBox';
import { useSendFiles } from '@/upload/send/uploads';

const USUAL_NAME = 'my-files';

type Props = Readonly<{
  /** Names of collections and topic sets. */
  taken: readonly string[];
  onSending: (isSending: boolean) => void;
}>;

const nameTogether = (files: readonly File[]): string =>
  commonName(files.map(({ name }) => name)) || USUAL_NAME;

function Came({ name: ground, runs, label_sets: labelSets }: FilesReport) {
  return (
    <section aria-labelledby="came">
      <h2 id="came">What came</h2>
      <ul className={styles.came}>
        {runs.map(({ name, file, n_topics: nTopics, n_lines: nLines }) => (
          <li key={name}>
            Run <Link to={runPath(name)}>{name}</Link>{' '}
            <span className={text.soft}>
              from {file}: {counted(nTopics, 'topic')}, {counted(nLines, 'line')}
            </span>
          </li>
        ))}
        {labelSets.map(({ name, file, n_topics: nTopics, n_pairs: nPairs, ...one }) => (
          <li key={name}>
            Label set <Link to={labelsPath(name)}>{name}</Link>{' '}
            <span className={text.soft}>
              from {file}: {counted(nTopics, 'topic')}, {counted(nPairs, 'label')},{' '}
              {formatCount(one.n_relevant)} relevant (from {one.min_relevance} up)
            </span>
          </li>
        ))}
      </ul>
      <p>
        Another file of the same topics?{' '}
        <Link
          to={`/library/import?${addressOf({ kind: 'all', collection: ground, topics: ground })}`}
        >
          Add runs or labels to {ground}
        </Link>
      </p>
    </section>
  );
}

/** Runs and labels from their files alone, over passages and topics of which only the ids are known. */
export function FilesAlone({ taken, onSending }: Props) {
  const mayCompare = useMayCompare();
  const [least, setLeast] = useState(1);
  const [came, setCame] = useState<FilesReport | null>(null);
  const own = useOwnThresholds();
  const send = useSendFiles(least, own.of, setCame);
  const runs = came?.runs.map(({ name }) => name) ?? [];
  const labels = came?.label_sets.map(({ name }) => name) ?? [];
  return (
    <>
      <section aria-labelledby="files">
        <h2 id="files">Runs and labels</h2>
        <p className={text.soft}>
          Only scores: passages have no texts, so they cannot be searched, shown or judged. Texts
          can be added later.
        </p>
        <NumberField
          label="Relevant from"
          hint="1 for most qrels; 2 for those of TREC’s Deep Learning tracks. A file of 0 and 1 alone counts from 1 even then. Each label file can have its own, once it is chosen."
          min={-MOST_RELEVANCE}
          max={MOST_RELEVANCE}
          value={least}
          onChange={setLeast}
        />
        <UploadBox
          what="import"
          label="Run and label files"
          hint="Runs of TREC’s six columns and qrels of its four, gzipped or not. Choose all that belong together, then upload them at once."
          isOneThing
          isMultiple
          nameTogether={nameTogether}
          aboutFile={(file, called) => (
            <OwnThreshold
              file={file}
              called={called}
              least={least}
              value={own.of(file)}
              onChange={(value) => own.set(file, value)}
            />
          )}
          onReplaced={own.carry}
          taken={taken}
          command={(name, names, files) =>
            `./dev manage import_files ${name} ${names} --min-relevance ${least}` +
            own.asOptions(files)
          }
          send={send}
          onDone={() => undefined}
          onSending={onSending}
        />
      </section>
      <Arrived
        runs={runs}
        labels={labels}
        newRuns={runs}
        newLabels={labels}
        mayCompare={mayCompare}
      />
      {came !== null && <Came {...came} />}
    </>
  );
}
